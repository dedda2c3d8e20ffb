"""The commands that may be given in a season now: by whom, about what, until when, and a body to send.

A command that the season waits for has a body made by the house's own standing orders, never by anybody's own, so it
says nothing about them. Everything is worked out on the season as the reader may see it. What has to wait for dice
is not listed, and in a league that can only be read nobody may give anything.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from api.awaited.possible_commands import PossibleCommands, proposed_id, required_fields
from api.awaited.schemas import AwaitedCommandOut
from journal.dice.awaited import blocking_item, dice_may_be_known
from journal.state.visible import load_visible_state
from league.access import Viewer, sandbox_maker
from league.models import Season
from league.queries.round_plans import with_planned_matches
from league.queries.windows import deadlines_and_plans
from rules.campaign.core import state
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import (
    COMMAND_TYPES,
    MATCH_STEPS,
    Command,
    CommandType,
    Giver,
    command_subjects,
    open_steps,
    tag_of,
)
from rules.campaign.season_end.off_season import CloseSeason
from rules.campaign.steward import DEFAULT_ORDERS, answers, next_commissioner_command
from rules.campaign.steward.waits import REPORT_STEP, Wait, current_waits, line_ups_of_franchise
from rules.core.refusals import Refusal

SCHEMA_URL = "/api/v1/catalogue/commands/"
ANSWER_TAGS: Mapping[str, str] = {
    "S1": "hire_rookie",
    "S2": "buy_car",
    "S3": "place_sponsor",
    "M3": "name_line_up",
    "M5.4": "decide_repairs",
    "M5.10": "finish_shopping",
    "E4": "keep_staff",
    "E5": "protect_drivers",
    "E6": "pick_driver",
    "E7": "declare_safe",
    "E8": "pick_sponsor",
}
"""The command that answers each wait of an owner, where no body is worked out."""
REPORT_TAG = "accept_report"
"""The command that gives a locked match its result."""
SUBJECT_FIELDS = ("franchise", "match", "driver", "car", "sponsor", "round", "trade", "item")
"""Fields of commands that name a thing."""
MOST_BODIES = 8
"""For how many awaited franchises a body is worked out, the reader's own first: each takes a copy of the season."""
MOST_OWNED = 4
"""For how many franchises of the reader's own every command that may be given is listed."""
OWN_STEPS = ("settled", "void")
"""Steps of matches at which nobody is asked anything any more."""


@dataclass(frozen=True, slots=True)
class CommandTimes:
    """What the commands depend on besides the journal and the viewer: deadlines, plans of rounds, and the time."""

    closes_at: Mapping[str, datetime | None]
    """The deadlines of the season's open windows, by their names; empty for a fork."""
    version: str
    """Text that differs after a deadline or a plan was changed, the league was archived, or dice may be known."""
    at: datetime
    """When they are read."""


@dataclass(frozen=True, slots=True)
class _Desk:
    """A season as its reader may see it, with the reader's franchises and the deadlines of its windows."""

    row: Season
    season: state.Season
    own: frozenset[str]
    commissions: bool
    times: CommandTimes
    possible: PossibleCommands

    def closes_at(self, window: str) -> datetime | None:
        """The deadline of a window, by its name."""
        return self.times.closes_at.get(window)

    def waits_for_dice(self, *commands: Command, subjects: Iterable[str] = ()) -> bool:
        """Whether one of those commands, or any command on those subjects, has to wait for dice that are awaited."""
        named = chain(subjects, *(command_subjects(command) for command in commands))
        closes = any(isinstance(command, CloseSeason) for command in commands)
        return blocking_item(self.row, named, closes=closes, at=self.times.at) is not None


def command_times(row: Season, viewer: Viewer, *, at: datetime) -> CommandTimes:
    """The times on which a season's commands depend, for this viewer: only commissioners see plans of rounds."""
    if row.step == "closed":
        return CommandTimes({}, "", at)
    deadlines, plans = deadlines_and_plans(row.pk, windows=not row.forked_from, plans=viewer.is_commissioner)
    known_dice = [item["entry"] for item in row.awaited if dice_may_be_known(item, at=at)]
    return CommandTimes(deadlines, repr((deadlines, plans, row.league.is_read_only, known_dice)), at)


def awaited_commands(row: Season, viewer: Viewer, times: CommandTimes) -> tuple[AwaitedCommandOut, ...]:
    """The commands that may be given now; those that the season waits for first, the reader's own before others'.

    Everybody sees what the season waits for; what else may be given is listed for the reader's own franchises, and
    for commissioners.
    """
    if row.step == "closed":
        return ()
    season, reader = load_visible_state(row, viewer)
    maker = sandbox_maker(row)
    commissions = viewer.is_commissioner or any(member.user_id == maker for member in viewer.memberships)
    own = reader.owns
    if row.league.is_read_only:
        own, commissions = frozenset(), False
    desk = _Desk(row, season, own, commissions, times, PossibleCommands(season, reader))
    needed = [*_owner_answers(desk), *_commissioner_steps(desk)]
    listed = {(line.type, line.franchise, line.match) for line in needed}
    return (*needed, *_other_commands(desk, listed))


