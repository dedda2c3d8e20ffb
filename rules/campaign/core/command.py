"""The command registry: every change to a season is one of these, for pages, API, command line and bots alike.

A command is a frozen dataclass in the chapter it belongs to. It checks everything and then changes; when it
refuses, the state is untouched. Tags and field names are public: add with defaults, never rename.
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
    """Who may give a command; a commissioner may give an owner's on their behalf, with a reason (HOUSE-007)."""

    OWNER = "owner"
    COMMISSIONER = "commissioner"
    SEASON = "season"
    """Given by nobody: the season's own next step, named by `due`."""


class OutOfStep(Refusal):
    """The command is not allowed at the current step of the season or the match."""


class RefusedUnderSeal(Refusal):
    """The command was refused because of something sealed from the person, so the reason cannot be shown."""

    attempt: Mapping[str, Any] | None = None
    """What the league's log is told of it; None where it was only tried."""
    about: str = ""
    """The command that it refused, and of which match, where an amend asked for that."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose eyes a season is seen with, by the short ids of franchises; nobody's own see what is public alone.

    `owns` are those whose sealed choices are the reader's own. `answers` are those whose trade offers the reader may
    see: the same, and for a commissioner the seats that nobody owns.
    """

    owns: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()


PUBLIC_READER = Reader()


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What every command is: it performs itself on a season, and may be sealed for a while.

    A `shared` one is read under its seal by every franchise that it names, and not by whoever gave it alone.
    """

    shared: ClassVar[bool] = False

    def with_seal_name(self, name: str, season: Season) -> Command:  # noqa: ARG002 - most go by no name
        """The command as it is newly given, in a season that has what came before it.

        `name` is what a seal of its own goes by: it is public, and tells nobody anything. Raises a `Refusal` for what
        is not given any more, though it is performed again where it was.
        """
        return self

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Check everything, then change the season and say what changed. Raises `Refusal` with it untouched."""
        raise NotImplementedError

    def seal(self, season: Season) -> str:  # noqa: ARG002 - whether some are sealed is a matter of the season
        """Until which step others may not see it, such as `m1:M4`; empty when it is public at once.

        `season` is as the command left it.
        """
        return ""

    @classmethod
    def sealed_things(cls, season: Season, *, reader: Reader, now: Season) -> list[tuple[str, str]]:  # noqa: ARG003 - as above
        """What commands of this type left in a season that is sealed from the reader in the season as it is `now`.

        Each is the seal it stands under and an id for `hide`. It goes by what everybody may see alone, such as that a
        line-up was named: the same whatever is in it, and once it was hidden too.
        """
        return []

    @classmethod
    def hide(cls, season: Season, id: str, *, forget: bool) -> None:
        """Take a thing that `sealed_things` named out of a season; with `forget` as if its command was not given."""
        raise NotImplementedError

    def amend_placeholder(self) -> Command | None:
        """What stands for a sealed command that an amend has the season refuse, until its seal opens.

        It goes by what everybody may see alone, and leaves that as the command itself would. None where nothing of it
        is public.
        """
        return None

    def refuse_if_sealed(self, season: Season, reader: Reader) -> None:
        """Raise a `Refusal` where whether it is legal may hang on what is sealed from the reader.

        It goes by what everybody may see alone, so that the answer is the same whatever is sealed.
        """

    def sealed_refusal(self, season: Season, reader: Reader) -> RefusedUnderSeal:  # noqa: ARG002 - the lock names who is asked
        """What is answered where nothing but what is sealed from the reader refuses the command."""
        return RefusedUnderSeal(
            f"{tag_of(type(self))} is refused because of something sealed from you: ask again when it is open."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandType:
    """A row of the registry: the tag, the class, its legal steps, who may give it, and what it does.

    A `sealed` one may be hidden from others for a while; a `reasoned` one is a house act, given with a reason that
    everyone can read.
    """

    tag: str
    cls: type[Command]
    steps: tuple[str, ...]
    by: Giver
    sealed: bool
    reasoned: bool
    summary: str


COMMAND_TYPES: dict[str, CommandType] = {}
C = TypeVar("C", bound=type[Command])


def command(*, steps: tuple[str, ...], by: Giver, sealed: bool = False, reasoned: bool = False) -> Callable[[C], C]:
    """Register a command under its tag: the class's name in small letters with underscores.

    `steps` are season steps (S0 … closed) or, for a command with a `match`, match steps (M2 … settled).
    The first line of the docstring is its summary.
    """

    def register(cls: C) -> C:
        tag = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
        if tag in COMMAND_TYPES:
            raise ValueError(f"two commands are called {tag}")
        if not cls.__doc__:
            raise ValueError(f"{tag} does not say what it does")
        summary = cls.__doc__.strip().splitlines()[0]
        COMMAND_TYPES[tag] = CommandType(
            tag=tag, cls=cls, steps=steps, by=by, sealed=sealed, reasoned=reasoned, summary=summary
        )
        _TAGS[cls] = tag
        return cls

    return register


def tag_of(cls: type[Command]) -> str:
    """The tag of a command class."""
    return _TAGS[cls]


def command_type(tag: str) -> CommandType:
    """The row of that tag, or `Unknown`."""
    if tag not in COMMAND_TYPES:
        known = sorted(row.tag for row in COMMAND_TYPES.values() if row.by is not Giver.SEASON)
        raise Unknown(f"There is no command {tag[:80]!r}: use one of {', '.join(known)}.")
    return COMMAND_TYPES[tag]


def open_steps(season: Season) -> frozenset[str]:
    """The season steps that are open: hiring, garage and party are one window unless switched (DM-C-063, annex a)."""
    window = ("S1", "S2", "S3")
    if season.step in window and season.setting("season.setup_single_window"):
        return frozenset(window)
    return frozenset((season.step,))


def refuse_out_of_step(season: Season, given: Command) -> None:
    """Raise `OutOfStep` unless the command is legal in the step its season or match is in."""
    row = COMMAND_TYPES[tag_of(type(given))]
    match_id = getattr(given, "match", None)
    if match_id is not None and not set(MATCH_STEPS).isdisjoint(row.steps):
        at, where = frozenset((season.match(match_id).step,)), f"Match {match_id}"
    else:
        at, where = open_steps(season), "The season"
    if at.isdisjoint(row.steps):
        raise OutOfStep(
            f"{where} is at {_steps_in_words(at)} and {row.tag} belongs to {_steps_in_words(row.steps)}: "
            f"{'it is too late for it' if _too_late(at, row.steps) else 'finish the steps before it first'}."
        )


MATCH_STEPS = ("M2", "M3", "M4", "M5.1", "M5.4", "M5.9", "M5.10", "settled", "void")
SEASON_STEPS = ("S0", "S1", "S2", "S3", "M", "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "closed")
STEPS_BEFORE_CLOSED = SEASON_STEPS[:-1]
"""Every step of a season that is not closed: house acts may fall in any of them."""
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
    """The subjects a command names; a later fact about one of them is told to whoever read before it."""
    return subjects(given)


_TAGS: dict[type[Command], str] = {}
