"""The tables of the campaign for readers, made from the tables the game uses, so that no value is typed twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import TypeVar

from rules.campaign.core.switches import SWITCH_BY_NAME
from rules.campaign.garage import device_failures
from rules.campaign.market import tinkering as tk
from rules.campaign.market import world_trade as wt
from rules.campaign.market.offers import NEW_CONTRACT
from rules.campaign.money import overhead, prices
from rules.campaign.money.prices import CARCASS_PRICE_FACTOR, ROCKET_PRICE_FACTOR, list_price
from rules.campaign.people import experience, fatigue, quirks, staff
from rules.campaign.people.talents import TALENT_BY_FACE, Category
from rules.campaign.season_end import staff_retention
from rules.campaign.sponsors import kinds as sponsors
from rules.campaign.sponsors import party
from rules.core.rolled_price import RolledPrice
from rules.core.tables import format_faces
from rules.core.terms import in_k
from rules.match.catalog import CATALOG
from rules.match.item_types import Firepower, ItemType, StatLine
from rules.rulebook.rule_text import Block, table_block

T = TypeVar("T")
Rows = list[list[str]]
DASH = "–"
MINUS = "\N{MINUS SIGN}"
GEAR_SET = "gears"


def tables_under_rule(rule: str) -> tuple[Block, ...]:
    """The tables shown under a rule, by its ID; most rules have none."""
    return _tables_by_rule().get(rule, ())


@cache
def _tables_by_rule() -> Mapping[str, tuple[Block, ...]]:
    tables: dict[str, tuple[Block, ...]] = {rule: (table_block(draw()),) for rule, draw in TABLES.items()}
    for item in CATALOG.values():
        if item.shots and item.rule not in ("DM-C-174", "DM-C-175"):
            tables[item.rule] = (table_block(_stat_lines(item)),)
    return tables


def _by_result(on: Mapping[int, T]) -> list[tuple[str, T]]:
    """The rows of a table of faces: neighboring faces with the same result share a row."""
    return [(format_faces([face for face, _ in group]), result) for result, group in _runs(on.items())]


def _runs(results: Iterable[tuple[int, T]]) -> Iterable[tuple[T, list[tuple[int, T]]]]:
    for _, group in groupby(results, key=lambda face: id(face[1]) if not isinstance(face[1], str) else face[1]):
        members = list(group)
        yield members[0][1], members


def _up_to(limits: Sequence[int], unit: str = "") -> list[str]:
    """Labels of bands: `up to 20k`, `21–50k` …, `571k and more`."""
    between = [f"{low + 1}–{high}{unit}" for low, high in pairwise(limits)]
    return [f"up to {limits[0]}{unit}", *between, f"{limits[-1] + 1}{unit} and more"]


def _levels() -> Rows:
    least = [0, *(most + 1 for most in experience.LEVEL_UP_TO[:-1])]
    bands = [f"{low}–{high}" for low, high in zip(least, experience.LEVEL_UP_TO, strict=True)]
    return [["Level", "XP"], *([str(level), band] for level, band in enumerate(bands, 1))]


def _advance_name(category: Category | None) -> str:
    if category is None:
        return "a trait point"
    return f"a talent of the list {category.value.replace('_', ' ').capitalize()}"


def _advancement() -> Rows:
    return [
        ["2d6", "Gain"],
        *([faces, _advance_name(category)] for faces, category in _by_result(experience.TALENT_LIST_BY_ROLL)),
    ]


def _traits() -> Rows:
    return [["d6", "Trait"], *([faces, trait.value] for faces, trait in _by_result(experience.RAISED_TRAIT_BY_FACE))]


def _fatigue() -> Rows:
    return [["d6", "Trait"], *([faces, trait.value] for faces, trait in _by_result(fatigue.TIRED_TRAIT_BY_FACE))]


def _talents() -> Rows:
    head = ["d6", *(category.value.replace("_", " ").capitalize() for category in Category)]
    return [
        head,
        *([str(face), *(TALENT_BY_FACE[category][face].name for category in Category)] for face in range(1, 7)),
    ]


def _quirks() -> Rows:
    rows = [["2d6", "Quirk", "Takes", "The second time", "Rule"]]
    return rows + [
        [faces, quirks.quirk_name(quirk), _penalty(quirk), _second(quirk), QUIRK_RULES[quirk]]
        for faces, quirk in _by_result(quirks.QUIRK_BY_ROLL)
    ]


QUIRK_RULES = {
    "stupid": "DM-C-048",
    "heart_condition": "DM-C-049",
    "arthritic": "DM-C-050",
    "head_injury": "DM-C-051",
    "combat_fatigue": "DM-C-052",
    "poor_health": "DM-C-053",
    "eye_problem": "DM-C-054",
    "unhinged": "DM-C-055",
}


def _penalty(quirk: str) -> str:
    if quirk not in quirks.LOWERED_TRAITS:
        return DASH
    first, second = (abs(quirks.penalty(quirk, count)) for count in (1, 2))
    return f"{MINUS}{first}, then {MINUS}{second} {quirks.LOWERED_TRAITS[quirk].value}"


def _second(quirk: str) -> str:
    if quirk in quirks.SEASON_OUT_AT_SECOND:
        return "out for the season"
    if quirk in quirks.BARRED_AT_SECOND:
        return "no more matches; retires at the season's end"
    return "retires at the season's end"


def _staff() -> Rows:
    keep = {**staff_retention.KEEP_FEE_K, staff.BEST_RATING: SWITCH_BY_NAME["staff.keep_fee_r4_k"].default}
    rows = [["Rating", "Season", "One match", "To keep it", "Adds to size"]]
    for rating, price in prices.STAFF_K.items():
        match = f"{prices.MATCH_MECHANIC_K}k" if rating == staff.BEST_RATING else DASH
        rows.append([str(rating), f"{price}k", match, f"{keep[rating]}k", str(overhead.SIZE_BY_STAFF_RATING[rating])])
    return rows


def _party() -> Rows:
    rows = [["Paid", *(str(face) for face in range(1, 7))]]
    return rows + [[f"{k}k", *map(str, won)] for k, won in zip(prices.PARTY_K, party.SPONSORS_WON, strict=True)]


def _sponsor_attraction() -> Rows:
    kinds = [(faces, sponsors.SPONSOR_KINDS[kind]) for faces, kind in _by_result(sponsors.SPONSOR_BY_D66)]
    return [["D66", "Sponsor", "Rule"], *([faces, kind.name, kind.rule] for faces, kind in kinds)]


def _incomes() -> Rows:
    rows = [["Sponsor", "Income a match"]]
    for tag, kind in sponsors.SPONSOR_KINDS.items():
        war = f", in a war {sponsors.WAR_DICE}d6 × {kind.each_k}k" if tag == "munitions" else ""
        rows.append([kind.name, f"{kind.dice}d6 × {kind.each_k}k{war}"])
    return rows


def _breakdowns() -> Rows:
    rows = [["Device", "Fails on", "Then"]]
    for kind, up_to in device_failures.FAILS_UP_TO.items():
        crowded = f", or 1–{device_failures.CROWDED_TURBOCHARGERS_FAIL_UP_TO}" if kind == "turbochargers" else ""
        then = "ranges are 1 more" if kind == device_failures.AUTO_RANGER else "the car is out of the match"
        rows.append([CATALOG[kind].name, f"{up_to}{crowded}", then])
    return rows


def _overhead() -> Rows:
    rows = [["Net income", *_up_to(overhead.SIZE_UP_TO)]]
    incomes = _up_to(overhead.INCOME_UP_TO_K, "k")
    return rows + [
        [name, *(f"{k}k" for k in profits)] for name, profits in zip(incomes, overhead.PROFIT_K, strict=True)
    ]


def _price(kind: str) -> str:
    """The price of something found or invented, as it is printed."""
    if kind == NEW_CONTRACT:
        return _rolled_price(wt.CONTRACT_PRICE)
    if kind == wt.RARE_TIRES:
        return f"{CARCASS_PRICE_FACTOR} × the carcass + 2d6k"
    if kind == tk.HEAT_SEEKING:
        return f"{ROCKET_PRICE_FACTOR} × the pack + 2d6k"
    price = CATALOG[kind].rolled_price
    return _rolled_price(price) if price else DASH


def _rolled_price(price: RolledPrice) -> str:
    return f"{price.base_k} + {price.dice}d{price.sides}k"


def _thing(kind: str) -> tuple[str, str]:
    """The name of a thing and its rule; a row may also be empty or a contract."""
    if kind == wt.NO_ITEM:
        return "throw again", "DM-C-110"
    if kind == NEW_CONTRACT:
        return "New contract", "DM-C-131"
    return CATALOG[kind].name, CATALOG[kind].rule


def _world_trade() -> Rows:
    rows = [["D66", "Group", "d6", "What", "Price", "Rule"]]
    for faces, group in _by_result(wt.WORLD_TRADE_TABLE):
        things = [(DASH, group.rows)] if isinstance(group.rows, str) else _by_result(group.rows)
        for first, (die, kind) in enumerate(things):
            name, rule = _thing(kind)
            price = DASH if kind == wt.NO_ITEM else _price(kind)
            rows.append(["" if first else faces, "" if first else _group_title(group.name), die, name, price, rule])
    return rows


def _group_title(group: str) -> str:
    return group.replace("armour", "armor").capitalize()


def _tires() -> Rows:
    carcasses, treads = _by_result(wt.CARCASS_BY_FACE), _by_result(wt.RARE_TREAD_BY_FACE)
    rows = [["d6", "Carcass", "Price", "Tread"]]
    for (faces, carcass), (_, tread) in zip(carcasses, treads, strict=True):
        least = CARCASS_PRICE_FACTOR * list_price(f"tire_{carcass}")
        rows.append([faces, carcass.replace("_", "-"), f"{in_k(least)} + 2d6k", tread])
    return rows


def _tinkering() -> Rows:
    rows = [["d6", "Group", "Then d6", "What", "Price", "Rule"]]
    for faces, group in _by_result(tk.TINKERING_TABLE):
        for number, (dice, kind) in enumerate(_branches(group.rows)):
            name, rule = _thing(kind)
            lead = ["", ""] if number else [faces, _group_title(group.name)]
            rows.append([*lead, dice, name, _price(kind), rule])
    return rows


def _branches(rows: tk.Rows) -> list[tuple[str, str]]:
    """Every thing of a group, with the dice rolls that lead to it: `1–2, then 3–4`."""
    branches: list[tuple[str, str]] = []
    for faces, below in _by_result(rows):
        if isinstance(below, str):
            branches.append((faces, below))
        else:
            branches.extend((f"{faces}, then {dice}", kind) for dice, kind in _branches(below))
    return branches


def _stat_lines(item: ItemType) -> Rows:
    rows = [["Attacks a turn", "Penetration", "Firepower", "Short", "Long", "Farthest", "Rounds"]]
    return rows + [_stat_line(shot) for shot in item.shots]


def _stat_line(shot: StatLine) -> list[str]:
    return [
        f"{shot.rate}{'+' if shot.dice > 1 else ''}",
        str(shot.penetration),
        firepower(shot.firepower),
        str(shot.short or DASH),
        str(shot.long or DASH),
        str(shot.furthest),
        str(shot.ammunition),
    ]


def firepower(damage: Firepower) -> str:
    """Firepower as tables print it: `1`, `1d3`, `1d3+1`."""
    if not damage.sides:
        return str(damage.plus)
    return f"1d{damage.sides}{f'+{damage.plus}' if damage.plus else ''}"


def _bills() -> Rows:
    return [
        ["What", "Normal car", "Overhead car"],
        ["Replacement", f"{prices.REPLACEMENT_K}k", f"{prices.OVERHEAD_REPLACEMENT_K}k"],
        ["Each critical hit repaired", f"{prices.REPAIR_K}k", f"{prices.OVERHEAD_REPAIR_K}k"],
        ["A car's repairs at most", f"{prices.REPAIR_CAP_K}k", f"{prices.OVERHEAD_REPAIR_CAP_K}k"],
        ["Cloning of a driver", f"{prices.CLONING_K}k", f"{prices.CLONING_K}k"],
    ]


def _list_of(rule: str) -> Callable[[], Rows]:
    def price_rows() -> Rows:
        rows = [["What", "Price"]]
        return rows + [
            [item_type.name, in_k(list_price(kind))]
            for kind, item_type in CATALOG.items()
            if item_type.sold == "list"
            and (item_type.rule == rule or (rule == "DM-C-174" and item_type.group == GEAR_SET))
        ]

    return price_rows


def _season_prices() -> Rows:
    staffs = ", ".join(f"{price}k" for price in prices.STAFF_K.values())
    return [
        ["What", "Price"],
        ["Rookie", f"{prices.ROOKIE_K}k"],
        ["Veteran", f"{prices.VETERAN_BASE_K}k + {prices.VETERAN_PER_LEVEL_K}k × level"],
        ["Staff of rating 1, 2, 3, 4", staffs],
        ["Staff of rating 4 for one match", f"{prices.MATCH_MECHANIC_K}k"],
        ["Car of 60 DP", f"{prices.CAR_K}k"],
        ["Car of 75 DP", f"{prices.OVERHEAD_CAR_K}k"],
        ["Sponsor party", ", ".join(f"{price}k" for price in prices.PARTY_K)],
        ["Legal fee for a driver traded, each side", f"{prices.LEGAL_FEE_K}k"],
        ["What a new franchise starts with", f"{prices.SEED_MONEY_K}k"],
    ]


TABLES: dict[str, Callable[[], Rows]] = {
    "DM-C-015": _levels,
    "DM-C-017": _advancement,
    "DM-C-018": _traits,
    "DM-C-019": _talents,
    "DM-C-047": _quirks,
    "DM-C-064": _staff,
    "DM-C-070": _party,
    "DM-C-071": _sponsor_attraction,
    "DM-C-072": _incomes,
    "DM-C-088": _breakdowns,
    "DM-C-100": _overhead,
    "DM-C-101": _fatigue,
    "DM-C-109": _world_trade,
    "DM-C-124": _tires,
    "DM-C-137": _tinkering,
    "DM-C-173": _bills,
    "DM-C-174": _list_of("DM-C-174"),
    "DM-C-175": _list_of("DM-C-175"),
    "DM-C-176": _season_prices,
}
"""The tables shown under each rule. Stat lines of found or invented weapons stand under the rule of their item."""
