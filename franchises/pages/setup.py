"""The setup page of a franchise: roster, staff, garage, stores and party, and all of it in one batch.

Rules DM-C-058 to DM-C-070.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from drivers.queries import driver_names
from explain import links
from explain.command_preview import CommandPreview, preview_commands, sentence_with_names
from explain.names import Names
from explain.plain_words import COMMAND_FORM_TITLES
from explain.printed_names import ITEM_WORDS, quantity
from franchises.pages.base_context import SETUP_STEPS, FranchisePageRequest, load_franchise_page
from franchises.queries.franchise import franchise_in_season
from journal.state.default_names import CAR_NAMES, ROOKIES
from journal.steward import standing_orders_of
from league.pages.command_forms.base import new_key
from league.pages.command_forms.chapters.drivers import fee_of
from league.pages.command_forms.chapters.garage import dp_now
from league.pages.command_forms.chapters.sponsors import party_odds
from league.pages.command_forms.chapters.staff import ratings_to_hire
from league.pages.command_forms.context import CommandContext, command_context
from league.pages.command_forms.match_risks import armed
from league.pages.command_forms.name_suggestions import suggest_names
from league.pages.command_forms.size_effects import SizeChoice, size_effects, staff_adds
from rules.campaign.core import state
from rules.campaign.core.codec import command_document, copy_season
from rules.campaign.core.command import Command, Reader, open_steps, tag_of
from rules.campaign.core.state import Car, Franchise, Season
from rules.campaign.garage.cars import BuyCar, new_car_price
from rules.campaign.garage.item_placement import FitItem
from rules.campaign.garage.purchases import BuyItem
from rules.campaign.money.prices import ROOKIE_K, STAFF_K
from rules.campaign.people.hiring import HireRookie
from rules.campaign.people.staff import HireStaff
from rules.campaign.people.veterans import HireVeteran
from rules.campaign.play.perform import perform
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.campaign.sponsors.party import ThrowParty
from rules.campaign.steward import Orders, answers
from rules.campaign.steward.necessities import may_hire
from rules.campaign.steward.proposed_ids import car_stem, first_free_id, rookie_stem
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Refusal
from rules.core.terms import K
from rules.match.catalog import item_type

NO_SECRET = KeyRing(b"")
"""A key ring for dry runs, whose dice are shown to nobody."""


@dataclass(frozen=True, slots=True)
class SetupBatchLine:
    """One kind of action in the batch: in words, what it names, and the change of the balance in credits."""

    words: str
    named: str
    paid: int


@dataclass(frozen=True, slots=True)
class SetupBatch:
    """The batch, the season after it if the party wins no sponsor, and what it does in short and in full."""

    commands: tuple[Command, ...]
    after: Season
    doing: tuple[SetupBatchLine, ...]
    trial: CommandPreview


def build_setup_batch(season: Season, franchise: str, orders: Orders, names: Names, reader: Reader) -> SetupBatch:
    """The commands that standing orders give until the setup is complete, with names for new drivers and cars.

    The party comes first, since a sponsor it wins may make cars cheaper or better. The rest is chosen as if it had
    won none, so that the batch can be paid whatever the dice show. The batch ends where other dice must fall first.
    """
    trial_season = copy_season(season)
    first = list(_with_suggested_names(answers(trial_season, franchise, orders), franchise, names))
    if not first or not isinstance(party := first[-1], ThrowParty):
        return _batch_without_party(season, first, franchise, names, reader)
    for command in first[:-1]:
        perform(trial_season, command, Dice(NO_SECRET))
    trial_season.franchise(franchise).party_thrown = True
    trial_season.franchise(franchise).balance -= party.spend_k * K
    rest = list(_with_suggested_names(answers(trial_season, franchise, orders), franchise, names))
    rest_batch = _batch_without_party(trial_season, rest, franchise, names, reader)
    preview = preview_commands(season, first, names, reader)
    trial = CommandPreview(
        told=(*preview.told, *rest_batch.trial.told),
        throws=preview.throws,
        prices=(*preview.prices, *rest_batch.trial.prices),
        unsaid=(*preview.unsaid, *rest_batch.trial.unsaid),
        refusal=preview.refusal or rest_batch.trial.refusal,
    )
    party_line = SetupBatchLine(
        f"Throw a party for {party.spend_k}k; its dice decide what it wins", "", -party.spend_k * K
    )
    return SetupBatch((*first, *rest_batch.commands), rest_batch.after, (party_line, *rest_batch.doing), trial)


def _batch_without_party(
    season: Season, commands: Sequence[Command], franchise: str, names: Names, reader: Reader
) -> SetupBatch:
    """A batch without a party, performed on a copy of the season."""
    after = copy_season(season)
    giver = after.franchise(franchise)
    kinds: dict[type[Command], list[Command]] = {}
    paid: dict[type[Command], int] = {}
    for command in commands:
        balance = giver.balance
        perform(after, command, Dice(NO_SECRET))
        kinds.setdefault(type(command), []).append(command)
        paid[type(command)] = paid.get(type(command), 0) + giver.balance - balance
    doing = tuple(
        SetupBatchLine(*_short(kind, kind_commands, names), paid[kind]) for kind, kind_commands in kinds.items()
    )
    return SetupBatch(
        tuple(commands),
        after,
        doing,
        preview_commands(season, commands, names, reader) if commands else CommandPreview(),
    )


def _short(kind: type[Command], commands: Sequence[Command], names: Names) -> tuple[str, str]:
    """Commands of one kind in words, and the names they concern."""
    if kind is HireRookie:
        return f"Hire {quantity(len(commands), 'rookie')}", _join_words(
            command.name for command in commands if isinstance(command, kind)
        )
    if kind is HireVeteran:
        veteran_names = (
            names.drivers.get(command.driver, command.driver) for command in commands if isinstance(command, kind)
        )
        return f"Hire {quantity(len(commands), 'veteran')} again", _join_words(veteran_names)
    if kind is HireStaff:
        return f"Hire staff of rating {max(command.rating for command in commands if isinstance(command, kind))}", ""
    if kind is BuyCar:
        return f"Buy {quantity(len(commands), 'car')}", _join_words(
            command.name for command in commands if isinstance(command, kind)
        )
    if kind is BuyItem:
        item_names = [ITEM_WORDS[command.kind] for command in commands if isinstance(command, kind)]
        distinct = dict.fromkeys(item_names)
        return "Buy from the price list", _join_words(f"{item_names.count(item)} × {item}" for item in distinct)
    if kind is FitItem:
        return f"Fit {quantity(len(commands), 'thing')} to the cars and drivers", ""
    words = COMMAND_FORM_TITLES.get(tag_of(kind)) or tag_of(kind).replace("_", " ").capitalize()
    return (words if len(commands) == 1 else f"{words}, {len(commands)} times"), ""


def _join_words(words: Iterable[str]) -> str:
    return ", ".join(words)


def _with_suggested_names(commands: Sequence[Command], franchise: str, names: Names) -> Iterator[Command]:
    people = iter(suggest_names(ROOKIES, franchise=franchise, taken=driver_names(names.league), many=len(ROOKIES)))
    cars = iter(suggest_names(CAR_NAMES, franchise=franchise, taken=names.cars.values(), many=len(CAR_NAMES)))
    for command in commands:
        match command:
            case HireRookie():
                yield replace(command, name=next(people, ""))
            case BuyCar():
                yield replace(command, name=next(cars, ""))
            case _:
                yield command


LACKING_WORDS = {"weapon": "no weapon", "tires": "no tires of its own"}
"""What a car lacks, in words, by group of the catalogue."""
DRIVER_NAMES_SUGGESTED, CAR_NAMES_SUGGESTED = 3, 2


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step of the setup: its anchor on the page, its state in words, and whether it is done."""

    anchor: str
    name: str
    state: str
    done: bool
    wanted: bool = True
    """Whether the franchise needs this step to be ready."""


