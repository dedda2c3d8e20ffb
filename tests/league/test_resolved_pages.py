"""The pages of a match that was resolved here: the fact itself, its log's digest, and what happened in it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from journal.gate import open_gate
from journal.match_logs import read_match_log
from league.models import Match, MatchLog, Report, Season
from league.pages.matches import log
from league.pages.matches.log import box_tables, story_parts
from league.pages.matches.rolls import rolls_of
from league.queries.matches import SETTLEMENT_CLOSED_STEPS
from league.queries.season_leaves import REVEAL
from rules.core.refusals import Refusal
from rules.match.registry import temporarily_installed
from rules.match.ruleset import Page
from rules.match.text_tables import Table as Told
from tests.journal.awaited_seasons import AWAITING, all_fall
from tests.league.resolved_leagues import PAIR, climbing, resolved
from tests.league.small_league import SEEDS, Table, report, signed
from tests.pages.test_fairness_page import printed
from tests.rules.ladder import LADDER, Ladder

pytestmark = [pytest.mark.long, pytest.mark.django_db]
MATCH = "/l/rust-belt/s1/m1/"
LOG = f"{MATCH}log/"


@dataclass(frozen=True)
class Chatty(Ladder):
    """The ladder with a long story: two phases in every turn, and a line for each of two cars in both."""

    name: str = "chatty"
    turns: int = 1
    rulebook: tuple[Page, ...] = (Page(title="Yarn", text="## YRN-001 Spinning yarn\n\nAt length."),)

    def story(self, log: bytes) -> list[str]:
        """A story of `turns` turns, whatever happened."""
        self._read(log)
        lines_by_turn = [
            [
                f"Turn {turn} of heat 1 (Speeds: razors.car1 {turn})",
                *(
                    f"  {phase}  {car} spins a yarn, rolls {turn % 6 + 1} [YRN-001]"
                    for phase in (1, 2)
                    for car in ("razors.car1", "saints.car1")
                ),
                "",
            ]
            for turn in range(1, self.turns + 1)
        ]
        return [line for turn in lines_by_turn for line in turn]


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    story_parts.cache_clear()
    box_tables.cache_clear()
    rolls_of.cache_clear()
    with temporarily_installed(LADDER):
        yield


def page(address: str, client: Client | None = None) -> str:
    """The HTML that a visitor gets at an address."""
    answer = (client or Client()).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def shown(address: str) -> str:
    """The HTML of a page without its footer, which contains the requested address."""
    return page(address).split("<footer", 1)[0]


def test_a_match_resolved_here_says_so_with_its_logs_digest() -> None:
    resolved(climbing())
    text = page(MATCH)
    assert "run here" in text
    assert f"log {MatchLog.objects.get().digest}" in text
    assert f'href="{LOG}"' in text
    assert "The result was reported from" not in text


def test_its_log_is_told_in_lines_with_names_for_ids() -> None:
    resolved(climbing())
    text = page(LOG)
    assert "Played by The Ladder, edition 1" in text
    assert "is at the top." in text
    assert "Heat 1: <b>Car 1" in text
    assert "Heat 1: razors.car1" not in text


def test_cars_of_one_name_are_told_apart_by_their_teams() -> None:
    resolved(climbing())
    assert "<b>Car 1 (Razors)</b>" in page(LOG)


def test_the_story_of_one_car_says_whose_it_is_and_how_many_lines_there_are() -> None:
    with temporarily_installed(Chatty(turns=4)):
        resolved(climbing(ruleset="chatty"))
        whole_page, car_page = page(LOG), page(f"{LOG}?car=razors.car1")
        nobody = page(f"{LOG}?car=nobody")
    assert "No car of this match has the id <code>nobody</code>: all cars are shown." in nobody
    assert "16 lines, each with its rule" in nobody
    assert "The story of Car 1 (Razors)" in car_page
    assert "8 of 16 lines" in car_page
    assert "16 lines, each with its rule" in whole_page
    assert f'<a href="{LOG}">Show all cars again</a>' in car_page
    assert '<option value="razors.car1" selected>Car 1 (Razors) – ' in car_page


def test_a_long_story_is_told_turn_by_turn_on_pages_with_places_to_jump_to() -> None:
    with temporarily_installed(Chatty(turns=120)):
        resolved(climbing(ruleset="chatty"))
        first = page(LOG)
        pages = [page(address) for address in page_addresses(first)]
    text = "".join(pages)
    assert len(pages) > 5
    assert shown(f"{LOG}?page=1") == shown(LOG)
    numbers = [int(number) for number in re.findall(r'<li id="line-(\d+)">', text)]
    assert numbers == [number for number in range(1, 601) if number % 5 != 1]  # the first of five is a heading
    for turn in (1, 60, 120):
        assert text.count(f'<section class="story-part" id="turn-{turn}-of-heat-1">') == 1
    assert text.count("<h4>Phase ") == 240
    assert '<span class="rule" title="Spinning yarn">YRN-001</span>' in text
    assert "YRN-002" not in text


def test_the_link_of_a_turn_or_a_line_leads_to_the_page_that_has_it() -> None:
    with temporarily_installed(Chatty(turns=120)):
        resolved(climbing(ruleset="chatty"))
        first = page(LOG)
        jumps = re.findall(r'<a href="([^"#]*)#(turn-\d+-of-heat-1)" class="number">', first)
        assert len(jumps) == 120
        for address, anchor in jumps[::17]:
            assert f'id="{anchor}"' in page(address or LOG)
            assert f'id="{anchor}"' in page(f"{LOG}?part={anchor}")
        last = shown(f"{LOG}?line=600")
        assert f'<li id="line-600"><a class="no" href="{LOG}?line=600#line-600">600</a>' in last
        assert shown(f"{LOG}?page=999") == last
        assert shown(f"{LOG}?page=0") == shown(f"{LOG}?page=x") == shown(f"{LOG}?line=601") == shown(LOG)
        of_car = page(f"{LOG}?car=razors.car1&line=477")
        assert f'<a class="no" href="{LOG}?car=razors.car1&amp;line=477#line-477">477</a>' in of_car
        assert re.search(rf'href="{LOG}[?]car=razors.car1&amp;page=2"', of_car)


def test_the_rolls_are_on_as_many_pages_as_they_need_and_none_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved(climbing())
    whole = page(f"{LOG}?show=rolls")
    monkeypatch.setattr(log, "LINES_A_PAGE", 4)
    rolls = f"{LOG}?show=rolls&"
    pages = [page(address) for address in page_addresses(page(rolls), rolls)]
    faces = re.compile('<b class="face">.</b>')
    assert len(pages) > 1
    assert [face for text in pages for face in faces.findall(text)] == faces.findall(whole)
    assert any('<span class="faint">continued</span>' in text for text in pages[1:])


def page_addresses(text: str, address: str = f"{LOG}?") -> list[str]:
    """The addresses of all pages, up to the last that a page links."""
    last = max(int(number) for number in re.findall(r'class="page-link" href="[^"]*page=(\d+)"', text))
    return [f"{address}page={number}" for number in range(1, last + 1)]


def test_what_the_numbers_of_a_story_count_is_called_as_its_book_calls_it() -> None:
    with temporarily_installed(Chatty(turns=2, phase_called="lull")):
        resolved(climbing(ruleset="chatty"))
        text = page(LOG)
    assert text.count("<h4>Lull 1</h4>") == text.count("<h4>Lull 2</h4>") == 2
    assert "Phase" not in text


@pytest.mark.statements
@pytest.mark.parametrize("show", ["", "?show=rolls", "?show=box", "?car=razors.car1"])
def test_a_long_story_asks_as_little_of_the_database_as_a_short_one(show: str) -> None:
    query_counts = []
    for turns in (1, 120):
        story_parts.cache_clear()
        box_tables.cache_clear()
        with temporarily_installed(Chatty(turns=turns)), transaction.atomic():
            resolved(climbing(ruleset="chatty", franchises=("razors", "saints")))
            with CaptureQueriesContext(connection) as queries:
                page(f"{LOG}{show}")
            query_counts.append(len(queries))
            transaction.set_rollback(True)
    assert query_counts == [4, 4]


def test_every_roll_is_shown_with_the_path_of_its_dice() -> None:
    resolved(climbing())
    text = page(f"{LOG}?show=rolls")
    faces = json.loads(read_match_log(MatchLog.objects.get())[1])["faces"]
    assert text.count('<b class="face">') == sum(map(len, faces.values()))
    assert '<span class="mono faint">razors.car1</span>' in text
    car_page = page(f"{LOG}?show=rolls&car=razors.car1")
    assert car_page.count('<b class="face">') == len(faces["m1/heat1/razors.car1"])


@pytest.mark.parametrize("dice", ["words", REVEAL])
def test_a_settled_match_shows_ten_lines_that_throw_one_of_its_rolls_again(dice: str) -> None:
    table = resolved(climbing(table=signed(franchises=PAIR, dice=AWAITING.get(dice, SEEDS))))
    all_fall(table)
    for franchise in PAIR:
        with contextlib.suppress(Refusal):  # a franchise with nothing to repair has nothing to decide
            table.give("decide_repairs", by=franchise, franchise=franchise, match="m1")
    assert Match.objects.get().step in SETTLEMENT_CLOSED_STEPS
    text = page(f"{LOG}?show=rolls")
    faces = json.loads(read_match_log(MatchLog.objects.get())[1])["faces"]
    path = re.search(r"path, dice = &#x27;([^&]*)&#x27;", text)
    assert path
    assert printed(text) == faces[path[1]]
    with open_gate():
        Match.objects.update(step="M5.4")
    assert 'id="by-hand"' not in page(f"{LOG}?show=rolls")
    assert table.row.match_leaves["m1"]["leaf"] > 0


def test_a_match_of_a_season_with_one_secret_shows_no_lines() -> None:
    resolved(climbing())
    assert 'id="by-hand"' not in page(f"{LOG}?show=rolls")


def test_each_page_of_what_happened_says_by_which_rules_and_where() -> None:
    resolved(climbing())
    with open_gate():
        Match.objects.update(setting={"wall": {"title": "The North Wall"}})
    for show in ("", "?show=rolls", "?show=box"):
        assert "· The Ladder · The North Wall · " in page(f"{LOG}{show}")


def test_rolls_that_did_not_come_of_the_seasons_keys_are_notshown() -> None:
    resolved(climbing())
    with open_gate():
        Season.objects.update(secret="1234")
    text = page(f"{LOG}?show=rolls")
    assert "comes out otherwise than its log says" in text
    assert '<b class="face">' not in text


def test_the_box_score_adds_up_what_the_report_says() -> None:
    table = resolved(climbing())
    text = " ".join(page(f"{LOG}?show=box").split())
    points = sum(team["points"] for team in Report.objects.get().document["teams"])
    assert (
        f'<strong class="text-nowrap">{points} point{"s" if points != 1 else ""}</strong></td></tr></tfoot>' in text
    )
    for franchise in table.franchises:
        assert f'<a href="/l/rust-belt/f/{franchise}/">{franchise.title()}</a>' in text
        assert f'<a href="/l/rust-belt/d/{franchise}.d1/">' in text
    cars = len(Report.objects.get().document["cars"])
    assert text.count('<svg class="car-shape"') == cars > 0


@pytest.mark.rule("DM-M-140")
def test_the_box_score_has_the_tables_of_the_match_s_own_rules_with_names_for_ids() -> None:
    resolved(climbing())
    text = page(f"{LOG}?show=box")
    (box_table,) = LADDER.box_score(read_match_log(MatchLog.objects.get())[1])
    assert box_table.rows
    assert "<h2>The Ladder: Climbs</h2>" in text
    assert 'aria-label="Climbs, as The Ladder counts"' in text
    assert '<abbr title="Times it is told of">Told</abbr>' in text
    for car, times in box_table.rows:
        team = str(car).partition(".")[0].title()
        assert f'<th scope="row">Car 1 ({team})</th><td class="n">{times}</td>' in text


def test_a_match_is_played_again_for_its_box_score_once_however_often_that_is_looked_at() -> None:
    logs_read: list[bytes] = []

    class Counted(Ladder):
        """The ladder that counts its calls."""

        def box_score(self, log: bytes) -> list[Told]:
            """The box score's tables."""
            logs_read.append(log)
            return super().box_score(log)

    with temporarily_installed(Counted(name="counted")):
        resolved(climbing(ruleset="counted"))
        assert page(f"{LOG}?show=box") == page(f"{LOG}?show=box")
    assert len(logs_read) == 1


