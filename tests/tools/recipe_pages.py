"""Parses the recipes in `docs/contributing`: what to write where, what to run, and what a guard prints.

The script works from the same text as a reader; there is no hidden markup. One of these lines precedes each block:

    In `rules/x.py`, after `some text`:          the block goes below the only line with that text; also `before`
                                                 and `instead of` that line; `right behind` the text within its line
    In `api/`, after `some text`:                the same, in the only module below that folder with that text
    At the end of `rules/x.md`:                  the block is appended to the file
    A new file `tests/rules/test_x.py`:          the block is the file
    Forgotten? `.venv/bin/pytest tests/x.py` says:   what that command prints when the step is left out

A block of `sh` is run. Steps have a number in their heading; the blocks under the last heading are run at the end.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
RECIPES_FOLDER = CHECKOUT / "docs" / "contributing"
STEP_HEADING = re.compile(r"## \d+\. (?P<title>.+)")
EDIT_LINE = re.compile(
    r"In `(?P<path>[^`]+)`, (?P<where>after|before|instead of|right behind) `(?P<anchor>[^`]+)`:"
    r"|At the end of `(?P<ended>[^`]+)`:"
    r"|A new file `(?P<new>[^`]+)`:"
)
FORGOTTEN_LINE = re.compile(r"Forgotten\? `(?P<command>[^`]+)` says:")
SETTING = re.compile(r"[A-Z_]+=")
"""Matches the start of a word on a command line that sets an environment variable."""
SECTION, FENCE, SHELL = "## ", "```", "sh"
LONGEST_RUN = 300  # seconds
LEFT_OUT = (".git", ".venv", "var", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", "*.pyc.*")
"""What a copy of the checkout leaves out."""


class RecipeUnclear(Exception):
    """A recipe names a place that does not exist, or that exists twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A block of a recipe and where it goes; `where` is `end`, `new`, or a word from the line above the block."""

    path: str
    where: str
    anchor: str
    text: str

    def apply(self, root: Path) -> None:
        """Write the block into a checkout. Raises `RecipeUnclear`."""
        path = self._path_in(root)
        if self.where in ("end", "new"):
            before = path.read_text(encoding="utf-8") if self.where == "end" else ""
            if self.where == "new" and path.exists():
                raise RecipeUnclear(f"{self.path} is there already: call the new file otherwise.")
            write_anew(path, before + self.text)
            return
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        numbers = [number for number, line in enumerate(lines) if self.anchor in line]
        if len(numbers) != 1:
            raise RecipeUnclear(f"{self.path} has {len(numbers)} lines with {self.anchor!r}: name one line of it.")
        if self.where == "right behind":
            before, anchor, behind = lines[numbers[0]].partition(self.anchor)
            lines[numbers[0]] = before + anchor + self.text.removesuffix("\n") + behind
            write_anew(path, "".join(lines))
            return
        begin = numbers[0] + (self.where == "after")
        end = numbers[0] + (self.where != "before")
        write_anew(path, "".join([*lines[:begin], self.text, *lines[end:]]))

    def _path_in(self, root: Path) -> Path:
        """The path of the file; for a folder, of the only module in it with the anchor."""
        if not self.path.endswith("/"):
            return root / self.path
        paths = [path for path in root.joinpath(self.path).rglob("*.py") if self.anchor in path.read_text("utf-8")]
        if len(paths) != 1:
            raise RecipeUnclear(f"{self.path} has {len(paths)} modules with {self.anchor!r}: name a line of one.")
        return paths[0]


@dataclass(frozen=True, slots=True)
class Complaint:
    """What a command prints when a step was left out."""

    command: str
    text: str


@dataclass(slots=True)
class Step:
    """A numbered section of a recipe."""

    title: str
    edits: list[Edit] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)

    def follow(self, root: Path) -> None:
        """Write and run everything in this step, in a checkout. Raises `RecipeUnclear`."""
        for edit in self.edits:
            edit.apply(root)
        for command in self.commands:
            code, printed = run(command, root)
            if code:
                raise RecipeUnclear(f"{command} fails: {printed}")


@dataclass(slots=True)
class Recipe:
    """A recipe page: its steps, and the commands that show that it worked."""

    name: str
    steps: list[Step] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)


def read_recipe(name: str, text: str) -> Recipe:
    """Parse a page as a recipe. Raises `RecipeUnclear` for a block without a line that says where it goes."""
    recipe, step = Recipe(name), None
    lines = iter(text.splitlines())
    label = ""
    for line in lines:
        if line.startswith(SECTION):
            heading = STEP_HEADING.fullmatch(line)
            step = Step(heading["title"]) if heading else None
            recipe.steps += [step] if step else []
        elif line.startswith(FENCE):
            language, block = line.removeprefix(FENCE), []
            for inside in lines:
                if inside.startswith(FENCE):
                    break
                block.append(inside)
            _take_block(recipe, step, label, language, "".join(f"{block_line}\n" for block_line in block))
            label = ""
        elif line:
            label = line
    return recipe


def _take_block(recipe: Recipe, step: Step | None, label: str, language: str, text: str) -> None:
    if language == SHELL:
        (step.commands if step else recipe.checks).extend(text.splitlines())
        return
    place, forgotten = EDIT_LINE.fullmatch(label), FORGOTTEN_LINE.fullmatch(label)
    if step is None or (place is None and forgotten is None):
        raise RecipeUnclear(f"{recipe.name} says of no file where this goes: {text[:60]!r}")
    if forgotten:
        step.complaints.append(Complaint(forgotten["command"], text))
    elif place:
        where = place["where"] or ("end" if place["ended"] else "new")
        path = place["path"] or place["ended"] or place["new"]
        step.edits.append(Edit(path=path, where=where, anchor=place["anchor"] or "", text=text))


def all_recipes() -> dict[str, Recipe]:
    """All recipes by page name; a page without steps is not a recipe."""
    pages = {path.stem: path.read_text(encoding="utf-8") for path in sorted(RECIPES_FOLDER.glob("*.md"))}
    return {name: read_recipe(name, text) for name, text in pages.items() if "\n## 1. " in text}


def write_anew(path: Path, text: str) -> None:
    """Write a file, and create its folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def copy_checkout(to: Path) -> Path:
    """Copy this checkout, without files that running it leaves behind."""
    return Path(shutil.copytree(CHECKOUT, to, ignore=shutil.ignore_patterns(*LEFT_OUT)))


def run(command: str, root: Path) -> tuple[int, str]:
    """Run a command line of a recipe in a checkout; returns its exit code and what it printed."""
    words = shlex.split(command)
    program, *arguments = [word for word in words if not SETTING.match(word)]
    module = {".venv/bin/pytest": ["-m", "pytest", "-p", "no:cacheprovider"], ".venv/bin/python": []}[program]
    own = ("PYTEST_", "COV_", "PYTHONPYCACHEPREFIX")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    environment |= dict(word.split("=", 1) for word in words if SETTING.match(word))
    completed = subprocess.run(
        [sys.executable, *module, *arguments],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=LONGEST_RUN,
        check=False,
    )
    return completed.returncode, completed.stdout + completed.stderr
