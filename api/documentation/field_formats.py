"""Of which format the texts of answers are: times, addresses, ids and hashes, by the names of their fields.

Only shapes that are answered have them: what is sent is held against the rules, which say more than a pattern does.
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
"""Of ids and hashes, each of which may be empty where there is none."""
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
"""What the texts of a field are like wherever they have no format of their own."""
OWN_FORMATS: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("LeagueOut", "season"): SHORT_ID,
    ("LogHereOut", "at"): ADDRESS,
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
"""What those of a shape are like whose names mean something else elsewhere."""
ADDRESSES_BY_NAME: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("CatalogueOut", "parts"): ADDRESS,
    ("IndexOut", "reads"): {"format": "uri-template"},
}
"""Objects whose values are addresses, beside every `why` that has one for each figure."""


def add_formats(components: Mapping[str, dict[str, Any]], types: Iterable[Any], *, sent: Collection[str]) -> None:
    """Write into the schemas of shapes, by their `object_types`, of what format their texts are.

    Those that are `sent` have that of times alone.
    """
    for shape in types:
        name, properties = shape.cls.__name__, components[shape.cls.__name__]["properties"]
        for field in shape.fields:
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
    """The schema of the text that a field is, or may be; None where it is none."""
    return next((choice for choice in schema.get("anyOf", (schema,)) if choice.get("type") == "string"), None)


def _is_time(kind: Any) -> bool:
    types = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return any(isinstance(choice, inspect.DateTimeType) for choice in types)
