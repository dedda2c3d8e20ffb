"""The README's replay shows the example league's match, and stands still for those who prefer no motion."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rules.match.replay.frames import CarAppearance, CarView
from tools import replay_animation
from tools.replay_animation import (
    LEAGUE,
    MATCH,
    REPLAY,
    caption,
    draw_replay,
    last_places,
    lines_by_moment,
    main,
    read_match,
    result_of,
    steady_headings,
)

LARGEST = 400_000  # bytes
NAMES = {"razors": "The Razors", "razors.s1.c1": "The Hearse", "saints.s1.c2": "Halo"}


def test_the_picture_of_the_readme_is_of_the_match_it_names() -> None:
    assert main(["--check"]) == 0
    readme = (replay_animation.CHECKOUT / "README.md").read_text(encoding="utf-8")
    assert "](docs/frames/replay.svg)" in readme
    assert REPLAY.stat().st_size < LARGEST


def test_a_stale_picture_is_named_and_then_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "replay.svg"
    assert main(["--check", "--to", str(picture)]) == 1
    assert main(["--to", str(picture)]) == 0
    assert main(["--to", str(picture)]) == 0
    assert capsys.readouterr().out == ("replay.svg is not drawn as its match is: run make replay\ndrew replay.svg\n")


def test_every_car_has_an_animation_and_none_runs_where_motion_is_unwelcome() -> None:
    svg = draw_replay(read_match(LEAGUE, MATCH))
    assert ET.fromstring(svg).tag.endswith("svg")  # noqa: S314 - our own drawing
    assert len(set(re.findall(r"@keyframes p\d+\{", svg))) == 12
    assert set(re.findall(r'class="m (\w+)"', svg)) <= {"f", *re.findall(r"\.(\w+)\{animation-name:", svg)}
    assert "@media (prefers-reduced-motion:reduce){.m{animation:none}}" in svg
    assert "<script" not in svg


def test_a_match_that_an_archive_does_not_have_is_refused() -> None:
    with pytest.raises(LookupError, match=r"examples/mid-season has no match m99"):
        read_match(LEAGUE, "m99")


def test_lines_of_a_story_belong_to_their_part_and_phase() -> None:
    story = ["Turn 1 of heat 1 (Speeds: razors.s1.c1 3)", "     A counts [XX-1]", "  2  B spins [XX-2]", ""]
    assert lines_by_moment(story) == {
        ("Turn 1 of heat 1", 0): ["A counts [XX-1]"],
        ("Turn 1 of heat 1", 2): ["B spins [XX-2]"],
    }


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["razors.s1.c1 drifts [DM-M-065]"], ""),
        (["razors.s1.d1 in razors.s1.c1 fires the cannon at saints.s1.c2: needs 2, rolls 2, hits [DM-M-097]",
          "saints.s1.c2 is destroyed [DM-M-110]"], "Halo is destroyed"),
        (["razors.s1.d1 in razors.s1.c1 fires the cannon at saints.s1.c2: needs 2, rolls 2, hits [DM-M-097]"],
         "The Hearse fires the cannon at Halo"),
        (["razors.s1.c1 crashes into the side of saints.s1.c2, collision speed 6"],
         "The Hearse crashes into the side of Halo"),
        (["razors.s1.c1 finishes, place 1 [DM-M-136]"], "The Hearse finishes, place 1"),
    ],
)  # fmt: skip
def test_the_most_telling_line_of_a_moment_is_its_caption(lines: list[str], said: str) -> None:
    assert caption(lines, NAMES) == said


def test_the_result_names_the_first_teams() -> None:
    story = ["The match is over: razors 10, saints 3, b 2, c 1 [DM-M-140]", "", "Points"]
    assert result_of(story, NAMES) == "The Razors 10, saints 3, b 2"


def test_a_car_turns_the_short_way_and_fades_where_it_was_seen_last() -> None:
    assert steady_headings([300, 0, 60, 300]) == [300, 360, 420, 300]
    car_here = CarView(id="a.b.c", x=3, y=4, place="hex 1, 1", condition="whole")
    car_gone = CarView(id="a.b.c", looks=CarAppearance.GONE, place="home", condition="whole")
    assert last_places([car_here, car_gone, car_gone]) == [car_here, car_here, car_here]
