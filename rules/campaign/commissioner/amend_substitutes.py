"""What stands in for a command that a season refuses since it was amended, so that what was played stays played.

A correction in an early match lets later commands meet another season than the one they were given in. A match that
was played is not unplayed by that: its line-ups and its report stand as far as the season still knows who and what is
in them. A decision nobody could give in time is made as at its deadline. Whatever has no stand-in here is refused,
and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.campaign.core.command import Command
from rules.campaign.core.locks_and_shops import TinkeringWaits, open_shopping_line_up
from rules.campaign.core.state import Season
from rules.campaign.market.offers import DeclineOffer
from rules.campaign.market.shopping import EndShopping, SettleMatch
from rules.campaign.match_day.item_checks import reported_item_errors, reported_kit_errors
from rules.campaign.match_day.item_moves import item_move_errors, items_aboard, without_item_moves
from rules.campaign.match_day.line_ups import LockLineUps, NameLineUp, SeatPlan, refuse_foreign_seat
from rules.campaign.match_day.repairs import DecideRepairs, default_repair_decision, destroyed_cars
from rules.campaign.match_day.report_acceptance import AcceptReport
from rules.campaign.match_day.report_checks import entrants
from rules.campaign.match_day.settlement import CloseSettlement
from rules.core.refusals import Refusal
from rules.core.terms import DriverId, FranchiseId, OfferId
from rules.match.report import CarReport, Report


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchProgress:
    """How far each match had come before the season was amended: what is over cannot be asked of anybody again."""

    reported: frozenset[str]
    reckoned: frozenset[str]
    settled: frozenset[str]


def substitutes_for(season: Season, refused: Command, no: Refusal, *, past: MatchProgress) -> list[Command]:
    """What to perform in place of a command that was refused, in this order; nothing when it has no stand-in.

    Nothing stands in for what its owner can still be asked again. The season is not changed.
    """
    if isinstance(no, TinkeringWaits):
        window = open_shopping_line_up(season, str(getattr(refused, "franchise", "")))
        return _decline_waiting_offers(season, refused) if window and window.match in past.settled else []
    over = {
        NameLineUp: past.reported,
        LockLineUps: past.reported,
        AcceptReport: past.reported,
        DecideRepairs: past.reckoned,
        CloseSettlement: past.reckoned,
        SettleMatch: past.settled,
    }.get(type(refused), frozenset())
    return _SUBSTITUTES[type(refused)](season, refused) if getattr(refused, "match", "") in over else []


def _substitute_line_up(season: Season, named: NameLineUp) -> list[Command]:
    """The line-up that was driven, without the cars and crews that are not the franchise's any more."""
    line_up = season.line_up(named.match, named.franchise)
    seats: list[SeatPlan] = []
    for seat in named.seats:
        whole_or_alone = (seat, replace(seat, gunner=DriverId("")))
        seats.extend([each for each in whole_or_alone if _passes(refuse_foreign_seat, season, line_up, each)][:1])
    return [replace(named, seats=seats, played=True)]


def _substitute_lock(_season: Season, lock: LockLineUps) -> list[Command]:
    return [replace(lock, played=True)]


def _substitute_report(season: Season, accepted: AcceptReport) -> list[Command]:
    """The report as far as it speaks of those who are in the line-ups, and of items that are on their cars."""
    match, report = season.match(accepted.match), accepted.report
    entered = entrants(season, match, replace(report, substitutes=[]))
    sent = [
        substitute
        for substitute in report.substitutes
        if substitute.replaces in entered.drivers
        and _is_fresh(season, substitute.driver, entered.drivers[substitute.replaces])
    ]
    entered = entrants(season, match, replace(report, substitutes=sent))
    kept = replace(
        report,
        substitutes=sent,
        drivers=[driver for driver in report.drivers if driver.driver in entered.drivers],
        cars=[_with_its_items(season, move) for move in _possible_item_moves(season, report.cars, entered.cars)],
    )
    return [replace(accepted, report=_without_kits_used_up(season, kept, entered.drivers))]


def _is_fresh(season: Season, driver: str, franchise: str) -> bool:
    contract = season.contracts.get(driver)
    return contract is not None and contract.franchise == franchise


def _possible_item_moves(season: Season, claims: Sequence[CarReport], cars: Mapping[str, str]) -> list[CarReport]:
    """The claims of the cars that are in the line-ups; as if nothing had been moved where that cannot be any more."""
    there = [claim for claim in claims if claim.car in cars]
    return without_item_moves(there) if any(item_move_errors(season, there, cars)) else there


def _with_its_items(season: Season, claim: CarReport) -> CarReport:
    """A car's claim without the items that are not on it."""
    on = {item.id for item in items_aboard(season, claim)}
    kept = replace(
        claim,
        devices_lost=[id for id in claim.devices_lost if id in on],
        expendables_used=[id for id in claim.expendables_used if id in on],
        ammunition={id: left for id, left in claim.ammunition.items() if id in on},
        stowed=[id for id in claim.stowed if id in on],
    )
    if any(reported_item_errors(season, kept)):
        return replace(claim, devices_lost=[], expendables_used=[], ammunition={}, stowed=[])
    return kept


def _without_kits_used_up(season: Season, report: Report, drivers: dict[str, str]) -> Report:
    if any(reported_kit_errors(season, report, drivers)):
        return replace(report, drivers=[replace(driver, kit_uses=0) for driver in report.drivers])
    return report


def _passes(check: Callable[..., None], *of: object) -> bool:
    try:
        check(*of)
    except Refusal:
        return False
    return True


def _substitute_decision(season: Season, given: DecideRepairs) -> list[Command]:
    """What they gave up and is destroyed is given up.

    Everything else is replaced and repaired, as at the deadline.
    """
    destroyed = {car.id for car in destroyed_cars(season, given.franchise)}
    decided = default_repair_decision(season, match=given.match, franchise=given.franchise)
    return [replace(decided, give_up=[id for id in given.give_up if id in destroyed])]


def _substitute_settlement(season: Season, closing: CloseSettlement) -> list[Command]:
    """Whoever did not decide replaces and repairs all, as at the deadline (HOUSE-006)."""
    waiting = [FranchiseId(line_up.franchise) for line_up in season.line_ups_of(closing.match) if not line_up.decided]
    decisions = [default_repair_decision(season, match=closing.match, franchise=franchise) for franchise in waiting]
    return [*decisions, closing] if decisions else []


def _substitute_shopping(season: Season, settling: SettleMatch) -> list[Command]:
    """Whoever did not finish is done, as at the deadline (HOUSE-006)."""
    if any(line_up.shopping == "open" for line_up in season.line_ups_of(settling.match)):
        return [EndShopping(match=settling.match), settling]
    return []


def _decline_waiting_offers(season: Season, refused: Command) -> list[Command]:
    """What was tinkered since the amend was offered to nobody in time and is lost (DM-C-104)."""
    franchise = FranchiseId(getattr(refused, "franchise", ""))
    waiting = [OfferId(offer.id) for offer in season.offers_to(franchise) if offer.source == "tinkering"]
    return [*(DeclineOffer(franchise=franchise, offer=offer) for offer in waiting), refused]


_SUBSTITUTES: dict[type[Command], Callable[..., list[Command]]] = {
    NameLineUp: _substitute_line_up,
    LockLineUps: _substitute_lock,
    AcceptReport: _substitute_report,
    DecideRepairs: _substitute_decision,
    CloseSettlement: _substitute_settlement,
    SettleMatch: _substitute_shopping,
}
