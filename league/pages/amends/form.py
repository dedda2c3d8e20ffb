"""The form with which an entry is amended, read back as the corrections of an amend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from explain import links
from explain.correction_rendering import ACCEPT_REPORT_TAG, RenderedCommand, render_command
from explain.misread_dice import entered_dice, has_entered_dice
from explain.name_lookup import ids_in_documents, look_up_names, sentence_with_names_of_season
from explain.names import Names
from explain.season_names import SeasonNames
from journal import TypedFaces
from journal import entry_body as bodies
from journal.amends import corrections
from journal.amends.corrections import NewCorrections
from journal.amends.derivation import state_before
from journal.amends.misread_dice import Misreading, misreads_in
from journal.amends.timeline import AMEND_TAG, AMEND_TAGS, PREVIEW_TAG
from journal.dice.secret_hash_checks import OPEN_SEASON_TAG
from journal.state.visible import visible_earlier_state
from league.access import SEASON_ITSELF, Viewer
from league.models import Entry, Season
from league.pages.amends.choice import (
    AS_GIVEN,
    FORFEIT,
    MISREAD,
    REPLACE,
    STRIKE,
    TAKE_BACK,
    UNDO,
    VOID,
    WAYS,
    AmendForm,
    AmendSubject,
)
from league.pages.command_forms import chapters  # noqa: F401 - registers every form
from league.pages.command_forms.base import FORMS, CommandForm
from league.pages.command_forms.context import CommandContext
from league.queries.entries import all_entries
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import Giver, command_type
from rules.core.dice import Roll
from rules.core.refusals import Malformed, Refusal


class NothingPutRight(Refusal):
    """The correction is the same as what the entry says now."""


class NotPutRight(Refusal):
    """The entry cannot be corrected now, or not in that way."""


@dataclass(slots=True)
class AmendRequest:
    """An entry to be amended, with its forms; `command` is None if no other command can replace it."""

    subject: AmendSubject
    choice: AmendForm
    command: CommandForm | None
    before: Any
    """The season just before the entry; None if no form needs it."""

    @property
    def way(self) -> str:
        """The chosen way of amending."""
        return str(self.choice.cleaned_data["way"])

    def is_valid(self) -> bool:
        """Whether the forms are valid; the replacing command only if it is chosen."""
        if not self.choice.is_valid():
            return False
        return self.way != REPLACE or (self.command is not None and self.command.is_valid())

    def corrections(self) -> NewCorrections:
        """The corrections that were chosen. Raises `NothingPutRight`, `NeverReported`, `Malformed`, `NoAmend`."""
        row, number, match = self.subject.row, self.subject.number, self.subject.match
        way = self.way
        if way == REPLACE and self.command is not None:
            new_corrections = {number: [command_document(command) for command in self.command.commands()]}
        elif way == STRIKE:
            new_corrections = corrections.corrections_to_strike([number])
        elif way == AS_GIVEN:
            new_corrections = corrections.corrections_to_restore(row, [number])
        elif way == VOID:
            new_corrections = corrections.corrections_to_void(row, match)
        elif way == FORFEIT:
            new_corrections = self._forfeit_corrections(str(self.choice.cleaned_data["forfeits"]))
        elif way == UNDO:
            new_corrections = corrections.corrections_to_undo(row, number)
        elif way == MISREAD:
            new_corrections = {}
        else:
            raise Malformed("That cannot be done about this entry: choose one of the ways that are offered.")
        if (way == MISREAD and not self.misreadings()) or (
            way != UNDO and new_corrections.get(number) == self.subject.standing
        ):
            raise NothingPutRight("That is the same as before: change something, or cancel.")
        return new_corrections

    def misreadings(self) -> list[Misreading]:
        """The dice that were misread, or whose faces are restored by undoing an amend. Raises `NoAmend`."""
        if self.way == UNDO:
            return corrections.misreads_to_undo(self.subject.row, self.subject.number)
        return self.choice.misreadings() if self.way == MISREAD else []

    def add_refusal(self, refusal: Refusal) -> None:
        """Show a refusal beside the field it is about, or above the form."""
        if self.command is not None and self.command.is_bound and self.way == REPLACE:
            self.command.is_valid()
            self.command.add_refusal(refusal)
        else:
            self.choice.add_error(None, sentence_with_names_of_season(refusal.sentence, self.subject.row.pk))

    def _forfeit_corrections(self, franchise: str) -> NewCorrections:
        season, match = self.before, self.subject.match
        line_up = season.line_up(match, franchise)
        seats = season.seats_of(line_up.id)
        crew = {seat.driver for seat in seats} | {seat.gunner for seat in seats}
        crew |= {driver.id for driver in season.roster(franchise)}
        cars = [seat.car for seat in seats]
        return corrections.corrections_to_forfeit(self.subject.row, match, franchise, crew=crew, cars=cars)


@dataclass(frozen=True, slots=True)
class PreviewToSave:
    """A preview to be saved: its corrections, the faces entered for it, and its reason."""

    corrections: dict[int, list[dict[str, Any]]]
    misread: list[Misreading]
    typed: TypedFaces | None
    reason: str
    stale: bool
    """Whether the season has gone on since, so that the amend's effects may be different."""


