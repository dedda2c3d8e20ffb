"""An invalid setting ends every command with one sentence that says what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
KEPT = ("PATH", "HOME", "LANG", "SYSTEMROOT")


def ran(*words: str, **environment_settings: str) -> tuple[int, str, str]:
    """The exit code, output and errors of a command in an environment with only those settings."""
    environment = {key: value for key, value in os.environ.items() if key in KEPT} | environment_settings
    program = [sys.executable, "manage.py", *words]
    completed = subprocess.run(program, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    return completed.returncode, completed.stdout, completed.stderr


@pytest.mark.parametrize("words", [("serve",), ("migrate",)])
def test_a_var_dir_that_cannot_be_made_is_told_in_one_sentence(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("no folder")
    below = file / "var"
    assert ran(*words, VAR_DIR=str(below)) == (
        1,
        "",
        f"Nothing can be kept in {below} (Not a directory): set VAR_DIR to a folder that the site may write to.\n",
    )


def test_a_var_dir_is_told_too_where_the_secret_key_is_kept_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("no folder")
    code, _, output = ran("serve", VAR_DIR=str(file), SECRET_KEY="of another place")
    sentence = f"Nothing can be kept in {file} (File exists): set VAR_DIR to a folder that the site may write to."
    assert (code, output) == (1, f"CommandError: {sentence}\n")


def test_any_other_setting_is_told_likewise_and_its_traceback_where_one_asks(tmp_path: Path) -> None:
    environment = {"VAR_DIR": str(tmp_path), "PROXIES": "-1"}
    sentence = "PROXIES is -1: give how many proxies stand before the site, 0 for none.\n"
    assert ran("migrate", **environment) == (1, "", sentence)
    code, _, output = ran("migrate", "--traceback", **environment)
    assert (code, output.splitlines()[0], output.endswith(sentence)) == (
        1,
        "Traceback (most recent call last):",
        True,
    )
