"""The page of the economy: its measures, and money, cars and people by round, by season and by match system.

Every table is made from the figures of seasons. Amounts on the page are in k, per franchise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import mean, median

from rules.campaign.core.editions import NEWEST_EDITION
from rules.campaign.money.prices import CAR_K, OVERHEAD_REPLACEMENT_K, REPLACEMENT_K
from rules.campaign.steward import DEFAULT_ORDERS
from rules.core.plurals import count_phrase
from rules.core.terms import K
from rules.match.catalog import CATALOG
from rules.match.registry import get_ruleset
from rules.match.story import list_text
from tools.sanity.economy_figures import INSOLVENT, SETUP, MatchKind, RoundFigures, SeasonFigures, Trouble
from tools.sanity.economy_leagues import KINDS, MIXED

MOST_INSOLVENT_PERCENT = 10
"""The highest share of franchises that may be insolvent in a season."""
MOST_RATIO = 3.0
"""The most that the richest franchise of a league may have, as a multiple of the median one."""
MOST_ABOVE_RATIO_PERCENT = 5
"""The highest share of seasons of one league that may end above that."""
ALL_TROUBLES = frozenset(Trouble)
"""Every trouble, insolvency or not."""
COMMON_PURCHASES = 16
"""How many of the kinds of things bought most are named."""
MIXED_TEXT = "all match systems in rotation (*mixed*)"

INTRODUCTION = """\
Unattended franchises by edition {edition} of the campaign: {leagues} and {seasons} in all, with {franchises}
franchises and {rounds} each. **Every match was played** by the engine of its match system. {kinds} Depending on the
league, a match has at most six teams, at most six and two in turn, or at most two, three and six in turn; where six
may meet, eight franchises play two matches of four. One run wrote this page, and the same command writes it again:

```
{command}
```

Amounts are in k and per franchise, unless a column says otherwise."""
DEFINITIONS = """\
By the rules no bill stays unpaid: what a match costs is taken off its income, and profit is never below 0
(DM-C-098, DM-C-100). So a franchise counts as **insolvent** in a season if at least once it

- was given money by the commissioner, because a roster that must be filled could not be paid for (HOUSE-001),
- had a waiver, because its garage was too small on match day and no car could be bought (DM-C-065), or
- had fewer than three cars or fewer than three drivers of its own when a line-up was locked.

A franchise that owned three cars and three drivers but could not field them all is counted separately: devices
(DM-C-088) and hearts (DM-C-049) may fail before a match, and a quirk may bar a driver (DM-C-012).

The **ratio** is the balance of a league's richest franchise at the close of a season, divided by the median one."""


def missed_measures(seasons: Sequence[SeasonFigures]) -> list[str]:
    """A sentence for each measure that is missed; empty if all are met."""
    missed = []
    share = _insolvent_percent(seasons)
    if share > MOST_INSOLVENT_PERCENT:
        missed.append(
            f"{share:.1f} % of franchises are insolvent in a season: {MOST_INSOLVENT_PERCENT} % is the most."
        )
    ratio = mean(season.richest_to_median for season in seasons)
    if ratio > MOST_RATIO:
        missed.append(
            f"The richest franchise has {ratio:.2f} times the median on average: {MOST_RATIO:g} is the most."
        )
    above = _above_ratio_percent(seasons)
    if above > MOST_ABOVE_RATIO_PERCENT:
        missed.append(
            f"In {above:.1f} % of seasons the richest franchise has more than {MOST_RATIO:g} times the median: "
            f"{MOST_ABOVE_RATIO_PERCENT} % is the most."
        )
    return missed


def _insolvent_percent(seasons: Sequence[SeasonFigures]) -> float:
    return (
        100
        * sum(season.trouble_count(INSOLVENT) for season in seasons)
        / sum(len(season.order) for season in seasons)
    )


def _above_ratio_percent(seasons: Sequence[SeasonFigures]) -> float:
    return 100 * sum(season.richest_to_median > MOST_RATIO for season in seasons) / len(seasons)


def economy_page_text(seasons: Sequence[SeasonFigures], *, command: str) -> str:
    """The whole page, in Markdown."""
    return "\n".join(_lines(seasons, command)) + "\n"


