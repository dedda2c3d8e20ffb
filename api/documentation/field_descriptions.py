"""Descriptions of fields in the OpenAPI document.

A field is described by a string literal right below it in its class, in one or two short sentences: what it means, in
which units, and what null or empty means. Fields that mean the same everywhere share one text. The literals are read
from the source files when the document is built.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import inspect

from explain.field_texts import field_texts

TEXT, NUMBER, TRUTH, LIST, OBJECT, NULL = "string", "integer", "boolean", "array", "object", "null"
SHARED_FIELDS: Mapping[tuple[str, ...], str] = {
    ("league", TEXT): "Short name of the league.",
    ("season", TEXT): "Id of the season, as league/season.",
    ("franchise", TEXT): "Short id of the franchise, unique in its league.",
    ("driver", TEXT): "Short id of the driver, unique in the league and theirs for life.",
    ("car", TEXT): "Short id of the car.",
    ("match", TEXT): "Short id of the match, unique in its season.",
    ("rule", TEXT): "Number of the rule behind it, such as DM-C-100.",
    ("entry", NUMBER): "Number of the journal's entry that made it so.",
    ("why", OBJECT): "For each figure, the address of the facts behind it.",
    ("next", NUMBER, NULL): "Send it as `after` for the next part; null at the end.",
    ("next", TEXT, NULL): "Send it as `after` for the next part; null at the end.",
    ("balance", NUMBER): "What the franchise has now, in credits: the sum of its ledger.",
    ("points", NUMBER): "Match points of the franchise in the season (DM-C-091).",
    ("wins", NUMBER): "Matches the franchise has won in the season.",
    ("criticals", NUMBER): "Criticals the franchise's drivers were credited with in the season.",
    ("rank", NUMBER, NULL): "Place in the final table, 1 for the best (DM-C-156); null before there is one.",
    ("folded", TRUTH): "Whether it left in mid-season, so that standing orders run it to the end (DM-C-179).",
    ("points", NUMBER, NULL): "Match points it made of the match; null until a result stands.",
    ("won", TRUTH): "Whether it won the match; false until a result stands.",
    ("forfeited", TRUTH): "Whether it forfeited the match, so that nothing of it counts as entered (HOUSE-009).",
    ("own_dice", TRUTH): "Whether its log is legal and was played with dice that the reporter held.",
    ("carcass", TEXT): "Carcass of rare tires: `heavy`, `puncture_resistant` or `solid` (DM-C-124); else empty.",
    ("tread", TEXT): "Tread of tires: `mud_and_snow`, `street`, `traction` or `snow`; else empty.",
    ("variant", TEXT): "Kind of the rocket pack that heat-seeking rockets are made from (DM-C-145); else empty.",
    ("rolled", OBJECT): "Values that were rolled when it was obtained, by name, such as `ammunition`.",
    ("backwards", TRUTH): "Whether it is an auto-ranger that works backwards until its match is settled (DM-C-088).",
    ("weapon", TEXT): "Short id of the weapon it is fixed to; empty where it is fixed to none.",
    ("words", TEXT): (
        "32 random bytes of your own in 64 hex digits, made anew for each request; they are mixed into its dice. "
        "Empty for none."
    ),
    ("approved_by", TEXT): "Opaque name of the member who approved it; empty where nobody else did.",
    ("receipt", "ReceiptOut", NULL): (
        "The site's signature that its journal has the last of these entries, for `verify.py --receipt`. Null where "
        "no entry was made, and in a sandbox."
    ),
    ("key", TEXT): "Id of the published key that signed it.",
    ("algorithm", TEXT): "Algorithm of the signature, Ed25519.",
    ("signature", TEXT): "Signature in base64, over the bytes of `statement` in UTF-8.",
}
"""Descriptions by name and JSON types of a field, for fields without a text of their own."""
TAG_TEXT = "Kind of the object, which says what other fields it has."
"""The description of the field that tells the members of a union apart."""


def describe_fields(components: Mapping[str, dict[str, Any]], types: Iterable[Any]) -> None:
    """Write the description of each field into the component schemas; `types` are from `object_types`."""
    for object_type in types:
        own, properties = field_texts(object_type.cls), components[object_type.cls.__name__]["properties"]
        for field in object_type.fields:
            schema = properties[field.encode_name]
            shared = SHARED_FIELDS.get((field.encode_name, *_kinds(schema)))
            text = own.get(field.name) or schema.pop("description", "") or shared
            if text:
                schema["description"] = text
        if tag_field := getattr(object_type, "tag_field", None):
            properties[tag_field]["description"] = TAG_TEXT


def object_types(classes: Iterable[type]) -> list[Any]:
    """The msgspec type of each class and of every class in their fields, recursively and without repeats."""
    found: dict[type, Any] = {}
    pending: list[Any] = list(inspect.multi_type_info(classes))
    while pending:
        kind = pending.pop()
        if isinstance(kind, inspect.StructType | inspect.DataclassType):
            if kind.cls in found:
                continue
            found[kind.cls] = kind
        pending += _types_within(kind)
    return list(found.values())


def _types_within(kind: Any) -> Iterator[Any]:
    for part in ("type", "item_type", "item_types", "key_type", "value_type", "types", "fields"):
        within = getattr(kind, part, ())
        yield from within if isinstance(within, tuple) else (within,)


def _kinds(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The JSON types a field may have; a reference counts as the name of its component."""
    if "anyOf" in schema:
        return tuple(kind for choice in schema["anyOf"] for kind in _kinds(choice))
    return (str(schema.get("type", "")) or schema.get("$ref", "").rpartition("/")[2],)
