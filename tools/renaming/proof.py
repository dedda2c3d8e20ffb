"""Shows that renames changed nothing that anybody is served: digests of every page as each role, API and exports.

    python -m tools.renaming.proof made /tmp/proof            # once: a database with the example leagues in it
    python -m tools.renaming.proof crawled /tmp/proof before  # in the checkout as it was
    python -m tools.renaming.proof crawled /tmp/proof after   # in the checkout as it is
    python -m tools.renaming.proof compared /tmp/proof before after

It is part of ADR 30, and goes when that is done. It imports nothing of ours but models, whose names are frozen. The
time and everything random are fixed, so that two crawls of one program are byte for byte the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import secrets
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
CHANCE = random.Random()
MOST = int(os.environ.get("PROOF_MOST", "1500"))
"""Pages a role is shown at most: the first that links lead to."""
HREF = re.compile(rb'href="([^"]+)"')


def environment(folder: Path) -> dict[str, str]:
    """What programs are run with: the kept database, and keys that do not change."""
    return {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder / 'proof.sqlite3'}",
        "VAR_DIR": str(folder / "var"),
        "SECRET_KEY": "proof" * 12,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DEBUG": "false",
        "ALLOWED_HOSTS": "testserver",
    }


def made(folder: Path) -> None:
    """Serves an empty folder until the example leagues are in it, and leaves its database."""
    folder.mkdir(parents=True, exist_ok=True)
    server = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", "8765"],
        env={**os.environ, "DATABASE_URL": f"sqlite:///{folder / 'proof.sqlite3'}", "VAR_DIR": str(folder / "var")},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    began = time.monotonic()
    for line in server.stdout:
        print(line, end="", flush=True)
        if ("example" in line.lower() and ("loaded" in line or "there" in line)) or time.monotonic() - began > 900:
            break
    time.sleep(float(os.environ.get("PROOF_SETTLE", "60")))
    server.terminate()
    server.wait(timeout=60)


def fixed() -> None:
    """Fixes the time and everything random; `CHANCE` is seeded anew for each page."""
    import uuid

    from django.utils import timezone

    timezone.now = lambda: NOW
    secrets.token_hex = lambda nbytes=16: CHANCE.randbytes(nbytes or 16).hex()
    secrets.token_urlsafe = lambda nbytes=16: CHANCE.randbytes(nbytes or 16).hex()
    secrets.token_bytes = lambda nbytes=16: CHANCE.randbytes(nbytes or 16)
    secrets.choice = CHANCE.choice
    uuid.uuid4 = lambda: uuid.UUID(bytes=CHANCE.randbytes(16))


def left_out(path: str) -> bool:
    """What is not compared: files of the site's own, leaving it, and workbooks, which hold when they were made."""
    return path.startswith(("/static/", "/accounts/logout")) or path.endswith(".xlsx")


def crawled(folder: Path, name: str) -> None:
    """Crawls the site as each role, and writes a digest of every page."""
    copy = folder / "crawled.sqlite3"
    copy.write_bytes((folder / "proof.sqlite3").read_bytes())
    os.environ.update(environment(folder))
    os.environ["DATABASE_URL"] = f"sqlite:///{copy}"
    sys.path.insert(0, str(Path.cwd()))
    fixed()
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.test import Client

    from league.models import Membership, Season

    users: dict[str, Any] = {"stranger": None}
    for role in ("commissioner", "owner", "spectator"):
        of_role = Membership.objects.filter(role=role, user__isnull=False).order_by("league_id", "pk").first()
        if of_role is not None:
            users[role] = of_role.user
    users["staff"] = get_user_model().objects.create_superuser("proof")
    seasons = [f"/api/v1/seasons/{season.pk}/export" for season in Season.objects.order_by("pk")]
    digests: dict[str, str] = {}
    pages = folder / name
    pages.mkdir(exist_ok=True)
    for role, user in users.items():
        client = Client(raise_request_exception=False)
        if user is not None:
            client.force_login(user)
        elif role != "stranger":
            continue
        seen = {"/"}
        waiting = deque(["/", "/l/", "/rulebook/", "/api/v1/", "/admin/", *seasons])
        asked = 0
        while waiting and asked < MOST:
            address = waiting.popleft()
            CHANCE.seed(address)
            random.seed(address)
            answer: Any = client.get(address)
            asked += 1
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            of_page = (
                f"{answer.status_code} {answer.headers.get('Location', '')} {answer.headers.get('Content-Type', '')}"
            )
            digest = hashlib.sha256(of_page.encode() + body).hexdigest()
            digests[f"{role} {address}"] = digest
            (pages / hashlib.sha256(f"{role} {address}".encode()).hexdigest()[:24]).write_bytes(body)
            if "html" not in answer.headers.get("Content-Type", ""):
                continue
            for link in HREF.findall(body):
                whole = urljoin(f"http://testserver{address}", link.decode().replace("&amp;", "&"))
                parts = urlsplit(urldefrag(whole).url)
                path = parts.path + (f"?{parts.query}" if parts.query else "")
                if (
                    parts.netloc == "testserver"
                    and path not in seen
                    and not path.startswith(("/static/", "/accounts/logout"))
                ):
                    seen.add(path)
                    waiting.append(path)
        print(f"{role}: {asked} pages, {len(waiting)} not asked", flush=True)
    (folder / f"{name}.json").write_text(json.dumps(digests, indent=0, sort_keys=True), encoding="utf-8")


def compared(folder: Path, one: str, other: str) -> None:
    """Prints what differs between two crawls; ends with 1 where anything does."""
    before, after = (json.loads((folder / f"{name}.json").read_text()) for name in (one, other))
    wrong = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    for name in wrong[:40]:
        print(name, hashlib.sha256(name.encode()).hexdigest()[:24])
    print(f"{len(before)} pages, {len(wrong)} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    what, folder, *names = sys.argv[1:]
    steps: dict[str, Callable[..., None]] = {"made": made, "crawled": crawled, "compared": compared}
    steps[what](Path(folder), *names)
