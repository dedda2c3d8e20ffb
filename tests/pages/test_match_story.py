"""A match's page tells all of it: before the match, every settlement step, shopping, a forfeit, a voided match."""

from __future__ import annotations

import re
from dataclasses import fields
from html import unescape
from typing import Any

import pytest
from django.test import Client

from explain.names import Segment
from journal.gate import open_gate
from league.models import LineUp
from league.pages import step_pages
from league.pages.matches.match_entries import (
    BY_COMMAND,
    BY_FACT,
    MATCH_PAGE_COMMANDS,
    SECTIONS_BEFORE_SETTLEMENT,
    SETTLEMENT,
    SHOPPING,
    section_of,
)
from league.pages.matches.settlement import SettlementSums, columns_of
from rules.campaign.core.command import COMMAND_TYPES
from rules.campaign.core.facts import FACT_TYPES, Fact
from tests.league.small_league import Table, announced, lined_up, report, settled, shopping, signed
from tests.pages.multiple_owners import owner_of
from tests.pages.page_reader import reader
from tests.pages.season_pages import HOME, said
from tests.pages.seasons import stated

pytestmark = pytest.mark.django_db


def page_of(match: str, client: Client | None = None, *, page: int = 1) -> str:
    """The HTML of a match's page, or of one that is below it."""
    answer = (client or Client()).get(f"/l/rust-belt/s1/{match}/", {"page": page} if page > 1 else None)
    assert answer.status_code == 200
    return str(answer.content.decode())


def step_pages_of(match: str) -> list[str]:
    """The HTML of each page of a match's steps, up to the last that the first links."""
    first = page_of(f"{match}/settlement")
    last = max((int(number) for number in re.findall(r"settlement/[?]page=(\d+)", first)), default=1)
    return [first, *(page_of(f"{match}/settlement", page=number) for number in range(2, last + 1))]


def parts_of(match: str) -> dict[str, str]:
    """The text of each step of the match, by heading."""
    section = re.compile(
        r'<section class="panel mb-3" id="step-[^"]*">.*?<h2>(.*?)</h2>.*?(<ul.*?)</section>', re.DOTALL
    )
    texts: dict[str, str] = {}
    for page in step_pages_of(match):
        for heading, part in section.findall(page):
            texts[heading] = f"{texts.get(heading, '')} {in_words(part)}".strip()
    return texts


def in_words(html: str) -> str:
    """The text of some HTML on one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def said_of(match: str) -> str:
    """All text of the match's page and of its steps on one line."""
    return " ".join(map(in_words, (page_of(match), *step_pages_of(match))))


def of_a_match() -> list[tuple[str, Fact]]:
    """Facts of played seasons that were caused by commands about one match."""
    about = {tag for tag, row in COMMAND_TYPES.items() if "match" in {field.name for field in fields(row.cls)}}
    return [(tag, fact) for tag, fact in stated() if tag in about]


def test_every_fact_of_a_played_match_has_a_place_in_its_story() -> None:
    kinds_seen = {(command, fact.tag) for command, fact in of_a_match()}
    assert len(kinds_seen) > 40
    assert sorted(pair for pair in kinds_seen if not section_of(*pair)) == []


def test_every_fact_that_names_a_match_has_a_place_in_its_story_whatever_it_came_of() -> None:
    kinds_seen = {(command, fact.tag) for command, fact in stated() if getattr(fact, "match", "")}
    assert sorted(pair for pair in kinds_seen if not section_of(*pair)) == []


def test_every_command_about_a_match_is_part_of_its_story() -> None:
    about = {tag for tag, row in COMMAND_TYPES.items() if "match" in {field.name for field in fields(row.cls)}}
    assert len(about) > 15
    assert sorted(about - MATCH_PAGE_COMMANDS) == []


def test_the_story_knows_no_command_or_fact_that_there_is_not() -> None:
    assert sorted(MATCH_PAGE_COMMANDS - COMMAND_TYPES.keys()) == []
    assert sorted({fact for _, fact in BY_FACT} - FACT_TYPES.keys()) == []
    known = {*dict(SETTLEMENT), *(name for name, _ in SECTIONS_BEFORE_SETTLEMENT)}
    assert {*BY_COMMAND.values(), *BY_FACT.values()} <= known
    assert set(SHOPPING).isdisjoint(BY_COMMAND)


