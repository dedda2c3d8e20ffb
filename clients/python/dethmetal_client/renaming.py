"""The part of the client that renames things and reads former names."""

from __future__ import annotations

from urllib.parse import quote

from dethmetal_client.asking import Asking
from dethmetal_client.shapes import NameChanges, Named, decode_as


class Renaming:
    """Renames franchises, drivers, cars, seasons and leagues, and reads what they were called before."""

    asking: Asking

    def names(self, league: str, *, kind: str = "", id: str = "", after: int = 0, limit: int = 200) -> NameChanges:
        """What was renamed in a league, the oldest first; of one kind, or of the thing of that kind and id."""
        query = {"kind": kind or None, "id": id or None, "after": after, "limit": limit}
        return decode_as(NameChanges, self.asking.get(_names_path(league), query))

    def rename(self, league: str, kind: str, id: str, name: str, *, key: str, reason: str = "") -> Named:
        """Rename a franchise, driver, car, season or the league.

        A commissioner gives a `reason` for what belongs to somebody else.
        """
        body = {"kind": kind, "id": id, "name": name, "reason": reason}
        return decode_as(Named, self.asking.post(_names_path(league), body, key=key).document)

    def veto_name(self, league: str, number: int, reason: str, *, key: str) -> Named:
        """Give a thing the name back that it had before the change of that number, as a commissioner."""
        path = f"{_names_path(league)}/{number}/veto"
        return decode_as(Named, self.asking.post(path, {"reason": reason}, key=key).document)


def _names_path(league: str) -> str:
    return f"/leagues/{quote(league, safe='')}/names"
