"""A season built through `perform` alone, for tests of the rules: no database, no framework."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest

from rules.campaign.core.command import Command
from rules.campaign.core.facts import BookedFact, Fact
from rules.campaign.core.goods import Item
from rules.campaign.core.season_json import season_bytes
from rules.campaign.core.state import Season, Sponsor
from rules.campaign.founding.season_start import FoundFranchise, OpenSeason
from rules.campaign.founding.setup import CloseSetup, OpenSetup
from rules.campaign.garage.cars import BuyCar
from rules.campaign.market.shopping import EndShopping, OpenShopping
from rules.campaign.match_day.announcing import AnnounceRound, MatchPlan
from rules.campaign.match_day.line_ups import LockLineUps, NameLineUp, SeatPlan
from rules.campaign.match_day.report_acceptance import AcceptReport
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
    """A season, everything that was said of it, and the secret its dice come from."""

    season: Season = field(default_factory=Season)
    facts: list[Fact] = field(default_factory=list)
    secret: bytes = SECRET
    log: list[Any] = field(default_factory=list)

    def dice(self, faces: Faces | None = None) -> Dice:
        """The season's own dice, with faces typed in for some paths."""
        words = {match.id: match.words for match in self.season.matches.values()}
        return Dice(KeyRing(self.secret, words), loaded=faces)

    def give(self, command: Command, faces: Faces | None = None) -> list[Fact]:
        """Perform one command and nothing that is due after it."""
        dice = self.dice(faces)
        said = perform(self.season, command, dice)
        if faces is not None:
            dice.refuse_leftovers()
        self.facts.extend(said)
        self.log.extend(dice.log)
        return said

    def run(self, faces: Faces | None = None) -> list[Fact]:
        """Perform what the season does by itself until it waits for somebody."""
        said: list[Fact] = []
        while commands := due_commands(self.season):
            for command in commands:
                dice = self.dice(faces)
                now = perform(self.season, command, dice)
                self.log.extend(dice.log)
                self.facts.extend(now)
                said.extend(now)
        return said

    def refused(self, command: Command, refusal: type[Refusal], *words: str) -> str:
        """The sentence a command is refused with; every byte of the season is as it was."""
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
        """Put an item into a franchise's stores, or on what `fields` say: without an id, called by its kind."""
        name = f"{franchise}.{id or kind.replace('_', '-')}"
        item = self.season.items[name] = Item(id=name, franchise=franchise, kind=kind, **fields)
        return item

    def sponsor(self, franchise: str, *kinds: str) -> None:
        """Give a franchise these sponsors and no other."""
        for old in self.season.sponsors_of(franchise):
            del self.season.sponsors[old.id]
        for number, kind in enumerate(kinds, 1):
            id = f"{franchise}.s{number}"
            self.season.sponsors[id] = Sponsor(id=id, franchise=franchise, kind=kind)


def assert_money_adds_up(table: Table) -> None:
    """Each franchise's booked amounts come to its balance, and each fact says the balance after it."""
    balances: dict[str, int] = {}
    for fact in table.facts:
        if isinstance(fact, BookedFact):
            balances[fact.franchise] = balances.get(fact.franchise, 0) + fact.amount
            assert fact.balance == balances[fact.franchise]
    assert balances == {franchise.id: franchise.balance for franchise in table.season.all_franchises()}


def founded(
    *franchises: str, rounds: int = 3, switches: dict[str, Setting] | None = None, secret: bytes = SECRET
) -> Table:
    """A season whose franchises stand and whose setup is open; without names razors and saints."""
    table = Table(secret=secret)
    table.give(OpenSeason(rounds=rounds, switches=switches or {}))
    for franchise in franchises or ("razors", "saints"):
        table.give(FoundFranchise(franchise=FranchiseId(franchise), name=franchise.title()))
    table.give(OpenSetup())
    return table


def signed(*franchises: str, drivers: int = 6, cars: int = 3, gunner_stations: bool = False, **options: Any) -> Table:
    """A season ready for its first round: each franchise with `d1` … and `c1` …"""
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
    """Announce round `r1` … with one match `m1` … and make what is due; `faces` are those of the rolls before it."""
    entered = list(franchises) or [franchise.id for franchise in table.season.all_franchises()]
    plan = MatchPlan(match=MatchId(f"m{number}"), event="race", franchises=entered, heats=heats, **options)
    table.give(AnnounceRound(round=RoundId(f"r{number}"), matches=[plan], uneven=True))
    table.run(faces)


def line_up(
    franchise: str, match: str = "m1", *, seats: Sequence[tuple[str, ...]] = (), words: str = ""
) -> NameLineUp:
    """A line-up of (car, driver[, gunner]), without the franchise's name before them; c1 with d1, c2 with d2."""
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
    """A season whose match is locked: each franchise with d1 in c1 and d2 in c2."""
    table = table or signed(*franchises, **options)
    announce(table, number, heats=heats)
    for each in table.season.line_ups_of(f"m{number}"):
        table.give(line_up(each.franchise, f"m{number}", words=f"{each.franchise} rolls"))
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
    """A report of what is lined up: everybody ran every heat and nothing happened, but for what is given."""
    season = table.season
    heats = list(range(1, season.match(match).heats + 1))
    line_ups = season.line_ups_of(match)
    scored = {each.franchise: (points or {}).get(each.franchise, 0) for each in line_ups}
    seats = [seat for each in line_ups for seat in season.seats_of(each.id)]
    crew = [id for seat in seats for id in (seat.driver, seat.gunner) if id]
    crew += [id for id in (drivers or {}) if id not in crew]
    return Report(
        teams=[
            TeamReport(franchise=each, points=made, rank=1 + sum(other > made for other in scored.values()))
            for each, made in scored.items()
        ],
        drivers=[DriverReport(**{"driver": id, "heats": heats, **(drivers or {}).get(id, {})}) for id in crew],
        cars=[CarReport(**{"car": seat.car, **(cars or {}).get(seat.car, {})}) for seat in seats],
        **others,
    )


def accept(table: Table, made: Report | None = None, match: str = "m1") -> None:
    """Accept a report, without what is due after it."""
    table.give(AcceptReport(match=MatchId(match), report=made or report(table, match)))


def shopping(*franchises: str, table: Table | None = None, faces: Faces | None = None, **options: Any) -> Table:
    """A season whose first match has its shops open; `faces` are those of the tinkering rolls."""
    table = locked(*franchises, table=table, **options)
    accept(table)
    table.give(OpenSettlement(match=MatchId("m1")))
    table.give(CloseSettlement(match=MatchId("m1")))
    table.give(OpenShopping(match=MatchId("m1")), faces)
    return table


def end_shopping(table: Table, match: str = "m1") -> None:
    """Close the shops after a match to everybody, and make what is due: its settling, and its round's close."""
    table.give(EndShopping(match=MatchId(match)))
    table.run()


def settled(table: Table, match: str = "m1") -> None:
    """Take a reported match to its end: what is due, with nothing left to decide, and nobody shopping."""
    table.run()
    end_shopping(table, match)
