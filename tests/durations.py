"""How long the longer test files take, as stored in `durations.tsv`: `python -m tests.durations RESULTS.xml …`.

The table is written from the files of `pytest --junit-xml=RESULTS.xml`; a unit with several results gets its longest.
A file that the table splits into functions stays split.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

CHECKOUT = Path(__file__).parents[1]
TABLE = CHECKOUT / "tests" / "durations.tsv"
SHORTEST = 2.0
"""Files that take at least this many seconds are listed."""


def read_table() -> dict[str, float]:
    """Seconds by unit: a file, or a function as `file::function`."""
    lines = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    return {unit: float(seconds) for seconds, unit in lines}


def write_table(seconds: Mapping[str, float]) -> None:
    """Write the table, longest first."""
    ordered = sorted(seconds.items(), key=lambda unit: (-unit[1], unit[0]))
    TABLE.write_text("".join(f"{length:.0f}\t{unit}\n" for unit, length in ordered), encoding="utf-8")


def measured(results: Path, split: set[str]) -> Counter[str]:
    """Seconds by unit, from the results of one run."""
    seconds: Counter[str] = Counter()
    for case in ET.parse(results).iter("testcase"):  # noqa: S314 - what our own run wrote
        file = f"{case.attrib['classname'].replace('.', '/')}.py"
        function = case.attrib["name"].partition("[")[0]
        seconds[f"{file}::{function}" if file in split else file] += float(case.attrib["time"])
    return seconds


def main(arguments: Sequence[str]) -> None:
    """Write the table from the results named on the command line."""
    split = {unit.partition("::")[0] for unit in read_table() if "::" in unit}
    longest: dict[str, float] = {}
    for results in arguments:
        for unit, seconds in measured(Path(results), split).items():
            longest[unit] = max(seconds, longest.get(unit, 0.0))
    listed = {unit: seconds for unit, seconds in longest.items() if seconds >= SHORTEST or "::" in unit}
    write_table(listed)


if __name__ == "__main__":
    main(sys.argv[1:])
