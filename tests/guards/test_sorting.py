"""No list of rows is left in an order that hangs on luck: what happened at the same moment is sorted by more."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.guards.findings import report
from tests.guards.test_house import CHECKOUT, files
from tools.source_index import parsed


def ending_in_a_moment(path: Path) -> Iterator[str]:
    """A sentence for each order of a query whose last column is a moment, which two rows may share."""
    for line, column in last_columns(parsed(path)):
        if column == "at" or column.endswith("_at"):
            where = path.relative_to(CHECKOUT) if path.is_relative_to(CHECKOUT) else path
            yield (
                f"{where}:{line} sorts by {column!r} last, and rows of the same moment come in any order: add a "
                "column that tells them apart, such as 'pk', or 'key' where the id is drawn at random."
            )


def last_columns(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The last column of each order that the module gives to a query or a table, with its line."""
    for node in ast.walk(tree):
        ordered: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "order_by":
            ordered = node.args
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ordering":
            ordered = node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else []
        names = [each.value for last in ordered[-1:] for each in ast.walk(last) if isinstance(each, ast.Constant)]
        yield from ((node.lineno, name.lstrip("-").split("__")[-1]) for name in names if isinstance(name, str))


def test_no_order_of_rows_ends_in_a_moment_that_two_of_them_may_share() -> None:
    looked_at = list(files("config", "league", "drivers", "franchises", "tools", "benchmarks"))
    orders = [each for path in looked_at for each in last_columns(parsed(path))]
    report((each for path in looked_at for each in ending_in_a_moment(path)), seen=orders, of="orders of queries")