def _lines(seasons: Sequence[SeasonFigures], command: str) -> Iterator[str]:
    kinds = [kind for kind in KINDS if any(season.kind == kind for season in seasons)]
    yield f"# The economy over {count_phrase(len(seasons), 'season')}"
    yield INTRODUCTION.format(
        edition=NEWEST_EDITION,
        leagues=count_phrase(len({season.league for season in seasons}), "league"),
        seasons=count_phrase(len(seasons), "season"),
        franchises=len(seasons[0].order),
        rounds=count_phrase(len(seasons[0].rounds) - 1, "round"),
        kinds=_kinds_text(kinds),
        command=command,
    )
    yield from ("", "## The measures", "", DEFINITIONS, "")
    yield from _measures(seasons)
    yield from ("", "## By match system", "")
    yield from _table(("", *(_title(kind) for kind in kinds), "all"), _rows_by_kind(seasons, kinds))
    yield from ("", "## By season of a league", "")
    yield from _table(SEASON_HEAD, _rows_by_season(seasons))
    yield from ("", "## Money by round", "")
    yield "Means over all seasons. The row *setup* is what was spent before the first round. The lowest, median and"
    yield "highest balances are those of a league when the shops of the round have closed."
    yield ""
    yield from _table(MONEY_HEAD, _money_rows(seasons))
    yield from ("", "## Cars and people by round", "")
    yield "Means over all seasons, per league of all its franchises."
    yield ""
    yield from _table(PEOPLE_HEAD, _people_rows(seasons))
    yield from ("", "## How many cars are destroyed", "")
    yield from _table(("match system", "event", "teams", "cars on the grid", "destroyed"), _destroyed_rows(seasons))
    yield from ("", "## What a destroyed car costs", "", *_destroyed_car_lines(seasons))
    yield from ("", "## Where the money goes", "", *_growth_lines(seasons))
    yield from ("", "## What money buys", "", *_purchase_lines(seasons))
    yield from ("", "## Who wins", "", *_winner_lines(seasons))


def _kinds_text(kinds: Sequence[str]) -> str:
    titles = [MIXED_TEXT if kind == MIXED else _title(kind) for kind in kinds]
    return f"{'In turn, leagues' if len(kinds) > 1 else 'Leagues'} play {list_text(titles)}."


def _measures(seasons: Sequence[SeasonFigures]) -> Iterator[str]:
    count = sum(len(season.order) for season in seasons)
    insolvent, unable = (
        sum(season.trouble_count(kinds) for season in seasons) for kinds in (INSOLVENT, ALL_TROUBLES)
    )
    ratios = sorted(season.richest_to_median for season in seasons)
    yield from _table(
        ("measure", "limit", "found"),
        [
            (
                "franchises insolvent in a season",
                f"{MOST_INSOLVENT_PERCENT} %",
                f"{100 * insolvent / count:.1f} % ({insolvent} of {count})",
            ),
            (
                "insolvent, or with three cars and drivers not all fit",
                "",
                f"{100 * unable / count:.1f} % ({unable} of {count})",
            ),
            ("richest to median, mean", f"{MOST_RATIO:g} to 1", f"{mean(ratios):.2f}"),
            (
                "richest to median, 95 of 100 seasons are below",
                f"{MOST_RATIO:g} to 1",
                f"{_at_share(ratios, 95):.2f}",
            ),
            ("richest to median, the highest", "", f"{ratios[-1]:.2f}"),
        ],
    )
    met = Counter(trouble for season in seasons for troubles in season.troubles.values() for trouble in troubles)
    if met:
        yield ""
        yield (
            "How many franchises met each trouble at least once in a season: "
            + list_text([f"{trouble.value} {met[trouble]}" for trouble in Trouble if met[trouble]])
            + "."
        )
    missed = missed_measures(seasons)
    yield ""
    yield from missed or ["Every measure is met."]


SeasonCell = Callable[[Sequence[SeasonFigures]], str]


