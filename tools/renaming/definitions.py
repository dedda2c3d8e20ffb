"""Renames what modules define, at their top, and every use of it.

    python -m tools.renaming.definitions rules/core rules/match      # what is defined in these folders

It is part of ADR 30, and goes when that is done. It reads `classes.tsv`, `constants.tsv` and `definitions_of_*.tsv`,
whose names are those of before any module moved. Methods and attributes are left: they are renamed by type. Where
the new name is taken in the module that defines it, the old one stays and is printed; where it is taken in a module
that imports it, it is imported under its old name there, and that is printed too.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.renaming.moves import DOTTED, is_text, renamed, tracked
from tools.renaming.moves import table as moved_modules

HERE = Path(__file__).parent
TABLES = ("classes", "constants", "definitions_of_rules", "definitions_of_rooms", "definitions_of_doors")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
CLIENT = "clients.python."
"""The folder that is on the path of its own, so that its package is imported without it."""
BUILTINS = frozenset(dir(builtins))


@dataclass(eq=False)
class Scope:
    """A scope of a module: what is bound in it, and which imports bound it."""

    node: ast.AST
    outer: Scope | None
    bound: set[str] = field(default_factory=set)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The module and name that a name was imported from; "" for a module as a whole."""
    renames: dict[str, str] = field(default_factory=dict)

    def of(self, name: str, line: int = 0) -> Scope | None:
        """The scope in which a name that is used here was bound; a class's own name counts behind its own line."""
        scope: Scope | None = self
        while scope is not None:
            of_class = isinstance(scope.node, ast.ClassDef)
            if name in scope.bound and not (of_class and (scope is not self or line <= _first_bound(scope, name))):
                return scope
            scope = scope.outer
        return None


def _first_bound(scope: Scope, name: str) -> int:
    """The line in which a class first binds a name."""
    lines = [
        node.lineno
        for statement in scope.node.body  # type: ignore[attr-defined]
        for node in ast.walk(statement)
        if (isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load))
        or (isinstance(node, ast.FunctionDef) and node.name == name)
    ]
    return min(lines, default=0)


