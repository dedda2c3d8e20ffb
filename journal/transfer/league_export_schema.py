"""The schema of a league's export: a file is validated against it before it is imported."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, TypeVar

import msgspec

from journal.match_logs import LogDocument
from journal.transfer.import_checks import refuse_illegible
from journal.transfer.league_documents import LeagueDocuments
from journal.transfer.league_export import LEAGUE_EXPORT_FORMAT
from rules.campaign.core.codec import parse_json
from rules.core.refusals import Malformed

A = TypeVar("A")
Number = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
"""The number of an entry."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
ALLOWED_YEARS = range(1900, 9999)
"""The years in which every time can be converted to any zone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedLeague:
    """The league itself in an export."""

    id: str
    name: str
    public: bool
    founded_at: Moment
    archived_at: Moment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedMember:
    """A member of the league, by handle and user name."""

    handle: str
    user: str
    role: str
    franchise: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueArchive:
    """An export of a league; its seasons are parsed one at a time."""

    format: str
    league: ArchivedLeague
    members: list[ArchivedMember]
    franchises: dict[str, str]
    drivers: dict[str, str]
    standing_orders: list[dict[str, Any]]
    calendar: dict[str, Any] | None
    log: list[dict[str, Any]]
    crests: dict[str, str] = field(default_factory=dict)
    papers: LeagueDocuments = field(default_factory=dict)
    seasons: list[msgspec.Raw]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedBatch:
    """A batch of a season, from its first entry to its last."""

    key: str
    actor: str
    content_hash: str
    first: Number
    last: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedEntry:
    """An entry of the journal, with its body as JSON."""

    actor: str
    at: Moment
    body: msgspec.Raw
    command: str
    content_hash: str
    digest: str
    hash: str
    number: int
    on_behalf_of: str
    opened_by: Number | None
    previous: str
    reason: str
    reason_hash: str
    salt: str
    seal: str
    subjects: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedSeed:
    """The seed of a season's leaves from an entry and a leaf on, with the secret of its salts.

    `taken` is the number of leaves taken, if another seed follows.
    """

    since: Number
    first: Count
    leaves: Digest
    salts: Digest
    taken: Count | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedSeason:
    """A whole season: its own row, title, opening, batches, entries and logs."""

    format: str
    season: str
    opened_at: Moment
    forked_from: str
    secret: str
    secret_hash: str
    opening: str
    genesis: str
    length: Count
    head: str
    digest: str
    opening_state: msgspec.Raw
    car_names: dict[str, str]
    batches: list[ArchivedBatch]
    entries: list[ArchivedEntry] = field(default_factory=list)
    logs: list[LogDocument] = field(default_factory=list)
    title: str = ""
    dice: str = ""
    seeds: list[ArchivedSeed] = field(default_factory=list)
    roots: list[Digest] = field(default_factory=list)


def parse_league_archive(text: bytes) -> LeagueArchive:
    """Parse the export of a league from a file, without its seasons. Raises `Malformed`."""
    parse_json(text)
    document = _read(text, LeagueArchive)
    if document.format != LEAGUE_EXPORT_FORMAT:
        raise Malformed(f"This is {document.format[:40]!r}: give the export of a league.")
    if not document.seasons:
        raise Malformed("This export holds no season: give the file that `export LEAGUE` wrote.")
    _refuse_other_years(document.league.founded_at)
    refuse_illegible([document.league.name], thing="league")
    refuse_illegible(document.franchises.values(), thing="franchise")
    refuse_illegible(document.drivers.values(), thing="driver")
    return document


def parse_archived_season(text: bytes) -> ArchivedSeason:
    """Parse a season of that export. Raises `Malformed`."""
    season = _read(text, ArchivedSeason)
    _refuse_other_years(season.opened_at, *(entry.at for entry in season.entries))
    refuse_illegible([season.title], thing="season", empty=True)
    refuse_illegible(season.car_names.values(), thing="car", empty=True)
    return season


def _refuse_other_years(*moments: datetime) -> None:
    if other := next((moment for moment in moments if moment.year not in ALLOWED_YEARS), None):
        raise Malformed(f"This export has something in the year {other.year}: export the league again.")


def _read(text: bytes, kind: type[A]) -> A:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(
            f"This is no export of a league ({error}): give the file that `export LEAGUE` wrote."
        ) from None
