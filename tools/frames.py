"""Draws a race and an arena match as strips of frames into docs/frames/.

python -m tools.frames [--check]

Each strip is one match of stock cars, with a frame for each requested moment in order: the first entry of its kind
after the moment before. With --check it draws nothing and only names the stale strips.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.dethmatch.log.frame_drawing import TrackFrame, draw_strip, frame_of, labels_of
from rules.dethmatch.match.match import Match
from rules.match.log import LogEntry
from tools.sanity.book_measure import measure_of
from tools.sanity.contests import play_contest
from tools.sanity.fields import Field

FRAMES = Path(__file__).resolve().parent.parent / "docs" / "frames"
TEAMS, CARS = 3, 2
"""The field of a match: six cars."""
FRAMES_ACROSS = 2
"""Frames side by side."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The first entry of a kind, and the caption of its frame, in which `{car}` and `{other}` are labels of cars."""

    kind: str
    caption: str


RACE_MOMENTS = (
    Moment("mp", "on the grid"),
    Moment("drift", "{car} changes its lane"),
    Moment("lap", "{car} leads after a lap, and weapons are free"),
    Moment("hit", "{car} hits {other}"),
    Moment("destroyed", "{car} is destroyed"),
    Moment("finish", "{car} is home"),
)
ARENA_MOMENTS = (
    Moment("mp", "each team at its base"),
    Moment("flag_taken", "{car} takes the flag"),
    Moment("marker_drop", "{car} lays a marker"),
    Moment("flag_dropped", "{car} has lost the flag"),
    Moment("destroyed", "{car} is destroyed"),
    Moment("score", "{car} brings the flag in"),
)


class Camera:
    """Watches a match and keeps a frame of each requested moment."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        self.frames: list[TrackFrame] = []
        self._moments = list(moments)

    def __call__(self, play: Match) -> None:
        """Keep a frame if the entry just written is the next moment."""
        entry = play.log.entries[-1]
        if self._moments and entry.kind == self._moments[0].kind:
            text = self._moments.pop(0).caption
            self.frames.append(frame_of(play.state, caption=_caption(play, entry, text)))


def _caption(play: Match, entry: LogEntry, template: str) -> str:
    labels = labels_of(play.state)
    text = template.format(car=labels.get(entry.car, ""), other=labels.get(str(entry.more.get("target")), ""))
    return f"turn {entry.turn}, phase {entry.phase}: {text}" if entry.phase else f"turn {entry.turn}: {text}"


def draw_match_strip(event: str, track: str, moments: Sequence[Moment], *, seed: int, title: str) -> str:
    """A match of six random stock cars as a strip of its moments, without those that never came."""
    camera = Camera(moments)
    fixture = next(
        fixture
        for fixture in measure_of("dethmatch").fixtures([event], teams=TEAMS, cars=CARS)
        if fixture.setting["track"] == track
    )
    field = Field(book="dethmatch", fixture=fixture, teams=TEAMS, cars=CARS)
    play: Any = play_contest(field.contest(seed), seed, watch=camera).play
    return draw_strip(play.track, camera.frames, title=f"{title} on {play.track.name}", across=FRAMES_ACROSS)


def drawings() -> Iterator[tuple[Path, str]]:
    """Each strip's file and the text it should have."""
    yield (
        FRAMES / "race.svg",
        draw_match_strip("lap_race", "foundry_row", RACE_MOMENTS, seed=4, title="A race of three laps"),
    )
    yield (
        FRAMES / "arena.svg",
        draw_match_strip("flags", "hammer_bowl", ARENA_MOMENTS, seed=3, title="A flag fought for"),
    )


def main() -> int:
    """Draw the stale strips; with --check, name them and fail."""
    stale = [(path, drawn) for path, drawn in drawings() if not path.exists() or path.read_text("utf-8") != drawn]
    if "--check" in sys.argv[1:]:
        for path, _ in stale:
            print(f"{path.name} is not drawn as its match is: run python -m tools.frames")
        return int(bool(stale))
    FRAMES.mkdir(parents=True, exist_ok=True)
    for path, drawn in stale:
        path.write_text(drawn, encoding="utf-8")
        print(f"drew {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
