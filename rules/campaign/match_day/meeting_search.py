"""Searches that make rounds more even by exchanging franchises between the matches of a round.

They are deterministic and bounded by a number of steps. Franchises are numbers, and `met[a][b]` is how often a and b
meet, in rounds that are drawn and before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

Matrix = list[list[int]]
Round = list[list[int]]
Exchange = tuple[int, int, int, int]
"""What an exchange adds to the penalty, the place of its round, and the two who are exchanged."""
MOST_EXCHANGES, MOST_STEPS = 6_000, 200
"""How many exchanges `even_out` looks at, and how many it makes at most; they bound its time."""
FORBIDDEN_FOR = 7
"""For how many steps an exchange may not be undone."""


def count_round(met: Matrix, round: Sequence[Sequence[int]], times: int = 1) -> None:
    """Add the meetings of a round."""
    for match in round:
        for one, other in combinations(match, 2):
            met[one][other] += times
            met[other][one] += times


def weight_of(round: Sequence[Sequence[int]], weights: Matrix) -> int:
    """The sum of the weights of the pairs that meet in a round."""
    return sum(weights[one][other] for match in round for one, other in combinations(match, 2))


def lighten(round: Sequence[Sequence[int]], weights: Matrix, *, passes: int) -> Round:
    """Exchange franchises between matches as long as that lowers the round's weight, at most so many times each."""
    matches = [list(match) for match in round]
    playing = [franchise for match in matches for franchise in match]
    match_of = {franchise: index for index, match in enumerate(matches) for franchise in match}
    sums = [[sum([row[other] for other in match]) for match in matches] for row in weights]
    for _ in range(passes):
        exchanged = False
        for one in playing:
            here, own = match_of[one], sums[one]
            if not own[here]:
                continue
            best, best_other, own_weights, own_here = 0, -1, weights[one], own[here]
            for other in playing:
                there = match_of[other]
                if here != there:
                    others = sums[other]
                    change = others[here] + own[there] - own_here - others[there] - 2 * own_weights[other]
                    if change < best:
                        best, best_other = change, other
            if best_other >= 0:
                there = match_of[best_other]
                _exchange(matches, match_of, one, best_other)
                for row, own_sums in zip(weights, sums, strict=True):
                    difference = row[best_other] - row[one]
                    own_sums[here] += difference
                    own_sums[there] -= difference
                exchanged = True
        if not exchanged:
            break
    return matches


@dataclass(slots=True)
class _Search:
    """The rounds while they are evened out, and what a further or a missing meeting of a pair changes."""

    rounds: list[Round]
    match_of: list[dict[int, int]]
    met: Matrix
    raised: list[int]
    lowered: list[int]
    looked_at: int = 0
    step: int = 0

    def best_exchange(self, one: int, other: int, forbidden: Mapping[tuple[int, int, int], int]) -> Exchange | None:
        """The exchange that parts a pair in one of its rounds and raises the penalty least; None if none is allowed.

        Allowed are those that are not `forbidden` beyond the present step.
        """
        best: Exchange | None = None
        for number, matches in enumerate(self.rounds):
            match_of = self.match_of[number]
            here = match_of.get(one)
            if here is None or here != match_of.get(other):
                continue
            for leaving in (one, other):
                for found in self._exchanges(number, matches, here, leaving):
                    if (best is None or found < best) and forbidden.get(found[1:], 0) <= self.step:
                        best = found
        return best

    def _exchanges(self, number: int, matches: Round, here: int, leaving: int) -> list[Exchange]:
        met, raised, lowered = self.met, self.raised, self.lowered
        own = met[leaving]
        staying = [franchise for franchise in matches[here] if franchise != leaving]
        left = sum([lowered[own[franchise]] for franchise in staying])
        found = []
        for there, match in enumerate(matches):
            if there == here:
                continue
            joined = [raised[own[franchise]] for franchise in match]
            base = left + sum(joined)
            for place, coming in enumerate(match):
                theirs = met[coming]
                change = base - joined[place] - lowered[theirs[coming]]
                for franchise in match:
                    change += lowered[theirs[franchise]]
                for franchise in staying:
                    change += raised[theirs[franchise]]
                found.append((change, number, leaving, coming))
        self.looked_at += len(found)
        return found

    def exchange(self, number: int, one: int, other: int) -> None:
        """Exchange two franchises of different matches of a round."""
        matches, match_of = self.rounds[number], self.match_of[number]
        both = [matches[match_of[one]], matches[match_of[other]]]
        count_round(self.met, both, -1)
        _exchange(matches, match_of, one, other)
        count_round(self.met, both)


def even_out(rounds: Sequence[Round], met: Matrix, *, most: int) -> list[Round]:
    """The rounds, changed so that fewer pairs meet more than `most` times, best of all none; `met` is updated.

    A tabu search: each step parts a pair that meets too often by the exchange that raises the penalty least, and does
    not undo an exchange soon.
    """
    highest = max(map(max, met)) + len(rounds) + 2
    penalty = [meetings * (meetings - 1) + 1000 * max(0, meetings - most) for meetings in range(highest + 1)]
    search = _Search(
        rounds=[[list(match) for match in round] for round in rounds],
        match_of=[{franchise: index for index, match in enumerate(round) for franchise in match} for round in rounds],
        met=met,
        raised=[penalty[meetings + 1] - penalty[meetings] for meetings in range(highest)],
        lowered=[0, *(penalty[meetings - 1] - penalty[meetings] for meetings in range(1, highest))],
    )
    best, best_excess = [[list(match) for match in round] for round in rounds], _excess(met, most)
    forbidden_until: dict[tuple[int, int, int], int] = {}
    while best_excess and search.looked_at < MOST_EXCHANGES and search.step < MOST_STEPS:
        search.step += 1
        pairs = [(one, other) for one, row in enumerate(met) for other in range(one) if row[other] > most]
        chosen = search.best_exchange(*pairs[search.step % len(pairs)], forbidden_until)
        if chosen is None:
            continue
        _, number, leaving, coming = chosen
        search.exchange(number, leaving, coming)
        until = search.step + FORBIDDEN_FOR
        forbidden_until[number, leaving, coming] = forbidden_until[number, coming, leaving] = until
        if (excess := _excess(met, most)) < best_excess:
            best, best_excess = [[list(match) for match in round] for round in search.rounds], excess
    for round, kept in zip(search.rounds, best, strict=True):
        count_round(met, round, -1)
        count_round(met, kept)
    return best


def _excess(met: Matrix, most: int) -> int:
    """How far the pairs are above `most` meetings; a pair that is further above weighs more."""
    return sum([(meetings - most) ** 2 for row in met for meetings in row if meetings > most])


def _exchange(matches: Round, match_of: dict[int, int], one: int, other: int) -> None:
    here, there = match_of[one], match_of[other]
    matches[here][matches[here].index(one)] = other
    matches[there][matches[there].index(other)] = one
    match_of[one], match_of[other] = there, here