@dataclass(frozen=True, slots=True)
class CarReady:
    """A car of the garage and what it carries; `lacks` is what it lacks for a match, in words (DM-M-027)."""

    id: str
    name: str
    carries: str
    lacks: str


def setup_command_context(page_request: FranchisePageRequest) -> CommandContext | None:
    """The command context of the newest season the franchise is in; None if the viewer may not act for it."""
    if not page_request.viewer.is_commissioner and all(
        links.short_id(franchise.pk) != page_request.franchise for franchise in page_request.viewer.franchises
    ):
        return None
    row = franchise_in_season(page_request.league.pk, page_request.franchise, page_request.viewer)
    return None if row is None else command_context(row.season, page_request.viewer, franchise=page_request.franchise)


def setup_page(page_request: FranchisePageRequest, *, fill: bool = False, refused: str = "") -> dict[str, Any] | None:
    """The context of the setup page; None if the viewer may not act for the franchise.

    With `fill`, it shows how the standing orders would complete the setup. `refused` is why that was refused.
    """
    desk = setup_command_context(page_request)
    page = load_franchise_page(page_request, "founding")
    if desk is None or page is None:
        return None
    franchise = desk.season.franchises[page_request.franchise]
    context = {
        **page.context,
        "setting_up": desk.season.step in SETUP_STEPS and not franchise.folded,
        "seed_money": desk.season.number_setting("franchise.seed_money_k") * K,
        "balance": franchise.balance,
        "steps": _steps(desk.season, franchise),
        "sizes": size_effects(desk.season, franchise, _choices(desk.season, franchise)),
        **_roster(desk, franchise),
        **_staff(desk.season, franchise),
        **_garage(desk, franchise),
        **_sponsors(desk.season, franchise),
        "refused": refused,
        "acts_for": "" if desk.is_own else page.context["name"],
        "ready": all(step.done for step in _steps(desk.season, franchise) if step.wanted),
    }
    return {**context, **_batch_context(desk, franchise)} if fill else context


