"""All that founding a league comes to, in one transaction: league, season, franchises, calendar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from journal import open_season, perform
from league.founding.completion import enqueue_finish
from league.founding.franchise_names import FRANCHISE_NAMES, id_from_name, suggest_names
from league.founding.season_kinds import season_kind
from league.membership import LeagueStands, found_league, join
from league.models import Batch, League, Membership
from league.queries.season_leaves import LEAVES, SCHEMES, Seeds
from rules.campaign.core.names import clean_text
from rules.campaign.core.switches import REPORTED_BY_PEOPLE, RULESET_SWITCH
from rules.campaign.founding.season_start import MOST_ROUNDS, FoundFranchise
from rules.campaign.founding.setup import OpenSetup
from rules.core.refusals import Malformed
from rules.core.terms import FranchiseId
from rules.match.registry import rulesets
from scheduling.awaited_dice import refuse_unreachable_beacon
from scheduling.calendar import set_calendar
from scheduling.windows import sync_windows

FEWEST_FRANCHISES, MOST_FRANCHISES = 2, 20
"""How many franchises a new league may have."""
FIRST_SEASON = "s1"
MOST_ATTEMPTS = 5
"""How often a founding is tried when others found leagues of the same name at the same moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundingRequest:
    """What a founder asks for. `rounds` of None and `resolver` of "" are those of the kind of season."""

    name: str
    franchises: int = 8
    kind: str = "printed"
    rounds: int | None = None
    resolver: str = ""
    public: bool = True
    own_seat: bool = False
    time_zone: str = "UTC"
    unattended: bool = False
    dice: str = LEAVES
    """What its dice wait for, as `Season.dice` says it."""


def create_playable_league(
    asked: FoundingRequest, *, founder: Any, at: datetime, key: str, words: str = ""
) -> League:
    """Found a league with its first season, ready for hiring; under the same key again, the one founded before.

    Its seeds are drawn fresh, and its sponsors are thrown with the `words` of the founder's browser. Seats without
    an owner run on standing orders. Raises `Malformed` or `Unknown` for what no league can have.
    """
    _refuse_invalid_request(asked)
    refuse_unreachable_beacon(asked.dice, at=at)
    for _ in range(MOST_ATTEMPTS):
        try:
            with transaction.atomic():
                # One founding of a person at a time: the second of two forms looks when the first is through.
                get_user_model().objects.select_for_update().get(pk=founder.pk)
                before = _league_under_key(founder, key)
                return before or _create_league(asked, founder=founder, at=at, key=key, words=words)
        except (IntegrityError, LeagueStands):
            continue  # another league of that id was founded at the same moment
    raise LeagueStands("Many leagues of that name are being founded just now: try again, or choose another name.")


def resolver_choices() -> list[tuple[str, str]]:
    """Who may resolve the matches of a new league, with the words for it."""
    here = [(ruleset.name, f"Here, by {ruleset.title}") for ruleset in rulesets()]
    return [*here, (REPORTED_BY_PEOPLE, "By us: we play and report them")]


def _create_league(asked: FoundingRequest, *, founder: Any, at: datetime, key: str, words: str) -> League:
    kind = season_kind(asked.kind)
    league = found_league(
        id=_free_league_id(asked.name), name=asked.name.strip(), public=asked.public, commissioner=founder, at=at
    )
    member = Membership.objects.get(league=league, user=founder)
    resolver = asked.resolver or kind.ruleset
    open_season(
        league.pk,
        FIRST_SEASON,
        secret=Seeds.fresh(asked.dice),
        rounds=asked.rounds or kind.rounds,
        switches={**kind.switches, RULESET_SWITCH: resolver},
        actor=member.handle,
        at=at,
        key=key,
    )
    names = suggest_names(league.pk, asked.franchises)
    ids = [id_from_name(each, otherwise="franchise") for each in names]
    founding = [FoundFranchise(franchise=FranchiseId(id), name=name) for id, name in zip(ids, names, strict=True)]
    awaiting = asked.dice != LEAVES
    perform(
        f"{league.pk}/{FIRST_SEASON}",
        founding if awaiting else [*founding, OpenSetup()],
        actor=member.handle,
        at=at,
        key=f"{key}.franchises",
        words=words,
    )
    set_calendar(
        league=league.pk,
        member=member,
        at=at,
        time_zone=asked.time_zone,
        hours=kind.hours,
        unattended=asked.unattended,
    )
    sync_windows(f"{league.pk}/{FIRST_SEASON}", at=at)
    if awaiting:
        enqueue_finish(
            f"{league.pk}/{FIRST_SEASON}", franchise=ids[0] if asked.own_seat else "", founder=founder, at=at
        )
    elif asked.own_seat:
        join(league=league, user=founder, role=Membership.Role.OWNER, franchise=ids[0], actor="", at=at)
    return league


def _league_under_key(founder: Any, key: str) -> League | None:
    """The league that a person founded under that key."""
    opening = Batch.objects.filter(key=key, first=1, season__league__memberships__user=founder)
    found = opening.select_related("season__league").first()
    return None if found is None else found.season.league


def _free_league_id(name: str) -> str:
    """The id of a league made from its name; with a number behind it where that is taken."""
    stem = id_from_name(name, otherwise="league")
    if not League.objects.filter(pk=stem).exists():
        return stem
    taken = set(League.objects.filter(pk__startswith=f"{stem}-").values_list("pk", flat=True))
    return next(id for number in count(2) if (id := f"{stem}-{number}") not in taken)


def _refuse_invalid_request(asked: FoundingRequest) -> None:
    if not asked.name.strip():
        raise Malformed("A league needs a name: give it one.")
    clean_text(asked.name, thing="name of the league")
    if not FEWEST_FRANCHISES <= asked.franchises <= min(MOST_FRANCHISES, len(FRANCHISE_NAMES)):
        raise Malformed(f"A league begins with {FEWEST_FRANCHISES} to {MOST_FRANCHISES} franchises: choose so many.")
    if asked.rounds is not None and not 1 <= asked.rounds <= MOST_ROUNDS:
        raise Malformed(f"A season has 1 to {MOST_ROUNDS} rounds: choose so many.")
    if asked.dice not in SCHEMES:
        raise Malformed("Dice rest on words, wait for the beacon, or for words that are revealed: choose one.").at(
            "dice"
        )
    if asked.resolver and asked.resolver not in dict(resolver_choices()):
        raise Malformed("Matches are resolved here or reported: choose one from the list.")
