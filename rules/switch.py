"""A house-rule switch of any book: its dotted name, its printed default, and what it may be set to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.refusal import Malformed

Setting = bool | int | str
LONGEST_SETTING = 200


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: its dotted name, its default, the rule it bends, what it changes, and what it may be.

    One with `choices` is set to one of them, another to a setting of its default's kind: a number from `lowest` to
    `highest`, or a text that is all of the regular expression `form`.
    """

    name: str
    default: Setting
    rule: str
    changes: str
    choices: tuple[Setting, ...] = ()
    lowest: int = 0
    highest: int = 10_000
    form: str = ".*"

    def proper(self, value: object) -> Setting:
        """The value, when the switch may have it. Raises `Malformed` with what it may be."""
        if self.choices:
            if type(value) is type(self.default) and value in self.choices:
                return value
            raise Malformed(f"{self.name} is one of {', '.join(map(str, self.choices))}: give one of those.")
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            raise Malformed(f"{self.name} is on or off: give true or false.")
        if isinstance(self.default, str):
            if isinstance(value, str) and len(value) <= LONGEST_SETTING and re.fullmatch(self.form, value):
                return value
            raise Malformed(f"{self.name} is a text such as {self.default!r}: write one like it.")
        if isinstance(value, int) and not isinstance(value, bool) and self.lowest <= value <= self.highest:
            return value
        raise Malformed(f"{self.name} is a whole number: give one from {self.lowest} to {self.highest}.")
