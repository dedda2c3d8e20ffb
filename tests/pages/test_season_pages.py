"""A season's page says whom it waits for, how it ended, and who won the earlier seasons."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from django.test import Client

from explain import links
from league.pages.season import fixture_lines
from league.pages.season.awaited_franchises import AWAITED_SHELVES, REQUEST_WORDS, awaited_franchises
from league.pages.season.fixture_lines import FixtureLine, Side, fixtures_near_present
from league.queries.standings import season_table
from rules.campaign.core import state
from rules.campaign.steward import franchises_awaited
from tests.league.small_league import Table, announced, closed, founded, lined_up, reopened, report, settled, signed
from tests.pages.season_pages import HOME, ended, main_of, owner, said
from tests.pages.seasons import played

pytestmark = pytest.mark.django_db


def test_what_is_looked_at_says_whom_the_season_waits_for_at_every_step_but_the_rounds() -> None:
    shelves = {
        field.name
        for field in fields(state.Season)
        if str(field.type).startswith("dict[str, ") and field.name != "switches"
    }
    steps = set()
    for performed in played():
        whole_season = performed.season
        if whole_season.step == "M":
            continue
        kept_tables = AWAITED_SHELVES.get(whole_season.step, ())
        part = state.Season(
            **{
                field.name: {} if field.name in shelves - set(kept_tables) else getattr(whole_season, field.name)
                for field in fields(state.Season)
            }
        )
        assert franchises_awaited(part) == franchises_awaited(whole_season)
        if franchises_awaited(whole_season):
            steps.add(whole_season.step)
    assert steps >= {"E4", "E5", "E6", "E7", "E8"}
    assert set(AWAITED_SHELVES) == set(REQUEST_WORDS)


def test_in_the_rounds_the_schedule_says_whom_the_rules_wait_for() -> None:
    table = announced()
    assert_awaited(table, "razors", "saints", "widows")
    table.give("change_switch", switch="garage.min", setting=4, reason="Longer races.")
    assert_awaited(table)
    for number, franchise in enumerate(("razors", "saints"), start=1):
        table.give("give_car", franchise=franchise, car=f"house.car{number}", reason="A raffle.")
    assert_awaited(table, "razors", "saints")
    table.give("waive_garage", franchise="widows", match="m1")
    assert_awaited(table, "razors", "saints", "widows")
    for franchise in ("razors", "saints"):
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    assert_awaited(table, "widows")


def test_after_the_lock_the_schedule_says_so_too() -> None:
    table = lined_up()
    assert_awaited(table)
    table.give("accept_report", match="m1", report=report(table))
    assert_awaited(table, "widows")
    table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    assert_awaited(table, "razors", "saints", "widows")
    table.give("end_shopping", match="m1", reason="The week is over.")
    assert_awaited(table)


def assert_awaited(table: Table, *franchises: str) -> None:
    """Check that the page's lines and the rules, asked about the whole season, both name exactly these."""
    row = table.row
    lines = awaited_franchises(row, season_table(row), own=(), most=9).lines
    assert [links.short_id(line.href.rstrip("/")) for line in lines] == list(franchises)
    assert franchises_awaited(table.state) == list(franchises)


def test_in_setup_whoever_lacks_drivers_or_cars_is_named() -> None:
    founded()
    assert said(HOME, at="next").startswith(
        "Next Razors to fill their roster and garage Saints to fill their roster and garage Widows"
    )


def test_a_match_names_who_has_no_line_up_yet_and_marks_the_viewers_turn() -> None:
    table = announced()
    seats = [{"car": "saints.car1", "driver": "saints.d1"}]
    table.give("name_line_up", by="saints", franchise="saints", match="m1", seats=seats)
    words = said(HOME, owner("widows"), at="next")
    assert "Razors to name their line-up, Round 1, match A" in words.replace(" ,", ",")
    assert "Widows your turn to name their line-up" in words
    assert "Saints to" not in words
    assert "Your turn. Widows have to name their line-up, Round 1, match A ." in said(HOME, owner("widows"))
    assert "Your turn" not in said(HOME, owner("saints"))


def test_a_viewers_own_turn_comes_first_and_a_long_list_is_cut_short() -> None:
    table = founded(franchises=tuple(f"f{number:02}" for number in range(10)))
    words = said(HOME, owner("f09"), at="next")
    assert words.startswith("Next F09 your turn to fill their roster and garage F00 to fill")
    assert "and 5 more" in words
    assert table.franchises[-1] == "f09"


