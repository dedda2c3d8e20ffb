"""The form of a match's file: what a person may write, and what it is when they do not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.core.document_validation import LONGEST_LIST, read_document, schema_error_clauses
from rules.core.terms import LONGEST_NAME
from rules.match.spec_schema import PLAIN_DP, CompetitorSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSpec:
    """An item with more to say of it than its kind; `on` is the mount whose weapon an aid is fixed to."""

    kind: str
    id: str = ""
    on: str = ""
    carcass: str = ""
    tread: str = ""
    variant: str = ""
    gearing: int = 0
    rolled: dict[str, int] = field(default_factory=dict)
    ammunition: int | None = None
    backwards: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CarSpec:
    """A car: a `stock` design by name or a `design` written out, and with neither one made for what it carries.

    `weapons` are by mount; weapons among `items` find a mount by themselves. Both hold kinds, or what a `ItemSpec` is
    read from. `criticals` stand from before.
    """

    driver: str = ""
    gunner: str = ""
    id: str = ""
    stock: str = ""
    design: dict[str, Any] | None = None
    dp: int = PLAIN_DP
    height: str = ""
    criticals: int = 0
    weapons: dict[str, Any] = field(default_factory=dict)
    items: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSpec:
    """A team; those of its crew without a seat may be sent in between heats.

    `stores` hold what `items` of a car do.
    """

    id: str
    cars: tuple[CarSpec, ...]
    crew: tuple[CompetitorSpec, ...]
    profile: str = ""
    mechanic: int = 1
    pit_bonus: int = 0
    kit_uses: int = 0
    stores: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSpec:
    """The file as a whole; `track` is the name of one, or a track written out.

    `ruleset` says by whose rules it is meant to be played; whoever reads it has chosen already.
    """

    event: str
    track: Any
    teams: tuple[TeamSpec, ...]
    ruleset: str = ""
    match: str = "match"
    laps: int = 0
    heats: int = 0
    switches: dict[str, Any] = field(default_factory=dict)


def spec_error_clauses(document: Any) -> list[str]:
    """Everything of the wrong form in a match's file, as clauses that name the field."""
    return [
        *schema_error_clauses(document, MatchSpec, "match"),
        *_track_error_clauses(document),
        *_item_error_clauses(document),
    ]


def read_item(written: Any) -> ItemSpec:
    """An item, whether it was written as its kind alone or in full."""
    return ItemSpec(kind=written) if isinstance(written, str) else read_document(written, ItemSpec)


def _track_error_clauses(document: Any) -> Iterator[str]:
    track = document.get("track", "") if isinstance(document, Mapping) else ""
    if isinstance(track, str):
        yield from schema_error_clauses(track, str, "match.track")
    elif not isinstance(track, Mapping):
        yield "match.track is neither the name of a track nor one written out"


def _item_error_clauses(document: Any) -> Iterator[str]:
    """What is wrong with the items of a file, in stores and on cars."""
    for where, team in _objects(document, "teams", "match"):
        yield from _item_list_error_clauses(team, "stores", where)
        for its, car in _objects(team, "cars", where):
            yield from _item_list_error_clauses(car, "weapons", its)
            yield from _item_list_error_clauses(car, "items", its)


def _objects(document: Any, name: str, where: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The objects of a list, each with where it stands; its shape tells of whatever else is in the list."""
    held = document.get(name) if isinstance(document, Mapping) else None
    for number, each in enumerate(held[:LONGEST_LIST] if isinstance(held, list) else (), start=1):
        if isinstance(each, Mapping):
            yield f"{where}.{name} {number}", each


def _item_list_error_clauses(owner: Mapping[str, Any], name: str, where: str) -> Iterator[str]:
    """What is wrong with items in a list, or by the mount they stand in."""
    held = owner.get(name)
    if isinstance(held, Mapping):
        if len(held) > LONGEST_LIST:
            yield f"{where}.{name} has more than {LONGEST_LIST} entries"
        entries = [(f"{where}.{name} {mount[:LONGEST_NAME]!r}", each) for mount, each in held.items()]
    else:
        entries = [(f"{where}.{name} {n}", each) for n, each in enumerate(held if isinstance(held, list) else (), 1)]
    for its, each in entries[:LONGEST_LIST]:
        yield from schema_error_clauses(each, ItemSpec if isinstance(each, Mapping) else str, its)
