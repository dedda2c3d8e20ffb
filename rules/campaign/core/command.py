"""The command registry. Every change to a season is a command, for pages, API, command line and bots alike.

A command is a frozen dataclass in the chapter it belongs to. It checks everything before it changes anything, so a
refusal leaves the state untouched. Tags and field names are public: add fields with defaults, never rename.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rules.campaign.core.facts import Fact, subjects
from rules.core.refusals import Refusal, Unknown

if TYPE_CHECKING:
    from rules.campaign.core.state import Season
    from rules.core.dice import Dice


class Giver(StrEnum):
    """Who may give a command. A commissioner may give an owner's on their behalf, with a reason (HOUSE-007)."""

    OWNER = "owner"
    COMMISSIONER = "commissioner"
    SEASON = "season"
    """Given by no person: the season's own next step, which `due` names."""


class OutOfStep(Refusal):
    """The command is not allowed at the current step of the season or the match."""


class RefusedUnderSeal(Refusal):
    """The command was refused because of something sealed from the person, so the reason cannot be shown."""

    attempt: Mapping[str, Any] | None = None
    """The row for the league's log; None for a trial."""
    about: str = ""
    """The tag of the refused command and its match, where an amend ran into it."""


@dataclass(frozen=True, slots=True)
class Reader:
    """From whose point of view a season is read, by short ids of franchises. Without any it is the public's.

    `owns` are the franchises whose sealed choices are the reader's own. `answers` are those whose trade offers the
    reader may see: the same, and for a commissioner also the franchises without an owner.
    """

    owns: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()


