"""Replaces one sound statement by a broken one, in modules that have been imported already.

This is done only if the modules end up as if they had been imported broken; otherwise CannotPutInPlace is raised. A
function stays the same object and gets the broken code. A table is assigned again, with the tables computed from it
and the names it was imported by. It is refused if anything else in the rules read it on import, such as a class, a
default or a decorator. The same applies to what a function returned during import.
"""

import ast
import contextlib
import cProfile
import dis
import gc
import inspect
import sys
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from tools.import_analysis import MUTATING_METHODS, ModuleReads, analyze_module
from tools.mutants import Mutant, apply_mutant
from tools.source_index import parse_file
from tools.table_dependencies import CannotPutInPlace, Readers, Spot, TopLevelName


class ImportFails(Exception):
    """A statement that runs again raises, so that importing its module would; the argument is the module's name."""


@dataclass(frozen=True)
class MutantPlace:
    """Where mutants of a statement go.

    With `swaps`, functions within the statement get other code. `order` are the statements to run then, the broken
    one first; it is empty for functions that did not run on import. The test modules in `blind` keep values read from
    the sound table, so they cannot judge.
    """

    spot: Spot
    swaps: bool
    order: tuple[Spot, ...] = ()
    blind: frozenset[str] = frozenset()


@contextlib.contextmanager
def record_running_code() -> Iterator[set[types.CodeType]]:
    """Yields a set that holds, at the end, the code of every function that ran in the meantime."""
    seen: set[types.CodeType] = set()
    profile = cProfile.Profile(builtins=False, subcalls=False)
    profile.enable()
    try:
        yield seen
    finally:
        profile.disable()
        seen.update(entry.code for entry in profile.getstats() if isinstance(entry.code, types.CodeType))


