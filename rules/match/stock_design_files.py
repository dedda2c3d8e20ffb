"""The stock designs of a book, read from its files: those it offers, and those of cars without a design.

Rules DM-M-010, FW-001, RH-085.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

import msgspec

DesignT = TypeVar("DesignT")
STOCK, FORMER = "stock_designs.json", "former_stock_designs.json"


def read_stock_designs(package: str, form: type[DesignT]) -> dict[str, DesignT]:
    """The stock designs in a book's package, by name in the order of its file. Raises `msgspec.ValidationError`."""
    return _read(package, STOCK, form)


def read_designs_for_cars_without(package: str, form: type[DesignT]) -> dict[str, DesignT]:
    """The stock designs of which cars without a design may get one, by name. Raises `msgspec.ValidationError`.

    They never change, since the packets and logs of such cars name no design: one that changes is kept as it was in
    `former_stock_designs.json` of the package.
    """
    former = _read(package, FORMER, form) if files(package).joinpath(FORMER).is_file() else {}
    return {**read_stock_designs(package, form), **former}


def _read(package: str, file: str, form: type[DesignT]) -> dict[str, DesignT]:
    designs: dict[str, DesignT] = msgspec.json.decode(
        files(package).joinpath(file).read_bytes(),
        type=dict[str, form],  # type: ignore[valid-type]  # the type of a book's designs
    )
    return designs
