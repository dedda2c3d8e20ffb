"""Code performs every effect in the catalogues, and tests marked with a row's rule check its figures."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENTS
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.match.catalog import CATALOG
from tests.guards.findings import report
from tools.mutants import Mutant, find_mutants
from tools.mutate import files_by_rule
from tools.rulebook import rule_marks
from tools.source_index import mark_name, parse_file, source_files

CHECKOUT = Path(__file__).parents[2]
CATALOG_FILE = "rules/match/catalog.py"
TELLING = frozenset(
    {
        *("catalog", "item_types", "talents", "quirks", "world_trade", "tinkering"),
        *("packet_vocabulary", "stock_designs", "tailored_designs"),
    }
)
"""Modules with names, prices and tables only, which perform no effect."""
STAT_LINE = frozenset({"A weapon.", "A rocket pack."})
"""Effects of weapons that have only a stat line, which the common code performs."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """An effect that code performs without naming the thing: the module, a text in it, and the reason."""

    module: str
    text: str
    why: str


OTHERWISE = {
    "dual_recoilless_rifle": Otherwise(
        "rules/dethmatch/combat/weapon_risks.py", "both", "its second barrel is its second stat line"
    ),
    "anti_tank_guided_missile": Otherwise(
        "rules/dethmatch/weapons/to_hit.py", "furthest", "its one band is the furthest edge of its stat line"
    ),
    **dict.fromkeys(
        ("tire_light", "tire_heavy", "tire_puncture_resistant", "tire_solid"),
        Otherwise(
            "rules/dethmatch/designs/ratings.py", 'kind.removeprefix("tire_")', "the carcass is the rest of the name"
        ),
    ),
    "head_injury": Otherwise(
        "rules/campaign/people/quirks.py",
        '"head_injury": Trait.INITIATIVE',
        "the table of lowered traits is applied whole",
    ),
    "energy": Otherwise(
        "rules/campaign/sponsors/kinds.py", '"energy": SponsorKind(', "it pays its income and spares nothing"
    ),
}
"""How effects are performed by code that does not name the thing."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A row of a catalogue: tag, kind of thing, rule, file, and the packages that may perform its effect."""

    tag: str
    what: str
    rule: str
    file: str
    rooms: tuple[str, ...]


def promises() -> list[Promise]:
    """Every item, talent, quirk and kind of sponsor, except weapons with only a stat line."""
    anywhere = ("rules/dethmatch", "rules/campaign")
    found = [
        Promise(
            kind,
            "item",
            row.rule,
            CATALOG_FILE,
            ("rules/dethmatch",) if row.where else ("rules/campaign",),
        )
        for kind, row in CATALOG.items()
        if not (row.shots and row.effect in STAT_LINE)
    ]
    found += [
        Promise(talent.tag, "talent", talent.rule, "rules/campaign/people/talents.py", anywhere) for talent in TALENTS
    ]
    found += [Promise(tag, "quirk", "DM-C-047", "rules/campaign/people/quirks.py", anywhere) for tag in QUIRK_NAMES]
    sponsors = "rules/campaign/sponsors/kinds.py"
    return found + [Promise(kind, "sponsor", row.rule, sponsors, anywhere) for kind, row in SPONSOR_KINDS.items()]


@cache
def performing(room: str) -> frozenset[str]:
    """The string constants in code of a package that performs effects, including those behind named constants."""
    found: set[str] = set()
    constants: dict[str, object] = {}
    for path in source_files(CHECKOUT / "rules" / "campaign"):
        for node in parse_file(path).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                constants |= {name.id: node.value.value for name in node.targets if isinstance(name, ast.Name)}
    for path in source_files(CHECKOUT / room):
        for node in doing(path):
            if isinstance(node, ast.Constant):
                found.add(str(node.value))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found.add(str(constants.get(node.id)))
    return frozenset(found)


def doing(path: Path) -> Iterator[ast.AST]:
    """The nodes of a module that may perform effects: in a module of tables, those of functions and classes."""
    only_tables = path.stem in TELLING
    for node in parse_file(path).body:
        if not only_tables or isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from ast.walk(node)


def unperformed(rows: Iterable[Promise], otherwise: Mapping[str, Otherwise]) -> Iterator[str]:
    """A sentence for each effect that no code performs."""
    for row in rows:
        entry = otherwise.get(row.tag)
        if entry is not None and entry.text in (CHECKOUT / entry.module).read_text(encoding="utf-8"):
            continue
        if entry is not None:
            yield (
                f"{entry.module} does not hold {entry.text!r} any more, by which the {row.what} {row.tag} was "
                f"performed: say "
                "in OTHERWISE of tests/guards/test_catalog_effects.py what performs it now."
            )
        elif not any(row.tag in performing(room) for room in row.rooms):
            yield (
                f"No code performs the {row.what} {row.tag} of {row.file} ({row.rule}): read it in "
                f"{row.rooms[0]}, or "
                "say in OTHERWISE of tests/guards/test_catalog_effects.py which code performs it without naming it."
            )