def test_a_settled_match_is_told_from_its_announcement_to_its_end() -> None:
    settled()
    assert list(parts_of("m1")) == [
        "Announced",
        "Line-ups",
        "The report",
        "1. Match points",
        "2. Out of action and quirks",
        "3. Cars coming home, and what was lost",
        "4. Bills and decisions on cars",
        "5. Prize money",
        "6. Sponsors, Faces and the Cup",
        "7. Net income, size and overhead",
        "8. Fatigue",
        "9. Experience and advancement",
        "10a. Tinkering",
        "10c. Shopping and trades",
        "11. Limits, and the end",
    ]


def test_each_step_on_the_page_of_a_settled_match_leads_to_the_page_with_its_facts() -> None:
    settled()
    steps = re.findall(r'<li><a href="([^"]*)#([^"]*)">([^<]*)</a><span class="faint">(\d+) line', page_of("m1"))
    assert [title for _, _, title, _ in steps] == list(parts_of("m1"))
    for address, anchor, title, _ in steps:
        page = Client().get(address).content.decode()
        assert re.search(rf'<section class="panel mb-3" id="{anchor}">\s*<header><h2>{title}</h2>', page), title


@pytest.mark.rule("DM-C-093")
def test_the_steps_are_on_as_many_pages_as_their_facts_need_and_none_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settled()
    whole = parts_of("m1")
    shown = page_of("m1")
    facts = sum(int(count) for count in re.findall(r'<span class="faint">(\d+) lines?</span>', shown))
    monkeypatch.setattr(step_pages, "LINES_A_PAGE", 12)
    pages = step_pages_of("m1")
    assert len(pages) > 5
    assert sum(page.count('<a class="faint" href=') for page in pages) == facts
    assert parts_of("m1") == whole
    assert any('<span class="faint">continued</span>' in page for page in pages)


def test_a_page_of_steps_that_there_is_not_is_the_last() -> None:
    settled()
    last = step_pages_of("m1")[-1]
    assert Client().get("/l/rust-belt/s1/m1/settlement/?page=99").content.decode() == last
    assert Client().get("/l/rust-belt/s1/m9/settlement/").status_code == 404


def test_what_franchises_do_while_the_shops_are_open_is_told_with_the_match() -> None:
    table = shopping()
    table.give("roll_world_trade", by="razors", franchise="razors", match="m1")
    for offer in table.state.offers_to("saints"):
        table.give("decline_offer", by="saints", franchise="saints", offer=offer.id)
    table.give("buy_item", by="saints", franchise="saints", item="saints.g1", kind="heavy_machinegun")
    for franchise in table.franchises:
        table.give("finish_shopping", by=franchise, franchise=franchise, match="m1")
    parts = parts_of("m1")
    assert "Razors may buy" in parts["10b. World trade"]
    assert "Saints bought Heavy machinegun, listed" in parts["10c. Shopping and trades"]
    table.announce_next()
    assert "Heavy machinegun" not in said_of("m2")


@pytest.mark.parametrize("midseason", [False, True])
def test_a_rookie_is_offered_between_matches_only_where_the_house_rule_lets_him_be_hired(midseason: bool) -> None:
    table = shopping(switches={"hire.midseason": True} if midseason else None)
    page = owner_of(table, "razors").get("/l/rust-belt/s1/m1/").content.decode()
    assert "Finish shopping" in page
    assert ("Hire a rookie" in page) is midseason


def test_shopping_after_another_match_of_the_round_is_not_told_here() -> None:
    table = two_matches()
    for match, one, other in (("m1", "a", "b"), ("m2", "c", "d")):
        played(table, match, one, other)
    table.give("buy_item", by="c", franchise="c", item="c.g1", kind="machinegun")
    assert "C bought" not in said_of("m1")
    assert "C bought Machinegun, listed" in said_of("m2")
    assert "C is in" not in parts_of("m1")["Announced"]


def test_the_next_match_is_the_one_still_to_be_played_while_another_shops() -> None:
    table = two_matches()
    played(table, "m1", "a", "b")
    assert "Round 1, match B · 1 heat Race : line-ups" in said(HOME, at="next")
    played(table, "m2", "c", "d")
    assert "Round 1, match A · 1 heat Race : shopping" in said(HOME, at="next")