def _rows_by_kind(seasons: Sequence[SeasonFigures], kinds: Sequence[str]) -> Iterator[list[str]]:
    groups = [*([season for season in seasons if season.kind == kind] for kind in kinds), seasons]
    cells: dict[str, SeasonCell] = {
        "seasons": lambda group: str(len(group)),
        "cars destroyed, of those on the grid": lambda group: _percent(
            _sum(group, lambda round: round.destroyed.total()), _sum(group, lambda round: round.entered.total())
        ),
        "drivers out of action, of those who raced": lambda group: _percent(
            _count(group, "drivers out of action"), _count(group, "drivers who raced")
        ),
        "criticals scored in a match": lambda group: _per(_count(group, "criticals"), _count(group, "settlements")),
        "matches without a share of the prize": lambda group: _percent(
            _count(group, "no prize"), _count(group, "settlements")
        ),
        "matches with bills above income": lambda group: _percent(
            _count(group, "bills above income"), _count(group, "settlements")
        ),
        "prize of a match": lambda group: _per_match(group, "prizes"),
        "sponsors and Faces in a match": lambda group: _per_match(group, "sponsors"),
        "bills of a match": lambda group: _k(
            sum(_money(group, what) for what in ("cloning", "replacements", "repairs"))
            / max(1, _count(group, "settlements"))
        ),
        "net income of a match": lambda group: _per_match(group, "net income"),
        "profit of a match": lambda group: _per_match(group, "profit"),
        "quirks gained in a season": lambda group: _per(_count(group, "quirks gained"), _franchises(group)),
        "drivers retired after a season": lambda group: _per(
            sum(season.retired for season in group), _franchises(group)
        ),
        "mean level of drivers": lambda group: f"{mean(season.levels for season in group):.1f}",
        "insolvent": lambda group: f"{_insolvent_percent(group):.1f} %",
        "line-ups with three cars and drivers not all fit": lambda group: _precise_percent(
            _count(group, Trouble.UNFIT.value), _count(group, "settlements")
        ),
        "richest to median, mean": lambda group: f"{mean(season.richest_to_median for season in group):.2f}",
        "richest to median, highest": lambda group: f"{max(season.richest_to_median for season in group):.2f}",
    }
    for name, cell in cells.items():
        yield [name, *(cell(group) for group in groups)]


SEASON_HEAD = (
    "season",
    "lowest balance",
    "median",
    "highest",
    "richest to median",
    "highest ratio",
    "insolvent",
    "rosters below six",
    "profit of a match",
    "mean level",
    "cars destroyed",
    "drivers retired",
    "devices bought",
)


def _rows_by_season(seasons: Sequence[SeasonFigures]) -> Iterator[list[str]]:
    for number in sorted({season.number for season in seasons}):
        group = [season for season in seasons if season.number == number]
        ratios = [season.richest_to_median for season in group]
        yield [
            str(number),
            *(_k(mean(pick(list(season.balances.values())) for season in group)) for pick in (min, median, max)),
            f"{mean(ratios):.2f}",
            f"{max(ratios):.2f}",
            f"{_insolvent_percent(group):.1f} %",
            _percent(_count(group, "short rosters"), _franchises(group)),
            _per_match(group, "profit"),
            f"{mean(season.levels for season in group):.1f}",
            _percent(
                _sum(group, lambda round: round.destroyed.total()), _sum(group, lambda round: round.entered.total())
            ),
            _per(sum(season.retired for season in group), _franchises(group)),
            _per(_count(group, "devices bought"), _franchises(group)),
        ]


SPENT = ("drivers", "staff", "parties", "new cars", "price list", "offers", "contracts")
BILLED = ("replacements", "repairs", "cloning")
MONEY_HEAD = (
    "round", "lowest", "median", "highest", *SPENT, *BILLED, "prize", "sponsors", "net income", "profit",
)  # fmt: skip


def _money_rows(seasons: Sequence[SeasonFigures]) -> Iterator[list[str]]:
    for name, rounds, franchises in _by_round(seasons):
        balances = [round.balances for round in rounds if round.balances]
        yield [
            name,
            *(_k(mean(pick(of_league) for of_league in balances)) for pick in (min, median, max)),
            *(
                _k(sum(round.money[what] for round in rounds) / franchises)
                for what in (*SPENT, *BILLED, "prizes", "sponsors", "net income", "profit")
            ),
        ]


