"""Writes the tables of the rules into `static/verify.py`: which procedures throw dice, and who gives each command.

    python -m tools.verifier [--check]

The program is one file that players read before they trust it, so the tables are text in it, between two marks.
The same table of procedures makes docs/dice-paths.md. With --check it writes nothing and only names stale files.
"""

import argparse
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import rules.campaign.play.perform  # noqa: F401 - every command registers itself
from rules.campaign.core.command import COMMAND_TYPES, Giver
from rules.campaign.core.dice_paths import PROCEDURES
from tools.dice_document import DOCUMENT, document

PROGRAM = Path(__file__).parents[1] / "static" / "verify.py"
BEGINS, ENDS = "# >>> written from the rules by `python -m tools.verifier`\n", "# <<<\n"
WIDTH = 116


def tables() -> str:
    """The tables as Python source, with one line for each procedure."""
    lines = ["PROCEDURES = [  # path, kinds of throws with the first one first, most dice (0: no end), commands\n"]
    for procedure in PROCEDURES:
        row = (procedure.path, " ".join(procedure.throws), procedure.most, " ".join(procedure.commands))
        lines.append(f"    ({', '.join(map(_python_literal, row))}),\n")
    lines.append("]\nGIVEN_BY = {  # the commands by who gives them\n")
    for giver in Giver:
        lines.append(f'    "{giver.value}": (\n')
        lines += _wrap_tags(sorted(tag for tag, row in COMMAND_TYPES.items() if row.by is giver))
        lines.append("    ),\n")
    lines.append("}\nREASONED = (  # house acts, which nobody gives without a reason\n")
    lines += _wrap_tags(sorted(tag for tag, row in COMMAND_TYPES.items() if row.reasoned), indent=4)
    lines.append(")\n")
    return "".join(lines)


def with_tables(program: str) -> str:
    """The program with its tables replaced by the current ones."""
    before, _, rest = program.partition(BEGINS)
    _, _, after = rest.partition(ENDS)
    return f"{before}{BEGINS}{tables()}{ENDS}{after}"


def _python_literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _wrap_tags(tags: list[str], *, indent: int = 8) -> list[str]:
    rows = textwrap.wrap(" ".join(tags), WIDTH - indent - 3)
    ends = [" "] * (len(rows) - 1) + [""]
    return [f'{" " * indent}"{row}{end}"\n' for row, end in zip(rows, ends, strict=True)]


def stale_files() -> dict[Path, str]:
    """The files that do not match the rules, each with the text it should have."""
    written = {PROGRAM: with_tables(PROGRAM.read_text(encoding="utf-8")), DOCUMENT: document()}
    return {
        path: text for path, text in written.items() if not path.exists() or path.read_text(encoding="utf-8") != text
    }


def main(arguments: Sequence[str]) -> int:
    """Write the stale files; with --check, name them and fail."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.verifier", description="Write the tables of the rules into verify.py and the documents."
    )
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    check = parser.parse_args(arguments).check
    stale = stale_files()
    for path, text in stale.items():
        if check:
            print(f"{path.name} is not as the rules have it: run python -m tools.verifier")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.name}")
    if not stale:
        print("Everything is as the rules have it.")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
