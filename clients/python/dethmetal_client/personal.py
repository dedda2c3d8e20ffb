"""What belongs to the token's person: their key for a league's calendar and feed, and their time zone."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from dethmetal_client.asking import Asking
from dethmetal_client.shapes import decode_as


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedKey:
    """A person's key for a league's calendar and feed, without its text; times are ISO texts."""

    league: str
    exists: bool
    shown: str = ""
    made_at: str | None = None
    used_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFeedKey:
    """The addresses with a new key. No later answer has them."""

    league: str
    shown: str
    calendar: str
    feed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalTimeZone:
    """A person's time zone, empty if they chose none, and whether members of their leagues see it."""

    time_zone: str
    shown: bool


class PersonalClient:
    """The methods of a client for what belongs to its token's person."""

    asking: Asking

    def feed_key(self, league: str) -> FeedKey:
        """The person's key in a league, without its text."""
        return decode_as(FeedKey, self.asking.get(_key_path(league)))

    def replace_feed_key(self, league: str) -> NewFeedKey:
        """Make a key, or replace the one there is, which stops working at once."""
        return decode_as(NewFeedKey, self.asking.post(_key_path(league), {}).document)

    def revoke_feed_key(self, league: str) -> FeedKey:
        """End the key at once; without one nothing happens."""
        return decode_as(FeedKey, self.asking.post(f"{_key_path(league)}/revoke", {}, safe=True).document)

    def time_zone(self) -> PersonalTimeZone:
        """The person's time zone."""
        return decode_as(PersonalTimeZone, self.asking.get("/me/time-zone"))

    def set_time_zone(self, time_zone: str, *, shown: bool | None = None) -> PersonalTimeZone:
        """Set the person's time zone by its name in any case, or none with an empty one."""
        body = {"time_zone": time_zone, "shown": shown}
        return decode_as(PersonalTimeZone, self.asking.post("/me/time-zone", body, safe=True).document)


def _key_path(league: str) -> str:
    return f"/leagues/{quote(league, safe='')}/feed-key"
