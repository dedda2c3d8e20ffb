"""A program that loads the site once, and forks a process for each test program that it is asked to run.

A line of JSON asks for programs that start together: `[["-c", code, argument, …], ["-m", module, argument, …]]`. The
output of the first is written to the file `0.out` in the folder named on the command line, and its errors to `0.err`.
The answer is a line with the exit status of each. `tests.league.programs` is the client.
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
    """Load the site, then fork the programs of each input line until the input ends."""
    import django

    django.setup()
    from django.urls import get_resolver

    import league.tasks
    import tests.league.small_league

    assert all((league.tasks.ROWS_PER_DELIVERY, tests.league.small_league))
    assert get_resolver().url_patterns  # load the URLs once rather than in every program
    gc.freeze()
    folder = Path(sys.argv[1])
    for line in sys.stdin:
        children = [_fork(program, folder / str(number)) for number, program in enumerate(json.loads(line))]
        print(json.dumps([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]), flush=True)


def _fork(program: Sequence[str], output: Path) -> int:
    if (child := os.fork()) == 0:
        _run(program, output)
    return child


def _run(program: Sequence[str], output: Path) -> None:
    """Run a program to its end in the child, and exit without running the parent's exit handlers."""
    for number, kind in ((1, "out"), (2, "err")):
        with output.with_suffix(f".{kind}").open("w") as file:
            os.dup2(file.fileno(), number)
    option, code, *arguments = program
    sys.argv = [option if option == "-c" else code, *arguments]
    status = 0
    try:
        if option == "-c":
            exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102 - a test's own lines
        else:
            runpy.run_module(code, run_name="__main__", alter_sys=True)
    except BaseException:  # noqa: BLE001 - the traceback goes to the caller
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