def _steps(season: state.Season, franchise: Franchise) -> list[SetupStep]:
    drivers, least = len(season.roster(franchise.id)), season.number_setting("roster.min")
    cars, fewest = len(season.garage(franchise.id)), season.number_setting("garage.min")
    known = franchise.short_roster_known and not season.setting("roster.min_enforced")
    loose = sum(not (item.car or item.driver or item.weapon) for item in season.stores(franchise.id))
    unarmed = sum(not armed(season, car) for car in season.garage(franchise.id))
    lacking = f"{quantity(unarmed, 'car')} without a weapon" if unarmed else "nothing to fit"
    party = "thrown" if franchise.party_thrown else "not thrown yet"
    waiting = len(franchise.waiting_sponsors)
    return [
        SetupStep(
            "roster",
            "Roster",
            f"{drivers} of {least} advised" if drivers < least else f"{drivers}, {least} advised",
            drivers >= least or known,
        ),
        SetupStep("staff", "Staff", f"rating {franchise.staff_rating}", franchise.staff_rating > 1, wanted=False),
        SetupStep("garage", "Garage", f"{cars} of {fewest} at least", cars >= fewest),
        SetupStep(
            "stores", "Stores", f"{loose} to fit" if loose else lacking, not loose and not unarmed, wanted=False
        ),
        SetupStep(
            "party",
            "Party",
            f"{waiting} to place" if waiting else party,
            franchise.party_thrown and not waiting,
            wanted=False,
        ),
    ]


def _choices(season: state.Season, franchise: Franchise) -> list[SizeChoice]:
    choices = [
        SizeChoice("with a rookie more", -ROOKIE_K * K, 1),
        *(
            SizeChoice(f"with staff of rating {rating}", -STAFF_K[rating] * K, staff_adds(franchise, rating))
            for rating in ratings_to_hire(season, franchise)
        ),
        SizeChoice("with a car more", -new_car_price(season, franchise.id), 1),
        SizeChoice("with another overhead car", -new_car_price(season, franchise.id, overhead=True), 2),
    ]
    return [choice for choice in choices if franchise.balance + choice.amount >= 0]


