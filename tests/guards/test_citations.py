"""Rules are cited wherever they act.

Code reads house rules, talents and quirks by name. A module that does so must name the rule as well, so that
`make where ID=…` finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rules.campaign.core.switches import every_switch
from rules.campaign.people.talents import TALENTS
from rules.rulebook.campaign_tables import QUIRK_RULES
from tests.guards.findings import report
from tools.rulebook import rule_mentions
from tools.source_texts import SourceText, read_product

CHECKOUT = Path(__file__).parents[2]
SETTING = re.compile(r'setting\(\s*"([\w.]+)"')
QUOTED = re.compile(r'"(\w+)"')
OTHER_THINGS = frozenset({"face"})
"""Talents whose names mean something else as well: a die has a face."""
OF_ENTRIES = ("log", "laws")
"""Packages of books that name kinds of entries, some of which are called like a talent or quirk."""


def modules() -> list[SourceText]:
    """All Python modules of the product."""
    return [source for source in read_product(CHECKOUT) if source.path.endswith(".py")]


def of_rules(sources: Iterable[SourceText]) -> Iterator[SourceText]:
    """The modules of the rules that may check for talents and quirks."""
    for source in sources:
        if source.path.startswith("rules/") and not set(OF_ENTRIES) & set(source.path.split("/")):
            yield source


def uncited(
    sources: Iterable[SourceText], pattern: re.Pattern[str], rules: Mapping[str, str], what: str
) -> Iterator[str]:
    """A sentence for each of these names that a module reads without naming its rule."""
    for source in sources:
        cited = {rule for _, rule in rule_mentions(source.text)}
        for found in pattern.finditer(source.text):
            rule = rules.get(found[1])
            if rule is not None and rule not in cited:
                yield (
                    f"{source.place_at(found.start())} reads {what} {found[1]} and nothing there names {rule}: "
                    "cite it in the docstring of what reads it, or of the module."
                )


def test_whoever_reads_a_house_rule_names_the_rule_it_bends() -> None:
    sources = modules()
    rules = {switch.name: switch.rule for switch in every_switch()}
    read = {name for source in sources for name in SETTING.findall(source.text)} & rules.keys()
    report(uncited(sources, SETTING, rules, "the house rule"), seen=read, of="house rules that are read")


def test_whoever_asks_for_a_talent_or_a_quirk_names_its_rule() -> None:
    sources = list(of_rules(modules()))
    rules = {talent.tag: talent.rule for talent in TALENTS if talent.tag not in OTHER_THINGS} | dict(QUIRK_RULES)
    named = {name for source in sources for name in QUOTED.findall(source.text)} & rules.keys()
    report(uncited(sources, QUOTED, rules, "the talent or quirk"), seen=named, of="talents and quirks")


def test_what_cites_nothing_is_named_with_the_line_and_the_rule() -> None:
    silent = SourceText("rules/crew.py", '"""A crew."""\n\nfull = season.setting("roster.max")\n')
    citing = SourceText(
        "rules/roster.py", '"""Rules DM-C-059 to DM-C-061."""\n\nfull = season.setting("roster.max")\n'
    )
    assert list(uncited([silent, citing], SETTING, {"roster.max": "DM-C-060"}, "the house rule")) == [
        (
            "rules/crew.py:3 reads the house rule roster.max and nothing there names DM-C-060: cite it in the "
            "docstring of what reads it, or of the module."
        )
    ]
