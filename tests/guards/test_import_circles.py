"""No module of the rules imports itself through others, in any book, in the campaign or in what they share."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path

import grimp

from tests.guards.findings import report

RULES = Path(__file__).parents[2] / "rules"
PACKAGES = sorted(path.parent.name for path in RULES.glob("*/__init__.py"))


def modules_in_circles(imports: Mapping[str, AbstractSet[str]]) -> list[str]:
    """The modules that import each other in a circle, in sorted order, with those between two circles. `imports` has
    the modules that each module imports.
    """
    left = dict(imports)
    while freed := [module for module, imported in left.items() if not imported & left.keys()]:
        for module in freed:
            del left[module]
    while freed := [module for module in left if not any(module in left[importer] for importer in left)]:
        for module in freed:
            del left[module]
    return sorted(left)


def imports_inside(package: str) -> dict[str, AbstractSet[str]]:
    """The imports between the modules of a package of the rules."""
    graph = grimp.build_graph("rules", cache_dir=None)
    inside = f"rules.{package}."
    return {
        module: {found for found in graph.find_modules_directly_imported_by(module) if found.startswith(inside)}
        for module in graph.modules
        if module.startswith(inside)
    }


def test_no_module_of_the_rules_imports_in_a_circle() -> None:
    graphs = {package: imports_inside(package) for package in PACKAGES}
    says = "{} imports itself through other modules of rules/{}: move what they share into one that imports neither."
    problems = [
        says.format(module, package) for package, imports in graphs.items() for module in modules_in_circles(imports)
    ]
    report(problems, seen=sum(map(len, graphs.values())), of="modules")
    assert {"dethmatch", "formule", "rhad", "carcult", "campaign", "match", "core"} <= set(PACKAGES)


def test_a_circle_is_found_and_what_only_leads_to_or_from_it_is_not() -> None:
    imports = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"d"}}
    assert modules_in_circles(imports) == ["b", "c"]
    assert modules_in_circles({"a": {"b"}, "b": set()}) == []