def _owner_answers(desk: _Desk) -> Iterator[AwaitedCommandOut]:
    """What the season waits for from owners, the reader's own franchises first."""
    asked = [(wait, franchise) for wait in current_waits(desk.season) for franchise in wait.franchises]
    asked.sort(key=lambda question: question[1] not in desk.own)
    for place, (wait, franchise) in enumerate(asked):
        commands: list[Command] = []
        if place < MOST_BODIES and (franchise in desk.own or desk.commissions):
            with suppress(Refusal):  # what the reader may not see can be missing: then the line has no commands
                commands = answers(desk.season, franchise, DEFAULT_ORDERS)
        if commands and getattr(commands[-1], "match", wait.match) != wait.match:
            commands = []  # orders answer one match at a time, and this wait is for another
        if desk.waits_for_dice(*commands, subjects=(franchise,)):
            continue
        tag = tag_of(type(commands[-1])) if commands else ANSWER_TAGS[wait.step]
        documents = [command_document(command) for command in commands]
        yield _line(
            desk,
            COMMAND_TYPES[tag],
            franchise=franchise,
            match=wait.match,
            documents=documents,
            until=desk.closes_at(_window_name(desk, wait)),
            needed=True,
        )


def _window_name(desk: _Desk, wait: Wait) -> str:
    """The name of the window of a wait; hiring, garage and party may share that of the first."""
    if wait.what in desk.times.closes_at or wait.step not in open_steps(desk.season):
        return wait.what
    return next((step for step in sorted(open_steps(desk.season)) if step in desk.times.closes_at), wait.what)


def _commissioner_steps(desk: _Desk) -> Iterator[AwaitedCommandOut]:
    """What the season waits for from the commissioner: the next step, and results of matches that people report."""
    command = next_commissioner_command(desk.season)
    if command is not None and not desk.waits_for_dice(command):
        planned = with_planned_matches(command, desk.row.pk, desk.season) if desk.commissions else command
        document = command_document(planned or command)
        row = COMMAND_TYPES[tag_of(type(command))]
        about = str(getattr(command, "match", ""))
        yield _line(desk, row, match=about, documents=[document], until=None, needed=True)
    for match in desk.season.matches.values():
        if match.step == REPORT_STEP and not match.ruleset and not desk.waits_for_dice(subjects=(match.id,)):
            until = desk.closes_at(f"{REPORT_STEP}/{match.id}")
            yield _line(desk, COMMAND_TYPES[REPORT_TAG], match=match.id, documents=[], until=until, needed=True)


def _other_commands(
    desk: _Desk, listed: AbstractSet[tuple[str, str | None, str | None]]
) -> Iterator[AwaitedCommandOut]:
    """The commands that the rules would accept and nobody waits for, without those already `listed`."""
    for row, franchise, match in _at_their_step(desk):
        if (row.tag, franchise or None, match or None) in listed:
            continue
        fields = _known_fields(row, franchise=franchise, match=match)
        fields |= proposed_id(desk.season, row, fields)
        choice = None if desk.waits_for_dice(subjects=fields.values()) else desk.possible.choice(row, fields)
        if choice is not None:
            until = desk.closes_at(f"{desk.season.match(match).step}/{match}") if match else None
            document = {"type": row.tag, **fields}
            yield _line(
                desk, row, franchise=franchise, match=match, documents=[document], until=until, choices=tuple(choice)
            )


def _at_their_step(desk: _Desk) -> Iterator[tuple[CommandType, str, str]]:
    """The commands whose step it is, each with the reader's franchise or empty, and with its match or empty."""
    owned = sorted(desk.own & desk.season.franchises.keys())
    for row in COMMAND_TYPES.values():
        if row.by is Giver.OWNER and len(owned) <= MOST_OWNED:
            givers = owned
        elif row.by is Giver.COMMISSIONER and desk.commissions:
            givers = [""]
        else:
            givers = []
        for franchise in givers:
            yield from ((row, franchise, match) for match in _matches_at_step(desk, row, franchise))


def _matches_at_step(desk: _Desk, row: CommandType, franchise: str) -> Iterator[str]:
    """The matches at a command's step, those of the franchise if it has one; once empty if it belongs to no match."""
    if set(MATCH_STEPS).isdisjoint(row.steps):
        if not open_steps(desk.season).isdisjoint(row.steps):
            yield ""
        return
    matches = (
        [desk.season.match(line_up.match) for line_up in line_ups_of_franchise(desk.season, franchise)]
        if franchise
        else list(desk.season.matches.values())
    )
    yield from (match.id for match in matches if match.step in row.steps and match.step not in OWN_STEPS)


def _known_fields(row: CommandType, *, franchise: str, match: str) -> dict[str, Any]:
    """The franchise and the match of a command, as far as it has fields for them."""
    known = {"franchise": franchise, "match": match}
    names = {field.name for field in dataclasses.fields(row.cls)}
    return {name: id for name, id in known.items() if id and name in names}


def _line(
    desk: _Desk,
    row: CommandType,
    *,
    documents: list[dict[str, Any]],
    until: datetime | None,
    franchise: str = "",
    match: str = "",
    needed: bool = False,
    choices: tuple[str, ...] = (),
) -> AwaitedCommandOut:
    """A line with its body; its document is the last of `documents`, and `choices` are fields that are left open."""
    own = bool(franchise) and franchise in desk.own
    may_give = own or desk.commissions
    document = (
        documents[-1] if documents else {"type": row.tag, **_known_fields(row, franchise=franchise, match=match)}
    )
    open_fields = [name for name in dict.fromkeys((*required_fields(row.cls), *choices)) if name not in document]
    body: dict[str, Any] | None = None
    if may_give:
        body = {"commands": documents or [document]}
        if franchise and not own:
            body |= {"on_behalf_of": franchise, "reason": ""}
        elif row.reasoned:
            body["reason"] = ""
    return AwaitedCommandOut(
        type=row.tag,
        by=row.by.value,
        franchise=franchise or None,
        match=match or None,
        subjects={name: value for name in SUBJECT_FIELDS if isinstance(value := document.get(name), str)},
        needed=needed,
        may_give=may_give,
        until=until,
        schema=f"{SCHEMA_URL}{row.tag}",
        open=tuple(open_fields) + (("reason",) if body is not None and "reason" in body else ()),
        example=body,
    )
