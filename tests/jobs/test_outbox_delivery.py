"""Each row of the outbox is delivered once, whatever fails."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from jobs import outbox_delivery
from jobs.queue import enqueue
from league.models import Job, Outbox
from tests.league.programs import on_postgresql, on_sqlite, programs_in
from tests.league.small_league import BEGAN, founded

pytestmark = pytest.mark.django_db
told: list[tuple[str, int, str, datetime]] = []


@pytest.fixture(autouse=True)
def _receivers() -> Iterator[None]:
    """Remove the site's receivers during each test."""
    before = dict(outbox_delivery._receivers)
    outbox_delivery._receivers.clear()
    told.clear()
    yield
    outbox_delivery._receivers.clear()
    outbox_delivery._receivers.update(before)


def note(season: str, entry: int, topic: str, at: datetime) -> None:
    told.append((season, entry, topic, at))
    enqueue("noted", key=f"{season}/{entry}/{len(told)}", at=at)


def test_each_row_is_handed_to_who_registered_for_its_topic_or_for_all_and_once() -> None:
    founded()
    outbox_delivery.outbox_receiver("open_setup", "found_franchise")(note)
    outbox_delivery.outbox_receiver("open_setup", "open_setup")(note)  # registering it again has no effect
    rows = Outbox.objects.count()
    assert [outbox_delivery.deliver_outbox(at=BEGAN), outbox_delivery.deliver_outbox(at=BEGAN)] == [rows, 0]
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
    outbox_delivery.outbox_receiver("*")(note)
    assert outbox_delivery.deliver_outbox(at=BEGAN) == len(told) == Outbox.objects.count()


def test_a_receiver_that_fails_leaves_its_row_for_next_time_and_holds_up_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    founded()
    broken = [True]

    def breaks(season: str, entry: int, topic: str, at: datetime) -> None:
        note(season, entry, topic, at)
        if entry == 3 and broken:
            raise LookupError("no such member")

    outbox_delivery.outbox_receiver("found_franchise")(breaks)
    rows = Outbox.objects.count()
    assert outbox_delivery.deliver_outbox(at=BEGAN) == rows - 1
    assert "Nobody was told of found_franchise in entry 3" in caplog.text
    assert sorted(Job.objects.values_list("key", flat=True)) == ["rust-belt/s1/2/1", "rust-belt/s1/4/3"]
    broken.clear()
    assert outbox_delivery.deliver_outbox(at=BEGAN) == 1
    assert Job.objects.count() == 3


def test_no_more_than_the_limit_is_handed_out() -> None:
    founded()
    assert outbox_delivery.deliver_outbox(at=BEGAN, limit=2) == 2
    assert list(Outbox.objects.exclude(sent_at=None).values_list("entry", flat=True)) == [1, 2]


def test_many_rows_are_handed_out_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    founded()
    monkeypatch.setattr(outbox_delivery, "PAGE_SIZE", 2)
    outbox_delivery.outbox_receiver("*")(note)
    outbox_delivery.deliver_outbox(at=BEGAN)
    assert [entry for _, entry, _, _ in told] == list(range(1, len(told) + 1))


DELIVERED = """
import django
django.setup()
import sys, time
from pathlib import Path
from django.utils import timezone
from jobs import outbox_delivery
from jobs.queue import enqueue
from league.models import Job

outbox_delivery._receivers.clear()

@outbox_delivery.outbox_receiver("*")
def note(season, entry, topic, at):
    enqueue("noted", key=f"{sys.argv[1]} told {season}/{entry}", at=at, due_at=at.replace(year=9000))

Path(sys.argv[2], sys.argv[1]).touch()
while len(list(Path(sys.argv[2]).iterdir())) < int(sys.argv[3]):
    time.sleep(0.01)
print(outbox_delivery.deliver_outbox(at=timezone.now()))
"""


OPENED = """
from tests.league.small_league import settled
settled()
from league.models import Outbox
print(Outbox.objects.count())
"""
LOOKED = """
from league.models import Job, Outbox
told = [each.split(" told ")[1] for each in Job.objects.values_list("key", flat=True)]
print(len(told), len(set(told)), Outbox.objects.filter(sent_at=None).count())
"""


def deliver_at_once(environment: dict[str, str], folder: Path) -> None:
    """Let four programs deliver the outbox of one league at once. They wait for each other in a folder."""
    folder.mkdir()
    with programs_in(environment) as programs:
        rows = int(programs.run(OPENED).split()[-1])
        racers = [("-c", DELIVERED, name, str(folder), "4") for name in "abcd"]
        counts = [int(output) for output in programs.run_at_once(racers)]
        assert sum(counts) == rows
        assert programs.run(LOOKED) == f"{rows} {rows} 0\n"


@pytest.mark.long
def test_two_deliveries_at_once_hand_out_each_row_once(tmp_path: Path) -> None:
    deliver_at_once(on_sqlite(tmp_path), tmp_path / "ready")


@pytest.mark.postgres
def test_two_deliveries_at_once_hand_out_each_row_once_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    deliver_at_once(on_postgresql(postgres_url), tmp_path / "ready")
