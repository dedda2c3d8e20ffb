"""Rewrites sentences of the rules in plain words, without command tags, house-rule keys or step codes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from explain.house_rule_questions import HOUSE_RULES
from explain.printed_names import AVAILABILITY_WORDS, ITEM_WORDS
from rules.campaign.core.command import COMMAND_TYPES, STEP_NAMES
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.match.referee.questionnaire import Question
from rules.match.registry import QUESTIONNAIRES, get_questionnaire

COMMAND_FORM_TITLES: dict[str, str] = {}
"""The title of the form of each command, by tag; every form registers its own."""
TAG_PATTERN = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b(?!\.\w)")
SWITCH_KEY_PATTERN = re.compile(r"\b[a-z_]+\.[a-z][a-z0-9_]*\b")
STEP_WITH_NAME_PATTERN = re.compile(r"\b(S[0-3]|M(?:[2-5](?:\.\d+)?)?|E[1-9]|settled|void|closed) \(([^()]+)\)")
STEP_NAME_ALTERNATIVES = "|".join(map(re.escape, STEP_NAMES.values()))
WAIT_PATTERN = re.compile(r"'?\b(S[0-3]|M[2-5](?:\.\d+)?|E[1-9])/([\w.\-]+\w)'?")
"""The name of a wait: a step, and the match or franchise it concerns."""
BARE_STEP_PATTERN = re.compile(rf"\b(S[0-3]|M[2-5](?:\.\d+)?|E[1-9])\b(?!, (?:{STEP_NAME_ALTERNATIVES})|: |\.\d)")
ROUND_PATTERN = re.compile(r"\b([Rr]ound) r(\d+)\b")
MATCH_PATTERN = re.compile(r"(?<![\w.:/'-])(?<!match )(?<!Match )m(\d+)\b(?![.'-]\w)")
PRINTED_NAMES = {
    **ITEM_WORDS,
    **{tag: kind.name for tag, kind in SPONSOR_KINDS.items()},
    **{tag: talent.name for tag, talent in TALENT_BY_TAG.items()},
    **QUIRK_NAMES,
    **AVAILABILITY_WORDS,
}
"""The printed names of the tags that sentences may contain."""
THEY_FOR_PEOPLE = {
    "to take: name one he has": "to take: name one they have",
    "send him in once": "send them in once",
    "name one substitute for him": "name one substitute for them",
    "whose seat he took": "whose seat they took",
    "leave him out": "leave them out",
    ": he can come in heats": ": they can come in heats",
    "report him": "report them",
    "had his seat": "had their seat",
    "mend his heats": "correct their heats",
    "take him out of the report": "take them out of the report",
    "name his heats": "name their heats",
    "before his quirks": "before their quirks",
    "name a line-up without him": "name a line-up without them",
}
"""Phrases of refusals, with what is shown instead. The refusals keep them, since stored journals have the same."""
KEY_REUSED_PATTERN = re.compile(r"The key '[^']*' was used in this season for something else \((entry \d+)\): .*")
"""The refusal of a key that a program, or a form that was sent and opened again by going back, used before."""
THEY_PATTERN = re.compile("|".join(map(re.escape, THEY_FOR_PEOPLE)))


def to_plain_words(sentence: str) -> str:
    """A sentence of the rules without tags, keys and codes; ids of things stay, for `Names` to replace."""
    text = THEY_PATTERN.sub(lambda found: THEY_FOR_PEOPLE[found[0]], sentence)
    text = KEY_REUSED_PATTERN.sub(
        r"This form was sent before with other values (\1): look at what came of it, and send the form again if you "
        "still want to.",
        text,
    )
    text = STEP_WITH_NAME_PATTERN.sub(
        lambda found: found[2] if STEP_NAMES.get(found[1]) == found[2] else found[0], text
    )
    text = WAIT_PATTERN.sub(lambda found: f"“{STEP_NAMES.get(found[1], found[1])} of {found[2]}”", text)
    text = BARE_STEP_PATTERN.sub(lambda found: STEP_NAMES[found[1]] if found[1] in STEP_NAMES else found[0], text)
    text = TAG_PATTERN.sub(
        lambda found: _tag_words(found[0]), SWITCH_KEY_PATTERN.sub(lambda found: _key_words(found[0]), text)
    )
    text = ROUND_PATTERN.sub(r"\1 \2", text)
    return MATCH_PATTERN.sub(lambda found: f"{'M' if found.start() == 0 else 'm'}atch m{found[1]}", text)


def switch_words(switch: str) -> str:
    """A house rule by its question, or by its key if no installed book has it."""
    question = HOUSE_RULES.by_id().get(switch)
    return switch if question is None else f"“{question.text.rstrip('.')}”"


def _tag_words(tag: str) -> str:
    if tag in COMMAND_TYPES:
        return f"“{COMMAND_FORM_TITLES.get(tag) or tag.replace('_', ' ').capitalize()}”"
    return PRINTED_NAMES.get(tag) or tag.replace("_", " ")


def _key_words(key: str) -> str:
    if key in HOUSE_RULES.by_id():
        return switch_words(key)
    return next((f"“{asked[key].question}”" for asked in _questions_of_books() if key in asked), key)


@cache
def _questions_of_books() -> tuple[Mapping[str, Question], ...]:
    """The questions of the questionnaires of books, by key."""
    return tuple(get_questionnaire(id).questions() for id in QUESTIONNAIRES)
