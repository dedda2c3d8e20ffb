"""The rulesets a league may choose, and the handling models a map may be driven by, by name.

Books are listed by their module and imported one by one as they are asked for, so that no book imports another and
nobody waits for a book they do not play by.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from rules.core.refusals import Unknown
from rules.core.switches import Switch
from rules.match.handling_model import HandlingModel
from rules.match.ruleset import Ruleset

RULESET_MODULES: Mapping[str, str] = {
    "dethmatch": "rules.dethmatch.ruleset",
    "formule": "rules.formule.ruleset",
    "rhad": "rules.rhad.ruleset",
    "carcult": "rules.carcult.ruleset",
}
"""The modules of the books that play matches, by the name of their ruleset; each holds it as `RULESET`."""
HANDLING_MODELS: Mapping[str, str] = {"rhad": "rules.rhad.handling_model"}
"""The modules of the handling models that a map of another book may drive its cars by; each holds its as `MODEL`."""
GROUNDS: Mapping[str, str] = {"dethmatch": "tracks", "formule": "circuits", "rhad": "arenas", "carcult": "tables"}
"""The folder of a book that holds the grounds that come with the game, one JSON document each, by its ruleset."""
_installed: dict[str, Ruleset] = {}


class NameTaken(RuntimeError):
    """Two rulesets have one name: a fault of the program."""


def install(ruleset: Ruleset) -> None:
    """Put a ruleset among those a league may choose; the same again does nothing. Raises `NameTaken`."""
    standing = _installed.setdefault(ruleset.name, ruleset)
    if standing is not ruleset:
        raise NameTaken(ruleset.name)


@contextmanager
def temporarily_installed(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Have a ruleset installed for a while; one that was before stays."""
    stays = ruleset.name in _installed
    install(ruleset)
    try:
        yield ruleset
    finally:
        if not stays:
            del _installed[ruleset.name]


def ruleset_names() -> tuple[str, ...]:
    """The name of every ruleset there is, in order; no book is imported for it."""
    return tuple(sorted({*RULESET_MODULES, *_installed}))


def rulesets() -> tuple[Ruleset, ...]:
    """Every ruleset there is, by name. It imports every book: `ruleset_names` does not."""
    return tuple(get_ruleset(name) for name in ruleset_names())


def get_ruleset(name: str) -> Ruleset:
    """The ruleset of that name, its book imported. Raises `Unknown`, naming those there are."""
    if name not in _installed:
        if name not in RULESET_MODULES:
            known = ruleset_names()
            there_are = f"use one of {', '.join(known)}" if known else "none is installed, so let people report"
            raise Unknown(f"There is no ruleset {name[:80]!r}: {there_are}.")
        install(import_module(RULESET_MODULES[name]).RULESET)
    return _installed[name]


def ruleset_switches() -> tuple[Switch, ...]:
    """The switches of every ruleset, by ruleset."""
    return tuple(switch for ruleset in rulesets() for switch in ruleset.switches)


def handling_model(name: str) -> HandlingModel:
    """The handling model of that name. Raises `Unknown`, naming those there are."""
    if name not in HANDLING_MODELS:
        there_are = ", ".join(HANDLING_MODELS)
        raise Unknown(f"There is no handling model {name[:80]!r}: use one of {there_are}.")
    model: HandlingModel = import_module(HANDLING_MODELS[name]).MODEL
    return model


@cache
def grounds(ruleset: str) -> Mapping[str, Mapping[str, Any]]:
    """The documents of the grounds that a ruleset's matches may be played on, by name; none where it brings none."""
    if ruleset not in GROUNDS:
        return {}
    folder = files(f"rules.{ruleset}").joinpath(GROUNDS[ruleset])
    found = sorted((path for path in folder.iterdir() if path.name.endswith(".json")), key=lambda each: each.name)
    return {path.name.removesuffix(".json"): json.loads(path.read_text(encoding="utf-8")) for path in found}
