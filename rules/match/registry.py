"""The rulesets, questionnaires and procedures a league may choose, handling models, and the scorer of duels.

Books are listed by their modules and imported one by one when they are first asked for. So no book imports another,
and a book that nobody plays by is not loaded. What else a match system has is found in its package.
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
from rules.core.suggestions import suggestion_clause
from rules.core.switches import Switch
from rules.match.drawing.ground_kind import GroundKind
from rules.match.duels.book import DuelBook
from rules.match.duels.scorer import DuelScorer
from rules.match.duels.terms import DuelDesignReader, DuelTerms
from rules.match.handling.handling_model import HandlingModel
from rules.match.referee.procedures import Procedure, ProcedureBook
from rules.match.referee.questionnaire import Questionnaire
from rules.match.ruleset import Page, Ruleset

RULESET_MODULES: Mapping[str, str] = {
    "dethmatch": "rules.dethmatch.ruleset",
    "formule": "rules.formule.ruleset",
    "rhad": "rules.rhad.ruleset",
    "carcult": "rules.carcult.ruleset",
}
"""The modules of the books that play matches, by the name of their ruleset, which is the module's `RULESET`."""


def _modules_of_books(*path: str) -> dict[str, str]:
    """The modules at that path in the packages of the match systems that have one, by ruleset; none is imported."""
    packages = {name: module.split(".")[:-1] for name, module in RULESET_MODULES.items()}
    return {
        name: ".".join([root, *inside, *path])
        for name, (root, *inside) in packages.items()
        if files(root).joinpath(*inside, *path[:-1], f"{path[-1]}.py").is_file()
    }


HANDLING_MODELS: Mapping[str, str] = {"rhad": "rules.match.handling.running_handling"}
"""The modules of the handling models that maps of other books may use; the model is the module's `MODEL`."""
QUESTIONNAIRES: Mapping[str, str] = {"carwars": "rules.carwars.questionnaire"}
"""The modules of the questionnaires of books, by id; the questionnaire is the module's `QUESTIONNAIRE`."""
DUEL_SCORER = "rules.carwars.scoring.running_score"
"""The module of the scorer of duels, which is its `SCORER`."""
PROCEDURE_BOOKS: Mapping[str, str] = {"carwars": "rules.carwars.procedures.table"}
"""The modules of a referee's procedures, by the id of the questionnaire they go by; each has a `PROCEDURE_BOOK`."""
DUEL_BOOKS: Mapping[str, str] = {"carwars": "rules.carwars.duel_book"}
"""The modules that score duels at a referee's table, by the id of their questionnaire; the book is their `BOOK`."""
DUEL_TERMS: Mapping[str, str] = {"carwars": "rules.carwars.duel_terms"}
"""The modules of the questionnaires that say something of duels, by id; what they say is the module's `TERMS`."""
DUEL_DESIGNS: Mapping[str, str] = _modules_of_books("designs", "duel_design")
"""The modules of the match systems that read designs of cars for duels, by the name of their ruleset; the reader is
the module's `read_duel_design`.
"""
BOOKS: Mapping[str, str] = {"carwars": "rules.carwars.book"}
"""The modules of the books of the rulebook that play no matches, by name: the module's `TITLE` and `pages`."""
GROUND_KINDS: Mapping[str, str] = _modules_of_books("ground", "ground_kind")
"""The modules of the grounds of match systems, by ruleset; the kind is the module's `GROUND_KIND`."""
_installed: dict[str, Ruleset] = {}


class NameTaken(RuntimeError):
    """Two rulesets have the same name: a bug in the program."""


def install(ruleset: Ruleset) -> None:
    """Add a ruleset to those a league may choose; adding it again does nothing. Raises `NameTaken`."""
    installed = _installed.setdefault(ruleset.name, ruleset)
    if installed is not ruleset:
        raise NameTaken(ruleset.name)


