"""Schemas of duels that a referee runs at a table, and of what they enter."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from api.duels.schemas import ScoreSheetOut


class DuelSummaryOut(msgspec.Struct, frozen=True, kw_only=True):
    """A duel of a season, in brief."""

    number: int
    """Number of the duel in its season, 1 for the first."""
    title: str
    """Title of the duel."""
    match: str | None
    """Short id of the match it is fought for; null for none."""
    answers_version: int
    """Version of the referee's questionnaire that it is scored by; 0 for the printed answers."""
    duelists: int
    """How many vehicles entered it."""
    moment: str
    """Turn and phase that are played now, or in which it ended, in words."""
    ended: bool
    """Whether it is over."""
    reported: bool
    """Whether it was reported; then nothing of it changes any more."""
    opened_at: datetime
    """When it was opened."""
    read: str
    """Address of its score sheet and log."""


class SeasonDuelsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The duels of a season that are or were run at a table."""

    season: str
    duels: tuple[DuelSummaryOut, ...]
    """The duels, the newest first."""


class DuelVehicleOut(msgspec.Struct, frozen=True, kw_only=True):
    """A vehicle in a duel at its start."""

    id: str
    """Id of the vehicle in the duel; that of the car where a match is fought."""
    name: str
    """Name that sentences call it by."""
    team: str
    """Team that it fights for; empty where it fights for itself."""
    occupants: int
    """How many people were aboard."""
    speed: int
    """Starting speed in miles an hour (CW-S-039)."""


class DuelEndingOut(msgspec.Struct, frozen=True, kw_only=True):
    """How a duel ended, or ends once its open phase is closed."""

    phase: int
    """Phase at whose close it ends, counted from the start."""
    moment: str
    """The same as turn and phase, in words."""
    reason: str
    """What ends it: `instant`, `held`, `last_vehicle`, `turn_limit` or `time_called`."""
    winner: str
    """Id of the vehicle that met a condition of winning; empty where none did."""
    rule: str
    sentence: str
    """How it ends, in a sentence."""


class DuelConditionOut(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a vehicle and its crew, as the report of a match asks for it."""

    id: str
    """Id of the vehicle."""
    team: str
    """Team that it fights for; its own id where it fights for itself."""
    place: int
    """Place, 1 for the best; equals share one."""
    occupants: int
    """How many people were aboard."""
    alive: int
    """How many of them live."""
    can_drive: bool
    """Whether one of them can drive."""
    can_fire: bool
    """Whether a weapon of it can be fired."""
    control: str
    """Whether it is `controlled`, or how it is out of control."""
    speed: int
    """Speed in miles an hour."""
    on_fire: bool
    """Whether it burns."""
    destroyed: bool
    """Whether it was destroyed."""
    left_arena: bool
    """Whether it left the arena."""
    surrendered: bool
    """Whether it surrendered."""
    kills: int
    """Complete kills of which nobody has a greater share."""
    scores: int
    """Checkpoints, targets and jumps that it was awarded."""


class DuelLogLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """An event or a ruling that was entered at the table."""

    key: str
    """Key of the action that entered it, by which others name it."""
    number: int
    """Place among all actions of the duel, 1 for the first."""
    index: int
    """Phase in which it happened, counted from the start of the duel."""
    turn: int
    """Turn in which it happened."""
    phase: int
    """Phase of that turn."""
    type: str
    """Type of the event; `ruling` for a ruling on the credit for a kill."""
    document: dict[str, Any]
    """The event as `duels/score` takes it, or a ruling with the key of its kill, its shares and its note."""
    says: str
    """The same in a sentence."""
    note: str
    """Note of who entered it; may be empty."""
    by: str
    """Who entered it, as the reader may know them."""
    at: datetime
    """When it was entered."""
    undone: bool
    """Whether it is undone, so that it does not count."""


