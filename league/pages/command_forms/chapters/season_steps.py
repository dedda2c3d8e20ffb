"""Forms of the steps of a season, which its commissioner takes one after the other, and of how a season begins.

Annex (a). Rules DM-C-180, HOUSE-008.
"""

from __future__ import annotations

from typing import Any

from django import forms

from explain import links
from explain.command_preview import sentence_with_names
from explain.season_names import SeasonNames
from journal.edition_preview import ChangedDecision, changed_decisions
from league.founding.franchise_names import free_id_from_name
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField, TextLineField
from league.pages.command_forms.opening_sheet_table import errors_in_row_order
from league.pages.number_fields import WholeNumberField
from league.queries.names import franchise_names
from rules.campaign.core.codec import command_from_document, copy_season, parse_json
from rules.campaign.core.editions import EDITION_CHANGES, EDITIONS, NEWEST_EDITION
from rules.campaign.core.state import Goods, Trade
from rules.campaign.founding.opening_sheet import SheetFaulty
from rules.campaign.founding.season_start import MOST_ROUNDS
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import in_k

ONCE = "This is done once in a season and cannot be taken back. An amend can correct an earlier mistake."


@register_form("open_season")
class OpenSeasonForm(CommandForm):
    """Open the season, with its length and edition; the rules accept it only as the first entry."""

    title = "Open the season"
    verb = "Open it"
    rewritable = False
    lead = "A season is opened once, when it is founded. This page says why it cannot be opened again."
    rounds = WholeNumberField(label="Rounds", help_text=f"1 to {MOST_ROUNDS}.", initial=7)
    edition = LenientChoiceField(label="Edition of the rules", initial=NEWEST_EDITION)

    def lay_out(self) -> None:
        """Offer every edition with what it decides differently."""
        self.offer(
            "edition", [(edition, f"{edition}. {EDITION_CHANGES.get(edition, 'The first.')}") for edition in EDITIONS]
        )


@register_form("found_franchise")
class FoundFranchiseForm(CommandForm):
    """Found a franchise under a name (DM-C-058, DM-C-068)."""

    title = "Found a franchise"
    verb = "Found it"
    throws = True
    name = TextLineField(label="Name", help_text="What the crowd will shout.")
    franchise = TextLineField(
        label="Short name",
        required=False,
        help_text="Used in web addresses: lowercase letters, digits, dashes. Left empty, it is taken from the name.",
    )

    def lay_out(self) -> None:
        """Show its seed money, which is a house rule (DM-C-058)."""
        seed = self.desk.season.number_setting("franchise.seed_money_k")
        self.fields["name"].help_text += f" It starts with {seed}k and three sponsors, decided by dice."

    def document(self) -> dict[str, Any]:
        """The command, with an id that was typed or else made from the name."""
        name = self.cleaned_data["name"]
        return {
            "type": self.tag,
            "franchise": self.cleaned_data["franchise"] or self._free_id(name),
            "name": name,
        }

    def _free_id(self, name: str) -> str:
        """An id that no franchise of another name has, in this season or in an earlier one of the league."""
        return free_id_from_name(name, otherwise="franchise", taken=franchise_names(self.desk.row.league_id))


@register_form("open_setup")
class OpenSetupForm(CommandForm):
    """Open hiring, garage and party."""

    title = "Open the setup"
    verb = "Open hiring, garage and party"
    final = "After this, no franchise can be founded in this season."


@register_form("next_setup_step")
class NextSetupStepForm(CommandForm):
    """Go on from hiring to the garage, or from the garage to the party."""

    title = "Go on with the setup"
    verb = "Go on"
    final = "The step before is closed for everybody. Veterans whose fee is not paid by then leave the sport."


@register_form("close_setup")
class CloseSetupForm(CommandForm):
    """Close the setup; the rounds begin."""

    title = "Close the setup"
    verb = "Start the rounds"
    final = (
        "After this nobody hires unless a house rule allows it, unpaid veterans leave, waiting sponsors are declined."
    )


