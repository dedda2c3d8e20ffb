"""Where odd files are tried: every command-line argument that names a file, and how it is tested.

`tests/guards/test_outside_files.py` finds these arguments in the sources and fails for one that is not listed here.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
FIRST_LAPS = CHECKOUT / "examples" / "first-laps"
VENDOR = CHECKOUT / "static" / "vendor"
COMMANDS = "league/management/commands"
CLIENT = "clients/python/dethmetal_client/cli_parser.py"
NOWHERE = "http://127.0.0.1:9"
NO_FAULT = frozenset[str]()


@dataclass(frozen=True)
class Attack:
    """An argument, the program it belongs to, and a function from a file's path to the command line's words.

    `of` is the kind of valid document that gets altered. `fine` names the odd files that are valid there. Where an
    argument is a folder, `around` is a valid one and `inside` is the path in it that is made odd.
    """

    argument: str
    program: str
    words: Callable[[str], list[str]]
    of: str = ""
    fine: frozenset[str] = NO_FAULT
    around: Path | None = None
    inside: str = ""
    stands: bool = False
    """Whether batches given before the odd file stay in the journal."""

    @property
    def name(self) -> str:
        """The name of the attack in test IDs."""
        return f"{self.program} {' '.join(self.words('FILE'))} {self.inside}".strip()

    def prepare(self, folder: Path) -> tuple[str, Path]:
        """The argument's value for that empty folder, and the path where the odd file has to be written."""
        if self.around is None:
            return str(folder / "odd"), folder / "odd"
        shutil.copytree(self.around, folder / "true")
        odd = folder / "true" / self.inside
        odd.unlink()
        return str(folder / "true"), odd


def _plays(argument: str, words: Callable[[str], list[str]], program: str = "manage.py") -> list[Attack]:
    """Attacks on an argument that takes a league's folder: on the folder, and on each kind of file in it."""
    inside = ("league.json", "s1/01-founding.json", "s1/reports/m1.json")
    return [
        Attack(argument, program, words),
        *(
            Attack(
                argument,
                program,
                words,
                around=FIRST_LAPS,
                inside=path,
                fine=BATCHES.get(path, NO_FAULT),
                stands="report" in path,
            )
            for path in inside
        ),
    ]