def test_where_its_rules_are_not_there_any_more_the_report_s_box_score_stands() -> None:
    with temporarily_installed(Ladder(name="old")):
        resolved(climbing(ruleset="old"))
    text = page(f"{LOG}?show=box")
    assert "<strong>What old counted cannot be shown.</strong> There is no ruleset &#x27;old&#x27;" in text
    assert '<a href="/l/rust-belt/f/razors/">Razors</a>' in text


def test_the_file_of_a_log_holds_what_its_digest_is_of() -> None:
    resolved(climbing())
    digest = MatchLog.objects.get().digest
    answer = Client().get(f"{LOG}file/")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="rust-belt-s1-m1-{digest[:12]}.log"'
    assert hashlib.sha256(answer.content).hexdigest() == digest
    assert f'href="{LOG}file/"' in page(LOG)


def test_a_log_that_cannot_be_read_or_is_not_there_has_no_file() -> None:
    resolved(climbing())
    assert Client().get("/l/rust-belt/s1/m9/log/file/").status_code == 404
    with open_gate():
        MatchLog.objects.update(log=b"dust")
    assert Client().get(f"{LOG}file/").status_code == 404


def test_a_log_in_a_league_that_is_not_public_is_for_its_members() -> None:
    resolved(climbing(table=signed(franchises=("razors", "saints"), public=False)))
    for address in (LOG, f"{LOG}?show=rolls", f"{LOG}file/"):
        assert Client().get(address).status_code == 404


