"""Cards as printed, designs and all their errors, and stock cars."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.carcult.cards import (
    ALL_AZ,
    BUILD_LIMIT,
    CREW,
    CREW_AZ,
    ENGINES,
    GUNS,
    LEAST_AZ,
    MOST_ARMOR,
    MOST_AZ,
    NAMES,
    OPTIONAL,
    WEAPONS,
    Engine,
)
from rules.carcult.designs.design import MOST_CARDS, Card, design_document, printed_card, read_design
from rules.carcult.designs.design_errors import MOST_INCHES, document_errors, lenient_settings
from rules.carcult.designs.stock_designs import COUNTERPARTS, STOCK_DESIGNS, TAILORED_AZ, stock_design
from rules.carcult.ruleset import RULESET
from rules.carcult.settings import Settings
from rules.core.document_validation import DesignUnreadable
from rules.core.terms import LONGEST_NAME
from rules.match.catalog import WEAPON_KINDS
from rules.match.ruleset import ErrorDetail

CARDS = "design.cards"
OWN = {"az": 5, "plug": 2, "track": [0, 3, 3, 9, 48], "plus": [1, 5]}
BOTH = {"carcult.turbo": True, "carcult.slicks": True}


def plain(**fields: Any) -> dict[str, Any]:
    return {"name": "Gnat", "engine": "buzzbox", "cards": ["machine_gun"], **fields}


def faults(document: object, **switches: Any) -> list[ErrorDetail]:
    return document_errors(document, switches={f"carcult.{name}": value for name, value in switches.items()})


def codes(document: object, **switches: Any) -> list[str]:
    return [fault.code for fault in faults(document, **switches)]


# -------------------------------------------------------------------------------------------------- the cards


@pytest.mark.rule("CC-071", "CC-091")
@pytest.mark.parametrize(
    ("name", "az", "plug", "track", "plus"),
    [
        ("buzzbox", 4, 3, (4, 8, 12, 16), (2, 3, 4)),
        ("streetfighter", 5, 2, (3, 6, 9, 12, 15), (3, 4, 5)),
        ("hauler", 6, 2, (2, 5, 8, 11, 14, 17), (3, 4, 5, 6)),
        ("warwagon", 7, 1, (2, 4, 6, 8, 10, 12, 14), (3, 4, 5, 6, 7)),
        ("jackrabbit", 4, 2, (5, 10, 14, 18), (3, 4)),
        ("razorback", 5, 3, (4, 7, 10, 13, 16), (4, 5)),
        ("packmule", 6, 3, (2, 4, 6, 9, 12, 15), (4, 5, 6)),
        ("juggernaut", 7, 2, (1, 3, 6, 9, 11, 13, 16), (4, 5, 6, 7)),
    ],
)
def test_the_engines_are_as_printed(
    name: str, az: int, plug: int, track: tuple[int, ...], plus: tuple[int, ...]
) -> None:
    engine = ENGINES[name]
    assert (engine.az, engine.plug, engine.track, engine.plus) == (az, plug, track, plus)
    assert codes(plain(engine=name)) == []


@pytest.mark.rule("CC-075", "CC-078")
@pytest.mark.parametrize(
    ("key", "name", "az", "reach", "blast", "damage", "shots"),
    [
        ("machine_gun", "machine gun", 2, 12, 1, 1, 3),
        ("cannon", "cannon", 2, 24, 6, 2, 1),
        ("flamethrower", "flamethrower", 3, 6, 8, 1, 1),
        ("rifle", "rifle", 2, 18, 3, 1, 2),
        ("mines", "mines", 4, 4, 10, 2, 1),
        ("ram", "reinforced ram", 2, 0, 10, 0, 1),
    ],
)
def test_the_weapons_are_as_printed(  # noqa: PLR0917 - the printed columns in their order
    key: str, name: str, az: int, reach: int, blast: int, damage: int, shots: int
) -> None:
    weapon = WEAPONS[key]
    assert (weapon.name, weapon.az, weapon.range) == (name, az, reach)
    assert (weapon.blast, weapon.damage, weapon.shots) == (blast, damage, shots)


@pytest.mark.rule("CC-070", "CC-071", "CC-073", "CC-074", "CC-081", "CC-082", "CC-091")
def test_limits_crew_and_optional_cards_are_as_printed() -> None:
    assert (BUILD_LIMIT, LEAST_AZ, MOST_AZ, CREW_AZ, MOST_ARMOR) == (30, 4, 7, 2, 4)
    assert CREW == {"dangerous_driver": (1, 2), "gutsy_gunner": (1,), "fanatical_fixer": (1,)}
    assert OPTIONAL == {"turbo": 1, "oil": 2, "caltrops": 2}
    assert set(GUNS) == {"machine_gun", "cannon", "flamethrower", "rifle"}
    assert set(WEAPONS) == {*GUNS, "mines", "ram"}
    assert {key: printed_card(key).az for key in ALL_AZ} == {
        "dangerous_driver": 2, "gutsy_gunner": 2, "fanatical_fixer": 2, "machine_gun": 2, "cannon": 2,
        "flamethrower": 3, "rifle": 2, "mines": 4, "ram": 2, "turbo": 1, "oil": 2, "caltrops": 2,
    }  # fmt: skip
    assert set(NAMES) == {*ALL_AZ, "armor", "engine"}


# ------------------------------------------------------------------------------------------------- documents


@pytest.mark.rule("CC-015", "CC-030", "CC-070", "CC-072", "CC-073", "CC-074")
def test_a_design_is_read_and_written_back() -> None:
    design = read_design(plain(cards=["armor_3", "machine_gun", "machine_gun", "gutsy_gunner"]))
    assert (design.az, design.symbols) == (13, 4)
    assert list(design.components) == ["engine", "armor", "machine_gun", "machine_gun.2", "gutsy_gunner"]
    assert design.components["armor"] == Card(key="armor", az=3)
    assert design.components["gutsy_gunner"] == Card(key="gutsy_gunner", az=2, plus=(1,))
    assert design.components["engine"] == Card(key="engine", az=4, plus=(2, 3, 4))
    assert (design.has("gutsy_gunner"), design.has("cannon")) == (True, False)
    assert design_document(design) == plain(cards=["armor_3", "machine_gun", "machine_gun", "gutsy_gunner"])


@pytest.mark.rule("CC-071", "CC-073", "CC-074")
def test_an_engine_and_cards_may_be_written_out() -> None:
    cards = [{"key": "armor", "az": 2}, {"key": "dangerous_driver", "az": 2, "plus": [2]}, {"key": "rifle"}]
    design = read_design(plain(engine=OWN, cards=cards))
    assert design.engine == Engine(plug=2, track=(0, 3, 3, 9, 48), plus=(1, 5))
    assert [card.plus for card in design.cards] == [(), (2,), ()]
    assert read_design(design_document(design)) == design
    assert design_document(design)["engine"] == OWN
    assert design_document(design)["cards"] == ["armor_2", {"key": "dangerous_driver", "az": 2, "plus": [2]}, "rifle"]
    assert read_design(plain(cards=[{"key": "armor"}])).cards == (Card(key="armor", az=1),)
    assert read_design({"name": "Bare", "engine": "buzzbox"}).cards == ()


@pytest.mark.rule("CC-015", "CC-070", "CC-071", "CC-072", "CC-073", "CC-074", "CC-075", "CC-081", "CC-082")
@pytest.mark.parametrize(
    ("document", "code"),
    [
        ("Gnat", "unreadable"),
        (None, "unreadable"),
        ([], "unreadable"),
        (plain(wheels=4), "unreadable"),
        (plain(name=""), "unreadable"),
        (plain(name="x" * (LONGEST_NAME + 1)), "unreadable"),
        (plain(name=7), "unreadable"),
        ({"engine": "buzzbox"}, "unreadable"),
        (plain(engine=None), "no_engine"),
        ({"name": "Walker"}, "no_engine"),
        (plain(engine=["buzzbox", "hauler"]), "no_engine"),
        (plain(engine="v8"), "unknown_engine"),
        (plain(engine={**OWN, "fuel": 1}), "unreadable"),
        (plain(engine={**OWN, "track": "fast"}), "unreadable"),
        (plain(engine={**OWN, "track": [0, 3, 3, 9, True]}), "unreadable"),
        (plain(engine={**OWN, "track": [1, 2, 3], "az": 3, "plus": [1]}), "engine_size"),
        (plain(engine={**OWN, "track": list(range(8)), "az": 8}), "engine_size"),
        (plain(engine={**OWN, "track": [0, 3, 2, 9, 48]}), "track_falls"),
        (plain(engine={**OWN, "track": [0, 3, 3, 9, 49]}), "track_inches"),
        (plain(engine={**OWN, "track": [-1, 3, 3, 9, 48]}), "track_inches"),
        (plain(engine={**OWN, "az": 6}), "track_length"),
        (plain(engine={**OWN, "az": "5"}), "track_length"),
        (plain(engine={**OWN, "plug": 0}), "bad_plug"),
        (plain(engine={**OWN, "plug": "2"}), "bad_plug"),
        (plain(engine={**OWN, "plug": 6}), "bad_plug"),
        (plain(engine={**OWN, "plus": [0]}), "bad_plus"),
        (plain(engine={**OWN, "plus": [6]}), "bad_plus"),
        (plain(engine={**OWN, "plus": [1, 1]}), "bad_plus"),
        (plain(engine={**OWN, "plus": 1}), "unreadable"),
        (plain(cards="rifle"), "unreadable"),
        (plain(cards=[7]), "unreadable"),
        (plain(cards=[{"az": 2}]), "unreadable"),
        (plain(cards=[{"key": "rifle", "mount": 1}]), "unreadable"),
        (plain(cards=["harpoon"]), "unknown_card"),
        (plain(cards=["engine"]), "unknown_card"),
        (plain(cards=[{"key": "harpoon"}]), "unknown_card"),
        (plain(cards=["armor_0"]), "bad_armor"),
        (plain(cards=["armor_5"]), "bad_armor"),
        (plain(cards=["armor_"]), "bad_armor"),
        (plain(cards=["armor_1_1"]), "bad_armor"),
        (plain(cards=[{"key": "armor", "az": 0}]), "bad_armor"),
        (plain(cards=[{"key": "armor", "az": 5}]), "bad_armor"),
        (plain(cards=[{"key": "armor", "az": "2"}]), "bad_armor"),
        (plain(cards=[{"key": "rifle", "az": 3}]), "bad_az"),
        (plain(cards=[{"key": "gutsy_gunner", "az": 1}]), "bad_az"),
        (plain(cards=[{"key": "rifle", "plus": [1]}]), "bad_plus"),
        (plain(cards=[{"key": "gutsy_gunner", "plus": [3]}]), "bad_plus"),
        (plain(cards=[{"key": "gutsy_gunner", "plus": [0]}]), "bad_plus"),
        (plain(cards=[{"key": "gutsy_gunner", "plus": "1"}]), "unreadable"),
        (plain(cards=["turbo"]), "turbo_off"),
        (plain(cards=["oil"]), "slicks_off"),
        (plain(cards=["caltrops"]), "slicks_off"),
        (plain(cards=["rifle"] * (MOST_CARDS + 1)), "over_limit"),
        (plain(cards=["rifle"] * 13 + ["armor_1"]), "over_limit"),
        (plain(cards=["gutsy_gunner"] * 2), "card_twice"),
        (plain(cards=["armor_1", "armor_1"]), "card_twice"),
        (plain(engine={**OWN, "plus": []}), "no_symbol"),
        (plain(engine={"plug": 1, "track": [1, 2, 3, 4]}), "no_symbol"),
    ],
)
def test_what_is_wrong_with_a_design_is_told(document: object, code: str) -> None:
    assert codes(document) == [code]
    (fault,) = faults(document)
    assert fault.rule.startswith("CC-")
    assert fault.sentence.endswith(".")
    assert not fault.warning


@pytest.mark.rule("CC-070", "CC-071", "CC-072", "CC-074")
@pytest.mark.parametrize("far", [49, 10**30])
def test_a_figure_out_of_its_bounds_hides_no_other_fault(far: int) -> None:
    engine = {"plug": far, "track": [1, 2, 3, far]}
    document = plain(engine=engine, cards=[{"key": "armor", "az": far}, "armor_1"])
    assert codes(document) == ["track_inches", "bad_plug", "bad_armor", "over_limit", "card_twice", "no_symbol"]


@pytest.mark.rule("CC-070")
@pytest.mark.parametrize(
    ("document", "said"),
    [
        ([], "design is no object with fields"),
        (plain(engine="steam"), "design.engine is the name of no card"),
        (plain(engine={"plug": "1", "track": [1]}), "design.engine.plug is not a whole number"),
        (plain(cards=["armor_x", 3]), f"{CARDS} 1 is the key of no card; {CARDS} 2 is no object with fields"),
        (plain(cards=[{"key": "spoon"}, {"az": 2}]), f"{CARDS} 1.key is that of no card; {CARDS} 2 lacks 'key'"),
        (plain(cards=["rifle"] * (MOST_CARDS + 1)), f"design.cards has more than {MOST_CARDS} entries"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_all_that_is_wrong(document: object, said: str) -> None:
    with pytest.raises(DesignUnreadable) as raised:
        read_design(document)
    assert raised.value.sentence == f"The design cannot be read: {said}. Fix each of these."


@pytest.mark.rule("CC-070", "CC-071", "CC-072", "CC-073", "CC-074", "CC-075", "CC-090")
@pytest.mark.parametrize(
    "document",
    [
        plain(name="x" * LONGEST_NAME),
        plain(cards=["rifle"] * 13),
        plain(engine=OWN),
        plain(engine={**OWN, "plug": 5}),
        plain(engine={**OWN, "plug": 1}),
        plain(engine={**OWN, "track": [4] * 4, "az": 4, "plus": [4]}),
        plain(engine={**OWN, "track": [4] * 7, "az": 7}),
        plain(engine={"plug": 1, "track": [1, 2, 3, 4], "plus": [1]}),
        plain(engine={"plug": 1, "track": [1, 2, 3, 4]}, cards=["gutsy_gunner"]),
        plain(cards=["armor"]),
        plain(cards=["armor_1"]),
        plain(cards=["armor_4"]),
        plain(cards=[{"key": "armor", "az": 4}, {"key": "rifle", "az": 2, "plus": []}]),
        plain(cards=[{"key": "gutsy_gunner", "plus": [1, 2]}, {"key": "dangerous_driver", "plus": []}]),
        plain(cards=["mines", "mines", "ram", "ram"]),
    ],
)
def test_what_is_within_the_limits_is_not(document: object) -> None:
    assert MOST_INCHES == 48
    assert codes(document) == []


def test_every_fault_is_told_at_once() -> None:
    wrong = {
        "engine": {"track": [9, 1], "plug": 0, "plus": [9], "color": "red"}, "cards": ["x", 4, "turbo"], "wheels": 4,
    }  # fmt: skip
    assert codes(wrong) == [
        "unreadable", "unreadable", "unreadable", "engine_size", "track_falls", "bad_plug", "bad_plus",
        "unknown_card", "unreadable", "turbo_off",
    ]  # fmt: skip


@pytest.mark.rule("CC-072")
@pytest.mark.switch("carcult.card_limits", False)
def test_a_league_may_lift_the_limit_of_crew_and_armor() -> None:
    twice = plain(cards=["gutsy_gunner", "gutsy_gunner", "armor_1", "armor_2"])
    assert codes(twice, card_limits=False) == []
    assert codes(plain(engine={**OWN, "plus": []}), card_limits=False) == ["no_symbol"]


@pytest.mark.rule("CC-081")
@pytest.mark.switch("carcult.turbo", True)
def test_a_league_may_let_turbos_in() -> None:
    assert codes(plain(cards=["turbo"]), turbo=True) == []
    assert codes(plain(cards=["turbo", "oil"]), turbo=True) == ["slicks_off"]


@pytest.mark.rule("CC-082")
@pytest.mark.switch("carcult.slicks", True)
def test_a_league_may_let_oil_and_caltrops_in() -> None:
    assert codes(plain(cards=["oil", "caltrops", {"key": "oil", "az": 2}]), slicks=True) == []
    assert codes(plain(cards=[{"key": "oil", "az": 3}]), slicks=True) == ["bad_az"]


def test_switches_that_are_none_are_passed_over() -> None:
    odd: Any = {"carcult.turbo": "yes", "match.heats": 3, "carcult.slicks": True}
    assert lenient_settings(odd) == Settings(slicks=True)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 60) | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from([*ALL_AZ, *ENGINES, "armor", "armor_2", "armor_9", "armor_"])


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "name": JSON,
            "engine": JSON
            | KEYS
            | st.fixed_dictionaries({}, optional=dict.fromkeys(("az", "plug", "track", "plus"), JSON)),
            "cards": JSON
            | st.lists(
                JSON | KEYS | st.fixed_dictionaries({"key": JSON | KEYS}, optional={"az": JSON, "plus": JSON}),
                max_size=6,
            ),
            "wings": JSON,
        },
    )
    | JSON
)
def test_nothing_is_raised_on_any_document_and_what_has_no_fault_is_read(document: Any) -> None:
    errors = document_errors(document, switches=BOTH)
    if not errors:
        assert read_design(design_document(read_design(document))) == read_design(document)


# ------------------------------------------------------------------------------------------- stock designs


@pytest.mark.rule("CC-070")
def test_the_stock_designs_are_legal_by_any_house_rule() -> None:
    assert len(STOCK_DESIGNS) >= 6
    for document in STOCK_DESIGNS.values():
        assert codes(document) == []
        assert design_document(read_design(document)) == document
    cards = {key for document in STOCK_DESIGNS.values() for key in (card.key for card in read_design(document).cards)}
    assert cards == {*CREW, *WEAPONS, "armor"}


@pytest.mark.rule("CC-070", "CC-102")
@pytest.mark.parametrize(
    ("kinds", "station", "cards"),
    [
        ((), False, ["machine_gun", "dangerous_driver", "armor_2"]),
        ((), True, ["gutsy_gunner", "machine_gun", "dangerous_driver"]),
        (("machinegun", "at_gun"), False, ["machine_gun", "cannon", "dangerous_driver"]),
        (("machinegun", "at_gun"), True, ["gutsy_gunner", "machine_gun", "cannon"]),
        (("laser", "laser", "laser", "laser"), False, ["rifle", "rifle", "rifle"]),
        (("deployable_mines",), False, ["mines", "machine_gun"]),
        (("ram_guard", "tire_heavy"), False, ["ram", "machine_gun", "dangerous_driver"]),
        (
            ("oil_jet", "caltrops", "booster_rockets", "rockets"),
            False,
            ["machine_gun", "dangerous_driver", "armor_2"],
        ),
    ],
)
def test_a_car_nobody_designed_is_made_for_what_it_carries(
    kinds: tuple[str, ...], station: bool, cards: list[str]
) -> None:
    design = stock_design(gunner_station=station, kinds=kinds, switches={})
    assert design == {"name": "Off the Shelf", "engine": "buzzbox", "cards": cards}
    assert codes(design) == []
    assert read_design(design).az == TAILORED_AZ == 10


@pytest.mark.rule("CC-081")
@pytest.mark.switch("carcult.turbo", True)
def test_booster_rockets_are_a_turbo_where_turbos_are_played() -> None:
    design = stock_design(gunner_station=False, kinds=["booster_rockets"], switches={"carcult.turbo": True})
    assert design["cards"] == ["turbo", "machine_gun", "dangerous_driver", "armor_1"]


@pytest.mark.rule("CC-082")
@pytest.mark.switch("carcult.slicks", True)
def test_oil_jets_and_caltrops_are_droppers_where_slicks_are_played() -> None:
    design = stock_design(gunner_station=False, kinds=["oil_jet", "caltrops"], switches={"carcult.slicks": True})
    assert design["cards"] == ["oil", "caltrops", "machine_gun"]


def test_the_items_that_have_a_card_are_items_of_the_campaign() -> None:
    assert set(COUNTERPARTS.values()) == {*WEAPONS, *OPTIONAL} - {"flamethrower"}
    assert set(COUNTERPARTS) - set(WEAPON_KINDS) == {"ram_guard"}


def test_the_ruleset_asks_for_faults_and_stock_by_the_season_s_switches() -> None:
    arguments: dict[str, Any] = {"dp": 60, "gunner_station": True, "gearing": 0, "switches": BOTH}
    design = RULESET.stock_design(**arguments, kinds=["oil_jet", "booster_rockets"])
    assert design["cards"] == ["gutsy_gunner", "oil", "turbo", "armor_1"]
    assert RULESET.design_errors(design, **arguments) == []
    off = RULESET.design_errors(design, **{**arguments, "switches": {}})
    assert [error.code for error in off] == ["slicks_off", "turbo_off"]
