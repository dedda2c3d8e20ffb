"""A track by its identity, for results that are kept for each track."""

from __future__ import annotations

from rules.dethmatch.ground.track import Track


class TrackKey:
    """A track by its identity, so that results for it can be cached."""

    __slots__ = ("track",)

    def __init__(self, track: Track) -> None:
        self.track = track

    def __hash__(self) -> int:
        return id(self.track)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TrackKey) and other.track is self.track
