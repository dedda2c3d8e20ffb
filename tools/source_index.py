"""What the source files hold, each read and walked once in a process: for the guards, and for `make rules`.

Many guards look through every file, and walking a tree takes longer than parsing it. The trees of all files would
fill the memory, so that of each only what somebody asks for is kept.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Source:
    """What one source file holds.

    `given` are the names it gives to classes, functions, parameters, fields and variables, `functions` those of its
    functions, `imported` the modules it imports something from, each with its line. `words` are all its names and
    texts but docstrings, `texts` its texts, docstrings among them, each with its line. `marks` are its calls of
    `pytest.mark.…` or `mark.…`. What has a line is in the order of its lines.
    """

    given: frozenset[str]
    functions: frozenset[str]
    imported: tuple[tuple[int, str], ...]
    words: frozenset[str]
    texts: tuple[tuple[int, str], ...]
    marks: tuple[ast.Call, ...]


def source_files(folder: Path) -> list[Path]:
    """The Python files under a folder, in order of their paths, migrations left out."""
    return sorted(path for path in folder.rglob("*.py") if "migrations" not in path.parts)


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file, which nobody keeps."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def source(path: Path) -> Source:
    """What a file holds; read again where it has changed. Raises SyntaxError where it is no Python."""
    file = path.stat()
    return _source(path, file.st_mtime_ns, file.st_size)


@cache
def _source(path: Path, _changed_at: int, _size: int) -> Source:
    return source_of(path.read_text(encoding="utf-8"), name=str(path))


def files_parsed() -> int:
    """How many files this process has parsed so far."""
    return _source.cache_info().misses


def source_of(text: str, *, name: str = "<text>") -> Source:
    """What the text of a module holds. Raises SyntaxError."""
    given: set[str] = set()
    functions: set[str] = set()
    imported: list[tuple[int, str]] = []
    words: set[str] = set()
    texts: list[tuple[int, str]] = []
    marks: list[ast.Call] = []
    docstrings: set[ast.AST] = set()
    for node in _walked(ast.parse(text, filename=name)):
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                given.add(node.name)
                if isinstance(node, ast.FunctionDef):
                    functions.add(node.name)
            case ast.arg():
                given.add(node.arg)
            case ast.Name(ctx=ast.Store()):
                given.add(node.id)
            case ast.ImportFrom(module=str()):
                imported.append((node.lineno, str(node.module)))
            case ast.Call() if mark_name(node):
                marks.append(node)
            case ast.Constant(value=str()):
                texts.append((node.lineno, str(node.value)))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            docstrings.update(first.value for first in node.body[:1] if isinstance(first, ast.Expr))
        if not (isinstance(node, ast.Constant) and node in docstrings):
            words.update(value for value in vars(node).values() if isinstance(value, str))
    return Source(
        given=frozenset(given),
        functions=frozenset(functions),
        imported=tuple(sorted(imported)),
        words=frozenset(words),
        texts=tuple(sorted(texts)),
        marks=tuple(sorted(marks, key=lambda mark: (mark.lineno, mark.col_offset))),
    )


def mark_name(call: ast.Call) -> str:
    """The name of the mark that a call makes, as `rule` of `pytest.mark.rule(…)` or `mark.rule(…)`; else empty."""
    function = call.func
    if not isinstance(function, ast.Attribute):
        return ""
    match function.value:
        case ast.Attribute(attr="mark") | ast.Name(id="mark"):
            return function.attr
    return ""


def _walked(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node, each before those inside it: what `ast.walk` yields, in a third of its time."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for value in vars(node).values():
            if isinstance(value, ast.AST):
                waiting.append(value)
            elif isinstance(value, list):
                waiting.extend(item for item in value if isinstance(item, ast.AST))