class LoadedModules:
    """The loaded modules of rules and tests, and what ran while they were imported."""

    def __init__(self, root: Path, ran: Iterable[types.CodeType]) -> None:
        """Read their sources, and find their functions and caches."""
        self.root = root
        self.folders = tuple(f"{root / folder}/" for folder in ("rules", "tests"))
        self.ran = frozenset(code for code in ran if code.co_filename.startswith(self.folders))
        self.modules: dict[str, ModuleReads] = {}
        self.trees: dict[str, ast.Module] = {}
        self.by_file: dict[str, list[str]] = defaultdict(list)
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None) or ""
            if file.startswith(self.folders):
                tree = parse_file(Path(file))
                package = name if hasattr(module, "__path__") else name.rpartition(".")[0]
                self.modules[name] = analyze_module(tree, package=package)
                self.by_file[file].append(name)
                if file.startswith(self.folders[0]):
                    self.trees[name] = tree
        self.ran_at = frozenset(map(code_location, self.ran))
        self.functions: dict[tuple[str, str, int], list[types.FunctionType]] = defaultdict(list)
        self.caches: list[Callable[[], None]] = []
        for thing in gc.get_objects():
            if type(thing) is types.FunctionType and thing.__code__.co_filename.startswith(self.folders):
                self.functions[code_location(thing.__code__)].append(thing)
            elif (clear := cache_clearer(thing, self.folders)) is not None:
                self.caches.append(clear)
        inside = [
            (TopLevelName(name, code.co_qualname.partition(".")[0]), code)
            for code in self.ran
            if code.co_flags & inspect.CO_OPTIMIZED and not code.co_qualname.startswith("<")
            for name in self.by_file[code.co_filename]
        ]  # bodies of modules and classes, and their comprehensions and lambdas, are covered by the sources
        self.ran_inside = frozenset(top for top, _ in inside)
        words = [(top, word) for top, code in inside for word in (*code.co_names, *texts_in(code.co_consts))]
        self.readers = Readers(self.modules, words)

    def module_of(self, mutant: Mutant) -> str:
        """The module of a mutant. Raises CannotPutInPlace if it is not loaded exactly once."""
        names = self.by_file[str(self.root / mutant.path)]
        if len(names) != 1:
            raise CannotPutInPlace(f"{mutant.path} is loaded {len(names)} times")
        return names[0]

    def place_for(self, spot: Spot, *, in_function: bool) -> MutantPlace:
        """Where mutants of a statement go: those in a function's body, or the others. Raises CannotPutInPlace."""
        statement = self.readers.statement(spot)
        ran = any(TopLevelName(spot.module, name) in self.ran_inside for name in statement.binds)
        if in_function and not (ran and statement.function):
            return MutantPlace(spot, swaps=True)
        rerun = self.readers.rerun(spot)
        order = (spot, *rerun.order) if in_function else rerun.order
        return MutantPlace(spot, in_function, order, rerun.blind)

    def put_in_place(self, place: MutantPlace, mutant: Mutant | None) -> None:
        """Put a mutant in its place, or run the sound statement again without one; caches of functions are cleared.

        This breaks the module's syntax tree, so a process can put only one mutant in place. Raises
        CannotPutInPlace, and ImportFails.
        """
        sound = self._compile_spot(place.spot)
        if mutant is not None:
            apply_mutant(self.trees[place.spot.module], mutant)
        self._clear_caches()
        if place.swaps:
            self._swap(sound, self._compile_spot(place.spot), may_have_run=bool(place.order))
        self._rerun(place)
        self._clear_caches()

    def reruns_alike(self, place: MutantPlace) -> bool:
        """Whether the sound statements, run again, give equal values and change nothing that lasts."""
        spots = [spot for spot in place.order if not self.readers.statement(spot).imports]
        names = [
            (vars(sys.modules[spot.module]), name) for spot in spots for name in self.readers.statement(spot).binds
        ]
        before = [module[name] for module, name in names]
        self._clear_caches()
        with record_running_code() as ran:
            self._rerun(place)
        return before == [module[name] for module, name in names] and not any(map(self._may_mutate, ran))

    def _clear_caches(self) -> None:
        for clear in self.caches:
            clear()

    def _compile_spot(self, spot: Spot) -> types.CodeType:
        body = self.trees[spot.module].body
        future = [
            statement
            for statement in body
            if isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        ]
        file = str(sys.modules[spot.module].__file__)
        return compile(ast.Module([*future, body[spot.place]], []), file, "exec", dont_inherit=True)

    def _swap(self, sound: types.CodeType, broken: types.CodeType, *, may_have_run: bool) -> None:
        changed = list(differing_functions(sound, broken))
        if not all(self.functions[code_location(old)] for old, _ in changed[:1]):
            raise CannotPutInPlace("no function has the code of the source")
        alike = Counter(code_location(code) for code in nested_codes(sound))
        for old, new in changed:
            if code_location(old) in self.ran_at and not may_have_run:
                raise CannotPutInPlace(f"{old.co_name} ran while modules were imported")
            if self.functions[code_location(old)] and alike[code_location(old)] > 1:
                raise CannotPutInPlace(f"more than one {old.co_name} begins on its line")
            for function in self.functions[code_location(old)]:
                function.__code__ = new

    def _rerun(self, place: MutantPlace) -> None:
        changed: set[tuple[str, str]] = set()
        for spot in place.order:
            statement, names = self.readers.statement(spot), vars(sys.modules[spot.module])
            for taken in statement.imports:
                if (taken.module, taken.name) in changed:
                    names[taken.alias] = vars(sys.modules[taken.module])[taken.name]
                    changed.add((spot.module, taken.alias))
            if statement.function:
                changed.update((spot.module, name) for name in statement.binds)
            elif not statement.imports:
                try:
                    exec(self._compile_spot(spot), names)  # noqa: S102 - it is a statement of our own rules
                except Exception as error:
                    raise ImportFails(spot.module) from error
                changed.update((spot.module, name) for name in statement.binds)

    def _may_mutate(self, code: types.CodeType) -> bool:
        """Whether a function may change what lasts.

        It may if it reads a name that is bound twice, or changes something and reads a collection.
        """
        if code.co_name == "<module>":
            return False
        words = frozenset(code.co_names)
        stores = {"STORE_SUBSCR", "DELETE_SUBSCR"} & {
            instruction.opname for instruction in dis.get_instructions(code)
        }
        for name in self.by_file[code.co_filename]:
            module, bindings = vars(sys.modules[name]), self.modules[name].bindings
            reads = any(isinstance(module.get(word), dict | list | set) for word in words)
            if any(bindings[word] > 1 for word in words) or (reads and (stores or MUTATING_METHODS & words)):
                return True
        return False


def cache_clearer(thing: object, folders: tuple[str, ...]) -> Callable[[], None] | None:
    """The function that clears a cache, if `thing` is a cached function in these folders; else None."""
    if type(thing).__name__ != "_lru_cache_wrapper":
        return None
    code = getattr(inspect.unwrap(thing), "__code__", None)  # type: ignore[arg-type]
    return thing.cache_clear if code and code.co_filename.startswith(folders) else None  # type: ignore[attr-defined]


def code_location(code: types.CodeType) -> tuple[str, str, int]:
    """The place of code in the sources; equal code may differ in its jumps if compiled from a syntax tree."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


def nested_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code objects within one, at any depth."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from nested_codes(constant)


def texts_in(constants: Iterable[object]) -> Iterator[str]:
    """The texts among the constants of code, at any depth."""
    for constant in constants:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, tuple | frozenset):
            yield from texts_in(constant)


def differing_functions(old: types.CodeType, new: types.CodeType) -> Iterator[tuple[types.CodeType, types.CodeType]]:
    """The functions that differ between two codes of one statement, as pairs. Raises CannotPutInPlace."""
    inner = [[constant for constant in code.co_consts if isinstance(constant, types.CodeType)] for code in (old, new)]
    for before, after in zip_longest(*inner):
        if (
            before is None
            or after is None
            or (before.co_name, before.co_freevars) != (after.co_name, after.co_freevars)
        ):
            raise CannotPutInPlace("the functions within it are not the same")
        if before != after:
            if before.co_flags & inspect.CO_OPTIMIZED:  # a function, and not the body of a class
                yield before, after
            yield from differing_functions(before, after)
