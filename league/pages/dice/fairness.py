"""*How fair is this season?*: what each person could know of its dice or do about them, and the proof of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain import links
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.dice.fairness_counts import counts_of, hashes_of
from league.pages.dice.heads import export_file
from league.pages.season.journal import whole_number
from league.queries.published_secrets import published_secret
from league.queries.season_leaves import has_leaves, level_of
from league.queries.seasons import own_balance
from league.signing import public_key_base64, signing_keys
from rules.campaign.core.dice_by_hand import DICE_BY_HAND, NOBODY
from rules.core.dice_leaves import LEAVES_PER_ROOT

MAX_RECEIPTS = 200
"""Receipts that a browser keeps at most, and asks for at once."""


@dataclass(frozen=True, slots=True)
class PublishedRoot:
    """A published root over leaves, from the first to the last, and the entry that published it."""

    number: int
    root: str
    first: int
    last: int
    entry: int
    href: str


def fairness_page(*, league: League, season: Season, viewer: Viewer) -> dict[str, Any]:
    """The context of the page. Whoever looks at it, it says what everybody may see."""
    counts = counts_of(season)
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Journal",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
                Breadcrumb("How fair is this season?"),
            ],
            balance=own_balance(viewer),
        ),
        "leaves": has_leaves(season),
        "level": level_of(season),
        "awaited_at": links.awaited_dice_url(season.pk),
        "old_secret": published_secret(season),
        "counts": counts,
        "by_hand": season.switches.get(DICE_BY_HAND, NOBODY) != NOBODY,
        "roots": _roots(season, [1, *counts.commits]),
        "renewals": [(number, links.entry_url(season.pk, number)) for number in counts.renewals],
        "head": f"{season.length}:{season.head}",
        "opening": links.entry_url(season.pk, 1) if season.length else "",
        "export": links.export_url(season.pk),
        "file": export_file(season),
        "heads": links.heads_url(league.pk),
        "journal": links.journal_url(season.pk),
        "amends": links.amends_url(season.pk),
        "rules": links.house_rules_url(season.pk),
        "hashes": links.entry_hashes_url(season.pk),
        "signing": [(public_key_base64(key), key.made_at, key.retired_at) for key in signing_keys()],
    }


def requested_hashes(season: Season, entries: str) -> dict[str, str]:
    """The hashes of entries whose numbers stand in a text between commas; what is no number is left out."""
    numbers = [whole_number(each) for each in entries.split(",")[:MAX_RECEIPTS]]
    return hashes_of(season, [number for number in numbers if number is not None])


def _roots(season: Season, published: list[int]) -> list[PublishedRoot]:
    """The roots of a season with the entries that published them, the first of which is the opening."""
    return [
        PublishedRoot(
            number=number + 1,
            root=root,
            first=number * LEAVES_PER_ROOT,
            last=(number + 1) * LEAVES_PER_ROOT - 1,
            entry=entry,
            href=links.entry_url(season.pk, entry),
        )
        for number, (root, entry) in enumerate(zip(season.roots, published, strict=False))
    ]
