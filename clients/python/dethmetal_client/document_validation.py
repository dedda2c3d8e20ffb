"""The form of a document from outside: what it lacks, or has otherwise, in words, before anything is made of it.

A form is a type, `[form]` for a list, `{name: form}` for an object, where `"name?"` may be missing and `str` in the
place of a name stands for any. What no form names may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

DEEPEST = 100
"""How deep a document may be nested: far deeper than any there is."""
TYPE_NAMES = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
    dict: "an object",
    list: "a list",
}


def first_error(document: Any, form: Any, at: str = "it") -> str:
    """What of a document is not of that form, in words; empty where all of it is."""
    return next(_errors(document, form, at), "")


def too_deep(document: Any) -> bool:
    """Whether a document is nested deeper than any there is."""
    level = [document]
    for _ in range(DEEPEST):
        level = [each for value in level for each in _children(value)]
        if not level:
            return False
    return True


def _children(value: Any) -> Any:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _errors(value: Any, form: Any, at: str) -> Iterator[str]:
    kind = form if isinstance(form, type) else type(form)
    if kind is not object and type(value) is not kind:
        yield f"{at} is {TYPE_NAMES.get(type(value), 'no value')} and should be {TYPE_NAMES[kind]}"
    elif isinstance(form, list):
        for place, each in enumerate(value):
            yield from _errors(each, form[0], f"{at}[{place}]")
    elif isinstance(form, dict):
        yield from _field_errors(value, form, at)


def _field_errors(value: dict[str, Any], form: dict[Any, Any], at: str) -> Iterator[str]:
    for name, of in form.items():
        if name is str:
            for key, each in value.items():
                yield from _errors(each, of, f"{at}.{key[:40]}")
        elif (known := name.removesuffix("?")) in value:
            yield from _errors(value[known], of, f"{at}.{known}")
        elif not name.endswith("?"):
            yield f"{at} has no {name!r}"
