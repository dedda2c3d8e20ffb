"""Like forms and the API, the command line can refuse a change to a season that has changed since it was read."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from django.core.management.base import BaseCommand

from journal import amend, perform, preview_amend, take_back
from league.management import commands
from tests.guards.findings import report

GIVING = (perform, amend, preview_amend, take_back)
"""The functions that change a season for a member."""


def giving() -> dict[str, ModuleType]:
    """The management commands that call one of these functions, by name."""
    (folder,) = commands.__path__
    found = {path.stem: import_module(f"{commands.__name__}.{path.stem}") for path in Path(folder).glob("[a-z]*.py")}
    return {
        name: module_type
        for name, module_type in found.items()
        if any(value in GIVING for value in _callables(module_type))
    }


def _callables(module: ModuleType) -> list[object]:
    return [var for var in vars(module).values() if callable(var)]


def options_of(command: BaseCommand, name: str) -> set[str]:
    """The names of a command's options."""
    return {action.dest for action in command.create_parser("manage.py", name)._actions}


def without_seen(found: dict[str, Collection[str]]) -> Iterator[str]:
    """A sentence for each command for members without the option `--seen`."""
    for name, options in sorted(found.items()):
        if "user" in options and "seen" not in options:
            yield (
                f"manage.py {name} changes a season for a member and has no --seen: give it add_seen of "
                f"league/management/cli_actor.py in league/management/commands/{name}.py."
            )


def test_whoever_changes_a_season_from_the_command_line_may_say_what_they_read_last() -> None:
    found = {name: options_of(module_type.Command(), name) for name, module_type in giving().items()}
    assert {"amend", "do"} <= found.keys()
    report(without_seen(found), seen=found, of="commands that change a season")


def test_a_command_without_it_is_named() -> None:
    (sentence,) = without_seen({"do": {"user", "seen"}, "play": {"folder"}, "mend": {"user"}})
    assert sentence == (
        "manage.py mend changes a season for a member and has no --seen: give it add_seen of "
        "league/management/cli_actor.py in league/management/commands/mend.py."
    )
