"""The season as somebody may see it: what others chose under seal is taken out of it.

Everything that is only tried is tried on this, and what is given is judged by it first: what a person may not read
has no influence on what they are answered before it opens. What is sealed, and from whom, each sealed command says.
"""

from __future__ import annotations

from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import COMMAND_TYPES, PUBLIC_READER, Command, Reader
from rules.campaign.core.state import Season


def hidden_seals(season: Season, reader: Reader) -> frozenset[str]:
    """The seals under which something stands that the reader may not see; the same once it was hidden."""
    return frozenset(seal for seals in _sealed_things(season, reader, season).values() for seal, _ in seals)


def hide_from_reader(season: Season, reader: Reader, *, now: Season | None = None, forget: bool = False) -> None:
    """Take out of a season what is sealed from the reader in the season as it is `now`, by default in itself.

    That somebody chose stays, since everybody sees it; with `forget` it is as though they had not chosen yet.
    """
    for cls, found in _sealed_things(season, reader, season if now is None else now).items():
        for _, id in found:
            cls.hide(season, id, forget=forget)


def hide_under_seal(season: Season, given: Command) -> None:
    """Take out of a season what lies in it under the seal of a command that was just given."""
    seal, cls = given.seal(season), type(given)
    for name, id in cls.sealed_things(season, reader=PUBLIC_READER, now=season):
        if name == seal:
            cls.hide(season, id, forget=False)


def visible_season(season: Season, reader: Reader) -> Season:
    """A copy of a season without what is sealed from the reader."""
    seen = copy_season(season)
    hide_from_reader(seen, reader)
    return seen


def _sealed_things(season: Season, reader: Reader, now: Season) -> dict[type[Command], list[tuple[str, str]]]:
    sealed = (row.cls for row in COMMAND_TYPES.values() if row.sealed)
    return {cls: cls.sealed_things(season, reader=reader, now=now) for cls in sealed}
