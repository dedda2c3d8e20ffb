"""Edge cases of the limits on designs, and what the errors say is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carcult.cards import NAMES
from rules.carcult.designs.design import read_design
from rules.carcult.designs.design_errors import document_errors
from rules.carcult.designs.stock_designs import COUNTERPARTS, STOCK_DESIGNS


@pytest.mark.rule("CC-073", "CC-074", "CC-075", "CC-081", "CC-082")
def test_every_card_is_called_by_its_own_name() -> None:
    assert NAMES == {
        "dangerous_driver": "dangerous driver", "gutsy_gunner": "gutsy gunner", "fanatical_fixer": "fanatical fixer",
        "armor": "armor", "turbo": "turbo", "oil": "oil dropper", "caltrops": "caltrops dropper",
        "engine": "engine", "machine_gun": "machine gun", "cannon": "cannon", "flamethrower": "flamethrower",
        "rifle": "rifle", "mines": "mines", "ram": "reinforced ram",
    }  # fmt: skip


@pytest.mark.rule("CC-070")
@pytest.mark.parametrize(
    ("cards", "codes"), [(30, ["unknown_card"] * 30), (31, ["over_limit", *["unknown_card"] * 30])]
)
def test_as_many_cards_are_looked_at_as_there_may_be_az(cards: int, codes: list[str]) -> None:
    design = {"name": "x", "engine": "hauler", "cards": ["harpoon"] * cards}
    assert [document_error.code for document_error in document_errors(design, switches={})] == codes


@pytest.mark.rule("CC-070")
def test_as_many_cards_are_read_as_there_may_be_az() -> None:
    assert len(read_design({"name": "x", "engine": "hauler", "cards": ["armor_1"] * 30}).cards) == 30


@pytest.mark.rule("CC-074")
@pytest.mark.parametrize(
    ("az", "codes"), [(0, ["bad_armor"]), (1, []), (2, []), (3, []), (4, []), (5, ["bad_armor"])]
)
def test_armor_that_is_written_out_has_one_to_four_az(az: int, codes: list[str]) -> None:
    design = {"name": "x", "engine": "hauler", "cards": [{"key": "armor", "az": az}]}
    assert [document_error.code for document_error in document_errors(design, switches={})] == codes


@pytest.mark.rule("CC-070", "CC-073", "CC-074", "CC-075", "CC-081", "CC-082")
def test_who_names_an_unknown_card_is_told_all_there_are() -> None:
    (fault,) = document_errors({"name": "x", "engine": "hauler", "cards": ["harpoon"]}, switches={})
    assert fault.sentence == (
        "Card 1: there is none called 'harpoon': use dangerous_driver, gutsy_gunner, fanatical_fixer, machine_gun, "
        "cannon, flamethrower, rifle, mines, ram, turbo, oil, caltrops, armor_1, armor_2, armor_3, armor_4."
    )


@pytest.mark.rule("CC-075", "CC-081", "CC-082")
def test_every_item_of_the_campaign_stands_for_its_own_card() -> None:
    assert COUNTERPARTS == {
        "machinegun": "machine_gun", "heavy_machinegun": "machine_gun", "vulcan_gun": "machine_gun",
        "twin_heavy_machineguns": "machine_gun", "recoilless_rifle": "cannon", "heavy_recoilless_rifle": "cannon",
        "dual_recoilless_rifle": "cannon", "autocannon": "cannon", "at_gun": "cannon", "railgun": "cannon",
        "at_rifle": "rifle", "heavy_at_rifle": "rifle", "laser": "rifle", "pulsed_laser": "rifle",
        "deployable_mines": "mines", "ram_guard": "ram", "booster_rockets": "turbo", "oil_jet": "oil",
        "caltrops": "caltrops",
    }  # fmt: skip


@pytest.mark.rule("CC-070")
def test_every_stock_design_is_kept_by_its_own_name() -> None:
    assert {key: key.replace("_", " ").title() for key in STOCK_DESIGNS} == {
        key: STOCK_DESIGNS[key]["name"] for key in STOCK_DESIGNS
    }


@pytest.mark.rule("CC-070")
@pytest.mark.parametrize(("long", "codes"), [(0, ["unreadable"]), (1, []), (60, []), (61, ["unreadable"])])
def test_a_name_has_sixty_characters_at_most(long: int, codes: list[str]) -> None:
    design = {"name": "x" * long, "engine": "hauler", "cards": []}
    assert [document_error.code for document_error in document_errors(design, switches={})] == codes


@pytest.mark.rule("CC-070", "CC-071", "CC-073")
@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"wing": 1}, "The design has no field 'wing': it has name, engine, cards."),
        (
            {"engine": {"plug": 1, "track": [1, 2, 3, 4], "plus": [1], "wing": 1}},
            "An engine has no field 'wing': it has az, plug, track, plus.",
        ),
        ({"cards": [{"key": "rifle", "wing": 1}]}, "Card 1 has no field 'wing': it has key, az, plus."),
    ],
)
def test_an_unknown_field_is_told_with_those_there_are(document: dict[str, Any], sentence: str) -> None:
    design = {"name": "x", "engine": "hauler", "cards": [], **document}
    assert [document_error.sentence for document_error in document_errors(design, switches={})] == [sentence]


@pytest.mark.rule("CC-070")
@pytest.mark.parametrize("name", ["", "Long\nFuse", "Fuse\x1b[2J", 7])
def test_a_name_that_cannot_be_printed_on_a_line_is_refused(name: object) -> None:
    (fault,) = document_errors({"name": name, "engine": "hauler", "cards": []}, switches={})
    assert fault.sentence == "The design has no name of 1 to 60 characters that can be printed: give it one."


@pytest.mark.rule("CC-015", "CC-075")
def test_a_card_is_called_a_card_where_its_figures_are_told() -> None:
    cards = [{"key": "mines", "az": 3, "plus": [1]}]
    design = {"name": "x", "engine": "hauler", "cards": cards}
    assert [document_error.sentence for document_error in document_errors(design, switches={})] == [
        "The mines card has 4 AZ: write that, or leave it out.",
        "The mines card has no + symbol: leave its plus out.",
    ]


@pytest.mark.rule("CC-070", "CC-072")
@pytest.mark.parametrize(
    ("changed", "codes"),
    [
        ({"name": "x" * 61, "cards": ["armor_1", "armor_2", "oil"]}, ["unreadable", "slicks_off", "card_twice"]),
        ({"cards": ["oil", *["rifle"] * 29, "spoon"]}, ["over_limit", "slicks_off"]),
    ],
)
def test_what_is_too_long_is_told_and_hides_nothing(changed: dict[str, Any], codes: list[str]) -> None:
    design = {"name": "x", "engine": "hauler", **changed}
    assert [document_error.code for document_error in document_errors(design, switches={})] == codes


@pytest.mark.rule("CC-072")
@pytest.mark.parametrize("name", ["x" * 61, "Fuse\x1b[2J", 7, None])
def test_a_car_without_a_proper_name_is_told_of_all_the_same(name: object) -> None:
    still = {"name": name, "engine": {"plug": 1, "track": [1, 2, 3, 4]}, "cards": []}
    assert [document_error.sentence for document_error in document_errors(still, switches={})][1:] == [
        "The car has no + symbol and could not move: choose a card with one."
    ]
