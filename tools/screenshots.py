"""Photographs the pages of the example league into `docs/screenshots`, on desktop and phone, in both themes.

    .venv/bin/python -m tools.screenshots [PAGE ...]

A server of its own plays the Rust Belt into a folder that is thrown away afterwards, and a league whose matches are
played here, so that the pictures change only when the pages or the rules do; but the amends, jobs and deadlines of
`tools.staged` are of the day they are taken. An owner is logged in, and where a page is for the commissioner, he; a
match that was played here is seen as by a stranger. Needs Chromium at /usr/bin/chromium.
"""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from playwright.sync_api import sync_playwright

from tools.palette import with_palette

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "screenshots"
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
RUNNING, FAILED = UUID(int=1), UUID(int=2)
"""The jobs of `tools.staged`."""
PAGES = {
    "leagues": "/",
    "league": "/l/rust-belt/",
    "season": "/l/rust-belt/s1/",
    "match": "/l/rust-belt/s1/m2/",
    "rules": "/l/rust-belt/s1/rules/",
    "draft": "/l/rust-belt/s1/draft/",
    "pool": "/l/rust-belt/s1/pool/",
    "market": "/l/rust-belt/s1/market/?match=m6",
    "franchise": "/l/rust-belt/f/slag-queens/",
    "stores": "/l/rust-belt/f/slag-queens/stores/",
    "finances": "/l/rust-belt/f/slag-queens/finances/",
    "sponsors": "/l/rust-belt/f/slag-queens/sponsors/",
    "history": "/l/rust-belt/f/slag-queens/history/",
    "orders": "/l/rust-belt/f/slag-queens/orders/",
    "driver": "/l/rust-belt/d/slag-queens.s1.d2/",
    "drivers": "/l/rust-belt/s2/drivers/",
    "journal": "/l/rust-belt/s1/journal/",
    "entry": "/l/rust-belt/s1/journal/319/",
    "amends": "/l/rust-belt/s2/amends/",
    "amend": "/l/rust-belt/s2/amends/223/",
    "entry-amended": "/l/rust-belt/s2/journal/116/",
    "heads": "/l/rust-belt/heads/",
    "deadlines": "/l/rust-belt/s2/#clock",
    "jobs": "/l/rust-belt/jobs/",
    "job-running": f"/l/rust-belt/jobs/{RUNNING}/",
    "job-failed": f"/l/rust-belt/jobs/{FAILED}/",
    "inbox": "/inbox/",
    "log-in": "/accounts/login/",
    "match-here": "/l/slag-cup/s1/m1/",
    "log": "/l/slag-cup/s1/m1/log/",
    "log-turn": "/l/slag-cup/s1/m1/log/#turn-9-of-heat-1",
    "log-car": "/l/slag-cup/s1/m1/log/?car=kiln.c1",
    "log-rolls": "/l/slag-cup/s1/m1/log/?show=rolls",
    "log-box": "/l/slag-cup/s1/m1/log/?show=box",
}
SCREENS = {"desktop": (1280, 900), "phone": (390, 844)}
THEMES = ("light", "dark")
LARGEST = 150_000
OWNER, COMMISSIONER = "regina", "marjorie"
COMMISSIONERS = frozenset({"deadlines", "jobs", "job-running", "job-failed"})
"""Pages that are photographed as the commissioner has them."""
HERE = frozenset(name for name, address in PAGES.items() if address.startswith("/l/slag-cup/"))
"""Pages of the league whose matches are played here, photographed as a stranger has them."""
STRANGERS = HERE | {"log-in"}
GIVE_PASSWORDS = (
    "import os; from django.contrib.auth import get_user_model\n"
    f"for u in get_user_model().objects.filter(username__in=['{OWNER}', '{COMMISSIONER}']):\n"
    "    u.set_password(os.environ['THEIR_PASSWORD']); u.save()"
)
STAGE = "from tools.staged import stage; stage()"
PLAY = "from tools.staged import play_example; play_example()"
STAGE_HERE = "from tools.played_here import stage; stage()"


