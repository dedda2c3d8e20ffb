"""Tinkering: every row of the table, who rolls, and which faces succeed."""

from __future__ import annotations

import pytest

from rules.campaign.core.facts import fact_sentence
from rules.campaign.core.state import Offer
from rules.campaign.market.offers import OfferMade
from rules.campaign.market.shopping import OpenShopping
from rules.campaign.market.tinkering import FirmTinkeringFailed, InventionDiscarded, TinkeringFailed
from rules.campaign.match_day.settlement import CloseSettlement, OpenSettlement
from rules.core.terms import MatchId
from tests.rules.campaign.memory_seasons import Faces, Table, accept, locked, report, shopping, signed

TINKERED = "m1/shop/razors.d3/tinkering"
FIRM = "m1/shop/razors.s1/tinkering"


def with_tinkerer(*talents: str) -> Table:
    """A season in which razors.d3, who never races, has these talents; by default Tinkerer."""
    table = signed()
    table.season.driver("razors.d3").talents = list(talents or ("tinkerer",))
    return table


def with_firm(*kinds: str) -> Table:
    table = signed()
    table.sponsor("razors", *kinds)
    return table


ROWS: list[tuple[list[int], str, int, dict[str, int], str]] = [
    ([1, 1, 1, 1, 1, 1, 1], "laser", 54, {}, ""),
    ([2, 2, 2, 6, 6, 6, 6], "laser", 74, {}, ""),
    ([1, 1, 3, 1, 1, 1, 1], "twin_heavy_machineguns", 34, {}, ""),
    ([2, 2, 4, 6, 6, 6, 6], "twin_heavy_machineguns", 54, {}, ""),
    ([1, 1, 5, 1, 1, 1, 1], "dual_recoilless_rifle", 44, {}, ""),
    ([2, 2, 6, 6, 6, 6, 6], "dual_recoilless_rifle", 64, {}, ""),
    ([1, 3, 1, 1, 1, 1, 1], "railgun", 64, {}, ""),
    ([2, 4, 2, 6, 6, 6, 6], "railgun", 84, {}, ""),
    ([1, 3, 3, 1, 1, 1, 1, 1], "pulsed_laser", 85, {}, ""),
    ([2, 4, 4, 6, 6, 6, 6, 6], "pulsed_laser", 110, {}, ""),
    ([1, 3, 5, 1, 1, 1, 1], "bomb_launcher", 54, {}, ""),
    ([2, 4, 6, 6, 6, 6, 6], "bomb_launcher", 74, {}, ""),
    ([1, 5, 1, 1, 3, 1, 1], "booster_rockets", 7, {"ammunition": 1, "burn_turns": 2}, ""),
    ([1, 6, 2, 2, 4, 2, 3], "booster_rockets", 10, {"ammunition": 1, "burn_turns": 2}, ""),
    ([2, 6, 3, 5, 6, 6, 6], "booster_rockets", 17, {"ammunition": 3, "burn_turns": 3}, ""),
    ([1, 5, 4, 1, 1, 1], "heat_seeking_rockets", 11, {}, "light_rockets"),
    ([2, 6, 5, 3, 6, 6], "heat_seeking_rockets", 21, {}, "light_rockets"),
    ([1, 5, 4, 4, 1, 1], "heat_seeking_rockets", 14, {}, "rockets"),
    ([2, 6, 5, 5, 6, 6], "heat_seeking_rockets", 24, {}, "rockets"),
    ([1, 5, 4, 6, 1, 1], "heat_seeking_rockets", 20, {}, "heavy_rockets"),
    ([2, 6, 5, 6, 6, 6], "heat_seeking_rockets", 30, {}, "heavy_rockets"),
    ([1, 5, 6, 3, 2, 1, 1, 1], "kami_bomb", 13, {"ammunition": 1, "penetration": 3}, ""),
    ([2, 6, 6, 4, 3, 1, 2, 3], "kami_bomb", 16, {"ammunition": 2, "penetration": 4}, ""),
    ([2, 6, 6, 6, 5, 6, 6, 6], "kami_bomb", 28, {"ammunition": 2, "penetration": 5}, ""),
    ([3, 1, 2, 1, 1, 1], "efficient_injectors", 33, {"fuel": 1}, ""),
    ([3, 2, 3, 1, 2, 3], "efficient_injectors", 36, {"fuel": 2}, ""),
    ([3, 3, 5, 6, 6, 6], "efficient_injectors", 48, {"fuel": 3}, ""),
    ([3, 4, 1, 1, 1, 1], "turbochargers", 34, {}, ""),
    ([3, 6, 6, 6, 6, 6], "turbochargers", 54, {}, ""),
    ([4, 1, 1, 1, 1, 1, 1], "active_suspension", 45, {}, ""),
    ([4, 3, 6, 6, 6, 6, 6], "active_suspension", 70, {}, ""),
    ([4, 4, 1, 1, 1, 1], "hydraulics", 34, {}, ""),
    ([4, 6, 6, 6, 6, 6], "hydraulics", 54, {}, ""),
    ([5, 1, 1, 1, 1], "applique_armour", 38, {}, ""),
    ([5, 3, 6, 6, 6], "applique_armour", 53, {}, ""),
    ([5, 4, 1, 1, 1], "blast_panels", 38, {}, ""),
    ([5, 4, 6, 6, 6], "blast_panels", 53, {}, ""),
    ([5, 5, 1, 1, 1], "crash_bars", 38, {}, ""),
    ([5, 6, 6, 6, 6], "crash_bars", 53, {}, ""),
    ([6, 1, 1, 1, 1, 1], "autonomous_target_system", 54, {}, ""),
    ([6, 3, 6, 6, 6, 6], "autonomous_target_system", 74, {}, ""),
    ([6, 4, 1, 1, 1, 1], "auto_ranger", 44, {}, ""),
    ([6, 6, 6, 6, 6, 6], "auto_ranger", 64, {}, ""),
]


