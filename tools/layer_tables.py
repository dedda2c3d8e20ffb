"""Writes who may import whom into docs/architecture.md, from the import contracts of pyproject.toml.

    python -m tools.layer_tables [--check]

The tables go between two marks. The names of the layers, and notes on what each may import, are in `LAYERS`; a
layer without a name there is an error. With --check it writes nothing and only reports whether the tables are stale.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.import_contracts import REST

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "architecture.md"
BEGINS, ENDS = "<!-- written by python -m tools.layer_tables -->\n", "<!-- end of what it writes -->\n"
ROOMS = ("league", "franchises", "drivers")
ALL_BELOW = "all below"
LAYERS: Mapping[str, tuple[str, str]] = {
    "config": ("settings", "everything"),
    "api": ("entry points", f"{ALL_BELOW}, and never another package's entry points"),
    "league.pages": ("pages", ALL_BELOW),
    "explain": ("sentences", ALL_BELOW),
    "scheduling": ("clock", ALL_BELOW),
    "journal": ("writer", ALL_BELOW),
    "league.queries": ("queries", f"{ALL_BELOW}; every secret is applied here"),
    "franchises.models": ("models of franchises", ALL_BELOW),
    "drivers.models": ("models of drivers", ALL_BELOW),
    "league.models": ("models of league", ALL_BELOW),
    "sql": ("SQL", ALL_BELOW),
    "beacon": ("beacon", "`rules`; neither Django nor a room"),
    "rules": ("rules", "nothing of ours, and no Django"),
}
"""The name of a layer and what it may import, keyed by one module of that layer."""
INSIDE = """\
Inside the rules there are no circular imports between packages either: each may import the packages to its right.
Packages between the same two `›` do not import each other.
"""


EVERY_OTHER = "every other package"
"""What the table calls the layer `...`."""


class LayerNamesDiffer(ValueError):
    """A layer of the contract has no single name in `LAYERS`, or `LAYERS` names a layer that does not exist."""


def read_contracts(settings: str) -> dict[str, dict[str, Any]]:
    """The import contracts in the text of a pyproject.toml, by their id."""
    return {contract["id"]: contract for contract in tomllib.loads(settings)["tool"]["importlinter"]["contracts"]}


def layer_modules(layer: str) -> list[str]:
    """The modules of a layer as a contract writes them, such as `(league.urls) : (api)`."""
    return [name.strip(" ()") for name in re.split(r"[:|]", layer)]


def module_cells(modules: Sequence[str]) -> list[str]:
    """Modules as a table cell names them; those that all rooms have in common come first, as `*.urls`."""
    of_all_rooms = [
        suffix
        for room, _, suffix in (module.partition(".") for module in modules)
        if room == ROOMS[0] and suffix and all(f"{other}.{suffix}" in modules for other in ROOMS)
    ]
    shared = {f"{room}.{suffix}" for room in ROOMS for suffix in of_all_rooms}
    names = [*(f"*.{suffix}" for suffix in of_all_rooms), *(module for module in modules if module not in shared)]
    return [EVERY_OTHER if name == REST else f"`{name}`" for name in names]


def floor_rows(layers: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """The rows of the table of layers, from the top down. Raises `LayerNamesDiffer`."""
    unused = dict(LAYERS)
    for layer in layers:
        modules = layer_modules(layer)
        keys = [module for module in modules if module in unused]
        if len(keys) != 1:
            raise LayerNamesDiffer(
                f"The layer {layer!r} needs one name: give it one in LAYERS of tools/layer_tables.py."
            )
        name, may_import = unused.pop(keys[0])
        yield name, ", ".join(module_cells(modules)), may_import
    if unused:
        raise LayerNamesDiffer(f"There is no layer with {', '.join(unused)}: take it out of tools/layer_tables.py.")


def inside_rows(contracts: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Each package of the rules that has a contract of its own, with its inner packages from the top down."""
    for id, contract in contracts.items():
        if id.startswith("inside-"):
            layers = (", ".join(module_cells(layer_modules(layer))) for layer in contract["layers"])
            yield f"`{contract['containers'][0]}`", " › ".join(layers)


def table_lines(*rows: Sequence[str]) -> str:
    """A Markdown table; the first row is its heading."""
    heading, *others = rows
    lines = [heading, ["---"] * len(heading), *others]
    return "".join(f"| {' | '.join(row)} |\n" if row[0] != "---" else f"|{'|'.join(row)}|\n" for row in lines)


def layer_tables(contracts: Mapping[str, Mapping[str, Any]]) -> str:
    """Both tables, with a paragraph between them. Raises `LayerNamesDiffer`."""
    floors = table_lines(("layer", "packages", "may import"), *floor_rows(contracts["floors"]["layers"]))
    inside = table_lines(("inside", "packages, from the top down"), *inside_rows(contracts))
    return f"{floors}\n{INSIDE}\n{inside}"


def with_tables(document: str, contracts: Mapping[str, Mapping[str, Any]]) -> str:
    """The document with its tables replaced. Raises `LayerNamesDiffer`, and ValueError if it lacks the marks."""
    before, _, rest = document.partition(BEGINS)
    _, mark, after = rest.partition(ENDS)
    if not mark:
        raise ValueError(f"docs/architecture.md lacks the line {BEGINS.strip()!r} or {ENDS.strip()!r}: put it back.")
    return f"{before}{BEGINS}{layer_tables(contracts)}{ENDS}{after}"


def is_current() -> bool:
    """Whether the tables in the document match the contracts."""
    text = DOCUMENT.read_text(encoding="utf-8")
    return with_tables(text, read_contracts((ROOT / "pyproject.toml").read_text(encoding="utf-8"))) == text


def main(arguments: Sequence[str]) -> int:
    """Write the tables, or with --check fail if they are stale."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.layer_tables", description="Write who may import whom into docs/architecture.md."
    )
    parser.add_argument("--check", action="store_true", help="only say whether it is out of date")
    check = parser.parse_args(arguments).check
    if is_current():
        print("docs/architecture.md has the layers of pyproject.toml.")
        return 0
    if check:
        print("docs/architecture.md does not have the layers of pyproject.toml: run python -m tools.layer_tables")
        return 1
    text = DOCUMENT.read_text(encoding="utf-8")
    contracts = read_contracts((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    DOCUMENT.write_text(with_tables(text, contracts), encoding="utf-8")
    print("wrote docs/architecture.md")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
