"""Who meets whom in the rounds to come: as equal in matches, and as new to each other, as may be.

The book sets no order of meetings; this is what a commissioner is offered, and may change before they announce it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rules.campaign.core.state import Season

MATCH_SIZES = (2, 3, 4)
"""How many franchises a match drawn up here may have."""
Groups = list[list[str]]
BYE = ""
"""Stands in the circle where they are of an odd number: whoever meets nobody rests."""


@dataclass(slots=True, kw_only=True)
class Meetings:
    """How many matches each franchise has had, and how often each two were in one match."""

    matches: Counter[str] = field(default_factory=Counter)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, franchises: Sequence[str]) -> None:
        """Count a match between these."""
        self.matches.update(franchises)
        self.met.update(combinations(sorted(franchises), 2))

    def weight(self, groups: Groups) -> int:
        """How much of the groups was seen before; a pair that met twice weighs more than two that met once."""
        pairs = (pair for group in groups for pair in combinations(sorted(group), 2))
        return sum(2 * self.met[pair] + 1 for pair in pairs if self.met[pair])


def meetings_in(season: Season) -> Meetings:
    """The meetings of a season so far, announced ones among them; a voided match counts as not made."""
    found = Meetings()
    for match in season.matches.values():
        if match.step != "void":
            found.add([line_up.franchise for line_up in season.line_ups_of(match.id)])
    return found


def match_sizes(franchises: int, *, size: int) -> list[int]:
    """The sizes of a round's matches: as few and as equal as may be, none above `size`; who is left over rests.

    Somebody rests only where matches take two each and the franchises are of an odd number.
    """
    if size == MATCH_SIZES[0]:
        return [size] * (franchises // size)
    matches = max(1, -(-franchises // size))
    if franchises < matches * MATCH_SIZES[0]:
        matches = franchises // MATCH_SIZES[0]
    small, larger = divmod(franchises, matches) if matches else (0, 0)
    return [small + 1] * larger + [small] * (matches - larger)


def pair_up(franchises: Sequence[str], *, before: Meetings, number: int, size: int = 2) -> Groups:
    """The matches of a round: those who met least are put together, and who has had most matches rests first.

    `number` is the round's; with nothing played before, rounds drawn up one after the other in twos let everybody
    meet everybody once before anybody meets again. The same question has the same answer.
    """
    sizes = match_sizes(len(franchises), size=size)
    if not sizes:
        return []
    circle = [*([BYE] if sum(sizes) < len(franchises) else []), *sorted(franchises)]
    most = max((before.matches[franchise] for franchise in franchises), default=0)
    tries = []
    for turn in range(max(1, len(circle) - 1)):
        groups = _deal(_rotate(circle, number - 1 + turn), sizes)
        if all(before.matches[each] == most for each in _resting(franchises, groups)):
            tries.append(groups)
    best = min(tries, key=before.weight, default=[])
    return sorted(sorted(each) for each in _improve(best, before))


def pair_up_rounds(
    franchises: Sequence[str], *, before: Meetings, numbers: Sequence[int], size: int = 2
) -> dict[int, Groups]:
    """The matches of several rounds to come, by their numbers, each as if those before it had been played."""
    ahead = Meetings(matches=before.matches.copy(), met=before.met.copy())
    drawn: dict[int, Groups] = {}
    for number in numbers:
        drawn[number] = pair_up(franchises, before=ahead, number=number, size=size)
        for each in drawn[number]:
            ahead.add(each)
    return drawn


def _resting(franchises: Sequence[str], groups: Groups) -> list[str]:
    playing = {id for group in groups for id in group}
    return [franchise for franchise in franchises if franchise not in playing]


def _rotate(order: Sequence[str], by: int) -> list[str]:
    """The first stays, the others move up by so many places: the circle of a round robin."""
    moved = by % max(1, len(order) - 1)
    return [*order[:1], *order[1 + moved :], *order[1 : 1 + moved]]


def _deal(order: Sequence[str], sizes: Sequence[int]) -> Groups:
    """Twos from both ends of the circle; larger matches by dealing everybody out one by one."""
    if set(sizes) == {2}:
        pairs = [[order[at], order[-1 - at]] for at in range(len(order) // 2)]
        return [pair for pair in pairs if BYE not in pair]
    groups: Groups = [[] for _ in sizes]
    at = 0
    for franchise in order:
        while len(groups[at % len(sizes)]) >= sizes[at % len(sizes)]:
            at += 1
        groups[at % len(sizes)].append(franchise)
        at += 1
    return groups


def _improve(groups: Groups, before: Meetings) -> Groups:
    """The groups after every exchange of two franchises that makes them newer to each other."""
    eased = [list(group) for group in groups]
    weight, better = before.weight(eased), True
    while better and weight:
        better = False
        for one, other in combinations(range(len(eased)), 2):
            for mine in range(len(eased[one])):
                for theirs in range(len(eased[other])):
                    a, b = eased[one], eased[other]
                    a[mine], b[theirs] = b[theirs], a[mine]
                    now = before.weight(eased)
                    if now < weight:
                        weight, better = now, True
                    else:
                        a[mine], b[theirs] = b[theirs], a[mine]
    return eased
