"""Every error of a design, found at once. Rules CC-070 to CC-075, CC-081, CC-082.

No JSON document makes these functions raise. Errors of form are reported field by field, and every card that can be
read is checked by the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, TypeGuard

from rules.carcult.cards import (
    ALL_AZ,
    ARMOR,
    BUILD_LIMIT,
    CALTROPS,
    CREW,
    CREW_AZ,
    ENGINES,
    LEAST_AZ,
    MOST_ARMOR,
    MOST_AZ,
    NAMES,
    OIL,
    TURBO,
)
from rules.carcult.designs.design import MOST_CARDS, read_design
from rules.carcult.document_checks import PRINTABLE_NAME, is_int, is_printable_name, unknown_field_errors
from rules.carcult.settings import SWITCHES_BY_NAME, Settings, settings_of
from rules.core.document_validation import DesignUnreadable
from rules.core.switches import Setting, valid_settings
from rules.core.terms import LONGEST_NAME
from rules.match.ruleset import ErrorDetail

FIELDS = ("name", "engine", "cards")
ENGINE_FIELDS = ("az", "plug", "track", "plus")
CARD_FIELDS = ("key", "az", "plus")
NAMELESS = "The car"
"""Stands for the name of a car without a valid one in the sentences of other errors."""
MOST_INCHES = 48
"""The most inches over an AZ: the side of a table (CC-090)."""
DESIGN_RULE, ENGINE_RULE = "CC-070", "CC-071"


def document_errors(document: object, *, switches: Mapping[str, Setting]) -> list[ErrorDetail]:
    """Every error of a design document: of its form, of each card, and of the car as a whole."""
    if not isinstance(document, Mapping):
        return [_fault("unreadable", DESIGN_RULE, "A design is an object: give it a name, an engine and cards.")]
    settings = lenient_settings(switches)
    return [
        *_unknown_fields(document, FIELDS, "The design"),
        *_name(document),
        *_engine(document),
        *_cards(document, settings),
        *_whole_car(document, settings),
    ]


def figure_errors(document: Mapping[Any, Any]) -> list[ErrorDetail]:
    """Every error of a design's engine and cards that no house rule would allow (CC-071 to CC-075)."""
    return [*_engine(document), *_cards(document, Settings(turbo=True, slicks=True))]


def lenient_settings(switches: Mapping[str, Setting]) -> Settings:
    """The settings under those switches; unknown and invalid switches are ignored."""
    return settings_of(valid_settings(switches, SWITCHES_BY_NAME))


def _fault(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)


def _unreadable(sentence: str) -> ErrorDetail:
    return _fault("unreadable", DESIGN_RULE, sentence)


def _unknown_fields(document: Mapping[Any, Any], known: tuple[str, ...], what: str) -> Iterator[ErrorDetail]:
    yield from map(_unreadable, unknown_field_errors(document, known, what))


def _name(document: Mapping[Any, Any]) -> Iterator[ErrorDetail]:
    if not is_printable_name(document.get("name")):
        yield _unreadable(f"The design has no name of {PRINTABLE_NAME}: give it one.")


# ------------------------------------------------------------------------------------------------- the engine


def _engine(document: Mapping[Any, Any]) -> Iterator[ErrorDetail]:
    """The errors of the engine (CC-071)."""
    engine = document.get("engine")
    if isinstance(engine, str):
        if engine not in ENGINES:
            known = ", ".join(ENGINES)
            yield _fault(
                "unknown_engine", ENGINE_RULE, f"There is no engine {engine[:LONGEST_NAME]!r}: use one of {known}."
            )
    elif isinstance(engine, Mapping):
        yield from _custom_engine(engine)
    else:
        yield _fault("no_engine", ENGINE_RULE, "A car has exactly one engine: name its card, or write it out.")


def _custom_engine(engine: Mapping[Any, Any]) -> Iterator[ErrorDetail]:
    yield from _unknown_fields(engine, ENGINE_FIELDS, "An engine")
    track, plug = engine.get("track"), engine.get("plug")
    if not _is_int_list(track):
        yield _unreadable("The engine's track is a list of whole numbers of inches: write one for each AZ.")
    else:
        yield from _track(track)
        if "az" in engine and (not is_int(engine["az"]) or engine["az"] != len(track)):
            yield _fault(
                "track_length",
                ENGINE_RULE,
                f"The track has {len(track)} numbers: let the engine's az be {len(track)}.",
            )
    if not is_int(plug) or plug < 1:
        yield _fault("bad_plug", ENGINE_RULE, "An engine's plug is a whole number from 1: give it one.")
    elif _is_int_list(track) and plug > len(track):
        yield _fault("bad_plug", ENGINE_RULE, f"A plug of {plug} adds more tokens than the engine has AZ: lower it.")
    yield from _symbols(engine.get("plus", []), az=len(track) if _is_int_list(track) else MOST_AZ, what="engine")


def _track(track: list[int]) -> Iterator[ErrorDetail]:
    if not LEAST_AZ <= len(track) <= MOST_AZ:
        yield _fault(
            "engine_size", ENGINE_RULE, f"An engine has {LEAST_AZ} to {MOST_AZ} AZ, not {len(track)}: change it."
        )
    if any(later < earlier for earlier, later in pairwise(track)):
        yield _fault("track_falls", ENGINE_RULE, "The numbers of a track never fall from left to right: sort them.")
    if any(not 0 <= inches <= MOST_INCHES for inches in track):
        yield _fault(
            "track_inches", ENGINE_RULE, f"A number of the track is 0 to {MOST_INCHES} inches: change what is not."
        )


