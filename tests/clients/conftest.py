"""Servers for client tests: the site in this process, scripted servers, and the reference server as a process."""

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
    """The URL of the site, in conformance mode so that examples can be played."""
    settings.API_CONFORMANCE = True
    often = {"token": "100000/minute", "address": "100000/minute"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", often)
    url: str = live_server.url
    return url


@pytest.fixture
def scripted() -> Iterator[Callable[..., Scripted]]:
    """A function that starts a server with the given answers."""
    with scripts() as start:
        yield start


@dataclass
class Reference:
    """A running reference server: what it printed about itself at its start, and the grades it prints."""

    process: subprocess.Popen[str]
    said: dict[str, Any] = field(default_factory=dict)

    def grade(self) -> str:
        """The next line it prints, which grades a report."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


@pytest.fixture(scope="module")
def reference() -> Iterator[Reference]:
    """One reference server for the tests of a module. Each test reports for a different team."""
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPYCACHEPREFIX") if name in os.environ}
    command = [sys.executable, "-m", "tools.reference_server"]
    with subprocess.Popen(
        command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as child:
        started = Reference(child)
        try:
            started.said = json.loads(started.grade())
            yield started
        finally:
            child.terminate()
            child.wait(timeout=20)
