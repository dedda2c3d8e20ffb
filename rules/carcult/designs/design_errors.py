"""Everything wrong with a design, all at once. Rules CC-070 to CC-075, CC-081, CC-082.

Nothing is raised on any JSON: what is not of the right form is told field by field, and what the rules say of a card
is looked at wherever the card can be read.
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
"""What a car without a proper name is called while its other faults are told."""
MOST_INCHES = 48
"""No AZ is printed with more inches than a table has from edge to edge (CC-090)."""
DESIGN_RULE, ENGINE_RULE = "CC-070", "CC-071"


def document_errors(document: object, *, switches: Mapping[str, Setting]) -> list[ErrorDetail]:
    """Every fault of a design as it was sent: those of its form, of each card, and of the car as a whole."""
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
    """Every fault of the engine and the cards of a design that no house rule lets in (CC-071 to CC-075)."""
    return [*_engine(document), *_cards(document, Settings(turbo=True, slicks=True))]


def lenient_settings(switches: Mapping[str, Setting]) -> Settings:
    """The settings those switches make; what is no switch of this book, or improper, is passed over."""
    return settings_of(valid_settings(switches, SWITCHES_BY_NAME))


def _fault(code: str, rule: str, sentence: str) -> ErrorDetail:
    return ErrorDetail(code=code, rule=rule, sentence=sentence)


def _unreadable(sentence: str) -> ErrorDetail:
    return _fault("unreadable", DESIGN_RULE, sentence)


def _unknown_fields(told: Mapping[Any, Any], known: tuple[str, ...], what: str) -> Iterator[ErrorDetail]:
    yield from map(_unreadable, unknown_field_errors(told, known, what))


def _name(document: Mapping[Any, Any]) -> Iterator[ErrorDetail]:
    if not is_printable_name(document.get("name")):
        yield _unreadable(f"The design has no name of {PRINTABLE_NAME}: give it one.")


# ------------------------------------------------------------------------------------------------- the engine


def _engine(document: Mapping[Any, Any]) -> Iterator[ErrorDetail]:
    """What is wrong with the engine (CC-071)."""
    told = document.get("engine")
    if isinstance(told, str):
        if told not in ENGINES:
            known = ", ".join(ENGINES)
            yield _fault(
                "unknown_engine", ENGINE_RULE, f"There is no engine {told[:LONGEST_NAME]!r}: use one of {known}."
            )
    elif isinstance(told, Mapping):
        yield from _custom_engine(told)
    else:
        yield _fault("no_engine", ENGINE_RULE, "A car has exactly one engine: name its card, or write it out.")


def _custom_engine(told: Mapping[Any, Any]) -> Iterator[ErrorDetail]:
    yield from _unknown_fields(told, ENGINE_FIELDS, "An engine")
    track, plug = told.get("track"), told.get("plug")
    if not _is_int_list(track):
        yield _unreadable("The engine's track is a list of whole numbers of inches: write one for each AZ.")
    else:
        yield from _track(track)
        if "az" in told and (not is_int(told["az"]) or told["az"] != len(track)):
            yield _fault(
                "track_length",
                ENGINE_RULE,
                f"The track has {len(track)} numbers: let the engine's az be {len(track)}.",
            )
    if not is_int(plug) or plug < 1:
        yield _fault("bad_plug", ENGINE_RULE, "An engine's plug is a whole number from 1: give it one.")
    elif _is_int_list(track) and plug > len(track):
        yield _fault("bad_plug", ENGINE_RULE, f"A plug of {plug} adds more tokens than the engine has AZ: lower it.")
    yield from _symbols(told.get("plus", []), az=len(track) if _is_int_list(track) else MOST_AZ, what="engine")


def _track(track: list[int]) -> Iterator[ErrorDetail]:
    if not LEAST_AZ <= len(track) <= MOST_AZ:
        yield _fault(
            "engine_size", ENGINE_RULE, f"An engine has {LEAST_AZ} to {MOST_AZ} AZ, not {len(track)}: change it."
        )
    if any(later < earlier for earlier, later in pairwise(track)):
        yield _fault("track_falls", ENGINE_RULE, "The numbers of a track never fall from left to right: sort them.")
    if any(not 0 <= each <= MOST_INCHES for each in track):
        yield _fault(
            "track_inches", ENGINE_RULE, f"A number of the track is 0 to {MOST_INCHES} inches: change what is not."
        )


def _symbols(plus: object, *, az: int, what: str) -> Iterator[ErrorDetail]:
    """What is wrong with the AZ that are to have a + symbol (CC-015)."""
    if not _is_int_list(plus):
        yield _unreadable(f"The plus of the {what} is a list of AZ, counted from 1: write it so.")
    elif any(not 1 <= each <= az for each in plus) or len(set(plus)) != len(plus):
        yield _fault(
            "bad_plus", "CC-015", f"The + symbols of the {what} stand on AZ 1 to {az}, each once: mend that."
        )


def _is_int_list(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list | tuple) and all(map(is_int, value))


# -------------------------------------------------------------------------------------------------- the cards


def _cards(document: Mapping[Any, Any], settings: Settings) -> Iterator[ErrorDetail]:
    """What is wrong with the cards one by one, as many as there may be (CC-070, CC-073 to CC-075, CC-081, CC-082)."""
    cards = document.get("cards", [])
    if not isinstance(cards, list | tuple):
        yield _unreadable("The cards of a design are a list: write one, with a key or an object for each card.")
        return
    if len(cards) > MOST_CARDS:
        yield _fault("over_limit", DESIGN_RULE, f"{len(cards)} cards are more than {BUILD_LIMIT} AZ: take some out.")
    for number, told in enumerate(cards[:MOST_CARDS], start=1):
        yield from _card(told, number, settings)


def _card(told: object, number: int, settings: Settings) -> Iterator[ErrorDetail]:
    if isinstance(told, str):
        yield from _key(told, number, settings)
    elif isinstance(told, Mapping):
        what = f"Card {number}"
        yield from _unknown_fields(told, CARD_FIELDS, what)
        key = told.get("key")
        if not isinstance(key, str):
            yield _unreadable(f"{what} has no key: name one of {', '.join(_card_keys())}.")
        elif key == ARMOR or key in ALL_AZ:
            yield from _key(key, number, settings)
            yield from _card_figures(told, key)
        else:
            yield _unknown_card(key, number)
    else:
        yield _unreadable(f"Card {number} is neither a key nor an object: write it as one of the two.")


def _key(told: str, number: int, settings: Settings) -> Iterator[ErrorDetail]:
    key, _, size = told.partition("_")
    if key == ARMOR:
        if size not in ("", *map(str, range(1, MOST_ARMOR + 1))) or told.endswith("_"):
            yield _fault("bad_armor", "CC-074", f"Armor has 1 to {MOST_ARMOR} AZ: write armor_1 up to armor_4.")
    elif told not in ALL_AZ:
        yield _unknown_card(told, number)
    elif told == TURBO and not settings.turbo:
        yield _fault("turbo_off", "CC-081", f"Card {number}: turbos are not played here: take it out.")
    elif told in {OIL, CALTROPS} and not settings.slicks:
        yield _fault("slicks_off", "CC-082", f"Card {number}: {NAMES[told]}s are not played here: take it out.")


def _card_figures(told: Mapping[Any, Any], key: str) -> Iterator[ErrorDetail]:
    """What is wrong with a card's own figures."""
    if "az" in told:
        yield from _size(told["az"], key)
    if "plus" in told:
        if key in CREW:
            yield from _symbols(told["plus"], az=CREW_AZ, what=NAMES[key])
        elif told["plus"] not in ([], ()):
            yield _fault("bad_plus", "CC-015", f"The {NAMES[key]} card has no + symbol: leave its plus out.")


def _size(az: object, key: str) -> Iterator[ErrorDetail]:
    """What is wrong with the AZ of a card: armor has 1 to 4, every other card as many as are printed (CC-073 to
    CC-075).
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
    """What is wrong with the cards together, where all can be read, whatever the car is called (CC-070, CC-072)."""
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
