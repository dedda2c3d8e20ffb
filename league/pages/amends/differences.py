"""What an amend changed, for readers: by franchise and thing, with names in place of ids."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explain.names import Names, Segment
from explain.plain_words import switch_words
from explain.printed_names import AVAILABILITY_WORDS, ITEM_WORDS, MINUS, setting_words, step_words
from journal.amends.state_differences import CREDIT_FIELDS, Difference, is_house_rule_difference
from league.pages.base_context import franchise_color
from league.queries.names import NamedThing
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId, MatchId, SponsorId, Trait, in_k

FIELD_LABELS = {
    "dp": "DP",
    "xp": "XP",
    "balance": "Balance",
    "cup_bonus": "Bonus of the Cup",
    "cup_plus_one": "Holds the Cup",
    "holding_payout": "Payouts of holding companies",
    "staff_held": "Staff kept, rating",
    "picks": "Draft picks",
    "rank": "Final rank",
    "ardent_spent": "Ardent used",
    "retiring": "Retires",
    "trait_choices": "Trait points to place",
    "phase": "Contract",
    "broken": "Broken down",
    "won": "Won",
    "rounds_planned": "Rounds",
    "rounds_before": "Rounds played before",
    "edition": "Edition of the rules",
}
"""Labels of fields whose own names are not clear."""
PHASE_WORDS = {"signed": "signed", "reserved": "reserved", "garage": "in the garage", "scrapped": "scrapped"}
NONE_WORD = "none"
SUBJECT_TYPE_OF_SHELF: dict[str, object] = {
    "franchises": FranchiseId,
    "drivers": DriverId,
    "contracts": DriverId,
    "cars": CarId,
    "items": ItemId,
    "sponsors": SponsorId,
}
"""The type of the ids of the things on a shelf."""
SHELF_ORDER = ("franchises", "line_ups", "drivers", "contracts", "cars", "items", "sponsors")
SHELF_HEADINGS = {
    "franchises": "",
    "line_ups": "Results",
    "drivers": "Drivers",
    "contracts": "Drivers",
    "cars": "Cars",
    "items": "Stores",
    "sponsors": "Sponsors",
}
"""The heading under which the things of a shelf are shown."""
ORDER_DIFFERENCES = frozenset({"standings", "draft order", "pool order"})
"""Differences that are lists of franchises, shown side by side."""


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value that changed, in words; `name` is empty if the thing itself appeared or disappeared."""

    name: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class ChangedThing:
    """A thing and all its changed values."""

    piece: Segment
    changes: tuple[ValueChange, ...]


@dataclass(frozen=True, slots=True)
class ChangeHeading:
    """The changed things of one kind of a franchise."""

    name: str
    things: tuple[ChangedThing, ...]


@dataclass(frozen=True, slots=True)
class FranchiseChanges:
    """All changes of a franchise, or of what belongs to none; `balance` is the difference in credits."""

    team: Segment
    color: str
    own: bool
    times: int
    balance: int | None
    headings: tuple[ChangeHeading, ...]


@dataclass(frozen=True, slots=True)
class RankMove:
    """A franchise in an order: its place before and after, None if it was or is not in it."""

    team: Segment
    color: str
    own: bool
    was: int | None
    now: int | None

    @property
    def up(self) -> int:
        """By how many places it rose; negative if it fell."""
        return 0 if self.was is None or self.now is None else self.was - self.now

    @property
    def down(self) -> int:
        """By how many places it fell; negative if it rose."""
        return -self.up


@dataclass(frozen=True, slots=True)
class ChangedOrder:
    """An order of franchises that changed."""

    title: str
    lines: tuple[RankMove, ...]


def ids_of(different: Iterable[Difference]) -> Iterator[str]:
    """The ids in those differences, including ids in values."""
    for difference in different:
        yield difference.subject
        for value in (difference.was, difference.now):
            values = value.values() if isinstance(value, dict) else (value,)
            yield from (item for item in values if isinstance(item, str) and item)