@cache
def named_under() -> dict[str, set[str]]:
    """The strings in tests marked with a rule and in the module tables that these tests read, by rule."""
    found: dict[str, set[str]] = {}
    for path in source_files(CHECKOUT / "tests" / "rules"):
        tree = parse_file(path)
        tables = {
            name.id: texts_in(node)
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for name in ast.walk(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            if isinstance(name, ast.Name)
        }
        for test in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            calls = [call for expr in test.decorator_list for call in ast.walk(expr) if isinstance(call, ast.Call)]
            rules = {text for call in calls if mark_name(call) == "rule" for text in texts_in(call)}
            names = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
            texts = texts_in(test).union(*(tables.get(name, ()) for name in names))
            for rule in rules:
                found.setdefault(rule, set()).update(texts)
    return found


def texts_in(node: ast.AST) -> set[str]:
    """All string constants below a syntax node."""
    return {
        constant.value
        for constant in ast.walk(node)
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }


def untested_rows(rows: Iterable[tuple[str, str, str]], named: Mapping[str, set[str]]) -> Iterator[str]:
    """A sentence for each row, given as tag, rule and file, that no test marked with its rule names."""
    for tag, rule, file in rows:
        if tag not in named.get(rule, ()):
            yield (
                f"No test holds the figures of {tag} in {file}: add it to a table of tests/rules/campaign that is "
                f'marked @pytest.mark.rule("{rule}"), with every figure of its row.'
            )


def untested_figures(mutants: Iterable[Mutant], marked: Mapping[str, object]) -> Iterator[str]:
    """A sentence for each figure in the code with no rule that marks a test."""
    for mutant in mutants:
        if not any(marked.get(rule) for rule in mutant.rules):
            yield (
                f"{mutant.path}:{mutant.line} holds a figure of {', '.join(mutant.rules)}, and no test of "
                f"tests/rules "
                f"is marked with it: write one that fails when it reads {mutant.change} (make mutate breaks it)."
            )


def test_some_code_performs_every_effect_of_the_catalogues() -> None:
    rows = promises()
    report(unperformed(rows, OTHERWISE), seen=rows, of="effects")


def test_everything_performed_otherwise_is_in_a_catalogue() -> None:
    gone = sorted(OTHERWISE.keys() - {row.tag for row in promises()})
    says = "OTHERWISE of tests/guards/test_catalog_effects.py names {}, which no catalogue has: take it out."
    report(map(says.format, gone), seen=OTHERWISE, of="effects performed otherwise")


def test_a_test_marked_with_its_rule_holds_every_row_of_the_catalogue() -> None:
    rows = [(kind, row.rule, CATALOG_FILE) for kind, row in CATALOG.items()]
    report(untested_rows(rows, named_under()), seen=rows, of="rows of the catalogue")


def test_a_test_is_marked_with_the_rule_of_every_figure() -> None:
    mutants = find_mutants(CHECKOUT, None)
    report(untested_figures(mutants, files_by_rule(CHECKOUT)), seen=mutants, of="figures")


def test_an_item_nothing_performs_and_one_no_test_holds_are_told() -> None:
    harpoon = Promise("harpoon", "item", "DM-C-150", CATALOG_FILE, ("rules/dethmatch",))
    assert list(unperformed([harpoon], OTHERWISE)) == [
        (
            "No code performs the item harpoon of rules/match/catalog.py (DM-C-150): read it in "
            "rules/dethmatch, or say "
            "in OTHERWISE of tests/guards/test_catalog_effects.py which code performs it without naming it."
        )
    ]
    lost = {"harpoon": Otherwise("rules/dethmatch/weapons/to_hit.py", "thrown at whales", "it is thrown")}
    (sentence,) = unperformed([harpoon], lost)
    assert sentence.startswith("rules/dethmatch/weapons/to_hit.py does not hold 'thrown at whales' any more")
    assert list(untested_rows([("harpoon", "DM-C-150", CATALOG_FILE)], named_under())) == [
        (
            "No test holds the figures of harpoon in rules/match/catalog.py: add it to a table of "
            "tests/rules/campaign "
            'that is marked @pytest.mark.rule("DM-C-150"), with every figure of its row.'
        )
    ]


def test_a_figure_whose_rule_no_test_is_marked_with_is_told() -> None:
    mutant = find_mutants(CHECKOUT, [Path("rules/campaign/money/overhead.py")])[0]
    (sentence,) = untested_figures([mutant], {})
    assert sentence.startswith(f"rules/campaign/money/overhead.py:{mutant.line} holds a figure of DM-C-")
    assert set(mutant.rules) & {rule_mark.rule for rule_mark in rule_marks(CHECKOUT, "tests/rules")}
