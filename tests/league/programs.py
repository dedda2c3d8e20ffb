"""Programs of ours that work on one database at once, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

PATIENCE = 300
"""Seconds a program may work."""


def on_sqlite(folder: Path) -> dict[str, str]:
    """The environment of programs that share a SQLite database in that folder."""
    ours = {**os.environ, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    ours.pop("DATABASE_URL", None)
    return ours


def on_postgresql(url: str) -> dict[str, str]:
    """The environment of programs that share that PostgreSQL database."""
    return {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}


def ran(environment: dict[str, str], code: str) -> str:
    """What lines of Python said that were run to their end. Fails with their complaint when they break."""
    [said] = at_once(environment, [("-c", code)])
    return said


def at_once(environment: dict[str, str], programs: Sequence[Sequence[str]]) -> list[str]:
    """What each said of the Python programs that were started together. Fails when any of them breaks."""
    running = [
        subprocess.Popen(
            [sys.executable, *arguments],
            env=environment,
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for arguments in programs
    ]
    told = [each.communicate(timeout=PATIENCE) for each in running]
    assert [errors[-3000:] for each, (_, errors) in zip(running, told, strict=True) if each.returncode] == []
    return [said for said, _ in told]
