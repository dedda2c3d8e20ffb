"""How long each of the longer test files lasts, as `durations.tsv` has it: `python -m tests.durations RESULTS.xml …`.

The table is made anew of what `pytest --junit-xml=RESULTS.xml` measured; a unit of several results has its longest. A
file that the table splits into its functions stays split.
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
"""Seconds from which a file is listed."""


def read_table() -> dict[str, float]:
    """Seconds by unit: a file, or a function as `file::function`."""
    lines = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    return {unit: float(seconds) for seconds, unit in lines}


def write_table(seconds: Mapping[str, float]) -> None:
    """Keep these, the longest first."""
    ordered = sorted(seconds.items(), key=lambda unit: (-unit[1], unit[0]))
    TABLE.write_text("".join(f"{length:.0f}\t{unit}\n" for unit, length in ordered), encoding="utf-8")


def measured(results: Path, split: set[str]) -> Counter[str]:
    """Seconds by unit of a run, as its results have them."""
    found: Counter[str] = Counter()
    for case in ET.parse(results).iter("testcase"):  # noqa: S314 - what our own run wrote
        file = f"{case.attrib['classname'].replace('.', '/')}.py"
        function = case.attrib["name"].partition("[")[0]
        found[f"{file}::{function}" if file in split else file] += float(case.attrib["time"])
    return found


def main(arguments: Sequence[str]) -> None:
    """Write the table anew."""
    split = {unit.partition("::")[0] for unit in read_table() if "::" in unit}
    longest: dict[str, float] = {}
    for results in arguments:
        for unit, seconds in measured(Path(results), split).items():
            longest[unit] = max(seconds, longest.get(unit, 0.0))
    listed = {unit: seconds for unit, seconds in longest.items() if seconds >= SHORTEST or "::" in unit}
    write_table(listed)


if __name__ == "__main__":
    main(sys.argv[1:])