def changed_orders(different: Iterable[Difference], names: Names, *, own: Container[str]) -> list[ChangedOrder]:
    """The standings, the draft order and the order of the sponsor pool, as far as they changed."""
    return [
        ChangedOrder(difference.what.capitalize(), tuple(_rank_moves(difference, names, own)))
        for difference in different
        if difference.what in ORDER_DIFFERENCES and difference.about == "season"
    ]


def changes_by_franchise(
    different: Iterable[Difference], names: Names, things: Mapping[str, NamedThing], *, own: Container[str]
) -> list[FranchiseChanges]:
    """The other differences by franchise: the viewer's own first, then by name, what belongs to none last."""
    by_team: dict[str, list[Difference]] = {}
    for difference in different:
        if difference.what not in ORDER_DIFFERENCES:
            by_team.setdefault(_team(difference, things), []).append(difference)
    groups = [_franchise_changes(team, changes, names, own) for team, changes in by_team.items()]
    return sorted(groups, key=lambda changes: (not changes.own, not changes.team.href, changes.team.text))


def value_in_words(field_name: str, value: Any, names: Names) -> str:
    """A field's value in words, with names in place of ids and tags."""
    if field_name in CREDIT_FIELDS:
        return "–" if value is None else in_k(value).replace("-", MINUS)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        parts = (
            f"{_tag_name(field_name, tag)} ×{times}" if times != 1 else _tag_name(field_name, tag)
            for tag, times in value.items()
        )
        return ", ".join(parts) or NONE_WORD
    if isinstance(value, list):
        return ", ".join(_list_words(field_name, value)) or NONE_WORD
    if value in (None, ""):
        return NONE_WORD
    return _single(field_name, value, names)


def _list_words(field_name: str, value: Sequence[Any]) -> Iterator[str]:
    """The parts of a list in words; repeated values appear once, with their count."""
    for key in dict.fromkeys(value):
        times = value.count(key)
        name = f"{Trait(key).value} {MINUS}{times}" if field_name == "fatigue" else _tag_name(field_name, str(key))
        yield name if field_name == "fatigue" or times == 1 else f"{name} ×{times}"


def _tag_name(field_name: str, tag: str) -> str:
    if field_name == "talents" and tag in TALENT_BY_TAG:
        return TALENT_BY_TAG[tag].name
    if field_name == "waiting_sponsors" and tag in SPONSOR_KINDS:
        return SPONSOR_KINDS[tag].name
    return QUIRK_NAMES.get(tag, tag.replace("_", " "))


def _single(field_name: str, value: Any, names: Names) -> str:
    if field_name == "kind":
        tag = str(value)
        return SPONSOR_KINDS[tag].name if tag in SPONSOR_KINDS else ITEM_WORDS.get(tag, tag.replace("_", " "))
    kinds = {"franchise": FranchiseId, "car": CarId, "driver": DriverId, "weapon": ItemId}
    if field_name in kinds:
        return names.segment(kinds[field_name], str(value)).text
    words = {"availability": AVAILABILITY_WORDS, "phase": PHASE_WORDS}.get(field_name, {})
    if field_name == "step":
        return step_words(str(value))
    return words.get(str(value), str(value).replace("-", MINUS) if isinstance(value, int) else str(value))


def _rank_moves(different: Difference, names: Names, own: Container[str]) -> Iterator[RankMove]:
    places_before, places_now = _places(different.was), _places(different.now)
    for franchise in [*places_now, *(other for other in places_before if other not in places_now)]:
        segment = names.segment(FranchiseId, franchise)
        yield RankMove(
            segment,
            franchise_color(franchise),
            franchise in own,
            places_before.get(franchise),
            places_now.get(franchise),
        )


def _places(listed: Sequence[str] | None) -> dict[str, int]:
    """Each franchise's place: the rank given in its line, or else its position in the list."""
    places = {}
    for position, line in enumerate(listed or (), start=1):
        rank, _, team = line.rpartition(". ")
        places[team] = int(rank) if rank else position
    return places


