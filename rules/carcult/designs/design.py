"""A car on paper: its engine and its other cards, and how its document is read. Rules CC-070 to CC-075, CC-091.

A document has `name`, `engine` and `cards`. An engine is the name of a card, or is written out with `plug`, `track`
and `plus`; a card is its key, or an object with `key` and, for armor, its `az`; `armor_3` is armor of 3 AZ.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.carcult.cards import ALL_AZ, ARMOR, BUILD_LIMIT, CREW, ENGINE, ENGINES, Engine
from rules.core.document_validation import read_document, schema_error_clauses, unreadable_design

MOST_CARDS = BUILD_LIMIT
"""More cards than that are over the limit whatever they are: each has one AZ at least (CC-070)."""
ARMOR_KEY = re.compile(rf"{ARMOR}(_[0-9]{{1,2}})?")
"""How armor is written as a text: alone, or with its AZ (CC-074)."""


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


def read_design(document: object) -> Design:
    """The design a document holds. Raises `DesignUnreadable`, which names everything that is wrong with its shape.

    What the rules say of the figures is not looked at here: see `faults`.
    """
    if wrong := list(_form_errors(document)):
        raise unreadable_design(wrong)
    form = read_document(document, _Form)
    return Design(name=form.name, engine=_engine(form.engine), cards=tuple(map(_card, form.cards)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """A document: its engine and each card by name, or written out."""

    name: str
    engine: Any
    cards: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _EngineForm:
    """An engine written out; its AZ are as many as its track has numbers."""

    plug: int
    track: tuple[int, ...]
    plus: tuple[int, ...] = ()
    az: int = 0  # no mutant: nothing reads it


@dataclass(frozen=True, slots=True, kw_only=True)
class _CardForm:
    """A card written out."""

    key: str
    az: int | None = None
    plus: tuple[int, ...] | None = None


def _form_errors(document: Any) -> Iterator[str]:
    """What keeps a document from being read as a design, as clauses."""
    wrong = list(schema_error_clauses(document, _Form, "design"))
    yield from wrong
    if wrong:
        return
    engine, cards = document["engine"], document.get("cards", ())
    if not isinstance(engine, str):
        yield from schema_error_clauses(engine, _EngineForm, "design.engine")
    elif engine not in ENGINES:
        yield "design.engine is the name of no card"
    if len(cards) > MOST_CARDS:
        yield f"design.cards has more than {MOST_CARDS} entries"
        return
    for number, told in enumerate(cards, start=1):
        yield from _card_form_errors(told, f"design.cards {number}")


def _card_form_errors(told: Any, where: str) -> Iterator[str]:
    if isinstance(told, str):
        if told not in ALL_AZ and not ARMOR_KEY.fullmatch(told):
            yield f"{where} is the key of no card"
        return
    wrong = list(schema_error_clauses(told, _CardForm, where))
    yield from wrong
    if not wrong and told["key"] not in (*ALL_AZ, ARMOR):
        yield f"{where}.key is that of no card"


def _engine(told: Any) -> Engine:
    """An engine by its card's name, or as it is written out."""
    if isinstance(told, str):
        return ENGINES[told]
    form = read_document(told, _EngineForm)
    return Engine(plug=form.plug, track=form.track, plus=form.plus)


def _card(told: Any) -> Card:
    """A card by its key, or as it is written out."""
    if isinstance(told, str):
        key, _, size = told.partition("_") if told.startswith(f"{ARMOR}_") else (told, "", "")
        return printed_card(key, az=int(size)) if size else printed_card(key)
    form = read_document(told, _CardForm)
    made = printed_card(form.key, az=form.az)
    return made if form.plus is None else Card(key=made.key, az=made.az, plus=form.plus)


def printed_card(key: str, *, az: int | None = None) -> Card:
    """The printed card of a key; armor has the AZ it is bought with, 1 unless told otherwise."""
    if key == ARMOR:
        return Card(key=key, az=1 if az is None else az)
    return Card(key=key, az=ALL_AZ[key], plus=CREW.get(key, ()))


def design_document(design: Design) -> dict[str, Any]:
    """The document a design is read from: printed cards by their names, the rest written out."""
    cards = [_card_document(card) for card in design.cards]
    return {"name": design.name, "engine": _engine_document(design.engine), "cards": cards}


def _engine_document(engine: Engine) -> Any:
    if engine.name:
        return engine.name
    return {"az": engine.az, "plug": engine.plug, "track": list(engine.track), "plus": list(engine.plus)}


def _card_document(each: Card) -> Any:
    if each.key == ARMOR:
        return f"{ARMOR}_{each.az}"
    if each == printed_card(each.key):
        return each.key
    return {"key": each.key, "az": each.az, "plus": list(each.plus)}
