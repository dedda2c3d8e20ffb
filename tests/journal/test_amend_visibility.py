"""An amend reveals nothing that is sealed: not in its preview, not when it is saved, not by what follows.

Whoever gave a sealed choice that it makes illegal is told at once, everybody else when the seal opens.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from journal import AmendResult, audit
from journal.amends import derivation
from journal.verify import verify
from league.models import LeagueLog, Notice, Retold
from rules.campaign.core.command import RefusedUnderSeal
from rules.campaign.match_day.line_ups import LineUpFallen, invalid_line_ups
from rules.core.refusals import Refusal
from scheduling.clock_tick import tick
from tests.api.api_callers import at, program_of
from tests.guards import sealed_pairs as pairs
from tests.guards.findings import report
from tests.journal.amends import amended
from tests.league.small_league import BEGAN, Table, announced
from tests.sampling import one_in

pytestmark = pytest.mark.django_db
Sent = dict[str, Any]
BAR, LOCK, IN_VAIN = pairs.BAR, pairs.LOCK, pairs.IN_VAIN
TAKE = {"type": "take_car", "car": "razors.car1"}
RELEASE = {"type": "release_driver", "franchise": "razors", "driver": "razors.d1"}
OWN = {"type": "adjust_balance", "franchise": "widows", "amount": 1}
MAKES_FALL = {"bar": [BAR], "take": [TAKE], "release": [RELEASE], "bar and own": [BAR, OWN]}


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the clock, so that every page is requested at the same moment."""
    monkeypatch.setattr(timezone, "now", lambda: BEGAN.replace(day=3))


def named(table: Table, franchise: str, *seats: int) -> None:
    """Name a franchise's line-up for the first match."""
    by, sent = pairs.line_up(franchise, *seats)
    fields = dict(sent)
    table.give(fields.pop("type"), by=by, **fields)


def booked(table: Table) -> int:
    """The number of an entry that a commissioner may correct."""
    return table.give("adjust_balance", franchise="widows", amount=1, reason=pairs.WHY).entries[0].number


def lined_up(*seats: int) -> tuple[Table, int, int]:
    """A league with all line-ups named, and the numbers of entries to correct before and after them."""
    table = announced(cars=4)
    before = booked(table)
    named(table, "razors", *seats)
    named(table, "saints", 1)
    named(table, "widows", 1)
    return table, before, booked(table)


def asked(table: Table, number: int, *commands: Sent) -> AmendResult:
    """Amend an entry to consist of those commands."""
    return amended(table, {number: list(commands)})


def page(table: Table, who: str, number: int) -> str:
    """The page of an entry as that member reads it."""
    answer = pairs.sitting(table, who).get(f"/l/{table.season}/journal/{number}/")
    assert answer.status_code == 200
    return answer.content.decode()


def traces(table: Table) -> list[str]:
    """The subjects of the attempts recorded in the league's log."""
    return list(LeagueLog.objects.filter(league=table.league, what="tried in vain").values_list("subject", flat=True))


def both(build: Callable[[], Table], tell: Callable[[Table], dict[str, str]], *then: tuple[str, Sent]) -> None:
    """Report where two seasons that differ only in a sealed line-up can be told apart."""
    one, other = pairs.both(pairs.Scene(build, pairs.NAMED, then), tell)
    report(pairs.differences(one, other), seen=one, of="answers")


def test_no_preview_tells_whom_a_sealed_line_up_names_though_it_locks_them() -> None:
    def answers(table: Table) -> dict[str, str]:
        program, stands, answers_by_driver = program_of(table, "boss"), pairs.hashes(table), {}
        last = table.row.length
        for commands in ([BAR, LOCK], [TAKE, LOCK], [pairs.OUT, OWN, LOCK], [LOCK], [BAR, LOCK, IN_VAIN]):
            body = {"corrections": {str(last): commands}, "reason": pairs.WHY}
            answer = program.post(at(table, "/amends/preview"), body, key=f"k{len(answers_by_driver)}")
            answers_by_driver[json.dumps(commands)] = pairs.settled_text(
                f"{answer.status_code} {answer.content.decode()}", stands
            )
            assert answer.status_code == (422 if IN_VAIN in commands else 201)
        return answers_by_driver

    others = [pairs.line_up("saints", 1), pairs.line_up("widows", 1)]
    one, other = pairs.both(pairs.Scene(lambda: announced(cars=4), pairs.NAMED, (*others, ("boss", OWN))), answers)
    report(pairs.differences(one, other), seen=one, of="previews")


