"""What a command would come to, tried on copies of a season with dice of no season: no face to come is ever shown."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.pages.names import names_in, prose
from league.pages.telling import Names, Piece, Told, tell
from rules.campaign import state
from rules.campaign.calendar import due
from rules.campaign.codec import copy_of
from rules.campaign.command import Command, OutOfStep
from rules.campaign.facts import Fact
from rules.campaign.hiring import HiringClosed
from rules.campaign.perform import perform
from rules.campaign.turns import NotOnTurn
from rules.campaign.windows import LockedForMatch, ShopsClosed
from rules.dice import Dice, KeyRing, Roll
from rules.refusal import Refusal, asked_as

NOT_NOW = (OutOfStep, HiringClosed, ShopsClosed, LockedForMatch, NotOnTurn)
"""Refusals of a command because of when it is asked for, not of what it says."""
FRESH = {
    "driver": ("drivers", "the new driver"),
    "car": ("cars", "the new car"),
    "franchise": ("franchises", "the new franchise"),
}
"""What a fact that gives a name names, by its field: the shelf of `Names`, and the words for one without a name."""
AT_ONCE, A_FEW = 8, 4
"""Lines of a trial that are told at once where it has many, and how many more of them are not worth a fold."""
TRIALS = 4
"""How often a command that throws dice is tried: what is the same in all of them hangs on no die."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw the command would make: so many dice, and what they decide."""

    dice: str
    why: str


@dataclass(frozen=True, slots=True)
class Trial:
    """What a command would come to: the facts and throws that hang on no die, or why it would be refused.

    `opens` says that it would show what is still sealed, which a trial does not.
    """

    told: tuple[Told, ...] = ()
    throws: tuple[Throw, ...] = ()
    refusal: str = ""
    opens: bool = False
    not_now: bool = False
    """It is refused whatever is filled in: its time is past, or has not come."""
    refused: Refusal | None = None
    """The refusal as the rules made it; None where nothing was refused."""

    @property
    def first(self) -> tuple[Told, ...]:
        """What is told at once: everything, unless that is much more than `AT_ONCE` lines."""
        return self.told if len(self.told) <= AT_ONCE + A_FEW else self.told[:AT_ONCE]

    @property
    def rest(self) -> tuple[Told, ...]:
        """What is folded away below it."""
        return self.told[len(self.first) :]


def trial(season: state.Season, commands: Sequence[Command], names: Names) -> Trial:
    """Try commands, with everything that follows by itself; `season` is left as it is."""
    try:
        facts, log = _tried(season, commands)
        logs = [log]
        if log:
            others = [_tried(season, commands) for _ in range(TRIALS - 1)]
            facts = _in_all([facts, *(each for each, _ in others)])
            logs += [each for _, each in others]
    except Refusal as no:
        return Trial(refusal=in_names(no.sentence, names), not_now=isinstance(no, NOT_NOW), refused=no)
    if any(seal for each in facts for seal in each.opens()):
        return Trial(throws=throws_in_all(logs), opens=True)
    return Trial(told=tuple(_told(each, names_in(names, facts)) for each in facts), throws=throws_in_all(logs))


def as_it_may_be(season: state.Season, command: Command) -> state.Season:
    """A copy of a season after a command and what follows by itself, by dice of no season. Raises a `Refusal`."""
    return _played(season, [command])[0]


def in_names(sentence: str, names: Names) -> str:
    """A sentence of the rules with names where it speaks of known things by their ids."""
    return "".join(piece.text for piece in prose(sentence, names))


def _told(stated: Fact, names: Names) -> Told:
    """A fact that is not one yet: what it would make goes by the name it is to have, and has no page to lead to."""
    for field, (shelf, unnamed) in FRESH.items():
        if id := getattr(stated, field, "") if hasattr(stated, "name") else "":
            getattr(names, shelf).setdefault(id, getattr(stated, "name", "") or unnamed)
            break
    told = tell(stated, names)
    return replace(told, pieces=tuple(Piece(each.text) for each in told.pieces))


def _tried(season: state.Season, commands: Sequence[Command]) -> tuple[list[Fact], list[Roll]]:
    _, facts, log = _played(season, commands)
    return facts, log


def _played(season: state.Season, commands: Sequence[Command]) -> tuple[state.Season, list[Fact], list[Roll]]:
    tried = copy_of(season)
    secret, facts, log = secrets.token_bytes(32), [], []

    def performed(command: Command) -> None:
        dice = Dice(KeyRing(secret, {match.id: match.words for match in tried.matches.values()}))
        facts.extend(perform(tried, command, dice))
        log.extend(dice.log)

    for place, each in enumerate(commands):
        with asked_as(place):
            performed(each)
            while following := due(tried):
                performed(following[0])
    return tried, facts, log


def _in_all(trials: Sequence[list[Fact]]) -> list[Fact]:
    """The facts without a roll that every trial came to, in the order of the first."""
    first, *others = trials
    return [each for each in first if not each.rolls and all(each in other for other in others)]


def throws_in_all(logs: Sequence[Sequence[Roll]]) -> tuple[Throw, ...]:
    """The throws that every one of some trials made, in the order of the first: what hangs on a face is left out."""
    first, *others = [Counter(Throw(f"{len(roll.faces)}d{roll.sides}", roll.why) for roll in log) for log in logs]
    counted = {
        throw: min(times, *(each[throw] for each in others)) if others else times for throw, times in first.items()
    }
    return tuple(
        each if times == 1 else Throw(f"{times} times {each.dice}", each.why)
        for each, times in counted.items()
        if times
    )
