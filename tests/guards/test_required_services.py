"""Where services are required, as in CI, no test is skipped unnoticed: what is missing fails the run and is named."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
NO_IP = ""
"""No program `ip` at all."""
NO_ROOT = 'echo "mount failed: Operation not permitted" >&2; exit 1'
NO_CABLE = '[ "$1" = netns ] && exit 0; echo "Unknown device type" >&2; exit 2'
"""What stands for the program `ip`: on a machine without the rights of root, and in a kernel without cables."""
USES_OTHER_HOST = """
from tests.journeys.test_from_another_host import other_host

def test_it(other_host):
    raise AssertionError("it ran")
"""
SKIPS = "import pytest\n\n\ndef test_it():\n    pytest.skip('no reason')\n"
SKIPS_WHOLLY = "import pytest\n\npytest.skip('no reason', allow_module_level=True)\n"


def run(test: str, folder: Path, *, required: bool, ip: str | None = None) -> tuple[int, str]:
    """Run a test with this suite's fixtures; its exit code and output. `ip` stands for the program of that name."""
    (folder / "test_one.py").write_text(test)
    programs = folder / "bin"
    programs.mkdir()
    if ip:
        (programs / "ip").write_text(f"#!/bin/sh\n{ip}\n")
        (programs / "ip").chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "REQUIRE_"))}
    environment |= {"REQUIRE_SERVICES": "1"} if required else {}
    environment |= {"PATH": str(programs)} if ip is not None else {}
    plugins = ["no:xdist", "no:cacheprovider", "tests.conftest"]
    command = [sys.executable, "-m", "pytest", "-q", "-c", "pyproject.toml", str(folder / "test_one.py")]
    for plugin in plugins:
        command += ["-p", plugin]
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("ip", "remedy"),
    [
        (NO_IP, "install the package iproute2"),
        (NO_ROOT, "run the tests as root"),
        (NO_CABLE, "load the kernel's module veth"),
    ],
    ids=["no ip", "no root", "no cable"],
)
def test_a_machine_on_which_no_other_host_can_be_made_fails_the_run_and_says_what_to_do(
    ip: str, remedy: str, tmp_path: Path
) -> None:
    code, output = run(USES_OTHER_HOST, tmp_path, required=True, ip=ip)
    assert code == pytest.ExitCode.TESTS_FAILED, output
    assert re.search(rf"is required here and is not there: {remedy}", output)


@pytest.mark.long
def test_without_required_services_the_same_is_skipped_with_what_to_do(tmp_path: Path) -> None:
    code, output = run(USES_OTHER_HOST, tmp_path, required=False, ip=NO_IP)
    assert code == pytest.ExitCode.OK, output
    assert "SKIPPED" in output
    assert "The program ip is not there: install the package iproute2" in output


@pytest.mark.long
@pytest.mark.parametrize("test", [SKIPS, SKIPS_WHOLLY], ids=["a test", "a module"])
def test_any_other_skip_fails_a_run_in_which_services_are_required_and_the_run_says_so(
    test: str, tmp_path: Path
) -> None:
    code, output = run(test, tmp_path, required=True)
    assert code == pytest.ExitCode.TESTS_FAILED, output
    assert "REQUIRE_SERVICES is set, so skipped tests fail the run: 1" in output
