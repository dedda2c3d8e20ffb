"""The packet of a locked match, which is all an engine receives."""

from __future__ import annotations

import pytest

from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.match_day.packet_builder import NotLocked, build_packet
from rules.campaign.people.staff import HireMatchMechanic
from rules.core.refusals import Unknown
from rules.core.switches import Setting
from rules.core.terms import FranchiseId, MatchId
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet, RepairCheck
from tests.rules.campaign.memory_seasons import Table, accept, announce, line_up, locked, signed

M1 = MatchId("m1")
FRESH = {"driving": 3, "gunnery": 3, "initiative": 3, "toughness": 3}


def plain(id: str) -> PackedDriver:
    """A rookie with nothing special."""
    return PackedDriver(id=id, traits=FRESH, talents=(), quirks={}, worn=())


def bare(id: str) -> PackedCar:
    """An empty car of 60 DP."""
    return PackedCar(id=id, dp=60, overhead=False, gunner_station=False, gearing=0, criticals=0, items=())


def team(franchise: str) -> PackedTeam:
    """A team as `locked` lines it up."""
    return PackedTeam(
        franchise=franchise,
        staff_rating=1,
        pit_bonus=0,
        kit_uses=0,
        mechanics=(),
        seats=tuple(
            PackedSeat(car=bare(f"{franchise}.c{place}"), driver=plain(f"{franchise}.d{place}"), gunner=None)
            for place in (1, 2)
        ),
        fresh=tuple(plain(f"{franchise}.d{place}") for place in (3, 4, 5, 6)),
    )


def before(**switches: Setting) -> Table:
    """A season before its first round. Switch names have __ for their dot."""
    return signed(switches={name.replace("__", ".", 1): value for name, value in switches.items()})


def razors(table: Table) -> PackedTeam:
    """The razors' part of the packet; the match is locked first if necessary."""
    if "m1" not in table.season.matches:
        locked(table=table)
    (packed,) = (
        packed_team for packed_team in build_packet(table.season, "m1").teams if packed_team.franchise == "razors"
    )
    return packed


@pytest.mark.rule("DM-C-087", "DM-C-090", "DM-C-092")
def test_a_packet_holds_the_match_and_every_team() -> None:
    table = signed()
    announce(table, heats=2, surface="dirt", scoring="flags")
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    table.give(LockLineUps(match=M1))
    assert build_packet(table.season, "m1") == Packet(
        match="m1",
        event="race",
        surface="dirt",
        heats=2,
        scoring="flags",
        repair_attempts=6,
        teams=(team("razors"), team("saints")),
    )


@pytest.mark.rule("DM-C-087")
def test_there_is_a_packet_only_between_the_lock_and_the_report() -> None:
    table = signed()
    with pytest.raises(Unknown, match="no match 'm1'"):
        build_packet(table.season, "m1")
    announce(table)
    with pytest.raises(NotLocked, match="The line-ups of m1 are not locked yet"):
        build_packet(table.season, "m1")
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    table.give(LockLineUps(match=M1))
    build_packet(table.season, "m1")
    accept(table)
    with pytest.raises(NotLocked, match="m1 has its result, and no packet any more"):
        build_packet(table.season, "m1")
    table.season.match("m1").step = "void"
    with pytest.raises(NotLocked, match="m1 was voided"):
        build_packet(table.season, "m1")


@pytest.mark.rule("DM-C-087", "DM-C-089")
def test_a_team_that_forfeited_is_in_no_packet() -> None:
    table = locked()
    table.season.line_up("m1", "saints").forfeited = True
    assert build_packet(table.season, "m1").teams == (team("razors"),)


@pytest.mark.rule("DM-C-064", "DM-C-092")
def test_the_staff_of_the_match_repairs() -> None:
    table = signed()
    table.season.franchise("razors").staff_rating = 3
    assert razors(table).staff_rating == 3
    table = signed()
    announce(table)
    table.sponsor("razors", "tire_company")
    table.give(HireMatchMechanic(franchise=FranchiseId("razors"), match=M1))
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    table.give(LockLineUps(match=M1))
    assert razors(table).staff_rating == 4


@pytest.mark.rule("DM-C-077", "DM-M-129", "DM-C-073")
@pytest.mark.parametrize(
    ("sponsors", "bonus"),
    [(("energy",), 0), (("tire_company",), 1), (("tire_company", "tire_company"), 1), (("mechanic_shop",), 0)],
)
def test_a_tire_company_adds_1_to_pit_checks(sponsors: tuple[str, ...], bonus: int) -> None:
    table = signed()
    table.sponsor("razors", *sponsors)
    assert razors(table).pit_bonus == bonus


