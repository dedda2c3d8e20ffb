"""Finds what `make mutate` breaks: the figures and bounds of the rules, each with the rules cited nearest to it.

In an UPPER_CASE table, each numeral goes one up and one down, each boolean is inverted, each choice becomes the next
one, and neighbors that are not numerals swap places. Exceptions in a tuple do not, since their order means nothing. A
row that names its own rule breaks only that rule. In functions and fields whose docstring cites a rule, each numeral
goes one up and one down, and each `<`, `<=`, `>`, `>=` gains or loses its bound.

A line that ends in `# no mutant: REASON` is left alone; the reason says why the change would mean the same. The
comment must be on the line of the figure itself, also in a statement of several lines. `idle_spare_comments` finds
those that are not.
"""

import ast
import builtins
import hashlib
import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.rulebook import RULE_ID, rule_ids_in
from tools.source_index import parse_file, source_files

SPARE_COMMENT = "# no mutant: "
BOUNDS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
POSITION_METHODS = frozenset(
    {"insert", "pop", "rsplit", "split"}
)  # their numerals are positions, not figures of a rule


@dataclass(frozen=True)
class Mutant:
    """One change to one file.

    `node` is the index of the changed node in `ast.walk` order, `part` the index of the element or operator
    inside it, `step` what is added to a numeral (0 for other changes), `rules` the IDs it should break.
    """

    path: str
    line: int
    change: str
    node: int
    part: int
    step: int
    rules: tuple[str, ...]


