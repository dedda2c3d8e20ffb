"""A car on paper: its engine and its other cards, and how its document is read. Rules CC-070 to CC-075, CC-091.

A document has `name`, `engine` and `cards`. An engine is the name of a card, or is written out with `plug`, `track`
and `plus`; a card is its key, or an object with `key` and, for armor, its `az`; `armor_3` is armor of 3 AZ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.carcult.cards import ALL_AZ, ARMOR, CREW, ENGINE, ENGINES, Engine

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card beside the engine: its key, its AZ, and which of them have a + symbol, from 1."""

    key: str
    az: int
    plus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A car as it was put together: one engine (CC-071) and other cards in their order."""

    name: str
    engine: Engine
    cards: tuple[Card, ...] = ()

    @property
    def az(self) -> int:
        """All its AZ together, which the build limit counts (CC-070)."""
        return self.engine.az + sum(card.az for card in self.cards)

    @property
    def symbols(self) -> int:
        """Its + symbols, all uncovered: the speed tokens it generates when nothing is on it (CC-015, CC-030)."""
        return len(self.engine.plus) + sum(len(card.plus) for card in self.cards)

    @property
    def components(self) -> dict[str, Card]:
        """Every track by its name: `engine` first, then each card by its key; the second of a kind is
        `machine_gun.2` (CC-072).
        """
        found = {ENGINE: Card(key=ENGINE, az=self.engine.az, plus=self.engine.plus)}
        seen: Counter[str] = Counter()
        for card in self.cards:
            seen[card.key] += 1
            found[card.key if seen[card.key] == 1 else f"{card.key}.{seen[card.key]}"] = card
        return found

    def has(self, key: str) -> bool:
        """Whether it has a card of that key."""
        return any(card.key == key for card in self.cards)


def read_design(document: Document) -> Design:
    """The design a document holds, which must be without faults of shape: see `faults`."""
    return Design(
        name=document["name"],
        engine=engine_of(document["engine"]),
        cards=tuple(map(card_of, document.get("cards", ()))),
    )


def engine_of(told: Any) -> Engine:
    """An engine by its card's name, or as it is written out."""
    if isinstance(told, str):
        return ENGINES[told]
    return Engine(plug=told["plug"], track=tuple(told["track"]), plus=tuple(told.get("plus", ())))


def card_of(told: Any) -> Card:
    """A card by its key, or as it is written out."""
    if isinstance(told, str):
        key, _, size = told.partition("_") if told.startswith(f"{ARMOR}_") else (told, "", "")
        return card(key, az=int(size)) if size else card(key)
    plus = told.get("plus")
    made = card(told["key"], az=told.get("az"))
    return made if plus is None else Card(key=made.key, az=made.az, plus=tuple(plus))


def card(key: str, *, az: int | None = None) -> Card:
    """The printed card of a key; armor has the AZ it is bought with, 1 unless told otherwise."""
    if key == ARMOR:
        return Card(key=key, az=1 if az is None else az)
    return Card(key=key, az=ALL_AZ[key], plus=CREW.get(key, ()))


def document_of(design: Design) -> dict[str, Any]:
    """The document a design is read from: printed cards by their names, the rest written out."""
    cards = [_told(each) for each in design.cards]
    return {"name": design.name, "engine": _told_engine(design.engine), "cards": cards}


def _told_engine(engine: Engine) -> Any:
    if engine.name:
        return engine.name
    return {"az": engine.az, "plug": engine.plug, "track": list(engine.track), "plus": list(engine.plus)}


def _told(each: Card) -> Any:
    if each.key == ARMOR:
        return f"{ARMOR}_{each.az}"
    if each == card(each.key):
        return each.key
    return {"key": each.key, "az": each.az, "plus": list(each.plus)}
