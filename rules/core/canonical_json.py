"""Values as deterministic JSON, so that the same value always gives the same bytes and the same digest."""

from __future__ import annotations

import hashlib
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")
JSON_SCALARS = frozenset({str, int, bool, float, type(None)})
"""Types whose values JSON holds directly."""


def json_bytes(value: object) -> bytes:
    """The deterministic JSON of a value: sorted keys, no spaces."""
    return _encoder.encode(value)


def without_defaults(value: Any) -> Any:
    """A value as JSON holds it. Dataclass fields that have their default are left out."""
    kind = type(value)
    if kind in JSON_SCALARS:
        return value
    if kind is dict:
        return {key: without_defaults(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [without_defaults(item) for item in value]
    if not is_dataclass(kind):
        return value
    document = {}
    for name, default in _defaults(kind):
        field_value = getattr(value, name)
        if field_value != default:
            document[name] = field_value if type(field_value) in JSON_SCALARS else without_defaults(field_value)
    return document


def json_digest(value: object) -> str:
    """SHA-256 of the deterministic JSON of a value, defaults left out, as 64 hex digits."""
    return hashlib.sha256(json_bytes(without_defaults(value))).hexdigest()


def _defaults(cls: type) -> list[tuple[str, Any]]:
    """Names and defaults of a dataclass's fields, cached by class."""
    defaults = _DEFAULTS.get(cls)
    if defaults is None:
        defaults = []
        for field in fields(cls):
            default: Any = MISSING
            if field.default is not MISSING:
                default = field.default
            elif field.default_factory is not MISSING:
                default = field.default_factory()
            defaults.append((field.name, default))
        _DEFAULTS[cls] = defaults
    return defaults


_DEFAULTS: dict[type, list[tuple[str, Any]]] = {}
