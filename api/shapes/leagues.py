"""Leagues, seasons and their standings."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

Level = Literal["one-secret", "words", "beacon", "reveal"]
"""What a season's dice rest on."""


class SeasonOut(msgspec.Struct, frozen=True, kw_only=True):
    """A season: where it stands, and how long its journal is. Amounts are whole credits.

    `digest` is that of its state, and empty while anything in it is sealed. `level` says what its dice rest on:
    `words` on leaves under a root that was published before (`secret_hash`), each mixed with all that was decided
    before it and with words of whoever acts; `beacon` and `reveal` on the same, and on a round of the public beacon,
    or on words that members reveal, made only after what throws was written down; `one-secret` on a secret whose hash
    that is, and whose holder knows all.
    `secret` is that secret in hex digits once it is published: when the season is closed, no open season's is made
    from it, and nothing that it salts is hidden; else it is empty.
    """

    league: str
    name: str
    number: int
    step: str
    step_name: str
    edition: str
    entries: int
    head: str
    secret_hash: str
    opened_at: datetime
    level: Level
    digest: str = ""
    secret: str = ""


class LeagueOut(msgspec.Struct, frozen=True, kw_only=True):
    """A league; `season` is the name of the one that is played now."""

    id: str
    name: str
    public: bool
    season: str | None
    step: str | None


class LeaguesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The leagues that may be seen."""

    leagues: tuple[LeagueOut, ...]


class SeasonsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The seasons of a league, the newest first."""

    seasons: tuple[SeasonOut, ...]


class StandingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings. `form` is oldest first: W won, D drawn, L lost.

    `why` has for each figure the address of the facts behind it.
    """

    franchise: str
    name: str
    rank: int
    shared: bool
    points: int
    wins: int
    criticals: int
    balance: int
    folded: bool
    form: str
    why: dict[str, str]


class StandingsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The standings, best first: as they were when a round was closed, or of now where `after` is null.

    `parted_by` are the figures that part franchises level on points; `final` says that the final table is made.
    """

    season: str
    after: int | None
    final: bool
    parted_by: tuple[str, ...]
    standings: tuple[StandingOut, ...]


class TeamOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise in a match; `points` is null until they stand."""

    franchise: str
    name: str
    points: int | None
    won: bool
    forfeited: bool
    line_up_named: bool


class MatchOut(msgspec.Struct, frozen=True, kw_only=True):
    """A match. `ruleset` is empty where people report it; `step` is where it stands.

    `evidence` is how well its result is proven, empty while none stands: `run_here`, `rerun`, `legal`, `attested` or
    `claimed`. `own_dice` says that its log is legal and was played with dice that the reporter held themselves. `why`
    leads to the facts behind the points.
    """

    id: str
    round: int
    event: str
    surface: str
    heats: int
    step: str
    step_name: str
    ruleset: str
    setting: dict[str, Any]
    teams: tuple[TeamOut, ...]
    why: dict[str, str]
    evidence: str = ""
    own_dice: bool = False


class MatchesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The matches of a season in the order they are played."""

    season: str
    matches: tuple[MatchOut, ...]
