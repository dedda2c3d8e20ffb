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
    """Short name of the season, the last part of its id."""
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


class LeagueOut(msgspec.Struct, frozen=True, kw_only=True):
    """A league; `season` is the name of the one that is played now."""

    id: str
    """Short name of the league, the first part of every id in it."""
    name: str
    """What the league is called."""
    public: bool
    """Whether strangers may read the league without a token."""
    season: str | None
    """Short name of its newest season; null before the first one is opened."""
    step: str | None
    """Step of that season; null where there is none."""


class LeaguesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The leagues that may be seen."""

    leagues: tuple[LeagueOut, ...]
    """The public leagues by name, and the one that the token is for."""


class SeasonsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The seasons of a league, the newest first."""

    seasons: tuple[SeasonOut, ...]
    """The seasons of the league, the newest first; sandboxes and rehearsals are left out."""


class StandingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings. `form` is oldest first: W won, D drawn, L lost.

    `why` has for each figure the address of the facts behind it.
    """

    franchise: str
    name: str
    """What the franchise is called."""
    rank: int
    """Place in the table, 1 for the best."""
    shared: bool
    """Whether another franchise has the same rank, since nothing parts them before the tie dice (DM-C-156)."""
    points: int
    wins: int
    criticals: int
    balance: int
    """What it has, or had when that round was closed, in credits."""
    folded: bool
    form: str
    """Its results of the season, the oldest first: W won, D drawn, L lost (DM-C-014)."""
    why: dict[str, str]


class StandingsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The standings, best first: as they were when a round was closed, or of now where `after` is null.

    `parted_by` are the figures that part franchises level on points; `final` says that the final table is made.
    """

    season: str
    after: int | None
    """Number of the round after which the table stood so; null for the table of now."""
    final: bool
    """Whether the final table is made, so that every franchise has a place of its own (DM-C-156)."""
    parted_by: tuple[str, ...]
    """Figures that part franchises level on points, in this order, before the dice (DM-C-156)."""
    standings: tuple[StandingOut, ...]
    """A line for each franchise, the best first."""


class TeamOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise in a match; `points` is null until they stand."""

    franchise: str
    name: str
    """What the franchise is called."""
    points: int | None
    won: bool
    forfeited: bool
    line_up_named: bool
    """Whether its owner has named the line-up."""


class MatchOut(msgspec.Struct, frozen=True, kw_only=True):
    """A match. `ruleset` is empty where people report it; `step` is where it stands.

    `evidence` is how well its result is proven, empty while none stands: `run_here`, `rerun`, `legal`, `attested` or
    `claimed`. `own_dice` says that its log is legal and was played with dice that the reporter held themselves. `why`
    leads to the facts behind the points.
    """

    id: str
    """Short id of the match, such as m7."""
    round: int
    """Number of the round it belongs to."""
    event: str
    """Short name of the event that is played, such as race."""
    surface: str
    """Surface it is played on, as it was announced; empty for none."""
    heats: int
    """How many heats are played."""
    step: str
    """Step the match has reached: M2, M3, M4, M5.1, M5.4, M5.9, M5.10, `settled` or `void`."""
    step_name: str
    """What that step is called, for people."""
    ruleset: str
    """Short name of the ruleset that plays it here; empty where people report it."""
    setting: dict[str, Any]
    """What its ruleset was asked besides, such as a track; every ruleset has fields of its own."""
    teams: tuple[TeamOut, ...]
    """The franchises in it, the best first once points stand."""
    why: dict[str, str]
    evidence: str = ""
    """How well its result is proven; empty while none stands."""
    own_dice: bool = False


class MatchesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The matches of a season in the order they are played."""

    season: str
    matches: tuple[MatchOut, ...]
    """Every match that was announced, in the order of play."""
