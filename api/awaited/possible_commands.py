"""Which commands the rules would accept now, tried on the season as its reader may see it.

A command can be tried if it needs nothing but things that the season has, such as one of its drivers. Any other, such
as one with an amount of money, counts as possible at its step.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, product
from typing import Any

from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command, CommandType, Reader, RefusedUnderSeal
from rules.campaign.core.editions import EDITIONS
from rules.campaign.core.state import Season
from rules.campaign.dry_run.sample_dice import LOWEST, SampleDice
from rules.campaign.money.prices import PARTY_K
from rules.campaign.people.staff import BEST_RATING
from rules.campaign.play.perform import perform_as_reader
from rules.campaign.steward.proposed_ids import (
    ID_STEMS,
    first_free_id,
    item_stem,
    sponsor_stem,
    with_proposed_ids,
)
from rules.core.refusals import Refusal
from rules.core.terms import Trait
from rules.match.catalog import CATALOG, TREADS

Fields = Mapping[str, Any]
Choices = Callable[[Season, str], Iterable[Fields]]
"""The fields that a franchise could choose for a command."""


def required_fields(cls: type[Command]) -> tuple[str, ...]:
    """The fields that a command cannot be without."""
    return tuple(
        field.name
        for field in dataclasses.fields(cls)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    )


def proposed_id(season: Season, row: CommandType, fields: Fields) -> dict[str, str]:
    """The id that the command has to give what it makes, by its field; empty unless it makes one thing."""
    if row.cls not in ID_STEMS:
        return {}
    thing, stem_of = ID_STEMS[row.cls]
    command = row.cls(**dict.fromkeys(required_fields(row.cls), "") | {**fields})
    return {thing: first_free_id(stem_of(season, command), getattr(season, f"{thing}s"))}


class PossibleCommands:
    """Tries commands on a copy of the season, from which what is sealed from the reader was removed."""

    def __init__(self, season: Season, reader: Reader) -> None:
        self._season, self._reader = season, reader
        self._copy: Season | None = None

    def choice(self, row: CommandType, fields: Fields) -> Fields | None:
        """What could be chosen for a command with those fields, so that it is accepted; None if nothing could.

        Empty if there is nothing to choose, or if the command cannot be tried.
        """
        choices = CHOICES.get(row.tag)
        if choices is None:
            open_fields = [name for name in required_fields(row.cls) if name not in fields]
            return {} if open_fields or self._is_accepted(row.cls(**fields)) else None
        owner = str(fields.get("franchise", ""))
        candidates = choices(self._season, owner)
        return next((chosen for chosen in candidates if self._is_accepted(row.cls(**{**fields, **chosen}))), None)

    def _is_accepted(self, command: Command) -> bool:
        """Whether the rules accept it. What refuses it only because of something sealed does not count.

        A refusal leaves a season as it was, so a copy is taken only after a command was accepted.
        """
        if self._copy is None:
            self._copy = copy_season(self._season)
        try:
            named = with_proposed_ids(self._copy, command)
            perform_as_reader(self._copy, named, SampleDice(LOWEST), reader=self._reader)
        except RefusedUnderSeal:
            return True
        except Refusal:
            return False
        self._copy = None
        return True


def _each(field: str, things: str) -> Choices:
    """Every thing of a kind that the season has, in the order of their ids."""
    return lambda season, _franchise: ({field: id} for id in sorted(getattr(season, things)))


def _offers(season: Season, franchise: str) -> Iterator[Fields]:
    for offer in season.offers_to(franchise):
        bought = {"offer": offer.id, "item": first_free_id(item_stem(season, franchise), season.items)}
        signed = {"offer": offer.id, "sponsor": first_free_id(sponsor_stem(season, franchise), season.sponsors)}
        yield from (bought, signed)
        yield from ({**signed, "replaces": sponsor.id} for sponsor in season.sponsors_of(franchise))


def _places_of_items(season: Season, franchise: str) -> Iterator[Fields]:
    """Every item of a franchise with each car, driver and weapon it could be fitted to."""
    items = [item.id for item in season.items.values() if item.franchise == franchise]
    places = chain(
        (("car", car.id) for car in season.garage(franchise)),
        (("driver", driver.id) for driver in season.roster(franchise)),
        (("weapon", weapon) for weapon in sorted(items)),
    )
    return ({"item": item, field: place} for (field, place), item in product(places, sorted(items)))


def _purchases(season: Season, franchise: str) -> Iterator[Fields]:
    item = first_free_id(item_stem(season, franchise), season.items)
    for kind in CATALOG:
        yield {"item": item, "kind": kind}
        yield {"item": item, "kind": kind, "tread": TREADS[0]}


def _remedies(season: Season, franchise: str) -> Iterator[Fields]:
    """Every item of a franchise with each quirk of its drivers."""
    items = sorted(item.id for item in season.items.values() if item.franchise == franchise)
    quirks = [(driver.id, quirk) for driver in season.roster(franchise) for quirk in sorted(driver.quirks)]
    return ({"item": item, "driver": driver, "quirk": quirk} for item, (driver, quirk) in product(items, quirks))


def _nothing(_season: Season, _franchise: str) -> tuple[Fields, ...]:
    return ()


CHOICES: Mapping[str, Choices] = {
    "accept_trade": _each("trade", "trades"),
    "adopt_edition": lambda _season, _franchise: ({"edition": edition} for edition in EDITIONS),
    "announce_round": _nothing,
    "approve_trade": _each("trade", "trades"),
    "buy_item": _purchases,
    "buy_offer": _offers,
    "cash_holding": _each("sponsor", "sponsors"),
    "choose_trait": lambda season, franchise: (
        {"driver": driver.id, "trait": trait} for driver in season.roster(franchise) for trait in Trait
    ),
    "decline_offer": _each("offer", "offers"),
    "fit_item": _places_of_items,
    "fold_franchise": _each("franchise", "franchises"),
    "forfeit_match": _each("franchise", "franchises"),
    "hire_staff": lambda _season, _franchise: ({"rating": rating} for rating in range(1, BEST_RATING + 1)),
    "hire_veteran": _each("driver", "drivers"),
    "pick_driver": _each("driver", "drivers"),
    "pick_sponsor": _each("sponsor", "sponsors"),
    "refill_franchise": _each("franchise", "franchises"),
    "refuse_trade": _each("trade", "trades"),
    "release_driver": _each("driver", "drivers"),
    "sell_car": _each("car", "cars"),
    "stow_item": _each("item", "items"),
    "take_car": _each("car", "cars"),
    "take_item": _each("item", "items"),
    "take_sponsor": _each("sponsor", "sponsors"),
    "throw_party": lambda _season, _franchise: ({"spend_k": spend_k} for spend_k in PARTY_K),
    "use_medical_device": _remedies,
    "waive_garage": _each("franchise", "franchises"),
    "withdraw_question": _each("key", "own_questions"),
    "withdraw_trade": _each("trade", "trades"),
}
"""What can be chosen for a command, by its tag. A round is announced only when the season waits for that."""
