"""The page that says what the matches came to, and what of it is not as it should be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tools.sanity.paired_comparison import Comparison
from tools.sanity.tally import Tally

SOLO_LAPS = 3
LEAST_SOLO = 0.8
"""The share of its solo laps the autopilot finishes at least, on every circuit."""
LEAST_ERRORS = 2
"""The standard errors by which an advantage must show."""
MOST_PLACES = 10
EXPECTED_DIRECTIONS = {
    "cars that survive": 1,
    "criticals suffered": -1,
    "laps driven": 1,
    "laps driven in ten turns": 1,
    "hits": 1,
    "hits a shot": 1,
}
"""Which way each thing should go with the advantage."""
JUDGED_MEASURES = frozenset({"cars that survive", "laps driven in ten turns", "hits"})
"""The measure of each comparison that must show; the others are for the reader."""
CHANGE_TEXTS = {
    "armor": "Two cars against two, one heat of last car standing: armor 9 against 4 on otherwise the same car",
    "driving": "A race of two over three laps, the circuits in turn: driving 4 against 3",
    "gunnery": "Two cars against two, one heat of last car standing: gunnery 4 against 3",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DethmatchFindings:
    """Everything that was counted, by circuit or kind of arena."""

    races: Mapping[str, Tally]
    arenas: Mapping[str, Tally]
    solos: Mapping[str, Tally]
    pairs: Mapping[str, Sequence[Comparison]]

    def problems(self) -> list[str]:
        """What is not as it should be, each a sentence."""
        tallies = [*self.races.values(), *self.arenas.values(), *self.solos.values()]
        found = [
            f"{what} {len(places)} times: "
            f"{'; '.join(places[:MOST_PLACES])}{' …' if len(places) > MOST_PLACES else ''}."
            for what, places in (
                ("A car stood still five turns without cause", [each for tally in tallies for each in tally.still]),
                ("A car drove the guide line backwards", [each for tally in tallies for each in tally.backward]),
                ("A car fired on its team-mate", [each for tally in tallies for each in tally.friendly]),
            )
            if places
        ]
        found += [
            f"Alone on {track} the autopilot finishes {100 * share:.0f} % of its laps."
            for track, tally in self.solos.items()
            if (share := tally.laps / (SOLO_LAPS * max(tally.matches, 1))) < LEAST_SOLO
        ]
        for comparison in (
            comparison
            for compared in self.pairs.values()
            for comparison in compared
            if comparison.what in JUDGED_MEASURES
        ):
            if comparison.errors * EXPECTED_DIRECTIONS[comparison.what] < LEAST_ERRORS:
                found.append(f"{comparison.what.capitalize()} moved by {comparison.errors:+.1f} standard errors.")
        return found


INTRODUCTION = """\
Written by `python -m tools.sanity`; whoever changes the engine or the autopilot runs it again. Six stock cars of
60 DP in three teams, everybody with 3 in every trait, steady autopilots. Figures are per match unless they say
otherwise."""
NEVER_TEXT = """\
No car stands still five turns without cause (a pit, no driver, a broken suspension, wrecks all across the road, a
roll to get going that failed), drives the guide line backwards of its own will (one that a push has turned about may,
while it gains no speed and has not come round), or fires on a team-mate by choice. Alone, the autopilot finishes 80 %
of its laps on every circuit; survival, laps in ten turns and hits move as they should by two standard errors."""
Row = tuple[str, Callable[[Tally], str]]


def _fate_share(fate: str) -> Callable[[Tally], str]:
    return lambda tally: f"{100 * tally.fates[fate] / max(tally.starts, 1):.0f} %"


def _per_match(*kinds: str) -> Callable[[Tally], str]:
    return lambda tally: f"{sum(tally.seen[kind] for kind in kinds) / max(tally.matches, 1):.1f}"


def _share(part: Callable[[Tally], int], whole: Callable[[Tally], int]) -> Callable[[Tally], str]:
    return lambda tally: f"{100 * part(tally) / max(whole(tally), 1):.0f} %"


SHARED_ROWS: tuple[Row, ...] = (
    ("collisions", _per_match("collision")),
    ("– of cars under control, shoved ones among them", _per_match("collision_under_control")),
    ("losses of control", _per_match("loc_result")),
    ("rollovers", _per_match("rollover")),
    ("shots", _per_match("fire")),
    ("attack rolls that hit", _share(lambda t: t.seen["hit"], lambda t: t.seen["hit"] + t.seen["miss"])),
    ("criticals", _per_match("critical")),
    ("kills", _per_match("destroyed")),
    ("out of action", _per_match("ooa")),
    ("orders that lapsed", _per_match("order_lapsed", "order_replaced")),
    ("log entries", lambda tally: f"{tally.entries / max(tally.matches, 1):.0f}"),
)
RACE_ROWS: tuple[Row, ...] = (
    ("matches", lambda tally: str(tally.matches)),
    ("cars that finish", _share(lambda t: t.seen["finish"], lambda t: t.starts)),
    ("– destroyed", _fate_share("destroyed")),
    ("– left without a driver", _fate_share("undriven")),
    ("– stuck", _fate_share("stuck")),
    ("– on an empty tank", _fate_share("dry")),
    ("– not home in time", _fate_share("late")),
    ("turns a lap", lambda tally: f"{tally.lap_turns / max(tally.laps, 1):.1f}"),
    ("hexes of guide line a turn", lambda tally: f"{tally.lap_hexes / max(tally.lap_turns, 1):.1f}"),
    *SHARED_ROWS,
)
ARENA_ROWS: tuple[Row, ...] = (
    ("matches", lambda tally: str(tally.matches)),
    ("cars on wheels at a heat's end", _share(lambda t: t.alive, lambda t: t.starts)),
    ("flags brought in", _per_match("flag_brought")),
    *SHARED_ROWS,
)
SOLO_ROWS: tuple[Row, ...] = (
    ("races", lambda tally: str(tally.matches)),
    ("laps finished", _share(lambda t: t.laps, lambda t: SOLO_LAPS * t.matches)),
    ("turns a lap", lambda tally: f"{tally.lap_turns / max(tally.laps, 1):.1f}"),
    ("losses of control", _per_match("loc_result")),
    ("collisions", _per_match("collision")),
)


def dethmatch_page_text(found: DethmatchFindings) -> str:
    """The whole page, in Markdown."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: DethmatchFindings) -> Iterator[str]:
    yield "# What matches come to"
    yield ""
    yield INTRODUCTION
    for heading, tallies, rows in (
        ("Races of three laps", found.races, RACE_ROWS),
        ("Arenas, two heats of 15 turns", found.arenas, ARENA_ROWS),
        ("One car alone, three laps", found.solos, SOLO_ROWS),
    ):
        yield from ("", f"## {heading}", "", *_table(tallies, rows))
    yield from ("", "## What should matter", "")
    yield "The same match twice on the same dice, with one thing changed for one side; differences are of the pairs."
    yield ""
    yield "| Change | Measured | Pairs | With it | Without | Difference | Standard error | In errors |"
    yield "|---|---|---|---|---|---|---|---|"
    for change, compared in found.pairs.items():
        for comparison in compared:
            yield (
                f"| {CHANGE_TEXTS[change]} | {comparison.what} | {comparison.pairs} | {comparison.with_it:.2f} | "
                f"{comparison.without:.2f} | {comparison.difference:+.2f} | {comparison.error:.3f} | "
                f"{comparison.errors:+.1f} |"
            )
    yield from ("", "## What may not happen", "")
    yield NEVER_TEXT
    yield ""
    yield from (f"- {sentence}" for sentence in found.problems() or ["All of it holds."])


def _table(tallies: Mapping[str, Tally], rows: Sequence[Row]) -> Iterator[str]:
    yield f"| | {' | '.join(tallies)} |"
    yield "|---" * (len(tallies) + 1) + "|"
    for name, figure in rows:
        yield f"| {name} | {' | '.join(figure(tally) for tally in tallies.values())} |"
