"""Facts told to people: a sentence with links, the money, the dice, the cell of the table that was hit, the rule."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from league.access import SEASON_ITSELF, STEWARD
from league.journal.body import Body
from league.pages import routes
from league.pages.cells import cell_of
from rules.campaign.codec import json_bytes
from rules.campaign.command import STEP_NAMES, command_type
from rules.campaign.facts import Booked, Fact, field_types, subject_fields
from rules.campaign.quirks import QUIRK_NAMES
from rules.campaign.sponsors import KINDS
from rules.campaign.talents import BY_TAG
from rules.terms import CarId, Credits, DriverId, FranchiseId, MatchId, RoundId, in_k

SLOT = re.compile(r"{(\w+)}")
WORDS: dict[str, Mapping[str, str]] = {
    "sponsor_kind": {tag: kind.name for tag, kind in KINDS.items()},
    "talent": {tag: talent.name for tag, talent in BY_TAG.items()},
    "quirk": QUIRK_NAMES,
}
"""Fields that hold a tag of the rules, and the printed name of each tag."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words, a link when it names something that has a page."""

    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice as they fell and what they were for; the path is where anyone finds them again."""

    faces: tuple[int, ...]
    why: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One fact as a page shows it. `amount` is in credits, None when no money moved."""

    stated: Fact
    pieces: tuple[Piece, ...]
    rule: str
    rolls: tuple[Thrown, ...]
    cell: str
    amount: int | None
    franchise: str
    driver: str

    @property
    def sentence(self) -> str:
        """The words without their links."""
        return "".join(piece.text for piece in self.pieces)


BY_THEMSELVES = {SEASON_ITSELF: "the season itself", STEWARD: "standing orders"}
"""What acts without a person, by the actor its entries name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldEntry:
    """An entry as a page shows it; a sealed one has only its number, time, seal and hash."""

    number: int
    href: str
    at: datetime
    hash: str
    digest: str = ""
    sealed_until: str = ""
    was_sealed: bool = False
    tag: str = ""
    command: str = ""
    summary: str = ""
    actor: str = ""
    on_behalf_of: str = ""
    reason: str = ""
    said: tuple[tuple[str, str], ...] = ()
    facts: tuple[Told, ...] = ()
    facts_left: int = 0
    """How many facts more it has than the page shows."""
    rolls: tuple[Thrown, ...] = ()


@dataclass(slots=True)
class Names:
    """What things are called in one season, by their short names; unknown ones go by the short name itself."""

    season: str
    franchises: dict[str, str] = field(default_factory=dict)
    drivers: dict[str, str] = field(default_factory=dict)
    cars: dict[str, str] = field(default_factory=dict)

    @property
    def league(self) -> str:
        """The short name of the league."""
        return self.season.split("/", 1)[0]

    def piece(self, kind: object, id: str) -> Piece:
        """A thing by its name, with the way to its page."""
        if kind is FranchiseId:
            return Piece(self.franchises.get(id, id), routes.franchise_at(self.league, id))
        if kind is DriverId:
            return Piece(self.drivers.get(id, id), routes.driver_at(self.league, id))
        if kind is MatchId:
            return Piece(f"match {id}", routes.match_at(f"{self.season}/{id}"))
        if kind is RoundId:
            return Piece(id)
        if kind is CarId:
            return Piece(self.cars.get(id) or id)
        return Piece(id)

    def driver_or_car(self, id: str) -> Piece:
        """What a bill is for."""
        return self.piece(DriverId if id in self.drivers else CarId, id)


def command_words(tag: str) -> str:
    """A command's tag as people read it: `accept_report` is "Accept report"."""
    return tag.replace("_", " ").capitalize()


def step_words(seal: str) -> str:
    """A seal as people read it: `m1:M4` is "match m1 reaches: locked, awaiting the report"."""
    match, _, step = seal.rpartition(":")
    words = STEP_NAMES.get(step, step)
    return f"match {match} is {words}" if match else f"the season reaches {words}"


def tell(stated: Fact, names: Names) -> Told:
    """A fact as its sentence, with names for ids and k for credits."""
    kinds = subject_fields(type(stated))
    hints = field_types(type(stated))
    pieces: list[Piece] = []
    for number, part in enumerate(SLOT.split(type(stated).says)):
        if number % 2 == 0:
            if part:
                pieces.append(Piece(part))
            continue
        value = getattr(stated, part)
        if part == "subject":
            pieces.append(names.driver_or_car(value))
            continue
        pieces.append(names.piece(kinds[part], value) if part in kinds else Piece(_words(part, value, hints[part])))
    return Told(
        stated=stated,
        pieces=tuple(pieces),
        rule=stated.rule,
        rolls=tuple(Thrown(roll.faces, roll.why, roll.path) for roll in stated.rolls),
        cell=cell_of(stated),
        amount=stated.amount if isinstance(stated, Booked) else None,
        franchise=getattr(stated, "franchise", ""),
        driver=getattr(stated, "driver", ""),
    )


def _words(name: str, value: Any, hint: object) -> str:
    if name in WORDS and value in WORDS[name]:
        return WORDS[name][value]
    if hint is Credits:
        return in_k(abs(value)) if name == "amount" else in_k(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(_words(name, each, None) for each in value) or "none"
    return str(value)


def tell_entry(
    entry: Any, body: Body | None, names: Names, *, facts: Sequence[Fact], with_rolls: bool = True
) -> ToldEntry:
    """An entry of `chain` as a page shows it, with those of its facts; `body` is None where it is sealed."""
    href = routes.entry_at(entry.season_id, entry.number)
    if body is None:
        return ToldEntry(
            number=entry.number, href=href, at=entry.at, hash=entry.hash, sealed_until=step_words(entry.seal)
        )
    return ToldEntry(
        number=entry.number,
        href=href,
        at=entry.at,
        hash=entry.hash,
        digest=entry.read_digest,
        was_sealed=bool(entry.seal),
        tag=entry.read_command,
        command=command_words(entry.read_command),
        summary=command_type(entry.read_command).summary,
        actor=BY_THEMSELVES.get(entry.read_actor) or entry.read_role or "a former member",
        on_behalf_of=names.franchises.get(entry.read_owner, entry.read_owner),
        reason=entry.read_reason,
        said=tuple((name.replace("_", " "), _said(value)) for name, value in body.command.items() if name != "type"),
        facts=tuple(tell(stated, names) for stated in facts),
        facts_left=len(body.facts) - len(facts),
        rolls=tuple(Thrown(roll.faces, roll.why, roll.path) for roll in body.thrown()) if with_rolls else (),
    )


def _said(value: Any) -> str:
    if isinstance(value, str | int):
        return str(value)
    return json_bytes(value).decode()
