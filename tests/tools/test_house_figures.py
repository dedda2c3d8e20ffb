"""The figures about the code base are counted from its packages and templates."""

from __future__ import annotations

import grimp
import pytest

from tools.house_figures import figures, figures_table, module_cycles, packages, words_of


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("reports_told", ["reports", "told"]),
        ("AwaitedDiceOut", ["awaited", "dice", "out"]),
        ("_HTTPAnswer2", ["http", "answer2"]),
    ],
)
def test_a_name_is_taken_apart_into_its_words(name: str, words: list[str]) -> None:
    assert words_of(name) == words


def test_every_figure_is_in_the_table() -> None:
    counted = figures()
    assert set(counted["lines"]) == set(packages()) >= {"league", "rules"}
    table = figures_table(counted)
    assert f"| modules | {counted['names']['modules']:,} |" in table
    assert all(f"| lines of {package}/ | " in table for package in packages())
    assert counted["imports"] > sum(counted["into"].values()) > 0
    imports, total = sum(counted["import lines"].values()), sum(counted["lines"].values())
    assert f"| lines of imports | {imports:,} ({imports / total:.2%}) |" in table
    assert 0 < imports < total
    assert f"| cycles of modules | {len(counted['cycles of modules'])} |" in table


def test_modules_that_import_each_other_are_one_cycle() -> None:
    graph = grimp.ImportGraph()
    for importer, imported in ["ab", "bc", "ca", "cd", "de", "ed", "fa"]:
        graph.add_import(importer=importer, imported=imported)
    assert module_cycles(graph) == [["a", "b", "c"], ["d", "e"]]
