"""Servers on which programs are tried: the site in this run, and the reference server with a database of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from rest_framework.throttling import SimpleRateThrottle

from tests.clients.scripted_server import Scripted, scripts

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture
def server(live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of the site itself, which lets examples be played."""
    settings.API_CONFORMANCE = True
    often = {"token": "100000/minute", "address": "100000/minute"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", often)
    url: str = live_server.url
    return url


@pytest.fixture
def scripted() -> Iterator[Callable[..., Scripted]]:
    """Make a server with these answers."""
    with scripts() as made:
        yield made


@dataclass
class Reference:
    """A reference server that runs: what it said of itself, and the grades it prints."""

    process: subprocess.Popen[str]
    said: dict[str, Any] = field(default_factory=dict)

    def grade(self) -> str:
        """The next line it prints of a report."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


@pytest.fixture(scope="module")
def reference() -> Iterator[Reference]:
    """A reference server for a module's tests: each reports for a team of its own."""
    environment = {each: os.environ[each] for each in ("PATH", "HOME", "PYTHONPYCACHEPREFIX") if each in os.environ}
    words = [sys.executable, "-m", "tools.reference_server"]
    with subprocess.Popen(
        words, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        made = Reference(running)
        try:
            made.said = json.loads(made.grade())
            yield made
        finally:
            running.terminate()
            running.wait(timeout=20)
