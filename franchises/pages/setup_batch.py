"""What is left of a franchise's setup, done at one go: what its standing orders would answer, as one batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from explain.command_preview import CommandPreview, preview_commands
from explain.names import Names
from explain.plain_words import COMMAND_FORM_TITLES
from explain.printed_names import ITEM_WORDS, quantity
from journal.state.default_names import ROOKIES
from league.pages.command_forms.name_suggestions import CAR_NAMES, suggest_names
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
"""What is tried with nobody's secret is read by nobody."""


@dataclass(frozen=True, slots=True)
class SetupBatchLine:
    """One kind of thing the batch does: in words, who or what it is about, and what is paid in credits."""

    words: str
    named: str
    paid: int


@dataclass(frozen=True, slots=True)
class SetupBatch:
    """The batch, the season as it leaves it where the party wins nobody, and what it does in short and in full."""

    commands: tuple[Command, ...]
    after: Season
    doing: tuple[SetupBatchLine, ...]
    trial: CommandPreview


def build_setup_batch(season: Season, franchise: str, orders: Orders, names: Names, reader: Reader) -> SetupBatch:
    """What the standing orders would give until nothing more is asked, with a name for whoever and whatever is new.

    The party comes first, as a sponsor won may make cars cheaper or better; what follows it is chosen as if it had
    won none, so that the batch can be paid whatever its dice say. Where other dice must fall first, it ends there.
    """
    begun = copy_season(season)
    first = list(_with_suggested_names(answers(begun, franchise, orders), franchise, names))
    if not first or not isinstance(party := first[-1], ThrowParty):
        return _batch_without_party(season, first, franchise, names, reader)
    for command in first[:-1]:
        perform(begun, command, Dice(NO_SECRET))
    begun.franchise(franchise).party_thrown = True
    begun.franchise(franchise).balance -= party.spend_k * K
    rest = list(_with_suggested_names(answers(begun, franchise, orders), franchise, names))
    made = _batch_without_party(begun, rest, franchise, names, reader)
    preview = preview_commands(season, first, names, reader)
    trial = CommandPreview(
        told=(*preview.told, *made.trial.told),
        throws=preview.throws,
        prices=(*preview.prices, *made.trial.prices),
        unsaid=(*preview.unsaid, *made.trial.unsaid),
        refusal=preview.refusal or made.trial.refusal,
    )
    spent = SetupBatchLine(
        f"Throw a party for {party.spend_k}k; its dice decide what it wins", "", -party.spend_k * K
    )
    return SetupBatch((*first, *made.commands), made.after, (spent, *made.doing), trial)


def _batch_without_party(
    season: Season, commands: Sequence[Command], franchise: str, names: Names, reader: Reader
) -> SetupBatch:
    """A batch without a party, performed on a copy."""
    after = copy_season(season)
    giver = after.franchise(franchise)
    kinds: dict[type[Command], list[Command]] = {}
    paid: dict[type[Command], int] = {}
    for command in commands:
        balance = giver.balance
        perform(after, command, Dice(NO_SECRET))
        kinds.setdefault(type(command), []).append(command)
        paid[type(command)] = paid.get(type(command), 0) + giver.balance - balance
    doing = tuple(SetupBatchLine(*_short(kind, given, names), paid[kind]) for kind, given in kinds.items())
    return SetupBatch(
        tuple(commands),
        after,
        doing,
        preview_commands(season, commands, names, reader) if commands else CommandPreview(),
    )


def _short(kind: type[Command], given: Sequence[Command], names: Names) -> tuple[str, str]:
    """Commands of one kind in words, and whom or what they are about."""
    if kind is HireRookie:
        return f"Hire {quantity(len(given), 'rookie')}", _join_words(
            command.name for command in given if isinstance(command, kind)
        )
    if kind is HireVeteran:
        who = (names.drivers.get(command.driver, command.driver) for command in given if isinstance(command, kind))
        return f"Hire {quantity(len(given), 'veteran')} again", _join_words(who)
    if kind is HireStaff:
        return f"Hire staff of rating {max(command.rating for command in given if isinstance(command, kind))}", ""
    if kind is BuyCar:
        return f"Buy {quantity(len(given), 'car')}", _join_words(
            command.name for command in given if isinstance(command, kind)
        )
    if kind is BuyItem:
        what = [ITEM_WORDS[command.kind] for command in given if isinstance(command, kind)]
        each_once = dict.fromkeys(what)
        return "Buy from the price list", _join_words(f"{what.count(item)} × {item}" for item in each_once)
    if kind is FitItem:
        return f"Fit {quantity(len(given), 'thing')} to the cars and drivers", ""
    words = COMMAND_FORM_TITLES.get(tag_of(kind)) or tag_of(kind).replace("_", " ").capitalize()
    return (words if len(given) == 1 else f"{words}, {len(given)} times"), ""


def _join_words(words: Iterable[str]) -> str:
    return ", ".join(words)


def _with_suggested_names(commands: Sequence[Command], franchise: str, names: Names) -> Iterator[Command]:
    people = iter(suggest_names(ROOKIES, franchise=franchise, taken=names.drivers.values(), many=len(ROOKIES)))
    cars = iter(suggest_names(CAR_NAMES, franchise=franchise, taken=names.cars.values(), many=len(CAR_NAMES)))
    for command in commands:
        match command:
            case HireRookie():
                yield replace(command, name=next(people, ""))
            case BuyCar():
                yield replace(command, name=next(cars, ""))
            case _:
                yield command
