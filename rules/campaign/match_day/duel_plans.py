"""What the answers to questionnaires say of a duel that is to be announced. Rules CW-Q-001 to CW-Q-003, CW-S-055."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign.core.state import Season
from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.campaign.season.answers import answers_by
from rules.campaign.season.steps import round_step
from rules.core.refusals import Refusal
from rules.match.duel_terms import Answers, DuelTerms
from rules.match.registry import DUEL_TERMS, duel_terms
from rules.match.ruleset import in_words


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
