"""Draws a match of an example league as an animation into docs/frames/replay.svg, which the README shows.

python -m tools.replay_animation [--check] [--league FOLDER] [--match ID] [--to FILE]

The match is read from the archive that `make run` loads, and replayed from its log; every position, shot and caption
is the log's. The picture is an SVG animated by its own style sheet, and stands still for readers who ask for reduced
motion. With --check it draws nothing and reports whether the picture is stale.
"""

from __future__ import annotations

import argparse
import base64
import json
import lzma
import re
import sys
import zlib
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from rules.match.drawing.svg import INK, TEAM_COLORS, picture, svg_text
from rules.match.registry import get_ruleset
from rules.match.replay.frames import MARKER_DRAWINGS, CarAppearance, CarView, Film, GroundObject

CHECKOUT = Path(__file__).resolve().parent.parent
REPLAY = CHECKOUT / "docs" / "frames" / "replay.svg"
LEAGUE, MATCH = "mid-season", "m1"
"""The match the README shows: a race of the Midden League, which `make run` loads."""
FRAME_SECONDS = 0.3
LAST_FRAME_SECONDS = 4.0
"""How long the result stays before the animation starts again."""
STILL_SHARE = 0.4
"""The still picture shows the match at this share of its frames."""
HEADER, FOOTER, MARGIN = 34, 62, 12
NIGHT, PAPER, FLAME, WRECK = "#17140f", "#f4efe6", "#ff7a2f", "#8b8b90"
CAPTIONS = (
    re.compile(r"^(?P<said>\S+ is destroyed)"),
    re.compile(r"^(?P<said>\S+ finishes, place \d+)"),
    re.compile(r"^(?P<said>\S+ rolls over)"),
    re.compile(r"^(?P<said>\S+ crashes into the (?:wall|side|back|front)(?: of [^\s,]+)?)"),
    re.compile(r"^(?P<said>\S+ completes lap \d+)"),
    re.compile(r"^\S+ in (?P<said>\S+ fires the [^:]+? at \S+): .*, hits"),
)
"""The forms of a caption below the ground: the first that any line of a moment matches is shown."""
RESULT, TEAMS_NAMED = "The match is over: ", 3
SHOT = re.compile(r"^\S+ in (?P<by>\S+) fires the [^:]+? at (?P<at>\S+): .*, (?P<how>hits|misses)")


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A match of an archive: its title, its teams in order, the names of cars and teams by id, and its log."""

    title: str
    ruleset: str
    teams: tuple[str, ...]
    names: Mapping[str, str]
    log: bytes


def read_match(folder: str, match: str) -> RecordedMatch:
    """A match of an archive in `examples/`, from the newest season that has it. Raises `LookupError` if none has."""
    league = json.loads(lzma.decompress((CHECKOUT / "examples" / folder / "played.json.xz").read_bytes()))
    for season in reversed(league["seasons"]):
        for log in season.get("logs", ()):
            if log["match"] == match:
                packet = log["packet"]
                event = packet["event"].replace("_", " ")
                return RecordedMatch(
                    title=f"{league['league']['name']}, season {season['number']}, match {match}: {event}",
                    ruleset=log["ruleset"],
                    teams=tuple(team["franchise"] for team in packet["teams"]),
                    names={**league["franchises"], **dict(season["car_names"])},
                    log=zlib.decompress(base64.b64decode(log["log"])),
                )
    raise LookupError(f"examples/{folder} has no match {match} that was resolved by its log.")


def lines_by_moment(story: Sequence[str]) -> dict[tuple[str, int], list[str]]:
    """The lines of a story, without their rules, by the part and the phase they belong to."""
    found: dict[tuple[str, int], list[str]] = {}
    part = ""
    for line in story:
        if line and not line.startswith(" "):
            part = line.partition(":")[0].partition(" (")[0].partition(" [")[0]
        elif line:
            number, text = re.match(r"\s*(\d*)\s+(.*)", line).groups()  # type: ignore[union-attr]  # it is indented
            found.setdefault((part, int(number or 0)), []).append(text)
    return found


def caption(lines: Sequence[str], names: Mapping[str, str]) -> str:
    """The caption of a moment: its most telling line, with names for ids; empty if no line tells enough."""
    for form in CAPTIONS:
        for line in lines:
            if found := form.match(line):
                return re.sub(r"[\w-]+\.\w+\.\w+", lambda id: names.get(id[0], id[0]), found["said"])
    return ""


@dataclass(frozen=True, slots=True)
class Animation:
    """The film of a match with the times at which its frames begin, in percent of its length."""

    film: Film
    starts: tuple[float, ...]
    seconds: float

    @classmethod
    def of(cls, film: Film) -> Animation:
        """An animation whose frames are equally long, except for a longer last one."""
        seconds = (len(film.frames) - 1) * FRAME_SECONDS + LAST_FRAME_SECONDS
        starts = tuple(100 * index * FRAME_SECONDS / seconds for index in range(len(film.frames)))
        return cls(film, starts, seconds)

    @property
    def still(self) -> int:
        """The index of the frame that is shown when nothing moves."""
        return int(STILL_SHARE * (len(self.film.frames) - 1))

    def keyframes(self, name: str, values: Sequence[str], *, stepwise: bool = False) -> str:
        """CSS keyframes with a value for every frame, without those in the middle of a run of equal values."""
        stops = [
            f"{start:.4g}%{{{value}}}"
            for index, (start, value) in enumerate(zip(self.starts, values, strict=True))
            if index in (0, len(values) - 1)
            or value != values[index - 1]
            or (not stepwise and value != values[index + 1])
        ]
        return f"@keyframes {name}{{{''.join(stops)}100%{{{values[-1]}}}}}"


def steady_headings(headings: Sequence[int]) -> list[int]:
    """The headings of a car, changed by full turns so that it always turns the short way round."""
    steady = list(headings[:1])
    for heading in headings[1:]:
        steady.append(steady[-1] + (heading - steady[-1] + 180) % 360 - 180)
    return steady


def last_places(views: Sequence[CarView]) -> list[CarView]:
    """A car at every moment; a car that is gone stays where it was last seen, since it fades there."""
    seen: list[CarView] = []
    for view in views:
        seen.append(seen[-1] if view.looks is CarAppearance.GONE and seen else view)
    return seen


def draw_cars(animation: Animation, match: RecordedMatch) -> Iterator[tuple[str, str]]:
    """The drawing of every car, with its part of the style sheet."""
    counted: Counter[str] = Counter()
    for index, view in enumerate(animation.film.frames[0].cars):
        views = [frame.cars[index] for frame in animation.film.frames]
        team = view.id.partition(".")[0]
        number = match.teams.index(team)
        label = f"{number + 1}{'abcdef'[counted[team]]}"
        counted[team] += 1
        color = TEAM_COLORS[number % len(TEAM_COLORS)]
        yield _draw_car(animation, index, views, color, label)


def _draw_car(animation: Animation, index: int, views: Sequence[CarView], color: str, label: str) -> tuple[str, str]:
    placed, still = last_places(views), animation.still
    headings = steady_headings([view.heading for view in placed])
    opacity = [0 if view.looks is CarAppearance.GONE else 1 for view in views]
    fills = [color if view.looks is CarAppearance.RUNNING else WRECK for view in placed]
    style = [
        animation.keyframes(
            f"p{index}",
            [
                f"transform:translate({view.x:g}px,{view.y:g}px);opacity:{seen}"
                for view, seen in zip(placed, opacity, strict=True)
            ],
        ),
        animation.keyframes(
            f"h{index}",
            [f"transform:rotate({heading}deg);fill:{fill}" for heading, fill in zip(headings, fills, strict=True)],
        ),
        f".p{index}{{animation-name:p{index}}}.h{index}{{animation-name:h{index}}}",
    ]
    ground = animation.film.ground
    outline = ground.outline if ground else ""
    where = f"translate({placed[still].x:g} {placed[still].y:g})"
    body = f'transform="rotate({headings[still]})" fill="{fills[still]}" stroke="{INK}" d="{outline}"'
    drawn = (
        f'<g class="m p{index}" transform="{where}" opacity="{opacity[still]}"><path class="m h{index}" {body}/>'
        f"{svg_text(0, 3, label, size=8)}</g>"
    )
    return drawn, "".join(style)


def draw_shots(animation: Animation, lines: Mapping[tuple[str, int], Sequence[str]]) -> Iterator[str]:
    """A tracer for every shot, which is bright and ends in a burst if it hits; each is visible for one frame."""
    for start, frame in zip(animation.starts, animation.film.frames, strict=True):
        cars = {car.id: car for car in frame.cars if car.looks is not CarAppearance.GONE}
        for line in lines.get((frame.part, frame.phase), ()):
            shot = SHOT.match(line)
            if shot and shot["by"] in cars and shot["at"] in cars:
                shooter, target = cars[shot["by"]], cars[shot["at"]]
                delay = animation.seconds * (1 - start / 100)
                attributes = f'class="m f" opacity="0" style="animation-delay:-{delay:.2f}s"'
                path = f"M{shooter.x:g} {shooter.y:g}L{target.x:g} {target.y:g}"
                if shot["how"] == "hits":
                    yield f'<path {attributes} d="{path}" stroke="{FLAME}" stroke-width="2"/>'
                    burst = f'cx="{target.x:g}" cy="{target.y:g}" r="13" stroke="{FLAME}" stroke-width="3"'
                    yield f'<circle {attributes} {burst} fill="none"/>'
                else:
                    yield f'<path {attributes} d="{path}" stroke="#fff" stroke-dasharray="3 4"/>'


def draw_markers(animation: Animation) -> Iterator[tuple[str, str]]:
    """Everything that lies on the ground, while it lies there, each thing with its part of the style sheet."""
    lying: dict[GroundObject, list[int]] = {}
    for index, frame in enumerate(animation.film.frames):
        for thing in frame.things:
            lying.setdefault(thing, []).append(index)
    for number, (thing, frames) in enumerate(lying.items()):
        mark = f'<g transform="translate({thing.x:g} {thing.y:g})">{MARKER_DRAWINGS[thing.kind]}</g>'
        yield _shown_at_times(animation, f"t{number}", mark, frames)


def _shown_at_times(animation: Animation, name: str, drawn: str, frames: Container[int]) -> tuple[str, str]:
    """A drawing shown only during some frames, and the part of the style sheet that shows it."""
    seen = ["opacity:1" if index in frames else "opacity:0" for index in range(len(animation.starts))]
    sheet = f".{name}{{animation-name:{name};animation-timing-function:step-end}}"
    return (
        f'<g class="m {name}" opacity="{int(animation.still in frames)}">{drawn}</g>',
        animation.keyframes(name, seen, stepwise=True) + sheet,
    )


def draw_words(
    animation: Animation, words: Sequence[str], prefix: str, drawn: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Texts that change during the match; each run of equal ones comes with its part of the style sheet."""
    start = 0
    for number, (text, run) in enumerate(groupby(words)):
        frames = range(start, start := start + len(list(run)))
        if text:
            yield _shown_at_times(animation, f"{prefix}{number}", svg_text(words=text, **drawn), frames)


