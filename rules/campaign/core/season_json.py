"""The deterministic JSON of a season and its digest, with a cache for the things that have not changed.

A digest follows every entry, and most entries change a handful of a season's hundreds of things. The cache is keyed
by the JSON of each thing, so nothing has to report what it changed.
"""

from __future__ import annotations

import hashlib
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from rules.campaign.core.state import Season
from rules.core.canonical_json import json_bytes, without_defaults

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
