"""Follows what was computed from a table during import: what to run again when the table is assigned a new value."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from tools.import_analysis import REFLECTION_NAMES, ModuleReads, Statement


class CannotPutInPlace(Exception):
    """A broken statement cannot be put in place so that the result is as if it had been imported."""


@dataclass(frozen=True)
class Spot:
    """A top-level statement of a module, by the module's name and the statement's index."""

    module: str
    place: int


@dataclass(frozen=True)
class TopLevelName:
    """A top-level name of a module."""

    module: str
    name: str


@dataclass(frozen=True)
class Rerun:
    """The statements to run, in order and the changed table first, and the test modules that keep old values."""

    order: tuple[Spot, ...]
    blind: frozenset[str]


class Readers:
    """Which statements and functions read a name on import: statements by their source, functions by what ran."""

    def __init__(self, modules: Mapping[str, ModuleReads], ran: Iterable[tuple[TopLevelName, str]]) -> None:
        """`ran` pairs a top-level function or class whose code ran with each name in that code."""
        self.modules = modules
        self.named: dict[TopLevelName, list[Spot]] = defaultdict(list)
        self.imported: dict[TopLevelName, list[tuple[Spot, str]]] = defaultdict(list)
        self.looked_up: dict[str, set[str]] = defaultdict(set)
        self.ran: dict[str, set[TopLevelName]] = defaultdict(set)
        self.functions: dict[TopLevelName, Spot] = {}
        self.closures: dict[str, frozenset[str]] = {}
        self.users: dict[str, set[str]] = defaultdict(set)
        for name, module in modules.items():
            for used in module.modules:
                self.users[used].add(name)
            for place, statement in enumerate(module.statements):
                self._add(Spot(name, place), statement)
        for function, word in ran:
            self.ran[word].add(function)
        self.reflecting = any(self.looked_up[word] or self.ran[word] for word in REFLECTION_NAMES) or any(
            self.named[TopLevelName(module, word)] for module in modules for word in REFLECTION_NAMES
        )

    def _add(self, spot: Spot, statement: Statement) -> None:
        if statement.function:
            self.functions.update((TopLevelName(spot.module, name), spot) for name in statement.binds)
        for taken in statement.imports:
            self.imported[TopLevelName(taken.module, taken.name)].append((spot, taken.alias))
        for word in statement.elsewhere if statement.binds != {"__all__"} else ():
            self.looked_up[word].add(spot.module)
        for word in statement.names:
            self.named[TopLevelName(spot.module, word)].append(spot)

    def statement(self, spot: Spot) -> Statement:
        """The statement at a spot."""
        return self.modules[spot.module].statements[spot.place]

    def rerun(self, table: Spot) -> Rerun:
        """What to run when a table, or a function that ran on import, changes. Raises CannotPutInPlace."""
        if self.reflecting:
            raise CannotPutInPlace("something reads names that no source says")
        return _DependencyWalk(self, table).rerun()

    def functions_reading(self, name: TopLevelName) -> list[TopLevelName]:
        """The functions and classes that ran and may have read a name: of its module, or of one not binding it."""
        return [
            function
            for function in self.ran[name.name]
            if function.module == name.module or not self.modules[function.module].bindings[name.name]
        ]

    def imported_by(self, module: str) -> frozenset[str]:
        """A module and all that are imported with it, as far as top-level `from … import` statements say."""
        if module not in self.closures:
            found, waiting = {module}, [module]
            while waiting:
                statements = self.modules[waiting.pop()].statements
                taken = [taken for statement in statements for taken in statement.imports]
                named = {
                    name for imported in taken for name in (imported.module, f"{imported.module}.{imported.name}")
                }
                more = (named & self.modules.keys()) - found
                found |= more
                waiting += more
            self.closures[module] = frozenset(found)
        return self.closures[module]

    def with_importers(self, tests: Iterable[str]) -> frozenset[str]:
        """These test modules, and those that import from them, directly or indirectly."""
        found, waiting = set(tests), list(tests)
        while waiting:
            more = {user for user in self.users[waiting.pop()] if is_test(user)} - found
            found |= more
            waiting += more
        return frozenset(found)


class _DependencyWalk:
    """Finds everything that depends on one table."""

    def __init__(self, readers: Readers, table: Spot) -> None:
        self.readers = readers
        self.table = table
        self.after: dict[Spot, set[Spot]] = {}
        self.blind: set[str] = set()
        self.found: set[TopLevelName] = set()
        self.waiting: list[tuple[TopLevelName, Spot]] = []

    def rerun(self) -> Rerun:
        if self.readers.statement(self.table).function:
            self._add_function(self.table)
        else:
            self._add_statement(self.table)
        while self.waiting:
            name, spot = self.waiting.pop()
            self._follow_readers(name, spot)
            if self.readers.imported[TopLevelName(name.module, "*")]:
                raise CannotPutInPlace(f"all of {name.module} is imported")
            for importing, alias in self.readers.imported[name]:
                self.after.setdefault(importing, set()).add(spot)
                self._mark_changed(TopLevelName(importing.module, alias), importing)
        try:
            order = tuple(TopologicalSorter(self._statements_after()).static_order())
        except CycleError:
            raise CannotPutInPlace("tables are reckoned from each other") from None
        return Rerun(order, self.readers.with_importers(self.blind))

    def _statements_after(self) -> dict[Spot, set[Spot]]:
        """What each statement must run after; whatever a function depends on takes the function's place."""
        found: dict[Spot, set[Spot]] = {}
        for spot in self.after:
            if not self.readers.statement(spot).function:
                seen, waiting = {spot}, [spot]
                while waiting:
                    more = self.after[waiting.pop()] - seen
                    seen |= more
                    waiting += [other for other in more if self.readers.statement(other).function]
                found[spot] = {other for other in seen - {spot} if not self.readers.statement(other).function}
        return found

    def _follow_readers(self, name: TopLevelName, spot: Spot) -> None:
        for module in self.readers.looked_up[name.name]:
            self._reject_reader(module)
        for function in self.readers.functions_reading(name):
            if is_test(function.module) or function not in self.readers.functions:
                self._reject_reader(function.module)
            else:
                self._add_function(self.readers.functions[function], after=spot)
        for reader in self.readers.named[name]:
            if is_test(reader.module):
                self._reject_reader(reader.module)
            else:
                self._add_statement(reader, after=spot)

    def _add_statement(self, spot: Spot, *, after: Spot | None = None) -> None:
        statement, module = self.readers.statement(spot), self.readers.modules[spot.module]
        if not statement.plain:
            self._reject_reader(spot.module)
        if any(module.bindings[name] > 1 for name in statement.names):
            raise CannotPutInPlace("it reads a name that is bound twice")
        self.after.setdefault(spot, set()).update([after] if after else [])
        for name in statement.binds:
            self._mark_changed(TopLevelName(spot.module, name), spot)

    def _add_function(self, spot: Spot, *, after: Spot | None = None) -> None:
        """A function's results change, so every reader of its name has to run again."""
        self.after.setdefault(spot, set()).update([after] if after and after != spot else [])
        for name in self.readers.statement(spot).binds:
            self._mark_changed(TopLevelName(spot.module, name), spot)

    def _mark_changed(self, name: TopLevelName, spot: Spot) -> None:
        if self.readers.modules[name.module].bindings[name.name] != 1:
            raise CannotPutInPlace(f"{name.name} is bound twice")
        if name not in self.found:
            self.found.add(name)
            self.waiting.append((name, spot))

    def _reject_reader(self, module: str) -> None:
        if not is_test(module):
            raise CannotPutInPlace(f"{module} read it while it was imported")
        self.blind.add(module)


def is_test(module: str) -> bool:
    """Whether a module belongs to the tests."""
    return module.partition(".")[0] == "tests"
