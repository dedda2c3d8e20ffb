"""Duels: matches that people report and whose points are duel points, under what questionnaires say of them.

Rules CW-S-055, CW-S-056. Answers to questionnaires about cars, crews and trades act on duels only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS
from rules.campaign.core.state import Match, Season
from rules.match.duels.terms import Answers, DuelTerms
from rules.match.registry import DUEL_TERMS, duel_terms

DUEL = "duel"
"""The scoring of a duel."""
BEFORE_THE_RESULT = frozenset({"M2", "M3", "M4"})
"""The steps of a match before its result stands."""


def is_duel(match: Match) -> bool:
    """Whether a match is a duel."""
    return match.scoring == DUEL


def terms_in_force(season: Season) -> Iterator[tuple[DuelTerms, Answers]]:
    """What each questionnaire says of duels, with the answers in force; the printed ones if none is published."""
    for questionnaire in DUEL_TERMS:
        yield duel_terms(questionnaire), season.answers.get(questionnaire, {})


def points_for_season(season: Season, match: Match, points: int) -> int:
    """What a team's points count in the season: in a duel, those below 0 may count as 0 (CW-S-056)."""
    floored = is_duel(match) and any(terms.floors_standings(answers) for terms, answers in terms_in_force(season))
    return max(points, 0) if floored else points


def points_for_prize(match: Match, points: int) -> int:
    """What a team's points count in sharing the pot: none below 0 in a duel (CW-S-056)."""
    return max(points, 0) if is_duel(match) else points


def splits_empty_pot(season: Season, match: Match) -> bool:
    """Whether all teams have equal shares of the pot when none has points above 0.

    The answers to a questionnaire say so of a duel (CW-S-056), and the house rule of every other match (DM-C-096).
    """
    if is_duel(match):
        return any(terms.splits_empty_pot(answers) for terms, answers in terms_in_force(season))
    return bool(season.setting("prize.zero_points_split"))


def open_duel_between(season: Season, franchise: str, other: str) -> Match | None:
    """The duel in which two franchises meet and that is neither settled nor void."""
    for id in sorted(season.matches):
        match = season.matches[id]
        if is_duel(match) and match.step not in FINISHED_MATCH_STEPS:
            teams = {line_up.franchise for line_up in season.line_ups_of(id)}
            if {franchise, other} <= teams:
                return match
    return None


def talks_in_the_open(season: Season, franchise: str, partner: str) -> bool:
    """Whether two franchises meet in an open duel whose players talk in the open (CW-Q-039)."""
    return open_duel_between(season, franchise, partner) is not None and any(
        terms.talks_in_the_open(answers) for terms, answers in terms_in_force(season)
    )


def rivals_before_result(season: Season, franchise: str) -> frozenset[str]:
    """The franchises that a franchise meets in duels whose result does not stand yet."""
    return frozenset(
        line_up.franchise
        for id, match in season.matches.items()
        if is_duel(match) and match.step in BEFORE_THE_RESULT
        for line_ups in [season.line_ups_of(id)]
        if any(line_up.franchise == franchise for line_up in line_ups)
        for line_up in line_ups
        if line_up.franchise != franchise
    )


def hidden_car_fields(season: Season, franchise: str, *, readers: frozenset[str]) -> frozenset[str]:
    """What owners of these franchises do not see of a franchise's cars, because they meet it in a duel (CW-Q-013).

    It is empty for the franchise's own owner.
    """
    if franchise in readers or readers.isdisjoint(rivals_before_result(season, franchise)):
        return frozenset()
    return fields_hidden_from_rivals(season.answers)


def fields_hidden_from_rivals(answers: Mapping[str, Answers]) -> frozenset[str]:
    """What rivals in a duel do not see of a car, by the answers to each questionnaire (CW-Q-013)."""
    return frozenset(field for id in DUEL_TERMS for field in duel_terms(id).hidden_from_rivals(answers.get(id, {})))