@pytest.mark.rule("DM-C-002", "DM-C-004", "DM-C-041", "DM-C-137", "DM-C-144", "DM-C-145", "DM-C-146", "DM-C-147")
@pytest.mark.parametrize(("faces", "kind", "price_k", "rolled", "variant"), ROWS)
def test_what_is_tinkered_is_read_off_the_table(
    faces: list[int], kind: str, price_k: int, rolled: dict[str, int], variant: str
) -> None:
    table = shopping(table=with_tinkerer(), faces={TINKERED: [6, *faces]})
    assert table.season.offers == {
        "m1.razors.d3": Offer(
            id="m1.razors.d3",
            match="m1",
            franchise="razors",
            source="tinkering",
            kind=kind,
            listed=price_k * 1000,
            price=price_k * 1000,
            by="razors.d3",
            variant=variant,
            rolled=rolled,
        )
    }
    (offer,) = table.said(OfferMade)
    assert (offer.rule, offer.driver, offer.sponsor, offer.price) == ("DM-C-041", "razors.d3", "", price_k * 1000)
    assert [face for roll in offer.rolls for face in roll.faces] == [6, *faces]


@pytest.mark.rule("DM-C-144", "DM-C-145")
@pytest.mark.parametrize(
    ("faces", "says"),
    [
        ([1, 5, 1, 5, 1, 1, 1], "razors may buy booster rockets (ammunition 3, burn turns 1) for 7k."),
        ([1, 5, 4, 4, 1, 1], "razors may buy heat seeking rockets (rockets) for 14k."),
        ([6, 4, 1, 1, 1, 1], "razors may buy auto ranger for 44k."),
    ],
)
def test_an_offer_shows_what_was_rolled_before_it_is_paid(faces: list[int], says: str) -> None:
    table = shopping(table=with_tinkerer(), faces={TINKERED: [6, *faces]})
    assert fact_sentence(table.said(OfferMade)[0]) == says


@pytest.mark.rule("DM-C-041", "DM-C-136")
@pytest.mark.parametrize("face", [1, 5])
def test_a_tinkerer_invents_nothing_below_six(face: int) -> None:
    table = shopping(table=with_tinkerer(), faces={TINKERED: [face]})
    (failed,) = table.said(TinkeringFailed)
    assert (failed.franchise, failed.driver, failed.rolls[0].faces) == ("razors", "razors.d3", (face,))
    assert table.season.offers == {}


