"""Awaited dice: what a season's dice still wait for, when they fall, and what each person can do about it."""

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
from league.queries.names import match_titles, title_in_sentence
from league.queries.season_leaves import level_of
from league.queries.seasons import own_balance


@dataclass(frozen=True, slots=True)
class AwaitedItem:
    """An entry that awaits its dice, with the beacon round it waits for; `round` is 0 if it waits for words instead.

    `late` is set if the round is due, and `may_waive` if the viewer may agree to go on without it. `hashed` counts
    the members who gave a hash of their words, `revealed` those who revealed them. `typed` is a beacon round that was
    pasted for this entry and refused.
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
    """The context of the page; `typed` has the text of a `refused` beacon round, by the entry it was pasted for."""
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Journal",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
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
    """The status that a waiting browser polls, by which it also reveals its owner's words: each awaited item.

    Members get a receipt of the season's last entry, unless it is the one they have `seen`. A receipt from before the
    dice fell makes them a witness of what was asked.
    """
    giver = _words_giver(viewer)
    return {
        "length": season.length,
        "mine": bool(giver),
        "receipt": _receipt(season, at=at) if giver and season.awaited and seen != season.length else None,
        "items": words_status(season, viewer),
    }


def words_status(season: Season, viewer: Viewer) -> list[dict[str, Any]]:
    """Each awaited item, and the state of the viewer's words for it, for `awaited_dice_status`.

    `asked` is the hash of the entry that awaits the dice: words are valid for that entry only. `given` is whether a
    hash of this member's words was taken, `held` whether it is among the hashes that were closed. Members get a
    `receipt` of the entry in which the hashes were closed (`closed_in`); browsers reveal their words only to a server
    that gave it.
    """
    giver, asked_hashes, closing_entries = _words_giver(viewer), asked_in(season), closed_in(season)
    given_words = {words.entry: words for words in AwaitedWords.objects.filter(season=season, handle=giver) if giver}
    return [
        {
            "entry": item["entry"],
            "asked": asked_hashes.get(item["entry"], ""),
            "closed_in": closing_entries[item["entry"]].number if item["entry"] in closing_entries else None,
            "receipt": _receipt_of(season, closing_entries[item["entry"]])
            if giver and item["entry"] in closing_entries
            else None,
            "words": not item["round"],
            "closed": item["hashes"] is not None,
            "given": item["entry"] in given_words,
            "held": giver in (item["hashes"] or {}),
            "hash": (item["hashes"] or {}).get(giver, ""),
            "revealed": item["entry"] in given_words and bool(given_words[item["entry"]].words),
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
    members = [membership for membership in viewer.memberships if membership.role in roles]
    return min(members, key=lambda member: (roles.index(member.role), member.handle), default=None)


def _words_giver(viewer: Viewer) -> str:
    member = words_membership(viewer)
    return "" if member is None else member.handle


def _title_in_sentence(season: Season, match: str) -> str:
    """What a match is called within a sentence, by its short id."""
    id = f"{season.pk}/{match}"
    return title_in_sentence(match_titles([id]).get(id, f"match {match}"))


def _awaited_item(
    season: Season, item: dict[str, Any], viewer: Viewer, *, at: datetime, typed: Mapping[int, str]
) -> AwaitedItem:
    due = datetime.fromisoformat(item["due"])
    words = AwaitedWords.objects.filter(season=season, entry=item["entry"])
    relay = settings.BEACON_URLS[0].rstrip("/") if settings.BEACON_URLS else ""
    return AwaitedItem(
        entry=item["entry"],
        href=links.entry_url(season.pk, item["entry"]),
        what=_title_in_sentence(season, item["match"]) if item["match"] else item["what"].replace("_", " "),
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
