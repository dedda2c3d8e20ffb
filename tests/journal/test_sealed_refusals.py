"""A refusal does not depend on what is sealed from the giver, through every entry point.

Only locking reveals something, since somebody has to name another line-up; the attempt is logged.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from journal import perform
from league.models import LeagueLog, Membership, Notice, Window
from rules.campaign.core.codec import command_from_document
from rules.campaign.match_day.line_ups import LineUpFallen
from rules.campaign.people.veterans import DriverLinedUp, LineUpSealed
from rules.core.refusals import Refusal
from scheduling.automatic_steps import advance_season
from scheduling.clock_controls import NobodyAwaited, send_reminder
from scheduling.clock_tick import tick
from tests.api.api_callers import at, program_of
from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, announced

pytestmark = pytest.mark.django_db
T = TypeVar("T")
ONE, OTHER = ("razors.d1", "razors.car1"), ("razors.d2", "razors.car2")
BAR = {"type": "adjust_driver", "driver": "razors.d1", "availability": "barred"}
LOCK = {"type": "lock_line_ups", "match": "m1"}
RELEASE = {"type": "release_driver", "franchise": "razors", "driver": "razors.d1"}
IN_VAIN = {"type": "adjust_balance", "franchise": "nobody", "amount": 1}
"""A command for which every batch that contains it is refused."""


def lining_up(seat: tuple[str, str]) -> Table:
    """A league in which the razors named that driver and car, and the others their own."""
    return lined_up_in(announced(), seat)


def lined_up_in(table: Table, seat: tuple[str, str]) -> Table:
    """The league with all line-ups of its match named."""
    driver, car = seat
    table.give(
        "name_line_up", by="razors", franchise="razors", match="m1", seats=[{"driver": driver, "car": car}], words=car
    )
    for franchise in ("saints", "widows"):
        seats = [{"driver": f"{franchise}.d1", "car": f"{franchise}.car1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    return table


def whatever_is_sealed(report_on: Callable[[Table], T]) -> list[T]:
    """The results of a function for two seasons that differ only in what is sealed."""
    table, results = announced(), []
    for seat in (ONE, OTHER):
        with transaction.atomic():
            results.append(report_on(lined_up_in(replace(table), seat)))
            transaction.set_rollback(True)
    return results


def given(table: Table, *commands: dict[str, Any], by: str = "boss", behalf: str = "") -> Refusal | None:
    """The refusal of a batch; None if it is performed."""
    table.given += 1
    try:
        perform(
            table.season,
            [command_from_document(command) for command in commands],
            actor=table.handle(by),
            at=table.at,
            key=f"b{table.given}",
            on_behalf_of=behalf,
            reason="For the show.",
        )
    except Refusal as refusal:
        return refusal
    return None


def words(no: Refusal | None) -> tuple[Any, ...]:
    """The type and content of a refusal."""
    assert no is not None
    return type(no), no.sentence, no.pointer, no.place


def tried_in_vain(table: Table) -> list[str]:
    """The subjects of logged attempts that were refused because of something sealed."""
    return list(LeagueLog.objects.filter(league=table.league, what="tried in vain").values_list("subject", flat=True))


@pytest.mark.parametrize("seat", [ONE, OTHER])
def test_a_commissioner_releases_nobody_while_the_line_up_is_sealed(seat: tuple[str, str]) -> None:
    table = lining_up(seat)
    no = given(table, RELEASE, behalf="razors")
    assert isinstance(no, LineUpSealed)
    assert tried_in_vain(table) == []


def test_an_owner_is_told_exactly() -> None:
    assert isinstance(given(lining_up(ONE), RELEASE, by="razors"), DriverLinedUp)


def test_an_owner_releases_whom_they_did_not_line_up() -> None:
    assert given(lining_up(OTHER), RELEASE, by="razors") is None


@pytest.mark.parametrize(
    "batch",
    [
        [BAR, LOCK, IN_VAIN],
        [LOCK, {"type": "accept_report", "match": "m1", "report": {"drivers": [{"driver": "razors.d1"}]}}],
        [{"type": "void_match", "match": "m1"}, IN_VAIN],
        [BAR, IN_VAIN],
    ],
    ids=["barred, locked", "locked, reported", "voided", "barred"],
)
def test_a_batch_that_must_fail_is_refused_alike_whatever_is_sealed(batch: list[dict[str, Any]]) -> None:
    one, other = whatever_is_sealed(lambda table: words(given(table, *batch)))
    assert one == other


def test_the_lock_tells_whose_line_up_fell_and_the_attempt_is_written_down() -> None:
    table = lining_up(ONE)
    assert given(table, BAR) is None
    no = given(table, LOCK)
    assert isinstance(no, LineUpFallen)
    assert no.sentence == (
        "razors named a line-up for m1 that may not be fielded any more: have it named again before you lock."
    )
    assert no.place == 0
    assert tried_in_vain(table) == ["lock_line_ups m1 (s1)"]
    assert LeagueLog.objects.get(what="tried in vain").actor == table.handle("boss")
    assert table.state.match("m1").step == "M3"


def test_barring_and_locking_at_once_is_an_attempt_too() -> None:
    table = lining_up(ONE)
    assert words(given(table, BAR, LOCK))[::3] == (LineUpFallen, 1)
    assert tried_in_vain(table) == ["lock_line_ups m1 (s1)"]
    assert table.state.driver("razors.d1").availability == "available"


def test_who_owns_the_line_up_that_fell_is_told_exactly() -> None:
    table = lining_up(ONE)
    boss = Membership.objects.get(handle=table.handle("boss"))
    Membership.objects.filter(handle=table.handle("razors")).update(user=boss.user)
    assert given(table, BAR) is None
    no = given(table, LOCK)
    assert no is not None
    assert "razors.d1 is barred and cannot be fielded" in no.sentence
    assert tried_in_vain(table) == []


def test_the_attempt_is_written_down_whichever_way_it_comes(tmp_path: Path) -> None:
    table = lining_up(ONE)
    assert given(table, BAR) is None
    program = program_of(table, "boss")
    answer = program.post(at(table, "/commands"), {"commands": [LOCK]}, key="lock")
    assert (answer.status_code, answer.json()["type"].rpartition("/")[2]) == (422, "line-up-fallen")
    assert "razors.d1" not in answer.content.decode()
    program.post(at(table, "/commands"), {"commands": [LOCK]}, key="lock")
    assert len(tried_in_vain(table)) == 1
    page = Sitter(table.season, "boss").give("lock_line_ups", match="m1").content.decode()
    assert "named a line-up for" in page
    assert "Razors 1" not in page
    assert len(tried_in_vain(table)) == 2
    boss = Membership.objects.get(handle=table.handle("boss"))
    with pytest.raises(LineUpFallen):
        advance_season(table.season, member=boss, at=timezone.now(), key="on")
    assert len(tried_in_vain(table)) == 3
    file = tmp_path / "lock.json"
    file.write_text(json.dumps(LOCK))
    with pytest.raises(CommandError, match="named a line-up for m1"):
        call_command("do", table.season, str(file), stdout=io.StringIO())
    with pytest.raises(CommandError, match="named a line-up for m1"):
        call_command("advance", table.season, stdout=io.StringIO())
    assert len(tried_in_vain(table)) == 5


def test_whom_the_clock_waits_for_does_not_tell_who_is_in_a_line_up() -> None:
    def told(table: Table) -> Any:
        tick(table.season, at=table.at)
        assert given(table, BAR) is None
        tick(table.season, at=table.at)
        boss = Membership.objects.get(handle=table.handle("boss"))
        with pytest.raises(NobodyAwaited) as raised:
            send_reminder(table.season, "M3/m1", member=boss, at=table.at)
        output = io.StringIO()
        call_command("clock", table.season, "--at", "2026-09-02T10:00", stdout=output)
        windows = list(Window.objects.filter(season=table.season).values_list("what", "closed_at", "closes_at"))
        others = list(Notice.objects.exclude(member__handle=table.handle("razors")).values_list("about", "key"))
        return raised.value.sentence, output.getvalue(), windows, others

    one, other = whatever_is_sealed(told)
    assert one == other


def test_the_owner_alone_is_told_that_the_line_up_fell_and_once() -> None:
    table = lining_up(ONE)
    assert given(table, BAR) is None
    for _ in range(2):
        tick(table.season, at=table.at)
    fallen_notices = Notice.objects.filter(about="line_up_fallen")
    assert [notice.member.handle for notice in fallen_notices] == [table.handle("razors")]
