"""Who may enter a duel by the answers to questionnaires: cars and crews. Rules CW-Q-001, CW-Q-002, CW-Q-003,
CW-Q-004, CW-Q-016, CW-Q-018, CW-Q-019, CW-Q-027, CW-Q-028, CW-Q-031.

No other match is checked.
"""

from __future__ import annotations

from rules.campaign.core.duels import is_duel, terms_in_force
from rules.campaign.core.state import Car, LineUp, Match, Season, Seat
from rules.campaign.match_day.packet_builder import pack_seat
from rules.core.refusals import Refusal
from rules.match.duel_terms import DuelEntry
from rules.match.registry import DUEL_DESIGNS, duel_design_reader
from rules.match.ruleset import ErrorDetail, in_words


class DuelEntryRefused(Refusal):
    """The answers to a questionnaire keep the car or its crew out of the duel; every reason is listed."""


class TooManyInDuel(Refusal):
    """The line-up has more cars than the answers to a questionnaire allow in a duel (CW-Q-003)."""


def refuse_duel_entry(season: Season, line_up: LineUp, *, car: str, driver: str, gunner: str) -> None:
    """Raise `DuelEntryRefused` if the match is a duel and answers keep the car or its crew out of it."""
    if errors := duel_entry_errors(season, line_up, car=car, driver=driver, gunner=gunner):
        raise DuelEntryRefused(f"{car} cannot enter {line_up.match}: {in_words(errors)}")


def duel_entry_errors(season: Season, line_up: LineUp, *, car: str, driver: str, gunner: str) -> list[ErrorDetail]:
    """Everything that keeps a car and its crew out of a duel; nothing if the match is none."""
    if not is_duel(season.match(line_up.match)):
        return []
    seat = Seat(id=f"{line_up.id}.{car}", line_up=line_up.id, car=car, driver=driver, gunner=gunner)
    entry = DuelEntry(
        seat=pack_seat(season, line_up, seat, ruleset=""),
        designs=tuple(
            duel_design_reader(ruleset)(
                pack_seat(season, line_up, seat, ruleset=ruleset).car, switches=season.switches
            )
            for ruleset in DUEL_DESIGNS
        ),
    )
    return [error for terms, answers in terms_in_force(season) for error in terms.entry_errors(answers, entry)]


def refuse_many_in_duel(season: Season, match: Match, franchise: str, *, cars: int) -> None:
    """Raise `TooManyInDuel` if the match is a duel and answers allow fewer cars (CW-Q-003)."""
    if not is_duel(match):
        return
    for terms, answers in terms_in_force(season):
        most = terms.most_vehicles(answers)
        if most is not None and cars > most:
            raise TooManyInDuel(
                f"{franchise} lined up {cars} cars for {match.id}, and a duel has {most} of a franchise at most "
                f"({terms.vehicles_rule()}): leave some out."
            )


def may_field_somebody(season: Season, line_up: LineUp) -> bool:
    """Whether a car and an available driver of the franchise may enter the match together."""
    drivers = [driver.id for driver in season.roster(line_up.franchise) if driver.availability == "available"]
    cars = season.garage(line_up.franchise)
    if not is_duel(season.match(line_up.match)):
        return bool(drivers and cars)
    fit = [car for car in cars if not (car.destroyed or car.broken)]
    return any(_may_enter(season, line_up, car, driver) for car in fit for driver in drivers)


def first_who_may_enter(season: Season, line_up: LineUp, car: Car, drivers: list[str]) -> str:
    """The first of these drivers who may enter the match in a car; empty if none may."""
    return next((driver for driver in drivers if _may_enter(season, line_up, car, driver)), "")


def may_have_gunner(season: Season, line_up: LineUp, car: Car, *, driver: str, gunner: str) -> bool:
    """Whether a car may enter the match with that gunner."""
    return not duel_entry_errors(season, line_up, car=car.id, driver=driver, gunner=gunner)


def _may_enter(season: Season, line_up: LineUp, car: Car, driver: str) -> bool:
    return not duel_entry_errors(season, line_up, car=car.id, driver=driver, gunner="")
