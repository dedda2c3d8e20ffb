"""Names the loop variable `each` for what is looped over, where the iterable says what that is.

    python -m venv /tmp/renaming && /tmp/renaming/bin/pip install libcst inflect
    /tmp/renaming/bin/python -m tools.renaming.loops --write league/journal/*.py

It is part of ADR 30, and goes when that is done. Without `--write` it only lists what it cannot name: an iterable
that is no plural, or a name that the function has already. Whatever it leaves is for a person.
"""

from __future__ import annotations

import argparse
import builtins
import keyword
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import inflect
import libcst as cst

NUMBERS = inflect.engine()
EACH, KEPT = "each", re.compile(r"_each_kept_\d+")
WRAPPERS = frozenset({
    "sorted", "reversed", "list", "tuple", "set", "frozenset", "iter", "filter", "islice", "filled",
})  # fmt: skip
QUERIES = frozenset({
    "values", "copy", "all", "filter", "exclude", "order_by", "select_related", "only", "iterator", "annotate",
    "using",
})  # fmt: skip
QUERY_ROOTS = frozenset({"objects", "_default_manager"})
BEHIND = re.compile(
    r"_(of|in|at|for|with|by|from|on|to|under|after|before|between|within|there|here|now|left)(_.*)?$"
)
IRREGULAR = {"dice": "die", "faces": "face", "matches": "match", "bodies": "body", "axes": "axis", "people": "person"}
NO_PLURALS = frozenset({
    "series", "chassis", "all", "values", "items", "data", "news", "status", "this", "is", "was", "has",
})  # fmt: skip
SAYS_NOTHING = frozenset({"all", "every", "own", "the", "no", "both", "each", "by", "sorted", "of"})
VERBS = frozenset({"get", "select", "finalize", "decline", "read", "find", "list", "load", "make", "draw", "build"})
"""What functions begin with that give several things, which is no part of what one of them is called."""
NOTHING_TOLD_BY = frozenset({"without_warnings", "get_args"})
TAKEN = frozenset({*dir(builtins), *keyword.kwlist})


def singular(name: str) -> str:
    """What one of that many is called, "" where the name is no plural."""
    if name in NOTHING_TOLD_BY:
        return ""
    *before, last = BEHIND.sub("", name.strip("_").lower()).split("_")
    before = before[1:] if before and before[0] in VERBS else before
    is_plural = last in IRREGULAR or (last.endswith("s") and not last.endswith(("ss", "us", "is")))
    if last in NO_PLURALS or not is_plural:
        return ""
    if last == "ups" and before[-1:] == ["line"]:
        return "line_up"
    one = IRREGULAR.get(last) or str(NUMBERS.singular_noun(last) or "")
    if len(before) > 1 or (before and before[0] in SAYS_NOTHING):
        before = []
    return "_".join([*before, one]) if len(one) > 1 else ""


def one_of(node: Any) -> str:
    """A name for one of what an expression holds, "" where it says nothing."""
    if isinstance(node, cst.Name):
        return singular(node.value)
    if isinstance(node, cst.Attribute):
        return singular(node.attr.value)
    if isinstance(node, cst.Subscript):
        return one_of(node.value)
    if isinstance(node, cst.BooleanOperation | cst.BinaryOperation):
        return one_of(node.left) or one_of(node.right)
    if isinstance(node, cst.IfExp):
        return one_of(node.body) or one_of(node.orelse)
    if isinstance(node, cst.List | cst.Tuple | cst.Set):
        return next((one_of(part.value) for part in node.elements if isinstance(part, cst.StarredElement)), "")
    return _one_of_call(node) if isinstance(node, cst.Call) else ""


def _one_of_call(node: Any) -> str:
    if isinstance(node.func, cst.Name):
        if node.func.value in WRAPPERS and node.args:
            return one_of(node.args[-1 if node.func.value == "filter" else 0].value)
        return singular(node.func.value)
    if not isinstance(node.func, cst.Attribute):
        return ""
    if node.func.attr.value not in QUERIES:
        return singular(node.func.attr.value)
    of = node.func.value
    if isinstance(of, cst.Attribute) and of.attr.value in QUERY_ROOTS and isinstance(of.value, cst.Name):
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", of.value.value).lower()
    return one_of(of)


class Words(cst.CSTVisitor):
    """The plain names in a piece of code."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_Name(self, node: Any) -> None:
        """Take the name."""
        self.found.add(node.value)

    def visit_Attribute(self, node: Any) -> bool:
        """Look at what stands before the dot alone."""
        node.value.visit(self)
        return False

    def visit_Arg(self, node: Any) -> bool:
        """Look at what is passed, not at its keyword."""
        node.value.visit(self)
        return False


def words_in(node: Any) -> set[str]:
    """The plain names in a piece of code."""
    words = Words()
    node.visit(words)
    return words.found


class Rename(cst.CSTTransformer):
    """Puts one name in the place of another, but for attributes and keywords."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def leave_Name(self, _before: Any, node: Any) -> Any:
        """Put it there."""
        return node.with_changes(value=self.new) if node.value == self.old else node

    def leave_Attribute(self, before: Any, node: Any) -> Any:
        """Leave what stands behind the dot."""
        return node.with_changes(attr=before.attr)

    def leave_Arg(self, before: Any, node: Any) -> Any:
        """Leave the keyword."""
        return node.with_changes(keyword=before.keyword)


