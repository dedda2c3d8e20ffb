"""A book kept beside a league: what its commands, reports and facts add up to, and where the season stands otherwise.

It knows of the season only what was said: the opening, every command performed, its facts and its rolls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields

from rules.campaign.commissioner.balance_and_points import PointsAwarded
from rules.campaign.core.command import Command, command_subjects, tag_of
from rules.campaign.core.facts import BookedFact, Fact, subjects
from rules.campaign.core.state import Season
from rules.campaign.market.trade_exchange import TradeCollected, TradePaid
from rules.campaign.match_day.report_acceptance import AcceptReport
from rules.campaign.match_day.settlement import PointsScored
from rules.campaign.season.invariants import broken_invariants
from rules.campaign.season_end.standings import standings
from rules.core.dice import Roll
from rules.match.report import Report

NAMED = ("franchises", "drivers", "contracts", "cars", "sponsors", "rounds", "matches", "items", "offers", "trades")
"""The shelves of things that a command or fact can name; a contract has its driver's id."""
UNSAID = {
    ("protect_drivers", "contracts"): "whom a franchise protects is sealed until the draft",
    ("fold_franchise", "contracts"): "whom it had protected was sealed",
    ("declare_safe", "sponsors"): "the sponsor declared safe before is not, once another is",
    ("close_draft", "franchises"): "picks that are left end with the draft",
    ("settle_match", "cars"): "a breakdown ends with its match",
    ("settle_match", "items"): "the same",
    ("void_match", "cars"): "the same",
    ("void_match", "items"): "the same",
}
"""What may change without being named, by command and shelf, and why."""


@dataclass(slots=True)
class Line:
    """What a franchise made: points, wins and criticals."""

    points: int = 0
    wins: int = 0
    criticals: int = 0


@dataclass(slots=True)
class Book:
    """The ledger and the table of a season as they were told, the reports accepted, and the paths thrown."""

    opening: Counter[str] = field(default_factory=Counter)
    """What each franchise had when the season began, in credits; one founded later had nothing."""
    balances: Counter[str] = field(default_factory=Counter)
    table: dict[str, Line] = field(default_factory=dict)
    reports: dict[str, Report] = field(default_factory=dict)
    paths: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    """What contradicted what was told before, found while it was written down."""

    @classmethod
    def of(cls, opening: Season) -> Book:
        """The book of a season that begins as this one stands."""
        franchises = opening.all_franchises()
        had = Counter({franchise.id: franchise.balance for franchise in franchises})
        return cls(
            opening=had,
            balances=had.copy(),
            table={
                franchise.id: Line(franchise.points, franchise.wins, franchise.criticals) for franchise in franchises
            },
        )

    def add(self, given: Command, facts: Sequence[Fact], rolls: Sequence[Roll]) -> None:
        """Write down what a command said and threw."""
        if isinstance(given, AcceptReport):
            self.reports[given.match] = given.report
        for fact in facts:
            if isinstance(fact, BookedFact):
                self._book(fact)
            elif isinstance(fact, PointsScored):
                self._score(fact)
            elif isinstance(fact, PointsAwarded):
                self._count(fact.franchise, fact.points, fact.wins, fact.criticals)
        traded = sum(fact.amount for fact in facts if isinstance(fact, TradePaid | TradeCollected))
        if traded:
            self.faults.append(f"A trade left {traded} credits over: what one side pays the other is paid.")
        thrown = {roll.path for roll in rolls}
        self.faults += [f"The dice of {path} were thrown before." for path in sorted(thrown & self.paths)]
        self.paths |= thrown

    def _book(self, fact: BookedFact) -> None:
        self.balances[fact.franchise] += fact.amount
        if fact.balance != (told := self.balances[fact.franchise]):
            self.faults.append(f"{fact.tag} says {fact.franchise} has {fact.balance}, and its ledger {told}.")

    def _score(self, fact: PointsScored) -> None:
        claimed = {team.franchise: team.points for team in self.reports[fact.match].teams}
        if fact.points != claimed[fact.franchise]:
            self.faults.append(
                f"{fact.franchise} was reported with {claimed[fact.franchise]} points in {fact.match} and scored "
                f"{fact.points}."
            )
        self._count(fact.franchise, fact.points, fact.won, fact.criticals)

    def _count(self, franchise: str, points: int, wins: int, criticals: int) -> None:
        line = self.table.setdefault(franchise, Line())
        line.points += points
        line.wins += wins
        line.criticals += criticals

    def differences(self, season: Season) -> list[str]:
        """Everything that is not as it was told, and every limit and invariant that is broken."""
        return [
            *self.faults,
            *_balances(self, season),
            *_standings(self, season),
            *_rosters(season),
            *_limits(season),
            *_shelves(season),
            *broken_invariants(season),
        ]


