"""A car without a design, under the house rule that prices a special mount, gets a legal design everywhere."""

from __future__ import annotations

import pytest

from rules.core.document_validation import document_of
from rules.dethmatch.designs.design_points import dp_spent
from rules.dethmatch.ruleset import RULESET
from rules.dethmatch.setup.packet_setup import setup_from_packet
from rules.match.packet import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet
from rules.match.ruleset import without_warnings

DEAR = {"dethmatch.special_mount_dp": 30}
KINDS = ("oil_jet", "machinegun")


@pytest.mark.rule("DM-M-010", "DM-M-014")
@pytest.mark.parametrize("switches", [{}, DEAR], ids=["as printed", "at 30 DP"])
def test_the_design_the_ruleset_gives_is_legal_by_the_seasons_own_switches(switches: dict[str, int]) -> None:
    arguments = {"dp": 60, "gunner_station": False, "gearing": 0}
    document = RULESET.stock_design(**arguments, kinds=KINDS, switches=switches)  # type: ignore[arg-type]
    assert without_warnings(RULESET.design_errors(document, **arguments, switches=switches)) == []  # type: ignore[arg-type]


@pytest.mark.rule("DM-M-010", "DM-M-014")
def test_a_packet_with_a_car_without_a_design_is_played_in_the_same_one() -> None:
    items = tuple(PackedItem(id=f"i{number}", kind=kind) for number, kind in enumerate(KINDS))
    car = PackedCar(
        id="c1", dp=60, overhead=False, gunner_station=False, gearing=0, criticals=0, items=items,
    )  # fmt: skip
    driver = PackedDriver(
        id="ada",
        traits=dict.fromkeys(("driving", "gunnery", "initiative", "toughness"), 3),
        talents=(),
        quirks={},
        worn=(),
    )
    team = PackedTeam(
        franchise="reds", staff_rating=1, pit_bonus=0, kit_uses=0, mechanics=(), fresh=(),
        seats=(PackedSeat(car=car, driver=driver, gunner=None),),
    )  # fmt: skip
    packet = Packet(
        match="m1", event="last_car", surface="", heats=1, scoring="", repair_attempts=6, teams=(team,),
        setting={"track": "the_sump"}, switches=DEAR,
    )  # fmt: skip
    (entered,) = setup_from_packet(packet).teams[0].cars
    assert dp_spent(entered.design, special_mount_dp=30) <= 60
    document = RULESET.stock_design(dp=60, gunner_station=False, gearing=0, kinds=KINDS, switches=DEAR)
    assert document_of(entered.design) == document
