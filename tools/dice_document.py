"""docs/dice-paths.md: every procedure that throws dice, its path, its dice, who may enter faces, its rule and module.

The procedures of a season are read from the table of the rules, as those of `verify.py` are; the procedures of a
match, from the calls in which the books name them. `python -m tools.verifier` writes the document.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

import rules.campaign.play.perform  # noqa: F401 - every command registers itself
from rules.campaign.core import dice_paths
from rules.campaign.core.command import COMMAND_TYPES, Giver
from rules.campaign.core.dice_by_hand import COMMISSIONERS, DICE_BY_HAND, EVERYBODY, NOBODY
from rules.campaign.core.dice_paths import ANY_NUMBER, PROCEDURES, Procedure
from tools.rulebook import rule_ids_in
from tools.source_index import parse_file, source_files

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "dice-paths.md"
ENTERED_BY = {
    Giver.OWNER: "commissioners, and the owner",
    Giver.COMMISSIONER: "commissioners",
    Giver.SEASON: "commissioners",
}
"""Who may enter faces for a command's dice, by the command's giver; an owner may not where no owner gives it."""
HEAT = "{match}/h{heat}/"
"""What the match recorder puts before every procedure of a book."""
OPENS_HEAT_PATH, OPENS_PATH = "begin_procedure", "open"
"""The calls that begin a procedure of the current heat, and that open a full path."""
SEASON_HEADINGS = ("path", "decides", "dice", "sides", "most dice", "who may enter faces", "rule", "module")
MATCH_HEADINGS = ("path", "rules of the step", "module")
PAGE = Template(
    """\
# Every path of dice
`.venv/bin/python -m tools.verifier` writes this page from the rules; a test fails if it is out of date. Dice are
addressed ([ADR 2](decisions/0002-addressed-dice.md)): each procedure throws on a path of its own, so that nothing
added or corrected shifts another roll. Words in braces stand for the id of a thing, or a number. Paths are public and
never change.

## In a season
`verify.py` checks every roll against these rows of `$table`. If a row has two
kinds of dice, the first are thrown first. `nd6` is any number of dice, and `1dn` one die with as many sides
as there are things to choose from.

A season throws its own dice unless the house rule `$house_rule` says otherwise (HOUSE-011): at `$nobody` nobody
enters faces, at `$commissioners` commissioners do, and at `$everybody` owners too, for what their own commands
throw. The table says who may at `$everybody`.

$season

## In a match
Nobody can enter these faces: a match that the site plays throws with a key of its own. Each step throws the dice that
its rules need; the log of the match has every roll with its dice, its sides, its reason and its rule. The stand-in,
which draws the results of matches that nobody played, has no log.

$matches
"""
)


@dataclass(frozen=True, slots=True)
class MatchProcedure:
    """A procedure that throws in a match: the pattern of its path, the rules its step cites, and its module."""

    path: str
    rules: tuple[str, ...]
    module: str


def document() -> str:
    """The whole document."""
    season = [table_row(season_cells(procedure)) for procedure in PROCEDURES]
    matches = [
        table_row((f"`{procedure.path}`", rules_in_short(procedure.rules) or "none", f"`{procedure.module}`"))
        for procedure in match_procedures(ROOT / "rules")
    ]
    return PAGE.substitute(
        table=module_path(dice_paths.__name__),
        house_rule=DICE_BY_HAND,
        nobody=NOBODY,
        commissioners=COMMISSIONERS,
        everybody=EVERYBODY,
        season="\n".join([*table_head(SEASON_HEADINGS), *season]),
        matches="\n".join([*table_head(MATCH_HEADINGS), *matches]),
    )


def season_cells(procedure: Procedure) -> tuple[str, ...]:
    """The cells of a season procedure's row, under `SEASON_HEADINGS`."""
    sides = dict.fromkeys(throw.partition("d")[2] for throw in procedure.throws)
    entered_by = dict.fromkeys(ENTERED_BY[COMMAND_TYPES[tag].by] for tag in procedure.commands)
    return (
        f"`{procedure.path}`",
        procedure.decides,
        ", ".join(f"`{throw}`" for throw in procedure.throws),
        ", ".join("any" if side == ANY_NUMBER else side for side in sides),
        f"{procedure.most or 'no end'}",
        ", ".join(entered_by),
        procedure.rule,
        ", ".join(f"`{module}`" for module in modules_throwing(procedure)),
    )


def modules_throwing(procedure: Procedure) -> list[str]:
    """The paths of the modules that import a procedure from the table."""
    name = next(name for name, value in vars(dice_paths).items() if value is procedure)
    return _modules_by_procedure().get(name, [])


