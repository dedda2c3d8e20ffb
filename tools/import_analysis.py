"""What each top-level statement of a module reads and binds on import, from its source.

Bodies of functions are left out, because they read only when called; bodies of lambdas are included.
`tools.mutant_in_place` uses this to find what else depends on a table that it changes after everything is imported.
"""

import ast
import importlib.util
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

REFLECTION_NAMES = frozenset({"vars", "globals", "locals", "__dict__", "getmembers"})  # reads what no source names
MUTATING_METHODS = frozenset(
    {"add", "append", "clear", "extend", "insert", "pop", "register", "remove", "setdefault", "update"}
)


@dataclass(frozen=True)
class Import:
    """One name that a top-level statement imports from a module, and its name here."""

    module: str
    name: str
    alias: str


@dataclass(frozen=True)
class Statement:
    """What a statement at the top of a module does on import.

    `names` are the names it reads on import, `elsewhere` its attributes and the texts that look like a name,
    `binds` the names it binds. A `plain` one may run again: it assigns to names, or calls a function by its name,
    possibly in a loop. A `function` can be reached only by its name.
    """

    names: frozenset[str]
    elsewhere: frozenset[str]
    binds: frozenset[str]
    imports: tuple[Import, ...]
    plain: bool
    function: bool


@dataclass(frozen=True)
class ModuleReads:
    """A module's top-level statements, how often it binds each name, and the modules it imports from at any depth."""

    statements: tuple[Statement, ...]
    bindings: Counter[str]
    modules: frozenset[str]


def analyze_module(tree: ast.Module, *, package: str) -> ModuleReads:
    """What a module's syntax tree reads and binds; `package` is the base of its relative imports."""
    statements = tuple(_statement(node, package) for node in tree.body)
    bindings: Counter[str] = Counter()
    modules: set[str] = set()
    for node in tree.body:
        bindings.update(_bound_names(node))
    for inner in ast.walk(tree):
        match inner:
            case ast.Global():
                bindings.update(inner.names)
            case ast.Import():
                modules.update(name.name for name in inner.names)
            case ast.ImportFrom():
                module = _module_of(inner, package)
                modules.update([module, *(f"{module}.{name.name}" for name in inner.names)])
    return ModuleReads(statements, bindings, frozenset(modules))


def _statement(node: ast.stmt, package: str) -> Statement:
    names: set[str] = set()
    elsewhere: set[str] = set()
    for inner in _evaluated_nodes(node):
        match inner:
            case ast.Name(ctx=ast.Load()):
                names.add(inner.id)
            case ast.Attribute():
                elsewhere.add(inner.attr)
            case ast.Constant(value=str() as text) if text.isidentifier():
                elsewhere.add(text)
            case ast.ImportFrom() if inner is not node:
                elsewhere.update(name.name for name in inner.names)
    imports: tuple[Import, ...] = ()
    if isinstance(node, ast.ImportFrom):
        module = _module_of(node, package)
        imports = tuple(Import(module, name.name, name.asname or name.name) for name in node.names)
    return Statement(
        names=frozenset(names),
        elsewhere=frozenset(elsewhere),
        binds=frozenset(_bound_names(node)),
        imports=imports,
        plain=_is_plain(node),
        function=_is_function(node),
    )


def _module_of(node: ast.ImportFrom, package: str) -> str:
    return importlib.util.resolve_name("." * node.level + (node.module or ""), package)


def _is_plain(node: ast.stmt) -> bool:
    attributes = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    match node:
        case ast.Assign():
            targets = node.targets
        case ast.AnnAssign():
            targets = [node.target]
        case ast.Expr(value=ast.Call(func=ast.Name())):
            targets = []
        case ast.For(target=ast.Name(), body=[ast.Expr(value=ast.Call(func=ast.Name()))], orelse=[]):
            targets = [node.target]
        case _:
            return False
    names = [name for target in targets for name in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return not attributes & MUTATING_METHODS and all(isinstance(name, ast.Name) for name in names)


def _is_function(node: ast.stmt) -> bool:
    if not isinstance(node, ast.FunctionDef):
        return False
    decorators = [
        decorator.func if isinstance(decorator, ast.Call) else decorator for decorator in node.decorator_list
    ]
    return all(isinstance(decorator, ast.Name) and decorator.id in {"cache", "lru_cache"} for decorator in decorators)


def _evaluated_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all nodes below it that are evaluated on import."""
    yield node
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            below: list[ast.AST] = [*node.decorator_list, node.args, *([node.returns] if node.returns else [])]
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            below = list(node.orelse)
        case _:
            below = list(ast.iter_child_nodes(node))
    for child in below:
        yield from _evaluated_nodes(child)


def _bound_names(node: ast.stmt) -> Counter[str]:
    """The names a statement binds or deletes at the top of its module; names inside a class do not count."""
    bound: Counter[str] = Counter()
    waiting: list[ast.AST] = [node]
    while waiting:
        inner = waiting.pop()
        match inner:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                bound[inner.name] += 1
                continue
            case ast.Import() | ast.ImportFrom():
                bound.update((name.asname or name.name).partition(".")[0] for name in inner.names)
            case ast.ExceptHandler(name=str() as name):
                bound[name] += 1
            case ast.Name(ctx=ast.Store() | ast.Del()):
                bound[inner.id] += 1
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                waiting.extend(inner.orelse)
                continue
            case ast.comprehension():
                waiting.extend([inner.iter, *inner.ifs])
                continue
            case ast.Lambda():
                continue
        waiting.extend(ast.iter_child_nodes(inner))
    return bound
