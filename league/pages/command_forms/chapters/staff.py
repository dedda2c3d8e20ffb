"""Forms of the mechanical staff, which is hired for a season and kept for the next. Rules DM-C-064, DM-C-160."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from league.pages.command_forms.base import register_form
from league.pages.command_forms.fields import LenientChoiceField, LenientNumberChoiceField
from league.pages.command_forms.size_effects import SizeChoice, SizeEffectForm, staff_adds
from rules.campaign.core.state import Franchise, Season
from rules.campaign.money.overhead import SIZE_BY_STAFF_RATING
from rules.campaign.money.prices import STAFF_K
from rules.campaign.people.staff import BEST_RATING
from rules.campaign.season_end.staff_retention import keep_fee
from rules.campaign.sponsors.kinds import may_hire_rating_4
from rules.core.terms import K, in_k

KEEP = "yes"


def ratings_to_hire(season: Season, franchise: Franchise) -> list[int]:
    """The ratings above the franchise's own that it can hire (DM-C-064)."""
    supplied = may_hire_rating_4(season, franchise.id) or franchise.staff_held == BEST_RATING
    return [rating for rating in STAFF_K if rating > franchise.staff_rating and (rating < BEST_RATING or supplied)]


@register_form("hire_staff")
class HireStaffForm(SizeEffectForm):
    """Hire better staff for the season (DM-C-064)."""

    title = "Hire mechanical staff"
    verb = "Hire"
    rating = LenientNumberChoiceField(label="Rating", widget=forms.RadioSelect)

    def lay_out(self) -> None:
        """Offer every higher rating that can be hired, at its price."""
        franchise = self.desk.season.franchises.get(self.desk.franchise)
        ratings = [] if franchise is None else ratings_to_hire(self.desk.season, franchise)
        self.offer("rating", [(str(rating), _rating_label(rating)) for rating in ratings])
        if BEST_RATING not in ratings:
            self.fields[
                "rating"
            ].help_text = (
                f"Rating {BEST_RATING} needs a Tire company, a Mechanic shop or a Car dealership as a sponsor."
            )

    def size_choices(self, franchise: Franchise) -> list[SizeChoice]:
        """Each rating at its full price; what was paid for the present staff is lost."""
        return [
            SizeChoice(f"with rating {rating}", -STAFF_K[rating] * K, staff_adds(franchise, rating))
            for rating in ratings_to_hire(self.desk.season, franchise)
        ]


@register_form("keep_staff")
class KeepStaffForm(SizeEffectForm):
    """Keep the staff for the next season, or let it go (DM-C-160)."""

    title = "Keep the mechanical staff"
    verb = "Decide"
    final = "You decide this once."
    keep = LenientChoiceField(label="For the next season", widget=forms.RadioSelect)

    def lay_out(self) -> None:
        """Offer to keep it for its fee, or to let it go."""
        franchise = self.desk.season.franchises.get(self.desk.franchise)
        keep_words = (
            f"keep rating {franchise.staff_rating} for {in_k(self._fee(franchise))}" if franchise else "keep it"
        )
        self.offer("keep", [(KEEP, keep_words), ("no", "let them go, and begin the next season with rating 1")])
        self.initial.setdefault("keep", KEEP)

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The choice: kept, or let go."""
        return {**super().initial_from_document(written), "keep": KEEP if written.get("keep") else "no"}

    def document(self) -> dict[str, Any]:
        """The choice as `keep`, true or false."""
        return {**super().document(), "keep": self.cleaned_data["keep"] == KEEP}

    def size_choices(self, franchise: Franchise) -> list[SizeChoice]:
        """The fee, or the smaller size."""
        return [
            SizeChoice("kept", -self._fee(franchise)),
            SizeChoice("let go", 0, staff_adds(franchise, 1)),
        ]

    def _fee(self, franchise: Franchise) -> int:
        return keep_fee(self.desk.season, rating=franchise.staff_rating)


def _rating_label(rating: int) -> str:
    adds = SIZE_BY_STAFF_RATING[rating]
    return f"rating {rating} for {STAFF_K[rating]}k" + (f", adds {adds} to the size" if adds else "")
