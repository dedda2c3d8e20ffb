"""How every book words the entries of its log: a message for each kind of entry, filled with the entry's fields, and
the rule at the end.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.match.log import LogEntry

LogMessage = str | Callable[[LogEntry], str]
"""A message template filled from the entry's fields, or a function that makes the message; empty for no message."""


def message_fields(entry: LogEntry) -> dict[str, object]:
    """The fields a message may use: car and crew, the values after the entry, and all else in it.

    The names of values before the entry end in `_before`.
    """
    before = {f"{name}_before": value for name, value in entry.before.items()}
    return {**before, **entry.after, **entry.more, "car": entry.car, "crew": entry.crew}


def fill_message(message: LogMessage, entry: LogEntry, **changed_fields: object) -> str:
    """The message of an entry; `changed_fields` replace fields that people read otherwise than the log holds them."""
    if isinstance(message, str):
        return message.format_map({**message_fields(entry), **changed_fields})
    return message(entry)


def with_rule(text: str, entry: LogEntry) -> str:
    """A text with the rule of its entry; empty if the text is."""
    return f"{text} [{entry.rule}]" if text else ""
