"""The form of a match file: what people may write, and the defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.core.document_validation import LONGEST_LIST, read_document, schema_error_clauses
from rules.core.terms import LONGEST_NAME
from rules.match.spec_schema import PLAIN_DP, CompetitorSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSpec:
    """An item with more than its kind; `on` is the mount whose weapon an aid is fixed to."""

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
    """A car with a `stock` design by name, a `design` written out, or with neither, one made for what it carries.

    `weapons` are by mount; weapons among `items` are mounted automatically. Both hold kinds, or the fields of an
    `ItemSpec`. `criticals` are those it brings from earlier matches.
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
    """A team. Members of its crew without a seat may be sent in between heats.

    `stores` hold the same as the `items` of a car.
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
    """The whole file. `track` is the name of a track, or a track written out.

    `ruleset` says by which rules to play. It has been read already, to choose this schema.
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
    """Everything of the wrong form in a match file, as clauses that name the field."""
    return [
        *schema_error_clauses(document, MatchSpec, "match"),
        *_track_error_clauses(document),
        *_item_error_clauses(document),
    ]


def read_item(written: Any) -> ItemSpec:
    """Read an item that is written as its kind alone or in full."""
    return ItemSpec(kind=written) if isinstance(written, str) else read_document(written, ItemSpec)


def _track_error_clauses(document: Any) -> Iterator[str]:
    track = document.get("track", "") if isinstance(document, Mapping) else ""
    if isinstance(track, str):
        yield from schema_error_clauses(track, str, "match.track")
    elif not isinstance(track, Mapping):
        yield "match.track is neither the name of a track nor one written out"


def _item_error_clauses(document: Any) -> Iterator[str]:
    """Errors in the items of a file, in stores and on cars."""
    for where, team in _objects(document, "teams", "match"):
        yield from _item_list_error_clauses(team, "stores", where)
        for path, car in _objects(team, "cars", where):
            yield from _item_list_error_clauses(car, "weapons", path)
            yield from _item_list_error_clauses(car, "items", path)


def _objects(document: Any, name: str, where: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The objects of a list, each with its place. Whatever else is in the list fails the schema."""
    members = document.get(name) if isinstance(document, Mapping) else None
    for number, member in enumerate(members[:LONGEST_LIST] if isinstance(members, list) else (), start=1):
        if isinstance(member, Mapping):
            yield f"{where}.{name} {number}", member


def _item_list_error_clauses(owner: Mapping[str, Any], name: str, where: str) -> Iterator[str]:
    """Errors in items that are in a list, or by mount."""
    items = owner.get(name)
    if isinstance(items, Mapping):
        if len(items) > LONGEST_LIST:
            yield f"{where}.{name} has more than {LONGEST_LIST} entries"
        entries = [(f"{where}.{name} {mount[:LONGEST_NAME]!r}", item) for mount, item in items.items()]
    else:
        entries = [
            (f"{where}.{name} {n}", item) for n, item in enumerate(items if isinstance(items, list) else (), 1)
        ]
    for path, item in entries[:LONGEST_LIST]:
        yield from schema_error_clauses(item, ItemSpec if isinstance(item, Mapping) else str, path)
