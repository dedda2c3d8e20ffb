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
    rounds: int
    switches: dict[str, bool | int | str] = {}
    edition: str = ""
    number: int = 1
    secret: str = ""
    dice: Literal["words", "beacon", "beacon-live", "reveal"] | None = None
    words: str = ""


class MemberIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person to seat: a user name, a role, and the short name of the franchise that an owner runs."""

    user: str
    role: Literal["owner", "spectator"]
    franchise: str = ""


class SeatedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A person who was seated, with a token that may do all that they may; it is told nowhere else."""

    user: str
    role: str
    franchise: str
    token: str
