"""What the source files contain, each read and walked once per process: for the guards, and for `make rules`.

Many guards look through every file. The syntax trees of all files would fill the memory, so only what some guard or
tool asks for is kept of each.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Source:
    """What one source file contains.

    `given` are the names of its classes, functions, parameters, fields and variables, `functions` those of its
    functions alone, `imported` the modules it imports names from, each with its line. `words` are all its names and
    texts except docstrings, `texts` all its texts including docstrings, each with its line. `marks` are its calls of
    `pytest.mark.…` or `mark.…`. `sorted_last` are the last columns by which it sorts queries and tables, each with
    its line. Everything with a line is sorted by line.
    """

    given: frozenset[str]
    functions: frozenset[str]
    imported: tuple[tuple[int, str], ...]
    words: frozenset[str]
    texts: tuple[tuple[int, str], ...]
    marks: tuple[ast.Call, ...]
    sorted_last: tuple[tuple[int, str], ...]


BESIDE_THE_PRODUCT = frozenset({"tests", "tools", "benchmarks"})
"""Top-level packages that do not run with the site."""


def product_packages(root: Path) -> list[str]:
    """The names of the top-level packages that run with the site, sorted."""
    return sorted(
        path.parent.name for path in root.glob("*/__init__.py") if path.parent.name not in BESIDE_THE_PRODUCT
    )


SITE_PACKAGES = tuple(product_packages(Path(__file__).resolve().parents[1]))
"""The top-level packages of this checkout that run with the site; guards look through all of them."""


def source_files(folder: Path) -> list[Path]:
    """The Python files under a folder, sorted by path, without migrations."""
    return sorted(path for path in folder.rglob("*.py") if "migrations" not in path.parts)


def parse_file(path: Path) -> ast.Module:
    """The syntax tree of a file; it is not cached."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def read_source(path: Path) -> Source:
    """What a file contains, cached until it changes. Raises SyntaxError if it is not Python."""
    file = path.stat()
    return _read_source(path, file.st_mtime_ns, file.st_size)


@cache
def _read_source(path: Path, _changed_at: int, _size: int) -> Source:
    return source_from_text(path.read_text(encoding="utf-8"), name=str(path))


def parsed_file_count() -> int:
    """The number of files that this process has parsed so far."""
    return _read_source.cache_info().misses


def source_from_text(text: str, *, name: str = "<text>") -> Source:
    """What the source text of a module contains. Raises SyntaxError."""
    reader = _Reader()
    for node in ast.walk(ast.parse(text, filename=name)):
        if node._fields:  # two nodes of five have none: contexts and operators
            reader.read(node)
    return reader.source()


def mark_name(call: ast.Call) -> str:
    """The name of the mark that a call makes: `rule` for `pytest.mark.rule(…)` or `mark.rule(…)`; else empty."""
    function = call.func
    if not isinstance(function, ast.Attribute):
        return ""
    match function.value:
        case ast.Attribute(attr="mark") | ast.Name(id="mark"):
            return function.attr
    return ""


class _Reader:
    """Collects what one file contains, node by node, each before those inside it.

    Two million nodes are read, so the method for a node is looked up once, by its type.
    """

    def __init__(self) -> None:
        self.given: set[str] = set()
        self.functions: set[str] = set()
        self.imported: list[tuple[int, str]] = []
        self.words: set[str] = set()
        self.texts: list[tuple[int, str]] = []
        self.marks: list[ast.Call] = []
        self.sorted_last: list[tuple[int, str]] = []
        self.docstrings: set[ast.AST] = set()
        self.by_type: dict[type[ast.AST], Callable[[Any], None]] = {
            ast.Module: self.docstring,
            ast.ClassDef: self.definition,
            ast.FunctionDef: self.function,
            ast.AsyncFunctionDef: self.name,
            ast.Name: self.variable,
            ast.arg: self.parameter,
            ast.ImportFrom: self.module,
            ast.Call: self.call,
            ast.Assign: self.assignment,
            ast.Constant: self.text,
        }

    def read(self, node: ast.AST) -> None:
        """Collect one node."""
        note = self.by_type.get(type(node))
        if note is not None:
            note(node)
        if node not in self.docstrings:
            self.words.update([value for value in vars(node).values() if type(value) is str])

    def docstring(self, node: ast.Module | ast.ClassDef | ast.FunctionDef) -> None:
        """The docstring at the beginning, which is not code."""
        self.docstrings.update([first.value for first in node.body[:1] if isinstance(first, ast.Expr)])

    def name(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """The name of a definition."""
        self.given.add(node.name)

    def definition(self, node: ast.ClassDef | ast.FunctionDef) -> None:
        """A class or a function."""
        self.name(node)
        self.docstring(node)

    def function(self, node: ast.FunctionDef) -> None:
        """A function."""
        self.definition(node)
        self.functions.add(node.name)

    def variable(self, node: ast.Name) -> None:
        """A variable that is assigned."""
        if isinstance(node.ctx, ast.Store):
            self.given.add(node.id)

    def parameter(self, node: ast.arg) -> None:
        """A parameter."""
        self.given.add(node.arg)

    def module(self, node: ast.ImportFrom) -> None:
        """The module of a `from … import`."""
        self.imported.append((node.lineno, node.module or ""))

    def call(self, node: ast.Call) -> None:
        """A call that makes a mark or sorts a query."""
        if mark_name(node):
            self.marks.append(node)
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "order_by":
            self.order(node.args)

    def assignment(self, node: ast.Assign) -> None:
        """The order of a table's rows, in its `Meta.ordering`."""
        if isinstance(node.value, ast.List | ast.Tuple) and ast.unparse(node.targets[0]) == "ordering":
            self.order(node.value.elts)

    def order(self, columns: list[ast.expr]) -> None:
        """The last column of an order, as a text or inside an expression."""
        for node in ast.walk(columns[-1]) if columns else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.sorted_last.append((node.lineno, node.value.lstrip("-").split("__")[-1]))

    def text(self, node: ast.Constant) -> None:
        """A string literal."""
        if isinstance(node.value, str):
            self.texts.append((node.lineno, node.value))

    def source(self) -> Source:
        """Everything collected."""
        return Source(
            given=frozenset(self.given),
            functions=frozenset(self.functions),
            imported=tuple(sorted(self.imported)),
            words=frozenset(self.words),
            texts=tuple(sorted(self.texts)),
            marks=tuple(sorted(self.marks, key=lambda mark: (mark.lineno, mark.col_offset))),
            sorted_last=tuple(sorted(self.sorted_last)),
        )
