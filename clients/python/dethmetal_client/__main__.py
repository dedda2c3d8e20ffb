"""`python -m dethmetal_client`: read a league, give commands, report matches, play a folder over the API.

0 where it was done, 1 where the server said no or was not reached, 2 where the words or a file were no good; what was
wrong is one sentence on standard error, with a line for each part of what was sent that is at fault.
"""

from __future__ import annotations

import os
import sys

from dethmetal_client.cli_parser import make_parser
from dethmetal_client.files import Unusable
from dethmetal_client.problems import ApiProblem, NotDone

DONE, REFUSED, UNUSABLE, STOPPED = 0, 1, 2, 130
"""What it ends with."""


def main(words: list[str] | None = None) -> int:
    """Do what the words ask; what it ends with."""
    asked = make_parser().parse_args(words)
    try:
        asked.run(asked)
        sys.stdout.flush()
    except Unusable as no:
        return _print_error(UNUSABLE, no)
    except NotDone as no:
        return _print_error(REFUSED, no)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return REFUSED
    except KeyboardInterrupt:
        sys.stderr.write("Stopped: give the same words again, and what was sent is not done twice.\n")
        return STOPPED
    return DONE


def _print_error(ends: int, no: Exception) -> int:
    sys.stderr.write(f"{no}\n")
    for line in no.lines if isinstance(no, ApiProblem) else ():
        sys.stderr.write(f"{line}\n")
    return ends


if __name__ == "__main__":
    sys.exit(main())
