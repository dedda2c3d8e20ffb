#!/usr/bin/env python
"""The command line: serve, play, do, verify and what Django brings."""

import os
import sys

STOPPED = 130  # what a shell makes of a program that Ctrl-C ended


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line  # settings must be named first

        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    except BrokenPipeError:
        # Whoever read along has gone, as `| head` does; nothing is left to say, and the exit must not try to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