def test_after_the_report_it_waits_for_decisions_and_then_for_shoppers() -> None:
    table = lined_up()
    request_text = "Round 1, match A is locked. Enter or confirm its report. Report or confirm it"
    assert [request_text in said(HOME, owner(member)) for member in ("saints", "boss")] == [True, True]
    assert request_text not in said(HOME)
    table.give("accept_report", match="m1", report=report(table))
    assert request_text not in said(HOME, owner("saints"))
    assert "Widows to decide on their cars" in said(HOME, at="next")
    table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    assert "Razors to finish shopping" in said(HOME, at="next")


def test_when_nobody_is_awaited_the_next_step_is_the_commissioners() -> None:
    settled()
    assert said(HOME, at="next") == "Next The commissioner announces the next round."


def test_the_next_match_is_one_that_is_still_to_be_played() -> None:
    table = signed(franchises=("razors", "saints", "widows", "oxen"))
    matches = [
        {"match": "m1", "event": "race", "franchises": ["razors", "saints"]},
        {"match": "m2", "event": "race", "franchises": ["widows", "oxen"]},
    ]
    table.give("announce_round", round="r1", matches=matches)
    assert "Round 1, match A · 1 heat Race : line-ups" in said(HOME, at="next")
    table.give("void_match", match="m1", reason="A power cut.")
    assert "Round 1, match B · 1 heat Race : line-ups" in said(HOME, at="next")


def test_a_round_is_played_once_none_of_its_matches_awaits_a_report() -> None:
    pairs = (("razors", "saints"), ("widows", "crows"))
    table = signed(franchises=(*pairs[0], *pairs[1]))
    matches = [
        {"match": f"m{number}", "event": "race", "heats": 2, "franchises": list(pair)}
        for number, pair in enumerate(pairs, 1)
    ]
    table.give("announce_round", round="r1", matches=matches)
    table.franchises = pairs[0]
    lined_up(table=table, announce=False)
    assert "0 of 3 rounds played" in said(HOME)
    assert "Standings before the first round" in said(HOME, at="standings")
    table.give("accept_report", match="m1", report=report(table))
    assert "0 of 3 rounds played" in said(HOME)
    assert "Standings in round 1 of 3" in said(HOME, at="standings")
    table.give("void_match", match="m2", reason="A power cut.")
    assert "1 of 3 rounds played" in said(HOME)


def test_a_voided_match_is_not_the_next_one() -> None:
    table = announced()
    again = {"match": "m2", "event": "race", "franchises": list(table.franchises)}
    table.give("void_match", match="m1", again=again, reason="A power cut.")
    assert "Round 1, match B · 1 heat Race : line-ups" in said(HOME, at="next")


@pytest.mark.rule("DM-C-156")
@pytest.mark.rule("DM-C-157")
def test_the_end_of_a_season_is_told_step_by_step() -> None:
    closed(ended())
    words = said(f"{HOME}end/")
    assert "E1. The final table" in words
    assert "Razors finished in place 1" in words
    assert "Razors won the Metal Cup" in words
    assert "E9. The off-season" in words
    assert "Final table all ranks are final" in said(HOME, at="standings")


@pytest.mark.rule("DM-C-156")
def test_who_was_level_on_everything_is_parted_by_dice_in_the_final_table() -> None:
    table = lined_up(rounds=1)
    teams = [{"franchise": franchise, "points": 4, "rank": 1} for franchise in table.franchises]
    match_report = report(table, teams=teams)
    for driver_report in match_report["drivers"]:
        driver_report["criticals"] = 0
    table.give("accept_report", match="m1", report=match_report)
    table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    table.give("end_shopping", match="m1", reason="The week is over.")
    assert "the rank is shared." in main_of(HOME)
    table.throw("rank_table", {"table/razors": [1], "table/saints": [5], "table/widows": [3]})
    standings = said(HOME, at="standings")
    assert re.findall(r"([123]) (Razors|Saints|Widows)", standings) == [
        ("1", "Saints"),
        ("2", "Widows"),
        ("3", "Razors"),
    ]
    assert "placed by the tie dice." in main_of(HOME)
    assert "rolled 5" in said(f"{HOME}end/", at="step-E1")


@pytest.mark.rule("DM-C-156")
def test_the_standings_go_by_the_houses_own_order_of_ties() -> None:
    table = lined_up(switches={"season.tiebreak": "criticals,wins,dice"})
    teams = [{"franchise": franchise, "points": 4, "rank": 1} for franchise in table.franchises]
    match_report = report(table, teams=teams)
    for driver_report in match_report["drivers"]:
        driver_report["criticals"] = {"saints.d1": 5, "widows.d1": 2}.get(driver_report["driver"], 0)
    table.give("accept_report", match="m1", report=match_report)
    assert "Ordered by points, then criticals, then matches won." in said(HOME, at="standings")
    assert "Level on points: placed by criticals (5)." in main_of(HOME)


