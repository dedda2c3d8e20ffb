"""Checks of duels by the answers to questionnaires: plans, the cars and crews that enter, and the places of teams.

No other match is checked. The places of teams do not always follow from their points: a team that met a condition of
winning is first, whatever the points say, and a tie at the top may be broken by who could move last. Points are
rounded to whole ones in a report, so teams with the same points may have different places. Teams that forfeited come
after all others.

Rules CW-Q-001 to CW-Q-004, CW-Q-016, CW-Q-018, CW-Q-019, CW-Q-027, CW-Q-028, CW-Q-031, CW-S-035, CW-S-036, CW-S-055.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from rules.campaign.core.duels import is_duel, terms_in_force
from rules.campaign.core.state import Car, LineUp, Match, Season, Seat
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.campaign.match_day.packet_builder import pack_seat
from rules.campaign.season.answers import answers_by
from rules.campaign.season.steps import round_step
from rules.core.refusals import Refusal
from rules.match.duels.terms import Answers, DuelEntry, DuelTerms
from rules.match.registry import DUEL_DESIGNS, DUEL_TERMS, duel_design_reader, duel_terms
from rules.match.report import TeamReport
from rules.match.ruleset import ErrorDetail, in_words


class DuelImpossible(Refusal):
    """Nobody could enter the duel by the answers to a questionnaire, or a ruleset is to play it (CW-S-055)."""


def refuse_impossible_duel(season: Season, match: str, *, ruleset: str, heats: int, vehicles_per_team: int) -> None:
    """Raise `DuelImpossible` unless people report a planned duel, it has one heat, and somebody can enter it.

    `vehicles_per_team` is 0 if the plan leaves it out.
    """
    if ruleset not in ("", REPORTED_BY_PEOPLE):
        raise DuelImpossible(
            f"{match} is a duel, which people report: leave the ruleset {ruleset[:80]} out, or announce it with "
            "another scoring."
        )
    if heats != 1:
        raise DuelImpossible(f"{match} has {heats} heats, and a duel is fought in one: give it 1.")
    for terms, answers in _coming_terms(season):
        if errors := terms.announcement_errors(answers):
            raise DuelImpossible(f"{match} cannot be a duel: {in_words(errors)}")
        most = terms.most_vehicles(answers)
        if most is not None and vehicles_per_team > most:
            raise DuelImpossible(
                f"{match} has {vehicles_per_team} cars a team, and a duel has {most} at most "
                f"({terms.vehicles_rule()}): give it {most}."
            )


def most_duel_vehicles(season: Season, *, otherwise: int) -> int:
    """The most cars of a team in a duel of the coming round, `otherwise` if no answer limits them (CW-Q-003)."""
    limits = (terms.most_vehicles(answers) for terms, answers in _coming_terms(season))
    return min((limit for limit in limits if limit is not None), default=otherwise)


def _coming_terms(season: Season) -> Iterator[tuple[DuelTerms, Answers]]:
    """What each questionnaire says of duels in the round that is open, or else in the next one."""
    rounds = season.all_rounds()
    is_open = bool(rounds) and rounds[-1].step != "closed"
    step = round_step(season.rounds_before + len(rounds) + (not is_open))
    for questionnaire in DUEL_TERMS:
        yield duel_terms(questionnaire), answers_by(season, questionnaire, step)


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


class RankFault(NamedTuple):
    """Something wrong with the place of a team: the line of the report, and a sentence that says what to do."""

    place: int
    sentence: str


def ranks_by_points(points: Mapping[str, int], *, forfeited: Collection[str]) -> dict[str, int]:
    """The place of every team by its points alone, those that forfeited last."""
    appeared = {team: scored for team, scored in points.items() if team not in forfeited}
    return {
        team: 1 + sum(other > scored for other in appeared.values()) if team in appeared else 1 + len(appeared)
        for team, scored in points.items()
    }


def duel_rank_faults(teams: list[TeamReport], *, forfeited: Collection[str]) -> Iterator[RankFault]:
    """Everything wrong with the places in a report of a duel, whose teams are those of the match."""
    appeared = [team for team in teams if team.franchise not in forfeited]
    firsts = [team for team in appeared if team.rank == 1]
    best = max((team.points for team in appeared), default=0)  # no mutant: nobody appeared to compare with
    for place, team in enumerate(teams):
        if team.franchise in forfeited:
            if team.rank not in _places_of_forfeits(appeared):
                yield RankFault(
                    place,
                    f"{team.franchise} forfeited and is reported at rank {team.rank}: give it rank "
                    f"{1 + len(appeared)}, after all others.",
                )
            continue
        ahead = sum(other.rank < team.rank for other in appeared)
        if team.rank != 1 + ahead:
            yield RankFault(
                place,
                f"{team.franchise} is reported at rank {team.rank} and {ahead} teams are ahead of it: give it rank "
                f"{1 + ahead}, or mend the others.",
            )
        elif team.rank == 1 and len(firsts) > 1 and team.points < best:
            yield RankFault(
                place,
                f"{team.franchise} shares rank 1 with {team.points} points, and another team has {best}: only one "
                "team wins a duel with fewer points.",
            )
        elif team.rank > 1 and (behind := _behind_wrongly(team, appeared)):
            yield RankFault(
                place,
                f"{team.franchise} has {team.points} points and is reported at rank {team.rank}, not ahead of "
                f"{behind.franchise} with {behind.points}: only the team that won the duel is ahead of more points.",
            )


def _places_of_forfeits(appeared: list[TeamReport]) -> set[int]:
    """The places that teams which forfeited may have: the last one, or level with those who have no points either."""
    places = {1 + len(appeared)}
    if all(team.points >= 0 for team in appeared):
        places.add(1 + sum(team.points > 0 for team in appeared))
    return places


def _behind_wrongly(team: TeamReport, appeared: list[TeamReport]) -> TeamReport | None:
    """A team with fewer points that a team is not ahead of, the winners left out."""
    return next(
        (other for other in appeared if 1 < other.rank <= team.rank and other.points < team.points),
        None,
    )
