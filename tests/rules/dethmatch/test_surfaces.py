"""Road and obstacle hazards after suspension, talents and tread, with each figure computed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.refusals import Malformed
from rules.dethmatch.ground.surfaces import (
    OIL_OBSTACLE,
    SURFACE_RATINGS,
    Rating,
    Ride,
    hazard_here,
    ice_turn_mode,
    maneuver_rating,
    matches_road,
    obstacle_loss,
    obstacle_rating,
    oil_rating,
    on_tread,
    road_rating,
    surface_ratings,
)

PRINTED = {
    "asphalt": None, "concrete": None, "dirt": None, "gravel": 0, "debris": 1, "mud": 1, "snow": 1, "ice": 2,
}  # fmt: skip


@pytest.mark.rule("DM-M-060")
@pytest.mark.parametrize(("surface", "rating"), PRINTED.items())
def test_each_surface_has_its_road_hazard(surface: str, rating: Rating) -> None:
    assert SURFACE_RATINGS[surface] == rating
    assert road_rating(Ride(), surface=surface, printed=SURFACE_RATINGS[surface]) == rating


@pytest.mark.rule("DM-M-060", "DM-M-102")
@pytest.mark.parametrize(
    ("surface", "rating"),
    [("asphalt", 2), ("concrete", 2), ("dirt", 0), ("gravel", 0), ("debris", 0), ("mud", 0), ("snow", 0), ("ice", 0)],
)
def test_oil_is_worst_on_hard_ground(surface: str, rating: int) -> None:
    assert oil_rating(surface) == rating


@pytest.mark.rule("DM-M-060")
def test_a_house_rule_changes_the_surfaces_it_names_and_no_others() -> None:
    assert surface_ratings("") == PRINTED
    assert surface_ratings("mud 2") == PRINTED | {"mud": 2}
    assert surface_ratings("mud 3 dirt 0 ice -") == PRINTED | {"mud": 3, "dirt": 0, "ice": None}


@pytest.mark.rule("DM-M-060")
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ("mud 2 ice", "The surface ratings 'mud 2 ice' are no pairs: give a surface and its rating, as `mud 2`."),
        ("mud", "The surface ratings 'mud' are no pairs: give a surface and its rating, as `mud 2`."),
        (
            "tar 2",
            "'tar' is no surface: choose asphalt, concrete, dirt, gravel, debris, mud, snow, ice.",
        ),
        ("mud x", "'x' is no rating for mud: give a whole number from 0, or - for none."),
        ("mud -1", "'-1' is no rating for mud: give a whole number from 0, or - for none."),
    ],
)
def test_ratings_that_make_no_sense_are_refused(changes: str, sentence: str) -> None:
    with pytest.raises(Malformed) as raised:
        surface_ratings(changes)
    assert raised.value.sentence == sentence


TREADS = """
            debris0 debris1 mud0 mud2 snow0 snow1 ice0 ice2 oil0 oil2 gravel0 gravel1