@register_form("rank_table")
class RankTableForm(CommandForm):
    """Draw up the final table (DM-C-156)."""

    title = "Make the final table"
    verb = "Rank the franchises"
    throws = True
    final = f"After this, points can no longer be awarded. {ONCE}"


@register_form("award_cup")
class AwardCupForm(CommandForm):
    """Award the Metal Cup (DM-C-157)."""

    title = "Award the Metal Cup"
    verb = "Award it"
    throws = True
    final = ONCE


@register_form("retire_drivers")
class RetireDriversForm(CommandForm):
    """Retire the drivers who are marked for it (DM-C-159)."""

    title = "Retire drivers"
    verb = "Retire them"
    final = "A driver who has left the sport never comes back."


@register_form("close_staff_keep")
class CloseStaffKeepForm(CommandForm):
    """Close the step in which staff is kept or let go (DM-C-160)."""

    title = "Close the keeping of staff"
    verb = "Close it"
    final = "Owners who have not decided keep their staff if their balance allows it, and pay for it now."


@register_form("open_draft")
class OpenDraftForm(CommandForm):
    """Publish the franchise contracts and begin the draft (DM-C-161, DM-C-163)."""

    title = "Open the draft"
    verb = "Publish the contracts and open it"
    final = "Everybody then sees whom each franchise protects, and nobody can change it any more."

    def get_success_url(self) -> str:
        """The draft page."""
        return links.draft_url(self.desk.row.pk)


@register_form("draw_sponsors")
class DrawSponsorsForm(CommandForm):
    """Draw the sponsor each franchise loses, and open the pool (DM-C-169, DM-C-170)."""

    title = "Draw the sponsors that leave"
    verb = "Draw them"
    throws = True
    final = "Sponsors that are drawn go into the common pool. A franchise with none safe may lose any but its last."

    def get_success_url(self) -> str:
        """The sponsor pool's page."""
        return links.sponsor_pool_url(self.desk.row.pk)


@register_form("close_season")
class CloseSeasonForm(CommandForm):
    """Close the season (DM-C-172)."""

    title = "Close the season"
    verb = "Close it for good"
    final = "A closed season is never amended. Correct a mistake in it with a house act in the next season."


def _side(names: SeasonNames, goods: Goods) -> str:
    """What one side of a trade gives, in words."""
    parts = [*map(names.driver, goods.drivers), *map(names.car, goods.cars), *map(names.item, goods.items)]
    if goods.pays:
        parts.append(in_k(goods.pays))
    return ", ".join(parts) or "nothing"


def _trade_words(names: SeasonNames, trade: Trade) -> str:
    """What both sides of a trade give, in words."""
    gives = f"{names.franchise(trade.franchise)} gives {_side(names, trade.gives)}"
    return f"{gives}; {names.franchise(trade.partner)} gives {_side(names, trade.takes)}"


class _TradeDecisionForm(CommandForm):
    """A commissioner's decision on a trade that both sides accepted."""

    trade = LenientChoiceField(label="Trade")

    def lay_out(self) -> None:
        """Offer the trades that await a decision."""
        names, waiting = self.desk.called, [trade for trade in self.desk.season.all_trades() if trade.accepted]
        self.offer("trade", [(trade.id, _trade_words(names, trade)) for trade in waiting])

    def get_success_url(self) -> str:
        """The market."""
        return links.season_market_url(self.desk.row.pk)


@register_form("approve_trade")
class ApproveTradeForm(_TradeDecisionForm):
    """Approve a trade (DM-C-107)."""

    title = "Approve a trade"
    verb = "Approve it"
    final = "Everything changes hands at once."


@register_form("refuse_trade")
class RefuseTradeForm(_TradeDecisionForm):
    """Refuse a trade (DM-C-107)."""

    title = "Refuse a trade"
    verb = "Refuse it"
    final = "Nothing changes hands. The two may propose it again."


