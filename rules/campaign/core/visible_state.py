"""The season as one reader may see it, without what others chose under seal.

Trials run on this season, and commands are judged by it first. So nothing sealed can influence an answer before its
seal opens. Each sealed command class says what it seals and from whom.
"""

from __future__ import annotations

from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import COMMAND_TYPES, PUBLIC_READER, Command, Reader
from rules.campaign.core.state import Season


def hidden_seals(season: Season, reader: Reader) -> frozenset[str]:
    """The seals that hide something of the season from the reader. The answer is the same after it was hidden."""
    return frozenset(seal for seals in _sealed_things(season, reader, season).values() for seal, _ in seals)


def hide_from_reader(season: Season, reader: Reader, *, now: Season | None = None, forget: bool = False) -> None:
    """Remove from a season what is sealed from the reader in the season `now`, by default the same season.

    That a choice was made stays visible, because it is public. With `forget` the choice is undone as well.
    """
    for cls, things in _sealed_things(season, reader, season if now is None else now).items():
        for _, id in things:
            cls.hide(season, id, forget=forget)


def hide_under_seal(season: Season, given: Command) -> None:
    """Remove from a season what a command that was just given put there under seal."""
    seal, cls = given.seal(season), type(given)
    for name, id in cls.sealed_things(season, reader=PUBLIC_READER, now=season):
        if name == seal:
            cls.hide(season, id, forget=False)


def visible_season(season: Season, reader: Reader) -> Season:
    """A copy of a season without what is sealed from the reader."""
    visible = copy_season(season)
    hide_from_reader(visible, reader)
    return visible


def _sealed_things(season: Season, reader: Reader, now: Season) -> dict[type[Command], list[tuple[str, str]]]:
    sealed = (row.cls for row in COMMAND_TYPES.values() if row.sealed)
    return {cls: cls.sealed_things(season, reader=reader, now=now) for cls in sealed}
