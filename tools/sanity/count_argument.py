"""Reads a count from the command line."""

from __future__ import annotations

import argparse


def count_argument(text: str) -> int:
    """The whole number of 1 or more that an argument gives. Raises `ArgumentTypeError`."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no count: give a whole number of 1 or more")
    return int(text)