@contextmanager
def temporarily_installed(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Install a ruleset for the duration of the context. One that was installed before stays installed."""
    stays = ruleset.name in _installed
    install(ruleset)
    try:
        yield ruleset
    finally:
        if not stays:
            del _installed[ruleset.name]


def ruleset_names() -> tuple[str, ...]:
    """The names of all rulesets, sorted. No book is imported."""
    return tuple(sorted({*RULESET_MODULES, *_installed}))


def rulesets() -> tuple[Ruleset, ...]:
    """All rulesets, sorted by name. This imports every book; `ruleset_names` does not."""
    return tuple(get_ruleset(name) for name in ruleset_names())


def get_ruleset(name: str) -> Ruleset:
    """The ruleset of that name, with its book imported. Raises `Unknown`, which lists the known names."""
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
    """The handling model of that name. Raises `Unknown`, which lists the known names."""
    if name not in HANDLING_MODELS:
        there_are = ", ".join(HANDLING_MODELS)
        raise Unknown(f"There is no handling model {name[:80]!r}: use one of {there_are}.")
    model: HandlingModel = import_module(HANDLING_MODELS[name]).MODEL
    return model


def get_questionnaire(id: str) -> Questionnaire:
    """The questionnaire of a book with that id. Raises `Unknown`, which lists the known ids."""
    if id not in QUESTIONNAIRES:
        raise Unknown(f"There is no questionnaire {id[:80]!r}: use one of {', '.join(QUESTIONNAIRES)}.")
    questionnaire: Questionnaire = import_module(QUESTIONNAIRES[id]).QUESTIONNAIRE
    return questionnaire


def duel_scorer() -> DuelScorer:
    """The scorer of duels, the only one: every match system whose matches are duels is scored by it."""
    scorer: DuelScorer = import_module(DUEL_SCORER).SCORER
    return scorer


def get_procedure_book(id: str) -> ProcedureBook:
    """The procedures that go by a questionnaire. Raises `Unknown`, which lists the known ids."""
    if id not in PROCEDURE_BOOKS:
        raise Unknown(f"There are no procedures of {id[:80]!r}: use one of {', '.join(PROCEDURE_BOOKS)}.")
    book: ProcedureBook = import_module(PROCEDURE_BOOKS[id]).PROCEDURE_BOOK
    return book


def procedure_books() -> tuple[ProcedureBook, ...]:
    """The procedures of every book."""
    return tuple(get_procedure_book(id) for id in PROCEDURE_BOOKS)


def find_procedure(tag: str) -> tuple[ProcedureBook, Procedure]:
    """The procedure with a tag, and its book. Raises `Unknown`, which proposes what may be meant."""
    known = {tag: (book, procedure) for book in procedure_books() for tag, procedure in book.procedures().items()}
    if tag not in known:
        raise Unknown(f"There is no procedure {tag[:80]!r}: {suggestion_clause(tag, known)}.")
    return known[tag]


def duel_book(questionnaire: str = "") -> DuelBook:
    """The book whose questionnaire of that id duels are scored by, the first one without an id. Raises `Unknown`."""
    id = questionnaire or next(iter(DUEL_BOOKS))
    if id not in DUEL_BOOKS:
        raise Unknown(f"No duels are scored by the questionnaire {id[:80]!r}: use one of {', '.join(DUEL_BOOKS)}.")
    book: DuelBook = import_module(DUEL_BOOKS[id]).BOOK
    return book


def duel_terms(questionnaire: str) -> DuelTerms:
    """What the questionnaire of that id says of duels. Raises `Unknown` if it says nothing."""
    if questionnaire not in DUEL_TERMS:
        raise Unknown(f"{questionnaire[:80]!r} says nothing of duels: use one of {', '.join(DUEL_TERMS)}.")
    terms: DuelTerms = import_module(DUEL_TERMS[questionnaire]).TERMS
    return terms


def duel_design_reader(ruleset: str) -> DuelDesignReader:
    """The reader of a ruleset's designs for duels. Raises `Unknown` if it reads none."""
    if ruleset not in DUEL_DESIGNS:
        raise Unknown(f"{ruleset[:80]!r} reads no designs for duels: use one of {', '.join(DUEL_DESIGNS)}.")
    reader: DuelDesignReader = import_module(DUEL_DESIGNS[ruleset]).read_duel_design
    return reader


def other_books() -> tuple[tuple[str, str, tuple[Page, ...]], ...]:
    """The books that play no matches: the name, the title and the pages of each."""
    modules = {name: import_module(module) for name, module in BOOKS.items()}
    return tuple((name, module.TITLE, module.pages()) for name, module in modules.items())


def get_ground_kind(ruleset: str) -> GroundKind:
    """The kind of ground that a ruleset plays on. Raises `Unknown` if it has none."""
    if ruleset not in GROUND_KINDS:
        raise Unknown(f"{ruleset[:80]!r} has no grounds: use one of {', '.join(GROUND_KINDS)}.")
    kind: GroundKind = import_module(GROUND_KINDS[ruleset]).GROUND_KIND
    return kind


@cache
def grounds(ruleset: str) -> Mapping[str, Mapping[str, Any]]:
    """The documents of the grounds that come with a ruleset, by name; empty if it has none."""
    if ruleset not in GROUND_KINDS:
        return {}
    package = RULESET_MODULES[ruleset].rpartition(".")[0]
    folder = files(package).joinpath(get_ground_kind(ruleset).folder)
    paths = sorted((path for path in folder.iterdir() if path.name.endswith(".json")), key=lambda path: path.name)
    return {path.name.removesuffix(".json"): json.loads(path.read_text(encoding="utf-8")) for path in paths}
