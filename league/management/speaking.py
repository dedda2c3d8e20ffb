"""What the commands have in common: who speaks, what he was answered, and how a season's secret is read."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.management.base import CommandError

from league.journal import Answer
from league.models import Membership, Season
from league.queries.entries import anything_shut
from rules.campaign.telling import sentence


def season_of(id: str) -> Season:
    """The season of that id, or a `CommandError`."""
    season = Season.objects.filter(pk=id).first()
    if season is None:
        raise CommandError(f"There is no season {id!r}: name it as league/season.")
    return season


def member_of(season: Season, user: str) -> Membership:
    """The member of the season's league with that user name, its first commissioner without one."""
    members = Membership.objects.filter(league=season.league).order_by("role", "pk")
    wanted = {"user__username": user} if user else {"role": Membership.Role.COMMISSIONER}
    member = members.filter(**wanted).first()
    if member is None:
        who = user or "A commissioner"
        raise CommandError(f"{who} is not a member of {season.league_id}: name one with --as.")
    return member


def told(answer: Answer, *, facts: bool = True) -> Iterator[str]:
    """An answer in lines: each entry, and with `facts` what came of it by which rule."""
    for each in answer.entries:
        yield f"#{each.number} {each.command['type']}"
        if facts:
            yield from (f"    {sentence(fact)} [{fact.rule}]" for fact in each.facts)


def digest_told(season: str, answer: Answer) -> str:
    """The season's digest after an answer, unless what is still sealed could be guessed from it."""
    return "The digest is told once what is sealed is open." if anything_shut(season) else answer.digest


def secret_from(text: str) -> bytes:
    """A season's secret from hex digits."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise CommandError(
            f"{text!r} is no season secret: give an even number of hex digits, such as 00ff."
        ) from None