def test_a_reported_match_has_no_log_and_is_not_run_here_whatever_it_says_of_itself() -> None:
    table = climbing(ruleset="reported", heats=2)
    source = {"ruleset": "ladder", "version": "1", "log_digest": "0" * 64, "packet": "0" * 64}
    table.give("accept_report", match="m1", report=report(table, source=source))
    assert "run here" not in page(MATCH)
    assert "The result was reported from: ladder 1" in page(MATCH)
    assert "There is no log of this match." in page(LOG)
    assert Client().get(f"{LOG}file/").status_code == 404
    assert Client().get("/l/rust-belt/s1/m9/log/").status_code == 404


def test_a_log_that_no_ruleset_here_can_read_says_why() -> None:
    with temporarily_installed(Ladder(name="old")):
        resolved(climbing(ruleset="old"))
    assert "There is no ruleset &#x27;old&#x27;" in page(LOG)
    with temporarily_installed(Ladder(name="old", edition=2)):
        assert "The log is of edition 1 of The Ladder: this is 2." in page(LOG)
    with open_gate():
        MatchLog.objects.update(log=b"dust")
    assert "cannot be read" in page(LOG)


def test_an_owner_is_told_what_his_own_line_up_carries_in_vain_until_it_is_locked() -> None:
    table = signed(items=True, franchises=("razors", "saints"))
    table.give("fit_item", by="razors", franchise="razors", item="razors.gun1", car="razors.car1")
    planned = {"match": "m1", "event": "ladder", "franchises": ["razors", "saints"], "ruleset": "ladder"}
    table.give("announce_round", round="r1", matches=[planned])
    seats = [{"car": "razors.car1", "driver": "razors.d1"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats)
    sentence = "razors.car1 carries machinegun in vain."
    assert sentence in page(MATCH, _as(table, "razors"))
    assert sentence not in page(MATCH, _as(table, "saints"))
    assert sentence not in page(MATCH)


def _as(table: Table, franchise: str) -> Client:
    client = Client()
    assert client.login(username=f"{table.league}-{franchise}", password=franchise)
    return client


def test_the_house_rules_show_the_switches_of_the_rulesets_there_are() -> None:
    signed(switches={"ladder.slippery": True, "match.ruleset": "ladder"})
    text = page("/l/rust-belt/s1/rules/")
    assert "ladder.slippery" in text
    assert "Two tails running throw a car off." in text
    assert "people report it or " in text
    assert "or The Ladder" in text
