"""Laws of every season: replay, order, money, typed dice, and refusals that change nothing."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field, fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.campaign.core.codec import (
    command_document,
    command_from_document,
    copy_season,
    fact_document,
    fact_from_document,
    parse_json,
    season_bytes,
    season_digest,
    season_from_json,
)
from rules.campaign.core.command import (
    _TAGS,
    COMMAND_TYPES,
    MATCH_STEPS,
    SEASON_STEPS,
    Command,
    OutOfStep,
    refuse_out_of_step,
)
from rules.campaign.core.facts import FACT_TYPES, Fact, fact_sentence
from rules.campaign.core.state import Season
from rules.campaign.founding.season_start import FoundFranchise, OpenSeason
from rules.campaign.founding.setup import CloseSetup, OpenSetup
from rules.campaign.garage.cars import BuyCar
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.match_day.repairs import default_repair_decision
from rules.campaign.match_day.settlement import CloseSettlement
from rules.campaign.people.hiring import HireRookie
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import RefusedAfterThrowing, perform
from rules.campaign.sponsors.party import ThrowParty
from rules.core.canonical_json import json_bytes
from rules.core.dice import Dice, FaceImpossible, KeyRing, NeedsDice
from rules.core.terms import CarId, DriverId, FranchiseId, MatchId
from tests.rules.campaign.memory_seasons import (
    Table,
    accept,
    announce,
    assert_money_adds_up,
    end_shopping,
    founded,
    line_up,
    locked,
    report,
    signed,
)

NAMES = ("razors", "saints", "widows")


@dataclass
class Recorder(Table):
    """A table that keeps every command with its facts and rolls, so that they can be performed again."""

    entries: list[tuple[Command, list[Fact], list[Any]]] = field(default_factory=list)

    def give(self, command: Command, faces: Any = None) -> list[Fact]:
        """Perform a command and keep it."""
        rolls_before = len(self.log)
        facts = super().give(command, faces)
        self.entries.append((command, facts, self.log[rolls_before:]))
        return facts

    def run(self, faces: Any = None) -> list[Fact]:
        """Perform and keep the commands that are due."""
        facts: list[Fact] = []
        while commands := due_commands(self.season):
            facts.extend(self.give(commands[0], faces))
        return facts


def played(seed: int, *, rounds: int = 2) -> Recorder:
    """A season of three franchises with secret and reports made from a seed."""
    luck = random.Random(seed)
    table = Recorder(secret=luck.randbytes(16))
    table.give(OpenSeason(rounds=rounds))
    for name in NAMES:
        table.give(FoundFranchise(franchise=FranchiseId(name)))
    table.give(OpenSetup())
    table.give(ThrowParty(franchise=FranchiseId("razors"), spend_k=80))
    set_up(table)
    for number in range(1, rounds + 1):
        match = f"m{number}"
        announce(table, number, heats=2)
        for name in NAMES:
            able = [driver.id for driver in table.season.roster(name) if driver.availability == "available"]
            seats = [(f"c{place}", id.removeprefix(f"{name}.")) for place, id in enumerate(able[:3], 1)]
            table.give(line_up(name, match, seats=seats, words=f"{name} {luck.random()}"))
        table.give(LockLineUps(match=MatchId(match)))
        drivers: dict[str, dict[str, Any]] = {}
        cars: dict[str, dict[str, Any]] = {}
        for entrant in table.season.line_ups_of(match):
            for seat in table.season.seats_of(entrant.id):
                drivers[seat.driver] = {
                    "out": luck.random() < 0.6,
                    "criticals": luck.randrange(5),
                    "scores": luck.randrange(3),
                }
                cars[seat.car] = {"destroyed": luck.random() < 0.3, "criticals": luck.randrange(6)}
        points = {name: luck.randrange(9) for name in NAMES}
        accept(table, report(table, match, points=points, drivers=drivers, cars=cars), match)
        table.run()
        for entrant in table.season.line_ups_of(match):
            if not entrant.decided:
                owner = FranchiseId(entrant.franchise)
                table.give(default_repair_decision(table.season, match=MatchId(match), franchise=owner))
        table.run()
        end_shopping(table, match)
    return table


def set_up(table: Table) -> None:
    """Hire drivers, buy cars and close the setup."""
    for name in NAMES:
        for number in range(1, 7):
            table.give(HireRookie(franchise=FranchiseId(name), driver=DriverId(f"{name}.d{number}")))
        for number in range(1, 4):
            table.give(BuyCar(franchise=FranchiseId(name), car=CarId(f"{name}.c{number}")))
    table.give(CloseSetup())


def shuffled(season: Season, luck: random.Random) -> Season:
    """A copy whose shelves are filled in another order."""
    copy = copy_season(season)
    for season_field in fields(copy):
        shelf = getattr(copy, season_field.name)
        if isinstance(shelf, dict):
            rows = list(shelf.items())
            luck.shuffle(rows)
            setattr(copy, season_field.name, dict(rows))
    return copy


SEEDS = st.integers(0, 1_000_000)


@pytest.mark.rule("DM-C-001", "DM-C-058", "DM-C-100")
@settings(max_examples=20, deadline=None)
@given(seed=SEEDS)
def test_money_is_neither_made_nor_lost(seed: int) -> None:
    table = played(seed)
    assert_money_adds_up(table)
    assert table.season.step == "E1"
    assert min(franchise.balance for franchise in table.season.all_franchises()) >= 0


@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_the_same_commands_and_secret_give_the_same_season_and_facts(
    seed: int,
) -> None:
    table = played(seed)
    again = Table(secret=table.secret)
    for command, facts, _ in table.entries:
        assert again.give(command_from_document(parse_json(json_bytes(command_document(command))))) == facts
    assert season_digest(again.season) == season_digest(table.season)
    assert again.log == table.log


@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_the_order_the_rows_came_in_never_shows(seed: int) -> None:
    table = played(seed)
    luck = random.Random(seed)
    season = Season()
    for command, facts, rolls in table.entries:
        season = shuffled(season, luck)
        dice = Dice(KeyRing(table.secret, {match.id: match.words for match in season.matches.values()}))
        assert perform(season, command, dice) == facts
        assert dice.log == rolls
    assert season_bytes(season) == season_bytes(table.season)


@pytest.mark.rule("DM-C-002")
@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_the_faces_typed_in_again_give_the_same_facts(seed: int) -> None:
    table = played(seed)
    season = Season()
    for command, facts, rolls in table.entries:
        faces: dict[str, list[int]] = defaultdict(list)
        for roll in rolls:
            faces[roll.path].extend(roll.faces)
        dice = Dice(loaded=faces)
        assert perform(season, command, dice) == facts
        dice.refuse_leftovers()
    assert season_digest(season) == season_digest(table.season)


def test_a_season_and_its_facts_survive_the_journey_through_json() -> None:
    table = played(4, rounds=1)
    assert season_from_json(season_bytes(table.season)) == table.season
    for fact in table.facts:
        assert fact_from_document(parse_json(json_bytes(fact_document(fact)))) == fact


def test_every_fact_names_its_rule_and_reads_as_a_sentence() -> None:
    table = played(5)
    for fact in table.facts:
        assert fact.rule.startswith(("DM-C-", "HOUSE-"))
        assert fact_document(fact)["kind"] == fact.tag
        sentence = fact_sentence(fact)
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_every_roll_of_a_command_stands_in_one_of_its_facts() -> None:
    table = played(6)
    for _, facts, rolls in table.entries:
        stated = [roll for fact in facts for roll in fact.rolls]
        assert sorted(map(repr, stated)) == sorted(map(repr, rolls))


def test_a_face_missing_half_way_leaves_the_season_as_it_was() -> None:
    table = locked()
    accept(table, report(table, drivers={"razors.d1": {"out": True}, "saints.d1": {"out": True}}))
    (command,) = due_commands(table.season)
    before = season_bytes(table.season)
    with pytest.raises(NeedsDice) as error:
        perform(table.season, command, Dice(loaded={"m1/settle/razors.d1/quirk": [6, 3, 4]}))
    assert (error.value.path, error.value.dice) == ("m1/settle/saints.d1/quirk", "1d6")
    assert season_bytes(table.season) == before
    with pytest.raises(FaceImpossible):
        perform(
            table.season,
            command,
            Dice(loaded={"m1/settle/razors.d1/quirk": [6, 3, 4], "m1/settle/saints.d1/quirk": [7]}),
        )
    assert season_bytes(table.season) == before


def bound_to_steps() -> list[str]:
    """The tags of commands that are restricted to certain steps of a season or match."""
    return sorted(tag for tag, row in COMMAND_TYPES.items() if set(SEASON_STEPS) - set(row.steps))


@pytest.mark.parametrize("tag", bound_to_steps())
def test_a_command_out_of_its_step_is_refused(tag: str) -> None:
    row = COMMAND_TYPES[tag]
    season = signed().season
    season.step = next(step for step in SEASON_STEPS if step not in row.steps)
    names = {command_field.name for command_field in fields(row.cls)}
    given_fields: dict[str, Any] = (
        {"match": "m1"} if "match" in names and not set(MATCH_STEPS).isdisjoint(row.steps) else {}
    )
    if given_fields:
        table = locked()
        season = table.season
        season.match("m1").step = next(step for step in MATCH_STEPS if step not in row.steps)
    command = row.cls.__new__(row.cls)
    for command_field in fields(row.cls):
        object.__setattr__(command, command_field.name, given_fields.get(command_field.name, ""))
    before = season_bytes(season)
    with pytest.raises(OutOfStep, match=tag):
        refuse_out_of_step(season, command)
    assert season_bytes(season) == before


def test_every_command_says_what_it_does_and_every_fact_what_happened() -> None:
    assert len(COMMAND_TYPES) > 70
    for row in COMMAND_TYPES.values():
        assert row.summary.endswith(".")
    for cls in FACT_TYPES.values():
        assert cls.says.endswith(".")
        assert cls.__doc__


def test_only_line_ups_protections_and_trade_offers_are_sealed() -> None:
    assert [tag for tag, row in sorted(COMMAND_TYPES.items()) if row.sealed] == [
        "name_line_up",
        "propose_trade",
        "protect_drivers",
    ]
    assert CloseSettlement(match=MatchId("m1")).seal(Season()) == ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Peeked(ThrowParty):
    """A party that is refused only after its die was thrown."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Throw the party and then raise `OutOfStep`."""
        ThrowParty.perform(self, season, dice)
        raise OutOfStep("The party is over: wait for the next season.")


def test_a_command_that_throws_and_is_refused_then_is_a_fault_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_TAGS, Peeked, "throw_party")
    season = founded().season
    with pytest.raises(RefusedAfterThrowing, match="Peeked threw, and was refused then: The party is over"):
        perform(season, Peeked(franchise=FranchiseId("razors"), spend_k=10), Dice(KeyRing(b"secret")))
