"""Prints where an old name of a definition still stands as a word, though nothing is called so any more.

    python tools/renaming/left_over.py rules/core rules/match

It is part of ADR 30, and goes when that is done.
"""

import re
import sys

from definitions import every_module, wanted
from moves import tracked


def main() -> None:
    modules = every_module()
    names: dict[str, str] = {}
    for renames in wanted(sys.argv[1:], modules).values():
        names |= renames
    there = {name for module in modules.values() for name in module.top.bound}
    gone = {old: new for old, new in names.items() if old not in there and (old.isupper() or "_" in old.strip("_") or old != old.lower())}
    pattern = re.compile(r"(?<![\w.])(?:%s)(?!\w)" % "|".join(sorted(map(re.escape, gone), key=len, reverse=True)))
    for path in tracked():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for found in pattern.findall(line):
                print(f"{path}:{number}: {found} -> {gone[found]}: {line.strip()[:120]}")


if __name__ == "__main__":
    main()