def _team(different: Difference, things: Mapping[str, NamedThing]) -> str:
    """The franchise a difference belongs to: by its own values, then by the tables, then by the prefix of its id."""
    id = different.subject
    if different.about == "line_ups":
        return id.partition(".")[2]
    if different.about in {"season", "rounds", "matches"}:
        return ""
    for value in (different.now, different.was):
        if isinstance(value, dict) and value.get("franchise"):
            return str(value["franchise"])
        if different.what == "franchise" and value:
            return str(value)
    if id in things and (things[id].franchise or different.about != "drivers"):
        return things[id].franchise
    prefix = id.partition(".")[0]
    return prefix if prefix in things else ""


def _franchise_changes(
    team: str, different: Sequence[Difference], names: Names, own: Container[str]
) -> FranchiseChanges:
    balance = next(
        (difference for difference in different if difference.about == "franchises" and difference.what == "balance"),
        None,
    )
    headings_in_order = dict.fromkeys(SHELF_HEADINGS.get(shelf, "") for shelf in SHELF_ORDER)
    headings = []
    for name in headings_in_order:
        things: dict[str, list[Difference]] = {}
        for difference in different:
            if SHELF_HEADINGS.get(difference.about, "") == name:
                things.setdefault(difference.subject, []).append(difference)
        if things:
            headings.append(ChangeHeading(name, tuple(_changed_thing(thing, names) for thing in things.values())))
    return FranchiseChanges(
        team=names.segment(FranchiseId, team) if team else Segment("The season and its matches"),
        color=franchise_color(team) if team else "",
        own=team in own,
        times=len(different),
        balance=balance.now - balance.was if balance is not None else None,
        headings=tuple(headings),
    )


def _changed_thing(different: Sequence[Difference], names: Names) -> ChangedThing:
    first = different[0]
    return ChangedThing(_subject_segment(first, names), tuple(_change(difference, names) for difference in different))


def _subject_segment(different: Difference, names: Names) -> Segment:
    id = different.subject
    if different.about == "line_ups":
        return _match(id.partition(".")[0], names)
    if different.about == "matches":
        return _match(id, names)
    if different.about == "rounds":
        return Segment(f"Round {id.removeprefix('r')}")
    if different.about == "season":
        return Segment("The season")
    thing = different.now if isinstance(different.now, dict) else different.was
    if different.about in {"items", "sponsors"} and isinstance(thing, dict) and thing.get("kind"):
        return Segment(value_in_words("kind", thing["kind"], names))
    return names.segment(SUBJECT_TYPE_OF_SHELF[different.about], id)


def _match(id: str, names: Names) -> Segment:
    segment = names.segment(MatchId, id)
    return Segment(segment.text[:1].upper() + segment.text[1:], segment.href)


def _change(different: Difference, names: Names) -> ValueChange:
    field_name = different.what
    if is_house_rule_difference(different):
        switch, _, step = field_name.partition(" from ")
        before, after = (
            NONE_WORD if value is None else setting_words(value) for value in (different.was, different.now)
        )
        return ValueChange(
            f"{switch_words(switch)} from {step_words(step)}" if step else switch_words(switch), before, after
        )
    if field_name:
        name = FIELD_LABELS.get(field_name) or field_name.replace("_", " ").capitalize()
        if (different.about, field_name) == ("cars", "phase"):
            name = "Now"
        return ValueChange(
            name, value_in_words(field_name, different.was, names), value_in_words(field_name, different.now, names)
        )
    if different.about == "contracts":
        return ValueChange("Contract", _contract_words(different.was, names), _contract_words(different.now, names))
    return ValueChange("", "", "is there now" if different.was is None else "is gone")


def _contract_words(contract: Mapping[str, Any] | None, names: Names) -> str:
    """Which franchise hired a driver, and for what fee."""
    if contract is None:
        return NONE_WORD
    return (
        f"{value_in_words('franchise', contract.get('franchise'), names)}, "
        f"{value_in_words('fee', contract.get('fee', 0), names)}"
    )
