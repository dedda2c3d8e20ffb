"""The reference server removes its folder when it is stopped, and prints a line about every report."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.conftest import CHECKOUT
from tests.sampling import one_in
from tools.reference_server import grade_line, main

ACCEPTED = {"claim": None, "entry": 66, "heats": [], "reports": {"claims": []}}
HEATS = {**ACCEPTED, "entry": None, "heats": [1, 2]}


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("how", one_in(3, [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]))
def test_a_server_that_is_stopped_takes_its_folder_along(tmp_path: Path, how: signal.Signals) -> None:
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPYCACHEPREFIX") if name in os.environ}
    command = [sys.executable, "-m", "tools.reference_server"]
    with subprocess.Popen(
        command, cwd=CHECKOUT, env={**environment, "TMPDIR": str(tmp_path)}, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert json.loads(child.stdout.readline())["fixture"]["match"] == "m1"
        assert [path.name[:16] for path in tmp_path.iterdir()] == ["reference-server"]
        child.send_signal(how)
        try:
            assert child.wait(timeout=20) in (0, 130)
        finally:
            child.kill()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("status", "body", "line"),
    [
        (200, json.dumps(ACCEPTED).encode(), "m1: that very report was accepted before, by entry 66"),
        (202, json.dumps(HEATS).encode(), "m1: heats 1, 2 are kept"),
        (500, b"<html>", "m1: answered 500 with what is no JSON"),
    ],
)
def test_every_answer_is_told_in_a_line(status: int, body: bytes, line: str) -> None:
    assert grade_line("/api/v1/leagues/l/seasons/s1/matches/m1/reports", status, body) == line


@pytest.mark.parametrize("port", ["x", "70000", "-1"])
def test_what_is_no_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([f"--port={port}"])
    assert "is no port: give a number from 1 to 65535" in capsys.readouterr().err
