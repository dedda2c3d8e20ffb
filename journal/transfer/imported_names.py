"""Names in the export of a league: whatever a release ever accepted can be imported, and nothing else.

An export can be edited by hand, and no journal has the names that things have now. Names that are too alike are
imported: the league had them.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign.core.names import clean_legible_name
from rules.core.refusals import Malformed

LONGEST_IMPORTED = 120
"""The most characters of a name of any kind: as many as the tables hold."""


def refuse_illegible(names: Iterable[str], *, thing: str, empty: bool = False) -> None:
    """Raise `Malformed` for a name that is too long or has something in it that cannot be seen.

    With `empty` an empty one is accepted, for things that need no name.
    """
    for name in names:
        if not (name.strip() or (empty and not name)):
            raise Malformed(f"The export has a {thing} without a name: export the league again.")
        try:
            clean_legible_name(name, thing=f"name of a {thing}", longest=LONGEST_IMPORTED)
        except Malformed:
            raise Malformed(
                f"The name {name[:40]!r} of a {thing} in this export is longer than {LONGEST_IMPORTED} characters, "
                "or has marks in it that nobody can see: export the league again."
            ) from None
