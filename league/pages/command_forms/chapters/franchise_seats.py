"""Forms for a franchise that folds and for a new owner of its seat. Rule DM-C-179."""

from __future__ import annotations

from typing import ClassVar

from explain import links
from league.pages.command_forms.base import register_form
from league.pages.command_forms.chapters.house_acts import HouseActForm
from league.pages.command_forms.fields import LenientChoiceField


class _SeatForm(HouseActForm):
    folded: ClassVar[bool]
    franchise = LenientChoiceField(label="Franchise")

    def lay_out(self) -> None:
        """Offer the franchises that have folded, or those that have not."""
        seats = self.desk.season.franchises.values()
        self.offer(
            "franchise", self.desk.called.franchise_choices(seat.id for seat in seats if seat.folded is self.folded)
        )

    def get_success_url(self) -> str:
        """The franchise's page, once a franchise is chosen."""
        franchise = self.current_value("franchise")
        exists = franchise in self.desk.season.franchises
        return links.franchise_url(self.desk.row.league_id, franchise) if exists else super().get_success_url()


@register_form("fold_franchise")
class FoldFranchiseForm(_SeatForm):
    """A franchise leaves the league (DM-C-179)."""

    title = "Fold a franchise"
    verb = "Fold it"
    lead = (
        "It keeps its points and is run by standing orders to the end of the season; it protects nobody and picks "
        "nobody, and its seat closes when the season does. Until the sponsor pool opens a new owner may take it over."
    )
    final = "Its protected drivers are no longer protected."
    folded = False


@register_form("refill_franchise")
class RefillFranchiseForm(_SeatForm):
    """A new owner takes over a folded franchise (DM-C-179)."""

    title = "Give a folded franchise a new owner"
    verb = "Let it go on"
    lead = (
        "The franchise goes on as it is: roster, garage, sponsors, balance and points. You choose its owner "
        "on the people page."
    )
    folded = True
