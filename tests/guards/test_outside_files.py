"""Every argument for a file is tested with odd files, and files from outside are read in one module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.guards.findings import beyond, report
from tests.odd_attacks import ATTACKS, CHECKOUT, ELSEWHERE, NOT_READ
from tests.odd_files import odd_files
from tests.odd_sheets import UPLOADS
from tools.source_index import SITE_PACKAGES, parse_file, read_source, source_files

PROGRAMS = ("league/management", "clients/python", "tools", "benchmarks", "static/verify.py")
"""The programs with command lines."""
SAYS_FILE = re.compile(r"\bfiles?\b|\bfolders?\b", re.IGNORECASE)
READS = frozenset({"read_bytes", "read_text", "open"})
OWN_FILES = {
    "explain/field_texts.py": "our own sources, below whose fields descriptions stand",
    "franchises/crests.py": "the drawings of crests, which come with the site",
    "config/version.py": "pyproject.toml of the checkout",
    "config/settings.py": "the secret key that it writes",
    "api/documentation/parameter_examples.py": "an example that comes with the module",
    "api/response_examples.py": "an example that comes with the module",
    "league/example_archives/catalog.py": "league.json of an example that comes with the site",
    "league/example_archives/log_ins.py": "the log-ins that this module writes",
    "league/founding/league_shape.py": "kinds.json, which comes with the module",
    "league/management/commands/export.py": "it writes",
    "league/management/commands/vendored.py": "every file of a folder, of which only the hash is made",
    "league/league_folder/expansion.py": "league.json, which was read and checked before, and files that it writes",
    "league/input_files.py": "this is where files from outside are read",
    "explain/round_ups.py": "round_up_sentences.tsv, which comes with the module",
}
"""Modules that open files themselves, with what those are."""


def arguments_in(path: Path) -> Iterator[str]:
    """The arguments of a program that take a file, as the program's path and their first name."""
    for node in ast.walk(parse_file(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add_argument":
            names = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            options = {keyword.arg: keyword.value for keyword in node.keywords}
            if names and _names_a_file(str(names[0]), options):
                yield f"{path.relative_to(CHECKOUT)} {names[0]}"


def _names_a_file(name: str, said: Mapping[str | None, ast.expr]) -> bool:
    action = said.get("action")
    if isinstance(action, ast.Constant) and str(action.value).startswith("store_"):
        return False
    if isinstance(said.get("type"), ast.Name) and ast.unparse(said["type"]) in {"Path", "heat_of"}:
        return True
    words = [name, *(ast.unparse(said[name]) for name in ("help", "metavar") if name in said)]
    return any(SAYS_FILE.search(word) for word in words)


def reading_by_itself(path: Path) -> bool:
    """Whether a module opens files itself."""
    for node in ast.walk(parse_file(path)) if READS & read_source(path).words else ():
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id == "open":
            return True
        if isinstance(called, ast.Attribute) and called.attr in READS and not _is_no_file(called):
            return True
    return False


def _is_no_file(called: ast.Attribute) -> bool:
    return called.attr == "open" and ast.unparse(called.value).split(".")[-1] not in {"file", "path", "os", "written"}


def unlisted(found: Iterable[str], attacked: Iterable[str]) -> list[str]:
    """A sentence for each argument that no test gives odd files."""
    return beyond(
        set(found),
        set(attacked),
        "{} names a file and is handed no odd one: add it to ATTACKS of tests/odd_attacks.py, or to NOT_READ there.",
    )


def test_every_argument_that_names_a_file_is_handed_odd_ones() -> None:
    paths = [path for program in PROGRAMS for path in _sources(CHECKOUT / program)]
    found = [name for path in paths for name in arguments_in(path)]
    listed = [*(attack.argument for attack in ATTACKS), *ELSEWHERE, *NOT_READ]
    gone = "{} is in tests/odd_attacks.py and is no argument that names a file: take it out."
    report([*unlisted(found, listed), *beyond(set(listed), set(found), gone)], seen=found, of="arguments")


def test_files_from_outside_are_read_in_one_place() -> None:
    rooms = [package for package in SITE_PACKAGES if package != "rules"]
    paths = [path for room in rooms for path in _sources(CHECKOUT / room)]
    found = [str(path.relative_to(CHECKOUT)) for path in paths if reading_by_itself(path)]
    says = "{} opens a file: read what others hand in by league.input_files, or say whose it is in OWN_FILES here."
    gone = "{} is in OWN_FILES of tests/guards/test_outside_files.py and opens no file: take it out."
    report(
        [*beyond(found, OWN_FILES, says), *beyond(OWN_FILES, found, gone)], seen=found, of="modules that open files"
    )


def test_every_field_for_a_file_is_sent_odd_ones() -> None:
    found = [
        str(path.relative_to(CHECKOUT))
        for path in sorted((CHECKOUT / "templates").rglob("*.html"))
        if 'type="file"' in path.read_text(encoding="utf-8")
    ]
    says = "{} has a field for a file: send it odd ones, and say where in UPLOADS of tests/odd_sheets.py."
    gone = "{} has no field for a file: take it out of UPLOADS in tests/odd_sheets.py."
    report([*beyond(found, UPLOADS, says), *beyond(UPLOADS, found, gone)], seen=found, of="fields")


def test_the_catalogue_is_long_and_no_two_of_it_are_alike() -> None:
    assert len(odd_files()) >= 60
    assert len(set(odd_files().values())) == len(odd_files())


def _sources(path: Path) -> list[Path]:
    return [path] if path.is_file() else source_files(path)
