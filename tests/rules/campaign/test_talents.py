"""The 24 talents: the list and face of each, its name, and its description."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rules.campaign.people.experience import roll_advancement
from rules.campaign.people.talents import TALENT_BY_TAG, TALENTS
from rules.core.dice import Stream

TOTALS = {"general": (2, 3, 4), "gunnery": (5, 6), "driving": (8, 9), "toughness_and_agility": (10, 11, 12)}
LISTS = {
    "driving": "texas_steer smooth_driver dog_sledder big_foot autobahn adept",
    "gunnery": "crack_shot marksman gunslinger eagle_eyes rapid_fire frosty",
    "toughness_and_agility": "ardent ornery stable_genetics quick_draw sharp_witted impetuous",
    "general": "pro mechanic tinkerer face iron_man bail_out",
}


class Printed(NamedTuple):
    """A talent as printed: its list, its face, and the words its description must contain."""

    rule: str
    name: str
    list: str
    face: int
    names: tuple[str, ...]


PRINTED = [
    pytest.param(
        "texas_steer",
        Printed("DM-C-021", "Texas Steer", "driving", 1, ("obstacles", "1 less", "never below 0")),
        marks=pytest.mark.rule("DM-C-021"),
    ),
    pytest.param(
        "smooth_driver",
        Printed("DM-C-022", "Smooth Driver", "driving", 2, ("Re-rolls", "option check", "once")),
        marks=pytest.mark.rule("DM-C-022"),
    ),
    pytest.param(
        "dog_sledder",
        Printed("DM-C-023", "Dog-sledder", "driving", 3, ("Snow", "1 hazard less", "ice", "1.5 instead of 2")),
        marks=pytest.mark.rule("DM-C-023"),
    ),
    pytest.param(
        "big_foot",
        Printed("DM-C-024", "Big foot", "driving", 4, ("three checks, not two", "extra speed")),
        marks=pytest.mark.rule("DM-C-024"),
    ),
    pytest.param(
        "autobahn",
        Printed("DM-C-025", "Autobahn", "driving", 5, ("One more", "option check a turn")),
        marks=pytest.mark.rule("DM-C-025"),
    ),
    pytest.param(
        "adept",
        Printed("DM-C-026", "Adept", "driving", 6, ("Once a heat", "re-rolls", "driving check")),
        marks=pytest.mark.rule("DM-C-026"),
    ),
    pytest.param(
        "crack_shot",
        Printed("DM-C-027", "Crack shot", "gunnery", 1, ("Once a turn", "damage or penetration", "second")),
        marks=pytest.mark.rule("DM-C-027"),
    ),
    pytest.param(
        "marksman",
        Printed("DM-C-028", "Marksman", "gunnery", 2, ("Once a heat", "re-rolls", "missed attack")),
        marks=pytest.mark.rule("DM-C-028"),
    ),
    pytest.param(
        "gunslinger",
        Printed("DM-C-029", "Gunslinger", "gunnery", 3, ("two different weapons", "one target", "−1", "linked")),
        marks=pytest.mark.rule("DM-C-029"),
    ),
    pytest.param(
        "eagle_eyes",
        Printed("DM-C-030", "Eagle eyes", "gunnery", 4, ("range", "1 less", "never below 1")),
        marks=pytest.mark.rule("DM-C-030"),
    ),
    pytest.param(
        "rapid_fire",
        Printed("DM-C-031", "Rapid-Fire", "gunnery", 5, ("consecutive phases", "rate of fire left")),
        marks=pytest.mark.rule("DM-C-031"),
    ),
    pytest.param(
        "frosty",
        Printed(
            "DM-C-032", "Frosty", "gunnery", 6, ("No handling check", "out of control", "−1 in a spin or rollover")
        ),
        marks=pytest.mark.rule("DM-C-032"),
    ),
    pytest.param(
        "ardent",
        Printed("DM-C-033", "Ardent", "toughness_and_agility", 1, ("first fatigue point", "ignored")),
        marks=pytest.mark.rule("DM-C-033"),
    ),
    pytest.param(
        "ornery",
        Printed(
            "DM-C-034",
            "Ornery",
            "toughness_and_agility",
            2,
            ("first flesh wound", "put the driver out", "No help when the car"),
        ),
        marks=pytest.mark.rule("DM-C-034"),
    ),
    pytest.param(
        "stable_genetics",
        Printed("DM-C-035", "Stable", "toughness_and_agility", 3, ("+1", "toughness check", "new quirk")),
        marks=pytest.mark.rule("DM-C-035"),
    ),
    pytest.param(
        "quick_draw",
        Printed("DM-C-036", "Quick draw", "toughness_and_agility", 4, ("Once a heat", "another player's move")),
        marks=pytest.mark.rule("DM-C-036"),
    ),
    pytest.param(
        "sharp_witted",
        Printed("DM-C-037", "Sharp-witted", "toughness_and_agility", 5, ("rolled 7", "initiative", "tie")),
        marks=pytest.mark.rule("DM-C-037"),
    ),
    pytest.param(
        "impetuous",
        Printed("DM-C-038", "Impetuous", "toughness_and_agility", 6, ("Once a heat", "move before everyone")),
        marks=pytest.mark.rule("DM-C-038"),
    ),
    pytest.param(
        "pro",
        Printed("DM-C-039", "Pro", "general", 1, ("Once a heat", "re-rolls", "skill check of any kind")),
        marks=pytest.mark.rule("DM-C-039"),
    ),
    pytest.param(
        "mechanic",
        Printed("DM-C-040", "Mechanic", "general", 2, ("repair checks", "between heats", "skill 3", "1 higher")),
        marks=pytest.mark.rule("DM-C-040"),
    ),
    pytest.param(
        "tinkerer",
        Printed("DM-C-041", "Tinkerer", "general", 3, ("After each match", "a 6", "tinkering tables")),
        marks=pytest.mark.rule("DM-C-041"),
    ),
    pytest.param(
        "face",
        Printed("DM-C-042", "Face", "general", 4, ("2d6k", "every match", "out of action")),
        marks=pytest.mark.rule("DM-C-042"),
    ),
    pytest.param(
        "iron_man",
        Printed("DM-C-043", "Iron-man", "general", 5, ("toughness check", "no fatigue point")),
        marks=pytest.mark.rule("DM-C-043"),
    ),
    pytest.param(
        "bail_out",
        Printed("DM-C-044", "Bail-Out!", "general", 6, ("Re-rolls", "out-of-action", "car being destroyed")),
        marks=pytest.mark.rule("DM-C-044"),
    ),
]


@pytest.mark.parametrize(("tag", "printed"), PRINTED)
def test_a_talent_is_told_as_printed(tag: str, printed: Printed) -> None:
    row = TALENT_BY_TAG[tag]
    assert (row.rule, row.name, row.category, row.face) == printed[:4]
    assert [name for name in printed.names if name not in row.effect] == []


@pytest.mark.parametrize(("tag", "printed"), PRINTED)
def test_a_driver_gains_it_on_the_faces_printed_for_it_and_on_no_other(tag: str, printed: Printed) -> None:
    gained = {
        (total, face): roll_advancement(talents=(), stream=Stream("m1", loaded=(*dice(total), face))).talent
        for totals in TOTALS.values()
        for total in totals
        for face in range(1, 7)
    }
    assert {rolled for rolled, gain in gained.items() if gain == tag} == {
        (total, printed.face) for total in TOTALS[printed.list]
    }


def dice(total: int) -> tuple[int, int]:
    """Two dice with a given total."""
    return (1, total - 1) if total < 8 else (6, total - 6)


@pytest.mark.rule("DM-C-019")
@pytest.mark.parametrize(("category", "tags"), LISTS.items())
def test_each_list_is_as_printed(category: str, tags: str) -> None:
    row = {talent.face: talent.tag for talent in TALENTS if talent.category == category}
    assert [row[face] for face in range(1, 7)] == tags.split()


@pytest.mark.rule("DM-C-019")
def test_there_are_24_talents_in_the_order_of_the_book() -> None:
    assert [talent.rule for talent in TALENTS] == [f"DM-C-{number:03}" for number in range(21, 45)]
    assert [talent.tag for talent in TALENTS] == " ".join(LISTS.values()).split()
