"""Schemas of seasons and standings."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from api.awaited.schemas import AwaitedCommandOut
from api.leagues.schemas import Level
from league.queries.standings_columns import API_COLUMNS, StandingsField


class SeasonIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A season to open: its short name and its rounds; `switches` are the house rules that differ from the print.

    `edition` pins the rules; left out, it is the newest for a first season, and that of the closed season for a later
    one. `number` is the first season's, for a league that played some on paper. Only a server for trying programs
    takes `secret`, in hex digits; every other draws its own. `dice` says what the dice rest on: `words` that come
    with commands, or a round of the public beacon (`beacon` ten minutes later, `beacon-live` one), or words that
    members `reveal`. Left out, it is `words` for a first season, and that of the closed season for a later one.
    `words` are as those of commands.
    """

    name: str
    """Short name of the season, the last part of its id, such as s2."""
    rounds: int
    """How many rounds it is planned for."""
    switches: dict[str, bool | int | str] = {}
    """House rules that are not as the book prints them, by name."""
    edition: str = ""
    """Edition of the campaign's rules; empty for the newest, or for that of the season before."""
    number: int = 1
    """Number of a league's first season, where it played some on paper."""
    secret: str = ""
    """Secret of its dice in hex digits, which only a server for trying programs takes; empty for its own."""
    dice: Literal["words", "beacon", "beacon-live", "reveal"] | None = None
    """What its dice rest on; null for `words` in a first season, and as before in a later one."""
    words: str = ""


class MemberIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person to seat: a user name, a role, and the short name of the franchise that an owner runs."""

    user: str
    """User name of the person."""
    role: Literal["owner", "spectator"]
    """Role in which they join the league."""
    franchise: str = ""
    """Short id of the franchise an owner runs; empty for a spectator."""


class SeatedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A person who was seated, with a token that has all their scopes; the token is shown only here."""

    user: str
    """User name of the person."""
    role: str
    """Role in which they joined the league."""
    franchise: str
    """Short id of the franchise an owner runs; empty for a spectator."""
    token: str
    """Token of the person with every scope they may have; it is shown only this once."""


class SeasonOut(msgspec.Struct, frozen=True, kw_only=True):
    """A season: the step it has reached, and how long its journal is. Amounts are whole credits.

    `digest` is that of its state, and empty while anything in it is sealed. `level` says what its dice rest on. With
    `words`, they rest on leaves under a root that was published before (`secret_hash`), each mixed with all that was
    decided before it and with words of those who act. With `beacon` and `reveal`, they also rest on a round of the
    public beacon, or on words that members reveal, made only after what throws was written down. With `one-secret`,
    they rest on a secret whose hash `secret_hash` is, and whose holder knows every die. `secret` is that secret in
    hex digits once it is published: when the season is closed, no open season's is made from it, and nothing that it
    salts is hidden; else it is empty.
    """

    league: str
    name: str
    """Short name of the season, the last part of its id."""
    title: str = ""
    """What the league calls it besides its number; empty where it has no title."""
    former_titles: tuple[str, ...] = ()
    """Its titles before, the latest first; empty in lists."""
    number: int
    """Place among the league's seasons, counting those that were played on paper."""
    step: str
    """Step the season has reached: S0 to S3, M, E1 to E9, or `closed`."""
    step_name: str
    """What that step is called, for people."""
    edition: str
    """Edition of the campaign's rules that the season is played by."""
    entries: int
    """How many entries its journal has, which is the number of the last one."""
    head: str
    """Hash of the last entry of its journal, 64 hex digits."""
    secret_hash: str
    """What its dice are committed to: the root over its leaves, or the SHA-256 of its secret."""
    opened_at: datetime
    """When the season was opened."""
    level: Level
    """What its dice rest on: `one-secret`, `words`, `beacon` or `reveal`."""
    digest: str = ""
    """SHA-256 of its state; empty while anything in it is sealed."""
    secret: str = ""
    """Its secret in hex digits once it is published, until then empty."""
    awaited: tuple[AwaitedCommandOut, ...] = ()
    """Commands that may be given now, those the season waits for first; only where one season is read."""


class SeasonsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The seasons of a league, the newest first."""

    seasons: tuple[SeasonOut, ...]
    """The seasons of the league, the newest first; sandboxes and rehearsals are left out."""


def _field_type(field: StandingsField) -> Any:
    return Annotated[field.type, msgspec.Meta(description=field.text)] if field.text else field.type


_StandingColumns: Any = msgspec.defstruct(
    "_StandingColumns",
    [(column.name, _field_type(column.api)) for column in API_COLUMNS if column.api],
    frozen=True,
    kw_only=True,
)


class StandingOut(_StandingColumns, frozen=True, kw_only=True):  # type: ignore[call-arg] # its base is made at run time
    """A line of the standings. `form` is oldest first: W won, D drawn, L lost.

    `why` has for each figure the address of the facts behind it.
    """

    why: dict[str, str]


class StandingsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The standings, best first: after a round was closed, or of now where `after` is null.

    `parted_by` are the figures that separate franchises level on points; `final` says that the final table is made.
    """

    season: str
    after: int | None
    """Number of the round after which this was the table; null for the table of now."""
    final: bool
    """Whether the final table is made, so that every franchise has a place of its own (DM-C-156)."""
    parted_by: tuple[str, ...]
    """Figures that part franchises level on points, in this order, before the dice (DM-C-156)."""
    standings: tuple[StandingOut, ...]
    """A line for each franchise, the best first."""