def amend_subject(row: Season, viewer: Viewer, number: int) -> AmendSubject | None:
    """An entry as the viewer may amend it; None if the journal has no entry of that number."""
    entry: Any = all_entries(row.pk, viewer).filter(number=number).first()
    if entry is None:
        return None
    if not entry.may_read:
        return _unavailable(row, viewer, number, "It is still sealed: its owner may change it until it is open.")
    own, tag = bodies.load_body(entry.read_body).command, entry.read_command
    dice = entered_dice(row, _rolls(entry)) if viewer.is_commissioner and _may_hold_misread_dice(row, entry) else ()
    why_not = _why_not(row, entry, tag)
    if why_not and not dice:
        return _unavailable(row, viewer, number, why_not, tag=tag, own=own)
    standing = [] if tag == AMEND_TAG else corrections.standing_commands_at(row, number)
    ways = (MISREAD,) if dice else ()
    if not why_not:
        take_back = (TAKE_BACK,) if _is_own(viewer, own, tag) and standing == [own] else ()
        ways = (*take_back, *_ways(viewer, tag, own, standing), *ways)
    return AmendSubject(
        row=row, viewer=viewer, number=number, tag=tag, own=own, standing=standing, ways=ways, dice=dice
    )


def amend_request_for(subject: AmendSubject, *, given: QueryDict | None = None, way: str = "") -> AmendRequest:
    """The forms with which an entry is amended, empty or as they were sent."""
    before, command, teams = None, None, list[tuple[str, str]]()
    if {REPLACE, FORFEIT} & set(subject.ways):
        row = subject.row
        before, reader = visible_earlier_state(row, state_before(row, subject.number), subject.viewer)
        names = SeasonNames(row.pk, before)
        franchise = str(subject.own.get("franchise", ""))
        acted_for = franchise if franchise in before.franchises else ""
        desk = CommandContext(row, before, subject.viewer, names, reader, acted_for)
        standing_command: Mapping[str, Any] = subject.standing[-1] if subject.standing else subject.own
        if REPLACE in subject.ways:
            form_class = FORMS[subject.tag]
            command = form_class(desk=desk, written=standing_command, given=given, asked=_match_of(standing_command))
        if FORFEIT in subject.ways:
            line_ups = before.line_ups_of(subject.match)
            teams = names.franchise_choices(line_up.franchise for line_up in line_ups if not line_up.forfeited)
    return AmendRequest(subject, AmendForm(subject, teams=teams, given=given, way=way), command, before)


def amend_button_label(row: Season, viewer: Viewer, entry: Any) -> str:
    """The label of the button with which the viewer amends an entry of `all_entries`; "" if they cannot.

    It takes no query.
    """
    if not entry.may_read or not (viewer.is_commissioner or viewer.franchises):
        return ""
    tag = entry.read_command
    if _why_not(row, entry, tag):
        misread = (
            viewer.is_commissioner and _may_hold_misread_dice(row, entry) and has_entered_dice(row, _rolls(entry))
        )
        return "Correct a misread die" if misread else ""
    if viewer.is_commissioner:
        return "Undo this amend" if tag == AMEND_TAG else "Correct this entry"
    own = bodies.load_body(entry.read_body)
    unchanged = entry.read_retold is None or bodies.load_amended_body(entry.read_retold).standing == "followed"
    return WAYS[TAKE_BACK] if unchanged and not own.rolls and _is_own(viewer, own.command, tag) else ""


