"""Breaks the printed tables and thresholds of the rules one at a time, and checks that the marked tests fail.

    make mutate                                          all of rules/
    make mutate ARGS="--only rules/campaign/money/overhead.py --most 50"
    make mutate ARGS="--only rules/dethmatch/ground/hexes.py rules/dethmatch/weapons/arcs.py"
    make mutate ARGS="--draw 300 --seed ci"              a fixed draw over all of rules/
    make mutate ARGS="--whole"                           with the tests that only make nightly runs

`tools.mutants` finds what to break. A mutant lives in the memory of its own process, never on disk. Only tests
marked with the rules it breaks are run on it, first those in files named after the broken module or in files that
noticed another mutant of it. A mutant that no test notices *survives*, and fails the run.

Each mutant is first put in place after everything has been imported (`tools.mutant_quick_run`). If no test notices
it there, or it cannot be put in place, its module is imported broken and its tests are collected again
(`tools.mutant_run`); that result is final.
"""

import argparse
import ast
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from tools.mutants import Mutant, broken_tree, draw_sample, find_mutants, is_beside
from tools.rulebook import rule_marks
from tools.source_index import parse_file

NOTICED, SURVIVED, UNTESTED, BROKEN = "noticed", "survived", "untested", "broken"


class TestsFail(Exception):
    """The marked tests fail on the unchanged rules, so no mutant can be judged."""


def outcome_of(code: int) -> str:
    """The outcome of a mutant, by the wait status of its pytest process."""
    if os.WIFSIGNALED(code):
        return NOTICED
    return {0: SURVIVED, 1: NOTICED, 2: NOTICED, 5: UNTESTED}.get(os.WEXITSTATUS(code), BROKEN)


def run_all(
    root: Path, mutants: Sequence[Mutant], processes: int, *, whole: bool = False
) -> Iterator[tuple[Mutant, str]]:
    """Run each mutant in its own process, at most `processes` at a time, and yield each with its outcome.

    All are first tried in place. Those that no test notices there are imported broken, and that result is final.
    The tests are those of CI, and with `whole` also those that only `make nightly` runs.

    Raises TestsFail if the marked tests fail with nothing broken.
    """
    from tools import mutant_quick_run  # imports pytest, once for all forked processes

    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        trial = FullTrial(root, Path(folder), processes, whole=whole)
        rules = sorted({rule for mutant in mutants for rule in mutant.rules})
        task = mutant_quick_run.TrialTask(root, mutants, trial.test_files(rules), trial.settings, processes, whole)
        left: list[Mutant] = []
        judged: set[int] = set()
        with mutant_quick_run.start_quick_run(task) as quick:
            if not trial.is_sound(mutants[0].path, rules, quick.failing):
                raise TestsFail("The marked tests fail before anything is broken: see make quick.")
            for verdict in quick.verdicts:
                if verdict.noticed:
                    judged.add(verdict.number)
                    trial.remember(mutants[verdict.number], verdict.file)
                    yield mutants[verdict.number], NOTICED
        left = [mutant for number, mutant in enumerate(mutants) if number not in judged]
        yield from trial.run(left)