def two_matches() -> Table:
    """A league with two matches of one round, with two teams each."""
    table = signed(franchises=("a", "b", "c", "d"))
    matches = [
        {"match": "m1", "event": "race", "franchises": ["a", "b"]},
        {"match": "m2", "event": "race", "franchises": ["c", "d"]},
    ]
    table.give("announce_round", round="r1", matches=matches)
    return table


def played(table: Table, match: str, *teams: str) -> None:
    """Play that match up to its shopping, with nobody hurt."""
    for team in teams:
        seats = [{"car": f"{team}.car1", "driver": f"{team}.d1"}]
        table.give("name_line_up", by=team, franchise=team, match=match, seats=seats)
    table.give("lock_line_ups", match=match)
    match_report: dict[str, Any] = {
        "teams": [{"franchise": team, "points": 9 - index, "rank": index + 1} for index, team in enumerate(teams)],
        "drivers": [{"driver": f"{team}.d1", "heats": [1]} for team in teams],
        "cars": [{"car": f"{team}.car1"} for team in teams],
    }
    table.give("accept_report", match=match, report=match_report)


@pytest.mark.rule("DM-C-089")
def test_a_line_up_shows_what_its_cars_carry_once_it_is_locked() -> None:
    table = announced(items=True)
    table.give("fit_item", by="razors", franchise="razors", item="razors.gun1", car="razors.car1")
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    assert "Machinegun" not in said_of("m1")
    table.give("lock_line_ups", match="m1")
    assert re.search(r"Car 1 Machinegun", said_of("m1"))
    assert "nothing on it" in said_of("m1")


@pytest.mark.rule("HOUSE-009")
def test_a_forfeit_is_marked_at_the_team_and_told() -> None:
    table = announced()
    table.give("forfeit_match", franchise="widows", match="m1", reason="The bus broke down.")
    assert "Widows forfeited" in said_of("m1")
    assert "Widows forfeited round 1, match A ." in parts_of("m1")["Line-ups"]


@pytest.mark.rule("HOUSE-005")
def test_a_voided_match_says_so_and_leads_to_the_one_run_again() -> None:
    table = lined_up()
    again = {"match": "m2", "event": "race", "franchises": list(table.franchises)}
    table.give("void_match", match="m1", again=again, reason="A power cut.")
    text = said_of("m1")
    assert "This match was voided" in text
    assert "Nothing has been settled yet" not in text
    assert "Round 1, match B was announced" in parts_of("m1")["Void"]
    assert '<a href="/l/rust-belt/s1/m2/">Round 1, match B</a>' in page_of("m1")
    assert "Seats of" not in text
    assert list(parts_of("m2")) == ["Line-ups", "Void"]


@pytest.mark.rule("DM-C-090")
@pytest.mark.parametrize(
    ("source", "said"),
    [({"ruleset": "stand-in", "version": "1"}, "was reported from: stand-in 1"), ({"seed": "x"}, "")],
)
def test_a_match_says_what_its_result_came_from_where_the_report_does(source: dict[str, str], said: str) -> None:
    table = lined_up()
    assert "was reported from" not in said_of("m1")
    table.give("accept_report", match="m1", report=report(table, source=source))
    assert said in said_of("m1")
    assert ("was reported from" in said_of("m1")) == bool(said)


@pytest.mark.rule("DM-C-098")
def test_the_sums_show_every_bill_and_no_column_that_is_empty_for_all() -> None:
    settled()
    text = said_of("m1")
    head = "Franchise Prize Sponsors Cloning Replaced Repairs Net Size Kept"
    assert head in text
    rows = re.search(head + r" (.*?) Step by step", text)
    assert rows is not None
    figures = re.findall(r"(?:Razors|Saints|Widows)((?: (?:[+\N{MINUS SIGN}]?[\d.]+k?|–)){8})", rows[1])
    assert len(figures) == 3
    for figure in figures:
        prize, sponsors, cloning, replaced, repairs, net, _, _ = map(_number, figure.split())
        assert prize + sponsors + cloning + replaced + repairs == pytest.approx(net)