LONGEST_SHEET = 2_000_000


@register_form("open_from_sheet")
class OpenFromSheetForm(CommandForm):
    """The sheet as JSON; a table is first converted by `sheet_of_rows`."""

    title = "Import a league that has been played on paper"
    verb = "Begin the season from it"
    final = "This can be done once, before any franchise is founded, and cannot be undone."
    rewritable = False
    template = "league/desk/sheet.html"
    sheet = forms.CharField(
        label="The sheet, as JSON",
        max_length=LONGEST_SHEET,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "mono"}),
        help_text="Filled in from the table you sent, or paste it here.",
    )
    rows = forms.CharField(required=False, widget=forms.HiddenInput)

    def document(self) -> dict[str, Any]:
        """The command, whether the JSON is a sheet or has one under "sheet". Raises `Malformed`."""
        document = parse_json(self.cleaned_data["sheet"])
        if not isinstance(document, dict):
            raise Malformed("The sheet is a JSON object with its franchises: begin it with {.")
        if "sheet" not in document:
            return {"type": self.tag, "sheet": document}
        if beside := sorted(document.keys() - {"sheet", "type"}):
            names = ", ".join(repr(name[:40]) for name in beside)
            raise Malformed(f"Beside the sheet the JSON has {names}: put that into the sheet, or leave it out.")
        return {"type": self.tag, "sheet": document["sheet"]}

    def clean(self) -> dict[str, Any]:
        """Perform the command on a copy, so that all errors of the sheet are shown at once, each with its row."""
        cleaned_data = super().clean() or self.cleaned_data
        if "sheet" in cleaned_data and self.desk.season.step == "S0" and not self.desk.season.franchises:
            try:
                command = command_from_document(self.document())
                command.perform(copy_season(self.desk.season), Dice(KeyRing(b"")))  # a sheet throws no dice
            except SheetFaulty as refusal:
                self.add_error("sheet", errors_in_row_order(refusal.faults, self.row_numbers()))
            except Refusal as refusal:
                self.add_error("sheet", sentence_with_names(refusal.sentence, self.desk.called.names))
        return cleaned_data

    def row_numbers(self) -> dict[str, int]:
        """The row of the table from which each id comes; empty if the sheet was pasted."""
        try:
            rows = parse_json(self.cleaned_data.get("rows") or "{}")
        except Malformed:
            return {}
        return {str(id): row for id, row in rows.items() if isinstance(row, int)} if isinstance(rows, dict) else {}


@register_form("adopt_edition")
class AdoptEditionForm(CommandForm):
    """Adopt a later edition, and see what it decides differently."""

    title = "Take up a later edition of the rules"
    verb = "Play by it from now on"
    lead = "Each correction of the rules that changes results is a new edition. Earlier decisions stand."
    final = "A season never goes back to an earlier edition."
    template = "league/desk/edition.html"
    edition = LenientChoiceField(label="Edition")

    def lay_out(self) -> None:
        """Offer the editions after the one in force."""
        newer = EDITIONS[EDITIONS.index(self.desk.season.edition) + 1 :]
        self.offer("edition", [(edition, f"Edition {edition}") for edition in newer])
        self.fields["edition"].help_text = " ".join(
            f"Edition {edition}: {EDITION_CHANGES[edition]}" for edition in newer
        )
        if newer:
            self.initial.setdefault("edition", newer[0])

    @property
    def in_force(self) -> str:
        """The edition by which the season is played."""
        return self.desk.season.edition

    @property
    def differences(self) -> list[ChangedDecision]:
        """What the chosen edition would have decided differently in this season; empty until one is chosen."""
        if not self.is_bound or not self.is_valid():
            return []
        try:
            return list(changed_decisions(self.desk.row, self.cleaned_data["edition"]))
        except Refusal:
            return []

    def get_success_url(self) -> str:
        """The house acts page."""
        return links.house_acts_url(self.desk.row.pk)
