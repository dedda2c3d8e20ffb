"""Answers at the season's end: staff kept, drivers protected and picked. Rules DM-C-159 to DM-C-166, DM-C-179."""

from __future__ import annotations

from rules.campaign.season_end.draft import PassPick, PickDriver, draftable_drivers
from rules.campaign.season_end.franchise_contracts import ProtectDrivers, contract_limit, takes_part_in_draft
from rules.campaign.season_end.staff_retention import KeepStaff, keep_fee
from rules.campaign.steward.answer_builder import AnswerBuilder
from rules.campaign.steward.people_answers import ROOKIE_WORTH, driver_worth, drivers_by_worth
from rules.core.terms import DriverId, K


def keep_staff(desk: AnswerBuilder) -> None:
    """Keep the staff if it is wanted and can be paid, else let it go. A folded franchise keeps nobody."""
    rating = desk.franchise.staff_rating
    payable = keep_fee(desk.season, rating=rating) <= min(desk.orders.staff_k * K, desk.spendable())
    wanted = desk.orders.keep_staff and rating >= desk.orders.staff_rating and not desk.franchise.folded
    desk.try_command(KeepStaff(franchise=desk.id, keep=wanted and payable))


def protect_drivers(desk: AnswerBuilder) -> None:
    """Protect the drivers that the orders name, then the best."""
    named = {id: place for place, id in enumerate(desk.orders.protect)}
    staying = drivers_by_worth(driver for driver in desk.season.roster(desk.id) if not driver.retiring)
    drivers = sorted(staying, key=lambda driver: named.get(driver.id, len(named)))
    kept = drivers[: contract_limit(desk.season, desk.franchise)]
    desk.try_command(ProtectDrivers(franchise=desk.id, drivers=[DriverId(driver.id) for driver in kept]))


def pick_driver(desk: AnswerBuilder) -> None:
    """Pick the first driver left in the queue, else one the orders name, else the best above a rookie; or pass.

    Once the roster is full, drivers are picked only from the queue.
    """
    if _pick_from_queue(desk):
        return
    if desk.orders.pick and _kept_driver_count(desk) < desk.orders.roster:
        named = {id: place for place, id in enumerate(desk.orders.draft)}
        draftable = drivers_by_worth(draftable_drivers(desk.season, desk.id))
        for driver in sorted(draftable, key=lambda driver: named.get(driver.id, len(named))):
            wanted = driver.id in named or driver_worth(driver) > ROOKIE_WORTH
            if wanted and desk.try_command(PickDriver(franchise=desk.id, driver=DriverId(driver.id))):
                return
    desk.try_command(PassPick(franchise=desk.id))


def _pick_from_queue(desk: AnswerBuilder) -> bool:
    if not desk.orders.draft_queue:
        return False
    draftable = {driver.id for driver in draftable_drivers(desk.season, desk.id)}
    queued = (id for id in desk.orders.draft_queue if id in draftable)
    return any(desk.try_command(PickDriver(franchise=desk.id, driver=DriverId(id))) for id in queued)


def _kept_driver_count(desk: AnswerBuilder) -> int:
    """How many drivers will be reserved for the franchise after the draft."""
    theirs = [contract for contract in desk.season.contracts.values() if contract.franchise == desk.id]
    if not takes_part_in_draft(desk.season, desk.franchise):
        return len(theirs)
    return sum(contract.protected or contract.phase == "reserved" for contract in theirs)