def result_of(story: Sequence[str], names: Mapping[str, str]) -> str:
    """The leading teams with their points, from the last line of the story about the result; empty without it."""
    line = next((candidate for candidate in reversed(story) if candidate.startswith(RESULT)), RESULT)
    best = line.removeprefix(RESULT).partition(" [")[0].split(", ")[:TEAMS_NAMED]
    return ", ".join(re.sub(r"^[\w-]+", lambda id: names.get(id[0], id[0]), score) for score in best)


def captions_of(
    film: Film, lines: Mapping[tuple[str, int], Sequence[str]], names: Mapping[str, str], result: str
) -> list[str]:
    """The caption of every frame: a caption stays for the rest of its turn, and the result is the last."""
    written: list[str] = []
    for index, frame in enumerate(film.frames):
        text = caption(lines.get((frame.part, frame.phase), ()), names)
        before = written[-1] if index and film.frames[index - 1].part == frame.part else ""
        written.append(text or before)
    return [*written[:-1], result or written[-1]]


def draw_replay(match: RecordedMatch) -> str:
    """A match as an animated SVG. Raises `LookupError` if its film has no ground."""
    ruleset = get_ruleset(match.ruleset)
    film, story = ruleset.film(match.log), list(ruleset.story(match.log))
    lines = lines_by_moment(story)
    if film.ground is None:
        raise LookupError(f"{match.title} has no ground to draw.")
    animation, ground = Animation.of(film), film.ground
    width, height = ground.width, HEADER + ground.height + FOOTER
    turns = [(frame.part or "The start").partition(" of heat")[0] for frame in film.frames]
    bottom = HEADER + ground.height + 22
    words = [
        *draw_words(
            animation, turns, "n", {"x": width - MARGIN, "y": 22, "fill": FLAME, "size": 14, "anchor": "end"}
        ),
        *draw_words(
            animation,
            captions_of(film, lines, match.names, result_of(story, match.names)),
            "c",
            {"x": MARGIN, "y": bottom, "fill": PAPER, "size": 13, "anchor": "start"},
        ),
    ]
    moving = [*draw_markers(animation), *draw_cars(animation, match)]
    flash = 100 * FRAME_SECONDS / animation.seconds
    style = (
        f".m{{animation:{animation.seconds:.1f}s linear infinite}}"
        f"@keyframes f{{0%,{flash:.3g}%{{opacity:1}}{1.4 * flash:.3g}%,100%{{opacity:0}}}}.f{{animation-name:f}}"
        + "".join(sheet for _, sheet in [*moving, *words])
        + "@media (prefers-reduced-motion:reduce){.m{animation:none}}"
    )
    drawn = [
        f"<style>{style}</style>",
        f'<rect width="{width}" height="{height}" rx="6" fill="{NIGHT}"/>',
        svg_text(MARGIN, 22, f"{match.title}, {ground.title}", fill=PAPER, size=13, anchor="start"),
        f'<g transform="translate(0 {HEADER})"><rect width="{width}" height="{ground.height}" fill="#f3eeea"/>',
        f"<g>{ground.drawn}</g>",
        *draw_shots(animation, lines),
        *(shape for shape, _ in moving),
        "</g>",
        *(text for text, _ in words),
        *_draw_legend(match, width, bottom + 16),
    ]
    return picture(drawn, title=f"{match.title}, {ground.title}, replayed", width=width, height=height)