mud_and_snow      0       1    0    2     0     1    0    2    0    2       0       1
street            1       2    1    4     1     2    1    4    1    4       0       1
traction          -       0    -    1     -     0    0    2    0    2       0       1
snow              0       1    0    2     0     0    0    1    0    1       0       1
"""


def tread_cells() -> list[tuple[str, str, int, Rating]]:
    heads, *rows = [line.split() for line in TREADS.strip().splitlines()]
    return [
        (row[0], head[:-1], int(head[-1]), None if cell == "-" else int(cell))
        for row in rows
        for head, cell in zip(heads, row[1:], strict=True)
    ]


@pytest.mark.rule("DM-M-028")
@pytest.mark.parametrize(("tread", "surface", "rating", "after"), tread_cells())
def test_a_tread_betters_some_surfaces_and_worsens_others(
    tread: str, surface: str, rating: int, after: Rating
) -> None:
    assert on_tread(Ride(tread=tread), surface=surface, rating=rating) == after
    assert road_rating(Ride(tread=tread), surface=surface, printed=rating) == after


@pytest.mark.rule("DM-M-028")
@pytest.mark.parametrize("tread", ["mud_and_snow", "street", "traction", "snow"])
@pytest.mark.parametrize("surface", ["asphalt", "concrete", "dirt"])
def test_ground_without_a_hazard_stays_without(tread: str, surface: str) -> None:
    ride = Ride(tread=tread, travel="decreased", height="lowered")
    assert road_rating(ride, surface=surface, printed=None) is None


@pytest.mark.rule("DM-M-028")
@pytest.mark.parametrize(
    ("tread", "after"),
    [
        ("mud_and_snow", (0, 1, 2, 5)),
        ("street", (None, 0, 1, 4)),
        ("traction", (1, 2, 4, 10)),
        ("snow", (1, 2, 4, 10)),
    ],
)
def test_a_tread_bears_on_maneuver_hazards(tread: str, after: tuple[Rating, ...]) -> None:
    assert tuple(maneuver_rating(Ride(tread=tread), rating) for rating in (0, 1, 2, 5)) == after


@pytest.mark.rule("DM-M-028", "DM-M-029")
def test_increased_travel_is_added_before_the_tread() -> None:
    assert maneuver_rating(Ride(travel="increased"), 0) == 1
    assert maneuver_rating(Ride(travel="increased", tread="street"), 0) == 0
    assert maneuver_rating(Ride(travel="increased", tread="traction"), 1) == 4
    assert maneuver_rating(Ride(travel="decreased"), 1) == 1


@pytest.mark.rule("DM-M-028")
def test_a_hazard_brought_to_0_needs_a_check_but_for_a_house_rule() -> None:
    printed, house = Ride(tread="traction"), Ride(tread="traction", ignores_reduced_zero=True)
    assert road_rating(printed, surface="mud", printed=1) == 0
    assert road_rating(house, surface="mud", printed=1) is None
    assert road_rating(house, surface="mud", printed=2) == 1
    street = Ride(tread="street", ignores_reduced_zero=True)
    assert [maneuver_rating(street, rating) for rating in (0, 1, 2)] == [None, None, 1]
    snow = Ride(tread="snow", ignores_reduced_zero=True)
    assert road_rating(snow, surface="snow", printed=1) == 0


@pytest.mark.rule("DM-M-125")
def test_rare_tires_have_their_tread_s_good_side_alone() -> None:
    assert road_rating(Ride(tread="street", rare=True), surface="ice", printed=2) == 2
    assert maneuver_rating(Ride(tread="street", rare=True), 2) == 1
    assert maneuver_rating(Ride(tread="snow", rare=True), 2) == 2
    assert road_rating(Ride(tread="traction", rare=True), surface="mud", printed=2) == 1


@pytest.mark.rule("DM-M-061")
@pytest.mark.parametrize(
    ("ride", "surface", "printed", "after"),
    [
        ({}, "snow", 1, 1),
        ({"travel": "decreased"}, "gravel", 0, 1),
        ({"travel": "decreased"}, "mud", 1, 2),
        ({"travel": "decreased"}, "oil", 2, 3),
        ({"travel": "increased"}, "mud", 1, 1),
        ({"height": "lowered"}, "mud", 1, 1),
        ({"dog_sledder": 1}, "snow", 1, 0),
        ({"dog_sledder": 2}, "snow", 1, 0),
        ({"dog_sledder": 2}, "snow", 3, 1),
        ({"dog_sledder": 1}, "ice", 2, 2),
        ({"dog_sledder": 1, "travel": "decreased"}, "snow", 1, 1),
        ({"dog_sledder": 1, "tread": "street"}, "snow", 1, 1),  # to 0, then doubled and at least 1
        ({"dog_sledder": 1, "tread": "traction"}, "snow", 1, None),  # a 0 before the tread needs no check
        ({"travel": "decreased", "tread": "street"}, "mud", 1, 4),
        ({"travel": "decreased", "tread": "traction"}, "mud", 0, 0),
    ],
)
def test_suspension_and_talents_come_before_the_tread(
    ride: dict[str, Any], surface: str, printed: int, after: Rating
) -> None:
    assert road_rating(Ride(**ride), surface=surface, printed=printed) == after


@pytest.mark.rule("DM-M-029", "DM-M-061")
@pytest.mark.parametrize(
    ("ride", "after"),
    [
        ({}, 2),
        ({"height": "lowered"}, 3),
        ({"height": "raised"}, 1),
        ({"travel": "decreased"}, 3),
        ({"travel": "increased"}, 1),
        ({"height": "lowered", "travel": "decreased"}, 4),
        ({"height": "raised", "travel": "increased"}, 0),
        ({"texas_steer": 1}, 1),
        ({"texas_steer": 3}, 0),
        ({"texas_steer": 3, "height": "lowered"}, 0),
        ({"tread": "street"}, 2),
        ({"tread": "traction"}, 2),
    ],
)
def test_an_obstacle_is_rated_for_the_car_that_meets_it(ride: dict[str, Any], after: int) -> None:
    assert obstacle_rating(Ride(**ride), 2) == after


@pytest.mark.rule("DM-M-124")
def test_hydraulics_take_away_what_lowering_costs() -> None:
    assert obstacle_rating(Ride(height="lowered", hydraulics=True), 2) == 2
    assert obstacle_rating(Ride(height="raised", hydraulics=True), 2) == 1


@pytest.mark.rule("DM-M-059")
@pytest.mark.parametrize(("rating", "loss"), [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_an_obstacle_costs_half_its_rating_rounded_up_and_at_least_1(rating: int, loss: int) -> None:
    assert obstacle_loss(rating) == loss


@pytest.mark.rule("DM-M-058", "DM-M-059")
@pytest.mark.parametrize(
    ("ground", "rating"),
    [
        ({"surface": "asphalt", "printed": None}, None),
        ({"surface": "mud", "printed": 1}, 1),
        ({"surface": "asphalt", "printed": None, "obstacle": 2}, 2),
        ({"surface": "mud", "printed": 1, "obstacle": 0}, 1),
        ({"surface": "asphalt", "printed": None, "oil": True}, 2),
        ({"surface": "dirt", "printed": None, "oil": True}, 0),
        ({"surface": "ice", "printed": 3, "oil": True}, 3),
        ({"surface": "concrete", "printed": None, "obstacle": 1, "oil": True}, 2),
    ],
)
def test_of_several_road_hazards_in_a_hex_the_highest_counts(ground: dict[str, Any], rating: Rating) -> None:
    assert hazard_here(Ride(), **ground) == rating


@pytest.mark.rule("DM-M-058")
def test_the_highest_is_that_after_all_changes() -> None:
    ride = Ride(tread="snow", height="raised")
    assert hazard_here(ride, surface="asphalt", printed=None, obstacle=2, oil=True) == 1
    assert hazard_here(Ride(tread="street"), surface="asphalt", printed=None, obstacle=3, oil=True) == 4


@pytest.mark.rule("DM-M-062")
def test_increased_travel_spares_a_car_that_maneuvers_on_an_obstacle() -> None:
    long, plain = Ride(travel="increased"), Ride()
    ground = {"surface": "mud", "printed": 1, "obstacle": 4}
    assert hazard_here(long, **ground, maneuvering=True) == 1  # type: ignore[arg-type]
    assert hazard_here(long, **ground) == 3  # type: ignore[arg-type]
    assert hazard_here(plain, **ground, maneuvering=True) == 4  # type: ignore[arg-type]


@pytest.mark.rule("DM-M-060", "DM-M-064")
@pytest.mark.parametrize(("mode", "plain", "sledder"), [(0, 0, 0), (1, 2, 2), (2, 4, 3), (3, 6, 5), (4, 8, 6)])
def test_ice_doubles_the_turn_mode_and_half_as_much_for_a_dog_sledder(mode: int, plain: int, sledder: int) -> None:
    assert ice_turn_mode(mode, dog_sledder=0) == plain
    assert ice_turn_mode(mode, dog_sledder=1) == ice_turn_mode(mode, dog_sledder=2) == sledder


@pytest.mark.rule("DM-M-028", "DM-M-053")
@pytest.mark.parametrize(
    ("tread", "roads"),
    [
        ("mud_and_snow", set()),
        ("street", {"asphalt", "concrete"}),
        ("traction", {"dirt"}),
        ("snow", {"ice", "snow"}),
    ],
)
def test_a_tread_matches_the_road_it_is_made_for(tread: str, roads: set[str]) -> None:
    assert {road for road in ("asphalt", "concrete", "dirt", "ice", "snow") if matches_road(tread, road)} == roads


@pytest.mark.rule("DM-M-061", "DM-M-102")
def test_oil_is_an_obstacle_of_0_whatever_the_suspension() -> None:
    assert OIL_OBSTACLE == 0
    assert obstacle_loss(OIL_OBSTACLE) == 1
