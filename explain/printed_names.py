"""The printed names of the tags in facts, so that no page shows a raw tag."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from string import capwords
from typing import Any

from league.queries.names import title_in_sentence
from rules.campaign.core.command import STEP_NAMES
from rules.campaign.core.facts import Fact
from rules.campaign.market.offers import NEW_CONTRACT
from rules.campaign.market.trades import SEAL_OPENS_AT
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.season.steps import ROUND_STEP_PATTERN
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.refusals import Refusal
from rules.core.terms import Trait
from rules.match.catalog import CATALOG
from rules.match.registry import find_procedure, get_ruleset

ID_TEXT_PATTERN = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")

AVAILABILITY_WORDS = {
    "available": "available",
    "heart_out": "out of this match with their heart",
    "season_out": "out for the season",
    "barred": "barred from all matches",
    "retired": "retired",
}
ITEM_WORDS = {**{tag: row.name for tag, row in CATALOG.items()}, NEW_CONTRACT: "New contract"}
MINUS = "\N{MINUS SIGN}"
TRAIT_WORDS = {trait.value: trait.value.capitalize() for trait in Trait}
MATCH_STEPS_BEGIN = ("M2", "M3", "M4", "M5")
"""What the codes of the steps of a match begin with."""
SETTING_WORDS = {"true": "on", "false": "off"}


def step_words(step: str) -> str:
    """A step with its name: "E6, the draft"; `r4` is round 4, and a step of a match its name alone: "shopping"."""
    if round := ROUND_STEP_PATTERN.fullmatch(step):
        return f"round {round[1]}"
    name = STEP_NAMES.get(step, step)
    return name if name == step or step.startswith(MATCH_STEPS_BEGIN) else f"{step}, {name}"


def match_of_seal(seal: str) -> str:
    """The match that a seal waits for, or "" if it waits for the season or an offer."""
    match, _, step = seal.rpartition(":")
    return "" if match == "season" or step == SEAL_OPENS_AT else match


def seal_words(seal: str, matches: Mapping[str, str]) -> str:
    """A seal in words: `m1:M4` is "round 2, match A is locked, awaiting the report". `matches` are titles by id."""
    match, _, step = seal.rpartition(":")
    if step == SEAL_OPENS_AT:
        return "the offer is answered or taken back"
    words = STEP_NAMES.get(step, step)
    if match in ("", "season"):
        return f"the season reaches {words}"
    return f"{title_in_sentence(matches.get(match, f'match {match}'))} is {words}"


def as_title(event: str) -> str:
    """An event of a match as a title."""
    return event[:1].upper() + event[1:].replace("_", " ")


def ground_name(name: str) -> str:
    """The title of a ground by its name: `long_january` is "Long January"."""
    return _value_words(name)


def setting_words(setting: Any) -> str:
    """The setting of a house rule in words: "on", "off", a number, or its choice."""
    text = str(setting).lower()
    return SETTING_WORDS.get(text, text.replace("_", " ").replace(",", ", "))


def quantity(number: int, thing: str) -> str:
    """A number of things: "1 heat", "2 heats"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def times(number: int) -> str:
    """How often: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(number, quantity(number, "time"))


def ruleset_title(name: str) -> str:
    """The title of a ruleset, or its name if it is not installed."""
    try:
        return get_ruleset(name).title
    except Refusal:
        return name


def procedure_name(tag: str) -> str:
    """The name of a referee's procedure, or its tag if no book has it."""
    try:
        return find_procedure(tag)[1].name
    except Refusal:
        return tag


def setting_lines(setting: Mapping[str, Any]) -> list[str]:
    """The setting of a match, line by line: "Circuit: Rust Ring", "Laps: 2".

    Ids become titles; other text is kept. Empty values and 0 are left out, since the ruleset decides them.
    """
    return [f"{as_title(name)}: {_value_words(value)}" for name, value in _set_values(setting)]


def ground_words(setting: Mapping[str, Any]) -> str:
    """The ground of a match from its setting, such as "Rust Ring"; empty if the setting has none."""
    return ", ".join(
        _value_words(value)
        if isinstance(value, str)
        else _custom_ground_title(value) or f"{name.replace('_', ' ')} of its own"
        for name, value in _set_values(setting)
        if isinstance(value, str | dict)
    )


