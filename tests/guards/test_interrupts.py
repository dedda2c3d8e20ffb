"""Ctrl-C ends every management command with status 130 and a sentence on what was done and how to go on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command, get_commands, load_command_class

from league.management.stoppable_command import INTERRUPTED_EXIT_CODE, StoppableCommand
from tests.guards.findings import report

WORDS = {
    "advance": ("l/s1",),
    "amend": ("l/s1",),
    "api_conformance": ("--prepare", "l"),
    "calendar": ("l",),
    "clock": ("l/s1",),
    "do": ("l/s1", "-"),
    "edition": ("l/s1",),
    "export": ("l",),
    "future": ("l",),
    "import_league": ("l.json",),
    "orders": ("l", "razors"),
    "play": ("folder",),
    "rehearse": ("l/s1",),
    "resolve": ("m.json",),
    "reveal": ("l/s1",),
    "score": ("d.json",),
    "season_end": ("l/s1",),
    "steward": ("l/s1",),
    "token": ("l", "--as", "ada"),
}
"""The arguments that commands require."""


def ours() -> list[str]:
    """The names of this project's management commands."""
    return sorted(name for name, app in get_commands().items() if app == "league")


def speechless(name: str, command: object) -> Iterator[str]:
    """A sentence for a command without its own message for an interrupt."""
    where = f"league/management/commands/{name}.py"
    if not isinstance(command, StoppableCommand):
        yield (
            f"{where} says nothing on Ctrl-C: derive its Command from DatabaseCommand, or from StoppableCommand if "
            "it needs no table."
        )
    elif "if_stopped" not in vars(type(command)):
        yield f"{where} does not say what stands when Ctrl-C ends it: give its Command an `if_stopped`."
    elif not command.if_stopped.endswith(".") or len(command.if_stopped.split()) < 5:
        yield f"`if_stopped` of {where} is no sentence: say what stands, and how to go on."


def test_every_command_says_what_stands_when_it_is_stopped() -> None:
    problems = [sentence for name in ours() for sentence in speechless(name, load_command_class("league", name))]
    report(problems, seen=ours(), of="commands")


@pytest.mark.parametrize("name", ours())
def test_ctrl_c_ends_it_with_that_sentence_and_130(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = load_command_class("league", name)

    class Stopped(type(command)):  # type: ignore[misc]
        """The command, interrupted as soon as it starts."""

        def handle(self, *args: object, **options: object) -> None:
            raise KeyboardInterrupt

        def check(self, *args: object, **options: object) -> None:
            """Skip the system checks, which other tests cover."""

    with pytest.raises(SystemExit) as exit_info:
        Stopped().run_from_argv(["manage.py", name, *WORDS.get(name, ())])
    output, errors = capsys.readouterr()
    assert (exit_info.value.code, output, errors) == (INTERRUPTED_EXIT_CODE, "", f"Stopped. {command.if_stopped}\n")


def test_whoever_calls_a_command_in_a_program_is_told_by_the_interrupt_itself() -> None:
    """Code that calls a command gets the interrupt itself, as `serve` does when it migrates."""

    class Stopped(StoppableCommand):
        requires_system_checks = []

        def handle(self, *args: object, **options: object) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call_command(Stopped())
