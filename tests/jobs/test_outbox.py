"""The outbox: each row handed out once, whatever fails on the way."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from league.jobs import outbox
from league.jobs.book import enqueue
from league.models import Job, Outbox
from tests.jobs.harness import CHECKOUT, Site, wait_for
from tests.league.building import BEGAN, founded

pytestmark = pytest.mark.django_db
told: list[tuple[str, int, str, datetime]] = []


@pytest.fixture(autouse=True)
def _receivers() -> Iterator[None]:
    """The receivers of these tests alone."""
    before = dict(outbox._receivers)
    outbox._receivers.clear()
    told.clear()
    yield
    outbox._receivers.clear()
    outbox._receivers.update(before)


def note(season: str, entry: int, topic: str, at: datetime) -> None:
    told.append((season, entry, topic, at))
    enqueue("noted", key=f"{season}/{entry}/{len(told)}", at=at)


def test_each_row_is_handed_to_who_registered_for_its_topic_or_for_all_and_once() -> None:
    founded()
    outbox.receives("open_setup", "found_franchise")(note)
    outbox.receives("open_setup", "open_setup")(note)  # the same receiver again is the same
    rows = Outbox.objects.count()
    assert [outbox.deliver(at=BEGAN), outbox.deliver(at=BEGAN)] == [rows, 0]
    assert [(entry, topic) for _, entry, topic, _ in told] == [
        (2, "found_franchise"),
        (3, "found_franchise"),
        (4, "found_franchise"),
        (5, "open_setup"),
    ]
    assert {(season, at) for season, _, _, at in told} == {("rust-belt/s1", BEGAN)}
    assert not Outbox.objects.exclude(sent_at=BEGAN).exists()


def test_a_star_hears_everything() -> None:
    founded()
    outbox.receives("*")(note)
    assert outbox.deliver(at=BEGAN) == len(told) == Outbox.objects.count()


def test_a_receiver_that_fails_leaves_its_row_for_next_time_and_holds_up_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    founded()
    broken = [True]

    def breaks(season: str, entry: int, topic: str, at: datetime) -> None:
        note(season, entry, topic, at)
        if entry == 3 and broken:
            raise LookupError("no such member")

    outbox.receives("found_franchise")(breaks)
    rows = Outbox.objects.count()
    assert outbox.deliver(at=BEGAN) == rows - 1
    assert "Nobody was told of found_franchise in entry 3" in caplog.text
    assert sorted(Job.objects.values_list("key", flat=True)) == ["rust-belt/s1/2/1", "rust-belt/s1/4/3"]
    broken.clear()
    assert outbox.deliver(at=BEGAN) == 1
    assert Job.objects.count() == 3


def test_no_more_than_the_limit_is_handed_out() -> None:
    founded()
    assert outbox.deliver(at=BEGAN, limit=2) == 2
    assert list(Outbox.objects.exclude(sent_at=None).values_list("entry", flat=True)) == [1, 2]


def test_many_rows_are_handed_out_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    founded()
    monkeypatch.setattr(outbox, "PAGE", 2)
    outbox.receives("*")(note)
    outbox.deliver(at=BEGAN)
    assert [entry for _, entry, _, _ in told] == list(range(1, len(told) + 1))


DELIVERED = """
import django
django.setup()
import sys, time
from pathlib import Path
from django.utils import timezone
from league.jobs import outbox
from league.jobs.book import enqueue
from league.models import Job

outbox._receivers.clear()

@outbox.receives("*")
def note(season, entry, topic, at):
    enqueue("noted", key=f"{sys.argv[1]} told {season}/{entry}", at=at, due_at=at.replace(year=9000))

Path(sys.argv[2], sys.argv[1]).touch()
while not Path(sys.argv[2], "go").exists():
    time.sleep(0.01)
print(outbox.deliver(at=timezone.now()))
"""


def deliver_at_once(environment: dict[str, str], folder: Path) -> None:
    """Four programs deliver the outbox of one league at the same moment."""

    def run(*arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", *arguments], env=environment, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True
        )

    opened = "import django; django.setup(); from django.core.management import call_command as c; "
    opened += "c('migrate', verbosity=0); from tests.league.building import settled; settled(); "
    opened += "from league.models import Outbox; print(Outbox.objects.count())"
    out, _ = run(opened).communicate(timeout=240)
    rows = int(out.split()[-1])
    programs = [run(DELIVERED, name, str(folder)) for name in "abcd"]
    for name in "abcd":
        wait_for((folder / name).exists, name)
    (folder / "go").touch()
    handed = [int(each.communicate(timeout=240)[0]) for each in programs]
    assert sum(handed) == rows
    looked = "import django; django.setup(); from league.models import Job, Outbox; "
    looked += "told = [each.split(' told ')[1] for each in Job.objects.values_list('key', flat=True)]; "
    looked += "print(len(told), len(set(told)), Outbox.objects.filter(sent_at=None).count())"
    out, _ = run(looked).communicate(timeout=240)
    assert out == f"{rows} {rows} 0\n"


@pytest.mark.long
def test_two_deliveries_at_once_hand_out_each_row_once(tmp_path: Path) -> None:
    deliver_at_once(Site(tmp_path).environment(), tmp_path)


@pytest.mark.postgres
def test_two_deliveries_at_once_hand_out_each_row_once_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    deliver_at_once(Site(tmp_path, database=postgres_url).environment(), tmp_path)