def _symbols(plus: object, *, az: int, what: str) -> Iterator[ErrorDetail]:
    """The errors of a list of AZ with a + symbol (CC-015)."""
    if not _is_int_list(plus):
        yield _unreadable(f"The plus of the {what} is a list of AZ, counted from 1: write it so.")
    elif any(not 1 <= position <= az for position in plus) or len(set(plus)) != len(plus):
        yield _fault(
            "bad_plus", "CC-015", f"The + symbols of the {what} stand on AZ 1 to {az}, each once: mend that."
        )


def _is_int_list(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list | tuple) and all(map(is_int, value))


# -------------------------------------------------------------------------------------------------- the cards


def _cards(document: Mapping[Any, Any], settings: Settings) -> Iterator[ErrorDetail]:
    """The errors of single cards, and of their number (CC-070, CC-073 to CC-075, CC-081, CC-082)."""
    cards = document.get("cards", [])
    if not isinstance(cards, list | tuple):
        yield _unreadable("The cards of a design are a list: write one, with a key or an object for each card.")
        return
    if len(cards) > MOST_CARDS:
        yield _fault("over_limit", DESIGN_RULE, f"{len(cards)} cards are more than {BUILD_LIMIT} AZ: take some out.")
    for number, card in enumerate(cards[:MOST_CARDS], start=1):
        yield from _card(card, number, settings)


def _card(card: object, number: int, settings: Settings) -> Iterator[ErrorDetail]:
    if isinstance(card, str):
        yield from _key(card, number, settings)
    elif isinstance(card, Mapping):
        what = f"Card {number}"
        yield from _unknown_fields(card, CARD_FIELDS, what)
        key = card.get("key")
        if not isinstance(key, str):
            yield _unreadable(f"{what} has no key: name one of {', '.join(_card_keys())}.")
        elif key == ARMOR or key in ALL_AZ:
            yield from _key(key, number, settings)
            yield from _card_figures(card, key)
        else:
            yield _unknown_card(key, number)
    else:
        yield _unreadable(f"Card {number} is neither a key nor an object: write it as one of the two.")


def _key(name: str, number: int, settings: Settings) -> Iterator[ErrorDetail]:
    key, _, size = name.partition("_")
    if key == ARMOR:
        if size not in ("", *map(str, range(1, MOST_ARMOR + 1))) or name.endswith("_"):
            yield _fault("bad_armor", "CC-074", f"Armor has 1 to {MOST_ARMOR} AZ: write armor_1 up to armor_4.")
    elif name not in ALL_AZ:
        yield _unknown_card(name, number)
    elif name == TURBO and not settings.turbo:
        yield _fault("turbo_off", "CC-081", f"Card {number}: turbos are not played here: take it out.")
    elif name in {OIL, CALTROPS} and not settings.slicks:
        yield _fault("slicks_off", "CC-082", f"Card {number}: {NAMES[name]}s are not played here: take it out.")


def _card_figures(card: Mapping[Any, Any], key: str) -> Iterator[ErrorDetail]:
    """The errors of a card's `az` and `plus`."""
    if "az" in card:
        yield from _size(card["az"], key)
    if "plus" in card:
        if key in CREW:
            yield from _symbols(card["plus"], az=CREW_AZ, what=NAMES[key])
        elif card["plus"] not in ([], ()):
            yield _fault("bad_plus", "CC-015", f"The {NAMES[key]} card has no + symbol: leave its plus out.")


def _size(az: object, key: str) -> Iterator[ErrorDetail]:
    """The errors of a card's AZ (CC-073 to CC-075).

    Armor may have 1 to 4, every other card only its printed number.
    """
    if key == ARMOR:
        if not is_int(az) or not 1 <= az <= MOST_ARMOR:
            yield _fault("bad_armor", "CC-074", f"Armor has 1 to {MOST_ARMOR} AZ: give it one of those.")
    elif not is_int(az) or az != ALL_AZ[key]:
        rule = "CC-073" if key in CREW else "CC-075"
        yield _fault("bad_az", rule, f"The {NAMES[key]} card has {ALL_AZ[key]} AZ: write that, or leave it out.")


def _card_keys() -> list[str]:
    return [*ALL_AZ, *(f"{ARMOR}_{az}" for az in range(1, MOST_ARMOR + 1))]


def _unknown_card(key: str, number: int) -> ErrorDetail:
    known = ", ".join(_card_keys())
    return _fault(
        "unknown_card", DESIGN_RULE, f"Card {number}: there is none called {key[:LONGEST_NAME]!r}: use {known}."
    )


# ------------------------------------------------------------------------------------------- the car as a whole


def _whole_car(document: Mapping[Any, Any], settings: Settings) -> Iterator[ErrorDetail]:
    """The errors of the cards taken together, if all can be read; the name does not matter (CC-070, CC-072)."""
    name = document.get("name")
    try:
        design = read_design({**document, "name": name if is_printable_name(name) else NAMELESS})
    except DesignUnreadable:
        return
    if design.az > BUILD_LIMIT:
        yield _fault(
            "over_limit",
            DESIGN_RULE,
            f"{design.name} has {design.az} AZ and a team is built on {BUILD_LIMIT}: save {design.az - BUILD_LIMIT}.",
        )
    if settings.card_limits:
        for key, count in Counter(card.key for card in design.cards).items():
            if count > 1 and (key in CREW or key == ARMOR):
                yield _fault(
                    "card_twice", "CC-072", f"A car has one {NAMES[key]} card at most, not {count}: keep one."
                )
    if not design.symbols:
        yield _fault(
            "no_symbol", "CC-072", f"{design.name} has no + symbol and could not move: choose a card with one."
        )