class MutantFinder(ast.NodeVisitor):
    """Collects the mutants of one file, with the rules cited nearest to each."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines = text.splitlines()
        self.tree = ast.parse(text)
        self.place = {id(node): number for number, node in enumerate(ast.walk(self.tree))}
        self.cited = tuple(rule_ids_in(ast.get_docstring(self.tree) or ""))
        self.in_table = False
        self.found: list[Mutant] = []
        self.spared_lines: set[int] = set()

    def find_all(self) -> list[Mutant]:
        """Every mutant of the file, in the order of its lines."""
        for statement in self.tree.body:
            self.visit(statement)
        return sorted(self.found, key=lambda mutant: mutant.line)

    def add_mutant(self, node: ast.AST, line: int, change: str, *, part: int = 0, step: int = 0) -> None:
        """Add one change, unless no rule is cited here or the line asks to be left alone."""
        if not self.cited:
            return
        if SPARE_COMMENT in self.lines[line - 1]:
            self.spared_lines.add(line)
        else:
            self.found.append(Mutant(self.path, line, change, self.place[id(node)], part, step, self.cited))

    def visit_under_rules(self, text: str, nodes: Sequence[ast.AST]) -> None:
        """Visit nodes under the rules that `text` cites, or under the outer ones if it cites none."""
        outer, self.cited = self.cited, tuple(rule_ids_in(text)) or self.cited
        for node in nodes:
            self.visit(node)
        self.cited = outer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function: its defaults and its body, without its annotations."""
        defaults = [default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None]
        self.visit_under_rules(ast.get_docstring(node) or "", [*defaults, *node.body])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A class: its fields and methods."""
        self.visit_under_rules(ast.get_docstring(node) or "", node.body)

    def visit_Assign(self, node: ast.Assign) -> None:
        """A table, if its name is in capitals and it is at the top level; else like any statement."""
        self.visit_assignment(node, [target for target in node.targets if isinstance(target, ast.Name)], node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The same, for a table with an annotation; the annotation is left alone."""
        if node.value is not None:
            self.visit_assignment(node, [node.target] if isinstance(node.target, ast.Name) else [], node.value)

    def visit_assignment(self, statement: ast.stmt, names: list[ast.Name], value: ast.expr) -> None:
        """Visit an assigned value; a table is under the rules of the comment above or beside it."""
        at_the_top = statement in self.tree.body
        self.in_table = at_the_top and any(name.id.isupper() for name in names)
        comment = self.comment_of(statement) if at_the_top else ""
        self.visit_under_rules(comment, [value])
        if self.in_table:
            outer, self.cited = self.cited, tuple(rule_ids_in(comment)) or self.cited
            for node in ast.walk(value):
                self.add_swaps(node)
            self.cited = outer
        self.in_table = False

    def comment_of(self, statement: ast.stmt) -> str:
        """The comment lines right above a statement, those on its own lines, and the docstring below it."""
        above = statement.lineno - 2
        texts: list[str] = []
        while above >= 0 and self.lines[above].startswith("#"):
            texts.insert(0, self.lines[above])
            above -= 1
        own = self.lines[statement.lineno - 1 : statement.end_lineno]
        texts += [line.partition("#")[2] for line in own]
        body = self.tree.body
        below = body[body.index(statement) + 1 :][:1]
        texts += [node.value.value for node in below if is_text(node)]  # type: ignore[attr-defined]
        return " ".join(texts)

    def add_swaps(self, node: ast.AST) -> None:
        """Swap neighbors in a printed list that are not numerals."""
        for part, (left, right) in enumerate(neighbors(node)):
            if not is_number(left) and not is_number(right) and ast.dump(left) != ast.dump(right):
                self.add_mutant(node, left.lineno, f"{ast.unparse(left)} ↔ {ast.unparse(right)}", part=part)

    def visit_Constant(self, node: ast.Constant) -> None:
        """A numeral, one up and one down; in a table also a boolean, inverted."""
        if self.in_table and isinstance(node.value, bool):
            self.add_mutant(node, node.lineno, f"{node.value} → {not node.value}")
        if is_number(node):
            for step in (1, -1):
                self.add_mutant(node, node.lineno, f"{node.value!r} → {node.value + step!r}", step=step)  # type: ignore[operator]

    def visit_Compare(self, node: ast.Compare) -> None:
        """A comparison, with its bound included or excluded."""
        for part, operator in enumerate(node.ops):
            if type(operator) in BOUNDS:
                signs = SIGNS[type(operator)], SIGNS[BOUNDS[type(operator)]]
                self.add_mutant(node, node.lineno, f"{ast.unparse(node)}: {signs[0]} → {signs[1]}", part=part)
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Left alone: the words of a refusal are not a rule."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Left alone: text for people."""

    def visit_Call(self, node: ast.Call) -> None:
        """A call: its function and arguments, but no positions in a list or text. A table row may name its rule."""
        places = isinstance(node.func, ast.Attribute) and node.func.attr in POSITION_METHODS
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        texts = [arg.value for arg in arguments if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        rule = next((text for text in texts if RULE_ID.fullmatch(text)), "") if self.in_table else ""
        self.visit_under_rules(rule, [node.func, *(arg for arg in arguments if not (places and is_number(arg)))])
        if self.in_table:
            outer, self.cited = self.cited, tuple(rule_ids_in(rule)) or self.cited
            self.add_choices(arguments)
            self.cited = outer

    def add_choices(self, arguments: Sequence[ast.expr]) -> None:
        """A text that is one of the choices beside it becomes the next of them."""
        for node in arguments:
            for row in arguments:
                if isinstance(node, ast.Constant) and (after := next_choice(node, row)):
                    self.add_mutant(node, node.lineno, f"{node.value!r} → {after!r}")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """The value that is indexed, but not the index: a position in a tuple is not a figure of a rule."""
        self.visit(node.value)
        if not isinstance(node.slice, ast.Constant | ast.UnaryOp):
            self.visit(node.slice)


def is_text(node: ast.stmt) -> bool:
    """Whether a statement is only a string, such as a docstring."""
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def is_number(node: ast.AST) -> bool:
    """Whether a node is a numeral, with or without a sign."""
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def neighbors(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """The pairs of neighbors in a tuple, a list, or the values of a dict.

    A set has none, and neither has a tuple of exceptions, since their order means nothing.
    """
    if is_exceptions(node):
        return []
    if isinstance(node, ast.Tuple | ast.List):
        row = node.elts
    elif isinstance(node, ast.Dict):
        row = node.values
    else:
        return []
    return list(itertools.pairwise(row))


def is_exceptions(node: ast.AST) -> bool:
    """Whether a node is a tuple of Python's own exceptions, as `except` and `isinstance` take it."""
    return isinstance(node, ast.Tuple) and all(
        isinstance(element, ast.Name) and is_exception(vars(builtins).get(element.id)) for element in node.elts
    )


def is_exception(thing: object) -> bool:
    """Whether an object is an exception class."""
    return isinstance(thing, type) and issubclass(thing, BaseException)


def next_choice(node: ast.Constant, row: ast.expr) -> str:
    """The text after a node's own in a tuple of texts, the first after the last; empty if it is not among them."""
    if not isinstance(row, ast.Tuple) or not isinstance(node.value, str):
        return ""
    texts = [
        choice.value for choice in row.elts if isinstance(choice, ast.Constant) and isinstance(choice.value, str)
    ]
    if node.value not in texts or len(texts) < 2:
        return ""
    return texts[(texts.index(node.value) + 1) % len(texts)]


def find_mutants(root: Path, only: Sequence[Path] | None) -> list[Mutant]:
    """Every mutant of the rules, or of some files or folders of them, each file once and in the order given."""
    chosen = [root / path for path in only or (Path("rules"),)]
    files = dict.fromkeys(file for path in chosen for file in ([path] if path.is_file() else source_files(path)))
    return [
        mutant
        for path in files
        for mutant in MutantFinder(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")).find_all()
    ]


def idle_spare_comments(root: Path) -> list[str]:
    """Each line that asks to be left alone but has nothing to break, by its path and number.

    Mostly its comment was left on the wrong line when a long line was split.
    """
    idle: list[str] = []
    for path in source_files(root / "rules"):
        finder = MutantFinder(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
        finder.find_all()
        asking = {number for number, line in enumerate(finder.lines, start=1) if SPARE_COMMENT in line}
        idle += [f"{finder.path}:{number}" for number in sorted(asking - finder.spared_lines)]
    return idle


def broken_tree(root: Path, mutant: Mutant) -> ast.Module:
    """The syntax tree of the mutant's file with its one change made."""
    tree = parse_file(root / mutant.path)
    apply_mutant(tree, mutant)
    return tree


def apply_mutant(tree: ast.Module, mutant: Mutant) -> None:
    """Make the one change of a mutant in the syntax tree of its file."""
    node = list(ast.walk(tree))[mutant.node]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        node.value = not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        rows = (call for call in ast.walk(tree) if isinstance(call, ast.Call) and node in call.args)
        node.value = next(after for row in next(rows).args if (after := next_choice(node, row)))
    elif isinstance(node, ast.Constant):
        node.value += mutant.step  # type: ignore[operator]
    elif isinstance(node, ast.Compare):
        node.ops[mutant.part] = BOUNDS[type(node.ops[mutant.part])]()
    else:
        row = node.values if isinstance(node, ast.Dict) else node.elts  # type: ignore[attr-defined]
        row[mutant.part], row[mutant.part + 1] = row[mutant.part + 1], row[mutant.part]


def draw_sample(mutants: Sequence[Mutant], count: int, seed: str) -> list[Mutant]:
    """A sample of the mutants; a seed draws the same ones again, even after lines moved or mutants were added."""
    seen: Counter[tuple[str, str]] = Counter()
    keys: dict[str, Mutant] = {}
    for mutant in mutants:
        seen[mutant.path, mutant.change] += 1
        words = f"{seed}|{mutant.path}|{mutant.change}|{seen[mutant.path, mutant.change]}"
        keys[hashlib.sha256(words.encode()).hexdigest()] = mutant
    chosen = {id(keys[key]) for key in sorted(keys)[:count]}
    return [mutant for mutant in mutants if id(mutant) in chosen]


def is_beside(tests: str, path: str) -> bool:
    """Whether a test file is named after a module, by the paths of both."""
    return f"{Path(tests).stem}_".startswith(f"test_{Path(path).stem}_")
