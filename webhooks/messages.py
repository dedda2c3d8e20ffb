"""The messages of webhooks: small bodies of ids, a link to read more, and one sentence."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.conf import settings
from django.urls import reverse

from league.models import Webhook
from webhooks.events import ANSWERS_PUBLISHED, REVEAL_EVENTS, TEST_EVENT, WebhookEvent

DISCORD_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+\-!|~@:/&.])")
"""Characters that Discord interprets: markup, mentions, and addresses it would turn into links."""
LONGEST_SENTENCE = 1500
"""The most characters of a sentence; Discord takes 2000, and each of them may need escaping."""
EMBED_COLOR = 0xC2410C
EXAMPLE_HEAD = "8f" * 32
"""The head in the examples."""


class MessageOut(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of every message, as in Standard Webhooks: its event, when it occurred, and what it is about."""

    type: str
    timestamp: datetime
    about: dict[str, Any] = msgspec.field(name="data")


class DiscordFooter(msgspec.Struct, frozen=True, kw_only=True):
    """The text below a message in a Discord channel: league and season, and the head where an entry caused it."""

    text: str
    """League and season, and the number and hash of the entry that caused it, where one did."""


class DiscordEmbed(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a Discord message that leads to the page where it is read."""

    title: str
    """Name of the event, such as match.settled."""
    url: str
    """Address of the page where people read more."""
    timestamp: datetime
    """When it happened."""
    color: int
    """Color of the bar beside it, as a number that Discord reads."""
    footer: DiscordFooter
    """What stands below it."""


class DiscordMentions(msgspec.Struct, frozen=True, kw_only=True):
    """Whom a Discord message may mention: `parse` is empty, so nobody."""

    parse: tuple[str, ...]
    """Kinds of mentions that Discord may make of it: none."""


class DiscordMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message as a Discord channel takes it: the sentence with all markup in it escaped, and a link."""

    content: str
    """The sentence, in which everything that Discord would read as markup is escaped."""
    embeds: tuple[DiscordEmbed, ...]
    """The one part that leads to the page."""
    allowed_mentions: DiscordMentions
    """Whom the message may mention: nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message about a league; `key` is unique among the messages of its league.

    `fields` are the event's own, ids by short names.
    """

    event: str
    league: str
    key: str
    says: str
    at: datetime
    season: str = ""
    entry: int | None = None
    head: str | None = None
    """The hash of that entry, which was the journal's head when it was written."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    has_version: bool = False
    """Whether it is about a version of answers that has a document and a page of its own."""

    @property
    def id(self) -> str:
        """The id by which a receiver recognizes a repeat: the same for every try."""
        return "msg_" + hashlib.sha256(f"{self.league}|{self.event}|{self.key}".encode()).hexdigest()[:40]


def encode_body(message: Message, shape: str, *, site: str = "") -> bytes:
    """The bytes that are sent, in the shape a webhook wants; `site` is where its links lead, "" for this site."""
    read, page = _message_links(message, site or settings.SITE_URL)
    return _encode_discord(message, page) if shape == Webhook.Shape.DISCORD else _encode_standard(message, read, page)


def example_message(event: WebhookEvent) -> Message:
    """An example message for an event, in a league of two franchises."""
    return Message(
        event=event.name,
        league="rust-belt",
        season="" if event.name == TEST_EVENT else "s1",
        entry=118 if event.entry else None,
        head=EXAMPLE_HEAD if event.entry else None,
        key=event.name,
        says=event.sentence,
        at=datetime(2026, 3, 14, 18, 0, tzinfo=UTC),
        fields=event.fields,
        has_version=event.name == ANSWERS_PUBLISHED,
    )


def _encode_standard(message: Message, read: str, page: str) -> bytes:
    about = {
        "league": message.league,
        "season": message.season or None,
        "entry": message.entry,
        "head": message.head,
        "says": message.says,
        "read": read,
        "page": page,
        **message.fields,
    }
    return msgspec.json.encode(MessageOut(type=message.event, timestamp=message.at.astimezone(UTC), about=about))


def _encode_discord(message: Message, page: str) -> bytes:
    text = " ".join(message.says.split())
    text = text if len(text) <= LONGEST_SENTENCE // 2 else text[: LONGEST_SENTENCE // 2 - 1] + "…"
    embed = DiscordEmbed(
        title=message.event,
        url=page,
        timestamp=message.at.astimezone(UTC),
        color=EMBED_COLOR,
        footer=DiscordFooter(text=_footer(message)),
    )
    no_mentions = DiscordMentions(parse=())
    return msgspec.json.encode(
        DiscordMessage(content=escape_markup(text), embeds=(embed,), allowed_mentions=no_mentions)
    )


def _footer(message: Message) -> str:
    place = f"{message.league}/{message.season}" if message.season else message.league
    return f"{place}, head {message.entry}:{message.head}" if message.head else place


def escape_markup(text: str) -> str:
    """A sentence in which Discord finds no markup, mention or address."""
    return DISCORD_MARKUP.sub(r"\\\1", text)


def _message_links(message: Message, site: str) -> tuple[str, str]:
    """Where to read more on that site: the link for programs, and the one for people."""
    place = [message.league, *filter(None, [message.season])]
    match = message.fields.get("match")
    if message.has_version:
        version = message.fields["questionnaire"], message.fields["version"]
        found = reverse("api_answer_version", args=[*place, *version]), reverse("answers", args=[*place, *version])
    elif message.entry is not None:
        found = reverse("api_entry", args=[*place, message.entry]), reverse("entry", args=[*place, message.entry])
    elif message.season and match:
        found = reverse("api_match", args=[*place, match]), reverse("match", args=[*place, match])
    elif message.season and message.event in REVEAL_EVENTS:
        found = reverse("api_reveals", args=place), reverse("season", args=place)
    else:
        found = reverse("api_league", args=place[:1]), reverse("league", args=place[:1])
    site = site.rstrip("/")
    return site + found[0], site + found[1]
