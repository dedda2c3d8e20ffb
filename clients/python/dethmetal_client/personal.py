"""What belongs to the token's person: key for calendar and feed, time zone and webhook; and the token itself."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalWebhook:
    """A person's own webhook: `state` is `none`, `active` or `stopped`; only the host of its address is shown."""

    state: str
    host: str = ""
    shape: str = ""
    made_at: str | None = None
    stopped_at: str | None = None
    waiting: int = 0
    dead: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPersonalWebhook:
    """A webhook that was set, with the secret that signs its messages. No later answer has it."""

    webhook: PersonalWebhook
    secret: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalMessage:
    """A message for a person's webhook, without its content; `state` is `taken`, `waiting` or `dead`."""

    number: int
    message: str
    kind: str
    state: str
    tries: int
    status: int | None
    said: str
    made_at: str
    taken_at: str | None
    next_at: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalMessages:
    """Messages for a person's webhook, the newest first; `next` is what to pass as `before` for older ones."""

    messages: tuple[PersonalMessage, ...]
    next: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokedToken:
    """A token that no longer works: its league, the name its person gave it, how it begins, and when it ended."""

    league: str
    name: str
    shown: str
    revoked_at: str


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

    def revoke_own_token(self) -> RevokedToken:
        """Revoke the token of this client at once: all its later requests are refused."""
        return decode_as(RevokedToken, self.asking.post("/me/token/revocation", {}).document)

    def personal_webhook(self) -> PersonalWebhook:
        """The person's own webhook. This and what follows needs a token with `account`."""
        return decode_as(PersonalWebhook, self.asking.get("/me/webhook"))

    def set_personal_webhook(self, address: str, *, key: str, shape: str = "standard") -> NewPersonalWebhook:
        """Set the address that gets the person's notices, only once under that key, in place of the one there is."""
        body = {"address": address, "shape": shape}
        return decode_as(NewPersonalWebhook, self.asking.post("/me/webhook", body, key=key).document)

    def remove_personal_webhook(self, *, key: str) -> PersonalWebhook:
        """Remove the webhook with its messages; without one nothing happens."""
        return decode_as(PersonalWebhook, self.asking.post("/me/webhook/removal", {}, key=key).document)

    def try_personal_webhook(self, *, key: str) -> PersonalMessage:
        """Send the webhook a test."""
        return decode_as(PersonalMessage, self.asking.post("/me/webhook/test", {}, key=key).document)

    def personal_messages(self, *, before: int | None = None) -> PersonalMessages:
        """What the webhook was sent, the newest first."""
        query = "" if before is None else f"?before={before}"
        return decode_as(PersonalMessages, self.asking.get(f"/me/webhook/messages{query}"))

    def send_personal_again(self, number: int, *, key: str) -> PersonalMessage:
        """Send a message again that was taken or is dead."""
        path = f"/me/webhook/messages/{number}/again"
        return decode_as(PersonalMessage, self.asking.post(path, {}, key=key).document)


def _key_path(league: str) -> str:
    return f"/leagues/{quote(league, safe='')}/feed-key"
