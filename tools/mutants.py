"""Finds what `make mutate` breaks: the figures and bounds of the rules, each with the rules cited nearest to it.

Each numeral of an UPPER_CASE table goes one up and one down, each yes becomes a no, a choice becomes its
neighbour, and neighbours in it that are not numerals change places, but for exceptions, which are caught in any
order; a row that names its own rule breaks that one alone. In functions and fields whose docstring cites a rule,
each numeral goes one up and one down and each `<`, `<=`, `>`, `>=` moves its bound.

A line that ends in `# no mutant: REASON` is left alone: say there why the change would mean the same. The comment
stands on the line of the figure itself, also when a statement takes several; `idle_spare_comments` finds others.
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
)  # their numerals say where, which is no rule's figure


@dataclass(frozen=True)
class Mutant:
    """One change to one file.

    `node` is the place of the changed node in `ast.walk` order, `part` the place of the element or operator
    inside it, `step` what is added to a numeral (0 for the other changes), `rules` the IDs it should break.
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
        """Notes one change, unless nothing cites a rule here or the line asks to be left alone."""
        if not self.cited:
            return
        if SPARE_COMMENT in self.lines[line - 1]:
            self.spared_lines.add(line)
        else:
            self.found.append(Mutant(self.path, line, change, self.place[id(node)], part, step, self.cited))

    def visit_under_rules(self, text: str, nodes: Sequence[ast.AST]) -> None:
        """Visits nodes under the rules that `text` cites, or under the outer ones when it cites none."""
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
        """A table, when its name is in capitals and it stands at the top; else as any statement."""
        self.visit_assignment(node, [target for target in node.targets if isinstance(target, ast.Name)], node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The same, for a table with an annotation; the annotation is left alone."""
        if node.value is not None:
            self.visit_assignment(node, [node.target] if isinstance(node.target, ast.Name) else [], node.value)

    def visit_assignment(self, statement: ast.stmt, names: list[ast.Name], value: ast.expr) -> None:
        """Visits what is assigned; a table is under the rules of the comment above or beside it."""
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
        """Neighbours in a printed list that are not numerals change places."""
        for part, (one, other) in enumerate(neighbors(node)):
            if not is_number(one) and not is_number(other) and ast.dump(one) != ast.dump(other):
                self.add_mutant(node, one.lineno, f"{ast.unparse(one)} ↔ {ast.unparse(other)}", part=part)

    def visit_Constant(self, node: ast.Constant) -> None:
        """A numeral, one up and one down; in a table, a yes that becomes a no, and the other way."""
        if self.in_table and isinstance(node.value, bool):
            self.add_mutant(node, node.lineno, f"{node.value} → {not node.value}")
        if is_number(node):
            for step in (1, -1):
                self.add_mutant(node, node.lineno, f"{node.value!r} → {node.value + step!r}", step=step)  # type: ignore[operator]

    def visit_Compare(self, node: ast.Compare) -> None:
        """A bound, with and without the value it stands at."""
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
        """A call: what is called, and what with; not where in a list or a text. A row of a table has its own rule."""
        places = isinstance(node.func, ast.Attribute) and node.func.attr in POSITION_METHODS
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        texts = [arg.value for arg in given if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        named = next((text for text in texts if RULE_ID.fullmatch(text)), "") if self.in_table else ""
        self.visit_under_rules(named, [node.func, *(arg for arg in given if not (places and is_number(arg)))])
        if self.in_table:
            outer, self.cited = self.cited, tuple(rule_ids_in(named)) or self.cited
            self.add_choices(given)
            self.cited = outer

    def add_choices(self, given: Sequence[ast.expr]) -> None:
        """A text that stands among the choices beside it becomes the next of them."""
        for node in given:
            for row in given:
                if isinstance(node, ast.Constant) and (after := next_choice(node, row)):
                    self.add_mutant(node, node.lineno, f"{node.value!r} → {after!r}")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """What is looked into, not where: a place in a tuple is no rule's figure."""
        self.visit(node.value)
        if not isinstance(node.slice, ast.Constant | ast.UnaryOp):
            self.visit(node.slice)


def is_text(node: ast.stmt) -> bool:
    """Whether a statement is a text and nothing else, as a docstring is."""
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def is_number(node: ast.AST) -> bool:
    """Whether a node is a number written out, with or without a sign."""
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def neighbors(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """The neighbours in a tuple, a list, or the values of a dict; a set has none, and a tuple of exceptions neither,
    since their order means nothing.
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
    """Whether a thing is a class of exceptions."""
    return isinstance(thing, type) and issubclass(thing, BaseException)


def next_choice(node: ast.Constant, row: ast.expr) -> str:
    """The text after a node's own in a row of texts, the first after the last; empty when it is not in it."""
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
    """Each line that asks to be left alone and has nothing to break, by its path and number.

    Its comment has mostly been moved off the line it was written for, when a long line became several.
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
    """Makes the one change of a mutant in the syntax tree of its file."""
    node = list(ast.walk(tree))[mutant.node]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        node.value = not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        rows = (each for each in ast.walk(tree) if isinstance(each, ast.Call) and node in each.args)
        node.value = next(after for row in next(rows).args if (after := next_choice(node, row)))
    elif isinstance(node, ast.Constant):
        node.value += mutant.step  # type: ignore[operator]
    elif isinstance(node, ast.Compare):
        node.ops[mutant.part] = BOUNDS[type(node.ops[mutant.part])]()
    else:
        row = node.values if isinstance(node, ast.Dict) else node.elts  # type: ignore[attr-defined]
        row[mutant.part], row[mutant.part + 1] = row[mutant.part + 1], row[mutant.part]


def draw_sample(mutants: Sequence[Mutant], count: int, seed: str) -> list[Mutant]:
    """So many of the mutants; a seed draws the same again, even after lines have moved or mutants were added."""
    seen: Counter[tuple[str, str]] = Counter()
    keys: dict[str, Mutant] = {}
    for mutant in mutants:
        seen[mutant.path, mutant.change] += 1
        words = f"{seed}|{mutant.path}|{mutant.change}|{seen[mutant.path, mutant.change]}"
        keys[hashlib.sha256(words.encode()).hexdigest()] = mutant
    chosen = {id(keys[key]) for key in sorted(keys)[:count]}
    return [mutant for mutant in mutants if id(mutant) in chosen]


def is_beside(tests: str, path: str) -> bool:
    """Whether a file of tests is named after a module, by the paths of both."""
    return f"{Path(tests).stem}_".startswith(f"test_{Path(path).stem}_")
