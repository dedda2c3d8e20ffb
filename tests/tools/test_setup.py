"""The setup program says what a machine lacks, and rebuilds an environment whose setup was interrupted."""

import ast
import importlib.util
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.sampling import like

CHECKOUT = Path(__file__).parents[2]
NO_VENV = (
    "This Python has no venv module: install it (on Debian and Ubuntu: apt-get install python3-venv), "
    "or install uv, and run the same command again.\n"
)
NO_INDEX = (
    "The package index is out of reach, so the packages could not be fetched: check the network "
    "(or PIP_INDEX_URL, UV_INDEX_URL and the proxy settings) and run the same command again.\n"
)
TOO_OLD = (
    f"Python 3.11 or newer is needed and {sys.executable} is 3.9: install a newer one, or name it, "
    "as in make run PYTHON=python3.12.\n"
)
AS_IF_OLD = "import runpy, sys; sys.version_info = (3, 9, 2); runpy.run_path(sys.argv[1], run_name='__main__')"
A_PACKAGE = "six==1.16.0 --hash=sha256:" + "0" * 64 + "\n"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A checkout that needs no packages."""
    (tmp_path / "tools").mkdir()
    shutil.copy(CHECKOUT / "tools" / "setup.py", tmp_path / "tools" / "setup.py")
    (tmp_path / "requirements.txt").write_text("", encoding="utf-8")
    (tmp_path / "requirements-dev.txt").write_text("", encoding="utf-8")
    return tmp_path


def set_up(house: Path, **settings: str) -> tuple[int, str, str]:
    """The exit code, standard output and standard error of one setup without uv."""
    environment = {"PATH": "/nowhere", "HOME": str(house), "PIP_CONFIG_FILE": os.devnull} | settings
    command = [sys.executable, str(house / "tools" / "setup.py")]
    completed = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return completed.returncode, completed.stdout, completed.stderr


def setup_program() -> Any:
    """The setup program as a module."""
    spec = importlib.util.spec_from_file_location("setting_up", CHECKOUT / "tools" / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


PIP = """Ignoring colorama: markers 'sys_platform == "win32"' don't match your environment
Collecting asgiref==3.8.1 (from -r requirements.txt (line 1))
  Downloading asgiref-3.8.1-py3-none-any.whl (23 kB)
Requirement already satisfied: django==5.2 in ./lib (from -r requirements.txt (line 4))
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Fetching 5 packages …"),
        (PIP, "Fetching packages: 2 of 4"),
        (PIP + "Installing collected packages: asgiref, django\n", "Installing packages: 0 of 4"),
        ("Resolved 3 packages in 12ms\n", "Fetching 3 packages …"),
        ("Resolved 3 packages in 12ms\nPrepared 3 packages in 2.10s\n", "Installing packages: 0 of 3"),
    ],
)
def test_it_knows_from_what_pip_and_uv_print_how_far_they_are(text: str, told: str) -> None:
    assert setup_program().progress_text(text, 5, 10_000) == told


def test_packages_are_counted_as_they_come_to_be_there(house: Path) -> None:
    module = setup_program()
    module.VENV = str(house / ".venv")
    packages = house / ".venv" / "lib" / "python3.12" / "site-packages"
    for name in ("asgiref-3.8.1.dist-info", "django-5.2.dist-info", "django"):
        (packages / name).mkdir(parents=True)
    assert module.progress_text("Prepared 9 packages in 1s\n", 9, 1) == "Installing packages: 1 of 9"


def test_in_a_terminal_one_line_changes_and_in_a_log_lines_come_now_and_then() -> None:
    module, terminal, log = setup_program(), Terminal(), io.StringIO()
    for stream in (terminal, log):
        progress = module.Progress(stream)
        progress.phase("Fetching")
        for number in (1, 1, 2):
            progress.show(f"Fetching: {number}")
        progress.at -= 60
        progress.show("Fetching: 3")
        progress.end()
    assert terminal.getvalue() == "\rFetching\rFetching: 1\rFetching: 2\rFetching: 3\n"
    assert log.getvalue() == "Fetching\nFetching: 3\n"


