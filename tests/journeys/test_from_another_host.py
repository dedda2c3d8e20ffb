"""A shared site is reached from another host of the local network, which a network namespace stands for here."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.conftest import missing
from tests.journeys.conftest import Visitor
from tests.journeys.first_league import PHONE, Person, found_and_invite, play_to_the_first_settled_match
from tests.journeys.live_pages import open_addresses_surely
from tests.migrated import copy_to_file
from tools import chromium as system

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once]
PATIENCE = 120
HERE, THERE = "10.203.77.1", "10.203.77.2"
"""The addresses of this machine and of the other host, on a cable between them."""
WAITING = (
    "SELECT (SELECT count(*) FROM league_job WHERE ended_at IS NULL)"
    " + (SELECT count(*) FROM league_outbox WHERE sent_at IS NULL)"
)
LOOKS_IN_A_ROW = 6
"""How often in a row nothing may wait in the site's queue before its work counts as done."""
LEFT_OUT = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SERVED_EMBEDDED", "SECRET_KEY", "SITE_URL")


@pytest.fixture
def other_host() -> Iterator[list[str]]:
    """Another host with a cable to this one: what to put before a command so that it runs there."""
    name, cable = f"dm-{os.getpid()}", f"dm{os.getpid()}"
    ip = shutil.which("ip")
    if ip is None:
        missing("The program ip", remedy="install the package iproute2")
        return
    made = subprocess.run([ip, "netns", "add", name], capture_output=True, check=False, text=True)
    if made.returncode:
        why = f"run the tests as root, in a container with CAP_SYS_ADMIN and CAP_NET_ADMIN ({made.stderr.strip()})"
        missing("The right to make network namespaces", remedy=why)
        return
    there = [ip, "netns", "exec", name]
    try:
        for words in (
            [ip, "link", "add", f"{cable}a", "type", "veth", "peer", "name", f"{cable}b", "netns", name],
            [ip, "address", "add", f"{HERE}/30", "dev", f"{cable}a"],
            [ip, "link", "set", f"{cable}a", "up"],
            [*there, ip, "address", "add", f"{THERE}/30", "dev", f"{cable}b"],
            [*there, ip, "link", "set", "lo", "up"],
            [*there, ip, "link", "set", f"{cable}b", "up"],
            [*there, ip, "route", "add", "default", "via", HERE],
        ):
            if (done := subprocess.run(words, capture_output=True, check=False, text=True)).returncode:
                why = f"load the kernel's module veth, and give the tests CAP_NET_ADMIN ({done.stderr.strip()})"
                missing("A cable to a network namespace", remedy=why)
        yield there
    finally:
        subprocess.run([ip, "netns", "delete", name], capture_output=True, check=False)
        subprocess.run([ip, "link", "delete", f"{cable}a"], capture_output=True, check=False)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[int, str]]:
    """`manage.py serve` with a new folder: its port, and the address that it prints for others, empty for none."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    copy_to_file(folder / "league.sqlite3")
    environment = {key: value for key, value in os.environ.items() if key not in LEFT_OUT}
    server = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--no-example", "--port", str(port), *options],
        cwd=settings.BASE_DIR,
        env={**environment, "VAR_DIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("Serving on http://"), "It did not start."
        line = server.stdout.readline() if "--share" in options else ""
        printed = re.search(r"Others on your network open (http://\S+)/", line)
        yield port, printed[1] if printed else ""
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


def step_of_match(port: int) -> str:
    """The step of the boss's first match."""
    address = f"http://localhost:{port}/api/v1/leagues/bosss-league/seasons/s1/matches/m1"
    with urllib.request.urlopen(address, timeout=30) as answer:
        return str(json.load(answer)["step"])


def reaches(there: list[str], host: str, port: int) -> bool:
    """Whether the other host can open a connection to that address."""
    program = f"import socket; socket.create_connection(({host!r}, {port}), 3)"
    return not subprocess.run([*there, sys.executable, "-c", program], capture_output=True, check=False).returncode


@contextmanager
def phone(browser: Any, base_url: str) -> Iterator[Person]:
    """Somebody with a phone in that browser; what it complains about fails the next look at a page."""
    context = browser.new_context(
        base_url=base_url, viewport={"width": PHONE, "height": 844}, has_touch=True, reduced_motion="reduce"
    )
    visitor = Visitor(open_addresses_surely(context.new_page()))
    visitor.page.on("pageerror", lambda error: visitor.complaints.append(str(error)))
    try:
        yield Person(visitor)
    finally:
        context.close()


@pytest.fixture
def browser_there(chromium: Any, other_host: list[str], tmp_path: Path) -> Iterator[Any]:
    """A browser that runs on the other host."""
    wrapper = tmp_path / "chromium-there"
    wrapper.write_text(f'#!/bin/sh\nexec {" ".join(other_host)} {system.chromium_path()} "$@"\n')
    wrapper.chmod(0o755)
    browser = chromium.browser_type.launch(executable_path=str(wrapper), args=[*system.FLAGS])
    yield browser
    browser.close()


def test_a_friend_on_another_host_takes_a_seat_by_the_link_and_plays_a_match(
    chromium: Any, other_host: list[str], browser_there: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "var"
    folder.mkdir()
    with (
        serving(folder, "--share") as (port, shared),
        phone(chromium, f"http://localhost:{port}") as boss,
        phone(browser_there, shared) as owner,
    ):
        assert shared
        link = found_and_invite(boss)
        assert link.startswith(f"{shared}/join/")
        expect(boss.page.locator("svg.qr")).to_have_count(1)
        assert not reaches(other_host, "127.0.0.1", port)

        play_to_the_first_settled_match(boss, owner, link, work=lambda: wait_for_the_worker(folder))
        assert step_of_match(port) == "settled"
        expect(owner.page).to_have_url(re.compile(re.escape(shared)))


def test_without_sharing_nobody_else_reaches_the_site_and_the_card_of_a_link_says_so(
    chromium: Any, other_host: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "var"
    folder.mkdir()
    with serving(folder) as (port, _), phone(chromium, f"http://localhost:{port}") as boss:
        assert not reaches(other_host, HERE, port)
        link = found_and_invite(boss)
        assert link.startswith(f"http://localhost:{port}/join/")
        expect(boss.page.get_by_text("This link works on this machine only.")).to_be_visible()
        expect(boss.page.locator("main")).to_contain_text('make run ARGS="--share"')


def wait_for_the_worker(folder: Path) -> None:
    """Wait until nothing has waited in the site's queue for three seconds; it fails after two minutes."""
    idle = 0
    for _ in range(PATIENCE * 2):
        with closing(sqlite3.connect(f"file:{folder / 'league.sqlite3'}?mode=ro", uri=True)) as database:
            (waiting,) = database.execute(WAITING).fetchone()
        idle = 0 if waiting else idle + 1
        if idle == LOOKS_IN_A_ROW:
            return
        time.sleep(0.5)
    raise AssertionError("The site's worker did not finish.")
