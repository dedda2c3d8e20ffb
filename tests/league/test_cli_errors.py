"""Commands say in a sentence what prevents them from running."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

WITHOUT = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")


@pytest.mark.parametrize(
    "asked",
    [
        ("audit",),
        ("advance", "rust-belt/s1"),
        ("orders", "rust-belt", "razors"),
        ("play", "examples/first-laps", "--season-secret", "00ff"),
    ],
)
@pytest.mark.long
def test_before_the_tables_are_made_a_command_says_to_migrate(tmp_path: Path, asked: tuple[str, ...]) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in WITHOUT}
    completed = subprocess.run(
        [sys.executable, "manage.py", *asked],
        cwd=settings.BASE_DIR,
        env={**environment, "VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 1
    assert completed.stderr == "CommandError: The database has no tables yet: run manage.py migrate first.\n"