def test_a_shorter_line_leaves_nothing_of_the_longer_one_before_it() -> None:
    terminal = Terminal()
    progress = setup_program().Progress(terminal)
    progress.show("Installing packages: 10 of 64")
    progress.show("Done")
    assert terminal.getvalue().split("\r")[2] == f"{'Done':<29}"


def test_an_old_python_reads_the_set_up_far_enough_to_say_that_it_is_old() -> None:
    source = (CHECKOUT / "tools" / "setup.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))


def test_an_old_python_is_refused_in_one_sentence(house: Path) -> None:
    command = [sys.executable, "-c", AS_IF_OLD, str(house / "tools" / "setup.py")]
    completed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (completed.returncode, completed.stdout, completed.stderr) == (1, "", TOO_OLD)


def test_a_python_without_venv_is_refused_in_one_sentence(house: Path) -> None:
    (house / "ensurepip.py").write_text('raise ImportError("ensurepip")\n', encoding="utf-8")
    code, _, complaint = set_up(house, PYTHONPATH=str(house))
    assert (code, complaint) == (1, NO_VENV)


@pytest.mark.parametrize("uv", ["", "uv"])
def test_a_folder_that_cannot_be_written_is_said_with_what_to_do(uv: str, house: Path, tmp_path: Path) -> None:
    program = setup_program()
    error_text = f"[Errno 13] Permission denied: '{house / '.venv'}'"
    if uv:
        uv = str(tmp_path / "uv")
        Path(uv).write_text(f'#!/bin/sh\necho "Error: {error_text}."\nexit 1\n', encoding="utf-8")
        Path(uv).chmod(0o755)
        with pytest.raises(program.CannotSetUp) as refused:
            program.make_venv(sys.executable, uv)
        message, error_text = str(refused.value), f"Error: {error_text}"
    else:
        message = program.venv_error(error_text)
    assert message == (
        f"The virtual environment .venv could not be made in {CHECKOUT} ({error_text}): let your user write to that "
        "folder, make room on its disk if it is full, and run the same command again."
    )


def test_requirements_that_cannot_be_opened_are_said_likewise(house: Path) -> None:
    (house / "requirements.txt").unlink()
    code, _, complaint = set_up(house)
    assert (code, complaint.count("\n")) == (1, 1)
    assert complaint.startswith(f"The virtual environment .venv could not be made in {house} ([Errno 2] No such file")


@pytest.mark.long
def test_an_index_out_of_reach_is_said_in_one_sentence(house: Path) -> None:
    (house / "requirements.txt").write_text(A_PACKAGE, encoding="utf-8")
    code, _, complaint = set_up(house, PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_RETRIES="0")
    assert (code, complaint) == (1, NO_INDEX)
    assert not (house / ".venv" / "setup.json").exists()


@pytest.mark.long
def test_a_finished_environment_is_left_alone_and_a_half_made_one_is_built_again(house: Path) -> None:
    assert set_up(house)[0] == 0
    left_behind = house / ".venv" / "left-behind"
    left_behind.touch()
    assert set_up(house) == (0, "", "")
    assert left_behind.exists()

    (house / ".venv" / "setup.json").unlink()
    assert set_up(house)[0] == 0
    assert not left_behind.exists()
    assert set_up(house) == (0, "", "")


@like("tests/tools/test_setup.py::test_a_finished_environment_is_left_alone_and_a_half_made_one_is_built_again")
@pytest.mark.long
def test_changed_requirements_are_installed_again(house: Path) -> None:
    assert set_up(house)[0] == 0
    (house / "requirements.txt").write_text("# another list\n", encoding="utf-8")
    assert set_up(house)[1].startswith("Setting up .venv with pip on Python 3.")


@pytest.mark.long
def test_it_says_what_it_does_and_compiles_the_site(house: Path) -> None:
    (house / "rules").mkdir()
    (house / "rules" / "dice.py").write_text("FACES = 6\n", encoding="utf-8")
    code, output, _ = set_up(house)
    assert code == 0
    first, *others, last = output.splitlines()
    assert first.startswith("Setting up .venv with pip on Python 3.")
    assert "Compiling the site" in others
    assert last.startswith("The environment is ready, after ")
    assert list((house / "rules" / "__pycache__").glob("dice.*.pyc"))