def _draw_legend(match: RecordedMatch, width: int, top: int) -> Iterator[str]:
    """The teams with their colors, three in a row."""
    column = (width - 2 * MARGIN) // 3
    for number, team in enumerate(match.teams):
        x, y = MARGIN + number % 3 * column, top + number // 3 * 14
        color = TEAM_COLORS[number % len(TEAM_COLORS)]
        yield f'<rect x="{x}" y="{y - 8}" width="10" height="10" rx="2" fill="{color}"/>'
        yield svg_text(x + 15, y, f"{number + 1} {match.names[team]}", fill=PAPER, size=10, anchor="start")


def main(arguments: Sequence[str]) -> int:
    """Draw the picture if it is stale; with --check, report that and fail."""
    parser = argparse.ArgumentParser(prog="python -m tools.replay_animation", description="Draw the README's replay.")
    parser.add_argument("--check", action="store_true", help="only say whether the picture is stale")
    parser.add_argument("--league", default=LEAGUE, help=f"a folder of examples/ that has an archive; {LEAGUE}")
    parser.add_argument("--match", default=MATCH, help=f"a match resolved on the site; {MATCH}")
    parser.add_argument("--to", type=Path, default=REPLAY, help="where to write it; docs/frames/replay.svg")
    options = parser.parse_args(arguments)
    drawn = draw_replay(read_match(options.league, options.match))
    stale = not options.to.exists() or options.to.read_text(encoding="utf-8") != drawn
    if options.check:
        if stale:
            print(f"{options.to.name} is not drawn as its match is: run make replay")
        return int(stale)
    if stale:
        options.to.write_text(drawn, encoding="utf-8")
        print(f"drew {options.to.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
