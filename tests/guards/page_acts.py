"""The operations of the site's pages: each address that accepts a POST, and each act that its form may send."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from tests.guards.addresses import OF_PROGRAMS, addresses
from tests.guards.permissions import PERMISSIONS

TEMPLATES = Path(__file__).parents[2] / "templates"
NO_POST = "405"
ACT_FIELDS = ("act", "do")
"""Fields of forms that say which of several acts is wanted."""
FORM = re.compile(r"<form\b[^>]*>.*?</form>", re.DOTALL)
TAG = re.compile(r"<(?:button|input)\b(?:[^>\"]|\"[^\"]*\")*>", re.DOTALL)
ELSEWHERE = re.compile(r"<form\b[^>]*\baction=")
INCLUDED = re.compile(r"{%\s*(?:include|extends)\s+\"([^\"]+)\"")
MARKUP = re.compile(r"{%.*?%}|{{.*?}}")
LITERAL = re.compile(r"[a-z_]+")
Node = ast.AST


def page_operations() -> dict[str, tuple[str, ...]]:
    """The acts of each address of the pages that accepts a POST, by its name; none where its form has one purpose.

    An act is found where a view compares the field with it, and where a template's form sends it to its own page. An
    act that a form sends to another page, and that no view compares, stands under the name of its template.
    """
    found = {
        name: tuple(sorted(_acts_of_view(pattern.callback) - {""}))
        for name, _, pattern in addresses()
        if not name.startswith(OF_PROGRAMS) and (name not in PERMISSIONS or PERMISSIONS[name].post != NO_POST)
    }
    known = {act for acts in found.values() for act in acts}
    sent = {str(path.relative_to(TEMPLATES)): acts_sent_elsewhere(path) - known for path in TEMPLATES.rglob("*.html")}
    return found | {name: tuple(sorted(acts)) for name, acts in sorted(sent.items()) if acts}


def acts_sent_elsewhere(path: Path) -> set[str]:
    """The acts that the forms of a template send to the address of another page."""
    text = path.read_text(encoding="utf-8")
    return {act for form in FORM.findall(text) if ELSEWHERE.match(form) for act in _sent_acts(form)}


def _acts_of_view(view: Any) -> set[str]:
    """The acts that a view, and the functions of its module that it calls, compare with or show in templates."""
    function = inspect.unwrap(view)
    functions = list(_reached(function))
    return {
        act
        for reached in functions
        for act in (
            *_compared_acts(reached),
            *(act for name in _templates_in(reached) for act in template_acts(name)),
        )
    }


def _reached(function: FunctionType) -> Iterator[FunctionType]:
    """A function and the functions of its own module that it names, directly or through others."""
    module = inspect.getmodule(function)
    pending, seen = [function], set()
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        yield current
        for name in _names(_tree(current)):
            found = inspect.unwrap(getattr(module, name, None) or _reached)
            if isinstance(found, FunctionType) and found.__module__ == function.__module__:
                pending.append(found)


def _compared_acts(function: FunctionType) -> Iterator[str]:
    """The texts with which a function compares what looks like an act."""
    module = inspect.getmodule(function)
    for node in ast.walk(_tree(function)):
        if isinstance(node, ast.Match) and _is_act(node.subject):
            for case in node.cases:
                yield from (value for part in ast.walk(case.pattern) for value in _texts(part, module))
        elif isinstance(node, ast.Compare) and any(map(_is_act, (node.left, *node.comparators))):
            for side in (node.left, *node.comparators):
                if not _is_act(side):
                    yield from _texts(side, module)


def _is_act(node: Node) -> bool:
    """Whether an expression is the field of a form that names an act, or a variable that holds it."""
    if isinstance(node, ast.Name):
        return node.id in ACT_FIELDS
    if isinstance(node, ast.Attribute):
        return node.attr in ACT_FIELDS
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return node.slice.value in ACT_FIELDS
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args:
        return isinstance(node.args[0], ast.Constant) and node.args[0].value in ACT_FIELDS
    return False


def _texts(node: Node, module: ModuleType | None) -> Iterator[str]:
    """The texts of a constant, of a list of constants, or of a name that stands for either."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.MatchValue):
        yield from _texts(node.value, module)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for part in node.elts:
            yield from _texts(part, module)
    elif isinstance(node, ast.Name):
        value = getattr(module, node.id, None)
        yield from [value] if isinstance(value, str) else value if isinstance(value, tuple | frozenset) else ()


def _templates_in(function: FunctionType) -> Iterator[str]:
    """The templates that a function names."""
    for node in ast.walk(_tree(function)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith(".html"):
            yield node.value


@cache
def template_acts(name: str) -> frozenset[str]:
    """The acts that the forms of a template, of those it includes and of what it extends send to their own page."""
    acts: set[str] = set()
    pending, seen = [name], {name}
    while pending:
        path = TEMPLATES / pending.pop()
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        acts |= {act for form in FORM.findall(text) if not ELSEWHERE.match(form) for act in _sent_acts(form)}
        included = set(INCLUDED.findall(text)) - seen
        pending += sorted(included)
        seen |= included
    return frozenset(acts)


def _sent_acts(form: str) -> Iterator[str]:
    """The acts that the controls of a form send; those that the page fills in are found in its view."""
    for tag in TAG.findall(form):
        field = re.search(r'\bname="(\w+)"', tag)
        value = re.search(r'\bvalue="((?:{%.*?%}|{{.*?}}|[^"])*)"', tag)
        if field and value and field[1] in ACT_FIELDS:
            written = MARKUP.sub(" ", value[1].partition(":")[0]).split()
            yield from (act for act in written if LITERAL.fullmatch(act))


@cache
def _tree(function: FunctionType) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(function)))


def _names(tree: Node) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