def unsaid(before: Season, after: Season, given: Command, facts: Sequence[Fact]) -> list[str]:
    """Whatever changed and neither the command nor a fact of it names: who had read it would not be told."""
    named = {*command_subjects(given), *(id for fact in facts for id in subjects(fact))}
    tag = tag_of(type(given))
    found: list[str] = []
    for shelf in NAMED:
        was, now = getattr(before, shelf), getattr(after, shelf)
        changed = sorted(id for id in (was.keys() | now.keys()) - named if was.get(id) != now.get(id))
        if changed and (tag, shelf) not in UNSAID:
            found.append(f"{tag} changed {' and '.join(changed)} among the {shelf}, and nothing it said names them.")
    return found


def _balances(book: Book, season: Season) -> Iterator[str]:
    """Money is conserved: a balance is its opening and the amounts booked since, and nothing else moves it."""
    for franchise in season.all_franchises():
        if franchise.balance != (told := book.balances[franchise.id]):
            yield f"{franchise.id} has {franchise.balance} credits, and its ledger adds up to {told}."


def _standings(book: Book, season: Season) -> Iterator[str]:
    """The table is the sum of what was settled and awarded."""
    for standing in standings(season):
        told = book.table.get(standing.franchise, Line())
        if (standing.points, standing.wins, standing.criticals) != (told.points, told.wins, told.criticals):
            yield (
                f"{standing.franchise} stands at {standing.points} points, {standing.wins} wins and "
                f"{standing.criticals} criticals, and its outcomes add up to "
                f"{told.points}, {told.wins} and {told.criticals}."
            )


def _rosters(season: Season) -> Iterator[str]:
    """Nobody is on two rosters, or on one and reserved for another."""
    held = Counter(
        driver.id
        for franchise in season.all_franchises()
        for driver in (*season.roster(franchise.id), *season.reserved_drivers(franchise.id))
    )
    for driver, times in sorted(held.items()):
        if times > 1:
            yield f"{driver} is on {times} rosters."
    if missing := sorted(season.contracts.keys() - held.keys()):
        yield f"{' and '.join(missing)} are under contract and on no roster."


def _limits(season: Season) -> Iterator[str]:
    """Rosters, garages and sponsors counted from the shelves themselves."""
    signed = Counter(contract.franchise for contract in season.contracts.values() if contract.phase == "signed")
    parked = Counter(car.franchise for car in season.cars.values() if car.phase == "garage")
    sponsoring = Counter(sponsor.franchise for sponsor in season.sponsors.values() if sponsor.franchise)
    for what, counted in (("roster", signed), ("garage", parked), ("sponsors", sponsoring)):
        most = season.number_setting(f"{what}.max")
        for franchise, held in sorted(counted.items()):
            if held > most:
                yield f"The limit {what}.max is {most}, and {franchise} has {held}."


def _shelves(season: Season) -> Iterator[str]:
    """Every thing is kept under its own id."""
    for shelf in fields(season):
        kept = getattr(season, shelf.name)
        if isinstance(kept, dict) and shelf.name != "switches":
            for id, thing in sorted(kept.items()):
                if thing.id != id:
                    yield f"{thing.id} is kept under {id} among the {shelf.name}."
