"""Which commands and amends of a commissioner need approval: rulings on their own, and what nobody does alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from journal.amends.corrections import standing_commands_at
from journal.amends.impact import foresee_impact
from journal.amends.misread_dice import Misreading
from journal.approvals import voids_locked_match
from journal.state import store
from league.models import Membership, Season
from league.packet_statements import packet_statement_digest
from league.queries.report_claims import agreed_claim, claims_of, standing_claims
from league.queries.rulings import franchises_run_by
from rules.campaign.commissioner.void_matches import VoidMatch
from rules.campaign.core import state
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import Command, Giver, command_type, tag_of
from rules.campaign.match_day.reports import AcceptReport, figures_digest

RULED_ALONE_NOTE = "They ruled on their own match: the league has nobody else who could confirm it."
UNAPPROVED_NOTE = "Not approved: the league has nobody else who could."
MATCH_RULINGS = frozenset({"accept_report", "void_match", "forfeit_match"})
"""Commands by which a commissioner rules on a match."""
FRANCHISE_RULINGS = frozenset({"waive_garage", "approve_trade", "refuse_trade"})
"""Commands that are no house acts but still favor a franchise."""


@dataclass(frozen=True, slots=True)
class ApprovalRequirement:
    """What a commissioner rules on that is their own: the franchise and, if the ruling is about one, the match.

    Without a franchise the ruling needs approval for another reason, since nobody does these alone: it throws dice
    again, corrects a misread die, or calls off a locked match.
    """

    franchise: str
    match: str = ""

    @property
    def solo_note(self) -> str:
        """What the journal says where nobody could be asked."""
        return RULED_ALONE_NOTE if self.franchise else UNAPPROVED_NOTE


def approval_requirement(
    row: Season, season: state.Season | None, commands: Iterable[Command], *, member: Membership
) -> ApprovalRequirement | None:
    """The commissioner's own franchise or match that these commands rule on; None where they need no approval.

    Without a `season` it is loaded when first needed. A report that two teams of two people claim alike is nobody's
    ruling (DM-C-090).
    """
    if member.role != Membership.Role.COMMISSIONER:
        return None
    voided = [command for command in commands if isinstance(command, VoidMatch)]
    own = franchises_run_by(member)
    if not own and not voided:
        return None
    season = season or store.load(row).season
    for command in commands if own else ():
        row_of = command_type(tag_of(type(command)))
        if row_of.by is not Giver.COMMISSIONER:
            continue
        if row_of.tag not in MATCH_RULINGS and row_of.tag not in FRANCHISE_RULINGS and not row_of.reasoned:
            continue
        if isinstance(command, AcceptReport) and _is_agreed(row, season, command):
            continue
        if (found := _requirement_in(season, command_document(command), own)) is not None:
            return found
    return next(
        (ApprovalRequirement("", command.match) for command in voided if voids_locked_match(season, command)), None
    )


def amend_approval_requirement(
    row: Season,
    season: state.Season,
    corrections: Mapping[int, Sequence[dict[str, Any]]],
    *,
    member: Membership,
    misread: Sequence[Misreading] = (),
) -> ApprovalRequirement | None:
    """The approval that an amend needs: it changes what is the commissioner's own, unlocks a match, or touches dice.

    None where it does none of these.

    Raises what `amend` raises for its corrections.
    """
    own = franchises_run_by(member)
    for number, documents in corrections.items() if own else ():
        for document in (*standing_commands_at(row, number), *documents):
            if (found := _requirement_in(season, document, own)) is not None:
                return found
    known = foresee_impact(row.pk, corrections, misread)
    if changed := sorted(known.franchises & own):
        return ApprovalRequirement(changed[0])
    if known.unlocked:
        return ApprovalRequirement("", known.unlocked[0])
    return ApprovalRequirement("") if known.dice else None


def other_teams(season: state.Season, stake: ApprovalRequirement, own: Collection[str]) -> set[str]:
    """The other teams of the match; without a match, all franchises of the season except `own`."""
    if stake.match in season.matches:
        return {line_up.franchise for line_up in season.line_ups_of(stake.match)} - set(own)
    return set(season.franchises) - set(own)


def _is_agreed(row: Season, season: state.Season, command: AcceptReport) -> bool:
    match = season.matches.get(command.match)
    if match is None or match.step != "M4":
        return False
    packet = packet_statement_digest(row, season, command.match)
    agreed = agreed_claim(standing_claims(claims_of(row.pk, command.match), packet=packet))
    return agreed is not None and agreed.digest == figures_digest(command.report)


def _requirement_in(
    season: state.Season, document: Mapping[str, Any], own: Collection[str]
) -> ApprovalRequirement | None:
    """Which of the `own` franchises a command concerns."""
    match = document.get("match")
    if isinstance(match, str) and match in season.matches:
        teams = [line_up.franchise for line_up in season.line_ups_of(match) if line_up.franchise in own]
        if teams:
            return ApprovalRequirement(teams[0], match)
    for franchise in _franchises_in(season, document):
        if franchise in own:
            return ApprovalRequirement(franchise)
    return None


def _franchises_in(season: state.Season, document: Mapping[str, Any]) -> list[str]:
    """The franchises a command names, directly or through something they own."""
    found = [document.get("franchise"), document.get("partner")]
    for field, shelf in (
        ("driver", season.contracts),
        ("car", season.cars),
        ("item", season.items),
        ("sponsor", season.sponsors),
    ):
        thing: Any = shelf.get(document[field]) if isinstance(document.get(field), str) else None
        found.append(getattr(thing, "franchise", None))
    trade = season.trades.get(document["trade"]) if isinstance(document.get("trade"), str) else None
    if trade is not None:
        found += [trade.franchise, trade.partner]
    return [id for id in found if isinstance(id, str) and id]
