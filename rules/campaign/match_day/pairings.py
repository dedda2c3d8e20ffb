"""Pairings of coming rounds: as many matches for every franchise, and as few repeated meetings, as possible.

The book sets no order of meetings. Pairings are a proposal, which the commissioner may change before announcing it;
the journal has what was announced, so that a better draw changes no season that was played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rules.campaign.core.state import Season
from rules.campaign.match_day.meeting_bound import fewest_meetings
from rules.campaign.match_day.meeting_search import Matrix, Round, count_round, even_out, lighten, weight_of
from rules.campaign.match_day.round_layouts import Layout, circle_layouts, line_layouts

SMALLEST_MATCH = 2
"""The fewest franchises of a proposed match."""
Groups = list[list[str]]
STEEPNESS = 6
"""How many times more a further meeting of a pair weighs than the one before it."""
LAYOUTS_TRIED, PASSES = 2, 2
"""How many layouts of a round are improved, and how often each franchise of one is considered."""


@dataclass(slots=True, kw_only=True)
class Meetings:
    """How many matches each franchise has had, and how often each two were in one match."""

    matches: Counter[str] = field(default_factory=Counter)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, franchises: Sequence[str]) -> None:
        """Count a match between these franchises."""
        self.matches.update(franchises)
        self.met.update(combinations(sorted(franchises), 2))


def meetings_in(season: Season) -> Meetings:
    """The meetings of a season so far, including announced matches and excluding voided ones."""
    meetings = Meetings()
    for match in season.matches.values():
        if match.step != "void":
            meetings.add([line_up.franchise for line_up in season.line_ups_of(match.id)])
    return meetings


def match_sizes(franchises: int, *, size: int) -> list[int]:
    """The sizes of a round's matches: as few and as equal as possible, none above `size`.

    One franchise is left over, and rests, only if all matches have two and the number of franchises is odd.
    """
    if size == SMALLEST_MATCH:
        return [size] * (franchises // size)
    matches = max(1, -(-franchises // size))
    if franchises < matches * SMALLEST_MATCH:
        matches = franchises // SMALLEST_MATCH
    small, larger = divmod(franchises, matches) if matches else (0, 0)
    return [small + 1] * larger + [small] * (matches - larger)


def pair_up(franchises: Sequence[str], *, before: Meetings, number: int, size: int = 2) -> Groups:
    """The matches of a round: franchises that met least are grouped, and one with the most matches rests.

    `number` is the round's. From a fresh start, consecutive rounds of two let everybody meet everybody once before
    any pair meets again. The result is deterministic.
    """
    return pair_up_rounds(franchises, before=before, numbers=[number], size=size)[number]


def pair_up_rounds(
    franchises: Sequence[str], *, before: Meetings, numbers: Sequence[int], size: int = 2
) -> dict[int, Groups]:
    """The matches of several coming rounds by number, drawn up together.

    From a fresh start, no pair meets more than once above the number of `fewest_meetings`, and mostly none above it.
    The result is deterministic.
    """
    names = sorted(franchises)
    sizes = match_sizes(len(names), size=size)
    if not sizes:
        return {number: [] for number in numbers}
    met: Matrix = [[0 if one == other else before.met[_pair(one, other)] for other in names] for one in names]
    matches = [before.matches[name] for name in names]
    rounds: list[Round] = []
    for number in numbers:
        round = _next_round(sizes, met, matches, turn=number - 1)
        count_round(met, round)
        for franchise in (franchise for match in round for franchise in match):
            matches[franchise] += 1
        rounds.append(round)
    least = max(fewest_meetings(len(names), sizes, len(rounds)), _average(met))
    for most in (least, least + 1):
        rounds = even_out(rounds, met, most=most)
    return {
        number: sorted(sorted(names[franchise] for franchise in match) for match in round)
        for number, round in zip(numbers, rounds, strict=True)
    }


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _average(met: Matrix) -> int:
    """The meetings of a pair on average, rounded up."""
    pairs = len(met) * (len(met) - 1)
    return -(-sum(map(sum, met)) // pairs)


def _next_round(sizes: Sequence[int], met: Matrix, matches: Sequence[int], *, turn: int) -> Round:
    """The next round: the layout in which the fewest have met, made better by exchanges."""
    pairs = [meetings for one, row in enumerate(met) for meetings in row[:one]]
    fewest = min(pairs)
    weight_by_meetings = [
        STEEPNESS ** (meetings - fewest) if meetings > fewest else 0 for meetings in range(max(pairs) + 1)
    ]
    weights = [[weight_by_meetings[meetings] for meetings in row] for row in met]
    for franchise, row in enumerate(weights):
        row[franchise] = 0
    ranked = sorted(
        (
            (weight_of(layout, weights), place, layout)
            for place, layout in enumerate(_layouts(sizes, matches, turn=turn))
        )
    )
    if not ranked[0][0]:
        return [list(match) for match in ranked[0][2]]
    improved = [lighten(layout, weights, passes=PASSES) for _, _, layout in ranked[:LAYOUTS_TRIED]]
    return min(improved, key=lambda round: weight_of(round, weights))


def _layouts(sizes: Sequence[int], matches: Sequence[int], *, turn: int) -> Iterator[Layout]:
    """Layouts of a round in which those who rest have had most matches, beginning with the one whose turn it is."""
    franchises = len(matches)
    layouts = circle_layouts(franchises) if set(sizes) == {SMALLEST_MATCH} else line_layouts(tuple(sizes))
    most = max(matches)
    for place in range(len(layouts)):
        layout = layouts[(turn + place) % len(layouts)]
        playing = {franchise for match in layout for franchise in match}
        if all(matches[franchise] == most for franchise in range(franchises) if franchise not in playing):
            yield layout