def preview_to_save(row: Season, number: int) -> PreviewToSave | None:
    """A preview as it would be saved; None if that entry is no preview."""
    entry = Entry.objects.filter(season=row, number=number, command=PREVIEW_TAG).first()
    if entry is None:
        return None
    body = bodies.load_body(entry.body)
    new_corrections = {
        int(entry_number): documents for entry_number, documents in body.command["corrections"].items()
    }
    typed = TypedFaces(**body.typed) if body.typed else None
    return PreviewToSave(new_corrections, misreads_in(body.command), typed, entry.reason, is_stale(row, number))


def is_stale(row: Season, number: int) -> bool:
    """Whether anything except previews was written after that entry."""
    return Entry.objects.filter(season=row, number__gt=number).exclude(command=PREVIEW_TAG).exists()


def standing_commands(subject: AmendSubject) -> list[RenderedCommand]:
    """The commands that are in the entry's place now, in words."""
    names: Names = look_up_names(subject.row.pk, ids_in_documents(*subject.standing))[0]
    return [render_command(command, names) for command in subject.standing]


def amend_form_url(season: str, number: int, way: str = "") -> str:
    """The address of the page on which an entry is amended."""
    return links.put_right_url(season, number) + (f"?way={way}" if way else "")


def _match_of(document: Mapping[str, Any]) -> dict[str, Any]:
    return {"match": document["match"]} if isinstance(document.get("match"), str) else {}


def _unavailable(
    row: Season, viewer: Viewer, number: int, why_not: str, *, tag: str = "", own: dict[str, Any] | None = None
) -> AmendSubject:
    return AmendSubject(
        row=row, viewer=viewer, number=number, tag=tag, own=own or {}, standing=[], ways=(), why_not=why_not
    )


def _why_not(row: Season, entry: Any, tag: str) -> str:
    """Why nobody can amend that entry, in a sentence; "" if it can be amended."""
    if row.step == "closed":
        return "This season is closed and stands as it is: correct a mistake in it by a house act in the next one."
    if tag == PREVIEW_TAG:
        return "A preview changed nothing: there is nothing in it to correct."
    if tag in AMEND_TAGS:
        return ""
    if tag == OPEN_SEASON_TAG:
        return "It opened the season and published the hash that every die is checked against: it cannot be changed."
    if entry.read_actor == SEASON_ITSELF or command_type(tag).by is Giver.SEASON:
        return "The season did that automatically: correct the entry that caused it, and this follows."
    if entry.seal and entry.opened_by is None:
        return "It is still sealed: its owner may change it until it is open."
    return ""


def _may_hold_misread_dice(row: Season, entry: Any) -> bool:
    """Whether the entry may have misread dice: it is neither sealed nor an amend, and the season is not closed."""
    sealed = bool(entry.seal) and entry.opened_by is None
    return row.step != "closed" and not sealed and entry.read_command not in AMEND_TAGS


def _rolls(entry: Any) -> list[Roll]:
    """The rolls that are in force at an entry of `all_entries`."""
    if entry.read_retold is not None:
        return bodies.load_amended_body(entry.read_retold).parsed_rolls()
    return bodies.load_body(entry.read_body).parsed_rolls()


def _ways(viewer: Viewer, tag: str, own: dict[str, Any], standing: list[dict[str, Any]]) -> tuple[str, ...]:
    if not viewer.is_commissioner:
        return ()
    if tag == AMEND_TAG:
        return (UNDO,)
    ways = [REPLACE] if tag in FORMS and FORMS[tag].rewritable else []
    if tag == ACCEPT_REPORT_TAG and any(document["type"] == ACCEPT_REPORT_TAG for document in standing):
        ways += [FORFEIT, VOID]
    if standing:
        ways.append(STRIKE)
    if standing != [own]:
        ways.append(AS_GIVEN)
    return tuple(ways)


def _is_own(viewer: Viewer, own: dict[str, Any], tag: str) -> bool:
    """Whether it is an owner's command for one of the viewer's franchises."""
    if tag in AMEND_TAGS or command_type(tag).by is not Giver.OWNER:
        return False
    return own.get("franchise") in {links.short_id(franchise.pk) for franchise in viewer.franchises}