class Loops(cst.CSTTransformer):
    """Renames `each` in every loop of a module; what it cannot name is in `left`."""

    def __init__(self, module: Any) -> None:
        self.module, self.scopes, self.left = module, [words_in(module)], []  # type: ignore[var-annotated] # texts
        self.counts: Counter[str] = Counter()

    def visit_FunctionDef(self, node: Any) -> None:
        """Know the names of the function."""
        self.scopes.append(words_in(node))

    def leave_FunctionDef(self, _before: Any, node: Any) -> Any:
        """Forget them."""
        self.scopes.pop()
        return node

    def leave_For(self, _before: Any, node: Any) -> Any:
        """Name the variable of a statement."""
        new = self._name(node.target, node.iter)
        parts = {part: getattr(node, part) for part in ("target", "body", "orelse") if getattr(node, part)}
        return node.with_changes(**{part: of.visit(Rename(EACH, new)) for part, of in parts.items()}) if new else node

    def leave_ListComp(self, _before: Any, node: Any) -> Any:
        """Name the variables of a list."""
        return self._named(node, "elt")

    leave_SetComp = leave_GeneratorExp = leave_ListComp

    def leave_DictComp(self, _before: Any, node: Any) -> Any:
        """Name the variables of an object."""
        return self._named(node, "key", "value")

    def _named(self, node: Any, *parts: str) -> Any:
        loops, loop = [], node.for_in
        while loop is not None:
            loops.append(loop)
            loop = loop.inner_for_in
        for depth, loop in enumerate(loops):
            if new := self._name(loop.target, loop.iter):
                rename = Rename(EACH, new)
                node = node.with_changes(
                    for_in=_renamed_from(node.for_in, depth, rename),
                    **{part: getattr(node, part).visit(rename) for part in parts},
                )
        return node

    def _name(self, target: Any, iterable: Any) -> str:
        """The new name of `each` in a target, one to be put back where none is found, "" where it is not there."""
        found = one_of(iterable)
        if isinstance(target, cst.Tuple):
            names = [part.value for part in target.elements]
            places = [at for at, name in enumerate(names) if isinstance(name, cst.Name) and name.value == EACH]
            if not places:
                return ""
            found = _part_of(iterable, places[0])
        elif not isinstance(target, cst.Name) or target.value != EACH:
            return ""
        self.counts["loops"] += 1
        if found and found not in TAKEN and found not in self.scopes[0] | self.scopes[-1]:
            self.counts["named"] += 1
            return found
        self.left.append(f"{self.module.code_for_node(iterable)[:80]}  ({found or 'no plural'})")
        return f"_each_kept_{len(self.left)}"


def _part_of(iterable: Any, place: int) -> str:
    if not isinstance(iterable, cst.Call):
        return ""
    by = iterable.func.value if isinstance(iterable.func, cst.Name) else ""
    given = [part.value for part in iterable.args if part.keyword is None]
    if by == "enumerate":
        return one_of(given[0])
    if by == "zip" and place < len(given):
        return one_of(given[place])
    is_items = isinstance(iterable.func, cst.Attribute) and iterable.func.attr.value == "items"
    return one_of(iterable.func.value) if is_items and place == 1 else ""


def _renamed_from(loop: Any, depth: int, rename: Rename) -> Any:
    """The loops of a comprehension with the variable of the one at that depth renamed, there and behind it."""
    if loop is None:
        return None
    changes: dict[str, Any] = {"inner_for_in": _renamed_from(loop.inner_for_in, depth - 1, rename)}
    if depth <= 0:
        changes["ifs"] = [part.visit(rename) for part in loop.ifs]
        changes["target" if depth == 0 else "iter"] = (loop.target if depth == 0 else loop.iter).visit(rename)
    return loop.with_changes(**changes)


class PutBack(cst.CSTTransformer):
    """Calls `each` again what found no name."""

    def leave_Name(self, _before: Any, node: Any) -> Any:
        """Put it back."""
        return node.with_changes(value=EACH) if KEPT.fullmatch(node.value) else node


def main(arguments: Sequence[str] | None = None) -> None:
    """Rename, or list what cannot be."""
    reader = argparse.ArgumentParser(description="Name the loop variable `each`.")
    reader.add_argument("files", nargs="+", type=Path)
    reader.add_argument("--write", action="store_true")
    asked = reader.parse_args(arguments)
    counts: Counter[str] = Counter()
    for path in asked.files:
        module = cst.parse_module(path.read_text(encoding="utf-8"))
        loops = Loops(module)
        text = module.visit(loops).visit(PutBack()).code
        counts += loops.counts
        for iterable in loops.left:
            print(f"{path}: {iterable}")
        if asked.write and text != module.code:
            path.write_text(text, encoding="utf-8")
    print(f"{counts['named']} of {counts['loops']} loops over each have a name.")


if __name__ == "__main__":
    main()