@pytest.mark.rule("DM-C-130")
def test_the_kits_of_a_team_count_together() -> None:
    table = signed()
    table.stock("medical_kit", id="kit1", uses=3)
    table.stock("medical_kit", id="kit2", uses=1)
    assert razors(table).kit_uses == 4


@pytest.mark.rule("DM-C-130")
@pytest.mark.switch("items.medkit_refills", True)
def test_a_kit_that_refills_is_full() -> None:
    table = before(items__medkit_refills=True)
    table.stock("medical_kit", uses=1)
    assert razors(table).kit_uses == 3


@pytest.mark.rule("DM-C-040", "DM-M-131")
@pytest.mark.parametrize(
    ("attempts", "checks"), [(0, 1), (1, 1), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2), (8, 3), (9, 3), (30, 10)]
)
def test_a_mechanic_checks_once_for_every_three_attempts(attempts: int, checks: int) -> None:
    table = before(match__repair_attempts=attempts)
    table.season.driver("razors.d1").talents = ["mechanic"]
    assert razors(table).mechanics == (RepairCheck(driver="razors.d1", checks=checks, skill=3),)


@pytest.mark.rule("DM-C-040", "DM-C-049", "DM-C-048", "DM-C-007")
def test_each_further_copy_adds_to_his_skill_and_he_need_not_drive_but_must_be_in_action() -> None:
    table = signed()
    season = table.season
    season.driver("razors.d1").talents = ["mechanic", "pro", "mechanic", "mechanic"]
    season.driver("razors.d3").talents = ["mechanic"]
    season.driver("razors.d4").talents = ["mechanic"]
    season.driver("razors.d4").availability = "season_out"
    season.driver("razors.d5").talents = ["mechanic"]
    locked(table=table)
    season.driver("razors.d5").availability = "heart_out"
    season.driver("razors.d6").talents = ["mechanic"]
    assert razors(table).mechanics == (
        RepairCheck(driver="razors.d1", checks=2, skill=5),
        RepairCheck(driver="razors.d3", checks=2, skill=3),
    )


@pytest.mark.rule("DM-C-050", "DM-C-054", "DM-C-040")
def test_a_barred_mechanic_repairs_and_is_not_sent_in() -> None:
    table = signed()
    driver = table.season.driver("razors.d3")
    driver.talents, driver.availability = ["mechanic"], "barred"
    packed = razors(table)
    assert packed.mechanics == (RepairCheck(driver="razors.d3", checks=2, skill=3),)
    assert [packed_driver.id for packed_driver in packed.fresh] == ["razors.d4", "razors.d5", "razors.d6"]


@pytest.mark.rule("DM-C-050", "DM-C-040")
@pytest.mark.switch("quirks.barred_mechanic_may_repair", False)
def test_a_barred_mechanic_stays_away_by_house_rule() -> None:
    table = before(quirks__barred_mechanic_may_repair=False)
    driver = table.season.driver("razors.d3")
    driver.talents, driver.availability = ["mechanic"], "barred"
    assert razors(table).mechanics == ()


@pytest.mark.rule("DM-C-011", "DM-C-087", "DM-C-101", "DM-C-135")
def test_a_driver_enters_with_his_traits_in_effect_and_what_he_wears() -> None:
    table = signed()
    driver = table.season.driver("razors.d1")
    driver.driving, driver.gunnery, driver.toughness = 5, 2, 4
    driver.quirks = {"stupid": 1, "arthritic": 2, "poor_health": 1}
    driver.fatigue = ["gunnery", "gunnery", "initiative"]
    driver.talents = ["pro", "crack_shot"]
    table.stock("helmet_sight", driver="razors.d1")
    table.stock("fireproof_suit", driver="razors.d1")
    assert razors(table).seats[0].driver == PackedDriver(
        id="razors.d1",
        traits={"driving": 3, "gunnery": 0, "initiative": 2, "toughness": 3},
        talents=("pro", "crack_shot"),
        quirks={"arthritic": 2, "poor_health": 1, "stupid": 1},
        worn=("fireproof_suit", "helmet_sight"),
    )


@pytest.mark.rule("DM-C-011")
def test_a_trait_below_0_is_handed_over_as_it_stands() -> None:
    table = signed()
    table.season.driver("razors.d1").fatigue = ["initiative"] * 4
    assert razors(table).seats[0].driver.traits["initiative"] == -1