def _roster(desk: CommandContext, franchise: Franchise) -> dict[str, Any]:
    season, called = desk.season, desk.called
    roster, most = season.roster(franchise.id), season.number_setting("roster.max")
    least = season.number_setting("roster.min")
    open_now = "S1" in open_steps(season) and may_hire(season) and len(roster) < most
    open_now = open_now and franchise.balance >= ROOKIE_K * K
    short = len(roster) < least and not franchise.short_roster_known
    return {
        "drivers": [
            (called.driver(driver.id), links.driver_url(desk.row.league_id, driver.id), driver.level)
            for driver in roster
        ],
        "roster_least": least,
        "roster_most": most,
        "hiring_open": open_now,
        "rookie_price": ROOKIE_K * K,
        "rookies": suggest_names(
            ROOKIES, franchise=franchise.id, taken=driver_names(desk.row.league_id), many=DRIVER_NAMES_SUGGESTED
        ),
        "next_driver": first_free_id(rookie_stem(season, franchise.id), desk.unavailable_ids("drivers")),
        "veterans": [
            (driver.id, called.driver(driver.id), driver.level, fee_of(season, driver))
            for driver in season.reserved_drivers(franchise.id)
        ],
        "may_acknowledge": short and not season.setting("roster.min_enforced"),
    }


def _staff(season: state.Season, franchise: Franchise) -> dict[str, Any]:
    hireable = ratings_to_hire(season, franchise) if "S1" in open_steps(season) and may_hire(season) else []
    payable = [rating for rating in hireable if STAFF_K[rating] * K <= franchise.balance]
    return {"ratings": [(rating, STAFF_K[rating] * K, staff_adds(franchise, rating)) for rating in payable]}


def _garage(desk: CommandContext, franchise: Franchise) -> dict[str, Any]:
    season, called = desk.season, desk.called
    garage, most = season.garage(franchise.id), season.number_setting("garage.max")
    stores, price = season.stores(franchise.id), new_car_price(season, franchise.id)
    return {
        "cars": [_car(season, car, called.car(car.id)) for car in garage],
        "unarmed": sum(not armed(season, car) for car in garage),
        "garage_least": season.number_setting("garage.min"),
        "garage_most": most,
        "garage_open": "S2" in open_steps(season) and len(garage) < most and price <= franchise.balance,
        "shops_open": "S2" in open_steps(season),
        "car_price": price,
        "overhead_price": new_car_price(season, franchise.id, overhead=True),
        "car_dp": dp_now(season, franchise.id, overhead=False),
        "overhead_dp": dp_now(season, franchise.id, overhead=True),
        "car_names": suggest_names(
            CAR_NAMES, franchise=franchise.id, taken=called.names.cars.values(), many=CAR_NAMES_SUGGESTED
        ),
        "next_car": first_free_id(car_stem(season, franchise.id), desk.unavailable_ids("cars")),
        "loose": [(item.id, called.item(item.id)) for item in stores if not (item.car or item.driver or item.weapon)],
    }


def _car(season: state.Season, car: Car, name: str) -> CarReady:
    fitted = [item_type(item.kind) for item in season.items_on_car(car.id)]
    groups = {kind.group for kind in fitted}
    lacks = ", ".join(words for group, words in LACKING_WORDS.items() if group not in groups)
    return CarReady(car.id, name, ", ".join(kind.name for kind in fitted), lacks)


def _sponsors(season: state.Season, franchise: Franchise) -> dict[str, Any]:
    return {
        "sponsors": [SPONSOR_KINDS[sponsor.kind].name for sponsor in season.sponsors_of(franchise.id)],
        "waiting": [SPONSOR_KINDS[kind].name for kind in franchise.waiting_sponsors],
        "party_open": "S3" in open_steps(season) and not franchise.party_thrown,
        "odds": [chance for chance in party_odds(franchise.balance) if chance.left is not None and chance.left >= 0],
    }


def _batch_context(desk: CommandContext, franchise: Franchise) -> dict[str, Any]:
    """How the standing orders would complete the setup, and the batch that does it."""
    try:
        orders = standing_orders_of(desk.row.league_id, franchise.id)
        batch = build_setup_batch(desk.season, franchise.id, orders, desk.called.names, desk.reader)
    except Refusal as refusal:
        return {"fill": True, "refused": sentence_with_names(refusal.sentence, desk.called.names)}
    return {
        "fill": True,
        "doing": batch.doing,
        "after": size_effects(batch.after, batch.after.franchise(franchise.id), ()).now,
        "trial": batch.trial,
        "batch": json.dumps([command_document(command) for command in batch.commands]) if batch.commands else "",
        "key": new_key(),
        "seen": desk.row.length,
    }
