"""What a new house rule, match system or command still lacks, each with the file to edit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec

from league.pages.command_forms import chapters
from league.pages.command_forms.base import FORMS
from rules.campaign.core.command import COMMAND_TYPES, Giver
from rules.campaign.core.switches import SWITCH_BY_NAME, SWITCHES
from rules.core.switches import Switch
from rules.match.registry import RULESET_MODULES
from rules.match.rulebook_pages import rulebook_pages

__all__ = [
    "Gap",
    "book_gaps",
    "chapters",
    "command_gaps",
    "every_gap",
    "name_gaps",
    "switch_gaps",
]

HOUSE_RULES_FOLDER = "rules/campaign/core/house_rules"
KIT = "match"
"""The folder of `rules` with the base of rulesets, which is not a match system."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that is registered in one place and missing in another: an id, what is missing, and what to do."""

    id: str
    said: str
    do: str

    @property
    def sentence(self) -> str:
        """What is missing and what to do, in one line."""
        return f"{self.said} {self.do}"


def every_gap() -> list[Gap]:
    """Everything that is registered only in part; empty if nothing is."""
    gaps = [
        *switch_gaps(SWITCHES, "rules.campaign", HOUSE_RULES_FOLDER),
        *command_gaps({tag for tag, row in COMMAND_TYPES.items() if row.by is not Giver.SEASON}, set(FORMS)),
        *unlisted_books(RULESET_MODULES.values(), packages()),
        *name_gaps(RULESET_MODULES),
    ]
    for book in RULESET_MODULES.values():
        gaps += book_gaps(book)
    return gaps


# ------------------------------------------------------------------------------------------------- house rules


def switch_gaps(switches: Iterable[Switch], package: str, file: str) -> Iterator[Gap]:
    """Switches whose rule is in no chapter of the package's rulebook."""
    folder = f"{package.replace('.', '/')}/rulebook"
    rules = {
        id for page in rulebook_pages(package) for id in re.findall(r"^## (\S+) ", page.text, flags=re.MULTILINE)
    }
    for switch in switches:
        if switch.rule not in rules:
            yield Gap(
                "E005",
                f"The house rule {switch.name} bends {switch.rule}, which no chapter of {folder} tells.",
                f"Add a section ## {switch.rule} there, or name the rule it bends in {file}.",
            )


# ----------------------------------------------------------------------------------------------- match systems


def packages() -> list[str]:
    """The ruleset modules of the match systems in the folder `rules`."""
    names = {folder.name for folder in files("rules").iterdir() if folder.joinpath("ruleset.py").is_file()}
    return [f"rules.{name}.ruleset" for name in sorted(names - {KIT})]


def module_exists(module: str) -> bool:
    """Whether there is a module of that name."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # its package does not exist either
        return False


def unlisted_books(books: Iterable[str], existing: Iterable[str]) -> Iterator[Gap]:
    """Match systems that the registry does not list, and listed ones that do not exist."""
    books, existing = list(books), list(existing)
    for book in existing:
        if book not in books:
            yield Gap(
                "E006",
                f"{book.replace('.', '/')}.py is a match system that no league can choose.",
                f'Add "{book.split(".")[1]}": "{book}" to RULESET_MODULES in rules/match/registry.py.',
            )
    for book in books:
        if book not in existing:
            yield Gap(
                "E006",
                f"rules/match/registry.py lists {book}, and there is no such module.",
                "Write it, or take it out of RULESET_MODULES in rules/match/registry.py.",
            )


def name_gaps(books: Mapping[str, str]) -> Iterator[Gap]:
    """Match systems listed under a name other than that of their ruleset."""
    for name, book in books.items():
        if not module_exists(book):
            continue  # unlisted_books reports it
        own = import_module(book).RULESET.name
        if own != name:
            yield Gap(
                "E011",
                f'rules/match/registry.py lists {book} as "{name}", and its RULESET is called "{own}".',
                "Give it its own name in RULESET_MODULES in rules/match/registry.py, or RULESET that one in "
                f"{book.replace('.', '/')}.py.",
            )


def book_gaps(book: str) -> list[Gap]:
    """What a listed match system still lacks; `book` is the name of its ruleset module."""
    if not module_exists(book):
        return []  # unlisted_books reports it
    package = book.rpartition(".")[0]
    path = package.replace(".", "/")
    switches: tuple[Switch, ...] = import_module(book).RULESET.switches
    gaps: list[Gap] = []
    has_settings = module_exists(f"{package}.settings")
    if switches and not has_settings:
        gaps.append(
            Gap(
                "E007",
                f"{path} has no settings, by which its matches read their house rules.",
                f"Write {path}/settings.py with Settings (one house_rule each), SWITCHES_BY_NAME and settings_of.",
            )
        )
    elif has_settings:
        declared = import_module(f"{package}.settings").SWITCHES_BY_NAME.values()
        gaps += setting_gaps(switches, declared, f"{path}/settings.py")
    if not files(package).joinpath("rulebook").is_dir():
        return [*gaps, Gap("E008", f"{path} has no rulebook.", f"Write its chapters into {path}/rulebook.")]
    own_switches = [switch for switch in switches if switch.name not in SWITCH_BY_NAME]
    gaps += switch_gaps(own_switches, package, f"{path}/settings.py")
    pages = "\n".join(page.text for page in rulebook_pages(package))
    for switch in own_switches:
        if f"House rule: `{switch.name}`" not in pages:
            gaps.append(
                Gap(
                    "E008",
                    f"No chapter of {path}/rulebook tells of the house rule {switch.name}.",
                    f"Add a paragraph under ## {switch.rule} that begins: House rule: `{switch.name}` (default …): ",
                )
            )
    return gaps


def setting_gaps(switches: Iterable[Switch], declared: Iterable[Switch], file: str) -> Iterator[Gap]:
    """Switches of a ruleset that its settings do not declare, and declared ones that no league can change."""
    switches, declared = list(switches), list(declared)
    for switch in switches:
        if switch not in declared:
            yield Gap(
                "E007",
                f"Matches cannot read the house rule {switch.name}.",
                f"Declare it by house_rule in Settings in {file}, and give the ruleset the switches made from there.",
            )
    for switch in declared:
        if switch not in switches and switch.name not in SWITCH_BY_NAME:
            yield Gap(
                "E007",
                f"No league can change the house rule {switch.name}, which {file} declares.",
                "Give the ruleset all switches that are made from its settings.",
            )


# ------------------------------------------------------------------------------------------------------ commands


def command_gaps(required: set[str], forms: set[str]) -> Iterator[Gap]:
    """Commands that people give and that have no form."""
    for tag in sorted(required - forms):
        yield Gap(
            "E010",
            f"People give the command {tag}, and no form of the desk does.",
            f'Write a CommandForm with @register_form("{tag}") in a chapter of league/pages/command_forms/chapters.',
        )
