"""Seasons built only through `perform`, without database or framework, for tests of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest

from rules.campaign.core.codec import season_bytes
from rules.campaign.core.command import Command
from rules.campaign.core.facts import BookedFact, Fact
from rules.campaign.core.state import Item, Season, Sponsor
from rules.campaign.founding.season_start import FoundFranchise, OpenSeason
from rules.campaign.founding.setup import CloseSetup, OpenSetup
from rules.campaign.garage.cars import BuyCar
from rules.campaign.market.shopping import EndShopping, OpenShopping
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.match_day.line_ups import LockLineUps, NameLineUp, SeatPlan
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.settlement import CloseSettlement, OpenSettlement
from rules.campaign.people.hiring import AcknowledgeShortRoster, HireRookie
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import perform
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Refusal
from rules.core.switches import Setting
from rules.core.terms import CarId, DriverId, FranchiseId, MatchId, RoundId
from rules.match.report import CarReport, DriverReport, Report, TeamReport

SECRET = bytes.fromhex("00ff")
Faces = Mapping[str, Sequence[int]]
F = TypeVar("F", bound=Fact)


@dataclass
class Table:
    """A season, all its facts so far, and the secret its dice come from."""

    season: Season = field(default_factory=Season)
    facts: list[Fact] = field(default_factory=list)
    secret: bytes = SECRET
    log: list[Any] = field(default_factory=list)

    def dice(self, faces: Faces | None = None) -> Dice:
        """The season's own dice, with typed faces for some paths."""
        words = {match.id: match.words for match in self.season.matches.values()}
        return Dice(KeyRing(self.secret, words), loaded=faces)

    def give(self, command: Command, faces: Faces | None = None) -> list[Fact]:
        """Perform one command, without the commands that become due after it."""
        dice = self.dice(faces)
        facts = perform(self.season, command, dice)
        if faces is not None:
            dice.refuse_leftovers()
        self.facts.extend(facts)
        self.log.extend(dice.log)
        return facts

    def run(self, faces: Faces | None = None) -> list[Fact]:
        """Perform the commands that are due until the season waits for a person."""
        facts: list[Fact] = []
        while commands := due_commands(self.season):
            for command in commands:
                dice = self.dice(faces)
                new_facts = perform(self.season, command, dice)
                self.log.extend(dice.log)
                self.facts.extend(new_facts)
                facts.extend(new_facts)
        return facts

    def refused(self, command: Command, refusal: type[Refusal], *words: str) -> str:
        """The sentence with which a command is refused. The refusal must leave the season unchanged."""
        before = season_bytes(self.season)
        with pytest.raises(refusal) as caught:
            perform(self.season, command, self.dice())
        assert type(caught.value) is refusal
        assert season_bytes(self.season) == before
        for word in words:
            assert word in caught.value.sentence
        return caught.value.sentence

    def said(self, kind: type[F]) -> list[F]:
        """Every fact of one kind, in order."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def stock(self, kind: str, franchise: str = "razors", *, id: str = "", **fields: Any) -> Item:
        """Put an item into a franchise's stores, or where `fields` says. Without an id it is named after its kind."""
        name = f"{franchise}.{id or kind.replace('_', '-')}"
        item = self.season.items[name] = Item(id=name, franchise=franchise, kind=kind, **fields)
        return item

    def sponsor(self, franchise: str, *kinds: str) -> None:
        """Give a franchise exactly these sponsors."""
        for old in self.season.sponsors_of(franchise):
            del self.season.sponsors[old.id]
        for number, kind in enumerate(kinds, 1):
            id = f"{franchise}.s{number}"
            self.season.sponsors[id] = Sponsor(id=id, franchise=franchise, kind=kind)


def assert_money_adds_up(table: Table) -> None:
    """Each franchise's booked amounts add up to its balance, and each fact has the balance after it."""
    balances: dict[str, int] = {}
    for fact in table.facts:
        if isinstance(fact, BookedFact):
            balances[fact.franchise] = balances.get(fact.franchise, 0) + fact.amount
            assert fact.balance == balances[fact.franchise]
    assert balances == {franchise.id: franchise.balance for franchise in table.season.all_franchises()}


def founded(
    *franchises: str, rounds: int = 3, switches: dict[str, Setting] | None = None, secret: bytes = SECRET
) -> Table:
    """A season whose franchises are founded and whose setup is open; by default with razors and saints."""
    table = Table(secret=secret)
    table.give(OpenSeason(rounds=rounds, switches=switches or {}))
    for franchise in franchises or ("razors", "saints"):
        table.give(FoundFranchise(franchise=FranchiseId(franchise), name=franchise.title()))
    table.give(OpenSetup())
    return table


