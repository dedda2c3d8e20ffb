"""Rulings of commissioners on their own: somebody else approves first, or the journal says that nobody could.

The league's other commissioners are asked or, if there are none, the owners of the other teams. A proposal changes no
season; once confirmed it is performed as the commissioner's own command, and its reason says who confirmed it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from journal import AmendResult, BatchResult, TypedFaces, amend, perform, preview_amend
from journal.amends.corrections import standing_commands_at
from journal.amends.impact import foresee_impact
from journal.amends.misread_dice import Misreading, misreads_document, misreads_in
from journal.amends.writer import AmendObstructed
from journal.approvals import voids_locked_match
from journal.dice.dependent_batches import SkippedCommands
from journal.input_validation import LONGEST_REASON
from journal.state import store
from journal.state.visible import log_sealed_attempts
from journal.writer import refuse_unperformable_batch
from league.access import NotYours
from league.models import Membership, Ruling, Season
from league.packet_statements import packet_statement_digest
from league.queries.report_claims import agreed_claim, claims_of, standing_claims
from league.queries.rulings import franchises_run_by, possible_approvers
from rules.campaign.commissioner.void_matches import VoidMatch
from rules.campaign.core import state
from rules.campaign.core.codec import command_document, command_from_document
from rules.campaign.core.command import Command, Giver, command_type, tag_of
from rules.campaign.match_day.reports import AcceptReport, figures_digest
from rules.core.refusals import Malformed, Refusal
from scheduling.evidence import refuse_added_evidence, with_evidence
from scheduling.first_names import hold_names, with_proper_corrections, with_proper_names
from scheduling.notices.mail import notify_and_mail

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


WITHDRAW, CONFIRM, DECLINE = "withdraw", "confirm", "decline"


class AnsweredAlready(Refusal):
    """The ruling has already been confirmed, declined or withdrawn."""


class NoSuchRuling(Refusal):
    """The season has no ruling with that number."""


@dataclass(frozen=True, slots=True)
class RulingOutcome:
    """The result of a ruling: the answer once it is performed, or the ruling while it waits for approval."""

    answer: BatchResult | None
    ruling: Ruling | None = None
    number: int = 0

    @property
    def waiting_message(self) -> str:
        """A sentence that says it is waiting."""
        own = self.ruling is None or bool(self.ruling.franchise)
        reason = "It is your own match" if own else "This needs a second person"
        return f"{reason}: your ruling waits until somebody else confirms it, and nothing has changed yet."


def perform_or_request_approval(
    row: Season,
    season: state.Season | None,
    commands: Sequence[Command],
    *,
    member: Membership,
    at: datetime,
    key: str,
    on_behalf_of: str = "",
    reason: str = "",
    seen: int | None = None,
    typed: TypedFaces | None = None,
    words: str = "",
) -> RulingOutcome:
    """Perform commands; if a commissioner rules on their own with them, ask for approval first.

    Without a `season` it is loaded when needed. Raises `EvidenceUntrue`, `EvidenceTooWeak`, `NameTaken`, and what
    `perform` raises, even if approval is only requested: nobody is asked about what would be refused, and
    nobody twice while the same request waits.
    """
    signed: dict[str, Any] = {"on_behalf_of": on_behalf_of, "reason": reason, "seen": seen, "typed": typed}
    with hold_names(row, commands):
        proper = with_proper_names(row, commands)
        return _perform_or_request(row, season, proper, member=member, at=at, key=key, words=words, **signed)


def _perform_or_request(
    row: Season,
    season: state.Season | None,
    commands: Sequence[Command],
    *,
    member: Membership,
    at: datetime,
    key: str,
    on_behalf_of: str,
    reason: str,
    seen: int | None,
    typed: TypedFaces | None,
    words: str,
) -> RulingOutcome:
    signed: dict[str, Any] = {"actor": member.handle, "at": at, "on_behalf_of": on_behalf_of, "typed": typed}
    commands = with_evidence(row, season, commands, member=member, key=key, reason=reason)
    stake = None if row.forked_from else approval_requirement(row, season, commands, member=member)
    if stake is None:
        return RulingOutcome(perform(row.pk, commands, key=key, reason=reason, seen=seen, words=words, **signed))
    season = season or store.load(row).season
    documents = [command_document(command) for command in commands]
    existing = _existing_ruling_or_approvers(row, season, stake, member, key=key)
    if isinstance(existing, Ruling):
        return RulingOutcome(None, existing)
    people = existing
    if not people:
        with log_sealed_attempts(), transaction.atomic():
            noted = _append_sentence(reason, stake.solo_note)
            answer = perform(row.pk, commands, key=key, reason=noted, seen=seen, alone=True, words=words, **signed)
            if not answer.repeated:
                _create_ruling(
                    row,
                    stake,
                    member,
                    key=key,
                    at=at,
                    reason=reason,
                    commands=documents,
                    standing=Ruling.Standing.ALONE,
                    answered_at=at,
                    entry=answer.entries[0].number,
                )
        return RulingOutcome(answer, number=answer.entries[0].number)
    refuse_unperformable_batch(row.pk, commands, key=key, reason=reason, seen=seen, **signed)
    asked = {"commands": documents, "typed": _faces_document(typed), "reason": reason}
    return RulingOutcome(None, _ask_once(row, stake, member, people, asked, key=key, at=at))


def amend_or_request_approval(
    row: Season,
    corrections: Mapping[int, Sequence[dict[str, Any]]],
    *,
    member: Membership,
    at: datetime,
    key: str,
    reason: str,
    typed: TypedFaces | None = None,
    preview: int | None = None,
    misread: Sequence[Misreading] = (),
    words: str = "",
) -> RulingOutcome:
    """Amend; if it changes what is the commissioner's own, or touches dice, ask for approval first.

    Raises `EvidenceUntrue`, `NameTaken`, and what `amend` raises.
    """
    refuse_added_evidence(row, corrections)
    corrections = with_proper_corrections(row, corrections)
    season = store.load(row).season
    stake = (
        None
        if row.forked_from
        else amend_approval_requirement(row, season, corrections, member=member, misread=misread)
    )
    if stake is None:
        by: dict[str, Any] = {"actor": member.handle, "at": at, "key": key, "reason": reason, "words": words}
        result = amend(row.pk, corrections, typed=typed, misread=misread, **by)
        return RulingOutcome(None, number=result.number)
    documents = {str(number): list(correction) for number, correction in corrections.items()}
    existing = _existing_ruling_or_approvers(row, season, stake, member, key=key)
    if isinstance(existing, Ruling):
        return RulingOutcome(None, existing)
    people = existing
    with log_sealed_attempts(), transaction.atomic():
        signed: dict[str, Any] = {"actor": member.handle, "at": at, "key": key, "typed": typed, "misread": misread}
        if people:
            _refuse_obstructed(preview_amend(row.pk, corrections, reason=reason, **signed))
            transaction.set_rollback(True)
        else:
            noted = _append_sentence(reason, stake.solo_note)
            result = amend(row.pk, corrections, reason=noted, alone=True, words=words, **signed)
        if not people and not result.repeated:
            _create_ruling(
                row,
                stake,
                member,
                key=key,
                at=at,
                reason=reason,
                corrections=documents,
                misread=misreads_document(misread),
                preview=preview,
                standing=Ruling.Standing.ALONE,
                answered_at=at,
                entry=result.number,
            )
    if not people:
        return RulingOutcome(None, number=result.number)
    asked = {
        "corrections": documents,
        "misread": misreads_document(misread),
        "preview": preview,
        "typed": _faces_document(typed),
        "reason": reason,
    }
    return RulingOutcome(None, _ask_once(row, stake, member, people, asked, key=key, at=at))


def _refuse_obstructed(preview: AmendResult) -> None:
    """Raise `AmendObstructed` for certain obstacles; those that depend on dice are shown to nobody."""
    if preview.amended.obstacles:
        raise AmendObstructed(" ".join(preview.amended.obstacles[:3]))


def ruling_approvers(ruling: Ruling, season: state.Season, *, league: str) -> list[Membership]:
    """Who may confirm or decline a ruling now."""
    proposer = Membership.objects.filter(handle=ruling.actor).first()
    if proposer is None:
        return []
    own = franchises_run_by(proposer) | {ruling.franchise}
    teams = other_teams(season, ApprovalRequirement(ruling.franchise, ruling.match), own)
    return possible_approvers(league, user=proposer.user_id, teams=teams)


@log_sealed_attempts()
@transaction.atomic
def answer_ruling(
    row: Season,
    number: int,
    act: str,
    *,
    members: Collection[Membership],
    at: datetime,
    said: str = "",
    words: str = "",
) -> Ruling:
    """Confirm a ruling, decline it with a reason, or withdraw one's own.

    A confirmed ruling throws with the words of the member who confirms it. Raises `NoSuchRuling`, `AnsweredAlready`,
    `NotYours`, `Malformed`, and for a confirmed one `NameTaken` and what `perform` or `amend` raises: then it is
    still waiting.
    """
    ruling = Ruling.objects.select_for_update().filter(season=row, pk=number).first()
    if ruling is None:
        raise NoSuchRuling("There is no such ruling in this season: look at those that wait.")
    if ruling.standing != Ruling.Standing.WAITING:
        raise AnsweredAlready(f"That ruling is already {ruling.get_standing_display()}: nothing is left to answer.")
    if act == WITHDRAW:
        answerer = next((member for member in members if member.handle == ruling.actor), None)
        if answerer is None:
            raise NotYours("Only the person who proposed a ruling takes it back: confirm it, or decline it.")
        return _record_answer(ruling, Ruling.Standing.WITHDRAWN, answerer, at=at, said=said)
    approvers = {approver.pk for approver in ruling_approvers(ruling, store.load(row).season, league=row.league_id)}
    answerer = next((member for member in members if member.pk in approvers), None)
    if answerer is None:
        raise NotYours(
            "That ruling is for somebody else to answer: another commissioner, or the owner of the other side."
        )
    if act == DECLINE:
        if not said.strip():
            raise Malformed("A ruling is declined with a reason that everybody can read: say why.")
        return _record_answer(ruling, Ruling.Standing.DECLINED, answerer, at=at, said=said)
    if act != CONFIRM:
        raise Malformed("A ruling is confirmed, declined or taken back: press one of its buttons.")
    ruling.entry, left_out = _perform_ruling(row, ruling, answerer, at=at, words=words)
    if left_out is not None:
        said = f"{said.strip()} {left_out.sentence}".strip()
    return _record_answer(ruling, Ruling.Standing.CONFIRMED, answerer, at=at, said=said)


def _perform_ruling(
    row: Season, ruling: Ruling, approver: Membership, *, at: datetime, words: str
) -> tuple[int, SkippedCommands | None]:
    """Perform a ruling: the number of its entry, and what of it had to be left out because of awaited dice."""
    approver_text = (
        "another commissioner"
        if approver.role == Membership.Role.COMMISSIONER
        else f"the owner of {_franchise_name(approver)}"
    )
    signed: dict[str, Any] = {
        "actor": ruling.actor,
        "at": at,
        "key": f"ruling.{ruling.pk}",
        "reason": _append_sentence(
            ruling.reason,
            f"Ruled on their own match and confirmed by {approver_text}."
            if ruling.franchise
            else f"Approved by {approver_text}.",
        ),
        "typed": TypedFaces(**ruling.typed) if ruling.typed else None,
        "words": words,
    }
    if ruling.is_amend:
        corrections = with_proper_corrections(row, {int(at_): given for at_, given in ruling.corrections.items()})
        misread = misreads_in({"misread": ruling.misread})
        return amend(row.pk, corrections, misread=misread, approved_by=approver.handle, **signed).number, None
    commands = [command_from_document(command) for command in ruling.commands]
    with hold_names(row, commands):
        proper = with_proper_names(row, commands)
        answer = perform(row.pk, proper, approved_by=approver.handle, **signed)
    return answer.entries[0].number, answer.left_out


def _franchise_name(member: Membership) -> str:
    franchise: Any = member.franchise
    return str(franchise.name)


def _record_answer(ruling: Ruling, standing: str, answerer: Membership, *, at: datetime, said: str) -> Ruling:
    ruling.standing, ruling.answered_by, ruling.answered_at = standing, answerer.handle, at
    ruling.said = said.strip()[:LONGEST_REASON]
    ruling.save()
    if standing != Ruling.Standing.WITHDRAWN:
        notify_and_mail(
            Membership.objects.filter(handle=ruling.actor),
            about=f"ruling_{standing}",
            key=f"ruling_{standing}/{ruling.pk}",
            at=at,
            season=ruling.season,
            arguments={"what": _subject_text(ruling), "said": ruling.said},
        )
    return ruling


def _existing_ruling_or_approvers(
    row: Season, season: state.Season, stake: ApprovalRequirement, member: Membership, *, key: str
) -> Ruling | list[Membership]:
    """The ruling made under that key before, or otherwise whom to ask."""
    ruling = Ruling.objects.filter(season=row, key=key).exclude(standing=Ruling.Standing.ALONE).first()
    if ruling is not None:
        return ruling
    return possible_approvers(
        row.league_id, user=member.user_id, teams=other_teams(season, stake, franchises_run_by(member))
    )


@transaction.atomic
def _ask_once(
    row: Season,
    stake: ApprovalRequirement,
    member: Membership,
    people: Sequence[Membership],
    asked: Mapping[str, Any],
    *,
    key: str,
    at: datetime,
) -> Ruling:
    """The member's ruling that asks the same and waits already; otherwise a new one, and the people are asked.

    The season is locked, so that of two requests at once under different keys the second finds the first's ruling.
    """
    Season.objects.select_for_update().get(pk=row.pk)
    for waiting in Ruling.objects.filter(season=row, actor=member.handle, standing=Ruling.Standing.WAITING):
        if all(getattr(waiting, name) == value for name, value in asked.items()):
            return waiting
    ruling = _create_ruling(row, stake, member, key=key, at=at, **asked)
    _request_approval(ruling, people, at=at)
    return ruling


def _create_ruling(row: Season, stake: ApprovalRequirement, member: Membership, **fields: Any) -> Ruling:
    return Ruling.objects.create(
        season=row, match=stake.match, franchise=stake.franchise, actor=member.handle, **fields
    )


def _request_approval(ruling: Ruling, people: Sequence[Membership], *, at: datetime) -> None:
    notify_and_mail(
        people,
        about="ruling_asked",
        key=f"ruling_asked/{ruling.pk}",
        at=at,
        season=ruling.season,
        arguments={"what": _subject_text(ruling), "reason": ruling.reason},
    )


def _subject_text(ruling: Ruling) -> str:
    text = "an amend" if ruling.is_amend else str(ruling.commands[0]["type"]).replace("_", " ")
    return f"{text}, match {ruling.match}" if ruling.match else text


def _faces_document(typed: TypedFaces | None) -> dict[str, Any]:
    if typed is None:
        return {}
    return {"faces": dict(typed.faces), "typist": typed.typist, "witness": typed.witness}


def _append_sentence(reason: str, sentence: str) -> str:
    """A reason followed by a sentence; a long reason is cut to fit."""
    return f"{reason[: LONGEST_REASON - len(sentence) - 1]} {sentence}".strip()
