"""Completes a franchise's setup in one batch, by its standing orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from drivers.queries import driver_names
from explain.command_preview import CommandPreview, preview_commands
from explain.names import Names
from explain.plain_words import COMMAND_FORM_TITLES
from explain.printed_names import ITEM_WORDS, quantity
from journal.state.default_names import CAR_NAMES, ROOKIES
from league.pages.command_forms.name_suggestions import suggest_names
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command, Reader, tag_of
from rules.campaign.core.state import Season
from rules.campaign.garage.cars import BuyCar
from rules.campaign.garage.item_placement import FitItem
from rules.campaign.garage.purchases import BuyItem
from rules.campaign.people.hiring import HireRookie
from rules.campaign.people.staff import HireStaff
from rules.campaign.people.veterans import HireVeteran
from rules.campaign.play.perform import perform
from rules.campaign.sponsors.party import ThrowParty
from rules.campaign.steward import Orders, answers
from rules.core.dice import Dice, KeyRing
from rules.core.terms import K

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
