"""Every questionnaire that a season answers, by id."""

from __future__ import annotations

from league.models import Season
from league.pages.questionnaire.house_rules import HouseRules
from league.pages.questionnaire.league_questionnaire import LeagueQuestionnaire
from league.pages.questionnaire.questions_by_parts import OwnQuestions, QuestionsByParts, own_questions_of
from rules.campaign.core.questionnaires import HOUSE_RULES, OWN
from rules.core.refusals import Unknown
from rules.match.registry import QUESTIONNAIRES, get_questionnaire

BOOK_LEAD = "What the referee of a duel decides before play, so that players can rely on it."


def questionnaire_ids() -> tuple[str, ...]:
    """The ids of all questionnaires in the order of their list: the house rules, those of books, the league's own."""
    return (HOUSE_RULES, *QUESTIONNAIRES, OWN)


def find_questionnaire(id: str, row: Season) -> LeagueQuestionnaire:
    """The questionnaire of that id in a season. Raises `Unknown`, which lists the ids."""
    if id == HOUSE_RULES:
        return HouseRules(row.edition)
    if id == OWN:
        return OwnQuestions(own_questions_of(row))
    if id in QUESTIONNAIRES:
        asked = get_questionnaire(id)
        return QuestionsByParts(asked, title=_as_title(asked.title), lead=BOOK_LEAD)
    raise Unknown(f"There is no questionnaire {id[:80]!r} to answer: use one of {', '.join(questionnaire_ids())}.")


def _as_title(name: str) -> str:
    """A questionnaire's name as a heading: "the referee's questionnaire" is "Referee's questionnaire"."""
    title = name.removeprefix("the ")
    return title[:1].upper() + title[1:]
