"""A separate account of a league: what its commands, reports and facts add up to, and where the season differs.

It learns about the season only from what was reported: the opening, the performed commands, their facts and rolls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields

from rules.campaign.commissioner.balance_and_points import PointsAwarded
from rules.campaign.core.command import Command, command_subjects, tag_of
from rules.campaign.core.facts import BookedFact, Fact, subjects
from rules.campaign.core.state import Season
from rules.campaign.market.trades import TradeCollected, TradePaid
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.settlement import PointsScored
from rules.campaign.season.invariants import broken_invariants
from rules.campaign.season_end.standings import standings
from rules.core.dice import Roll
from rules.match.report import Report

NAMED = ("franchises", "drivers", "contracts", "cars", "sponsors", "rounds", "matches", "items", "offers", "trades")
"""The collections of things that a command or fact can name; a contract has its driver's ID."""
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
"""What may change without being named, by command and collection, and why."""


@dataclass(slots=True)
class Line:
    """What a franchise scored: points, wins and criticals."""

    points: int = 0
    wins: int = 0
    criticals: int = 0


@dataclass(slots=True)
class Book:
    """The ledger and table of a season according to its facts, the accepted reports, and the paths thrown."""

    opening: Counter[str] = field(default_factory=Counter)
    """The opening balance of each franchise in credits; one founded later has none."""
    balances: Counter[str] = field(default_factory=Counter)
    table: dict[str, Line] = field(default_factory=dict)
    reports: dict[str, Report] = field(default_factory=dict)
    paths: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    """Contradictions found while facts were added, one sentence each."""

    @classmethod
    def of(cls, opening: Season) -> Book:
        """The book of a season that starts in this state."""
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
        """Record a performed command, its facts and its rolls."""
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
        if fact.balance != (ledger_balance := self.balances[fact.franchise]):
            self.faults.append(
                f"{fact.tag} says {fact.franchise} has {fact.balance}, and its ledger {ledger_balance}."
            )

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
        """Every difference between the season and this book, and every broken limit and invariant."""
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
    """Changes that neither the command nor its facts name, so that a reader would not learn of them."""
    named_ids = {*command_subjects(given), *(id for fact in facts for id in subjects(fact))}
    tag = tag_of(type(given))
    sentences: list[str] = []
    for shelf in NAMED:
        shelf_before, shelf_after = getattr(before, shelf), getattr(after, shelf)
        changed = sorted(
            id
            for id in (shelf_before.keys() | shelf_after.keys()) - named_ids
            if shelf_before.get(id) != shelf_after.get(id)
        )
        if changed and (tag, shelf) not in UNSAID:
            sentences.append(
                f"{tag} changed {' and '.join(changed)} among the {shelf}, and nothing it said names them."
            )
    return sentences


def _balances(book: Book, season: Season) -> Iterator[str]:
    """A franchise's balance is its opening balance plus the amounts booked since."""
    for franchise in season.all_franchises():
        if franchise.balance != (booked_balance := book.balances[franchise.id]):
            yield f"{franchise.id} has {franchise.balance} credits, and its ledger adds up to {booked_balance}."


def _standings(book: Book, season: Season) -> Iterator[str]:
    """The standings are the sum of what was scored and awarded."""
    for standing in standings(season):
        line = book.table.get(standing.franchise, Line())
        if (standing.points, standing.wins, standing.criticals) != (line.points, line.wins, line.criticals):
            yield (
                f"{standing.franchise} stands at {standing.points} points, {standing.wins} wins and "
                f"{standing.criticals} criticals, and its outcomes add up to "
                f"{line.points}, {line.wins} and {line.criticals}."
            )


def _rosters(season: Season) -> Iterator[str]:
    """A driver is on one roster at most, whether signed or reserved."""
    counted = Counter(
        driver.id
        for franchise in season.all_franchises()
        for driver in (*season.roster(franchise.id), *season.reserved_drivers(franchise.id))
    )
    for driver, times in sorted(counted.items()):
        if times > 1:
            yield f"{driver} is on {times} rosters."
    if missing := sorted(season.contracts.keys() - counted.keys()):
        yield f"{' and '.join(missing)} are under contract and on no roster."


def _limits(season: Season) -> Iterator[str]:
    """The limits of rosters, garages and sponsors, counted from the collections themselves."""
    signed = Counter(contract.franchise for contract in season.contracts.values() if contract.phase == "signed")
    parked = Counter(car.franchise for car in season.cars.values() if car.phase == "garage")
    sponsoring = Counter(sponsor.franchise for sponsor in season.sponsors.values() if sponsor.franchise)
    for what, counted in (("roster", signed), ("garage", parked), ("sponsors", sponsoring)):
        most = season.number_setting(f"{what}.max")
        for franchise, number in sorted(counted.items()):
            if number > most:
                yield f"The limit {what}.max is {most}, and {franchise} has {number}."


WITHOUT_IDS = frozenset({"switches", "answers", "versions_in_force"})
"""The collections of a season whose values have no id of their own."""


def _shelves(season: Season) -> Iterator[str]:
    """Every thing is stored under its own ID, every question of the league's own under its key."""
    for shelf in fields(season):
        things = getattr(season, shelf.name)
        if isinstance(things, dict) and shelf.name not in WITHOUT_IDS:
            for id, thing in sorted(things.items()):
                known_as = thing.key if shelf.name == "own_questions" else thing.id
                if known_as != id:
                    yield f"{known_as} is kept under {id} among the {shelf.name}."
