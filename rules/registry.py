"""The rulesets a league may choose, by name.

Books are listed by their module and imported when somebody asks, so that no book imports another.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from rules.refusal import Unknown
from rules.ruleset import Ruleset
from rules.switch import Switch

BOOKS: tuple[str, ...] = ("rules.dethmatch.ruleset",)
"""The modules of the books that play matches; each holds its ruleset as `RULESET`."""
_installed: dict[str, Ruleset] = {}


class NameTaken(RuntimeError):
    """Two rulesets have one name: a fault of the program."""


def install(ruleset: Ruleset) -> None:
    """Put a ruleset among those a league may choose; the same again does nothing. Raises `NameTaken`."""
    standing = _installed.setdefault(ruleset.name, ruleset)
    if standing is not ruleset:
        raise NameTaken(ruleset.name)


@contextmanager
def installed(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Have a ruleset installed for a while; one that was before stays."""
    stays = ruleset.name in _installed
    install(ruleset)
    try:
        yield ruleset
    finally:
        if not stays:
            del _installed[ruleset.name]


def rulesets() -> tuple[Ruleset, ...]:
    """Every ruleset there is, by name."""
    for book in BOOKS:
        install(import_module(book).RULESET)
    return tuple(_installed[name] for name in sorted(_installed))


def named(name: str) -> Ruleset:
    """The ruleset of that name. Raises `Unknown`, naming those there are."""
    known = {each.name: each for each in rulesets()}
    if name not in known:
        there_are = f"use one of {', '.join(known)}" if known else "none is installed, so let people report"
        raise Unknown(f"There is no ruleset {name[:80]!r}: {there_are}.")
    return known[name]


def ruleset_switches() -> tuple[Switch, ...]:
    """The switches of every ruleset, by ruleset."""
    return tuple(switch for ruleset in rulesets() for switch in ruleset.switches)
