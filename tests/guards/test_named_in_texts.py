"""Strings, comments and docstrings that name modules, functions and constants of this project name existing ones."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name

from tests.guards.findings import report
from tools.source_index import SITE_PACKAGES, parse_file

CHECKOUT = Path(__file__).parents[2]
OURS = "|".join(SITE_PACKAGES)
NAMED = re.compile(rf"(?P<module>(?:{OURS})(?:\.\w+)*):(?P<name>\w+)(?:\.\w+)*")
"""`module:name`, as in Celery's settings, or for a function at which tests stop or kill a program."""
IMPORT = re.compile(rf"^\s*from (?P<module>(?:{OURS})(?:\.\w+)*) import (?P<names>\w+(?:, \w+)*)\s*$", re.MULTILINE)
"""An import in code that a test runs as another program."""
PLACE = re.compile(r"\b(?P<name>[A-Z][A-Z_]{2,}) in (?P<path>(?:\w+/)+\w+\.py)\b")
"""A constant and its file, as guards name them."""
BACKTICKED = re.compile(r"`(?P<name>[a-z_][a-z_.]*[._][a-z_.]*)`")
"""A function or module named in a docstring. Ids have digits and do not match."""
DOCSTRING = re.compile(r'""".*?"""', re.DOTALL)

OWN_MODULES = {"test_mutate.py", "test_mutants_in_place.py", "test_where.py"}
"""Tests that create the modules their code imports."""
GONE = "SHELVES"
"""A constant that does not exist any more."""


@cache
def texts_in(path: Path) -> tuple[tuple[str, str], ...]:
    """All string constants of a file, with their places."""
    nodes = [node for node in ast.walk(parse_file(path)) if isinstance(node, ast.Constant)]
    return tuple(
        (f"{path.relative_to(CHECKOUT)}:{node.lineno}", node.value) for node in nodes if isinstance(node.value, str)
    )


def named() -> Iterator[tuple[str, str, str]]:
    """Place, module and name of each `module:name` in the settings and in tests."""
    for folder in ("config", "tests"):
        for path in sorted((CHECKOUT / folder).rglob("*.py")):
            for where, text in texts_in(path):
                if found := NAMED.fullmatch(text):
                    yield where, found["module"], found["name"]


def imported_in_texts() -> Iterator[tuple[str, str, str]]:
    """Place, module and name of each import in code that tests and benchmarks run as another program."""
    for folder in ("benchmarks", "tests"):
        for path in sorted((CHECKOUT / folder).rglob("*.py")):
            for where, text in texts_in(path) if path.name not in OWN_MODULES else ():
                for found in IMPORT.finditer(text.replace(";", "\n")):
                    for name in found["names"].split(", "):
                        yield where, found["module"], name


def replaced_in_tests() -> Iterator[tuple[str, str]]:
    """Place and dotted name of everything that tests replace by `monkeypatch.setattr`."""
    dotted = re.compile(rf"(?:{OURS})(?:\.\w+)+")
    for path in sorted((CHECKOUT / "tests").rglob("*.py")):
        for node in ast.walk(parse_file(path)) if "setattr" in path.read_text(encoding="utf-8") else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setattr":
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant) and dotted.fullmatch(str(first.value)):
                    yield f"{path.relative_to(CHECKOUT)}:{node.lineno}", str(first.value)


def not_replaced(where: str, name: str) -> Iterator[str]:
    """A sentence if nothing has this dotted name."""
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        yield f"{where} replaces {name}, and there is no such thing: name the module that has it now."


def gone(where: str, module: str, name: str) -> Iterator[str]:
    """A sentence if a module has nothing of this name."""
    try:
        exists = hasattr(import_module(module), name) or find_spec(f"{module}.{name}") is not None
    except ModuleNotFoundError:
        exists = False
    if not exists:
        yield f"{where} names {module}:{name}, and there is no such thing: call it as {module} does now."


def places() -> Iterator[tuple[str, str, str]]:
    """Place of the text, file and name of each constant that a text refers to."""
    for folder in (*SITE_PACKAGES, "tests", "tools"):
        for path in sorted((CHECKOUT / folder).rglob("*.py")):
            for where, text in texts_in(path):
                for found in PLACE.finditer(text):
                    yield where, found["path"], found["name"]


