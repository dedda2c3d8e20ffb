"""The methods of a client that agree on when matches are played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dethmetal_client.asking import Asking
from dethmetal_client.paths import league_path, match_path
from dethmetal_client.shapes import decode_as
from dethmetal_client.time_shapes import HomeNight, MatchTime


class MatchTimes:
    """What a `Client` can do about the times of matches.

    Times are ISO 8601 with their offsets. `seen` is the version of the `MatchTime` that was read: if somebody acted
    since, the request is refused as `appointment-changed`. `side` is the team, for a token that runs several.
    """

    asking: Asking

    def match_time(self, league: str, season: str, match: str) -> MatchTime:
        """When a match is played, and what its teams propose."""
        return decode_as(MatchTime, self.asking.get(f"{match_path(league, season, match)}/time"))

    def propose_times(
        self,
        league: str,
        season: str,
        match: str,
        times: Sequence[str],
        *,
        seen: int,
        key: str,
        note: str = "",
        side: str | None = None,
    ) -> MatchTime:
        """Propose one to five times."""
        return self._act(
            league, season, match, "propose", key=key, seen=seen, times=list(times), note=note, side=side
        )

    def counter_times(
        self,
        league: str,
        season: str,
        match: str,
        times: Sequence[str],
        *,
        seen: int,
        key: str,
        note: str = "",
        side: str | None = None,
    ) -> MatchTime:
        """Propose other times instead of those of another team."""
        return self._act(
            league, season, match, "counter", key=key, seen=seen, times=list(times), note=note, side=side
        )

    def move_match(
        self,
        league: str,
        season: str,
        match: str,
        times: Sequence[str],
        *,
        seen: int,
        key: str,
        note: str = "",
        side: str | None = None,
    ) -> MatchTime:
        """Propose to move a match whose time is agreed on; that stands until every team accepts another."""
        return self._act(league, season, match, "move", key=key, seen=seen, times=list(times), note=note, side=side)

    def accept_time(
        self, league: str, season: str, match: str, number: int, *, seen: int, key: str, side: str | None = None
    ) -> MatchTime:
        """Accept a time on offer by its number."""
        return self._act(league, season, match, "accept", key=key, seen=seen, number=number, side=side)

    def decline_times(
        self, league: str, season: str, match: str, *, seen: int, key: str, side: str | None = None
    ) -> MatchTime:
        """Turn the times on offer down, or take one's own back."""
        return self._act(league, season, match, "decline", key=key, seen=seen, side=side)

    def set_time(
        self, league: str, season: str, match: str, time: str, *, reason: str, seen: int, key: str
    ) -> MatchTime:
        """Set or move the time as a commissioner."""
        return self._act(league, season, match, "set", key=key, seen=seen, time=time, reason=reason)

    def call_off_time(
        self,
        league: str,
        season: str,
        match: str,
        *,
        seen: int,
        key: str,
        reason: str = "",
        side: str | None = None,
    ) -> MatchTime:
        """Call an agreed time off; a commissioner gives a reason, and an empty `side`."""
        return self._act(league, season, match, "call_off", key=key, seen=seen, reason=reason, side=side)

    def report_missed(
        self, league: str, season: str, match: str, said: str, *, key: str, about: str = "", side: str | None = None
    ) -> MatchTime:
        """Say what became of a time that has passed: `absent`, with the team that did not come, or `played_later`."""
        return self._act(league, season, match, "missed", key=key, said=said, about=about, side=side)

    def home_nights(self, league: str) -> tuple[HomeNight, ...]:
        """The home nights of a league, its match night first."""
        return _nights(self.asking.get(f"{league_path(league)}/home-nights"))

    def set_home_night(self, league: str, night: str, *, key: str, franchise: str = "") -> tuple[HomeNight, ...]:
        """Set the home night of a franchise such as `WED 19:30`, or none if it is empty; all there are then."""
        body = {"franchise": franchise, "night": night}
        return _nights(self.asking.post(f"{league_path(league)}/home-nights", body, key=key).document)

    def _act(self, league: str, season: str, match: str, act: str, *, key: str, **more: Any) -> MatchTime:
        body = {"act": act, **more}
        return decode_as(
            MatchTime, self.asking.post(f"{match_path(league, season, match)}/time", body, key=key).document
        )


def _nights(document: Any) -> tuple[HomeNight, ...]:
    found = document.get("home_nights") if isinstance(document, dict) else None
    return tuple(decode_as(HomeNight, night) for night in found or ())
