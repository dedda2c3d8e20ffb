"""*How fair is this season?*: what each person could know or do about its dice, and the proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain import links
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.dice.fairness_counts import counts_of, hashes_of
from league.pages.dice.heads import export_file
from league.pages.number_fields import whole_number
from league.queries.dice_keys import published_secret
from league.queries.season_leaves import has_leaves, level_of
from league.queries.seasons import own_balance
from league.signing import public_key_base64, signing_keys
from rules.campaign.core.dice_by_hand import DICE_BY_HAND, NOBODY
from rules.core.dice_leaves import LEAVES_PER_ROOT

MAX_RECEIPTS = 200
"""The most receipts a browser keeps, and asks about at once."""


@dataclass(frozen=True, slots=True)
class PublishedRoot:
    """A published root, its first and last leaf, and the entry that published it."""

    number: int
    root: str
    first: int
    last: int
    entry: int
    href: str


def fairness_page(*, league: League, season: Season, viewer: Viewer) -> dict[str, Any]:
    """The context of the page. It shows every viewer the same: what is public."""
    counts = counts_of(season)
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Journal",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
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
        "opening": links.entry_url(season.pk, 1) if season.length and not season.forked_from else "",
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
    """The hashes of the entries whose numbers the text lists, separated by commas; other parts are ignored."""
    numbers = [whole_number(part) for part in entries.split(",")[:MAX_RECEIPTS]]
    return hashes_of(season, [number for number in numbers if number is not None])


def _roots(season: Season, publishing_entries: list[int]) -> list[PublishedRoot]:
    """The roots of a season with the entries that published them; `published` has the entries' numbers, opening
    first.
    """
    return [
        PublishedRoot(
            number=number + 1,
            root=root,
            first=number * LEAVES_PER_ROOT,
            last=(number + 1) * LEAVES_PER_ROOT - 1,
            entry=entry,
            href=links.entry_url(season.pk, entry) if entry <= season.length else "",
        )
        for number, (root, entry) in enumerate(zip(season.roots, publishing_entries, strict=False))
    ]
