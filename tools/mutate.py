"""Breaks the printed tables and thresholds of the rules one at a time, and sees the marked tests fail.

    make mutate                                          all of rules/
    make mutate ARGS="--only rules/campaign/overhead.py --most 50"
    make mutate ARGS="--only rules/dethmatch/hexes.py rules/dethmatch/arcs.py"
    make mutate ARGS="--draw 300 --seed ci"              a fixed draw over all of rules/
    make mutate ARGS="--whole"                           with the tests that only make nightly runs

What is broken is found by `tools.mutants`. A mutant lives in the memory of a process of its own, never on the
disk, and only the tests marked with the rules it breaks are run on it, those of the files named after the broken
module, or that noticed another mutant of it, first. One that no test notices *survives*, and fails the run.
"""

import argparse
import ast
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from tools.mutants import Mutant, broken_tree, drawn, mutants_of
from tools.rulebook import marks
from tools.source_index import parsed

PATIENCE = 30  # seconds a mutant may work before it counts as noticed: a loop without end is a failure too
MEMORY = 4 * 2**30  # bytes it may take, so that one without end takes the machine from nobody
NOTICED, SURVIVED, UNTESTED, BROKEN = "noticed", "survived", "untested", "broken"


class TestsFail(Exception):
    """The marked tests fail on the rules as they stand, so that no mutant can be judged."""


def outcome_of(code: int) -> str:
    """What the exit code of pytest, or the signal that ended it, says of a mutant."""
    if os.WIFSIGNALED(code):
        return NOTICED
    return {0: SURVIVED, 1: NOTICED, 2: NOTICED, 5: UNTESTED}.get(os.WEXITSTATUS(code), BROKEN)


def run_all(
    root: Path, mutants: Sequence[Mutant], processes: int, *, whole: bool = False
) -> Iterator[tuple[Mutant, str]]:
    """Runs each mutant in a process of its own, so many at a time, and yields how each ended.

    The tests are those of CI; with `whole`, those that only `make nightly` runs as well.

    Raises TestsFail when the marked tests fail with nothing broken.
    """
    from tools import mutant_run  # it imports pytest once, for every process that is forked from here

    files = marked_files(root)
    noticing: dict[str, set[str]] = {}
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        settings = Path(folder) / "pytest.ini"
        settings.write_text("[pytest]\n", encoding="utf-8")
        mutant_run.warm_up(settings)

        def started(tree: ast.Module, path: str, rules: Sequence[str], patience: int = PATIENCE) -> int:
            chosen = sorted({each for rule in rules for each in files.get(rule, ())})
            if not chosen:
                return 0
            child = os.fork()
            if child == 0:
                signal.setitimer(signal.ITIMER_PROF, patience)
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                batches = nearest(chosen, path, noticing.get(path, set()))
                marked = mutant_run.OnlyMarked(rules, settings.parent / str(os.getpid()), whole=whole)
                mutant_run.run(root, path, tree, batches=batches, marked=marked, settings=settings)
            return child

        every = sorted({rule for mutant in mutants for rule in mutant.rules})
        sound = started(parsed(root / mutants[0].path), mutants[0].path, every, 10 * PATIENCE)
        if sound and outcome_of(os.waitpid(sound, 0)[1]) != SURVIVED:
            raise TestsFail("The marked tests fail before anything is broken: see make quick.")
        running: dict[int, Mutant] = {}
        waiting = list(reversed(mutants))
        while waiting or running:
            while waiting and len(running) < processes:
                mutant = waiting.pop()
                if child := started(broken_tree(root, mutant), mutant.path, mutant.rules):
                    running[child] = mutant
                else:
                    yield mutant, UNTESTED
            if running:
                child, code = os.wait()
                mutant, where = running.pop(child), Path(folder) / str(child)
                if where.exists():
                    noticing.setdefault(mutant.path, set()).add(where.read_text(encoding="utf-8"))
                    where.unlink()
                yield mutant, outcome_of(code)


def marked_files(root: Path) -> dict[str, set[str]]:
    """The test files under tests/rules that hold a mark, by rule; the file beside its folder plays a scenario."""
    files: dict[str, set[str]] = {}
    for naming in marks(root, "tests/rules"):
        path = Path(naming.path)
        player = path.parent.parent / "test_scenarios.py" if path.suffix == ".json" else path
        files.setdefault(naming.rule, set()).add(player.as_posix())
    return files


def nearest(files: Sequence[str], path: str, noticing: Collection[str]) -> tuple[list[str], list[str]]:
    """The test files named after a module or noticing what is broken in it, as far as was seen, and the others."""
    name = f"test_{Path(path).stem}"
    near = [each for each in files if each in noticing or f"{Path(each).stem}_".startswith(f"{name}_")]
    return near, [each for each in files if each not in near]


def named(rules: Sequence[str]) -> str:
    """The rules of a mutant, for a line that has room for three."""
    return ", ".join(rules) if len(rules) <= 3 else f"{rules[0]} … {rules[-1]}"


def main(arguments: Sequence[str]) -> int:
    """Runs the mutants and prints those no test noticed as they come; 0 when every one was noticed."""
    parser = argparse.ArgumentParser(prog="make mutate", description="Do the tests notice a broken table?")
    parser.add_argument("--only", type=Path, nargs="+", help="files or folders under rules/")
    parser.add_argument("--most", type=int, help="at most so many mutants, spread evenly")
    parser.add_argument("--draw", type=int, help="so many mutants, drawn by the seed")
    parser.add_argument("--seed", default="ci", help="what --draw draws by")
    parser.add_argument("--whole", action="store_true", help="run the tests of make nightly too, not only CI's")
    parser.add_argument("--processes", type=int, default=2, help="how many at a time")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    root = asked.root.resolve()
    mutants = mutants_of(root, asked.only)
    if asked.most is not None and asked.most < len(mutants):
        mutants = [mutants[number * len(mutants) // asked.most] for number in range(asked.most)]
    if asked.draw is not None:
        mutants = drawn(mutants, asked.draw, asked.seed)
    if not mutants:
        print("There is nothing to break here: no table and no function cites a rule.", file=sys.stderr)
        return 1
    began = time.monotonic()
    ends: list[str] = []
    try:
        for mutant, end in run_all(root, mutants, asked.processes, whole=asked.whole):
            ends.append(end)
            if end != NOTICED:
                where = f"{mutant.path}:{mutant.line}"
                print(f"{end:<9} {where}: {mutant.change} ({named(mutant.rules)})", flush=True)
    except TestsFail as why:
        print(why, file=sys.stderr)
        return 1
    tally = Counter(ends)
    counts = ", ".join(f"{tally[each]} {each}" for each in (NOTICED, SURVIVED, UNTESTED, BROKEN) if tally[each])
    print(f"{len(mutants)} mutants in {time.monotonic() - began:.0f} s: {counts}.")
    return 0 if tally[NOTICED] == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