def nowhere(where: str, path: str, name: str) -> Iterator[str]:
    """A sentence if a file has no such constant."""
    file = CHECKOUT / path
    if not file.exists() or not re.search(rf"^{name}\b", file.read_text(encoding="utf-8"), re.MULTILINE):
        yield f"{where} sends its reader to {name} in {path}, which is not there: say where it is now."


def test_a_constant_that_a_text_sends_its_reader_to_is_there() -> None:
    texts = list(places())
    report((sentence for text in texts for sentence in nowhere(*text)), seen=texts, of="constants in texts")


def test_a_constant_that_is_not_there_is_told() -> None:
    (sentence,) = nowhere("tests/guards/test_packages.py:1", "rules/match/registry.py", GONE)
    assert sentence == (
        f"tests/guards/test_packages.py:1 sends its reader to {GONE} in rules/match/registry.py, which is not there: "
        "say where it is now."
    )


def test_what_a_text_names_by_its_module_is_there() -> None:
    texts = list(named())
    report((sentence for text in texts for sentence in gone(*text)), seen=texts, of="names in texts")
    assert any(where.startswith("config/settings.py") for where, _, _ in texts)


def test_what_a_test_replaces_by_its_dotted_name_is_there() -> None:
    texts = list(replaced_in_tests())
    report((sentence for text in texts for sentence in not_replaced(*text)), seen=texts, of="names that are replaced")


def test_what_a_test_replaces_in_vain_is_told() -> None:
    (sentence,) = not_replaced("tests/api/test_problems.py:1", "rules.core.dice.Cubes")
    assert sentence == (
        "tests/api/test_problems.py:1 replaces rules.core.dice.Cubes, and there is no such thing: name the module "
        "that has it now."
    )


def test_what_the_code_for_another_program_imports_is_there() -> None:
    texts = list(imported_in_texts())
    report((sentence for text in texts for sentence in gone(*text)), seen=texts, of="imports in texts")


def test_a_name_that_is_gone_is_told() -> None:
    (sentence,) = gone("config/settings.py:1", "jobs.beat", "SteadyScheduler")
    assert sentence == (
        "config/settings.py:1 names jobs.beat:SteadyScheduler, and there is no such thing: call it as "
        "jobs.beat does now."
    )


def names_in_code() -> set[str]:
    """All words of the code and its tests, except in docstrings."""
    files = [path for folder in (*SITE_PACKAGES, "tools", "tests") for path in (CHECKOUT / folder).rglob("*.py")]
    words = {part for path in files for part in path.relative_to(CHECKOUT).with_suffix("").parts}
    return words.union(*(re.findall(r"\w+", DOCSTRING.sub("", path.read_text(encoding="utf-8"))) for path in files))


def backticked_names() -> Iterator[tuple[str, str]]:
    """Place and name of each name in backticks in the site's docstrings."""
    for folder in SITE_PACKAGES:
        for path in sorted((CHECKOUT / folder).rglob("*.py")):
            for node in ast.walk(parse_file(path)):
                if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
                    where = f"{path.relative_to(CHECKOUT)}:{getattr(node, 'lineno', 1)}"
                    for found in BACKTICKED.finditer(ast.get_docstring(node, clean=False) or ""):
                        yield where, found["name"]


def unknown(where: str, name: str, known: set[str]) -> Iterator[str]:
    """A sentence if nothing has this name."""
    if name.strip(".").rpartition(".")[2] not in known:
        yield f"{where}: its docstring names `{name}`, and the code has no such name: write today's."


def test_what_a_docstring_names_in_backticks_is_there() -> None:
    known, seen = names_in_code(), list(backticked_names())
    problems = (sentence for where, name in seen for sentence in unknown(where, name, known))
    report(problems, seen=seen, of="names in docstrings")


def test_a_name_in_a_docstring_that_nothing_has_is_told() -> None:
    assert list(unknown("rules/core/dice.py:1", "dice.open", {"dice", "open"})) == []
    (sentence,) = unknown("rules/core/dice.py:1", "dice.shut", {"dice", "open"})
    assert sentence == (
        "rules/core/dice.py:1: its docstring names `dice.shut`, and the code has no such name: write today's."
    )
