"""Where the system has a Chromium, and how to start it without a window."""

from __future__ import annotations

from pathlib import Path

CHROMIUMS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""The first one has no window at all, and takes a quarter less time."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


class NoChromium(Exception):
    """There is no Chromium; the message says what to install."""


def chromium_path() -> str:
    """The path of a Chromium. Raises NoChromium."""
    found = next((path for path in CHROMIUMS if Path(path).exists()), None)
    if found is None:
        raise NoChromium(f"There is no Chromium at {' or '.join(CHROMIUMS)}: install the package chromium.")
    return found
