"""What the drawing board shows for a Car Cult car: engine, cards, action zones and outline. Rules CC-015, CC-004,
CC-070 to CC-075, CC-081, CC-082, CC-091.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.carcult.cards import ALL_AZ, ARMOR, BUILD_LIMIT, CREW, ENGINES, LEAST_AZ, MOST_ARMOR, NAMES, WEAPONS
from rules.carcult.designs.design import Design, read_design
from rules.carcult.designs.design_errors import lenient_settings
from rules.carcult.designs.stock_designs import STOCK_DESIGNS, is_card_allowed
from rules.core.refusals import Refusal
from rules.core.switches import Setting
from rules.match.drawing_board import (
    AHEAD,
    ALL_ROUND,
    Arc,
    Choices,
    DrawingBoard,
    FieldNote,
    Outline,
    PointsAccount,
    RowTemplate,
)
from rules.match.ruleset import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFields:
    """The fields of an engine written out (CC-071). Its AZ are as many as its track has numbers."""

    plug: int
    track: tuple[int, ...]
    plus: tuple[int, ...] | None = None
    az: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFields:
    """The fields of a card written out (CC-072 to CC-075)."""

    key: str
    az: int | None = None
    plus: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignFields:
    """The fields of a design, whose engine and cards may be names or written out (CC-070)."""

    name: str
    engine: Any
    cards: tuple[Any, ...] = ()


def notes(switches: Mapping[str, Setting]) -> Mapping[str, FieldNote]:
    """The notes on each part of a design under a season's house rules (CC-071 to CC-075, CC-081, CC-082)."""
    settings = lenient_settings(switches)
    played = [key for key in ALL_AZ if is_card_allowed(key, settings)]
    cards: Choices = (
        *((key, f"{NAMES[key]}, {ALL_AZ[key]} AZ") for key in played),
        *((f"{ARMOR}_{az}", f"armor, {az} AZ") for az in range(1, MOST_ARMOR + 1)),
    )
    return {
        "name": FieldNote(means="For tables and stories", codes=("unreadable",)),
        "engine": FieldNote(
            means="Exactly one",
            choices=tuple(
                (name, f"{name}: {engine.az} AZ, plug {engine.plug}, up to {engine.track[-1]} inches")
                for name, engine in ENGINES.items()
            ),
            codes=("unknown_engine", "no_engine"),
            written_out=EngineFields,
            as_written={
                name: {"plug": engine.plug, "track": list(engine.track), "plus": list(engine.plus)}
                for name, engine in ENGINES.items()
            },
        ),
        "engine.plug": FieldNote(
            means="Speed tokens added in one activation at most", least=1, codes=("bad_plug",)
        ),
        "engine.track": FieldNote(
            means=f"Inches over its AZ, from left to right, {LEAST_AZ} or more numbers",
            codes=("unreadable", "engine_size", "track_falls", "track_inches"),
        ),
        "engine.plus": FieldNote(
            label="AZ with a +", means="From 1; each generates a speed token", codes=("unreadable", "bad_plus")
        ),
        "engine.az": FieldNote(
            label="AZ", means="As many as the track has numbers", least=1, codes=("track_length",)
        ),
        "cards": FieldNote(
            means=f"The cars of a team have {BUILD_LIMIT} AZ together",
            choices=cards,
            codes=("over_limit", "card_twice", "no_symbol"),
            written_out=CardFields,
            as_written={
                **{key: {"key": key} for key in played},
                **{f"{ARMOR}_{az}": {"key": ARMOR, "az": az} for az in range(1, MOST_ARMOR + 1)},
            },
            items=tuple(RowTemplate(key=key, words=words, holds=key) for key, words in cards),
        ),
        "cards.key": FieldNote(
            label="card", choices=(*((key, NAMES[key]) for key in played), (ARMOR, NAMES[ARMOR]))
        ),
        "cards.az": FieldNote(label="AZ", means="Empty: as printed", least=1, codes=("bad_az",)),
        "cards.plus": FieldNote(label="AZ with a +", means="Empty: as printed; for crew", codes=("bad_plus",)),
    }  # fmt: skip


def account_of(document: Document, *, dp: int, switches: Mapping[str, Setting]) -> PointsAccount | None:  # noqa: ARG001 - a car here has action zones instead
    """How many of its team's AZ a design takes; None if the document cannot be read (CC-070)."""
    design = _design_or_none(document)
    if design is None:
        return None
    return PointsAccount(
        spent=design.az,
        budget=BUILD_LIMIT,
        points="AZ of a team",
        short="AZ",
        by_part={"engine": design.engine.az, **{f"cards.{n}": card.az for n, card in enumerate(design.cards)}},
    )


def figures_of(document: Document, *, switches: Mapping[str, Setting]) -> Mapping[str, int | str]:  # noqa: ARG001 - no house rule changes it
    """The figures of a design; empty if the document cannot be read (CC-015, CC-030, CC-070 to CC-075)."""
    design = _design_or_none(document)
    if design is None:
        return {}
    weapons = [WEAPONS[card.key] for card in design.cards if card.key in WEAPONS]
    return {
        "AZ": design.az,
        "speed tokens, undamaged": design.symbols,
        "plug": design.engine.plug,
        "inches at most": max(design.engine.track, default=0),
        "crew cards": sum(card.key in CREW for card in design.cards),
        "armor": _armor(design),
        "weapons": len(weapons),
        "furthest range": max((weapon.range for weapon in weapons), default=0),
    }


def outline_of(document: Document, *, switches: Mapping[str, Setting]) -> Outline:  # noqa: ARG001 - no house rule changes it
    """The outline of a design: armor and weapons, both all around (CC-004, CC-074)."""
    design = _design_or_none(document)
    if design is None:
        return Outline()
    weapons = [WEAPONS[card.key] for card in design.cards if card.key in WEAPONS]
    return Outline(
        arcs=tuple(
            Arc(called=f"{weapon.name}: {weapon.range or 'contact, no'} inches", toward=AHEAD, width=ALL_ROUND)
            for weapon in weapons
        ),
        inside=(("armor", _armor(design)), ("AZ", design.az)),
    )


def _armor(design: Design) -> int:
    return sum(card.az for card in design.cards if card.key == ARMOR)


def _design_or_none(document: Document) -> Design | None:
    try:
        return read_design(document)
    except Refusal:
        return None


BOARD = DrawingBoard(
    design=DesignFields,
    notes=notes,
    account=account_of,
    figures=figures_of,
    outline=outline_of,
    printed=lambda: STOCK_DESIGNS,
)