@pytest.mark.parametrize("commands", [[BAR, LOCK], [TAKE, LOCK], [pairs.OUT, OWN, LOCK]], ids=str)
def test_an_amend_that_locks_what_it_makes_fall_says_whose_alone_and_leaves_a_trace(
    commands: list[Sent],
) -> None:
    table, _, number = lined_up(1)
    length = table.row.length
    with pytest.raises(
        LineUpFallen, match=r"^razors named a line-up for m1 that may not be fielded any more"
    ) as raised:
        asked(table, number, *commands)
    assert "razors.d1" not in str(raised.value)
    assert raised.value.pointer == f"/corrections/{number}"
    assert (table.row.length, traces(table)) == (length, ["amend lock_line_ups m1 (s1)"])


def test_the_trace_of_an_amend_in_vain_stays_by_the_api_the_pages_and_the_command_line(tmp_path: Path) -> None:
    table, _, number = lined_up(1)
    body = {"corrections": {str(number): [BAR, LOCK]}, "reason": pairs.WHY}
    answer = program_of(table, "boss").post(at(table, "/amends"), body, key="amend")
    assert (answer.status_code, answer.json()["type"].rpartition("/")[2]) == (422, "line-up-fallen")
    assert len(traces(table)) == 1
    path = tmp_path / "lock.json"
    path.write_text(json.dumps([BAR, LOCK]))
    line = ["amend", table.season, "--correct", f"{number}={path}", "--reason", "x", "--as", f"{table.league}-boss"]
    output = io.StringIO()
    call_command(*line, stdout=output)
    assert "m1 step: M3 → M4" in output.getvalue()
    for times, seen in ((2, []), (3, ["--seen", str(table.row.length)])):
        with pytest.raises(CommandError, match="razors named a line-up"):
            call_command(*line, "--save", *seen, stdout=io.StringIO())
        assert len(traces(table)) == times


@pytest.mark.parametrize("way", one_in(2, list(MAKES_FALL)))
def test_an_amend_saved_before_a_sealed_line_up_leaves_everything_public_alike(way: str) -> None:
    at_number: list[int] = []

    def build() -> Table:
        table = announced(cars=4)
        at_number.append(booked(table))
        return table

    def tell(table: Table) -> dict[str, str]:
        program = program_of(table, "boss")
        body = {"corrections": {str(at_number[-1]): MAKES_FALL[way]}, "reason": pairs.WHY}
        answers = [program.post(at(table, f"/amends{part}"), body, key=f"amend{part}") for part in ("/preview", "")]
        assert [answer.status_code for answer in answers] == [201, 201]
        stands = pairs.hashes(table)
        texts = {
            str(answer.wsgi_request.path): pairs.settled_text(answer.content.decode(), stands) for answer in answers
        }
        soon = {name: path for name, path in pairs.addresses() if name in READ_SOON}
        for role in pairs.ROLES:
            texts |= {f"{role} {name}": text for name, text in pairs.pages(table, role, soon).items()}
        trial = program.post(at(table, "/trials"), {"commands": [LOCK]})
        return {**texts, "lock": f"{trial.status_code} {trial.content.decode()}"}

    both(build, tell, pairs.line_up("saints", 1), pairs.line_up("widows", 1))


READ_SOON = frozenset({
    "api_awaited", "api_entries", "api_entry", "api_facts", "api_line_ups", "api_match", "api_matches", "api_result",
    "api_season", "awaited", "board", "entry", "journal", "league", "match", "season",
})  # fmt: skip
"""The URLs read after an amend is saved here; the guard reads all of them."""