def test_a_bonus_of_the_cup_and_a_holding_payout_have_columns_of_their_own() -> None:
    plain = {"prize": 0, "sponsors": 0, "cloning": 0, "replacements": 0, "repairs": 0, "net": 0, "size": 8}
    first_sums = SettlementSums(
        franchise="a", team=Segment("A"), faces=0, cup_bonus=25_000, holding_payout=0, profit=0, **plain
    )
    second_sums = SettlementSums(
        franchise="b", team=Segment("B"), faces=5_000, cup_bonus=0, holding_payout=40_000, profit=0, **plain
    )
    assert columns_of([first_sums]) == {"any_faces": False, "any_cup": True, "any_holding": False}
    assert columns_of([first_sums, second_sums]) == {"any_faces": True, "any_cup": True, "any_holding": True}


def _number(text: str) -> float:
    return 0 if text == "–" else float(text.replace("\N{MINUS SIGN}", "-").replace("+", "").rstrip("k"))


def test_an_owner_of_two_franchises_sees_both_marked() -> None:
    table = announced(switches={"league.franchises_per_player": 2})
    page = page_of("m1", owner_of(table, "razors", "saints"))
    assert page.count('<span class="chip">yours</span>') == 2


def test_a_match_leads_to_the_ones_before_and_after_it() -> None:
    two_matches()
    assert re.findall(r'rel="(prev|next)" href="([^"]*)"', page_of("m1")) == [("next", "/l/rust-belt/s1/m2/")]
    assert re.findall(r'rel="(prev|next)" href="([^"]*)"', page_of("m2")) == [("prev", "/l/rust-belt/s1/m1/")]


def test_one_point_is_told_in_the_singular() -> None:
    settled()
    with open_gate():
        LineUp.objects.filter(pk__endswith=".razors").update(points=1)
        LineUp.objects.filter(pk__endswith=".saints").update(points=2)
    text = said_of("m1")
    assert (" 1 pt " in text, " 2 pts " in text) == (True, True)


def test_what_a_commissioner_may_do_about_a_match_is_named_as_theirs_and_shown_to_nobody_else() -> None:
    announced()
    page = page_of("m1", reader("boss"))
    acts = page.split('aria-labelledby="commissioner-acts"', 1)[1].split("</div>", 1)[0]
    assert "As commissioner" in acts
    assert [words for words in ("Lock the line-ups", "Waive a garage", "Void the match") if words not in acts] == []
    assert "commissioner-acts" not in page_of("m1", reader("razors"))
    assert "commissioner-acts" not in page_of("m1")


def test_a_commissioner_sees_under_for_a_team_only_teams_that_have_not_acted() -> None:
    table = announced()
    waiting = page_of("m1", reader("boss")).split('id="teams"', 1)[1].split("</section>", 1)[0]
    assert waiting.count("Name it") == len(table.franchises)
    for franchise in table.franchises:
        table.give(
            "name_line_up",
            by=franchise,
            franchise=franchise,
            match="m1",
            seats=[{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}],
        )
    page = page_of("m1", reader("boss"))
    assert 'id="teams"' not in page
    assert page.count("line-up is in") == len(table.franchises), "each team is said once, at the top"


def test_what_came_before_a_match_is_folded_until_a_reader_opens_it() -> None:
    announced()
    before = page_of("m1").split("<h2>Before the settlement</h2>", 1)[1].split("</section>", 1)[0]
    assert before.count("<details") >= 2
    assert re.findall(r"<details[^>]* open", before) == []
    assert "Hearts and devices" not in before, "nothing was rolled, so that only the step was reached"
    assert re.search(r"\d+ lines?</span>", before)


def test_what_came_before_a_match_is_linked_step_by_step_where_a_phone_has_no_room_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    announced()
    monkeypatch.setattr(step_pages, "LINES_BESIDE_OTHERS", 1)
    before = page_of("m1").split("<h2>Before the settlement</h2>", 1)[1].split("</section>", 1)[0]
    assert "<details" not in before
    (announcement, *_) = re.findall(r'<a href="([^"]+)">Announced</a><span class="faint">\d+ lines?</span>', before)
    assert announcement == "/l/rust-belt/s1/m1/settlement/#step-announced"
    assert 'id="step-announced"' in page_of("m1/settlement")