@contextmanager
def served(password: str, wanted: set[str]) -> Iterator[str]:
    """The address of a server with the leagues of those pages played, gone with its files afterwards."""
    with tempfile.TemporaryDirectory(prefix="screenshots-") as folder:
        env = {**os.environ, "VAR_DIR": folder, "SERVED_EMBEDDED": "1", "THEIR_PASSWORD": password}
        env |= {"JOB_STALE_SECONDS": "86400"}  # the job that is shown half way is nobody's to claim
        manage = [sys.executable, str(ROOT / "manage.py")]
        staged = [["migrate", "-v0"]]
        if wanted & HERE:
            staged.append(["shell", "-v0", "-c", STAGE_HERE])
        if wanted - HERE:
            staged += [
                ["shell", "-v0", "-c", PLAY],
                ["shell", "-v0", "-c", GIVE_PASSWORDS],
                ["shell", "-v0", "-c", STAGE],
            ]
        for asked in staged:
            subprocess.run([*manage, *asked], env=env, check=True, stdout=subprocess.DEVNULL)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = subprocess.Popen(
            [*manage, "serve", "--port", str(port), "--no-example"], env=env, stdout=subprocess.DEVNULL
        )
        try:
            _await(f"http://127.0.0.1:{port}/healthz")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(timeout=20)


def _await(address: str, patience: float = 30) -> None:
    until = time.monotonic() + patience
    while True:
        try:
            urllib.request.urlopen(address, timeout=2).close()  # noqa: S310 - our own server on localhost
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def _cookies(browser: Any, base: str, user: str, password: str) -> list[dict[str, Any]]:
    context = browser.new_context(base_url=base)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(user)
    page.locator("input[name=password]").fill(password)
    page.locator("main button[type=submit]").first.click()
    page.wait_for_url(f"{base}/")
    found = context.cookies()
    context.close()
    return list(found)


def photograph(base: str, password: str, wanted: set[str]) -> list[str]:
    """Take every wanted page on every screen in every theme; the names of pictures that came out too large."""
    too_large = []
    with sync_playwright() as playwright:
        browser: Any = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        known = (OWNER, COMMISSIONER) if wanted - STRANGERS else ()
        cookies = {user: _cookies(browser, base, user, password) for user in known}
        for screen, (width, height) in SCREENS.items():
            for theme in THEMES:
                viewport = {"width": width, "height": height}
                context = browser.new_context(
                    base_url=base, viewport=viewport, color_scheme=theme, timezone_id="UTC", locale="en-GB"
                )
                page = context.new_page()
                for name, address in PAGES.items():
                    if name not in wanted:
                        continue
                    context.clear_cookies()
                    if name not in STRANGERS:
                        context.add_cookies(cookies[COMMISSIONER if name in COMMISSIONERS else OWNER])
                    page.goto(address, wait_until="networkidle")
                    picture = PICTURES / f"{name}-{screen}-{theme}.png"
                    picture.write_bytes(with_palette(browser, page.screenshot()))
                    if picture.stat().st_size > LARGEST:
                        too_large.append(picture.name)
        browser.close()
    return too_large


def main() -> int:
    """0 when every picture was taken and none is too large."""
    wanted = set(sys.argv[1:]) or set(PAGES)
    if unknown := wanted - PAGES.keys():
        print(f"There is no page {', '.join(sorted(unknown))}: use some of {', '.join(PAGES)}.")
        return 1
    PICTURES.mkdir(parents=True, exist_ok=True)
    password = secrets.token_urlsafe(16)
    with served(password, wanted) as base:
        too_large = photograph(base, password, wanted)
    for name in too_large:
        print(f"{name} is over {LARGEST // 1000} kB: show less on it.")
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main())
