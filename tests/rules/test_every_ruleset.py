"""Every ruleset copes with whatever a league may give it: designs, settings and line-ups of any kind, and empty
teams.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.campaign.core.switches import SWITCHES
from rules.core.dice import Dice, KeyRing
from rules.core.switches import Setting, Switch
from rules.match.catalog import CATALOG, WEAPON_KINDS
from rules.match.exhibition import ExhibitionRuleset
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet
from rules.match.packet_ruleset import PacketRuleset
from rules.match.registry import get_ruleset, ruleset_switches, rulesets
from rules.match.ruleset import Document, ErrorDetail, Fixture, Ruleset, without_warnings
from tests.rules.ladder import LADDER
from tests.rules.towers import TOWERS

MATCHES = Path(__file__).parents[2] / "examples" / "matches"
EVERY = (LADDER, TOWERS, *rulesets())
every_ruleset = pytest.mark.parametrize("ruleset", EVERY, ids=[ruleset.name for ruleset in EVERY])
BUDGETS = (60, 63, 75, 81)
TRAITS = {"driving": 3, "gunnery": 3, "initiative": 3, "toughness": 3}
NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=9) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)
"""Any JSON value."""


def otherwise(switch: Switch) -> Setting:
    """A setting of a switch that is not its default; a free text keeps its default."""
    if switch.choices:
        return next(choice for choice in switch.choices if choice != switch.default)
    if isinstance(switch.default, bool):
        return not switch.default
    if isinstance(switch.default, int):
        return switch.default + 1 if switch.default < switch.highest else switch.lowest
    return switch.default


def of_other_books(ruleset: Ruleset) -> dict[str, Setting]:
    """Settings that differ from the default for every switch of the campaign and of the other books."""
    own = {switch.name for switch in ruleset.switches}
    return {switch.name: otherwise(switch) for switch in (*SWITCHES, *ruleset_switches()) if switch.name not in own}


def sound(faults: object) -> list[ErrorDetail]:
    """The given errors, once checked: each has a code and a sentence that ends in a period."""
    assert isinstance(faults, list)
    for fault in faults:
        assert isinstance(fault, ErrorDetail)
        assert fault.code
        assert fault.sentence.endswith(".")
    return faults


def stock(
    ruleset: Ruleset, dp: int, kinds: tuple[str, ...], *, gunner: bool = False, **switches: Setting
) -> Document:
    return ruleset.stock_design(dp=dp, gunner_station=gunner, gearing=0, kinds=kinds, switches=switches)


def faults(ruleset: Ruleset, design: Any, dp: int, *, gunner: bool = False, **switches: Setting) -> list[ErrorDetail]:
    return sound(
        ruleset.design_errors(design, dp=dp, gunner_station=gunner, gearing=0, switches=switches)
    )  # fmt: skip


# --------------------------------------------------------------------------------------------------- designs


@pytest.mark.rule("DM-M-010", "DM-M-036")
@every_ruleset
@pytest.mark.parametrize("dp", BUDGETS)
@pytest.mark.parametrize("gunner", [False, True])
def test_a_car_nobody_designed_is_legal_whatever_it_carries(ruleset: Ruleset, dp: int, *, gunner: bool) -> None:
    carried = [
        (),
        *((kind,) for kind in CATALOG),
        tuple(WEAPON_KINDS)[:6],
        tuple(CATALOG)[::9],
        ("machinegun",) * 9,
    ]
    for kinds in carried:
        design = stock(ruleset, dp, kinds, gunner=gunner)
        assert without_warnings(faults(ruleset, design, dp, gunner=gunner)) == [], kinds


@pytest.mark.rule("DM-M-010", "DM-M-036")
@every_ruleset
def test_a_season_s_other_house_rules_are_nothing_to_a_design(ruleset: Ruleset) -> None:
    switches = of_other_books(ruleset)
    design = stock(ruleset, 60, ("machinegun", "oil_jet"))
    assert stock(ruleset, 60, ("machinegun", "oil_jet"), **switches) == design
    assert faults(ruleset, design, 60, **switches) == faults(ruleset, design, 60)


@pytest.mark.rule("DM-M-010", "DM-M-036")
@every_ruleset
def test_a_car_nobody_designed_is_legal_under_every_house_rule_of_its_own(ruleset: Ruleset) -> None:
    for switch in ruleset.switches:
        for setting in switch.choices or (otherwise(switch),):
            for kinds in ((), ("machinegun", "oil_jet", "booster_rockets"), tuple(WEAPON_KINDS)[:6]):
                design = stock(ruleset, 60, kinds, **{switch.name: setting})
                assert without_warnings(faults(ruleset, design, 60, **{switch.name: setting})) == [], (
                    switch.name,
                    setting,
                )


@pytest.mark.rule("DM-M-036")
@every_ruleset
def test_nothing_a_person_may_send_is_an_accident(ruleset: Ruleset) -> None:
    fields = sorted(stock(ruleset, 60, ("machinegun",)))

    @settings(max_examples=150, deadline=None, database=None, derandomize=True)
    @given(
        st.dictionaries(st.sampled_from([*fields, "x"]), NONSENSE, max_size=6),
        st.booleans(),
        st.dictionaries(st.text(max_size=9), NONSENSE, max_size=3),
    )
    def sent(document: Document, on_stock: bool, setting: Document) -> None:
        design = {**stock(ruleset, 60, ("machinegun",)), **document} if on_stock else document
        faults(ruleset, design, 60)
        sound(ruleset.fixture_errors(Fixture(event="x", teams=3, vehicles_per_team=2, setting=setting)))
        proposal = ruleset.propose_fixture(number=1, teams=2, vehicles_per_team=1)
        for name in proposal.setting:
            for value in setting.values():
                fixture = Fixture(
                    event=proposal.event, teams=2, vehicles_per_team=1, setting={**proposal.setting, name: value}
                )
                sound(ruleset.fixture_errors(fixture))

    sent()


# --------------------------------------------------------------------------------------------------- matches


@every_ruleset
def test_what_it_proposes_is_without_faults(ruleset: Ruleset) -> None:
    for number in range(1, 20):
        for teams in range(2, ruleset.most_teams + 1):
            for cars in (1, 2, 3):
                proposal = ruleset.propose_fixture(number=number, teams=teams, vehicles_per_team=cars)
                assert (proposal.teams, proposal.vehicles_per_team <= cars) == (teams, True)
                assert without_warnings(sound(ruleset.fixture_errors(proposal))) == [], proposal


def driver(id: str, traits: dict[str, int], *talents: str) -> PackedDriver:
    return PackedDriver(id=id, traits=traits, talents=talents, quirks={}, worn=())


def seat(ruleset: Ruleset, id: str, *, gunner: bool = False, design: Document | None = None) -> PackedSeat:
    """A seat with an old critical and an item no book knows; the gunner, if any, has traits below zero."""
    items = ("machinegun", "ram_guard", "medical_kit", "nothing_known")
    car = PackedCar(
        id=id,
        dp=60,
        overhead=False,
        gunner_station=gunner,
        gearing=0,
        criticals=2,
        items=tuple(PackedItem(id=f"{id}.{kind}", kind=kind) for kind in items),
        design=stock(ruleset, 60, ("machinegun",), gunner=gunner) if design is None else design,
    )
    worst = dict.fromkeys(TRAITS, -2)
    return PackedSeat(
        car=car,
        driver=driver(f"{id}.driver", TRAITS, "gunslinger", "unheard_of"),
        gunner=driver(f"{id}.gunner", worst) if gunner else None,
    )


def packet(ruleset: Ruleset, *teams: tuple[PackedSeat, ...]) -> Packet:
    fixture = ruleset.propose_fixture(number=1, teams=max(2, len(teams)), vehicles_per_team=3)
    return Packet(
        match="m1",
        event=fixture.event,
        surface=fixture.surface,
        heats=fixture.heats,
        scoring=fixture.scoring,
        repair_attempts=6,
        teams=tuple(
            PackedTeam(
                franchise=f"t{number}",
                staff_rating=1,
                pit_bonus=0,
                kit_uses=0,
                mechanics=(),
                seats=seats,
                fresh=(driver(f"t{number}.spare", TRAITS),),
            )
            for number, seats in enumerate(teams, start=1)
        ),
        ruleset=ruleset.name,
        edition=ruleset.edition,
        setting=fixture.setting,
    )


def played(ruleset: Ruleset, match_packet: Packet) -> None:
    """Play a match and check that its report covers everything in it, and that log, replay and story agree."""

    def dice() -> Dice:
        return Dice(KeyRing(b"every", {"m1": ""}))

    resolved = ruleset.resolve(match_packet, dice())
    report = resolved.report
    assert [team.franchise for team in report.teams] == [team.franchise for team in match_packet.teams]
    assert all(team.rank >= 1 and team.points >= 0 for team in report.teams)
    seats = [packed_seat for team in match_packet.teams for packed_seat in team.seats]
    assert sorted(car.car for car in report.cars) == sorted(packed_seat.car.id for packed_seat in seats)
    crews = [
        person.id
        for packed_seat in seats
        for person in (packed_seat.driver, packed_seat.gunner)
        if person is not None
    ]
    sent_in = [substitute.driver for substitute in report.substitutes]
    assert sorted(driver_report.driver for driver_report in report.drivers) == sorted([*crews, *sent_in])
    aboard = {item.id for packed_seat in seats for item in packed_seat.car.items}
    assert aboard >= {item for car in report.cars for item in (*car.devices_lost, *car.expendables_used)}
    assert ruleset.replay(match_packet, resolved.log, None) == resolved
    assert ruleset.replay(match_packet, resolved.log, dice()) == resolved
    assert all(isinstance(line, str) for line in ruleset.story(resolved.log))
    sound(ruleset.packet_warnings(match_packet))


@pytest.mark.rule("DM-M-038", "DM-M-140", "DM-C-090")
@every_ruleset
def test_whatever_a_campaign_can_lock_is_played(ruleset: Ruleset) -> None:
    first, two = seat(ruleset, "a1"), seat(ruleset, "b1", gunner=True)
    played(ruleset, packet(ruleset, (), ()))
    played(ruleset, packet(ruleset, (first,), ()))
    played(ruleset, packet(ruleset, (first,), (two,)))
    played(ruleset, packet(ruleset, (first, seat(ruleset, "a2", gunner=True)), (two,), ()))
    played(ruleset, packet(ruleset, *((seat(ruleset, f"c{n}"),) for n in range(ruleset.most_teams))))


@pytest.mark.rule("CC-070", "DM-M-010", "FW-154", "RH-085")
@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)
def test_a_car_whose_design_cannot_be_read_enters_with_a_stock_one_and_that_is_told(ruleset: Ruleset) -> None:
    blank, torn = seat(ruleset, "a1", design={}), seat(ruleset, "a1", design={"name": ["?"]})
    opponent = seat(ruleset, "b1")
    played(ruleset, packet(ruleset, (torn,), (opponent,)))
    scores = [
        ruleset.resolve(packet(ruleset, (packed_seat,), (opponent,)), Dice(KeyRing(b"every", {"m1": ""}))).report
        for packed_seat in (blank, torn)
    ]
    assert scores[0] == scores[1]
    warnings = [
        packet_warning
        for packet_warning in ruleset.packet_warnings(packet(ruleset, (torn,), (opponent,)))
        if packet_warning.code == "unreadable"
    ]
    assert [error.warning for error in warnings] == [True]
    assert warnings[0].sentence.startswith(
        "a1 enters with a stock design made for what it carries. The design cannot be"
    )


@pytest.mark.parametrize(
    "ruleset",
    [book for book in rulesets() if isinstance(book, PacketRuleset) and (MATCHES / book.name).is_dir()],
    ids=lambda book: book.title,
)
def test_a_match_from_a_file_says_what_its_line_ups_lack(ruleset: PacketRuleset[Any]) -> None:
    path = min((MATCHES / ruleset.name).glob("*.json"), key=lambda path: path.stat().st_size)
    file = json.loads(path.read_bytes())
    file["teams"][0]["cars"][0]["items"] = ["machinegun"] * 9
    exhibition = ruleset.play_exhibition(json.dumps(file).encode(), secret=b"every")
    lacks = ruleset.packet_warnings(ruleset.decode(exhibition.log).packet)
    assert exhibition.lacks == [lack.sentence for lack in lacks] != []
    assert ruleset.replay_exhibition(exhibition.log) == exhibition


def test_a_match_of_dethmatch_from_a_file_lacks_nothing() -> None:
    ruleset = get_ruleset("dethmatch")
    assert isinstance(ruleset, ExhibitionRuleset)
    exhibition = ruleset.play_exhibition((MATCHES / "street-duel.json").read_bytes(), secret=b"every")
    assert exhibition.lacks == ruleset.replay_exhibition(exhibition.log).lacks == []


@every_ruleset
@pytest.mark.parametrize("teams", [0, 1, 2, 40])
def test_every_ruleset_proposes_a_match_whatever_the_number_of_teams(ruleset: Ruleset, teams: int) -> None:
    proposal = ruleset.propose_fixture(number=1, teams=teams, vehicles_per_team=3)
    assert (proposal.teams, proposal.vehicles_per_team <= 3) == (teams, True)


@pytest.mark.rule("DM-C-090", "DM-M-010", "DM-M-140")
def test_a_match_has_one_heat_unless_it_says_how_many() -> None:
    fixture = Fixture(event="lap_race", teams=2, vehicles_per_team=1)
    assert (fixture.heats, fixture.surface, fixture.scoring, fixture.setting) == (1, "", "", {})