def test_whose_line_up_an_amend_makes_fall_is_told_so_and_names_another() -> None:
    table, number, _ = lined_up(1)
    at_line_up = number + 1
    result = asked(table, number, BAR)
    assert result.amended.under_seal
    assert at_line_up not in result.amended.amended_bodies()
    line_up = table.state.line_up("m1", "razors")
    assert (line_up.named, line_up.fallen) == (True, True)
    assert [line_up.franchise for line_up in invalid_line_ups(table.state)] == ["razors"]
    retold = Retold.objects.get(season=table.season, number=at_line_up)
    assert retold.standing == "stood_in"
    assert retold.because.startswith("razors.d1 is barred")
    assert "is barred and cannot be fielded" in page(table, "razors", at_line_up)
    assert "cannot be fielded" not in page(table, "boss", at_line_up)
    tick(table.season, at=table.at)
    notices = Notice.objects.filter(about="line_up_fallen")
    assert [notice.member.handle for notice in notices] == [table.handle("razors")]
    with pytest.raises(LineUpFallen, match=r"^razors named"):
        table.give("lock_line_ups", match="m1")
    table.given += 1
    named(table, "razors", 2)
    assert table.state.line_up("m1", "razors").fallen is False
    table.give("lock_line_ups", match="m1")
    assert "is barred and cannot be fielded" in page(table, "boss", at_line_up)
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_the_form_says_why_to_its_owner_alone_and_the_entry_names_cars_and_drivers() -> None:
    table, number, _ = lined_up(1)
    asked(table, number, BAR)
    form = f"/l/{table.season}/do/name_line_up/?franchise=razors&match=m1"
    html_by_reader = {who: pairs.sitting(table, who).get(form).content.decode() for who in ("razors", "boss")}
    assert "What you named can no longer be entered" in html_by_reader["razors"]
    assert "is barred and cannot be fielded: line up somebody else." in html_by_reader["razors"]
    assert "can no longer be entered" not in html_by_reader["boss"]
    html = page(table, "razors", number + 1)
    assert "not legal any more, named again before the lock" in html
    assert "seats</strong> car Car 1, driver razors 1</p>" in html
    named(table, "razors", 2)
    assert "can no longer be entered" not in pairs.sitting(table, "razors").get(form).content.decode()


def test_a_line_up_whose_driver_an_amend_unhires_is_fallen_and_stands_again_once_that_is_undone() -> None:
    table, number, _ = lined_up(1)
    before = table.row.digest
    asked(table, number, RELEASE)
    assert table.state.line_up("m1", "razors").fallen is True
    asked(table, number, OWN)
    assert table.state.line_up("m1", "razors").fallen is False
    assert table.row.digest == before
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_an_amend_is_refused_in_vain_by_what_everybody_may_see_before_anything_sealed_is_looked_at() -> None:
    table, _, number = lined_up(1)
    with pytest.raises(Refusal, match="franchise") as raised:
        asked(table, number, BAR, IN_VAIN, LOCK)
    assert not isinstance(raised.value, RefusedUnderSeal)
    assert traces(table) == []


def test_a_match_that_an_amend_calls_off_opens_its_line_ups_and_verifies() -> None:
    table, number, _ = lined_up(1)
    asked(table, number, BAR)
    asked(table, number, BAR, {"type": "void_match", "match": "m1"})
    assert table.state.match("m1").step == "void"
    assert (audit(table.season), verify(table.season).findings) == ([], [])
    asked(table, number, OWN, {"type": "void_match", "match": "m1"})
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_an_amend_of_an_earlier_release_is_worked_out_by_its_own_law(monkeypatch: pytest.MonkeyPatch) -> None:
    table, number, after = lined_up(1)
    with monkeypatch.context() as earlier:
        earlier.setattr(derivation, "entries_sealed_at", lambda _row, _number: frozenset())
        result = asked(table, number, BAR)
    assert result.amended.under_seal is False
    assert table.state.line_up("m1", "razors").named is False
    assert (audit(table.season), verify(table.season).findings) == ([], [])
    asked(table, after, {**OWN, "amount": 2})
    assert table.state.line_up("m1", "razors").named is True
    assert (audit(table.season), verify(table.season).findings) == ([], [])
