"""A car design and how its document is read. Rules CC-070 to CC-075, CC-091.

A document has `name`, `engine` and `cards`. An engine is the name of a card, or an object with `plug`, `track` and
`plus`. A card is its key, or an object with `key` and, for armor, `az`; `armor_3` is armor with 3 AZ.
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
"""More cards than this exceed the build limit, since each has one AZ at least (CC-070)."""
ARMOR_KEY = re.compile(rf"{ARMOR}(_[0-9]{{1,2}})?")
"""How armor is written as a text: by itself, or with its AZ (CC-074)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card other than the engine. `plus` has its AZ with a + symbol, from 1."""

    key: str
    az: int
    plus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A car's design: one engine (CC-071) and other cards in order."""

    name: str
    engine: Engine
    cards: tuple[Card, ...] = ()

    @property
    def az(self) -> int:
        """The sum of its AZ, which the build limit counts (CC-070)."""
        return self.engine.az + sum(card.az for card in self.cards)

    @property
    def symbols(self) -> int:
        """How many + symbols it has: the speed tokens it generates with none covered (CC-015, CC-030)."""
        return len(self.engine.plus) + sum(len(card.plus) for card in self.cards)

    @property
    def components(self) -> dict[str, Card]:
        """The card of each track by the track's name (CC-072).

        The engine is first, as `engine`. The other names are the cards' keys; a second machine gun is
        `machine_gun.2`.
        """
        components = {ENGINE: Card(key=ENGINE, az=self.engine.az, plus=self.engine.plus)}
        counts: Counter[str] = Counter()
        for card in self.cards:
            counts[card.key] += 1
            components[card.key if counts[card.key] == 1 else f"{card.key}.{counts[card.key]}"] = card
        return components

    def has(self, key: str) -> bool:
        """Whether it has a card of that key."""
        return any(card.key == key for card in self.cards)


def read_design(document: object) -> Design:
    """Read a design from its document. Raises `DesignUnreadable`, which lists every error of its shape.

    It does not check the design by the rules: see `document_errors`.
    """
    if errors := list(_form_errors(document)):
        raise unreadable_design(errors)
    form = read_document(document, _Form)
    return Design(name=form.name, engine=_engine(form.engine), cards=tuple(map(_card, form.cards)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """A design document, whose engine and cards may be names or objects."""

    name: str
    engine: Any
    cards: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _EngineForm:
    """An engine written out. Its AZ are as many as its track has numbers."""

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
    errors = list(schema_error_clauses(document, _Form, "design"))
    yield from errors
    if errors:
        return
    engine, cards = document["engine"], document.get("cards", ())
    if not isinstance(engine, str):
        yield from schema_error_clauses(engine, _EngineForm, "design.engine")
    elif engine not in ENGINES:
        yield "design.engine is the name of no card"
    if len(cards) > MOST_CARDS:
        yield f"design.cards has more than {MOST_CARDS} entries"
        return
    for number, card in enumerate(cards, start=1):
        yield from _card_form_errors(card, f"design.cards {number}")


def _card_form_errors(card: Any, where: str) -> Iterator[str]:
    if isinstance(card, str):
        if card not in ALL_AZ and not ARMOR_KEY.fullmatch(card):
            yield f"{where} is the key of no card"
        return
    errors = list(schema_error_clauses(card, _CardForm, where))
    yield from errors
    if not errors and card["key"] not in (*ALL_AZ, ARMOR):
        yield f"{where}.key is that of no card"


def _engine(document: Any) -> Engine:
    """Read an engine, given by name or written out."""
    if isinstance(document, str):
        return ENGINES[document]
    form = read_document(document, _EngineForm)
    return Engine(plug=form.plug, track=form.track, plus=form.plus)


def _card(document: Any) -> Card:
    """Read a card, given by key or written out."""
    if isinstance(document, str):
        key, _, size = document.partition("_") if document.startswith(f"{ARMOR}_") else (document, "", "")
        return printed_card(key, az=int(size)) if size else printed_card(key)
    form = read_document(document, _CardForm)
    card = printed_card(form.key, az=form.az)
    return card if form.plus is None else Card(key=card.key, az=card.az, plus=form.plus)


def printed_card(key: str, *, az: int | None = None) -> Card:
    """The printed card of that key. Armor has the given AZ, 1 by default."""
    if key == ARMOR:
        return Card(key=key, az=1 if az is None else az)
    return Card(key=key, az=ALL_AZ[key], plus=CREW.get(key, ()))


def design_document(design: Design) -> dict[str, Any]:
    """The document of a design, with printed engines and cards by name and others written out."""
    cards = [_card_document(card) for card in design.cards]
    return {"name": design.name, "engine": _engine_document(design.engine), "cards": cards}


def _engine_document(engine: Engine) -> Any:
    if engine.name:
        return engine.name
    return {"az": engine.az, "plug": engine.plug, "track": list(engine.track), "plus": list(engine.plus)}


def _card_document(card: Card) -> Any:
    if card.key == ARMOR:
        return f"{ARMOR}_{card.az}"
    if card == printed_card(card.key):
        return card.key
    return {"key": card.key, "az": card.az, "plus": list(card.plus)}
