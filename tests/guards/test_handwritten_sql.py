"""Handwritten SQL is only in `sql/`, each statement with a reason, a figure, and an equivalent by the plain ORM."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from sql.plain_orm import NO_ORM_EQUIVALENT
from tests.guards.findings import beyond, report
from tools.source_index import SITE_PACKAGES, source_files

CHECKOUT = Path(__file__).parents[2]
CALLS = frozenset(
    {
        "cursor",
        "raw",
        "extra",
        "executemany",
        "executescript",
        "get_compiler",
        "sql_with_params",
        "_raw_delete",
        "as_sql",
    }
)
"""Methods that bypass the ORM or return the SQL it makes."""
CLASSES = frozenset({"RawSQL", "RunSQL"})
METHODS = re.compile(r"as_(sql|sqlite|postgresql|mysql|oracle)")
"""Methods that an expression overrides to write its own SQL."""
STATEMENT = re.compile(
    r"\s*(SELECT\s|INSERT INTO\s|UPDATE \S+ SET\s|DELETE FROM\s|PRAGMA\s|SET LOCAL\s|LOCK TABLE\s|VACUUM\b"
    r"|(CREATE|ALTER|DROP) (TABLE|INDEX|VIEW|TRIGGER)\s)|.*%\(expressions\)s|(GROUP_CONCAT|STRING_AGG)\b"
)
"""A string that is SQL, or a template of an expression."""
ANY = re.compile(
    "|".join([*sorted(CALLS), *CLASSES, "execute", "connection", METHODS.pattern, STATEMENT.pattern[3:]])
)
"""Files without any of these are not parsed."""
SWITCH = "is_plain_orm"


def sql_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and description of each place with handwritten SQL in a syntax tree."""
    statement_values = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in CALLS:
                yield node.lineno, f"{name}()"
            case ast.Call(func=ast.Attribute(attr="execute"), args=[first, *_]) if not isinstance(first, ast.Starred):
                yield node.lineno, "execute()"
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in CLASSES:
                yield node.lineno, name
            case ast.FunctionDef(name=name) if METHODS.fullmatch(name):
                yield node.lineno, f"def {name}"
            case ast.Attribute(attr="connection", value=ast.Name(id="connection")):
                yield node.lineno, "the driver's own connection"
            case ast.Constant(value=str(text)) if id(node) not in statement_values and STATEMENT.match(text):
                yield node.lineno, repr(text[:30])


def sql_outside(path: Path) -> Iterator[str]:
    """A sentence for each place with handwritten SQL in a file."""
    text = path.read_text(encoding="utf-8")
    if ANY.search(text):
        place = path.relative_to(CHECKOUT) if path.is_relative_to(CHECKOUT) else path.name
        for line, kind in sorted(set(sql_in(ast.parse(text)))):
            yield (
                f"{place}:{line} writes SQL by hand ({kind}): put it into a module of sql/ by what it is about, with "
                "its reason, its figure and its way by the plain ORM."
            )


def names_with_sql(text: str) -> dict[str, tuple[bool, str]]:
    """The public names of a module that use handwritten SQL: whether they use the switch, and their docstrings."""
    body = ast.parse(text).body
    defined: dict[str, tuple[ast.stmt, str]] = {}
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined[node.name] = node, ast.get_docstring(node) or ""
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            doc = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            if isinstance(target, ast.Name):
                defined[target.id] = node, str(doc)
    return {
        name: (SWITCH in _reached(name, defined), doc)
        for name, (_, doc) in defined.items()
        if not name.startswith("_")
        and any(next(sql_in(defined[used_name][0]), None) for used_name in _reached(name, defined) & defined.keys())
    }


def _reached(name: str, defined: Mapping[str, tuple[ast.stmt, str]]) -> set[str]:
    """A name of a module and all names that it uses, directly or indirectly."""
    found, remaining = set[str](), [name]
    while remaining:
        current = remaining.pop()
        if current in found:
            continue
        found.add(current)
        if current in defined:
            remaining += [node.id for node in ast.walk(defined[current][0]) if isinstance(node, ast.Name)]
    return found


def all_names_with_sql() -> dict[str, tuple[bool, str]]:
    """The names with SQL of all modules of `sql/`, as dotted names."""
    return {
        f"sql.{path.stem}.{name}": found
        for path in source_files(CHECKOUT / "sql")
        for name, found in names_with_sql(path.read_text(encoding="utf-8")).items()
    }


def is_exception(name: str, listed: Mapping[str, str]) -> bool:
    """Whether a name or its whole module is listed as having no equivalent in the ORM."""
    return name in listed or name.rpartition(".")[0] in listed


def incomplete(found: Mapping[str, tuple[bool, str]], listed: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each name without a switch, a reason or a figure, and for each exception that is not needed."""
    for name, (switched, doc) in found.items():
        if not switched and not is_exception(name, listed):
            yield (
                f"{name} runs SQL by hand under PLAIN_ORM too: have it ask is_plain_orm() and go by the ORM, or list "
                "it with the reason in NO_ORM_EQUIVALENT of sql/plain_orm.py."
            )
        if name.rpartition(".")[0] not in listed:
            for part in ("Reason", "Figure"):
                if f"\n{part}: " not in doc:
                    yield f"{name} does not say its {part.lower()}: add a line `{part}: …` to its docstring."
    needed = {name for name, (switched, _) in found.items() if not switched}
    needed |= {name.rpartition(".")[0] for name in needed}
    yield from beyond(listed, needed, "{} needs no exception: take it out of NO_ORM_EQUIVALENT of sql/plain_orm.py.")


def test_sql_is_written_by_hand_in_its_own_package_alone() -> None:
    paths = [path for package in SITE_PACKAGES if package != "sql" for path in source_files(CHECKOUT / package)]
    report((sentence for path in paths for sentence in sql_outside(path)), seen=paths, of="modules")


def test_each_statement_has_its_reason_its_figure_and_its_way_by_the_orm() -> None:
    found = all_names_with_sql()
    report(incomplete(found, NO_ORM_EQUIVALENT), seen=found, of="statements")


def test_whole_modules_that_stay_as_they_are_say_why_and_what_was_measured() -> None:
    modules = [name for name in NO_ORM_EQUIVALENT if name.count(".") == 1]
    docs = {name: ast.get_docstring(ast.parse((CHECKOUT / f"{name.replace('.', '/')}.py").read_text())) or ""
            for name in modules}  # fmt: skip
    says = "{} does not say its {}: add a line `{}: …` to the docstring of the module."
    report(
        (
            says.format(name, part.lower(), part)
            for name, doc in docs.items()
            for part in ("Reason", "Figure")
            if f"\n{part}: " not in doc
        ),
        seen=modules,
        of="modules",
    )
