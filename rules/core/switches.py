"""A house-rule switch of any book: its dotted name, its printed default, and the values it accepts.

A match system declares its house rules once, as the attributes of its settings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar, overload

from rules.core.refusals import Malformed, Unknown
from rules.core.suggestions import suggestion_clause

SettingsT = TypeVar("SettingsT")
DefaultT = TypeVar("DefaultT", bool, int, str)
ReadT = TypeVar("ReadT")
Setting = bool | int | str
LONGEST_SETTING = 200
SWITCH, READ = "switch", "read"
"""What the metadata of a declared attribute holds: its switch without the book's name, and how its text is read."""


@dataclass(frozen=True, slots=True)
class MostChanged:
    """Why a question is among those that leagues change most, which a questionnaire shows first.

    `place` is its place among those of its questionnaire, from 1.
    """

    place: int
    why: str


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: its dotted name, its default, the rule it changes, the effect, and the values it accepts.

    A switch with `choices` takes one of them. Any other takes a value of its default's type: a number from `lowest`
    to `highest`, or a text that fully matches the regular expression `form`. `most_changed` says why the
    questionnaire shows it first, if it does. In the list of house rules of its book, `may_be` says in words what a
    text may be, and `about` what it changes if not in the words of `changes`. `since` is the edition of its match
    system with which a switch came, 0 for the first; `before` is the value by which earlier editions play.
    """

    name: str
    default: Setting
    rule: str
    changes: str
    choices: tuple[Setting, ...] = ()
    lowest: int = 0
    highest: int = 10_000
    form: str = ".*"
    most_changed: MostChanged | None = None
    may_be: str = ""
    about: str = ""
    since: int = 0
    before: Setting | None = None

    def validate(self, value: object) -> Setting:
        """The value, if the switch accepts it. Raises `Malformed`, which says what it accepts."""
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


@overload
def house_rule(
    default: DefaultT,
    rule: str,
    changes: str,
    choices: tuple[Setting, ...] = (),
    *,
    group: str = "",
    lowest: int = 0,
    highest: int = 10_000,
    form: str = ".*",
    most_changed: MostChanged | None = None,
    may_be: str = "",
    about: str = "",
    since: int = 0,
    before: Setting | None = None,
) -> DefaultT: ...


@overload
def house_rule(
    default: str,
    rule: str,
    changes: str,
    choices: tuple[Setting, ...] = (),
    *,
    form: str = ".*",
    most_changed: MostChanged | None = None,
    may_be: str = "",
    about: str = "",
    since: int = 0,
    before: Setting | None = None,
    read: Callable[[str], ReadT],
) -> ReadT: ...


def house_rule(
    default: Setting,
    rule: str,
    changes: str,
    choices: tuple[Setting, ...] = (),
    *,
    group: str = "",
    lowest: int = 0,
    highest: int = 10_000,
    form: str = ".*",
    most_changed: MostChanged | None = None,
    may_be: str = "",
    about: str = "",
    since: int = 0,
    before: Setting | None = None,
    read: Callable[[str], Any] | None = None,
) -> Any:
    """Declare a house rule of a match system as an attribute of its settings; `switches_of` makes the switch of it.

    The parameters are those of `Switch`. The attribute `x` of the book `drag` is the switch `drag.x`, or `group.x` if
    a `group` is given. `read` converts a text to what matches use: the attribute has its result.
    """
    switch = Switch(
        group, default, rule, changes, choices, lowest, highest, form, most_changed, may_be, about, since, before
    )
    value = default if read is None else read(str(default))
    return field(default=value, metadata={SWITCH: switch, READ: read})


def switches_of(settings: type[Any], book: str) -> tuple[Switch, ...]:
    """The switches that the settings of a book declare by `house_rule`, in their order."""
    return tuple(
        replace(switch, name=f"{switch.name or book}.{attribute.name}")
        for attribute in fields(settings)
        if (switch := attribute.metadata.get(SWITCH))
    )


def read_settings(
    kind: type[SettingsT],
    settings: Mapping[str, Setting],
    switches: Mapping[str, Switch],
    *,
    title: str,
    namespace: str = "",
    edition: int | None = None,
) -> SettingsT:
    """The settings of a match as an instance of `kind`, where the switch `x.y` is the attribute `y`.

    Names outside the `namespace` are ignored. `edition` is the edition of the match system that plays, None for the
    newest: a house rule that came with a later one has the value by which earlier editions play.

    Raises `Unknown` for a name within the namespace that is not a switch of the book with that title, or `Malformed`
    for a value the switch does not accept.
    """
    chosen: dict[str, Any] = {}
    for name, value in settings.items():
        if name.startswith(namespace):
            if name not in switches:
                raise Unknown(unknown_switch(name, switches, title=title))
            chosen[name.rpartition(".")[2]] = switches[name].validate(value)
    if edition is not None:
        chosen = {**_values_before(switches.values(), edition), **chosen}
    return kind(**_converted(kind, chosen))


def _values_before(switches: Iterable[Switch], edition: int) -> dict[str, Setting]:
    """The values that an edition plays by for the house rules that came with later ones, by attribute."""
    return {
        switch.name.rpartition(".")[2]: switch.before
        for switch in switches
        if switch.since > edition and switch.before is not None
    }


def valid_settings(settings: Mapping[str, Setting], switches: Mapping[str, Switch]) -> dict[str, Setting]:
    """The settings that are known switches with accepted values; all others are left out."""
    return {name: value for name, value in settings.items() if name in switches and _is_valid(switches[name], value)}


def unknown_switch(name: str, switches: Mapping[str, Switch], *, title: str) -> str:
    """The sentence for a switch that does not exist in the book with that title."""
    return f"There is no switch {name[:80]!r} in {title}: {suggestion_clause(name, switches)}."


def _converted(kind: type[Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The values of attributes as matches use them: those that declare it are read from their switch's text."""
    read_by = {attribute.name: attribute.metadata.get(READ) for attribute in fields(kind)}
    return {name: value if (read := read_by[name]) is None else read(value) for name, value in chosen.items()}


def _is_valid(switch: Switch, value: Setting) -> bool:
    try:
        switch.validate(value)
    except Malformed:
        return False
    return True
