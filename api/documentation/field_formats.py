"""Formats of text fields in the OpenAPI document: times, URLs, ids and hashes, by field name.

Except for times, only response schemas have them. Request values are checked by the rules, which say more than a
pattern does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import inspect

from rules.core.terms import ID_PATTERN

ADDRESS = {"format": "uri-reference"}
SHORT_ID = {"pattern": f"^(?:{ID_PATTERN.pattern})?$"}
SEASON_ID = {"pattern": f"^(?:{ID_PATTERN.pattern}/{ID_PATTERN.pattern})?$"}
HASH = {"pattern": "^(?:[0-9a-f]{64})?$"}
"""The patterns of ids and hashes also match the empty text, which means there is none."""
FORMATS: Mapping[str, Mapping[str, str]] = {
    "league": SHORT_ID,
    "franchise": SHORT_ID,
    "driver": SHORT_ID,
    "car": SHORT_ID,
    "match": SHORT_ID,
    "season": SEASON_ID,
    "hash": HASH,
    "head": HASH,
    "digest": HASH,
    "key_hash": HASH,
    "secret_hash": HASH,
    "claimed_as": HASH,
    "page": ADDRESS,
}
"""The format of a field by its name, unless `OWN_FORMATS` or the field itself has one."""
OWN_FORMATS: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("LeagueOut", "season"): SHORT_ID,
    ("LogHereOut", "at"): ADDRESS,
    ("CrestOut", "picture"): ADDRESS,
    ("DraftOut", "why"): ADDRESS,
    ("PoolOut", "why"): ADDRESS,
    ("ResultOut", "why"): ADDRESS,
    ("SeasonEndOut", "why"): ADDRESS,
    ("Problem", "type"): ADDRESS,
    ("Fault", "type"): ADDRESS,
    ("ProblemKindOut", "type"): ADDRESS,
    ("IndexOut", "document"): ADDRESS,
    ("IndexOut", "docs"): ADDRESS,
    ("IndexOut", "problems"): ADDRESS,
    ("JobOut", "id"): {"format": "uuid"},
    ("DiscordEmbed", "url"): {"format": "uri"},
}
"""Formats by schema and field, for names that mean something else in other schemas."""
ADDRESSES_BY_NAME: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("CatalogueOut", "parts"): ADDRESS,
    ("IndexOut", "reads"): {"format": "uri-template"},
}
"""Objects whose values are URLs, in addition to every `why`, which has a URL for each figure."""


def add_formats(components: Mapping[str, dict[str, Any]], types: Iterable[Any], *, sent: Collection[str]) -> None:
    """Write the formats of text fields into the component schemas; `types` are from `object_types`.

    The schemas named in `sent`, which are request bodies, only get the format of times.
    """
    for object_type in types:
        name, properties = object_type.cls.__name__, components[object_type.cls.__name__]["properties"]
        for field in object_type.fields:
            schema = properties[field.encode_name]
            if _is_time(field.type):
                _text_of(schema)["format"] = "date-time"
            elif name not in sent:
                _add_format(name, field.encode_name, schema)


def _add_format(shape: str, field: str, schema: dict[str, Any]) -> None:
    own = OWN_FORMATS.get((shape, field))
    if (text := _text_of(schema)) is not None and not text.keys() & {"enum", "format", "pattern"}:
        text.update(own or FORMATS.get(field, {}))
    elif isinstance(values := schema.get("additionalProperties"), dict):
        values.update(ADDRESSES_BY_NAME.get((shape, field), ADDRESS if field == "why" else {}))


def _text_of(schema: dict[str, Any]) -> Any:
    """The text schema of a field, or of the text among its alternatives; None if it has none."""
    return next((choice for choice in schema.get("anyOf", (schema,)) if choice.get("type") == "string"), None)


def _is_time(kind: Any) -> bool:
    types = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return any(isinstance(choice, inspect.DateTimeType) for choice in types)
