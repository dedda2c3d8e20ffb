"""Whether a car's fuel lasts for the event it is lined up for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.switches import Setting
from rules.dethmatch.ruleset import RULESET
from rules.dethmatch.setup.match_errors import fuel_warnings, setup_errors
from rules.match.packet import PackedCar, PackedDriver, PackedSeat, PackedTeam, Packet
from tests.rules.dethmatch.boards import PLAIN
from tests.rules.dethmatch.matches import car, match, red


@pytest.mark.rule("DM-M-035", "DM-M-036")
@pytest.mark.parametrize(
    ("event", "laps", "switches", "points", "short"),
    [
        ("last_car", 0, {}, 5, ""),  # 15 turns
        ("last_car", 0, {}, 4, "Its 4 fuel points do not last the 15 turns of the event."),
        ("last_car", 0, {"dethmatch.arena_turn_limit": 12}, 4, ""),
        ("last_car", 0, {"dethmatch.arena_turn_limit": 13}, 4, "do not last the 13 turns of the event."),
        ("lap_race", 1, {}, 3, ""),  # 8 turns
        ("lap_race", 1, {}, 2, "Its 2 fuel points do not last the 8 turns of the event."),
        ("lap_race", 0, {}, 7, "do not last the 24 turns of the event."),
        ("lap_race", 0, {}, 8, ""),
        ("lap_race", 0, {"dethmatch.race_laps": 7}, 18, "do not last the 56 turns of the event."),
        ("lap_race", 0, {"dethmatch.race_laps": 7}, 19, ""),
    ],
)
def test_a_tank_is_measured_by_the_turns_a_car_is_reckoned_to_drive_in_this_event(
    event: str, laps: int, switches: dict[str, Setting], points: int, short: str
) -> None:
    thirsty = replace(PLAIN, engine=16, fuel=16 * points)
    setup = match(red(car("c1", "ada", design=thirsty)), event=event, laps=laps, switches=switches).setup
    warned = fuel_warnings(setup)
    assert [(error.code, error.rule, error.warning) for error in warned] == [
        ("little_fuel", "DM-M-035", True)
    ] * bool(short)
    assert all(error.sentence.startswith("c1: ") and error.sentence.endswith(short) for error in warned)
    assert not [setup_error for setup_error in setup_errors(setup) if setup_error.code == "little_fuel"]


@pytest.mark.rule("DM-M-036")
@pytest.mark.parametrize(
    ("event", "told"),
    [("lap_race", ["c1: Its 8 fuel points do not last the 32 turns of the event."]), ("last_car", [])],
)
def test_a_line_up_is_told_that_its_fuel_may_not_last_this_event(event: str, told: list[str]) -> None:
    car = PackedCar(id="c1", dp=60, overhead=False, gunner_station=False, gearing=0, criticals=0, items=())
    traits = dict.fromkeys(("driving", "gunnery", "initiative", "toughness"), 3)
    driver = PackedDriver(id="ada", traits=traits, talents=(), quirks={}, worn=())
    team = PackedTeam(
        franchise="reds",
        staff_rating=1,
        pit_bonus=0,
        kit_uses=0,
        mechanics=(),
        fresh=(),
        seats=(PackedSeat(car=car, driver=driver, gunner=None),),
    )
    packet = Packet(
        match="m1",
        event=event,
        surface="",
        heats=1,
        scoring="",
        repair_attempts=6,
        teams=(team,),
        setting={"track": "anvil_oval" if event == "lap_race" else "the_sump"}
        | ({"laps": 4} if event == "lap_race" else {}),
    )
    assert [packet_warning.sentence for packet_warning in RULESET.packet_warnings(packet)] == told
