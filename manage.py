#!/usr/bin/env python
"""The command line: serve, play, do, verify and what Django brings."""

import os
import sys


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line  # settings must be named first

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
