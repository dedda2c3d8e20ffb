"""A text that names something of ours by its module, for another program to find it by, names what is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.guards.findings import report
from tools.source_index import parse_file

CHECKOUT = Path(__file__).parents[2]
NAMED = re.compile(r"(?P<module>(?:beacon|config|drivers|franchises|league|rules)(?:\.\w+)*):(?P<name>\w+)(?:\.\w+)*")
"""As Celery's settings name a class, and the tests a function at which a program of theirs is stopped or killed."""


def named() -> Iterator[tuple[str, str, str]]:
    """Every such text of the settings and of tests: where it stands, the module and the name in it."""
    for folder in ("config", "tests"):
        for path in sorted((CHECKOUT / folder).rglob("*.py")):
            for node in ast.walk(parse_file(path)):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found = NAMED.fullmatch(node.value)
                    if found is not None:
                        where = f"{path.relative_to(CHECKOUT)}:{node.lineno}"
                        yield where, found["module"], found["name"]


def gone(where: str, module: str, name: str) -> Iterator[str]:
    """A sentence where a module has nothing of that name."""
    if not hasattr(import_module(module), name):
        yield f"{where} names {module}:{name}, and there is no such thing: call it as {module} does now."


def test_what_a_text_names_by_its_module_is_there() -> None:
    texts = list(named())
    report((sentence for text in texts for sentence in gone(*text)), seen=texts, of="names in texts")
    assert any(where.startswith("config/settings.py") for where, _, _ in texts)


def test_a_name_that_is_gone_is_told() -> None:
    (sentence,) = gone("config/settings.py:1", "league.jobs.beat", "SteadyScheduler")
    assert sentence == (
        "config/settings.py:1 names league.jobs.beat:SteadyScheduler, and there is no such thing: call it as "
        "league.jobs.beat does now."
    )
