"""Strict, deterministic JSON of commands, facts and seasons, both ways; the digest of a season.

A digest follows every entry, and most entries change a handful of a season's hundreds of things. So the JSON of
things that have not changed is cached. The cache is keyed by the JSON of each thing, so nothing has to report what it
changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from rules.campaign.core.command import Command, command_type, tag_of
from rules.campaign.core.facts import FACT_TYPES, Fact, field_types
from rules.campaign.core.state import Season
from rules.core.canonical_json import json_bytes, without_defaults
from rules.core.refusals import Malformed, Unknown

_encoder = msgspec.json.Encoder(order="deterministic")
MAX_DEPTH = 100
"""How deeply a document may be nested: several times as deep as any valid one."""
_season_decoder = msgspec.json.Decoder(Season)


def parse_json(text: bytes | str) -> Any:
    """JSON that was sent to the site, as plain values. Raises `Malformed`, which says where it breaks.

    An object with a repeated name is refused, because one of the two values would be lost silently.
    """
    try:
        parsed = json.loads(text, object_pairs_hook=_refuse_repeated_keys, parse_constant=_refuse_constant)
        _encoder.encode(parsed)
        if _is_deeper(parsed, than=MAX_DEPTH):
            raise RecursionError
        return parsed
    except UnicodeEncodeError:
        raise Malformed("That JSON holds half a character (a lone surrogate): write the whole one.") from None
    except RecursionError:
        raise Malformed("That JSON is nested too deeply: nothing that is sent here needs as much.") from None
    except UnicodeDecodeError:
        raise Malformed("That is not text in UTF-8: send one JSON document in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise Malformed(f"That is not JSON ({error}): send one JSON document in UTF-8.") from None
    except OverflowError:
        raise Malformed("That JSON holds a number of twenty digits or more: give numbers that are counted.") from None
    except ValueError:  # an integer with more digits than Python converts
        raise Malformed("That JSON holds a number of thousands of digits: give numbers that are counted.") from None


def _is_deeper(value: Any, *, than: int) -> bool:
    """Whether lists and objects are nested more than that many levels deep."""
    level = [value]
    for _ in range(than):
        level = [inner for value in level for inner in _inside(value)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _refuse_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    parsed = dict(pairs)
    if len(parsed) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed(f"{twice[:80]!r} stands twice in one JSON object: give it once.")
    return parsed


def _refuse_constant(name: str) -> Any:
    raise Malformed(f"{name} is no number that JSON has: give a whole number.")


def season_from_json(text: bytes) -> Season:
    """A season from its JSON."""
    return _season_decoder.decode(text)


def copy_season(season: Season) -> Season:
    """A deep copy of a season."""
    return _season_decoder.decode(_encoder.encode(season))


def command_document(given: Command) -> dict[str, Any]:
    """A command as its journal entry stores it: `type` and its fields, with defaults left out."""
    return {"type": tag_of(type(given)), **without_defaults(given)}


def command_from_document(document: Any) -> Command:
    """The command in a document that was sent. Raises `Malformed` with the field and what is wrong with it."""
    if not isinstance(document, dict) or not isinstance(document.get("type"), str):
        raise Malformed('A command is a JSON object with its "type" and its fields: add the "type".')
    try:
        row = command_type(document["type"])
    except Unknown as error:
        raise error.at("type") from None
    body = {key: value for key, value in document.items() if key != "type"}
    _refuse_unknown_fields(body, row.cls, row.tag, ())
    try:
        return msgspec.convert(body, row.cls)
    except msgspec.ValidationError as error:
        problem, where = _in_words(str(error))
        raise Malformed(f"{row.tag} cannot be read: {f'{where}: {problem}' if where else problem}.").at(
            *_pointer_parts(where)
        ) from None


def fact_document(stated: Fact) -> dict[str, Any]:
    """A fact as its journal entry stores it: `kind` and its fields, with defaults left out."""
    return {"kind": stated.tag, **without_defaults(stated)}


def fact_from_document(document: dict[str, Any]) -> Fact:
    """The fact that a journal entry stores as this document."""
    body = {key: value for key, value in document.items() if key != "kind"}
    return msgspec.convert(body, FACT_TYPES[document["kind"]])


def command_schema(tag: str) -> dict[str, Any]:
    """The JSON Schema of a command, made from its dataclass."""
    row = command_type(tag)
    (reference,), components = msgspec.json.schema_components([row.cls], ref_template="#/$defs/{name}")
    schema = dict(components.pop(reference["$ref"].rsplit("/", 1)[1]))
    schema["properties"] = {"type": {"const": tag}, **schema["properties"]}
    schema["required"] = ["type", *schema.get("required", ())]
    schema["additionalProperties"] = False
    schema["title"], schema["description"] = tag, row.summary
    if components:
        schema["$defs"] = {
            name: {**component, "additionalProperties": False} for name, component in components.items()
        }
    return schema


def _in_words(error: str) -> tuple[str, str]:
    """Split a msgspec error into its problem and its place, such as `match.seats[0].driver` (empty for the root)."""
    problem, _, where = error.partition(" - at ")
    return problem, where.strip("`").removeprefix("$.").removeprefix("$")


def _pointer_parts(where: str) -> list[str]:
    """The names and positions on the way to a place.

    They stop before `[...]`, by which msgspec means a value of an object without naming its key.
    """
    return [part for part in where.partition("[...]")[0].replace("[", ".").replace("]", "").split(".") if part]


def _refuse_unknown_fields(value: Any, expected: Any, where: str, at: tuple[str | int, ...]) -> None:
    """Compare every level with its dataclass, because msgspec would drop an unknown field silently."""
    if get_origin(expected) is list and isinstance(value, list):
        for number, element in enumerate(value):
            _refuse_unknown_fields(element, get_args(expected)[0], f"{where}[{number}]", (*at, number))
    if not isinstance(expected, type) or not is_dataclass(expected) or not isinstance(value, dict):
        return
    known = field_types(expected)
    for name in sorted(value):
        if name not in known:
            raise Malformed(
                f"{where} has no field {str(name)[:80]!r}: take it out or spell it as the schema does."
            ).at(*at, name)
        _refuse_unknown_fields(value[name], known[name], f"{where}.{name}", (*at, name))


CACHED_THINGS = 16_384
"""How many things have their JSON cached: several times as many as the largest league has, in a few megabytes."""
CACHED_COLLECTIONS = 192
"""How many shelves have their JSON cached: those of 16 seasons, or of one season at several moments."""


def _collections() -> dict[str, type]:
    """The season's fields that hold dataclasses by id, with those dataclasses."""
    hints = get_type_hints(Season)
    collections: dict[str, type] = {
        name: get_args(hint)[1] for name, hint in hints.items() if get_origin(hint) is dict
    }
    return {name: collections[name] for name in collections if is_dataclass(collections[name])}


