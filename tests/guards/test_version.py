"""The project's version is only in pyproject.toml, and everything else reads it from there."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings

from api.documentation.views import openapi_document
from config.version import VERSION
from tests.guards.findings import report
from tests.guards.test_packages import kept

CHECKOUT = Path(__file__).parents[2]
CODE = {".py", ".toml", ".cfg", ".js", ".json", ".html", ".css", ".yml", ".yaml", ".txt"}
NOT_OURS = (
    "static/vendor/", "examples/", "tests/golden/", "tests/upgrades/", "requirements", "tests/guards/test_version.py",
)  # fmt: skip
"""Third-party files, archives and this file, whose versions are not the project's."""
SAID = re.compile(
    r"""(?ix) (?:__version__ | (?<![a-z_])(?:(?:api|app|release)_)?version) ["']? \s* (?::\s*str\s*)?
    [:=] \s* ["']v?\d+\.\d+\.\d+[^"']*["']"""
)
"""An assignment of a version with three numbers to a name that says version."""


def second_places(texts: Mapping[str, str], version: str) -> Iterator[str]:
    """A sentence for each line of code that contains a version of its own, or the project's."""
    ours = re.compile(rf"""["'\s>v]{re.escape(version)}["'\s<]""")
    for path, text in texts.items():
        for number, line in enumerate(text.splitlines(), 1):
            if path == "pyproject.toml" and line == f'version = "{version}"':
                continue
            if SAID.search(line) or ours.search(f"{line} "):
                yield (
                    f"{path}:{number} says a version, {line.strip()[:60]!r}: read config.version.VERSION, which "
                    "takes it from pyproject.toml."
                )


def test_no_second_place_says_the_version() -> None:
    paths = [path for path in kept() if Path(path).suffix in CODE and not path.startswith(NOT_OURS)]
    texts = {path: (CHECKOUT / path).read_text(encoding="utf-8") for path in paths}
    report(second_places(texts, VERSION), seen=texts, of="files of code")


@pytest.mark.parametrize(
    "line",
    [
        '__version__ = "1.2.3"',
        'version = "0.4.0rc1"',
        'API_VERSION: str = "2.0.0"',
        '"version": "3.1.4",',
        "<b>9.8.7</b>",
    ],
)
def test_a_second_place_is_found(line: str) -> None:
    (sentence,) = second_places({"pyproject.toml": 'version = "9.8.7"\n', "a.py": f"x = 1\n{line}\n"}, "9.8.7")
    assert sentence.startswith("a.py:2 says a version")


@pytest.mark.parametrize("line", ['"OAS_VERSION": "3.1.1"', "psycopg>=3.2,<4", "at 127.0.0.1", "edition = 3"])
def test_what_is_no_version_of_ours_is_passed_over(line: str) -> None:
    assert list(second_places({"a.py": line}, "9.8.7")) == []


def test_everything_that_says_the_version_says_the_same() -> None:
    command = subprocess.run(
        [sys.executable, "manage.py", "--version"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    assert {settings.VERSION, openapi_document()["info"]["version"], command.stdout.strip()} == {VERSION}


def test_the_client_is_built_with_the_version_of_its_project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = CHECKOUT / "clients" / "python"
    assert "version" in tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dynamic"]
    built: list[Any] = []
    setuptools = ModuleType("setuptools")
    setuptools.setup = lambda **given: built.append(given)  # type: ignore[attr-defined]  # records its arguments
    monkeypatch.setitem(sys.modules, "setuptools", setuptools)
    runpy.run_path(str(folder / "setup.py"))
    packed = tmp_path / "setup.py"
    packed.write_text((folder / "setup.py").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "PKG-INFO").write_text("Metadata-Version: 2.4\nName: dethmetal-client\nVersion: 7.7.7\n", "utf-8")
    runpy.run_path(str(packed))
    assert built == [{"version": VERSION}, {"version": "7.7.7"}]


def test_the_changelog_has_this_release_below_what_is_unreleased() -> None:
    text = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$", text, re.MULTILINE)
    assert headings[0] == ("Unreleased", "")
    assert [version for version, _ in headings[1:2]] == [VERSION]
    assert all(day for _, day in headings[1:])
