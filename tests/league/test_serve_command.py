"""`manage.py serve`: one process, its own folder, its lock, and a clean stop."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from league.management.server_address import public_url
from tests.migrated import copy_to_file
from tests.sampling import one_in
from tools.source_index import SITE_PACKAGES

pytestmark = pytest.mark.long
PATIENCE = 120


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _environment(folder: Path) -> dict[str, str]:
    left_out = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SERVED_EMBEDDED", "SECRET_KEY", "SITE_URL")
    environment = {key: value for key, value in os.environ.items() if key not in left_out}
    return {**environment, "VAR_DIR": str(folder)}


@contextmanager
def _serving(folder: Path, port: int, *options: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    server = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port), *options],
        cwd=settings.BASE_DIR,
        env={**_environment(folder), **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield server
    finally:
        if server.poll() is None:
            server.kill()
        server.communicate(timeout=PATIENCE)


def _asked(port: int, path: str) -> tuple[int, str]:
    for _ in range(PATIENCE * 10):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"nothing answered on port {port}")


def _site_files() -> dict[str, int]:
    """The modification time of each file of the site's own code."""
    paths = [path for package in SITE_PACKAGES for path in settings.BASE_DIR.joinpath(package).rglob("*")]
    return {
        str(path): path.stat().st_mtime_ns for path in paths if path.is_file() and "__pycache__" not in path.parts
    }


def _loaded(port: int) -> str:
    """The front page, once no example league is being loaded any more."""
    for _ in range(PATIENCE * 2):
        status, page = _asked(port, "/")
        assert status == 200
        if "Loading example leagues" not in page:
            return page
        time.sleep(0.5)
    raise AssertionError("the examples were not loaded")


def test_it_serves_before_the_examples_are_there_and_starts_again_with_the_same(tmp_path: Path) -> None:
    port = _free_port()
    before = _site_files()
    pages = []
    for how in (signal.SIGINT, signal.SIGTERM):
        with _serving(tmp_path, port) as server:
            assert _asked(port, "/healthz") == (200, '{"status": "ok"}')
            page = _loaded(port)
            for title in ("The Midden League", "The Scrapyard League", "The Rust Belt League"):
                assert title in page
            time.sleep(1)  # the terminal is updated twice a second
            server.send_signal(how)
            output, _ = server.communicate(timeout=PATIENCE)
            assert server.returncode == 0, output
            assert output.splitlines()[-1] == "Stopped."
            assert "Traceback" not in output
            pages.append([line for line in output.splitlines() if line.startswith("  ")])
    assert pages[0] == pages[1]
    assert len(pages[0]) == 20
    assert _site_files() == before
    assert tmp_path.stat().st_mode & 0o077 == 0
    for name in ("secret-key", "log-ins.txt"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0, name


def test_two_quick_ctrl_c_while_an_example_loads_say_what_goes_on(tmp_path: Path) -> None:
    copy_to_file(tmp_path / "league.sqlite3")
    port = _free_port()
    with _serving(tmp_path, port) as server:
        _asked(port, "/healthz")
        server.send_signal(signal.SIGINT)
        time.sleep(0.1)  # simultaneous signals would count as one
        server.send_signal(signal.SIGINT)
        output, _ = server.communicate(timeout=PATIENCE)
    assert server.returncode == 1
    assert output.splitlines()[-1] == "Stopped. What was under way goes on at the next start."
    assert "Traceback" not in output


@pytest.mark.parametrize("given", one_in(2, [(["--no-example"], "1"), ([], "0")]))
def test_examples_are_left_out_by_an_option_or_a_setting(tmp_path: Path, given: tuple[list[str], str]) -> None:
    options, setting = given
    port = _free_port()
    with _serving(tmp_path, port, *options, EXAMPLES=setting):
        _, page = _asked(port, "/")
    assert "There is no league here yet." in page


def test_a_port_there_is_none_of_is_refused_in_one_line(tmp_path: Path) -> None:
    with _serving(tmp_path, 70_000) as server:
        output, _ = server.communicate(timeout=PATIENCE)
    assert server.returncode == 2
    assert output.splitlines()[-1].endswith("'70000' is no port: give 1 to 65535")


def test_links_in_webhooks_lead_to_the_port_it_listens_on(tmp_path: Path) -> None:
    copy_to_file(tmp_path / "league.sqlite3")
    port = _free_port()
    with _serving(tmp_path, port, "--no-example"):
        _, events = _asked(port, "/api/v1/webhook-events")
    messages = [document["message"] for document in json.loads(events)["events"]]
    links = {
        message["data"][name].split("/api/")[0].split("/l/")[0] for message in messages for name in ("read", "page")
    }
    assert links == {f"http://localhost:{port}"}


@pytest.mark.parametrize(
    ("host", "set_to", "led"),
    [
        ("127.0.0.1", "", "http://localhost:9000"),
        ("::", "", "http://localhost:9000"),
        ("::1", "", "http://[::1]:9000"),
        ("pit.example.org", "", "http://pit.example.org:9000"),
        ("127.0.0.1", "https://league.example.org", "https://league.example.org"),
    ],
)
def test_a_site_whose_address_is_set_is_linked_to_by_that(
    monkeypatch: pytest.MonkeyPatch, host: str, set_to: str, led: str
) -> None:
    monkeypatch.setenv("SITE_URL", set_to)
    assert public_url(host, 9000) == led


def test_two_cannot_share_a_folder_nor_a_port(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "other"):
        copy_to_file(folder / "league.sqlite3")
    port = _free_port()
    with _serving(tmp_path, port, "--no-example"):
        _asked(port, "/healthz")
        with _serving(tmp_path, _free_port(), "--no-example") as second:
            output, _ = second.communicate(timeout=PATIENCE)
            assert second.returncode == 1
            assert "Another server is using" in output
            assert "Traceback" not in output
        with _serving(tmp_path / "other", port, "--no-example") as third:
            output, _ = third.communicate(timeout=PATIENCE)
            assert third.returncode == 1
            assert "choose another with --port" in output


def test_behind_a_proxy_each_client_is_counted_by_its_own_address_and_without_one_nobody_says_theirs(
    tmp_path: Path,
) -> None:
    copy_to_file(tmp_path / "league.sqlite3")
    for proxies, fourth in (("1", 200), ("0", 429)):
        port = _free_port()
        with _serving(tmp_path, port, "--no-example", PROXIES=proxies, API_RATE_ADDRESS="3/hour"):
            _asked(port, "/healthz")
            for _ in range(3):
                assert _as(port, "203.0.113.1") == 200
            assert _as(port, "203.0.113.2") == fourth
            assert _as(port, "203.0.113.3, 203.0.113.1") == 429


def _as(port: int, forwarded: str) -> int:
    """The API's status for a client whose proxy forwards that address."""
    web = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        web.request("GET", "/api/v1/leagues", headers={"X-Forwarded-For": forwarded})
        return web.getresponse().status
    finally:
        web.close()
