"""Where the system has a Chromium, and how it is started without a window."""

from __future__ import annotations

from pathlib import Path

CHROMIUMS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""The first draws no window of its own, and works a quarter less for it."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


class NoChromium(Exception):
    """There is none; the text says what to install."""


def chromium_path() -> str:
    """The path of a Chromium. Raises NoChromium."""
    found = next((path for path in CHROMIUMS if Path(path).exists()), None)
    if found is None:
        raise NoChromium(f"There is no Chromium at {' or '.join(CHROMIUMS)}: install the package chromium.")
    return found
