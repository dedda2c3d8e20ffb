"""Pairings of coming rounds: as many matches for every franchise, and as few repeated meetings, as possible.

The book sets no order of meetings. Pairings are a proposal, which the commissioner may change before announcing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rules.campaign.core.state import Season

MATCH_SIZES = (2, 3, 4)
"""How many franchises a proposed match may have."""
Groups = list[list[str]]
BYE = ""
"""Placeholder in the circle for an odd number of franchises: its opponent rests."""


@dataclass(slots=True, kw_only=True)
class Meetings:
    """How many matches each franchise has had, and how often each two were in one match."""

    matches: Counter[str] = field(default_factory=Counter)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, franchises: Sequence[str]) -> None:
        """Count a match between these franchises."""
        self.matches.update(franchises)
        self.met.update(combinations(sorted(franchises), 2))

    def weight(self, groups: Groups) -> int:
        """How familiar the groups are: a pair that met n times before weighs 2n + 1, a new one nothing."""
        pairs = (pair for group in groups for pair in combinations(sorted(group), 2))
        return sum(2 * self.met[pair] + 1 for pair in pairs if self.met[pair])


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
    if size == MATCH_SIZES[0]:
        return [size] * (franchises // size)
    matches = max(1, -(-franchises // size))
    if franchises < matches * MATCH_SIZES[0]:
        matches = franchises // MATCH_SIZES[0]
    small, larger = divmod(franchises, matches) if matches else (0, 0)
    return [small + 1] * larger + [small] * (matches - larger)


def pair_up(franchises: Sequence[str], *, before: Meetings, number: int, size: int = 2) -> Groups:
    """The matches of a round: franchises that met least are grouped, and one with the most matches rests.

    `number` is the round's. From a fresh start, consecutive rounds of two let everybody meet everybody once before
    any pair meets again. The result is deterministic.
    """
    sizes = match_sizes(len(franchises), size=size)
    if not sizes:
        return []
    circle = [*([BYE] if sum(sizes) < len(franchises) else []), *sorted(franchises)]
    most = max((before.matches[franchise] for franchise in franchises), default=0)
    candidates = []
    for turn in range(max(1, len(circle) - 1)):
        groups = _deal(_rotate(circle, number - 1 + turn), sizes)
        if all(before.matches[franchise] == most for franchise in _resting(franchises, groups)):
            candidates.append(groups)
    best = min(candidates, key=before.weight, default=[])
    return sorted(sorted(group) for group in _improve(best, before))


def pair_up_rounds(
    franchises: Sequence[str], *, before: Meetings, numbers: Sequence[int], size: int = 2
) -> dict[int, Groups]:
    """The matches of several coming rounds by number, each paired as if the rounds before it had been played."""
    ahead = Meetings(matches=before.matches.copy(), met=before.met.copy())
    drawn: dict[int, Groups] = {}
    for number in numbers:
        drawn[number] = pair_up(franchises, before=ahead, number=number, size=size)
        for group in drawn[number]:
            ahead.add(group)
    return drawn


def _resting(franchises: Sequence[str], groups: Groups) -> list[str]:
    playing = {id for group in groups for id in group}
    return [franchise for franchise in franchises if franchise not in playing]


def _rotate(order: Sequence[str], by: int) -> list[str]:
    """Rotate the circle of a round robin: the first stays, the others move up by so many places."""
    moved = by % max(1, len(order) - 1)
    return [*order[:1], *order[1 + moved :], *order[1 : 1 + moved]]


def _deal(order: Sequence[str], sizes: Sequence[int]) -> Groups:
    """Pair both ends of the circle; for larger matches, deal the franchises out one by one."""
    if set(sizes) == {2}:
        pairs = [[order[index], order[-1 - index]] for index in range(len(order) // 2)]
        return [pair for pair in pairs if BYE not in pair]
    groups: Groups = [[] for _ in sizes]
    index = 0
    for franchise in order:
        while len(groups[index % len(sizes)]) >= sizes[index % len(sizes)]:
            index += 1
        groups[index % len(sizes)].append(franchise)
        index += 1
    return groups


def _improve(groups: Groups, before: Meetings) -> Groups:
    """Exchange franchises between groups as long as that lowers the weight of earlier meetings."""
    improved = [list(group) for group in groups]
    weight, better = before.weight(improved), True
    while better and weight:
        better = False
        for first, second in combinations(range(len(improved)), 2):
            for first_place in range(len(improved[first])):
                for second_place in range(len(improved[second])):
                    a, b = improved[first], improved[second]
                    a[first_place], b[second_place] = b[second_place], a[first_place]
                    exchanged = before.weight(improved)
                    if exchanged < weight:
                        weight, better = exchanged, True
                    else:
                        a[first_place], b[second_place] = b[second_place], a[first_place]
    return improved
