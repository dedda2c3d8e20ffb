"""Prints where an old name of a definition still stands as a word, though nothing is called so any more.

    python -m tools.renaming.left_over rules/core rules/match

It is part of ADR 30, and goes when that is done.
"""

import re
import sys

from tools.renaming.definitions import every_module, wanted
from tools.renaming.moves import tracked


def main() -> None:
    """List them."""
    modules = every_module()
    names: dict[str, str] = {}
    for renames in wanted(sys.argv[1:], modules).values():
        names |= renames
    there = {name for module in modules.values() for name in module.top.bound}
    telling = {old for old in names if "_" in old.strip("_") or old != old.lower()}
    gone = {old: names[old] for old in telling - there}
    listed = "|".join(sorted(map(re.escape, gone), key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w.])(?:{listed})(?!\w)")
    for path in tracked():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for found in pattern.findall(line):
                print(f"{path}:{number}: {found} -> {gone[found]}: {line.strip()[:120]}")


if __name__ == "__main__":
    main()