PEOPLE_COUNTS = (
    "cars destroyed",
    "cars replaced",
    "cars given up",
    "cars bought",
    "criticals",
    "criticals repaired",
    "drivers out of action",
    "cloned",
    "quirks gained",
    "lost for the season",
    "marked for retirement",
)
PEOPLE_HEAD = ("round", "cars on the grid", *PEOPLE_COUNTS)


def _people_rows(seasons: Sequence[SeasonFigures]) -> Iterator[list[str]]:
    for name, rounds, _ in _by_round(seasons):
        yield [
            name,
            _per(sum(round.entered.total() for round in rounds), len(rounds)),
            *(_per(sum(round.counts[what] for round in rounds), len(rounds)) for what in PEOPLE_COUNTS),
        ]


def _by_round(seasons: Sequence[SeasonFigures]) -> Iterator[tuple[str, list[RoundFigures], int]]:
    """The name of each round, its figures in every season, and how many franchises they are of in all."""
    for number in range(max(len(season.rounds) for season in seasons)):
        played = [season for season in seasons if number < len(season.rounds)]
        name = "setup" if number == SETUP else str(number)
        yield name, [season.rounds[number] for season in played], sum(len(season.order) for season in played)


def _destroyed_rows(seasons: Sequence[SeasonFigures]) -> Iterator[list[str]]:
    entered, destroyed = Counter[MatchKind](), Counter[MatchKind]()
    for season in seasons:
        for round in season.rounds:
            entered.update(round.entered)
            destroyed.update(round.destroyed)
    for kind in sorted(entered, key=lambda kind: (kind.ruleset, kind.event, kind.teams)):
        yield [
            _title(kind.ruleset),
            kind.event.replace("_", " "),
            str(kind.teams),
            str(entered[kind]),
            _percent(destroyed[kind], entered[kind]),
        ]


def _destroyed_car_lines(seasons: Sequence[SeasonFigures]) -> Iterator[str]:
    destroyed, replaced = _count(seasons, "cars destroyed"), _count(seasons, "cars replaced")
    a_season, given_up = destroyed / _franchises(seasons), _count(seasons, "cars given up")
    weapons = sum(
        count * (row.price_k or 0)
        for kind, count in _bought(seasons).items()
        if (row := CATALOG.get(kind)) and row.group == "weapon" and row.sold == "list" and not row.consumed
    )
    yield (
        f"A franchise loses {a_season:.1f} cars a season. None costs the {CAR_K}k of a new car (DM-C-066): the owner "
        f"replaces it after the match, with the same design, for {REPLACEMENT_K}k, or {OVERHEAD_REPLACEMENT_K}k at "
        f"75 DP (DM-C-095, DM-C-173), and an insurance company pays 5k of that (DM-C-080). {replaced} of {destroyed} "
        f"were replaced, at {_money(seasons, 'replacements') / K / max(1, replaced):.1f}k each after sponsors, and "
        f"{given_up} were given up. The bill lowers net income, not the balance, and profit falls by a part of it or "
        f"not at all (DM-C-100). What is lost for good is what the car carried (DM-C-094): standing orders buy a "
        f"bare car one weapon of the price list, paid from the balance, which is "
        f"{weapons / max(1, destroyed):.1f}k for each wreck on average."
    )


def _growth_lines(seasons: Sequence[SeasonFigures]) -> Iterator[str]:
    franchises = _franchises(seasons)
    income = _money(seasons, "profit") / franchises
    parts = [f"{what} {_money(seasons, what) / franchises / K:.0f}k" for what in SPENT if _money(seasons, what)]
    spent = sum(_money(seasons, what) for what in SPENT) / franchises
    yield (
        f"A franchise keeps {income / K:.0f}k of a season's income after overhead and spends {spent / K:.0f}k: "
        f"{list_text(parts)}. Profit is never below 0, so balances grow season by season, and those of franchises "
        f"with good sponsors grow fastest: a match brings {_per_match(seasons, 'sponsors')}k from sponsors and Faces "
        f"and {_per_match(seasons, 'prizes')}k of prizes. Overhead levels that, since the higher rows of its table "
        "are wider and add less (DM-C-100)."
    )
    yield ""
    yield (
        f"Standing orders save {DEFAULT_ORDERS.season_end_k}k for the next season round by round, and buy offers "
        f"with what is above it. A franchise that opens a season with much less hires only three of the "
        f"{DEFAULT_ORDERS.roster} drivers it wants, and has nobody to replace one who is tired or barred."
    )


