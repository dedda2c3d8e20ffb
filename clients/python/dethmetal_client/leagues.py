"""A league as a program reads it, runs a franchise in it, and reports its matches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Self
from urllib.parse import quote

from dethmetal_client.asking import Answer, Asking
from dethmetal_client.shapes import (
    Amended,
    Entries,
    Entry,
    Given,
    League,
    Match,
    Season,
    Seated,
    Standings,
    Trial,
    shaped,
)

Document = Mapping[str, Any]
"""A command as the site's list of commands has it: its `type` and its fields."""
PAGE = 200


class Client:
    """A server's leagues, seen and played by one token, or read as a stranger without one."""

    def __init__(
        self,
        server: str,
        token: str = "",
        *,
        tries: int = 8,
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.asking = Asking(server, token, tries=tries, timeout=timeout, sleep=sleep)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_wrong: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the connection to the server go."""
        self.asking.close()

    def leagues(self) -> tuple[League, ...]:
        """The leagues that may be seen."""
        return tuple(shaped(League, each) for each in self.asking.get("/leagues")["leagues"])

    def league(self, league: str) -> League:
        """A league."""
        return shaped(League, self.asking.get(_at(league)))

    def seasons(self, league: str) -> tuple[Season, ...]:
        """The seasons of a league, the newest first."""
        return tuple(shaped(Season, each) for each in self.asking.get(f"{_at(league)}/seasons")["seasons"])

    def season(self, league: str, season: str) -> Season:
        """A season: where it stands."""
        return shaped(Season, self.asking.get(_at(league, season)))

    def standings(self, league: str, season: str, *, after: int | None = None) -> Standings:
        """The standings of now, or as they were after a round."""
        return shaped(Standings, self.asking.get(f"{_at(league, season)}/standings", {"after": after}))

    def matches(self, league: str, season: str) -> tuple[Match, ...]:
        """The matches of a season in the order they are played."""
        return tuple(shaped(Match, each) for each in self.asking.get(f"{_at(league, season)}/matches")["matches"])

    def match(self, league: str, season: str, match: str) -> Match:
        """A match."""
        return shaped(Match, self.asking.get(f"{_at(league, season)}/matches/{quote(match, safe='')}"))

    def entries(self, league: str, season: str, *, after: int = 0, limit: int = PAGE) -> Iterator[Entry]:
        """Every entry after a number, the oldest first, page after page."""
        on: int | None = after
        while on is not None:
            query = {"after": on, "limit": limit}
            page = shaped(Entries, self.asking.get(f"{_at(league, season)}/entries", query))
            yield from page.entries
            on = page.next

    def entry(self, league: str, season: str, number: int) -> Entry:
        """One entry."""
        return shaped(Entry, self.asking.get(f"{_at(league, season)}/entries/{number}"))

    def give(
        self,
        league: str,
        season: str,
        commands: Sequence[Document],
        *,
        key: str,
        on_behalf_of: str = "",
        reason: str = "",
        seen: int | None = None,
    ) -> Given:
        """Give commands, all or none, once under that key. Raises `ApiProblem` where they are refused."""
        asked = {"commands": list(commands), "on_behalf_of": on_behalf_of, "reason": reason, "seen": seen}
        return shaped(Given, self.asking.post(f"{_at(league, season)}/commands", asked, key=key).document)

    def attempt(self, league: str, season: str, commands: Sequence[Document], **more: str) -> Trial:
        """What commands would come to as far as that hangs on no die; nothing changes."""
        answer = self.asking.post(f"{_at(league, season)}/trials", {"commands": list(commands), **more})
        return shaped(Trial, answer.document)

    def open_season(self, league: str, name: str, *, rounds: int, key: str, **more: Any) -> Season:
        """Open a league's first season, or the one after its last: `switches`, `edition`, `number`."""
        answer = self.asking.post(f"{_at(league)}/seasons", {"name": name, "rounds": rounds, **more}, key=key)
        return shaped(Season, answer.document)

    def seat(self, league: str, user: str, *, role: str = "owner", franchise: str = "") -> Seated:
        """Seat a made-up person, on a server where programs are tried."""
        asked = {"user": user, "role": role, "franchise": franchise}
        return shaped(Seated, self.asking.post(f"{_at(league)}/members", asked).document)

    def amend(
        self,
        league: str,
        season: str,
        corrections: Mapping[int, Sequence[Document]],
        *,
        reason: str,
        key: str,
        preview: bool = False,
    ) -> Amended:
        """Put commands in the place of those at some entries, none to strike one; or see what would come of it."""
        asked = {"corrections": {str(at): list(each) for at, each in corrections.items()}, "reason": reason}
        path = f"{_at(league, season)}/amends" + ("/preview" if preview else "")
        return shaped(Amended, self.asking.post(path, asked, key=key).document)

    def packet(self, league: str, season: str, match: str, *, ruleset: str | None = None) -> dict[str, Any]:
        """A locked match as an engine is given it, with its digest and signature, as it was answered."""
        path = f"{_at(league, season)}/matches/{quote(match, safe='')}/packet"
        found: dict[str, Any] = self.asking.get(path, {"ruleset": ruleset})
        return found

    def keys(self) -> dict[str, Any]:
        """The keys that packets are signed with, as they were answered."""
        found: dict[str, Any] = self.asking.get("/keys")
        return found

    def report(self, league: str, season: str, match: str, document: Document, *, key: str) -> Answer:
        """Report a match, or a heat of one, once under that key. Raises `ApiProblem` where it is refused."""
        return self.asking.post(f"{_at(league, season)}/matches/{quote(match, safe='')}/reports", document, key=key)


def _at(league: str, season: str = "") -> str:
    named = f"/leagues/{quote(league, safe='')}"
    return f"{named}/seasons/{quote(season, safe='')}" if season else named