BATCHES = {"s1/01-founding.json": frozenset({"a list"})}
"""A season may have a file without a batch: the next file reports what is missing."""
ATTACKS = [
    Attack(f"{COMMANDS}/verify.py what", "manage.py", lambda file: ["verify", file], of="league"),
    Attack(f"{COMMANDS}/verify.py what", "manage.py", lambda file: ["verify", file], of="season"),
    Attack(f"{COMMANDS}/import_league.py file", "manage.py", lambda file: ["import_league", file], of="league"),
    Attack(f"{COMMANDS}/do.py file", "manage.py", lambda file: ["do", "rust-belt/s1", file], of="command"),
    Attack(
        f"{COMMANDS}/orders.py file",
        "manage.py",
        lambda file: ["orders", "rust-belt", "razors", file, "--as", "rust-belt-razors"],
        of="orders",
        fine=frozenset({"a byte order mark before an object"}),  # no orders, as some editors write them
    ),
    Attack(
        f"{COMMANDS}/amend.py --correct",
        "manage.py",
        lambda file: ["amend", "rust-belt/s1", "--correct", f"2={file}", "--reason", "An odd file."],
        of="command",
        fine=frozenset({"a list"}),  # which strikes the entry, in a preview
    ),
    Attack(
        f"{COMMANDS}/amend.py --report",
        "manage.py",
        lambda file: ["amend", "rust-belt/s1", "--report", f"m1={file}", "--reason", "An odd file."],
    ),
    Attack(f"{COMMANDS}/beacon.py --file", "manage.py", lambda file: ["beacon", "--file", file]),
    Attack(f"{COMMANDS}/resolve.py match", "manage.py", lambda file: ["resolve", file], of="match"),
    Attack(f"{COMMANDS}/score.py duel", "manage.py", lambda file: ["score", file], of="duel"),
    Attack(f"{COMMANDS}/resolve.py match", "manage.py", lambda file: ["resolve", file, "--again"], of="log"),
    Attack(
        f"{COMMANDS}/resolve.py match", "manage.py", lambda file: ["resolve", file, "--ruleset", "rhad"], of="match"
    ),
    *_plays(f"{COMMANDS}/play.py folder", lambda folder: ["play", folder, "--season-secret", "00ff"]),
    *_plays(
        f"{COMMANDS}/api_conformance.py --write-out",
        lambda folder: ["api_conformance", "--write-out", folder, f"{folder}-out", "--season-secret", "00ff"],
    ),
    *_plays(
        f"{COMMANDS}/api_conformance.py --folder",
        lambda folder: ["api_conformance", "--server", NOWHERE, "--token", "dm_x", "--folder", folder],
    ),
    Attack(f"{COMMANDS}/vendored.py --folder", "manage.py", lambda folder: ["vendored", "--folder", folder]),
    Attack(
        f"{COMMANDS}/vendored.py --folder",
        "manage.py",
        lambda folder: ["vendored", "--folder", folder],
        around=VENDOR,
        inside="manifest.json",
    ),
    Attack("static/verify.py export", "verify.py", lambda file: [file], of="season"),
    Attack("static/verify.py export", "verify.py", lambda file: [file, "--quiet"], of="league"),
    Attack("static/verify.py --heads", "verify.py", lambda file: ["TRUE", "--heads", file]),
    Attack("static/verify.py --receipt", "verify.py", lambda file: ["TRUE", "--receipt", file]),
    *(
        Attack(f"{CLIENT} file", "dethmetal", words, of="command")
        for words in (lambda file: ["give", "rust-belt/s1", file], lambda file: ["try", "rust-belt/s1", file])
    ),
    *(
        Attack(f"{CLIENT} {argument}", "dethmetal", words)
        for argument, words in (
            ("--packet", lambda file: ["report", "l/s1/m1", "--packet", file, "--outcome", "TRUE"]),
            ("--log", lambda file: ["report", "l/s1/m1", "--log", file]),
            ("--outcome", lambda file: ["report", "l/s1/m1", "--outcome", file]),
            ("duel", lambda file: ["score", file]),
            ("--heat", lambda file: ["report", "l/s1/m1", "--heat", f"1={file}"]),
            ("--round", lambda file: ["fall", "l/s1", "9", "--round", file]),
            ("--secret", lambda file: ["take-part", "l/s1", "--secret", file]),
        )
    ),
    *_plays(f"{CLIENT} folder", lambda folder: ["play", folder, "--season-secret", "00ff"], "dethmetal"),
]
ELSEWHERE = {
    f"{CLIENT} --keys": "tests/clients/test_odd_files.py: it is read when a server has answered",
}
"""Arguments that name a file which is read, and the tests that try odd files there instead."""
NOT_READ = {
    f"{COMMANDS}/export.py --output": "it is written, whole or not at all",
    f"{COMMANDS}/resolve.py --replay": "it is written, whole or not at all",
    f"{COMMANDS}/resolve.py --report": "it is written, whole or not at all",
    f"{COMMANDS}/resolve.py --ruleset": "it names a ruleset, which a file may say as well",
    f"{COMMANDS}/api_conformance.py --season-secret": "it is hex digits",
    f"{CLIENT} --into": "it is written, whole or not at all",
    f"{CLIENT} --season-secret": "it is hex digits",
    f"{CLIENT} --league": "it is an id, which a file may say as well",
    "benchmarks/__main__.py --out": "it is a folder that is written to",
    "benchmarks/__main__.py --time": "it is what a file that is written is called",
    "tools/examples.py folders": "they are names of folders in examples/, and no others are taken",
    "tools/mutate.py --only": "they are our own sources",
    "tools/mutate.py --root": "it is a checkout of our own",
    "tools/replay_animation.py --league": "it is a folder of examples/, and no other is taken",
    "tools/replay_animation.py --to": "it is written",
    "tools/sanity/economy.py --page": "it is written",
    "tools/where.py --root": "it is a checkout of our own",
    "tools/rule_coverage.py --root": "it is a checkout of our own",
    "tools/rust_belt/__main__.py folder": "it is written",
}
"""Arguments that name a file, or seem to, from which no outside data is read."""
