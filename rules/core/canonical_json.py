"""Values as deterministic JSON: always the same bytes for the same value, and the digests made of them."""

from __future__ import annotations

import hashlib
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")
JSON_SCALARS = frozenset({str, int, bool, float, type(None)})
"""Values that are their own JSON."""


def json_bytes(value: object) -> bytes:
    """Deterministic JSON: sorted keys, no spaces."""
    return _encoder.encode(value)


def without_defaults(value: Any) -> Any:
    """A value as JSON would hold it, with dataclass fields left out where they are at their defaults."""
    kind = type(value)
    if kind in JSON_SCALARS:
        return value
    if kind is dict:
        return {key: without_defaults(each) for key, each in value.items()}
    if kind is list or kind is tuple:
        return [without_defaults(each) for each in value]
    if not is_dataclass(kind):
        return value
    made = {}
    for name, default in _defaults(kind):
        each = getattr(value, name)
        if each != default:
            made[name] = each if type(each) in JSON_SCALARS else without_defaults(each)
    return made


def json_digest(value: object) -> str:
    """SHA-256 of the deterministic JSON of a value with its defaults left out, 64 hex digits."""
    return hashlib.sha256(json_bytes(without_defaults(value))).hexdigest()


def _defaults(cls: type) -> list[tuple[str, Any]]:
    found = _DEFAULTS.get(cls)
    if found is None:
        found = []
        for field in fields(cls):
            default: Any = MISSING
            if field.default is not MISSING:
                default = field.default
            elif field.default_factory is not MISSING:
                default = field.default_factory()
            found.append((field.name, default))
        _DEFAULTS[cls] = found
    return found


_DEFAULTS: dict[type, list[tuple[str, Any]]] = {}