def _set_values(setting: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The values of a setting that are not empty or 0, by name."""
    for name in sorted(setting):
        value = setting[name]
        if isinstance(value, bool) or value not in (None, "", 0):
            yield name, value


def _value_words(value: Any) -> str:
    if isinstance(value, dict | list):
        return _custom_ground_title(value) or "one of its own"
    if isinstance(value, bool):
        return setting_words(value)
    text = str(value)
    return capwords(text.replace("_", " ")) if ID_TEXT_PATTERN.fullmatch(text) else text


def _custom_ground_title(written_out: Any) -> str:
    """The title of a custom ground, or else its name; empty if it has neither."""
    if not isinstance(written_out, dict):
        return ""
    called = (written_out.get("title"), written_out.get("name"))
    return next((_value_words(text) for text in called if isinstance(text, str) and text.strip()), "")


def offer_words(text: str, kind: str) -> str:
    """An offer in words with the printed name of its kind: "Targeting device", "Kami-bomb (ammunition 2)"."""
    plain = kind.replace("_", " ")
    return ITEM_WORDS[kind] + text.removeprefix(plain) if kind in ITEM_WORDS and text.startswith(plain) else text


def _lookup(words: Mapping[str, str]) -> Callable[[str], str]:
    return lambda tag: words.get(tag, tag.replace("_", " "))


FIELD_WORDS: dict[str, Callable[[str], str]] = {
    "availability": _lookup(AVAILABILITY_WORDS),
    "bill": _lookup({"cloning": "cloning", "replacement": "replacement", "repair": "repair"}),
    "item_kind": _lookup(ITEM_WORDS),
    "now": _lookup(AVAILABILITY_WORDS),
    "procedure": procedure_name,
    "quirk": _lookup(QUIRK_NAMES),
    "ruleset": ruleset_title,
    "setting": setting_words,
    "sponsor_kind": _lookup({tag: kind.name for tag, kind in SPONSOR_KINDS.items()}),
    "step": step_words,
    "talent": _lookup({tag: talent.name for tag, talent in TALENT_BY_TAG.items()}),
    "trait": _lookup(TRAIT_WORDS),
    "traits": lambda traits: ", ".join(TRAIT_WORDS.get(trait, trait) for trait in traits.split(", ")),
    "was": _lookup(AVAILABILITY_WORDS),
}
"""How to render the tag in a field of a fact, by field name. Values that are not text are kept."""
COMMAND_FIELD_WORDS = {
    "kind": _lookup({**{tag: kind.name for tag, kind in SPONSOR_KINDS.items()}, **ITEM_WORDS}),
    **{
        field: FIELD_WORDS[field]
        for field in ("availability", "quirk", "ruleset", "setting", "sponsor_kind", "step", "talent", "trait")
    },
}
"""The same for fields of commands; other texts are written by people."""
VERBATIM_FIELDS = frozenset({"answer", "because", "key", "name", "put", "question"})
"""Texts of people and sentences of the rules, which are not changed."""
SIGNED_FIELDS = frozenset({("balance_adjusted", "amount")})
"""Money that may go either way and is shown with its sign, by fact and field."""


def fact_field_words(stated: Fact, field: str, text: str) -> str:
    """The words for a field of a fact: the printed name of a tag, or else `text`."""
    value = getattr(stated, field)
    if (stated.tag, field) in SIGNED_FIELDS:
        return f"{MINUS if value < 0 else '+'}{text.removeprefix('-')}"
    if field in VERBATIM_FIELDS:
        return str(value)
    if field == "what":
        return offer_words(text, str(getattr(stated, "item_kind", "")))
    word = FIELD_WORDS.get(field)
    if word is None:
        return text
    return word(value) if isinstance(value, str) else text


def command_field_words(field: str, value: str) -> str:
    """The words for a text field of a command: the printed name of a tag, or else the text itself."""
    word = COMMAND_FIELD_WORDS.get(field)
    return value if word is None else word(value)