def signed(*franchises: str, drivers: int = 6, cars: int = 3, gunner_stations: bool = False, **options: Any) -> Table:
    """A season ready for its first round. Each franchise has drivers `d1` … and cars `c1` …."""
    table = founded(*franchises, **options)
    for franchise in table.season.all_franchises():
        id = FranchiseId(franchise.id)
        table.sponsor(franchise.id, "energy", "oil", "holding_company")
        for number in range(1, drivers + 1):
            table.give(HireRookie(franchise=id, driver=DriverId(f"{id}.d{number}")))
        for number in range(1, cars + 1):
            table.give(BuyCar(franchise=id, car=CarId(f"{id}.c{number}"), gunner_station=gunner_stations))
        if drivers < table.season.number_setting("roster.min"):
            table.give(AcknowledgeShortRoster(franchise=id))
    table.give(CloseSetup())
    return table


def announce(
    table: Table,
    number: int = 1,
    *,
    heats: int = 1,
    franchises: Sequence[str] = (),
    faces: Faces | None = None,
    **options: Any,
) -> None:
    """Announce round `r1` … with one match `m1` …, and perform what is due. `faces` are for the rolls before the
    match.
    """
    entrants = list(franchises) or [franchise.id for franchise in table.season.all_franchises()]
    plan = MatchPlan(match=MatchId(f"m{number}"), event="race", franchises=entrants, heats=heats, **options)
    table.give(AnnounceRound(round=RoundId(f"r{number}"), matches=[plan], uneven=True))
    table.run(faces)


def line_up(
    franchise: str, match: str = "m1", *, seats: Sequence[tuple[str, ...]] = (), words: str = ""
) -> NameLineUp:
    """A line-up of (car, driver[, gunner]), by ids without the franchise; by default c1 with d1 and c2 with d2."""
    return NameLineUp(
        franchise=FranchiseId(franchise),
        match=MatchId(match),
        words=words,
        seats=[
            SeatPlan(
                car=CarId(f"{franchise}.{car}"),
                driver=DriverId(f"{franchise}.{driver}"),
                gunner=DriverId(f"{franchise}.{gunner[0]}") if gunner else DriverId(""),
            )
            for car, driver, *gunner in (seats or (("c1", "d1"), ("c2", "d2")))
        ],
    )


def locked(*franchises: str, number: int = 1, heats: int = 1, table: Table | None = None, **options: Any) -> Table:
    """A season whose match is locked, where each franchise has d1 in c1 and d2 in c2."""
    table = table or signed(*franchises, **options)
    announce(table, number, heats=heats)
    for entrant in table.season.line_ups_of(f"m{number}"):
        table.give(line_up(entrant.franchise, f"m{number}", words=f"{entrant.franchise} rolls"))
    table.give(LockLineUps(match=MatchId(f"m{number}")))
    return table


def report(
    table: Table,
    match: str = "m1",
    *,
    points: Mapping[str, int] | None = None,
    drivers: Mapping[str, Mapping[str, Any]] | None = None,
    cars: Mapping[str, Mapping[str, Any]] | None = None,
    **others: Any,
) -> Report:
    """A report on what is lined up: everybody ran every heat and nothing else happened, except what is given."""
    season = table.season
    heats = list(range(1, season.match(match).heats + 1))
    line_ups = season.line_ups_of(match)
    scored = {entrant.franchise: (points or {}).get(entrant.franchise, 0) for entrant in line_ups}
    seats = [seat for entrant in line_ups for seat in season.seats_of(entrant.id)]
    crew = [id for seat in seats for id in (seat.driver, seat.gunner) if id]
    crew += [id for id in (drivers or {}) if id not in crew]
    return Report(
        teams=[
            TeamReport(
                franchise=franchise,
                points=team_points,
                rank=1 + sum(others_points > team_points for others_points in scored.values()),
            )
            for franchise, team_points in scored.items()
        ],
        drivers=[DriverReport(**{"driver": id, "heats": heats, **(drivers or {}).get(id, {})}) for id in crew],
        cars=[CarReport(**{"car": seat.car, **(cars or {}).get(seat.car, {})}) for seat in seats],
        **others,
    )


def accept(table: Table, match_report: Report | None = None, match: str = "m1") -> None:
    """Accept a report, without the commands that become due after it."""
    table.give(AcceptReport(match=MatchId(match), report=match_report or report(table, match)))


def shopping(*franchises: str, table: Table | None = None, faces: Faces | None = None, **options: Any) -> Table:
    """A season whose first match has open shops. `faces` are for the tinkering rolls."""
    table = locked(*franchises, table=table, **options)
    accept(table)
    table.give(OpenSettlement(match=MatchId("m1")))
    table.give(CloseSettlement(match=MatchId("m1")))
    table.give(OpenShopping(match=MatchId("m1")), faces)
    return table


def end_shopping(table: Table, match: str = "m1") -> None:
    """Close a match's shops for everybody, and perform what is due: it is settled and its round closed."""
    table.give(EndShopping(match=MatchId(match)))
    table.run()


def settled(table: Table, match: str = "m1") -> None:
    """Take a reported match to its end: perform what is due and close the shops, where nobody buys anything."""
    table.run()
    end_shopping(table, match)
