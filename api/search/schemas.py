"""Schemas of search results."""

from __future__ import annotations

import msgspec


class HitOut(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was found: a page, a thing of the league or a rule, and its page.

    `id` is its short id, or the name by which the rules know it, and empty for pages; `season` a match's.
    """

    kind: str
    """What it is: page, `season`, `league`, `franchise`, `driver`, `car`, `match`, house rule or `rule`."""
    id: str
    """Short id of it, or the name by which the rules know it; empty for pages."""
    season: str | None
    """Id of the season of a match; null for all else."""
    name: str
    """What it is called."""
    beside: str
    """Text beside its name, such as a driver's franchise, or the former name it was found by; may be empty."""
    page: str
    """Address of its page on the site."""


class FoundOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a search finds in a league, the best first; `more` says that there is more than was asked for."""

    league: str
    found: tuple[HitOut, ...]
    """What was found, the best first."""
    more: bool
    """Whether more was found than `limit` lets through."""
