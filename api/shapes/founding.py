"""Opening a season, and seating people where programs are tried."""

from __future__ import annotations

from typing import Literal

import msgspec


class SeasonIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A season to open: its short name and its rounds; `switches` are the house rules that are to be otherwise.

    `edition` pins the rules, the newest of a first season and the closed one's of a later where it is left out.
    `number` is the first season's, for a league that played some on paper. `secret` is taken only by a server that
    is there to try programs, in hex digits; every other draws its own. `dice` says what the dice rest on: `words`
    that come with commands, or a round of the public beacon (`beacon` ten minutes later, `beacon-live` one), or words
    that members `reveal`. Left out, it is `words` for a first season and the closed one's for a later. `words` are as
    those of commands.
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
    """A person who was seated, with a token that may do all that they may; it is told nowhere else."""

    user: str
    """User name of the person."""
    role: str
    """Role in which they joined the league."""
    franchise: str
    """Short id of the franchise an owner runs; empty for a spectator."""
    token: str
    """Token of the person with every scope they may have; it is given this once."""
