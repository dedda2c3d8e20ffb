"""Draws moments of a match on its track: cars, wrecks, flags and markers, one frame or a strip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.dethmatch.ground.track import Track
from rules.dethmatch.ground.track_drawing import center, extent, flag, ground, hex_rings, tile_drawings
from rules.dethmatch.match.state import KNOCKED_OUT, NOWHERE, CarStatus, MatchState
from rules.match.drawing.svg import GRAY, INK, TEAM_COLORS, picture, svg_text
from rules.match.replay.frames import MARKER_DRAWINGS

CAPTION = 20
"""The height of the caption under a frame."""
BASE_RING = 2
WRECK_COLOR = "#77777a"
OFF_MAP_STATUSES = frozenset({CarStatus.FINISHED, CarStatus.OFF})


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackFrame:
    """A moment to draw: a caption, the cars and flags, and the markers by hex index."""

    caption: str
    cars: tuple[FrameCar, ...] = ()
    markers: tuple[tuple[str, int], ...] = ()
    flags: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameCar:
    """A car in a frame: a label of two or three characters, its team's number from 0, its hex and its facing."""

    label: str
    team: int
    at: int
    facing: int
    wreck: bool = False
    flag: bool = False


def frame_of(state: MatchState, *, caption: str = "", labels: Mapping[str, str] | None = None) -> TrackFrame:
    """The state of a match as a frame. By default a car's label is its team's number and a letter, such as 2b."""
    moment = state.moment
    teams = {team: number for number, team in enumerate(state.teams)}
    letters = labels_of(state) if labels is None else labels
    return TrackFrame(
        caption=caption or f"heat {moment.heat}, turn {moment.turn}, phase {moment.phase}",
        cars=tuple(
            FrameCar(
                label=letters[car.id],
                team=teams[car.team],
                at=car.at,
                facing=car.facing,
                wreck=car.status in KNOCKED_OUT,
                flag=bool(car.flag),
            )
            for car in state.cars.values()
            if car.at != NOWHERE and car.status not in OFF_MAP_STATUSES
        ),
        markers=tuple((marker.kind, marker.at) for marker in state.markers),
        flags=tuple(banner.at for banner in state.flags if not banner.carrier and banner.at != NOWHERE),
    )


def labels_of(state: MatchState) -> dict[str, str]:
    """A label for each car: its team's number from 1, and a letter in the order of the team's cars."""
    labels: dict[str, str] = {}
    for number, team in enumerate(state.teams, start=1):
        own = [car.id for car in state.cars.values() if car.team == team]
        labels |= {car: f"{number}{chr(ord('a') + place)}" for place, car in enumerate(own)}
    return labels


def draw_frame(track: Track, frame: TrackFrame) -> str:
    """One moment as an SVG image."""
    return draw_strip(track, [frame], title=f"{track.name}, {frame.caption}", across=1)


def draw_strip(track: Track, frames: Sequence[TrackFrame], *, title: str, across: int = 2) -> str:
    """Moments side by side as one SVG image, `across` of them in a row."""
    width, height = extent(track)
    height += CAPTION
    drawn = tile_drawings(
        [
            [
                *ground(track),
                *_crossings(track),
                *_bases(track, frame),
                *_things(track, frame),
                _caption(track, frame),
            ]
            for frame in frames
        ],
        width=width,
        height=height,
        across=across,
    )
    rows = -(-len(frames) // across)
    return picture(drawn, title=title, width=width * min(across, len(frames)), height=height * rows)


def _crossings(track: Track) -> Iterator[str]:
    """The line of a circuit, so that viewers can follow a race."""
    for at in sorted(track.line):
        x, y = center(track.hexes[at])
        yield f'<path d="M{x - 3} {y - 9}h3v6h-3zM{x} {y - 3}h3v6h-3zM{x - 3} {y + 3}h3v6h-3z" fill="#fff"/>'


def _bases(track: Track, frame: TrackFrame) -> Iterator[str]:
    """The base of every team in the frame, in its color, so that viewers can follow a flag home."""
    for team in sorted({car.team for car in frame.cars}):
        base = track.bases.get(f"t{team + 1}")
        if base is not None:
            yield hex_rings(track, base, TEAM_COLORS[team % len(TEAM_COLORS)], BASE_RING)


def _things(track: Track, frame: TrackFrame) -> Iterator[str]:
    for kind, at in frame.markers:
        x, y = center(track.hexes[at])
        yield f'<g transform="translate({x} {y})">{MARKER_DRAWINGS.get(kind, MARKER_DRAWINGS["bomb"])}</g>'
    for at in frame.flags:
        yield flag(*center(track.hexes[at]), "#fff")
    for car in frame.cars:
        yield _car(track, car)


def _car(track: Track, car: FrameCar) -> str:
    """A car as a pointed block in its team's color; a wreck is gray and crossed out."""
    x, y = center(track.hexes[car.at])
    fill = WRECK_COLOR if car.wreck else TEAM_COLORS[car.team % len(TEAM_COLORS)]
    cross = (
        f'<path d="M-6 -6L6 6M-6 6L6 -6" stroke="{INK}" stroke-opacity=".55" stroke-width="2"/>' if car.wreck else ""
    )
    label = svg_text(-1, 3, car.label, fill="#fff" if car.wreck else INK, size=9)
    carried = flag(4, -9, "#fff") if car.flag else ""
    return (
        f'<g transform="translate({x} {y})"><path transform="rotate({60 * car.facing})" d="M10.5 0L4 7H-8V-7H4z"'
        f' fill="{fill}" stroke="{INK}" stroke-width="1.5"/>{cross}{label}{carried}</g>'
    )


def _caption(track: Track, frame: TrackFrame) -> str:
    width, height = extent(track)
    return svg_text(width // 2, height + CAPTION // 2, frame.caption, fill=GRAY, size=13)
