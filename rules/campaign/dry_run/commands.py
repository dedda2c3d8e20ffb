"""Dry runs: commands tried on copies of a season often enough to tell what the dice cannot change from what they can.

The same commands on the same season always have the same result: the dice are no season's
(`rules.campaign.dry_run.sample_dice`), and the number of plays depends only on the size of the season and on the
facts. A dry run never reports a single play, only what all plays share and the bounds of the money they move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from rules.campaign.core.codec import season_from_json
from rules.campaign.core.command import Command, Reader
from rules.campaign.core.facts import BookedFact, Fact
from rules.campaign.core.state import Season
from rules.campaign.core.visible_state import hidden_seals, visible_season
from rules.campaign.dry_run.sample_dice import EXTREMES, MOST_ROUNDS, PLAYS_PER_ROUND, SampleDice
from rules.campaign.dry_run.table_odds import ThrowTable, known_row, table_for_throw
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import perform_as_reader
from rules.core.dice import Roll
from rules.core.refusals import Refusal, refusals_at_place
from rules.core.terms import Credits

T = TypeVar("T")
BYTES, BYTES_A_FACT = 3_000_000, 2_000
"""How many bytes of season JSON all plays of a dry run may read, and how many bytes one fact counts for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """A throw the commands would make: its dice, what they decide, and the table they are read on.

    `always` says that it is made however the other dice fall, then at least `times` times. `more` says that in some
    plays it is made more often.
    """

    dice: str
    why: str
    always: bool = True
    times: int = 1
    more: bool = False
    read_on: ThrowTable | None = None

    @property
    def description(self) -> str:
        """The dice in words, with how often they are thrown: `2 times 2d6 or more`."""
        often = f"{self.times} times {self.dice}" if self.times > 1 else self.dice
        return f"{often} or more" if self.more else often


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyMovement:
    """Money the commands would move for a franchise by one kind of fact and rule; negative when paid.

    In every play the amount is between `least` and `most`. Both are the same amount where it is `certain`.
    """

    franchise: str
    kind: str
    rule: str
    least: Credits
    most: Credits
    certain: bool
    told: bool = False
    """Whether one of the certain facts already states it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DryRun:
    """What commands would do however their dice fall, or why they are refused.

    `refused` is set where every play was refused, `may_be_refused` where only some were. `opens` says that the
    commands would show something that is sealed from the reader; facts and prices are left out then.
    """

    facts: tuple[Fact, ...] = ()
    throws: tuple[Throw, ...] = ()
    prices: tuple[MoneyMovement, ...] = ()
    refused: Refusal | None = None
    may_be_refused: Refusal | None = None
    opens: bool = False


@dataclass(slots=True)
class _Run:
    """One play: the season after it, its facts and dice, and the refusal that ended it, if any."""

    season: Season
    facts: list[Fact] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    refused: Refusal | None = None


def dry_run(season: Season, commands: Sequence[Command], *, reader: Reader) -> DryRun:
    """Try commands, and everything that follows from them by itself, on the season as the reader may see it.

    The season itself is not changed.
    """
    season = visible_season(season, reader)
    hidden, text = hidden_seals(season, reader), _season_json(season)
    first = _run_once(text, commands, 0, reader)
    times = run_count(size=len(text), facts=len(first.facts)) if first.rolls else 1
    plays = [first, *(_run_once(text, commands, number, reader) for number in range(1, times))]
    refused = next((run.refused for run in plays if run.refused is not None), None)
    plays = [run for run in plays if run.refused is None]
    if not plays:
        return DryRun(refused=refused)
    throws = tuple(_throws([run.rolls for run in plays], commands, season))
    if not hidden.isdisjoint(seal for play in plays for fact in play.facts for seal in fact.opens()):
        return DryRun(throws=throws, may_be_refused=refused, opens=True)
    facts = _in_all([run.facts for run in plays])
    prices = tuple(_prices([run.facts for run in plays], certain_facts=facts))
    return DryRun(facts=facts, throws=throws, prices=prices, may_be_refused=refused)


def possible_season(season: Season, command: Command, *, play: int, reader: Reader) -> Season:
    """The season as the reader may see it, after a command and what follows by itself, in the play of that number.

    Raises the command's `Refusal`.
    """
    run = _run_once(_season_json(visible_season(season, reader)), [command], play, reader)
    if run.refused is not None:
        raise run.refused
    return run.season


def run_count(*, size: int, facts: int) -> int:
    """How many plays a dry run has, by the bytes of the season and the facts of one play, and never by a clock."""
    affordable = BYTES // ((size + facts * BYTES_A_FACT) * PLAYS_PER_ROUND)
    return len(EXTREMES) + PLAYS_PER_ROUND * min(max(affordable, 1), MOST_ROUNDS)


def _season_json(season: Season) -> bytes:
    return msgspec.json.encode(season, order="deterministic")


def _run_once(text: bytes, commands: Sequence[Command], number: int, reader: Reader) -> _Run:
    run = _Run(season_from_json(text))

    def performed(command: Command) -> None:
        dice = SampleDice(number)
        try:
            run.facts.extend(perform_as_reader(run.season, command, dice, reader=reader))
        finally:
            run.rolls.extend(dice.log)

    try:
        for place, given_command in enumerate(commands):
            with refusals_at_place(place):
                performed(given_command)
                while following := due_commands(run.season):
                    performed(following[0])
    except Refusal as refusal:
        run.refused = refusal
    return run


def _in_all(plays: Sequence[Sequence[Fact]]) -> tuple[Fact, ...]:
    """The facts without rolls that every play has, in the order of the first."""
    first, *others = [[(fact.tag, msgspec.json.encode(fact)) for fact in play if not fact.rolls] for play in plays]
    shared = _common(first, others)
    facts: list[Fact] = []
    for stated, key in zip((fact for fact in plays[0] if not fact.rolls), first, strict=True):
        if shared[key]:
            shared[key] -= 1
            facts.append(stated)
    return tuple(facts)


def _common(first: Iterable[T], others: Iterable[Iterable[T]]) -> Counter[T]:
    """What all have in common, as often as all have it."""
    common = Counter(first)
    for other in others:
        common &= Counter(other)
    return common


def _throws(plays: Sequence[Sequence[Roll]], commands: Sequence[Command], season: Season) -> Iterable[Throw]:
    """Every throw that some play made, in the order of first appearance."""
    counted = [
        Counter((len(roll.faces), roll.sides, roll.why, known_row(roll, commands)) for roll in rolls)
        for rolls in plays
    ]
    for throw in dict.fromkeys(throw for counter in counted for throw in counter):
        count, sides, why, row = throw
        least, most = (bound(counter[throw] for counter in counted) for bound in (min, max))
        times = max(least, 1)
        yield Throw(
            dice=f"{count}d{sides}",
            why=why,
            always=least > 0,
            times=times,
            more=most > times,
            read_on=table_for_throw(why, row, season),
        )


def _prices(plays: Sequence[Sequence[Fact]], *, certain_facts: Sequence[Fact]) -> Iterable[MoneyMovement]:
    """First the money that every play moves alike, then the rest, summed by franchise, kind of fact and rule.

    `certain_facts` are the facts the dry run reports.
    """
    moved = [Counter(_bookings(play)) for play in plays]
    certain = _common(moved[0].elements(), (counter.elements() for counter in moved[1:]))
    bookings = Counter(_bookings(certain_facts))
    for key, times in certain.items():
        franchise, kind, rule, amount = key
        for number in range(times):
            yield MoneyMovement(
                franchise=franchise,
                kind=kind,
                rule=rule,
                least=amount,
                most=amount,
                certain=True,
                told=number < bookings[key],
            )
    uncertain = [_totals(counter - certain) for counter in moved]
    for franchise, kind, rule in dict.fromkeys(key for totals in uncertain for key in totals):
        sums = [totals[franchise, kind, rule] for totals in uncertain]
        yield MoneyMovement(
            franchise=franchise,
            kind=kind,
            rule=rule,
            least=Credits(min(sums)),
            most=Credits(max(sums)),
            certain=False,
        )


def _bookings(facts: Iterable[Fact]) -> Iterable[tuple[str, str, str, Credits]]:
    return (
        (fact.franchise, fact.tag, fact.rule, fact.amount)
        for fact in facts
        if isinstance(fact, BookedFact) and fact.amount
    )


def _totals(moved: Counter[tuple[str, str, str, Credits]]) -> Counter[tuple[str, str, str]]:
    sums: Counter[tuple[str, str, str]] = Counter()
    for (franchise, kind, rule, amount), times in moved.items():
        sums[franchise, kind, rule] += amount * times
    return sums
