"""A program that loads the site once, and forks a process for each program of ours that it is asked to run.

A line of JSON asks for programs, which begin together: `[["-c", code, argument, …], ["-m", module, argument, …]]`.
What the first says is written to the file `0.out` of the folder named on the command line, and its complaints to
`0.err`. The answer is a line with the status of each. `tests.league.programs` asks.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path


def main() -> None:
    """Load the site, and then fork for every line until there are no more."""
    import django

    django.setup()
    from django.urls import get_resolver

    import league.tasks
    import tests.league.small_league

    assert all((league.tasks.ROWS_PER_DELIVERY, tests.league.small_league))
    assert get_resolver().url_patterns  # they are read once, and not by every program
    gc.freeze()
    folder = Path(sys.argv[1])
    for line in sys.stdin:
        children = [_fork(program, folder / str(number)) for number, program in enumerate(json.loads(line))]
        print(json.dumps([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]), flush=True)


def _fork(program: Sequence[str], said: Path) -> int:
    if (child := os.fork()) == 0:
        _run(program, said)
    return child


def _run(program: Sequence[str], said: Path) -> None:
    """In the child: run a program to its end, and end without a word to the parent's exits."""
    for number, kind in ((1, "out"), (2, "err")):
        with said.with_suffix(f".{kind}").open("w") as file:
            os.dup2(file.fileno(), number)
    how, code, *arguments = program
    sys.argv = [how if how == "-c" else code, *arguments]
    status = 0
    try:
        if how == "-c":
            exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102 - a test's own lines
        else:
            runpy.run_module(code, run_name="__main__", alter_sys=True)
    except BaseException:  # noqa: BLE001 - whatever it was is told to who asked
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