@pytest.mark.rule("DM-C-082", "DM-C-136")
@pytest.mark.parametrize(("face", "works"), [(4, False), (5, True), (6, True)])
def test_an_engineering_firm_succeeds_on_five_and_six_with_any_device(face: int, works: bool) -> None:
    device = [4, 4, 1, 1, 1, 1] if works else []
    table = shopping(table=with_firm("engineering_firm"), faces={FIRM: [face, *device]})
    assert [offer.kind for offer in table.season.offers_to("razors")] == (["hydraulics"] if works else [])
    results = [(fact.rule, fact.sponsor) for fact in table.said(OfferMade if works else FirmTinkeringFailed)]
    assert results == [("DM-C-082", "razors.s1")]


@pytest.mark.rule("DM-C-078", "DM-C-136")
@pytest.mark.parametrize(("face", "works"), [(4, False), (5, True), (6, True)])
def test_a_gun_manufacturer_succeeds_on_five_and_six(face: int, works: bool) -> None:
    device = [6, 4, 1, 1, 1, 1] if works else []
    table = shopping(table=with_firm("gun_manufacturer"), faces={FIRM: [face, *device]})
    assert [offer.kind for offer in table.season.offers_to("razors")] == (["auto_ranger"] if works else [])
    results = [(fact.rule, fact.sponsor) for fact in table.said(OfferMade if works else FirmTinkeringFailed)]
    assert results == [("DM-C-078", "razors.s1")]


@pytest.mark.rule("DM-C-078", "DM-C-137")
@pytest.mark.parametrize(
    ("group", "rest", "kind"),
    [
        (1, [1, 1, 1, 1, 1, 1], "laser"),
        (2, [6, 1, 1, 1, 1, 1], "booster_rockets"),
        (3, [], ""),
        (4, [], ""),
        (5, [], ""),
        (6, [1, 1, 1, 1, 1], "autonomous_target_system"),
    ],
)
def test_a_gun_manufacturer_keeps_only_weapons_and_electronics(group: int, rest: list[int], kind: str) -> None:
    table = shopping(table=with_firm("gun_manufacturer"), faces={FIRM: [5, group, *rest]})
    assert [offer.kind for offer in table.season.offers_to("razors")] == ([kind] if kind else [])
    assert [fact.sponsor for fact in table.said(InventionDiscarded)] == ([] if kind else ["razors.s1"])


@pytest.mark.rule("DM-C-073", "DM-C-136")
def test_two_firms_of_a_kind_each_make_a_roll() -> None:
    table = with_firm("engineering_firm", "engineering_firm")
    shopping(table=table, faces={FIRM: [1], "m1/shop/razors.s2/tinkering": [2]})
    assert [(fact.sponsor, fact.rolls[0].total) for fact in table.said(FirmTinkeringFailed)] == [
        ("razors.s1", 1),
        ("razors.s2", 2),
    ]


@pytest.mark.rule("DM-C-041", "DM-C-012", "DM-C-049", "DM-C-050")
@pytest.mark.parametrize(
    ("availability", "rolls"),
    [("available", True), ("barred", True), ("heart_out", False), ("season_out", False)],
)
def test_who_is_out_of_action_without_racing_does_not_tinker(availability: str, rolls: bool) -> None:
    table = with_tinkerer()
    table.season.driver("razors.d3").availability = availability
    shopping(table=table, faces={TINKERED: [1]} if rolls else {})
    assert [fact.driver for fact in table.said(TinkeringFailed)] == (["razors.d3"] if rolls else [])


@pytest.mark.rule("DM-C-041")
@pytest.mark.parametrize(("out", "tinkers"), [(False, ["razors.d1"]), (True, [])])
def test_a_tinkerer_out_of_action_when_the_match_ends_does_not_tinker(out: bool, tinkers: list[str]) -> None:
    table = signed()
    table.season.driver("razors.d1").talents = ["tinkerer"]
    locked(table=table)
    accept(table, report(table, drivers={"razors.d1": {"out": out}}))
    for command in (OpenSettlement, CloseSettlement, OpenShopping):
        table.give(command(match=MatchId("m1")))
    results = [*table.said(TinkeringFailed), *table.said(OfferMade)]
    assert [fact.driver for fact in results] == tinkers


