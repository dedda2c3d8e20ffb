"""Figures of the code: how things are named, how large the packages are, what share of them imports are, and where
imports form cycles.

    python -m tools.house_figures          as a table
    python -m tools.house_figures --json   as JSON, to compare with another commit

Only the product is read: the packages that run, and their templates.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import grimp

from tools.source_index import parse_file, product_packages

ROOT = Path(__file__).resolve().parent.parent
PARTICIPLES = frozenset({
    "told", "shown", "asked", "named", "tried", "kept", "given", "known", "found", "made", "taken", "seen", "held",
    "read", "sent", "said", "thrown", "called",
})  # fmt: skip
"""Past participles that a definition should not be named with."""
SYSTEMS = ("campaign", "carcult", "carwars", "dethmatch", "formule", "rhad")
FLAT_FROM = 40
"""The number of modules in one folder from which it counts as flat."""
LONG_LINE = 160
"""The length in characters above which a template line is long."""
WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def packages() -> list[str]:
    """The top-level packages of the product."""
    return product_packages(ROOT)


def modules() -> Iterator[Path]:
    """The files of those packages, without migrations."""
    for package in packages():
        yield from (path for path in sorted((ROOT / package).rglob("*.py")) if "migrations" not in path.parts)


def words_of(name: str) -> list[str]:
    """The words of a name, in lower case."""
    return [word.lower() for word in WORD.findall(name)]


def naming_figures() -> dict[str, int]:
    """Counts of definitions, modules and loops, and of those with names to avoid."""
    counted = Counter[str]()
    for path in modules():
        counted["modules"] += 1
        counted["modules that end in -ing"] += path.stem.endswith("ing")
        for node in ast.walk(parse_file(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                words = set(words_of(node.name))
                counted["definitions"] += 1
                counted["definitions named with told"] += "told" in words
                counted["definitions named with a participle"] += bool(words & PARTICIPLES)
            elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
                counted["loops"] += 1
                counted["loops over each"] += "each" in {
                    part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)
                }
    return dict(counted)


def line_counts() -> dict[str, int]:
    """Lines of Python in each package."""
    counted = Counter[str]()
    for path in modules():
        counted[path.relative_to(ROOT).parts[0]] += len(path.read_text(encoding="utf-8").splitlines())
    return dict(counted)


def import_lines() -> dict[str, int]:
    """Lines of import statements in each package, wherever in a module they are."""
    counted = Counter[str]()
    for path in modules():
        counted[path.relative_to(ROOT).parts[0]] += sum(
            (node.end_lineno or node.lineno) - node.lineno + 1
            for node in ast.walk(parse_file(path))
            if isinstance(node, ast.Import | ast.ImportFrom)
        )
    return dict(counted)


def docstring_lines() -> int:
    """Lines of the docstrings with which modules begin."""
    counted = 0
    for path in modules():
        tree = parse_file(path)
        if ast.get_docstring(tree, clean=False) is not None:
            counted += tree.body[0].end_lineno or 0
    return counted


def flat_packages() -> dict[str, int]:
    """Folders with at least `FLAT_FROM` modules side by side, each with its number of modules."""
    counted = Counter(path.parent.relative_to(ROOT).as_posix() for path in modules() if path.stem != "__init__")
    return {folder: count for folder, count in sorted(counted.items()) if count >= FLAT_FROM}


def long_template_lines() -> int:
    """The number of template lines longer than `LONG_LINE`."""
    templates = (ROOT / "templates").rglob("*.html")
    return sum(len(line) > LONG_LINE for path in templates for line in path.read_text(encoding="utf-8").splitlines())


def module_cycles(graph: grimp.ImportGraph) -> list[list[str]]:
    """The groups of modules each of which imports, directly or through others, all the others of its group."""
    reached = {
        module: graph.find_downstream_modules(module) & graph.find_upstream_modules(module)
        for module in sorted(graph.modules)
    }
    groups = {tuple(sorted({module, *others})) for module, others in reached.items() if others - {module}}
    return [list(group) for group in sorted(groups)]


def import_figures() -> dict[str, Any]:
    """Imports between modules: how many, how many into each package from others, and how many close a cycle."""
    graph = grimp.build_graph(*packages(), cache_dir=None)
    into = Counter[str]()
    total = 0
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            total += 1
            if module.split(".")[0] != imported.split(".")[0]:
                into[imported.split(".")[0]] += 1
    circles = {
        package: len(graph.nominate_cycle_breakers(package))
        for package in [*packages(), *(f"rules.{system}" for system in SYSTEMS if f"rules.{system}" in graph.modules)]
    }
    return {
        "imports": total,
        "into": dict(into),
        "closing circles": {package: count for package, count in circles.items() if count},
        "cycles of modules": module_cycles(graph),
    }


def figures() -> dict[str, Any]:
    """Every figure."""
    return {
        "names": naming_figures(),
        "lines": line_counts(),
        "import lines": import_lines(),
        "docstring lines": docstring_lines(),
        "flat": flat_packages(),
        "long template lines": long_template_lines(),
        **import_figures(),
    }


def figures_table(found: Mapping[str, Any]) -> str:
    """The figures as a Markdown table."""
    total, crossing = sum(found["lines"].values()), sum(found["into"].values())
    rows = [(name, f"{count:,}") for name, count in found["names"].items()]
    imports, docstrings = sum(found["import lines"].values()), found["docstring lines"]
    rows += [
        ("lines", f"{total:,}"),
        ("lines of imports", f"{imports:,} ({imports / total:.2%})"),
        (
            "lines of imports and of docstrings of modules",
            f"{imports + docstrings:,} ({(imports + docstrings) / total:.2%})",
        ),
    ]
    rows += [
        (
            f"lines of {package}/",
            f"{count:,} ({count / total:.0%}), of imports {found['import lines'][package] / count:.1%}",
        )
        for package, count in sorted(found["lines"].items(), key=lambda item: -item[1])
    ]
    rows += [(f"modules beside each other in {folder}/", str(count)) for folder, count in found["flat"].items()]
    rows += [(f"lines of templates over {LONG_LINE} characters", f"{found['long template lines']:,}")]
    rows += [("imports between modules", f"{found['imports']:,}")]
    rows += [
        (f"of those between packages, into {package}/", f"{count:,} ({count / crossing:.0%})")
        for package, count in sorted(found["into"].items(), key=lambda item: -item[1])
    ]
    rows += [
        (f"imports that close circles in {package}", str(count))
        for package, count in found["closing circles"].items()
    ]
    cycles = found["cycles of modules"]
    rows += [("cycles of modules", str(len(cycles)))]
    rows += [("one of them", ", ".join(cycle)) for cycle in cycles]
    return "\n".join(["| figure | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)])


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Figures of the house.")
    parser.add_argument("--json", action="store_true", help="as JSON")
    found = figures()
    print(json.dumps(found, indent=1) if parser.parse_args().json else figures_table(found))


if __name__ == "__main__":
    main()
