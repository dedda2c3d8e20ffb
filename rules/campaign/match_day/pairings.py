"""Pairings of coming rounds: as many matches for every franchise, and as few repeated meetings, as possible.

The book sets no order of meetings. Pairings are a proposal, which the commissioner may change before announcing it;
the journal has what was announced, so that a better draw changes no season that was played.

**Layouts.** Rounds in which few pairs meet twice: the circle of a round robin, and the lines of a plane over a finite
field.

With k matches of at most k franchises, k a prime power, franchise number i stands in row i // k and column i % k. In
round a, it plays in match a x row + column, calculated in the field of k elements. Two franchises of different rows
then meet in exactly one of k rounds, and two of the same row in none of them.

**The bound.** The fewest meetings that some pair must have in rounds drawn from scratch, by any method.

`fewest_meetings` is a lower bound, so rounds in which no pair meets more often are as even as possible. It follows
from three counts. In a round with matches of sizes g the pairs that meet number P, the sum of g(g - 1)/2; there are N
pairs in all.

1. In R rounds there are RP meetings, so some pair has at least RP/N of them.
2. A match of size g has its franchises in k matches of any other round, so that some of them met there too: at least
   as many pairs as if they were spread evenly. Let c be the sum of those over the matches of a round. Each two rounds
   then share c pairs, and the pairs' meetings m satisfy: the sum of m(m - 1)/2 is at least c R(R - 1)/2. If nobody
   meets more than L times, that sum is largest when as many pairs as possible meet L times.
3. With two matches a round, whether R - m is odd says who of a pair is on which side of one cut of the franchises: of
   any three, an even number of pairs is apart in a round. So for some u, the pairs within a set of u franchises, and
   those among the others, have R - m even, and the rest have it odd. That leaves less room below L.

**The search.** Searches that make rounds more even by exchanging franchises between the matches of a round.

They are deterministic and bounded by a number of steps. Franchises are numbers, and `met[a][b]` is how often a and b
meet, in rounds that are drawn and before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, count
from math import comb

from rules.campaign.core.state import Season

Layout = tuple[tuple[int, ...], ...]
"""The matches of a round, each with the numbers of its franchises."""
REDUCTIONS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0))}
"""The fields that are not of prime order: the prime, and x^n as a sum of lower powers, the lowest first."""


@cache
def line_layouts(sizes: tuple[int, ...]) -> tuple[Layout, ...]:
    """As many rounds as there are matches, with matches of these sizes.

    Where no field has that many elements, or the matches are larger than many, they are still rounds, in which pairs
    meet more often.
    """
    matches = len(sizes)
    add, multiply = _field(matches) if matches in REDUCTIONS else _remainders(matches)
    rounds = []
    for slope in range(matches):
        round: list[list[int]] = [[] for _ in sizes]
        for number in range(sum(sizes)):
            row, column = divmod(number, matches)
            round[add[column][multiply[slope][row % matches]]].append(number)
        rounds.append(tuple(tuple(match) for match in round))
    return tuple(rounds)


@cache
def circle_layouts(franchises: int) -> tuple[Layout, ...]:
    """The rounds of a round robin of pairs; with an odd number of franchises one rests in each."""
    circle = [*([-1] if franchises % 2 else []), *range(franchises)]
    rounds = []
    for turn in range(max(1, len(circle) - 1)):
        order = [*circle[:1], *circle[1 + turn :], *circle[1 : 1 + turn]]
        pairs = [(order[index], order[-1 - index]) for index in range(len(order) // 2)]
        rounds.append(tuple(pair for pair in pairs if -1 not in pair))
    return tuple(rounds)


def _remainders(order: int) -> tuple[list[list[int]], list[list[int]]]:
    """The tables of addition and multiplication of the remainders by a number."""
    numbers = range(order)
    return (
        [[(one + other) % order for other in numbers] for one in numbers],
        [[one * other % order for other in numbers] for one in numbers],
    )


def _field(order: int) -> tuple[list[list[int]], list[list[int]]]:
    """Tables of addition and multiplication in a field of `REDUCTIONS`; a number's digits are its coefficients."""
    prime, reduction = REDUCTIONS[order]
    degree = len(reduction)

    def digits(number: int) -> list[int]:
        return [number // prime**power % prime for power in range(degree)]

    def number_of(coefficients: Sequence[int]) -> int:
        return sum(coefficient % prime * prime**power for power, coefficient in enumerate(coefficients))

    def product(one: int, other: int) -> int:
        powers = [0] * (2 * degree - 1)
        for left, one_digit in enumerate(digits(one)):
            for right, other_digit in enumerate(digits(other)):
                powers[left + right] += one_digit * other_digit
        for power in range(2 * degree - 2, degree - 1, -1):
            for lower, coefficient in enumerate(reduction):
                powers[power - degree + lower] += powers[power] * coefficient
        return number_of(powers[:degree])

    numbers = range(order)
    return (
        [
            [number_of([a + b for a, b in zip(digits(one), digits(other), strict=True)]) for other in numbers]
            for one in numbers
        ],
        [[product(one, other) for other in numbers] for one in numbers],
    )


def fewest_meetings(franchises: int, sizes: Sequence[int], rounds: int) -> int:
    """A number of meetings that some pair reaches in so many rounds with matches of these sizes."""
    met = sum(comb(size, 2) for size in sizes) * rounds
    if not met:
        return 0
    pairs = comb(franchises, 2)
    shared = comb(rounds, 2) * _pairs_shared_by_two_rounds(franchises, sizes)
    is_cut = len(sizes) == 2 and sum(sizes) == franchises
    possible = _is_possible_for_two_matches if is_cut else _is_possible
    least = -(-met // pairs)
    return next(most for most in count(least) if possible(franchises, rounds, met=met, shared=shared, most=most))


def _pairs_shared_by_two_rounds(franchises: int, sizes: Sequence[int]) -> int:
    """The fewest pairs that meet in both of two rounds; a franchise that rests is in a place of its own."""
    places = len(sizes) + franchises - sum(sizes)
    return sum(_pairs_when_spread(size, places) for size in sizes)


def _pairs_when_spread(franchises: int, places: int) -> int:
    """The fewest pairs in the same place, of so many franchises in so many places."""
    each, over = divmod(franchises, places)
    return over * comb(each + 1, 2) + (places - over) * comb(each, 2)


def _is_possible(franchises: int, rounds: int, *, met: int, shared: int, most: int) -> bool:  # noqa: ARG001 - as below
    """Whether the counts allow that no pair meets more than `most` times."""
    pairs, rest = divmod(met, most)
    return met <= most * comb(franchises, 2) and pairs * comb(most, 2) + comb(rest, 2) >= shared


def _is_possible_for_two_matches(franchises: int, rounds: int, *, met: int, shared: int, most: int) -> bool:
    """The same for two matches a round, where the parity of a pair's meetings depends on a cut (3)."""
    even_most, odd_most = (most, most - 1) if (rounds - most) % 2 == 0 else (most - 1, most)
    for side in range(franchises // 2 + 1):
        across = side * (franchises - side)
        within = comb(franchises, 2) - across
        missing = within * even_most + across * odd_most - met
        largest = within * comb(even_most, 2) + across * comb(odd_most, 2)
        # A pair loses least of the sum for each meeting that it lacks if it lacks all of the smaller number.
        lost = missing * (min(even_most, odd_most) - 1) / 2
        if missing >= 0 and missing % 2 == 0 and largest - max(0, lost) >= shared:
            return True
    return False


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