class Module:
    """A module with its scopes, and every use of a name in them."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.top = Scope(self.tree, None)
        self.uses: list[tuple[ast.Name, Scope]] = []
        self.attributes: list[tuple[ast.Attribute, Scope]] = []
        self.definitions: list[tuple[ast.AST, Scope]] = []
        self.aliases: list[tuple[ast.ImportFrom, ast.alias, Scope]] = []
        self.globals: list[tuple[ast.Global, Scope]] = []
        self.calls: list[tuple[ast.Call, Scope]] = []
        self._bind(self.tree.body, self.top)
        for node in self.tree.body:
            self._visit(node, self.top)

    def _bind(self, nodes: Iterable[ast.AST], scope: Scope) -> None:
        for node in nodes:
            self._bind_one(node, scope)

    def _bind_one(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            scope.bound.add(node.name)
            for part in [*node.decorator_list, *_outside(node)]:
                self._bind_one(part, scope)
            return
        if isinstance(node, ast.Lambda):
            return
        if isinstance(node, COMPREHENSIONS):
            for inner in ast.walk(node):
                if isinstance(inner, ast.NamedExpr) and isinstance(inner.target, ast.Name):
                    scope.bound.add(inner.target.id)
            return
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            scope.bound.add(node.id)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                bound = alias.asname or alias.name
                scope.bound.add(bound)
                scope.imports[bound] = (node.module or "", alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                scope.bound.add(alias.asname or alias.name.partition(".")[0])
                if alias.asname:
                    scope.imports[alias.asname] = (alias.name, "")
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            scope.bound.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            scope.bound.add(node.rest)
        for child in ast.iter_child_nodes(node):
            self._bind_one(child, scope)
        if isinstance(node, ast.Global):
            scope.bound -= set(node.names)

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.definitions.append((node, scope))
            for part in [*node.decorator_list, *_outside(node)]:
                self._visit(part, scope)
            inner = Scope(node, scope)
            self._bind_arguments(node.args, inner)
            self._bind(node.body, inner)
            for part in node.body:
                self._visit(part, inner)
        elif isinstance(node, ast.Lambda):
            for part in [*node.args.defaults, *(each for each in node.args.kw_defaults if each)]:
                self._visit(part, scope)
            inner = Scope(node, scope)
            self._bind_arguments(node.args, inner)
            self._visit(node.body, inner)
        elif isinstance(node, ast.ClassDef):
            self.definitions.append((node, scope))
            for part in [*node.decorator_list, *node.bases, *node.keywords]:
                self._visit(part, scope)
            inner = Scope(node, scope)
            self._bind(node.body, inner)
            for part in node.body:
                self._visit(part, inner)
        elif isinstance(node, COMPREHENSIONS):
            self._visit(node.generators[0].iter, scope)
            inner = Scope(node, scope)
            for number, generator in enumerate(node.generators):
                for target in ast.walk(generator.target):
                    if isinstance(target, ast.Name):
                        inner.bound.add(target.id)
                self._visit(generator.target, inner)
                if number:
                    self._visit(generator.iter, inner)
                for test in generator.ifs:
                    self._visit(test, inner)
            for part in [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]:
                self._visit(part, inner)
        else:
            if isinstance(node, ast.Name):
                self.uses.append((node, scope))
            elif isinstance(node, ast.Attribute):
                self.attributes.append((node, scope))
            elif isinstance(node, ast.ImportFrom):
                self.aliases += [(node, alias, scope) for alias in node.names]
            elif isinstance(node, ast.Global):
                self.globals.append((node, scope))
            elif isinstance(node, ast.Call):
                self.calls.append((node, scope))
            for child in ast.iter_child_nodes(node):
                self._visit(child, scope)

    def _bind_arguments(self, arguments: ast.arguments, scope: Scope) -> None:
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        scope.bound |= {each.arg for each in every if each is not None}

    def module_of(self, name: str, scope: Scope, modules: dict[str, Module]) -> str:
        """The module that a name stands for, "" where it stands for none."""
        where = scope.of(name)
        if where is None or name not in where.imports:
            return ""
        package, imported = where.imports[name]
        whole = f"{package}.{imported}" if imported else package
        return whole if whole in modules else ""


def _outside(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Iterator[ast.AST]:
    """What of a definition belongs to the scope around it."""
    if isinstance(node, ast.ClassDef):
        return
    arguments = node.args
    yield from arguments.defaults
    yield from (each for each in arguments.kw_defaults if each is not None)
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    yield from (each.annotation for each in every if each is not None and each.annotation is not None)
    if node.returns is not None:
        yield node.returns


def wanted(folders: list[str], modules: dict[str, Module]) -> dict[str, dict[str, str]]:
    """The names that change, by the module as it is called now."""
    moves = moved_modules()
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for name in TABLES:
        for line in (HERE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            old, new = line.split("\t")[:2]
            before, _, last = old.rpartition(".")
            for module in (renamed(before, moves), before):
                if module in modules and modules[module].path.as_posix().startswith(tuple(folders)):
                    found[module][last] = new.rpartition(".")[2]
                    break
    return {module: {old: new for old, new in names.items() if old != new} for module, names in found.items()}


def every_module() -> dict[str, Module]:
    """Every module of the checkout, by its dotted name."""
    found: dict[str, Module] = {}
    for path in tracked():
        if path.suffix == ".py" and path.parts[0] != "static":
            parts = path.with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = Module(name, path)
            if name.startswith(CLIENT):
                found[name.removeprefix(CLIENT)] = found[name]
    return found


def spread(wants: dict[str, dict[str, str]], modules: dict[str, Module]) -> None:
    """Gives each scope its renames: of what is defined there, and of what is imported, through every re-export."""
    for name, renames in wants.items():
        module = modules[name]
        for old, new in renames.items():
            if old not in module.top.bound or old in module.top.imports:
                print(f"{name}.{old}: not defined there")
            elif new in module.top.bound or new in BUILTINS:
                print(f"{name}.{old}: {new} is taken there")
            else:
                module.top.renames[old] = new
    for module in modules.values():
        for old, new in list(module.top.renames.items()):
            if clash(module, module.top, old, new):
                print(f"{module.name}.{old}: {new} is a local name where it is used")
                del module.top.renames[old]
    changed = True
    while changed:
        changed = False
        for module in modules.values():
            for _node, alias, scope in module.aliases:
                origin = scope.imports[alias.asname or alias.name][0]
                new = modules[origin].top.renames.get(alias.name, "") if origin in modules else ""
                if not new or alias.asname or alias.name in scope.renames:
                    continue
                taken = new in scope.bound or new in scope.renames.values()
                if taken or clash(module, scope, alias.name, new):
                    if (alias.name, id(scope)) not in kept:
                        print(f"{module.path}: {new} is taken, imported as {alias.name}")
                        kept.add((alias.name, id(scope)))
                    continue
                scope.renames[alias.name] = new
                changed = True


kept: set[tuple[str, int]] = set()


def clash(module: Module, scope: Scope, old: str, new: str) -> bool:
    """Whether the new name would mean something else at some use of the old one."""
    for node, at in module.uses:
        if node.id == old and at.of(old) is scope:
            between: Scope | None = at
            while between is not None and between is not scope:
                if new in between.bound:
                    return True
                between = between.outer
    return False


def edits_of(module: Module, modules: dict[str, Module]) -> list[tuple[int, int, str]]:
    """What changes in the text of a module, in bytes."""
    raw = module.text.encode()
    starts = [0]
    for line in raw.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(line: int, column: int) -> int:
        return starts[line - 1] + column

    edits: list[tuple[int, int, str]] = []

    def replace(start: int, old: str, new: str) -> None:
        assert raw[start : start + len(old.encode())] == old.encode(), (module.path, old, raw[start : start + 40])
        edits.append((start, start + len(old.encode()), new))

    for node, scope in module.uses:
        where = scope.of(node.id, node.lineno if isinstance(node.ctx, ast.Load) else sys.maxsize)
        if where is not None and (new := where.renames.get(node.id)):
            replace(place(node.lineno, node.col_offset), node.id, new)
    for definition, scope in module.definitions:
        assert isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        where = scope if definition.name in scope.bound else scope.of(definition.name)
        if where is not None and (new := where.renames.get(definition.name)):
            start = place(definition.lineno, definition.col_offset)
            found = re.compile(rb"(?:async\s+def|def|class)\s+").match(raw, start)
            assert found is not None
            replace(found.end(), definition.name, new)
    for _statement, alias, scope in module.aliases:
        origin = scope.imports[alias.asname or alias.name][0]
        new = modules[origin].top.renames.get(alias.name) if origin in modules else None
        if new is not None:
            renamed_here = scope.renames.get(alias.name) == new or alias.asname
            replace(
                place(alias.lineno, alias.col_offset), alias.name, new if renamed_here else f"{new} as {alias.name}"
            )
    for attribute, scope in module.attributes:
        if isinstance(attribute.value, ast.Name):
            origin = module.module_of(attribute.value.id, scope, modules)
            new = modules[origin].top.renames.get(attribute.attr) if origin else None
            if new is not None:
                assert attribute.end_lineno is not None
                assert attribute.end_col_offset is not None
                end = place(attribute.end_lineno, attribute.end_col_offset)
                replace(end - len(attribute.attr.encode()), attribute.attr, new)
    for statement, _scope in module.globals:
        for name in statement.names:
            if new := module.top.renames.get(name):
                named = re.compile(rb"\b%s\b" % name.encode()).search(raw, place(statement.lineno, 0))
                assert named is not None
                replace(named.start(), name, new)
    for call, scope in module.calls:
        if len(call.args) >= 2 and isinstance(call.args[0], ast.Name) and isinstance(call.args[1], ast.Constant):
            origin = module.module_of(call.args[0].id, scope, modules)
            text = call.args[1]
            new = modules[origin].top.renames.get(text.value) if origin and isinstance(text.value, str) else None
            if new is not None:
                replace(place(text.lineno, text.col_offset) + 1, str(text.value), new)
    return edits


def in_prose(module: Module) -> str:
    """Applies renames to names in backticks, in comments and docstrings of a module that has them."""
    text = module.path.read_text(encoding="utf-8")
    for old, new in module.top.renames.items():
        text = re.sub(rf"`{re.escape(old)}(?=[`(.])", f"`{new}", text)
        if module.name.endswith("__init__") or "__all__" in text:
            text = re.sub(rf'(?<=["\']){re.escape(old)}(?=["\'])', new, text) if "__all__" in text else text
    return text


def in_templates(modules: dict[str, Module]) -> None:
    """Renames tags and filters in templates, which are called as their functions are."""
    tags = {
        old: new
        for module in modules.values()
        if ".templatetags." in module.name
        for old, new in module.top.renames.items()
        if re.search(rf"^@register\.\w+.*\ndef {new}\b", module.path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    }
    if not tags:
        return
    names = "|".join(map(re.escape, tags))
    for path in Path("templates").rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            again = re.sub(rf"(?<=\{{% )({names})\b", lambda found: tags[found[1]], text)
            again = re.sub(rf"(?<=\|)({names})(?=[ :|}}])", lambda found: tags[found[1]], again)
            if again != text:
                path.write_text(again, encoding="utf-8")
    print(f"tags: {tags}")


def main() -> None:
    """Rename what the folders define that are named."""
    folders = sys.argv[1:]
    modules = every_module()
    wants = wanted(folders, modules)
    spread(wants, modules)
    count = 0
    for module in modules.values():
        edits = edits_of(module, modules)
        if edits:
            raw = module.text.encode()
            for start, end, by in sorted(set(edits), reverse=True):
                raw = raw[:start] + by.encode() + raw[end:]
            module.path.write_bytes(raw)
            count += len(edits)
        if module.top.renames:
            module.path.write_text(in_prose(module), encoding="utf-8")
    in_templates(modules)
    dotted = {f"{name}.{old}": f"{name}.{new}" for name in wants for old, new in modules[name].top.renames.items()}
    for path in tracked():
        if is_text(path):
            text = path.read_text(encoding="utf-8")
            again = DOTTED.sub(lambda found: renamed(found[0], dotted), text)
            if again != text:
                path.write_text(again, encoding="utf-8")
    print(f"{sum(len(modules[name].top.renames) for name in wants)} names, {count} places")


if __name__ == "__main__":
    main()