PUBLIC_READER = Reader()


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """The base of all commands: each performs itself on a season, and may be sealed for a while.

    While a `shared` command is sealed, every franchise that it names may read it, not only the one that gave it.
    """

    shared: ClassVar[bool] = False

    def with_seal_name(self, name: str, season: Season) -> Command:  # noqa: ARG002 - most commands have no seal of their own
        """The command to record when it is newly given, in the season that it will be performed on.

        `name` is the public name of its own seal, if it has one, and reveals nothing. Raises a `Refusal` for a
        command that is no longer accepted, although the journals that hold it still replay.
        """
        return self

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Check everything, then change the season and return the facts. A `Refusal` leaves the season untouched."""
        raise NotImplementedError

    def seal(self, season: Season) -> str:  # noqa: ARG002 - some commands are sealed only in some seasons
        """The seal that hides it, by the step that opens it, such as `m1:M4`; empty when it is public at once.

        `season` is the season after the command.
        """
        return ""

    @classmethod
    def sealed_things(cls, season: Season, *, reader: Reader, now: Season) -> list[tuple[str, str]]:  # noqa: ARG003 - as above
        """What commands of this type left in `season` that is sealed from the reader in the season `now`.

        Each is a pair of its seal and an id for `hide`. The answer depends only on what is public, such as that a
        line-up was named. So it is the same whatever was chosen, and the same after `hide`.
        """
        return []

    @classmethod
    def hide(cls, season: Season, id: str, *, forget: bool) -> None:
        """Remove what `sealed_things` named by that id; with `forget` as if its command was never given."""
        raise NotImplementedError

    def amend_placeholder(self) -> Command | None:
        """What replaces a sealed command, until its seal opens, when an amend causes it to be refused.

        It depends only on what is public, and leaves the public state as the command would. None for a command
        without anything public.
        """
        return None

    def refuse_if_sealed(self, season: Season, reader: Reader) -> None:
        """Raise a `Refusal` if the command's legality could depend on what is sealed from the reader.

        The answer depends only on what is public, so it is the same whatever is sealed.
        """

    def sealed_refusal(self, season: Season, reader: Reader) -> RefusedUnderSeal:  # noqa: ARG002 - the lock names who is asked
        """The refusal to show the reader where only something sealed from them refuses the command."""
        return RefusedUnderSeal(
            f"{tag_of(type(self))} is refused because of something sealed from you: ask again when it is open."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandType:
    """A row of the registry: the tag, the class, its legal steps, who may give it, and what it does.

    A `sealed` command may be hidden from others for a while. A `reasoned` one is a commissioner's act, given with a
    reason that everyone can read. `instead` says what to do once it is too late for the command, as the end of a
    sentence.
    """

    tag: str
    cls: type[Command]
    steps: tuple[str, ...]
    by: Giver
    sealed: bool
    reasoned: bool
    summary: str
    instead: str = ""


COMMAND_TYPES: dict[str, CommandType] = {}
C = TypeVar("C", bound=type[Command])


def command(
    *, steps: tuple[str, ...], by: Giver, sealed: bool = False, reasoned: bool = False, instead: str = ""
) -> Callable[[C], C]:
    """Register a command under its tag: the class name in lower case with underscores.

    `steps` are season steps (S0 … closed) or, for a command with a `match`, match steps (M2 … settled). The first
    line of its docstring is its summary. `instead` says what to do once it is too late.
    """

    def register(cls: C) -> C:
        tag = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
        if tag in COMMAND_TYPES:
            raise ValueError(f"two commands are called {tag}")
        if not cls.__doc__:
            raise ValueError(f"{tag} does not say what it does")
        summary = cls.__doc__.strip().splitlines()[0]
        COMMAND_TYPES[tag] = CommandType(
            tag=tag, cls=cls, steps=steps, by=by, sealed=sealed, reasoned=reasoned, summary=summary, instead=instead
        )
        _TAGS[cls] = tag
        return cls

    return register


def tag_of(cls: type[Command]) -> str:
    """The tag of a command class."""
    return _TAGS[cls]


def command_type(tag: str) -> CommandType:
    """The row of a tag. Raises `Unknown`."""
    if tag not in COMMAND_TYPES:
        known = sorted(row.tag for row in COMMAND_TYPES.values() if row.by is not Giver.SEASON)
        raise Unknown(f"There is no command {tag[:80]!r}: use one of {', '.join(known)}.")
    return COMMAND_TYPES[tag]


def open_steps(season: Season) -> frozenset[str]:
    """The season steps that are open. Unless switched off, hiring, garage and party are one (DM-C-063, annex a)."""
    window = ("S1", "S2", "S3")
    if season.step in window and season.setting("season.setup_single_window"):
        return frozenset(window)
    return frozenset((season.step,))


def refuse_out_of_step(season: Season, given: Command) -> None:
    """Raise `OutOfStep` unless the command is legal at the current step of its season or match."""
    row = COMMAND_TYPES[tag_of(type(given))]
    match_id = getattr(given, "match", None)
    if match_id is not None and not set(MATCH_STEPS).isdisjoint(row.steps):
        current, where = frozenset((season.match(match_id).step,)), f"Match {match_id}"
    else:
        current, where = open_steps(season), "The season"
    if current.isdisjoint(row.steps):
        late = row.instead or "it is too late for it"
        raise OutOfStep(
            f"{where} is at {_steps_in_words(current)} and {row.tag} belongs to {_steps_in_words(row.steps)}: "
            f"{late if _too_late(current, row.steps) else 'finish the steps before it first'}."
        )


MATCH_STEPS = ("M2", "M3", "M4", "M5.1", "M5.4", "M5.9", "M5.10", "settled", "void")
SEASON_STEPS = ("S0", "S1", "S2", "S3", "M", "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "closed")
STEPS_BEFORE_CLOSED = SEASON_STEPS[:-1]
"""Every step before the season is closed: a commissioner's act is legal in any of them."""
STEP_ORDER = ("S0", "S1", "S2", "S3", "M", *MATCH_STEPS, *SEASON_STEPS[5:])
STEP_NAMES = {
    "S0": "founding",
    "S1": "hiring",
    "S2": "garage",
    "S3": "sponsor party",
    "M": "the rounds",
    "M2": "pre-match rolls",
    "M3": "line-ups",
    "M4": "locked, awaiting the report",
    "M5.1": "reported",
    "M5.4": "bills and repairs",
    "M5.9": "income banked",
    "M5.10": "shopping",
    "settled": "settled",
    "void": "void",
    "E1": "the final table",
    "E2": "the Metal Cup",
    "E3": "retirements",
    "E4": "keeping staff",
    "E5": "franchise contracts",
    "E6": "the draft",
    "E7": "safe sponsors",
    "E8": "the sponsor pool",
    "E9": "the off-season",
    "closed": "closed",
}


def _steps_in_words(steps: frozenset[str] | tuple[str, ...]) -> str:
    ordered = sorted(steps, key=STEP_ORDER.index)
    return " and ".join(f"{step} ({STEP_NAMES[step]})" for step in ordered)


def _too_late(at: frozenset[str], legal: tuple[str, ...]) -> bool:
    return min(map(STEP_ORDER.index, at)) > max(map(STEP_ORDER.index, legal))


def command_subjects(given: Command) -> tuple[str, ...]:
    """The subjects that a command names."""
    return subjects(given)


_TAGS: dict[type[Command], str] = {}