@pytest.mark.rule("DM-C-011")
@pytest.mark.switch("traits.cap", "4")
@pytest.mark.switch("traits.cap", "5")
@pytest.mark.switch("traits.cap", "6")
@pytest.mark.switch("traits.cap", "7")
@pytest.mark.switch("traits.cap", "8")
@pytest.mark.parametrize("cap", ["4", "5", "6", "7", "8"])
def test_traits_are_capped_by_house_rule(cap: str) -> None:
    table = before(traits__cap=cap)
    table.season.driver("razors.d1").driving = 9
    assert razors(table).seats[0].driver.traits == {**FRESH, "driving": int(cap)}


@pytest.mark.rule("DM-C-007", "DM-C-087")
def test_talents_and_quirks_are_those_of_the_lock() -> None:
    table = locked()
    driver = table.season.driver("razors.d1")
    driver.talents.append("pro")
    driver.quirks["stupid"] = 1
    assert razors(table).seats[0].driver == plain("razors.d1")


@pytest.mark.rule("DM-C-089", "DM-M-023")
def test_a_gunner_sits_beside_his_driver() -> None:
    table = signed(gunner_stations=True)
    announce(table)
    table.give(line_up("razors", seats=[("c1", "d1", "d4")]))
    table.give(line_up("saints"))
    table.give(LockLineUps(match=M1))
    (seat,) = razors(table).seats
    assert (seat.driver, seat.gunner, seat.car.gunner_station) == (plain("razors.d1"), plain("razors.d4"), True)
    assert [driver.id for driver in razors(table).fresh] == ["razors.d2", "razors.d3", "razors.d5", "razors.d6"]


@pytest.mark.rule("DM-C-087", "DM-C-090", "DM-C-066", "DM-M-026")
@pytest.mark.parametrize(("fitted", "gearing"), [(None, 1), (0, 0), (-1, -1)])
def test_a_fitted_gear_set_takes_the_place_of_the_gears_a_car_was_built_with(
    fitted: int | None, gearing: int
) -> None:
    table = signed()
    car = table.season.car("razors.c1")
    car.dp, car.overhead, car.gearing, car.criticals = 81, True, 1, 2
    if fitted is not None:
        table.stock("gear_set", car="razors.c1", gearing=fitted)
    packed = razors(table).seats[0].car
    assert (packed.dp, packed.overhead, packed.gearing, packed.criticals) == (81, True, gearing, 2)


@pytest.mark.rule("DM-C-087", "DM-C-088", "DM-C-090", "DM-C-124", "DM-C-144", "DM-C-145", "DM-C-155")
def test_a_car_enters_with_everything_on_it() -> None:
    table = signed()
    table.stock("laser", id="a", car="razors.c1")
    table.stock("auto_ranger", id="b", weapon="razors.a")
    table.stock("booster_rockets", id="c", car="razors.c1", rolled={"ammunition": 3, "burn_turns": 2})
    table.stock("heat_seeking_rockets", id="d", car="razors.c1", variant="rockets")
    table.stock("rare_tires", id="e", car="razors.c1", carcass="solid", tread="snow")
    table.stock("laser", id="f")
    announce(table, faces={"m1/pre/razors.b/breakdown": [1]})
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    table.give(LockLineUps(match=M1))

    def item(id: str, kind: str, ammunition: int | None, **fields: object) -> PackedItem:
        defaults = {"weapon": "", "carcass": "", "tread": "", "variant": "", "rolled": {}, "backwards": False}
        return PackedItem(id=f"razors.{id}", kind=kind, ammunition=ammunition, **{**defaults, **fields})

    assert razors(table).seats[0].car.items == (
        item("a", "laser", 10),
        item("b", "auto_ranger", None, weapon="razors.a", backwards=True),
        item("c", "booster_rockets", 3, rolled={"ammunition": 3, "burn_turns": 2}),
        item("d", "heat_seeking_rockets", 3, variant="rockets"),
        item("e", "rare_tires", None, carcass="solid", tread="snow"),
    )
    assert razors(table).seats[1].car.items == ()


def magazines(*, free: bool) -> list[int | None]:
    """The ammunition of three machineguns in the packet: one never fired, one with 4 left, one empty."""
    table = before(stores__free_ammo=free)
    for id, ammunition in (("a", None), ("b", 4), ("c", 0)):
        table.stock("machinegun", id=id, car="razors.c1", ammunition=ammunition)
    return [item.ammunition for item in razors(table).seats[0].car.items]


@pytest.mark.rule("DM-C-067")
@pytest.mark.switch("stores.free_ammo", False)
def test_guns_enter_with_what_they_have_left_by_house_rule() -> None:
    assert magazines(free=False) == [10, 4, 0]


@pytest.mark.rule("DM-C-067")
def test_guns_are_full_before_every_match() -> None:
    assert magazines(free=True) == [10, 10, 10]
