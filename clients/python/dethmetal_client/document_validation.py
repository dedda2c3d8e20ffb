"""Checks the form of a document from outside, and describes its first error before anything else uses it.

A form is a type, `[form]` for a list, or `{name: form}` for an object. In an object's form `"name?"` may be missing,
and `str` instead of a name stands for any name. Fields that a form does not name may hold anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

DEEPEST = 100
"""The deepest nesting that is accepted, far deeper than any real document."""
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
    """The first place where a document does not have that form, in words; empty if it has it everywhere."""
    return next(_errors(document, form, at), "")


def too_deep(document: Any) -> bool:
    """Whether a document is nested deeper than `DEEPEST`."""
    level = [document]
    for _ in range(DEEPEST):
        level = [child for value in level for child in _children(value)]
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
        for index, item in enumerate(value):
            yield from _errors(item, form[0], f"{at}[{index}]")
    elif isinstance(form, dict):
        yield from _field_errors(value, form, at)


def _field_errors(value: dict[str, Any], form: dict[Any, Any], at: str) -> Iterator[str]:
    for name, field_form in form.items():
        if name is str:
            for key, item in value.items():
                yield from _errors(item, field_form, f"{at}.{key[:40]}")
        elif (field_name := name.removesuffix("?")) in value:
            yield from _errors(value[field_name], field_form, f"{at}.{field_name}")
        elif not name.endswith("?"):
            yield f"{at} has no {name!r}"
