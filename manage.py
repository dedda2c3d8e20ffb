#!/usr/bin/env python
"""The command line: serve, play, do, verify and what Django brings."""

import os
import sys

WITHOUT_APPS = ("beacon", "commands", "resolve")
"""The commands of `league` that need no season: they run without the models, the pages and the database."""
STOPPED = 130  # what a shell makes of a program that Ctrl-C ended


def main() -> None:
    """Run the command named on the command line; for those `WITHOUT_APPS`, no application is loaded."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        _run()
    except KeyboardInterrupt:  # before the command began, or of one of Django's own: ours say what stands
        sys.stderr.write("Stopped. What was done before stands: give the same command again.\n")
        sys.exit(STOPPED)
    except BrokenPipeError:
        # The reader of the output has gone, as `| head` does; nothing is left to say, and the exit must not try to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run() -> None:
    """Run the command. A setting that is not right ends it with the sentence that says what to do, and with 1."""
    from django.core import management  # settings must be named first
    from django.core.exceptions import ImproperlyConfigured

    try:
        if len(sys.argv) > 1 and sys.argv[1] in ("version", "--version"):
            from config.version import VERSION  # only where it is asked for

            sys.stdout.write(f"{VERSION}\n")
        elif len(sys.argv) > 1 and sys.argv[1] in WITHOUT_APPS:
            management.load_command_class("league", sys.argv[1]).run_from_argv(sys.argv)
        else:
            management.execute_from_command_line(sys.argv)
    except ImproperlyConfigured as no:
        if "--traceback" in sys.argv:
            raise
        sys.stderr.write(f"{no}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