@cache
def _modules_by_procedure() -> dict[str, list[str]]:
    """The modules that import each procedure from the table, by the name it has there."""
    found: dict[str, list[str]] = {}
    for path in source_files(ROOT / "rules"):
        if f"from {dice_paths.__name__} import" in (text := path.read_text(encoding="utf-8")):
            for name in _procedures_imported(text):
                found.setdefault(name, []).append(path.relative_to(ROOT).as_posix())
    return found


def match_procedures(folder: Path) -> list[MatchProcedure]:
    """Every procedure that the books open in a match, in the order of their modules and lines.

    If several steps of a module open the same one, it has the rules of all of them.
    """
    rules_by_place: dict[tuple[str, str], list[str]] = {}
    for path in source_files(folder):
        text = path.read_text(encoding="utf-8")
        if f".{OPENS_HEAT_PATH}(" in text or f"dice.{OPENS_PATH}(f" in text:
            for procedure in _opened_in(parse_file(path), path.relative_to(folder.parent)):
                rules_by_place.setdefault((procedure.path, procedure.module), []).extend(procedure.rules)
    return [
        MatchProcedure(path, tuple(sorted(set(rules))), module) for (path, module), rules in rules_by_place.items()
    ]


def _opened_in(tree: ast.Module, module: Path) -> Iterator[MatchProcedure]:
    module_rules = rule_ids_in(ast.get_docstring(tree) or "")
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        rules = tuple(rule_ids_in(ast.get_docstring(function) or "") or module_rules)
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            if not (isinstance(call.func, ast.Attribute) and call.args):
                continue
            scope = [*tree.body, *ast.walk(function)]
            if call.func.attr == OPENS_HEAT_PATH:
                yield MatchProcedure(f"{HEAT}{path_pattern(call.args[0], scope)}", rules, module.as_posix())
            elif ast.unparse(call.func) == f"dice.{OPENS_PATH}" and isinstance(call.args[0], ast.JoinedStr):
                yield MatchProcedure(path_pattern(call.args[0], scope), rules, module.as_posix())


def path_pattern(path: ast.expr, scope: Iterable[ast.AST]) -> str:
    """The pattern of a path in the code, with each inserted value in braces: `t{turn}/start/{car}`.

    A name that is assigned a text in `scope` is replaced by that text. Raises ValueError for other expressions.
    """
    statements = list(scope)
    if isinstance(path, ast.Constant):
        return str(path.value)
    if isinstance(path, ast.Name):
        values = (
            node.value
            for node in statements
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == path.id
        )
        text = next((value for value in values if isinstance(value, ast.Constant | ast.JoinedStr)), None)
        return f"{{{path.id}}}" if text is None else path_pattern(text, statements)
    if isinstance(path, ast.JoinedStr):
        return "".join(path_pattern(part, statements) for part in path.values)
    if isinstance(path, ast.FormattedValue):
        return path_pattern(path.value, statements)
    if isinstance(path, ast.BinOp):
        return path_pattern(path.left, statements)
    if isinstance(path, ast.Attribute):
        owner = ast.unparse(path.value).rpartition(".")[2]
        return f"{{{owner if path.attr == 'id' else path.attr}}}"
    raise ValueError(f"{ast.unparse(path)} is no path that tools/dice_document.py can read: write it as a text.")


def rules_in_short(ids: Sequence[str]) -> str:
    """Rule IDs in their order; three or more in sequence become `DM-M-041 to DM-M-043`."""
    runs: list[list[str]] = []
    for rule in ids:
        prefix, _, number = rule.rpartition("-")
        if runs and runs[-1][-1] == f"{prefix}-{int(number) - 1:03}":
            runs[-1].append(rule)
        else:
            runs.append([rule])
    parts = (f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)
    return ", ".join(parts)


def module_path(name: str) -> str:
    """The path of a module, by its dotted name."""
    return f"{name.replace('.', '/')}.py"


def table_head(headings: Sequence[str]) -> tuple[str, str]:
    """The heading and separator lines of a Markdown table."""
    return table_row(headings), "|" + "---|" * len(headings)


def table_row(cells: Sequence[str]) -> str:
    """One line of a Markdown table."""
    return f"| {' | '.join(cells)} |"


def _procedures_imported(text: str) -> set[str]:
    """The names that a module imports from the table of procedures."""
    return {
        alias.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and node.module == dice_paths.__name__
        for alias in node.names
    }