@pytest.mark.rule("DM-C-007", "DM-C-041")
def test_a_tinkerer_made_by_this_match_tinkers_after_the_next() -> None:
    table = locked()
    accept(table, report(table, points={"saints": 1}, drivers={"razors.d1": {"criticals": 2}}))
    table.give(OpenSettlement(match=MatchId("m1")))
    table.give(CloseSettlement(match=MatchId("m1")), {"m1/settle/razors.d1/advancement": [1, 1, 3]})
    assert table.season.driver("razors.d1").talents == ["tinkerer"]
    table.give(OpenShopping(match=MatchId("m1")), {})
    assert [roll.path for roll in table.log if "/shop/" in roll.path] == []


@pytest.mark.rule("DM-C-041", "DM-C-136")
def test_each_source_rolls_once_drivers_before_sponsors() -> None:
    table = with_tinkerer("tinkerer", "face")
    table.sponsor("razors", "engineering_firm", "oil", "gun_manufacturer")
    table.season.driver("saints.d6").talents = ["tinkerer"]
    shopping(table=table)
    paths = [roll.path for roll in table.log if roll.path.endswith("/tinkering") and roll.why == "tinkering"]
    assert paths == [f"m1/shop/{id}/tinkering" for id in ("razors.d3", "razors.s1", "razors.s3", "saints.d6")]


def same_id() -> tuple[Table, Faces]:
    """A season in which a driver and a sponsor both have the id razors.d3, and the faces for both."""
    table = with_tinkerer()
    firm = table.season.sponsors.pop("razors.s1")
    firm.id, firm.kind = "razors.d3", "engineering_firm"
    table.season.sponsors[firm.id] = firm
    hydraulics = [4, 4, 1, 1, 1, 1]
    return table, {TINKERED: [6, *hydraulics, 5, *hydraulics]}


@pytest.mark.rule("DM-C-136")
def test_a_driver_and_a_sponsor_of_one_id_share_a_stream_and_make_two_offers() -> None:
    table, faces = same_id()
    shopping(table=table, faces=faces)
    assert list(table.season.offers) == ["m1.razors.d3", "m1.razors.d3.2"]


@pytest.mark.rule("DM-C-001", "DM-C-078")
@pytest.mark.parametrize(
    ("faces", "kind", "listed", "price"),
    [
        ([1, 1, 1, 1, 1, 1, 2], "laser", 55_000, 49_500),
        ([1, 3, 1, 1, 1, 1, 1], "railgun", 64_000, 57_600),
        ([1, 5, 1, 1, 1, 1, 1], "booster_rockets", 7_000, 7_000),
        ([6, 4, 1, 1, 1, 1], "auto_ranger", 44_000, 44_000),
    ],
)
def test_a_gun_manufacturer_takes_a_tenth_off_mounted_guns_alone(
    faces: list[int], kind: str, listed: int, price: int
) -> None:
    table = with_firm("gun_manufacturer")
    shopping(table=table, faces={FIRM: [6, *faces]})
    (offer,) = table.season.offers_to("razors")
    assert (offer.kind, offer.listed, offer.price) == (kind, listed, price)


@pytest.mark.rule("DM-C-073", "DM-C-078")
@pytest.mark.parametrize(("stacks", "price"), [(False, 48_600), (True, 43_200)])
def test_two_gun_manufacturers_take_a_tenth_off_once_unless_the_house_adds_them(stacks: bool, price: int) -> None:
    table = signed(switches={"sponsors.same_type_effects_stack": stacks})
    table.sponsor("razors", "gun_manufacturer", "gun_manufacturer")
    shopping(table=table, faces={FIRM: [6, 1, 1, 1, 1, 1, 1, 1], "m1/shop/razors.s2/tinkering": [1]})
    assert table.season.offer("m1.razors.s1").price == price


@pytest.mark.rule("DM-C-001", "DM-C-078")
@pytest.mark.parametrize(
    ("rounding", "price"),
    [
        pytest.param("floor_k", 49_000, marks=pytest.mark.switch("money.rounding", "floor_k")),
        pytest.param("ceil_k", 50_000, marks=pytest.mark.switch("money.rounding", "ceil_k")),
    ],
)
def test_a_discount_is_rounded_as_the_house_says(rounding: str, price: int) -> None:
    table = signed(switches={"money.rounding": rounding})
    table.sponsor("razors", "gun_manufacturer")
    shopping(table=table, faces={FIRM: [6, 1, 1, 1, 1, 1, 1, 2]})
    assert table.season.offer("m1.razors.s1").price == price
