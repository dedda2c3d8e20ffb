"""Dice that are awaited: what of a season has yet to fall, by what, when, and what anybody can do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.conf import settings

from beacon.quicknet import CHAIN
from explain import links
from journal.dice.awaited import WAIVE_BEACON_AFTER
from journal.dice.throw_awaited import asked_in, closed_in
from journal.receipts import sign_receipt
from league.access import Viewer
from league.models import AwaitedWords, Entry, League, Membership, Season
from league.pages.base_context import Breadcrumb, base_context
from league.queries.season_leaves import level_of
from league.queries.seasons import own_balance


@dataclass(frozen=True, slots=True)
class AwaitedItem:
    """One thing that awaits its dice: what it is, the entry, and the round of the beacon or the words it waits for.

    `late` says that the round is over and did not come, `may_waive` that the viewer may agree to go on without it;
    `hashed` and `revealed` are how many members gave a hash of their words, and the words;
    `typed` is a round that was pasted for it and refused.
    """

    entry: int
    href: str
    what: str
    round: int
    due: datetime
    late: bool
    address: str
    may_waive: bool
    waived: tuple[str, ...]
    closed: bool
    hashed: int
    revealed: int
    acts: str
    typed: str


def awaited_dice_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    at: datetime,
    typed: Mapping[int, str] | None = None,
    refused: str = "",
) -> dict[str, Any]:
    """The context of the page; `typed` is a round that was `refused`, by the entry it was pasted for."""
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Journal",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
                Breadcrumb("Dice to come"),
            ],
            balance=own_balance(viewer),
        ),
        "items": [_awaited_item(season, item, viewer, at=at, typed=typed or {}) for item in season.awaited],
        "level": level_of(season),
        "fair_at": links.fairness_url(season.pk),
        "refused": refused,
        "may_act": viewer.is_member,
    }


def awaited_dice_status(season: Season, viewer: Viewer, *, seen: int | None, at: datetime) -> dict[str, Any]:
    """What a browser is told that waits, or lets its owner's words take part: each item, and where it stands.

    `given` says that a hash of this member's words was taken, `held` that it is among those that were closed. Members
    are given a receipt of the last entry, unless it is the one they have `seen`: from before the dice fall, it makes
    them witnesses of what was asked.
    """
    mine = _words_giver(viewer)
    return {
        "length": season.length,
        "mine": bool(mine),
        "receipt": _receipt(season, at=at) if mine and season.awaited and seen != season.length else None,
        "items": words_status(season, viewer),
    }


def words_status(season: Season, viewer: Viewer) -> list[dict[str, Any]]:
    """Each thing that is awaited, and how it stands with the words of whoever looks, by `awaited_dice_status`.

    `asked` is the hash of the entry that awaits it, for which alone words are good. Members are given the
    `receipt` of the entry `closed_in` which its hashes were closed: words are revealed to whoever gave that, and
    not before.
    """
    mine, asked, closed = _words_giver(viewer), asked_in(season), closed_in(season)
    hashes = {words.entry: words for words in AwaitedWords.objects.filter(season=season, handle=mine) if mine}
    return [
        {
            "entry": item["entry"],
            "asked": asked.get(item["entry"], ""),
            "closed_in": closed[item["entry"]].number if item["entry"] in closed else None,
            "receipt": _receipt_of(season, closed[item["entry"]]) if mine and item["entry"] in closed else None,
            "words": not item["round"],
            "closed": item["hashes"] is not None,
            "given": item["entry"] in hashes,
            "held": mine in (item["hashes"] or {}),
            "hash": (item["hashes"] or {}).get(mine, ""),
            "revealed": item["entry"] in hashes and bool(hashes[item["entry"]].words),
            "act": links.awaited_dice_action_url(season.pk, item["entry"]),
        }
        for item in season.awaited
    ]


def _receipt(season: Season, *, at: datetime) -> dict[str, str]:
    return asdict(sign_receipt(season, number=season.length, head=season.head, at=at))


def _receipt_of(season: Season, entry: Entry) -> dict[str, str]:
    return asdict(sign_receipt(season, number=entry.number, head=entry.hash, at=entry.at))


def words_membership(viewer: Viewer) -> Membership | None:
    """The membership with which a person gives words: as an owner, or else as a commissioner."""
    roles = (Membership.Role.OWNER, Membership.Role.COMMISSIONER)
    able = [membership for membership in viewer.memberships if membership.role in roles]
    return min(able, key=lambda each: (roles.index(each.role), each.handle), default=None)


def _words_giver(viewer: Viewer) -> str:
    member = words_membership(viewer)
    return "" if member is None else member.handle


def _awaited_item(
    season: Season, item: dict[str, Any], viewer: Viewer, *, at: datetime, typed: Mapping[int, str]
) -> AwaitedItem:
    due = datetime.fromisoformat(item["due"])
    words = AwaitedWords.objects.filter(season=season, entry=item["entry"])
    relay = settings.BEACON_URLS[0].rstrip("/") if settings.BEACON_URLS else ""
    return AwaitedItem(
        entry=item["entry"],
        href=links.entry_url(season.pk, item["entry"]),
        what=f"match {item['match']}" if item["match"] else item["what"].replace("_", " "),
        round=item["round"],
        due=due,
        late=bool(item["round"]) and due <= at,
        address=f"{relay}/{CHAIN}/public/{item['round']}" if relay else "",
        may_waive=bool(item["round"]) and words_membership(viewer) is not None and due + WAIVE_BEACON_AFTER <= at,
        waived=tuple(item["waived"]),
        closed=item["hashes"] is not None,
        hashed=0 if item["round"] else words.count(),
        revealed=0 if item["round"] else words.exclude(words="").count(),
        acts=links.awaited_dice_action_url(season.pk, item["entry"]),
        typed=typed.get(item["entry"], ""),
    )
