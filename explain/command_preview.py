"""Previews commands on copies of a season with made-up dice, so that no face to come is revealed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from explain.fact_rendering import RenderedFact, render_fact
from explain.name_lookup import complete_names, render_sentence
from explain.names import Names, Segment
from league.queries.names import match_title
from rules.campaign.core import state
from rules.campaign.core.command import Command, OutOfStep, Reader
from rules.campaign.core.facts import Fact
from rules.campaign.core.locks_and_shops import LockedForMatch, ShopsClosed
from rules.campaign.core.turns import NotOnTurn
from rules.campaign.dry_run.commands import MoneyMovement, Throw, dry_run
from rules.campaign.match_day.announcing import MatchAnnounced, RoundAnnounced
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.people.hiring import HiringClosed
from rules.core.refusals import Refusal

WRONG_TIME_REFUSALS = (OutOfStep, HiringClosed, ShopsClosed, LockedForMatch, NotOnTurn)
"""Refusals of a command because of its time, not its content."""
NEW_THING_FIELDS = {
    "driver": ("drivers", "the new driver"),
    "car": ("cars", "the new car"),
    "franchise": ("franchises", "the new franchise"),
}
"""For the id field of a fact that names a new thing: the shelf of `Names`, and the words for one without a name."""
LINES_UNFOLDED, LINES_NOT_FOLDED = 8, 4
"""How many lines a long preview shows at once, and how many more are not worth folding away."""


@dataclass(frozen=True, slots=True)
class PriceLine:
    """A movement of money: whose and what for in words, its range in credits, and its rule."""

    words: str
    least: int
    most: int
    certain: bool
    rule: str


@dataclass(frozen=True, slots=True)
class CommandPreview:
    """A preview of commands: facts that depend on no dice, throws and money, or why they would be refused.

    `opens` means that they would reveal something sealed, which the preview does not.
    """

    told: tuple[RenderedFact, ...] = ()
    throws: tuple[Throw, ...] = ()
    prices: tuple[MoneyMovement, ...] = ()
    unsaid: tuple[PriceLine, ...] = ()
    """Money that no line mentions, since its facts depend on dice."""
    refusal: str = ""
    may_be_refused: str = ""
    """Why it would be refused for some dice, if it is not for others."""
    opens: bool = False
    not_now: bool = False
    """Whether it is refused whatever is filled in: its time is past, or has not come."""
    consequence: str = ""
    """What follows that cannot be taken back and no fact says, in sentences."""
    refused: Refusal | None = None
    """The refusal as the rules made it; None where nothing was refused."""

    @property
    def first(self) -> tuple[RenderedFact, ...]:
        """The lines to show at once: all, unless there are many more than `LINES_UNFOLDED`."""
        return self.told if len(self.told) <= LINES_UNFOLDED + LINES_NOT_FOLDED else self.told[:LINES_UNFOLDED]

    @property
    def rest(self) -> tuple[RenderedFact, ...]:
        """The lines to fold away."""
        return self.told[len(self.first) :]

    @property
    def certain_throws(self) -> tuple[Throw, ...]:
        """The throws that are made in any case."""
        return tuple(throw for throw in self.throws if throw.always)

    @property
    def possible_throws(self) -> tuple[Throw, ...]:
        """The throws that are made only if other dice fall that way."""
        return tuple(throw for throw in self.throws if not throw.always)

    @property
    def folds_prices(self) -> bool:
        """Whether to fold away the money that no line mentions."""
        return len(self.unsaid) > LINES_UNFOLDED + LINES_NOT_FOLDED


def _new_match_titles(facts: Iterable[Fact], season: state.Season) -> dict[str, str]:
    """The titles of matches that these facts announce, by id: no table has them yet."""
    rounds = {round.id: round.number for round in season.rounds.values()}
    places = Counter(match.round for match in season.matches.values())
    titles: dict[str, str] = {}
    for fact in facts:
        if isinstance(fact, RoundAnnounced):
            rounds[fact.round] = fact.number
        elif isinstance(fact, MatchAnnounced):
            places[fact.round] += 1
            titles[fact.match] = match_title(rounds[fact.round], places[fact.round])
    return titles


def preview_commands(
    season: state.Season, commands: Sequence[Command], names: Names, reader: Reader
) -> CommandPreview:
    """Preview commands on the visible season, with all that follows by itself; the season is not changed."""
    trial = dry_run(season, commands, reader=reader)
    if trial.refused is not None:
        text = sentence_with_names(trial.refused.sentence, names)
        return CommandPreview(
            refusal=text, not_now=isinstance(trial.refused, WRONG_TIME_REFUSALS), refused=trial.refused
        )
    names.matches.update(_new_match_titles(trial.facts, season))
    return CommandPreview(
        told=tuple(_render_expected_fact(fact, complete_names(names, trial.facts)) for fact in trial.facts),
        throws=trial.throws,
        prices=trial.prices,
        unsaid=tuple(_price_line(price, names) for price in trial.prices if not price.told),
        may_be_refused=""
        if trial.may_be_refused is None
        else sentence_with_names(trial.may_be_refused.sentence, names),
        opens=trial.opens,
        consequence=" ".join(
            _consequence(command, season) for command in commands if isinstance(command, LockLineUps)
        ),
    )


def _consequence(lock: LockLineUps, season: state.Season) -> str:
    """What follows from locking line-ups: they are shown, and a match with a ruleset is played (DM-C-087)."""
    shown = "The line-ups are shown to everybody and cannot be changed after."
    if lock.match not in season.matches or not season.match(lock.match).ruleset:
        return shown
    return f"{shown} The site then plays the match: at once, or at the time of its watch party."


def sentence_with_names(sentence: str, names: Names) -> str:
    """A sentence of the rules with the ids of known things replaced by names."""
    return "".join(piece.text for piece in render_sentence(sentence, names))


def _price_line(price: MoneyMovement, names: Names) -> PriceLine:
    called = names.franchises.get(price.franchise, price.franchise)
    return PriceLine(
        words=f"{called}: {price.kind.replace('_', ' ')}",
        least=price.least,
        most=price.most,
        certain=price.certain,
        rule=price.rule,
    )


def _render_expected_fact(stated: Fact, names: Names) -> RenderedFact:
    """Render a fact of a preview: new things have their future names, and nothing is linked."""
    for field, (shelf, unnamed) in NEW_THING_FIELDS.items():
        if id := getattr(stated, field, "") if hasattr(stated, "name") else "":
            getattr(names, shelf).setdefault(id, getattr(stated, "name", "") or unnamed)
            break
    fact = render_fact(stated, names)
    return replace(fact, pieces=tuple(Segment(piece.text) for piece in fact.pieces))
