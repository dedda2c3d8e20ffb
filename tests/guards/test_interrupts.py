"""Ctrl-C ends every command of ours with one sentence that says what stands and how to go on, and with 130."""

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
    "import_league": ("l.json",),
    "orders": ("l", "razors"),
    "play": ("folder",),
    "rehearse": ("l/s1",),
    "resolve": ("m.json",),
    "score": ("d.json",),
    "season_end": ("l/s1",),
    "steward": ("l/s1",),
    "token": ("l", "--as", "ada"),
}
"""The words without which a command does not begin."""


def ours() -> list[str]:
    """The commands of this project."""
    return sorted(name for name, app in get_commands().items() if app == "league")


def speechless(name: str, command: object) -> Iterator[str]:
    """A sentence for a command that says nothing of its own when it is stopped."""
    where = f"league/management/commands/{name}.py"
    if not isinstance(command, StoppableCommand):
        yield f"{where} is not Stoppable: derive its Command from Spoken, or from Stoppable where it needs no table."
    elif "if_stopped" not in vars(type(command)):
        yield f"{where} does not say what stands when Ctrl-C ends it: give its Command an `if_stopped`."
    elif not command.if_stopped.endswith(".") or len(command.if_stopped.split()) < 5:
        yield f"`if_stopped` of {where} is no sentence: say what stands, and how to go on."


def test_every_command_says_what_stands_when_it_is_stopped() -> None:
    problems = [said for name in ours() for said in speechless(name, load_command_class("league", name))]
    report(problems, seen=ours(), of="commands")


@pytest.mark.parametrize("name", ours())
def test_ctrl_c_ends_it_with_that_sentence_and_130(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = load_command_class("league", name)

    class Stopped(type(command)):  # type: ignore[misc]
        """The same, stopped as soon as it begins."""

        def handle(self, *args: object, **options: object) -> None:
            raise KeyboardInterrupt

        def check(self, *args: object, **options: object) -> None:
            """The system checks are tested elsewhere."""

    with pytest.raises(SystemExit) as left:
        Stopped().run_from_argv(["manage.py", name, *WORDS.get(name, ())])
    out, wrong = capsys.readouterr()
    assert (left.value.code, out, wrong) == (INTERRUPTED_EXIT_CODE, "", f"Stopped. {command.if_stopped}\n")


def test_whoever_calls_a_command_in_a_program_is_told_by_the_interrupt_itself() -> None:
    """`serve` migrates, and says what goes on at its next start."""

    class Stopped(StoppableCommand):
        requires_system_checks = []

        def handle(self, *args: object, **options: object) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call_command(Stopped())
