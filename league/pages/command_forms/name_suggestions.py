"""Names that the site suggests for rookies and cars, so that hiring and buying take one tap."""

from __future__ import annotations

import zlib
from collections.abc import Iterable


def suggest_names(names: tuple[str, ...], *, franchise: str, taken: Iterable[str], many: int = 1) -> list[str]:
    """The next unused names; each franchise starts at its own place, so that two rarely get the same suggestion."""
    used = {name.casefold() for name in taken}
    start = zlib.crc32(franchise.encode()) % len(names)
    rotated = names[start:] + names[:start]
    return [name for name in rotated if name.casefold() not in used][:many]