def _defaults() -> dict[str, Any]:
    defaults = {}
    for field in sorted(fields(Season), key=lambda field: field.name):
        defaults[field.name] = field.default_factory() if field.default_factory is not MISSING else field.default
    return defaults


SEASON_COLLECTIONS, SEASON_DEFAULTS = _collections(), _defaults()
_DECODERS: dict[type, msgspec.json.Decoder[Any]] = {
    cls: msgspec.json.Decoder(cls) for cls in SEASON_COLLECTIONS.values()
}
_IDS = msgspec.json.Decoder(dict[str, msgspec.Raw])


def season_bytes(season: Season) -> bytes:
    """The season as deterministic JSON, with defaults left out."""
    parts = []
    for name, default in SEASON_DEFAULTS.items():
        value = getattr(season, name)
        if value == default:
            continue
        if name in SEASON_COLLECTIONS:
            parts.append(b'"%b":%b' % (name.encode(), _collection_json(SEASON_COLLECTIONS[name], json_bytes(value))))
        else:
            parts.append(b'"%b":%b' % (name.encode(), json_bytes(without_defaults(value))))
    return b"{%b}" % b",".join(parts)


def season_digest(season: Season) -> str:
    """The SHA-256 of `season_bytes` in 64 hex digits. It covers no entry number, database id, time, actor or key."""
    return hashlib.sha256(season_bytes(season)).hexdigest()


@lru_cache(maxsize=CACHED_COLLECTIONS)
def _collection_json(cls: type, whole: bytes) -> bytes:
    """The JSON of a shelf without its things' defaults, from its full JSON."""
    parts = [b"%b:%b" % (json_bytes(id), _thing_json(cls, bytes(thing))) for id, thing in _IDS.decode(whole).items()]
    return b"{%b}" % b",".join(parts)


@lru_cache(maxsize=CACHED_THINGS)
def _thing_json(cls: type, text: bytes) -> bytes:
    """The JSON of a thing without its defaults, from its full JSON."""
    return json_bytes(without_defaults(_DECODERS[cls].decode(text)))
