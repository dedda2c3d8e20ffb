"""The JSON of a season, made again quickly when little of it changed: what is as it was is not told a second time.

A digest follows every entry, and most entries change a handful of a season's hundreds of things. Each thing is known
again by its own JSON, so that nothing has to say what it changed.
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
"""Things whose JSON is kept: several times those of the largest league, a few megabytes."""
CACHED_COLLECTIONS = 192
"""Shelves whose JSON is kept, all of it: those of 16 seasons as they are, or of one as it was lately."""


def _collections() -> dict[str, type]:
    """What a season holds by id, and what of."""
    hints = get_type_hints(Season)
    held: dict[str, type] = {name: get_args(hint)[1] for name, hint in hints.items() if get_origin(hint) is dict}
    return {name: held[name] for name in held if is_dataclass(held[name])}


def _defaults() -> dict[str, Any]:
    made = {}
    for field in sorted(fields(Season), key=lambda each: each.name):
        made[field.name] = field.default_factory() if field.default_factory is not MISSING else field.default
    return made


SEASON_COLLECTIONS, SEASON_DEFAULTS = _collections(), _defaults()
_DECODERS: dict[type, msgspec.json.Decoder[Any]] = {
    cls: msgspec.json.Decoder(cls) for cls in SEASON_COLLECTIONS.values()
}
_IDS = msgspec.json.Decoder(dict[str, msgspec.Raw])


def season_bytes(season: Season) -> bytes:
    """The season as deterministic JSON with defaults left out."""
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
    """SHA-256 of `season_bytes`, 64 hex digits: no entry number, database id, time, actor or key is in it."""
    return hashlib.sha256(season_bytes(season)).hexdigest()


@lru_cache(maxsize=CACHED_COLLECTIONS)
def _collection_json(cls: type, whole: bytes) -> bytes:
    """A shelf's JSON with the defaults of its things left out, from its JSON with all of them."""
    made = [b"%b:%b" % (json_bytes(id), _thing_json(cls, bytes(thing))) for id, thing in _IDS.decode(whole).items()]
    return b"{%b}" % b",".join(made)


@lru_cache(maxsize=CACHED_THINGS)
def _thing_json(cls: type, text: bytes) -> bytes:
    """A thing's JSON with its defaults left out, from its JSON with all of them."""
    return json_bytes(without_defaults(_DECODERS[cls].decode(text)))
