"""What every field of every command is drawn from; a field missing here raises `FieldUnknown`.

A field is looked up by its command and name first, then by its name, then by its type. The values usually fit the
season, but not always, because the rules have to refuse some.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from rules.campaign.commissioner.driver_corrections import ADJUSTABLE_AVAILABILITIES
from rules.campaign.core.command import COMMAND_TYPES, Command
from rules.campaign.core.editions import EDITIONS
from rules.campaign.core.facts import SUBJECT_TYPES, field_types
from rules.campaign.core.questionnaires import OWN, OwnQuestion
from rules.campaign.core.state import Goods, Season
from rules.campaign.core.switches import SWITCH_BY_NAME, SWITCHES
from rules.campaign.founding.opening_sheet import Sheet
from rules.campaign.market.tinkering import HEAT_SEEKING, ROLLED_VALUES
from rules.campaign.market.world_trade import RARE_TIRES
from rules.campaign.match_day.announcing import MatchPlan
from rules.campaign.match_day.line_ups import SeatPlan
from rules.campaign.money.prices import PARTY_K, STAFF_K
from rules.campaign.people.medical_devices import CURES
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENTS
from rules.core.switches import Setting, Switch
from rules.core.terms import (
    CarId,
    DriverId,
    FranchiseId,
    ItemId,
    K,
    MatchId,
    OfferId,
    RoundId,
    SponsorId,
    TradeId,
    Trait,
)
from rules.match.catalog import CATALOG, GEARINGS, TREADS
from rules.match.report import EVIDENCE, Report
from tests.machine import choices, compound_fields
from tests.machine.scene import NOBODY, Scene, among, some
from tests.rules.ladder import LADDER

Draws = Callable[[Scene], SearchStrategy[Any]]
WORDS = ("", "", "red dust", "no brakes")
TIRING = (Trait.DRIVING, Trait.GUNNERY, Trait.INITIATIVE)
STEPS = ("S1", "M", "r2", "r3", "E1", "E5", "E8", "E9")
MOST_ROUNDS = 3
MUSIC = OwnQuestion(
    key="arena.music", section="The arena", question="Which music is played?", kind="text", default="None."
)
CURABLE = tuple(quirk for cured in CURES.values() for quirk in cured)


class FieldUnknown(LookupError):
    """A command has a field that no table here covers: add what it is drawn from to one of them."""


def fixed(*values: Any) -> Draws:
    """One of these values, whatever the season is like."""
    return lambda _: st.sampled_from(values)


def new(letter: str) -> Draws:
    """An ID that was never given."""
    return lambda scene: st.just(scene.new(letter))


def settings_of(switch: Switch) -> SearchStrategy[Setting]:
    """The values a switch may have; for numbers only the lowest few, with which a season still works."""
    if switch.choices:
        return st.sampled_from(switch.choices)
    if isinstance(switch.default, bool):
        return st.booleans()
    if isinstance(switch.default, str):
        return st.sampled_from((switch.default, LADDER.name))
    return st.integers(switch.lowest, min(switch.highest, switch.lowest + 12))


def _setting(scene: Scene) -> SearchStrategy[Setting]:
    return settings_of(SWITCH_BY_NAME[scene.drawn["switch"]])


def _switches(_: Scene) -> SearchStrategy[dict[str, Setting]]:
    return st.dictionaries(st.sampled_from(sorted(SWITCH_BY_NAME)), st.booleans(), max_size=1)


def _kind_of_listed(_: Scene) -> SearchStrategy[str]:
    return st.sampled_from(sorted(kind for kind, row in CATALOG.items() if row.sold == "list"))


def _tread(scene: Scene) -> SearchStrategy[str]:
    """A car may have any tread; an item has one only if it is a set of tires."""
    row = CATALOG.get(scene.drawn.get("kind", ""))
    return st.sampled_from(TREADS[1:] if row is None or row.group == "tires" else ("",))


def _gearing(scene: Scene) -> SearchStrategy[int]:
    """A car may have any gearing; an item has one only if it is a gear-set."""
    row = CATALOG.get(scene.drawn.get("kind", ""))
    return st.sampled_from(sorted(GEARINGS) if row is None or row.group == "gears" else (0,))


def _of_kind(*, right: Callable[[str], Any], wrong: tuple[Any, ...]) -> Draws:
    """Usually what fits an item of the kind drawn, otherwise one of the `wrong` values."""
    return lambda scene: st.sampled_from([*[right(scene.drawn["kind"])] * 5, *wrong])


def _rolled(kind: str) -> dict[str, int]:
    return {rolled_value.name: rolled_value.read(1) for rolled_value in ROLLED_VALUES.get(kind, ())}


def _quirk_change(scene: Scene) -> SearchStrategy[int]:
    return st.sampled_from((1, 2, -1) if scene.drawn["quirk"] else (0,))


BY_TYPE: dict[Any, Draws] = {
    FranchiseId: choices.franchise,
    DriverId: choices.driver,
    CarId: choices.car,
    ItemId: choices.item,
    SponsorId: choices.sponsor,
    MatchId: choices.match,
    RoundId: lambda scene: among(scene.season.rounds),
    OfferId: choices.offer,
    TradeId: choices.trade,
    MatchPlan: compound_fields.plan,
    list[MatchPlan]: compound_fields.plans,
    MatchPlan | None: compound_fields.again,
    list[SeatPlan]: compound_fields.seats,
    Report: compound_fields.report,
    Sheet: compound_fields.sheet,
    Trait: fixed(*Trait),
    bool: fixed(False, True),
}
BY_NAME_OF_FIELD: dict[str, Draws] = {
    "evidence": fixed("", *EVIDENCE),
    "name": fixed("", "Razor Jane", "Öl & Blut"),
    "words": fixed(*WORDS),
    "rounds": lambda _: st.integers(1, MOST_ROUNDS),
    "edition": fixed(*EDITIONS),
    "secret_hash": fixed("", "0" * 64),
    "earlier_secret": fixed("00ff", "0"),
    "root": fixed("0" * 64, "0"),
    "entry": fixed(1, 2, 9),
    "hashes": fixed({}, {"somebody": "0" * 64}, {"somebody": "0"}),
    "because": fixed("It is too late for it"),
    "switches": _switches,
    "switch": lambda _: st.sampled_from([switch.name for switch in SWITCHES]),
    "setting": _setting,
    "amount": fixed(0, 50 * K, 300 * K, -20 * K, -90 * K),
    "points": fixed(0, 3, 12, -2),
    "rating": fixed(*STAFF_K),
    "spend_k": fixed(*PARTY_K),
    "tread": _tread,
    "gearing": _gearing,
    "dp": fixed(0, 60, 75, 61),
    "design": fixed({"rungs": 6, "grip": 4}, {"rungs": 2, "grip": 2}, {"rungs": 90, "grip": 0}),
    "designs": fixed({}, {LADDER.name: {"rungs": 6, "grip": 4}}, {"stairs": {}}),
    "ruleset": fixed(*[LADDER.name] * 4, "stairs"),
    "quirk": fixed(*QUIRK_NAMES),
    "gives": lambda scene: compound_fields.goods(scene, partner=False),
    "takes": lambda scene: compound_fields.goods(scene, partner=True),
    "partner": choices.partner,
}
OF_COMMAND: dict[tuple[str, str], Draws] = {
    ("accept_trade", "franchise"): choices.asked_to_trade,
    ("accept_trade", "trade"): choices.trade_to_answer,
    ("adjust_driver", "availability"): fixed("", "", "", *ADJUSTABLE_AVAILABILITIES),
    ("adjust_driver", "driver"): choices.anybody,
    ("adjust_driver", "driving"): fixed(0, 0, 1, -1),
    ("adjust_driver", "fatigue"): lambda _: st.none() | st.lists(st.sampled_from(TIRING), max_size=2),
    ("adjust_driver", "gunnery"): fixed(0, 0, 1, -1),
    ("adjust_driver", "initiative"): fixed(0, 0, 1, -1),
    ("adjust_driver", "quirk"): fixed("", *CURABLE, *CURABLE, *QUIRK_NAMES),
    ("adjust_driver", "quirk_change"): _quirk_change,
    ("adjust_driver", "retiring"): fixed(None, None, None, True, False),
    ("adjust_driver", "talents_added"): lambda _: some((talent.tag for talent in TALENTS), most=1),
    ("adjust_driver", "talents_removed"): choices.talents_held,
    ("adjust_driver", "toughness"): fixed(0, 0, 1, -1),
    ("adjust_driver", "xp"): fixed(0, 0, 2, 9, -1),
    ("announce_round", "round"): new("r"),
    ("ask_question", "question"): fixed(MUSIC, replace(MUSIC, question="Who plays?"), replace(MUSIC, key="Music")),
    ("await_dice", "given"): fixed(None, {"type": "throw_party", "franchise": "f1", "spend_k": 10}),
    ("await_dice", "round"): fixed(0, 1000),
    ("answer_questions", "answers"): fixed(
        {},
        {"drop.own_counters": {"own_counters_act": False}},
        {"drop.own_counters": {}},
        {"arena.music": {"answer": "Polka."}},
    ),
    ("answer_questions", "questionnaire"): fixed("carwars", "carwars", OWN, "chess"),
    ("answer_questions", "step"): fixed("", "", *STEPS),
    ("answer_questions", "version"): fixed(0, 1, 2, 3, 4),
    ("approve_trade", "trade"): choices.trade_to_approve,
    ("add_match", "round"): choices.open_round,
    ("buy_car", "car"): new("c"),
    ("buy_item", "item"): new("i"),
    ("buy_item", "gearing"): _gearing,
    ("buy_item", "kind"): _kind_of_listed,
    ("buy_item", "tread"): _tread,
    ("buy_offer", "franchise"): choices.offered_something,
    ("buy_offer", "item"): lambda scene: st.just("" if choices.is_contract(scene) else scene.new("i")),
    ("buy_offer", "replaces"): choices.sponsor_to_leave,
    ("buy_offer", "sponsor"): lambda scene: st.just(scene.new("x") if choices.is_contract(scene) else ""),
    ("cash_holding", "franchise"): choices.with_holding,
    ("cash_holding", "sponsor"): choices.holding,
    ("change_switch", "step"): fixed("", "", *STEPS),
    ("change_switch", "version"): fixed(0, 0, 1, 2),
    ("choose_trait", "driver"): choices.driver_with_choice,
    ("choose_trait", "franchise"): choices.with_choice,
    ("decide_repairs", "give_up"): choices.wrecks,
    ("decide_repairs", "repair"): choices.damaged,
    ("decline_offer", "franchise"): choices.offered_something,
    ("fit_item", "car"): choices.car_to_fit,
    ("fit_item", "driver"): choices.driver_to_fit,
    ("fit_item", "weapon"): choices.weapon_to_fit,
    ("fold_franchise", "franchise"): choices.unfolded,
    ("found_franchise", "franchise"): choices.to_be_founded,
    ("give_car", "car"): new("c"),
    ("give_item", "carcass"): _of_kind(right=lambda kind: "heavy" * (kind == RARE_TIRES), wrong=("heavy",)),
    ("give_item", "franchise"): choices.with_ill_driver,
    ("give_item", "gearing"): _gearing,
    ("give_item", "item"): new("i"),
    ("give_item", "kind"): choices.kind_to_give,
    ("give_item", "rolled"): _of_kind(right=_rolled, wrong=({"fuel": 9},)),
    ("give_item", "tread"): _tread,
    ("give_item", "uses"): _of_kind(right=lambda _: None, wrong=(7,)),
    ("give_item", "variant"): _of_kind(right=lambda kind: "rockets" * (kind == HEAT_SEEKING), wrong=("rockets",)),
    ("give_ruling", "answer"): fixed("Yes.", ""),
    ("give_ruling", "cited"): fixed("", "A turret turns."),
    ("give_ruling", "put"): fixed("May a turret fire backward?", ""),
    ("give_ruling", "question"): fixed("", "drop.own_counters", "chess.opening"),
    ("give_ruling", "questionnaire"): fixed("", "carwars", "chess"),
    ("give_sponsor", "kind"): choices.kind_of_sponsor,
    ("give_sponsor", "sponsor"): new("x"),
    ("hire_rookie", "driver"): new("d"),
    ("hire_veteran", "driver"): choices.reserved,
    ("pass_pick", "franchise"): choices.on_turn_to_draft,
    ("pass_sponsor", "franchise"): choices.on_turn_at_pool,
    ("perform_procedure", "book"): fixed("carwars", "carwars", "carwars", "chess"),
    ("perform_procedure", "duel"): fixed("", "d1"),
    ("perform_procedure", "inputs"): fixed(
        {"aboard": ["Ann", "Bob"], "attacks": 2}, {"aboard": ["Ann"]}, {"aboard": ["Ann", "Ann"]}, {}
    ),
    ("perform_procedure", "phase"): fixed(0, 1, 11),
    ("perform_procedure", "procedure"): fixed(*["choose_who_is_hit"] * 4, "spinout"),
    ("perform_procedure", "turn"): fixed(0, 1, 1001),
    ("perform_procedure", "use"): new("p"),
    ("pick_driver", "driver"): choices.draftable,
    ("pick_driver", "franchise"): choices.on_turn_to_draft,
    ("pick_sponsor", "franchise"): choices.on_turn_at_pool,
    ("pick_sponsor", "sponsor"): lambda scene: among(
        pool_sponsor.id for pool_sponsor in scene.season.pool_sponsors()
    ),
    ("place_sponsor", "franchise"): choices.with_sponsor_waiting,
    ("place_sponsor", "sponsor"): new("x"),
    ("propose_trade", "franchise"): choices.bargaining,
    ("propose_trade", "sealed"): fixed("", "", "5f3a90c1d2e4b687"),
    ("propose_trade", "trade"): lambda scene: st.just(f"{scene.drawn.get('franchise', '')}.{scene.new('t')}"),
    ("protect_drivers", "drivers"): choices.to_protect,
    ("refill_franchise", "franchise"): choices.folded,
    ("refuse_trade", "trade"): choices.trade_to_approve,
    ("release_driver", "driver"): choices.contracted,
    ("sell_car", "car"): choices.car_to_sell,
    ("sell_car", "franchise"): choices.selling,
    ("stow_item", "item"): choices.item_in_place,
    ("take_car", "car"): choices.car_to_take,
    ("use_medical_device", "driver"): choices.patient,
    ("use_medical_device", "franchise"): choices.with_cure,
    ("use_medical_device", "item"): choices.cure,
    ("use_medical_device", "quirk"): choices.curable,
    ("withdraw_question", "key"): fixed("arena.music", "arena.beer"),
}
LATE = {"match": 0, "franchise": 1}
"""Fields drawn first, because others depend on them; the rest follow in the order of their command."""


def drawn_from(cls: type[Command], tag: str, name: str) -> Draws:
    """What a field of a command is drawn from. Raises `FieldUnknown`."""
    kind = field_types(cls)[name]
    for table, key in ((OF_COMMAND, (tag, name)), (BY_NAME_OF_FIELD, name), (BY_TYPE, kind)):
        if key in table:
            return table[key]  # type: ignore[index]
    raise FieldUnknown(f"{tag}.{name} is a {kind}, and nothing says what to draw for it: add it to a table.")


@st.composite
def command(draw: DrawFn, season: Season, tag: str, *, serial: int) -> Command:
    """A command with that tag as a member might give it now; `serial` makes its new IDs unique."""
    cls = COMMAND_TYPES[tag].cls
    drawn: dict[str, Any] = {}
    for field in sorted(fields(cls), key=lambda field: LATE.get(field.name, 2)):
        scene = Scene(season=season, tag=tag, serial=serial, drawn=drawn)
        strategy = drawn_from(cls, tag, field.name)(scene)
        if field.default is not MISSING and (tag, field.name) not in OF_COMMAND:
            strategy = st.just(field.default) | strategy
        drawn[field.name] = draw(strategy)
    return cls(**drawn)


WRONG_IDS = ("", NOBODY, "Bad Id!", "a" * 61)
WRONG_NUMBERS = (-1, 0, 10**9)
WRONG_TEXTS = ("", "two\nlines", "x" * 200)


@st.composite
def spoilt(draw: DrawFn, season: Season, given: Command) -> Command:
    """A command with one field made invalid: an unknown or foreign ID, or a number or text out of bounds."""
    wrong = {
        field.name: strategy
        for field in fields(given)
        if (strategy := _wrong(season, field_types(type(given))[field.name], getattr(given, field.name))) is not None
    }
    if not wrong:
        return given
    name = draw(st.sampled_from(sorted(wrong)))
    return replace(given, **{name: draw(wrong[name])})


def _wrong(season: Season, kind: Any, value: Any) -> SearchStrategy[Any] | None:
    if kind in SUBJECT_TYPES:
        return st.sampled_from(WRONG_IDS) | among(everybodys(season, kind))
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int):
        return st.sampled_from(WRONG_NUMBERS)
    if type(value) is str:
        return st.sampled_from(WRONG_TEXTS)
    if isinstance(value, list):
        return st.just([]) | st.just([*value, *value])
    return (
        st.just(replace(value, **_emptied(value))) if isinstance(value, Goods | Report | MatchPlan | Sheet) else None
    )


def _emptied(value: Any) -> Mapping[str, Any]:
    """The value's list fields, all empty."""
    return {field.name: [] for field in fields(value) if isinstance(getattr(value, field.name), list)}


def everybodys(season: Season, kind: Any) -> list[str]:
    """Every ID of that type in the season, regardless of who owns the thing."""
    shelves: dict[Any, Mapping[str, object]] = {
        FranchiseId: season.franchises,
        DriverId: season.drivers,
        CarId: season.cars,
        ItemId: season.items,
        SponsorId: season.sponsors,
        MatchId: season.matches,
        RoundId: season.rounds,
        OfferId: season.offers,
        TradeId: season.trades,
    }
    return sorted(shelves[kind])
