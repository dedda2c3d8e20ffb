"""Writes what `static/verify.py` knows of the rules into it: who gives which command, and what is thrown where.

    python -m tools.verifier

The program is one file that players read before they trust it, so the tables stand in it as text, between two marks.
"""

import sys
import textwrap
from pathlib import Path

import rules.campaign.core.perform  # noqa: F401 - every command registers itself
from rules.campaign.core.command import COMMAND_TYPES, Giver
from rules.campaign.core.dice_paths import PROCEDURES

PROGRAM = Path(__file__).parents[1] / "static" / "verify.py"
BEGINS, ENDS = "# >>> written from the rules by `python -m tools.verifier`\n", "# <<<\n"
WIDTH = 116


def tables() -> str:
    """The tables as Python, one line for each procedure."""
    lines = ["PROCEDURES = [  # path, kinds of throws with the first one first, most dice (0: no end), commands\n"]
    for each in PROCEDURES:
        row = (each.path, " ".join(each.throws), each.most, " ".join(each.commands))
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
    """The program with the tables as the rules have them now."""
    before, _, rest = program.partition(BEGINS)
    _, _, after = rest.partition(ENDS)
    return f"{before}{BEGINS}{tables()}{ENDS}{after}"


def _python_literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _wrap_tags(tags: list[str], *, indent: int = 8) -> list[str]:
    rows = textwrap.wrap(" ".join(tags), WIDTH - indent - 3)
    ends = [" "] * (len(rows) - 1) + [""]
    return [f'{" " * indent}"{row}{end}"\n' for row, end in zip(rows, ends, strict=True)]


def main() -> int:
    """Write the tables into the program, and say whether they were others."""
    was = PROGRAM.read_text(encoding="utf-8")
    now = with_tables(was)
    PROGRAM.write_text(now, encoding="utf-8")
    print(
        "The tables were out of date and are written anew."
        if now != was
        else "The tables are as the rules have them."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
