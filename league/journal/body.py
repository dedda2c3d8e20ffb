"""The body of an entry: its command, facts and rolls as compressed JSON."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.campaign.codec import command_document, fact_document, fact_from, json_bytes, plain
from rules.campaign.command import Command
from rules.campaign.facts import Fact
from rules.dice import Roll


@dataclass(frozen=True, slots=True)
class Body:
    """What an entry says. `typed` are faces from a real table by path, with who typed and who watched."""

    command: dict[str, Any]
    facts: list[dict[str, Any]]
    rolls: list[dict[str, Any]]
    typed: dict[str, Any] = field(default_factory=dict)

    def stated(self) -> list[Fact]:
        """The facts as facts."""
        return [fact_from(each) for each in self.facts]

    def thrown(self) -> list[Roll]:
        """The rolls as rolls, in the order they were thrown."""
        return [msgspec.convert(each, Roll) for each in self.rolls]


def body_of(
    command: Command, facts: Sequence[Fact], rolls: Sequence[Roll], typed: Mapping[str, Any] | None = None
) -> Body:
    """The body a performed command makes."""
    return Body(
        command_document(command),
        [fact_document(each) for each in facts],
        [plain(each) for each in rolls],
        dict(typed or {}),
    )


def written(body: Body) -> bytes:
    """A body as JSON, always the same bytes for the same body."""
    return json_bytes(body)


def packed(text: bytes) -> bytes:
    """JSON as it lies in the table."""
    return zlib.compress(text, 6)


def unpacked(stored: bytes | memoryview) -> bytes:
    """The JSON of what lies in the table."""
    return zlib.decompress(bytes(stored))


def read(stored: bytes | memoryview) -> Body:
    """The body of an entry."""
    return msgspec.json.decode(unpacked(stored), type=Body)