class SeasonDuelOut(msgspec.Struct, frozen=True, kw_only=True):
    """A duel with its score sheet and its log. Its sheet counts the open phase as if it were over."""

    season: str
    number: int
    """Number of the duel in its season, 1 for the first."""
    title: str
    """Title of the duel."""
    match: str | None
    """Short id of the match it is fought for; null for none."""
    version: int
    """How often it was changed."""
    closed: int
    """Last phase that is closed, counted from the start; 0 for none."""
    phases_per_turn: int
    """How many phases a turn has."""
    turn: int
    """Turn that is played now, or in which it ended."""
    phase: int
    """Phase of that turn."""
    can_enter: bool
    """Whether you may enter what happens in it."""
    reported: bool
    """Whether it was reported; then nothing of it changes any more."""
    ended: DuelEndingOut | None
    """How it ended; null while it goes on."""
    ends_at_close: DuelEndingOut | None
    """How it ends if the open phase is closed as it stands; null where it goes on, and once it is over."""
    duelists: tuple[DuelVehicleOut, ...]
    """The vehicles, in the order they entered."""
    answers_version: int
    """Version of the referee's questionnaire that it is scored by; 0 for the printed answers."""
    settings: dict[str, Any]
    """Settings that it is scored by, as `duels/score` takes them."""
    arena: dict[str, Any]
    """What the arena awards, as `duels/score` takes it."""
    sheet: ScoreSheetOut
    """Its score sheet."""
    conditions: tuple[DuelConditionOut, ...]
    """What became of each vehicle, in the order they entered."""
    log: tuple[DuelLogLineOut, ...]
    """Every event and ruling, in the order they were entered."""


class DuelEntrantIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A vehicle that enters a duel which is fought for no match."""

    name: str
    """Name of the vehicle, in at most 60 characters; its id is made of it."""
    speed: int
    """Starting speed in miles an hour, a multiple of 5 (CW-S-039)."""
    team: str = ""
    """Team that it fights for; empty where it fights for itself."""
    occupants: int = 1
    """How many people are aboard, 1 to 6."""


class ArenaNamesIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The names on an arena's sheet; what each is worth the questionnaire says (CW-S-020 to CW-S-022)."""

    checkpoints: tuple[str, ...] = ()
    """Names of checkpoints, 50 at most."""
    targets: tuple[str, ...] = ()
    """Names of targets, 50 at most."""
    jumps: tuple[str, ...] = ()
    """Names of jumps, 50 at most."""


class OpenDuelIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A duel to open: for a match that is a duel, with its line-ups locked, or with entrants of your own."""

    title: str
    """Title of the duel, in at most 120 characters; empty for its number."""
    match: str = ""
    """Short id of the match, whose line-ups are the entrants; empty for none."""
    speeds: dict[str, int] = {}
    """Starting speeds of the match's cars in miles an hour, by short id; without a match, none."""
    entrants: tuple[DuelEntrantIn, ...] = ()
    """The vehicles, 2 to 20; with a match, none."""
    arena: ArenaNamesIn = ArenaNamesIn()
    """What is on the arena's sheet."""


class DuelActionIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that the referee does at the table; `act` says which of the other fields it needs."""

    key: str
    """Key of your own in 1 to 60 characters, such as a UUID: an action is taken once under its key."""
    act: str
    """What is done: `enter` an event, `undo` or `redo` an entry, `close` or `reopen` a phase, or `rule` on a kill."""
    event: dict[str, Any] | None = None
    """Event that is entered, as `duels/score` takes it; null for other acts."""
    of: str | None = None
    """Key of the entry that is undone or redone, or of the kill that is ruled on; null for other acts."""
    phase: int | None = None
    """Phase that is closed or reopened, counted from the start; null for other acts."""
    shares: dict[str, str] | None = None
    """Share of each vehicle in a kill as a fraction, that of "" nobody's; null for other acts."""
    note: str | None = None
    """Why the credit for a kill is ruled otherwise; null for other acts."""


class DuelActionsIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was done at the table, in its order."""

    actions: tuple[DuelActionIn, ...]
    """The actions, 200 at most."""


class DuelActionOut(msgspec.Struct, frozen=True, kw_only=True):
    """Whether an action was taken."""

    key: str
    """Key of the action; empty where it had none that can be used."""
    ok: bool
    """Whether it was taken, now or before."""
    sentence: str
    """Why it was refused and what to do; empty where it was taken."""


class DuelActionsOut(msgspec.Struct, frozen=True, kw_only=True):
    """What became of actions at the table."""

    results: tuple[DuelActionOut, ...]
    """The result of each action, in the order they were sent."""
    duel: SeasonDuelOut
    """The duel after them."""
