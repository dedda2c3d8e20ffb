"""Races as fixtures: the errors of one, and proposals for rounds without a plan. Rules FW-105, FW-107, FW-128,
FW-129.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.plurals import count_phrase
from rules.formule.ground.circuit import circuit_names, load_circuit
from rules.formule.ground.circuit_errors import circuit_errors
from rules.formule.match.setup import WEATHERS
from rules.formule.settings import MOST_LAPS
from rules.match.ruleset import ErrorDetail, Fixture

EVENT = "circuit_race"
"""The only event of this book."""
MOST_TEAMS, MOST_CARS = 6, 12
"""The most teams in a race, and the most cars on a grid (FW-105)."""
SETTING_FIELDS = frozenset({"circuit", "laps"})
"""The fields of a race's setting: a circuit, by name or written out, and the laps."""
WEATHER_OF_ROUNDS = ("dry", "dry", "temporary_rain", "dry", "rain")
"""The weather proposed for rounds without a plan, in turn (FW-129)."""


def fixture_errors(fixture: Fixture) -> list[ErrorDetail]:
    """Every error of a race as it is announced; raises nothing (FW-105, FW-128, FW-129)."""
    return [*_event(fixture), *_sizes(fixture), *_setting(fixture.setting)]


def propose_fixture(*, number: int, teams: int, vehicles_per_team: int) -> Fixture:
    """Propose the race of a round without a plan: each circuit in turn, usually dry."""
    circuits = circuit_names()
    return Fixture(
        event=EVENT,
        surface=WEATHER_OF_ROUNDS[(number - 1) % len(WEATHER_OF_ROUNDS)],
        heats=1,
        teams=teams,
        vehicles_per_team=min(vehicles_per_team, MOST_CARS // max(teams, 1)),
        scoring="as_reported",
        setting={"circuit": circuits[(number - 1) % len(circuits)]},
    )


def _event(fixture: Fixture) -> Iterator[ErrorDetail]:
    if fixture.event != EVENT:
        yield _fault("unknown_event", "FW-131", f"There is no event {fixture.event[:60]!r}: announce {EVENT}.")
    if fixture.surface and fixture.surface not in WEATHERS:
        known = ", ".join(WEATHERS)
        text = f"The weather is {fixture.surface[:60]!r}: announce one of {known} as the surface, or none."
        yield _fault("unknown_weather", "FW-129", text)
    if fixture.heats != 1:
        yield _fault("bad_heats", "FW-154", f"A race has 1 heat and not {fixture.heats}: announce 1.")


def _sizes(fixture: Fixture) -> Iterator[ErrorDetail]:
    teams, cars = fixture.teams, fixture.vehicles_per_team
    if not 1 <= teams <= MOST_TEAMS:
        text = f"A race takes 1 to {MOST_TEAMS} teams and not {teams}: enter as many as it takes."
        yield _fault("bad_teams", "FW-105", text)
    if teams * cars > MOST_CARS:
        text = (
            f"{count_phrase(teams, 'team')} with up to {count_phrase(cars, 'car')} may be {teams * cars}, and a grid "
            "takes "
            f"{MOST_CARS}: enter fewer."
        )
        yield _fault("too_many_cars", "FW-105", text)


def _setting(setting: Mapping[str, Any]) -> Iterator[ErrorDetail]:
    for name in sorted(set(setting) - SETTING_FIELDS):
        text = f"A race is set no {str(name)[:60]!r}: name a circuit, and laps if they are not the usual ones."
        yield _fault("unknown_setting", "FW-128", text)
    laps = setting.get("laps")
    if "laps" in setting and (type(laps) is not int or not 1 <= laps <= MOST_LAPS):
        text = f"A race has 1 to {MOST_LAPS} laps: give a whole number, or leave it out for the usual ones."
        yield _fault("bad_laps", "FW-128", text)
    circuit = setting.get("circuit")
    if isinstance(circuit, dict):
        yield from circuit_errors(circuit)
    elif circuit not in circuit_names():
        titles = ", ".join(f"{name} ({load_circuit(name).title})" for name in circuit_names())
        text = "The race has no circuit"
        if isinstance(circuit, str):
            text = f"There is no circuit {circuit[:60]!r}"
        elif circuit is not None:
            text = "The circuit is neither a name nor written out"
        yield _fault("unknown_circuit", "FW-107", f"{text}: name one of {titles}, or write one out.")


def _fault(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)
