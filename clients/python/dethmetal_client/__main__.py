"""`python -m dethmetal_client`: read a league, give commands, report matches, play a folder over the API.

The exit code is 0 if it was done, 1 if the server refused it or was not reached, and 2 if the arguments or a file
were wrong. An error is one sentence on standard error, with a line for each faulty part of what was sent.
"""

from __future__ import annotations

import os
import sys

from dethmetal_client.cli_parser import make_parser
from dethmetal_client.files import Unusable
from dethmetal_client.problems import ApiProblem, NotDone

DONE, REFUSED, UNUSABLE, STOPPED = 0, 1, 2, 130
"""The exit codes."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command that the arguments name; returns the exit code."""
    options = make_parser().parse_args(arguments)
    try:
        options.run(options)
        sys.stdout.flush()
    except Unusable as error:
        return _print_error(UNUSABLE, error)
    except NotDone as error:
        return _print_error(REFUSED, error)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED
    except KeyboardInterrupt:
        sys.stderr.write("Stopped: give the same words again, and what was sent is not done twice.\n")
        return STOPPED
    return DONE


def _print_error(exit_code: int, error: Exception) -> int:
    sys.stderr.write(f"{error}\n")
    for line in error.lines if isinstance(error, ApiProblem) else ():
        sys.stderr.write(f"{line}\n")
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
