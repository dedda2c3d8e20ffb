"""The box score of a match's page: all drivers by rank, each with their team and the car they were lined up in."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from franchises.crests import PALETTE, crest_of
from journal.match_logs import read_match_log
from league.models import MatchLog
from league.pages.exports.page import table_file_url
from league.pages.matches.box_score import box_table, models_of_packet
from league.pages.matches.teams import TeamLine
from league.pages.matches.turning_points import forget_stories
from league.queries.matches import BoxLine, BoxScore
from rules.campaign.garage.silhouettes import model_of
from rules.match.drawing.car_silhouettes import draw_model
from tests.league.small_league import settled
from tests.pages.big_match import MATCH, played_match
from tests.pages.season_pages import HOME, main_of

pytestmark = [pytest.mark.rule("DM-C-014"), pytest.mark.django_db]


def box_line(driver: str, franchise: str, **figures: int) -> BoxLine:
    """A driver's line; they ran one heat unless it says otherwise."""
    counted = {"heats": 1, "criticals": 0, "scores": 0, "kills": 0, "xp_gained": 1, "level": 1, **figures}
    return BoxLine(driver=driver, name=driver, franchise=franchise, out=False, **counted)


def team(short_name: str) -> TeamLine:
    """A team of a settled match about which there is nothing unusual."""
    return TeamLine(
        short_name=short_name,
        name=short_name.title(),
        href="",
        crest=crest_of(short_name),
        points=0,
        won=False,
        line_up="",
        own=False,
        awaited=False,
        notes=(),
    )


def rows(match: str = "m1") -> list[str]:
    """The rows of the box score that are about a driver."""
    table = re.search(r'<table class="[^"]*box-score".*?</table>', main_of(f"{HOME}{match}/"), re.DOTALL)
    assert table is not None
    return re.findall(r'<tr role="row"><td.*?</tr>', table[0], re.DOTALL)


def test_each_driver_has_their_car_in_the_color_of_their_team() -> None:
    table = settled()
    shown = rows()
    assert len(shown) == 2 * len(table.franchises)
    for _, color in zip(table.franchises, PALETTE, strict=False):
        mine = [row for row in shown if f'<svg class="car-shape" viewBox="-31 -17 62 34" color="{color}"' in row]
        assert len(mine) == 2
        assert all(f'fill="{color}"></rect>' in row for row in mine)


def test_a_car_that_was_destroyed_is_a_wreck_and_is_called_one() -> None:
    table = settled()
    wrecks = [row for row in rows() if "wreck" in row]
    assert len(wrecks) == 1
    assert f"/{table.franchises[-1]}.d2/" in wrecks[0]
    assert '<span class="box-gone">destroyed</span>' in wrecks[0]


def test_drivers_are_ranked_by_what_they_scored_then_criticals_then_kills_and_equals_share_a_place() -> None:
    lines = [
        box_line("a", "saints", criticals=3, kills=2),
        box_line("b", "saints", heats=0),
        box_line("c", "razors", scores=1),
        box_line("d", "razors", criticals=3, kills=2),
        box_line("e", "razors", criticals=3, kills=3),
        box_line("f", "saints", scores=1, criticals=1),
    ]
    teams = [team("razors"), team("saints"), team("widows")]
    box = BoxScore(tuple(lines), drivers={}, cars={}, car_teams={}, car_kinds={})
    shown = box_table(box, teams, league="rust-belt", entries=(), models={})
    assert [(row.place, row.shared, row.line.driver, row.team.name) for row in shown.lines] == [
        (1, False, "f", "Saints"),
        (2, False, "c", "Razors"),
        (3, False, "e", "Razors"),
        (4, True, "d", "Razors"),
        (4, True, "a", "Saints"),
        (None, False, "b", "Saints"),
    ]
    assert [it.name for it in shown.idle] == ["Widows"]


def test_each_row_says_the_place_and_the_team_of_its_driver() -> None:
    table = settled()
    shown = rows()
    for name in table.franchises:
        assert sum(f"<span>{name.title()}</span>" in row for row in shown) == 2
    places = [re.search(r"</svg>([\d=–]+)</td>", row) for row in shown]
    assert [place and place[1] for place in places] == ["1", *["2="] * 5]


def test_a_reported_match_draws_the_bodies_of_its_cars_alone() -> None:
    settled()
    bare = draw_model(model_of(overhead=False, gunner_station=False, kinds=()))
    assert all(bare in row for row in rows())


def test_a_match_that_was_run_here_draws_its_cars_as_they_entered_by_one_reading_of_the_log() -> None:
    played_match()
    models = models_of_packet(read_match_log(MatchLog.objects.get())[0])
    forget_stories()
    with CaptureQueriesContext(connection) as cold:
        shown = rows(MATCH)
    with CaptureQueriesContext(connection) as warm:
        assert rows(MATCH) == shown
    assert len(cold) == len(warm)
    for model in models.values():
        assert any(draw_model(model) in row for row in shown)


def test_its_file_names_the_car_beside_each_driver_and_their_place() -> None:
    table = settled()
    text = Client().get(table_file_url("rust-belt/s1", "box", "csv", match="m1")).content.decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert len(lines) == 2 * len(table.franchises)
    assert [line["Place"] for line in lines] == ["1", *["2"] * 5]
    assert all(line["Car"] and any(line["Car"] in row for row in rows()) for line in lines)
