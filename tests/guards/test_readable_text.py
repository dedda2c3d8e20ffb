"""What people write is checked by `is_readable`; `isprintable` refuses the joiners and spaces of many scripts."""

from __future__ import annotations

from pathlib import Path

from tests.guards.findings import report
from tests.guards.test_packages import CHECKOUT
from tools.source_index import SITE_PACKAGES

NOT_WRITTEN_BY_PEOPLE = frozenset(
    (
        "api/idempotency_key.py",
        "config/senders.py",
        "jobs/queue.py",
        "journal/input_validation.py",
        "league/mail.py",
        "league/management/commands/verify.py",
        "league/pages/duels/actions.py",
        "league/pages/duels/opening.py",
        "league/role_changes.py",
        "rules/core/readable_text.py",
        "scheduling/announcements.py",
        "webhooks/addresses.py",
    )
)
"""Modules that check keys, handles, addresses and what machines say."""


def asks_whether_printable(path: Path) -> bool:
    return ".isprintable()" in path.read_text(encoding="utf-8")


def test_what_people_write_is_not_refused_for_its_script() -> None:
    paths = [path for package in SITE_PACKAGES for path in sorted((CHECKOUT / package).rglob("*.py"))]
    using = [str(path.relative_to(CHECKOUT)) for path in paths if asks_whether_printable(path)]
    report(
        (
            f"{path} uses isprintable: use is_readable, or name it here."
            for path in using
            if path not in NOT_WRITTEN_BY_PEOPLE
        ),
        seen=paths,
        of="files",
    )
    assert set(using) >= NOT_WRITTEN_BY_PEOPLE, "a module that is named here checks nothing of the kind"