class FullTrial:
    """Imports mutants broken, each in its own process, and runs the tests of their rules."""

    def __init__(self, root: Path, folder: Path, processes: int, *, whole: bool) -> None:
        from tools import mutant_run  # imports pytest

        self.root, self.processes, self.whole = root, processes, whole
        self.files = files_by_rule(root)
        self.noticing: dict[str, set[str]] = {}
        self.settings = folder / "pytest.ini"
        self.settings.write_text("[pytest]\n", encoding="utf-8")
        mutant_run.warm_up(self.settings)

    def test_files(self, rules: Sequence[str]) -> list[str]:
        """The files with a test marked with any of the rules."""
        return sorted({file for rule in rules for file in self.files.get(rule, ())})

    def is_sound(self, path: str, rules: Sequence[str], files: Collection[str]) -> bool:
        """Whether the tests of these files pass with nothing broken; `path` is any module of the rules."""
        chosen = [file for file in self.test_files(rules) if file in files]
        if not chosen:
            return True
        child = self._start(parse_file(self.root / path), path, rules, chosen, patience=10)
        return outcome_of(os.waitpid(child, 0)[1]) in {SURVIVED, UNTESTED}

    def remember(self, mutant: Mutant, file: str) -> None:
        """Remember the test file that noticed a mutant, to run it first on others of its module."""
        if file:
            self.noticing.setdefault(mutant.path, set()).add(file)

    def run(self, mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, str]]:
        """Run the mutants, and yield each with its outcome."""
        running: dict[int, Mutant] = {}
        waiting = list(reversed(mutants))
        while waiting or running:
            while waiting and len(running) < self.processes:
                mutant = waiting.pop()
                if chosen := self.test_files(mutant.rules):
                    tree = broken_tree(self.root, mutant)
                    running[self._start(tree, mutant.path, mutant.rules, chosen)] = mutant
                else:
                    yield mutant, UNTESTED
            if running:
                child, code = os.wait()
                mutant, note = running.pop(child), self.settings.parent / str(child)
                if note.exists():
                    self.remember(mutant, note.read_text(encoding="utf-8"))
                    note.unlink()
                yield mutant, outcome_of(code)

    def _start(
        self, tree: ast.Module, path: str, rules: Sequence[str], files: Sequence[str], *, patience: int = 1
    ) -> int:
        from tools import mutant_run

        child = os.fork()
        if child == 0:
            mutant_run.limit_resources(patience * mutant_run.MOST_SECONDS)
            batches = split_by_nearness(files, path, self.noticing.get(path, set()))
            marked = mutant_run.RuleMarkFilter(rules, self.settings.parent / str(os.getpid()), whole=self.whole)
            mutant_run.run_and_exit(self.root, path, tree, batches=batches, marked=marked, settings=self.settings)
        return child


def files_by_rule(root: Path) -> dict[str, set[str]]:
    """The test files under tests/rules that carry a mark, by rule; a scenario counts for the file that plays it."""
    files: dict[str, set[str]] = {}
    for mention in rule_marks(root, "tests/rules"):
        path = Path(mention.path)
        player = path.parent.parent / "test_scenarios.py" if path.suffix == ".json" else path
        files.setdefault(mention.rule, set()).add(player.as_posix())
    return files


def split_by_nearness(files: Sequence[str], path: str, noticing: Collection[str]) -> tuple[list[str], list[str]]:
    """The test files named after a module or known to notice its mutants, and the others."""
    near = [file for file in files if file in noticing or is_beside(file, path)]
    return near, [file for file in files if file not in near]


def rules_text(rules: Sequence[str]) -> str:
    """The rules of a mutant; the first and the last if there are more than three."""
    return ", ".join(rules) if len(rules) <= 3 else f"{rules[0]} … {rules[-1]}"


def main(arguments: Sequence[str]) -> int:
    """Run the mutants, and print the unnoticed ones as they come; 0 if every one was noticed."""
    parser = argparse.ArgumentParser(prog="make mutate", description="Do the tests notice a broken table?")
    parser.add_argument("--only", type=Path, nargs="+", help="files or folders under rules/")
    parser.add_argument("--most", type=int, help="at most so many mutants, spread evenly")
    parser.add_argument("--draw", type=int, help="so many mutants, drawn by the seed")
    parser.add_argument("--seed", default="ci", help="what --draw draws by")
    parser.add_argument("--whole", action="store_true", help="run the tests of make nightly too, not only CI's")
    parser.add_argument("--processes", type=int, default=2, help="how many at a time")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    mutants = find_mutants(root, options.only)
    if options.most is not None and options.most < len(mutants):
        mutants = [mutants[number * len(mutants) // options.most] for number in range(options.most)]
    if options.draw is not None:
        mutants = draw_sample(mutants, options.draw, options.seed)
    if not mutants:
        print("There is nothing to break here: no table and no function cites a rule.", file=sys.stderr)
        return 1
    began = time.monotonic()
    outcomes: list[str] = []
    try:
        for mutant, outcome in run_all(root, mutants, options.processes, whole=options.whole):
            outcomes.append(outcome)
            if outcome != NOTICED:
                where = f"{mutant.path}:{mutant.line}"
                print(f"{outcome:<9} {where}: {mutant.change} ({rules_text(mutant.rules)})", flush=True)
    except TestsFail as error:
        print(error, file=sys.stderr)
        return 1
    tally = Counter(outcomes)
    counts = ", ".join(f"{tally[name]} {name}" for name in (NOTICED, SURVIVED, UNTESTED, BROKEN) if tally[name])
    print(f"{len(mutants)} mutants in {time.monotonic() - began:.0f} s: {counts}.")
    return 0 if tally[NOTICED] == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
