"""`awaited` lists the commands that may be given now: for each role, with deadlines, and nothing that is sealed."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api.awaited.command_lines import awaited_commands, command_times
from franchises.models import StandingOrders
from league.access import viewer_of
from league.models import League, Membership, Season, Window
from league.queries.round_plans import plans_of
from league.queries.season_leaves import BEACON
from league.sandboxes import create_sandbox
from league.tokens import READ_SCOPE
from rules.campaign.core.codec import command_schema
from rules.campaign.core.command import COMMAND_TYPES
from scheduling.windows import sync_windows
from tests.api.api_callers import Program, at, program_of
from tests.api.test_orders_and_queues import at_the_draft, ok
from tests.journal.awaited_seasons import AWAITING
from tests.league.small_league import Table, announced, closed, founded, lined_up, settled, shopping, signed
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db


def commands(program: Program, table: Table) -> list[dict[str, Any]]:
    """What a program is told may be given, which both addresses tell alike."""
    found: list[dict[str, Any]] = ok(program.get(at(table)))["awaited"]
    assert ok(program.get(at(table, "/awaited")))["commands"] == found
    return found


def needed(program: Program, table: Table) -> list[tuple[str, str | None, str | None, bool]]:
    """What the season waits for: type, franchise, match, and whether the reader may give it."""
    return [
        (line["type"], line["franchise"], line["match"], line["may_give"])
        for line in commands(program, table)
        if line["needed"]
    ]


def test_everybody_reads_what_the_season_waits_for_and_owners_get_a_body_for_their_own() -> None:
    table = clocked(announced(franchises=("razors", "saints")))
    sync_windows(table.season, at=timezone.now())
    mine, others = ("name_line_up", "razors", "m1", True), ("name_line_up", "saints", "m1", False)
    assert needed(program_of(table, "razors"), table) == [mine, others]
    assert needed(program_of(table, "razors", READ_SCOPE), table) == [mine, others]
    assert needed(Program(), table) == [(*mine[:3], False), others]
    assert needed(program_of(table, "boss"), table) == [mine, (*others[:3], True)]
    line, other = (found for found in commands(program_of(table, "razors"), table) if found["needed"])
    assert line["until"] == other["until"] is not None
    assert (line["by"], line["open"], line["subjects"]) == ("owner", [], {"franchise": "razors", "match": "m1"})
    assert line["schema"] == "/api/v1/catalogue/commands/name_line_up"
    assert other["example"] is None
    owner = program_of(table, "razors")
    assert owner.post(at(table, "/commands"), line["example"], key="k").status_code == 201
    assert needed(owner, table) == [others]


def test_a_commissioner_gives_an_owners_with_a_reason_of_their_own() -> None:
    table = announced(franchises=("razors", "saints"))
    boss = program_of(table, "boss")
    line = next(found for found in commands(boss, table) if found["needed"])
    assert (line["open"], line["example"]["on_behalf_of"]) == (["reason"], "razors")
    assert boss.post(at(table, "/commands"), line["example"], key="k").status_code == 422
    body = {**line["example"], "reason": "They are away."}
    assert boss.post(at(table, "/commands"), body, key="l").status_code == 201


def test_a_named_line_up_and_orders_of_others_are_in_nobodys_answer() -> None:
    table = announced(franchises=("razors", "saints"))
    StandingOrders.objects.create(
        franchise_id=f"{table.league}/razors",
        document={"drivers": ["razors.d5", "razors.d6"]},
        updated_at=table.at,
        updated_by=table.handle("razors"),
    )
    before = {who: commands(program_of(table, who), table) for who in ("boss", "saints")}
    StandingOrders.objects.all().delete()
    assert {who: commands(program_of(table, who), table) for who in ("boss", "saints")} == before
    seats = [{"driver": f"razors.d{number}", "car": f"razors.car{number}"} for number in (1, 2)]
    table.give("name_line_up", by="razors", match="m1", franchise="razors", seats=seats)
    for who in ("boss", "saints"):
        text = json.dumps(commands(program_of(table, who), table))
        assert "razors.d1" not in text


def test_a_locked_match_waits_for_a_report_and_its_examples_leave_it_open() -> None:
    table = lined_up(franchises=("razors", "saints"))
    line = next(found for found in commands(program_of(table, "boss"), table) if found["needed"])
    assert (line["type"], line["match"], line["open"]) == ("accept_report", "m1", ["report"])
    assert needed(program_of(table, "razors"), table) == [("accept_report", None, "m1", False)]


def test_what_nobody_waits_for_is_listed_for_owners_and_commissioners_with_what_is_open() -> None:
    table = announced(franchises=("razors", "saints"))
    own = {line["type"]: line for line in commands(program_of(table, "razors"), table) if not line["needed"]}
    assert own.keys() == {"design_car", "hire_match_mechanic", "propose_trade", "release_driver"}
    assert own["release_driver"]["open"] == ["driver"]
    assert own["release_driver"]["example"] == {"commands": [{"type": "release_driver", "franchise": "razors"}]}
    house = {line["type"]: line for line in commands(program_of(table, "boss"), table) if not line["needed"]}
    assert {"void_match", "adjust_balance", "give_car"} <= house.keys()
    assert {"lock_line_ups", "waive_garage", "take_item", "announce_round"}.isdisjoint(house)
    assert "reason" in house["void_match"]["open"]
    assert all(line["needed"] for line in commands(Program(), table))
    for line in (*own.values(), *house.values()):
        schema, document = command_schema(line["type"]), line["example"]["commands"][-1]
        assert set(schema["required"]) <= {*document, *line["open"]}
        assert COMMAND_TYPES[line["type"]].by.value == line["by"]


def setting_up() -> Table:
    """A league of two at hiring, whose owners have hired nobody."""
    return founded(franchises=("razors", "saints"))


@pytest.mark.parametrize("build", [setting_up, announced, shopping, at_the_draft])
@pytest.mark.parametrize("who", ["razors", "boss"])
def test_every_body_that_leaves_nothing_but_a_reason_open_is_accepted_as_it_stands(
    build: Callable[[], Table], who: str
) -> None:
    table = build()
    program = program_of(table, who)
    lines = [line for line in commands(program, table) if line["may_give"] and set(line["open"]) <= {"reason"}]
    assert lines or table.row.step == "E6"  # where another franchise is on turn
    for line in lines:
        body = {**line["example"], **dict.fromkeys(line["open"], "They are away.")}
        assert ok(program.post(at(table, "/trials"), body))["refusal"] == "", line["type"]


def test_what_is_made_has_its_proposed_id_and_what_can_be_chosen_is_open() -> None:
    table = setting_up()
    owner = program_of(table, "razors")
    own = {line["type"]: line for line in commands(owner, table) if not line["needed"]}
    assert own["buy_car"]["example"] == {
        "commands": [{"type": "buy_car", "franchise": "razors", "car": "razors.car1"}]
    }
    assert (own["buy_car"]["open"], own["buy_car"]["subjects"]["car"]) == ([], "razors.car1")
    assert {"release_driver", "sell_car", "fit_item", "stow_item", "cash_holding"}.isdisjoint(own)
    armed = signed(items=True, over=False, league="armed")
    listed = {line["type"]: line for line in commands(program_of(armed, "razors"), armed)}
    assert listed["fit_item"]["open"] == ["item", "car"]
    assert "release_driver" in listed
    assert "sell_car" not in listed  # a garage keeps as many cars as this one has


def test_only_who_is_on_turn_is_told_to_pick_or_pass() -> None:
    table = at_the_draft()
    (line,) = [found for found in commands(Program(), table) if found["needed"]]
    for who in table.franchises:
        listed = {found["type"] for found in commands(program_of(table, who), table) if found["may_give"]}
        assert {"pick_driver", "pass_pick"} & listed == (
            {"pick_driver", "pass_pick"} if who == line["franchise"] else set()
        )


def test_who_left_is_told_what_a_stranger_is() -> None:
    table = announced(franchises=("razors", "saints"))
    owner = program_of(table, "razors")
    Membership.objects.filter(handle=table.handle("razors")).update(role=Membership.Role.FORMER, franchise=None)
    assert commands(owner, table) == commands(Program(), table)


def test_the_maker_of_a_sandbox_may_give_everything_in_it() -> None:
    table = clocked(announced(franchises=("razors", "saints")))
    sync_windows(table.season, at=timezone.now())
    viewer = viewer_of(
        Membership.objects.get(handle=table.handle("razors")).user, League.objects.get(pk=table.league)
    )
    box = create_sandbox(season=table.row, viewer=viewer, at=timezone.now()).season
    copy = Table(league=table.league, season=box.pk, franchises=table.franchises)
    owner = program_of(table, "razors")
    lines = [line for line in commands(owner, copy) if line["needed"]]
    assert [(line["franchise"], line["may_give"], line["until"]) for line in lines] == [
        ("razors", True, None),
        ("saints", True, None),
    ]
    for line in lines:
        assert owner.post(at(copy, "/commands"), line["example"], key=line["franchise"]).status_code == 201


def test_nobody_may_give_anything_in_an_archived_league_and_its_answer_changes_with_that() -> None:
    table = announced(franchises=("razors", "saints"))
    programs = [program_of(table, who) for who in ("razors", "boss")]
    tags = [program.get(at(table, "/awaited"))["ETag"] for program in programs]
    League.objects.update(archived_at=table.now)
    for program, tag in zip(programs, tags, strict=True):
        assert program.get(at(table, "/awaited"), **{"if-none-match": tag}).status_code == 200
        listed = [(line["type"], line["may_give"], line["example"]) for line in commands(program, table)]
        assert listed == [("name_line_up", False, None)] * 2


def test_what_has_to_wait_for_dice_is_not_listed_until_they_fell() -> None:
    table = founded(franchises=("razors", "saints"), dice=AWAITING[BEACON])
    table.holds = True
    table.give("throw_party", by="razors", franchise="razors", spend_k=10)
    assert {franchise for _, franchise in listed_at(table, "razors", table.now)} == {"saints"}
    assert {("buy_car", "saints"), ("throw_party", "saints")} <= listed_at(table, "saints", table.now)
    assert listed_at(table, "boss", table.now + timedelta(days=1)) == set()  # the dice may be known, so all wait


def listed_at(table: Table, who: str, at: datetime) -> set[tuple[str, str | None]]:
    """The types of the commands that a member reads at a time, each with its franchise."""
    row = Season.objects.select_related("league").get(pk=table.season)
    viewer = viewer_of(Membership.objects.get(handle=table.handle(who)).user, row.league)
    times = command_times(row, viewer, at=at)
    return {(line.type, line.franchise) for line in awaited_commands(row, viewer, times)}


def test_a_closed_season_waits_for_nothing() -> None:
    table = closed(settled(rounds=1, franchises=("razors", "saints")))
    assert commands(program_of(table, "boss"), table) == []


def test_the_one_on_turn_in_a_draft_is_awaited() -> None:
    table = at_the_draft()
    (line,) = [found for found in commands(program_of(table, "boss"), table) if found["needed"]]
    assert line["type"] in {"pick_driver", "pass_pick"}
    who = line["franchise"]
    (own,) = [found for found in commands(program_of(table, who), table) if found["needed"]]
    assert program_of(table, who).post(at(table, "/commands"), own["example"], key="k").status_code == 201


def test_a_moved_deadline_is_a_new_answer_and_refuses_no_write() -> None:
    table = clocked(announced(franchises=("razors", "saints")))
    sync_windows(table.season, at=timezone.now())
    owner = program_of(table, "razors")
    tag = owner.get(at(table))["ETag"]
    assert owner.get(at(table), **{"if-none-match": tag}).status_code == 304
    Window.objects.update(closes_at=timezone.now() + timedelta(days=9))
    changed = owner.get(at(table), **{"if-none-match": tag})
    assert changed.status_code == 200
    example = next(line["example"] for line in changed.json()["awaited"] if line["needed"])
    assert owner.post(at(table, "/commands"), example, key="k", **{"if-match": tag}).status_code == 201
    assert owner.post(at(table, "/commands"), example, key="l", **{"if-match": tag}).status_code == 412
    assert not plans_of(table.season, after=0).exists()


def test_it_takes_as_many_queries_however_many_are_awaited() -> None:
    counts = []
    for number in (2, 30):
        names = tuple(f"f{place:02}" for place in range(number))
        table = founded(league=f"of-{number}", franchises=names)
        program = program_of(table, "boss")
        program.get(at(table))
        with CaptureQueriesContext(connection) as queries:
            assert sum(line["needed"] for line in commands(program, table)) == number
        counts.append(len(queries))
    assert counts[0] == counts[1]