@pytest.mark.rule("DM-C-014")
@pytest.mark.parametrize("counts", [True, False])
def test_a_tie_at_the_top_shares_the_first_place_in_the_form_and_in_the_history(counts: bool) -> None:
    table = lined_up(switches={"xp.tie_counts_as_win": counts})
    points = {"razors": 7, "saints": 7, "widows": 2}
    teams = [
        {"franchise": franchise, "points": got, "rank": 1 if got == 7 else 3} for franchise, got in points.items()
    ]
    table.give("accept_report", match="m1", report=report(table, teams=teams))
    assert re.findall(r'<abbr title="(place [^"]*)">(.)</abbr>', main_of(HOME)) == [
        ("place 1 of 3", "1"),
        ("place 1 of 3", "1"),
        ("place 3 of 3", "3"),
    ]
    for franchise, place in (("razors", 1), ("saints", 1), ("widows", 3)):
        assert f"Place {place} of 3, {points[franchise]} points" in said(
            f"/l/rust-belt/f/{franchise}/history/", at="schedule"
        )
    assert said(f"{HOME}m1/").count("won") == (2 if counts else 0)


def test_a_match_goes_by_its_event_in_the_schedule_and_on_its_own_page() -> None:
    settled()
    assert "Race Round 1, match A · 2 heats" in said(HOME, at="schedule")
    assert "Last result Race · Round 1, match A" in said(HOME)
    assert '<p class="match-facts">2 heats' in main_of(f"{HOME}m1/")


def fixture(number: int, *, over: bool, sides: int = 2) -> FixtureLine:
    """A fixture with that many sides."""
    teams = tuple(Side(f"Team number {side}", 3, False, True, "#e15a0f") for side in range(sides))
    return FixtureLine(f"Match {number}", "Race", "/", "1 heat", "", over, over, over, teams)


@pytest.mark.parametrize(
    ("over", "first", "last"),
    [(30, 18, 29), (0, 0, 11), (20, 14, 25), (1, 0, 11), (28, 18, 29)],
    ids=["all are over", "none is over", "in the middle", "near the beginning", "near the end"],
)
def test_the_home_of_a_season_shows_the_matches_before_and_after_the_present(
    over: int, first: int, last: int
) -> None:
    shown = fixtures_near_present([fixture(number, over=number < over) for number in range(30)])
    assert [it.name for it in shown] == [f"Match {number}" for number in range(first, last + 1)]


def test_a_match_of_any_size_is_shown_on_the_home_and_fewer_large_ones_than_small_ones() -> None:
    assert len(fixtures_near_present([fixture(number, over=True, sides=120) for number in range(3)])) == 1
    assert len(fixtures_near_present([fixture(number, over=True, sides=8) for number in range(30)])) == 6
    assert fixtures_near_present([]) == []


def test_the_home_of_a_season_links_the_schedule_for_the_matches_it_has_no_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended()
    assert "All 2 matches" not in said(HOME, at="schedule")
    monkeypatch.setattr(fixture_lines, "SCHEDULE_LINES", 1)
    words = said(HOME, at="schedule")
    assert "Round 2, match A" in words
    assert "Round 1, match A" not in words
    assert '<a href="/l/rust-belt/s1/schedule/">All 2 matches</a>' in main_of(HOME)


def test_what_happened_leaves_out_trifles_while_there_is_anything_else() -> None:
    table = announced(items=True)
    for place in range(4):
        where = {"car": "razors.car1"} if place % 2 == 0 else {}
        table.give("fit_item" if where else "stow_item", by="razors", franchise="razors", item="razors.gun1", **where)
    text = said(HOME).split("What happened")[1]
    assert "Announce" in text
    assert "Fit" not in text.split("House rules")[0]
    assert said(HOME).split("What happened")[1].count(" entry ") == 6


def test_the_home_of_a_league_tells_who_won_its_seasons() -> None:
    reopened(closed(ended()))
    words = said("/l/rust-belt/", at="seasons")
    assert re.match(
        r"Seasons Season 2 hiring Season 1 over Razors first of the table and Metal Cup, bonus \d+k", words
    )
    assert "seasons" in main_of("/l/rust-belt/s2/")


def test_a_closed_season_names_its_champion_at_its_head_and_ticks_all_its_steps() -> None:
    table = closed(ended())
    first = Client().get(HOME).context["table"][0].standing
    assert f"Champion of season 1 {first.name} {first.points} points, " in said(HOME)
    steps = Client().get(HOME).context["steps"]
    assert [(step.done, step.now) for step in steps] == [(True, False)] * len(steps)
    assert table.row.step == "closed"