def _purchase_lines(seasons: Sequence[SeasonFigures]) -> Iterator[str]:
    bought = _bought(seasons)
    offers, franchises = _count(seasons, "offers"), _franchises(seasons)
    devices, spent = _count(seasons, "devices bought"), _money(seasons, "offers")
    yield (
        f"World trade and tinkering offer a franchise {offers / franchises:.1f} things a season. It buys "
        f"{devices / franchises:.1f} devices among them and spends {spent / franchises / K:.0f}k on offers. Bought "
        "most, per franchise and season: "
        + list_text(
            [
                f"{CATALOG[kind].name if kind in CATALOG else kind.replace('_', ' ')} {count / franchises:.1f}"
                for kind, count in bought.most_common(COMMON_PURCHASES)
            ]
        )
        + "."
    )


def _winner_lines(seasons: Sequence[SeasonFigures]) -> Iterator[str]:
    leagues: dict[int, list[SeasonFigures]] = {}
    for season in seasons:
        leagues.setdefault(season.league, []).append(season)
    whole = [league for league in leagues.values() if len(league) > 1]
    following = [pair for league in whole for pair in pairwise(league)]
    if not following:
        yield "Each league had one season."
        return
    champions = [len({season.order[0] for season in league}) for league in whole]
    most = [Counter(season.order[0] for season in league).most_common(1)[0][1] for league in whole]
    again, richest, poorest = (
        _percent(sum(pick(before) == after.order[0] for before, after in following), len(following))
        for pick in (lambda before: before.order[0], _richest, _poorest)
    )
    yield (
        f"In the {max(map(len, whole))} seasons of a league {mean(champions):.1f} different franchises win the Cup, "
        f"and one of them wins it {mean(most):.1f} times. A champion wins the next Cup as well in {again} of "
        f"seasons. The franchise that was richest at the close of a season wins the next one in {richest}, the "
        f"poorest in {poorest}; by chance alone each would in {100 / len(seasons[0].order):.0f} %."
    )


def _richest(season: SeasonFigures) -> str:
    return max(season.balances, key=season.balances.__getitem__)


def _poorest(season: SeasonFigures) -> str:
    return min(season.balances, key=season.balances.__getitem__)


def _sum(seasons: Iterable[SeasonFigures], figure: Callable[[RoundFigures], int]) -> int:
    return sum(figure(round) for season in seasons for round in season.rounds)


def _count(seasons: Iterable[SeasonFigures], what: str) -> int:
    return _sum(seasons, lambda round: round.counts[what])


def _money(seasons: Iterable[SeasonFigures], what: str) -> int:
    return _sum(seasons, lambda round: round.money[what])


def _bought(seasons: Iterable[SeasonFigures]) -> Counter[str]:
    """How many of each kind of item and contract were bought."""
    return sum((round.bought for season in seasons for round in season.rounds), Counter[str]())


def _franchises(seasons: Iterable[SeasonFigures]) -> int:
    """Franchises times seasons."""
    return sum(len(season.order) for season in seasons)


def _per_match(seasons: Sequence[SeasonFigures], what: str) -> str:
    return _k(_money(seasons, what) / max(1, _count(seasons, "settlements")))


def _at_share(values: Sequence[float], percent: int) -> float:
    """The smallest of the sorted values that is at least as high as `percent` of them."""
    return values[-(-percent * len(values) // 100) - 1]


def _k(credits: float) -> str:
    return f"{credits / K:.0f}"


def _per(count: float, of: float) -> str:
    return f"{count / max(1, of):.1f}"


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / max(1, whole):.0f} %"


def _precise_percent(part: float, whole: float) -> str:
    return f"{100 * part / max(1, whole):.1f} %"


def _title(kind: str) -> str:
    return kind if kind == MIXED else get_ruleset(kind).title


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|---" + "|--:" * (len(head) - 1) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
