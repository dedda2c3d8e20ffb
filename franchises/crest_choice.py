"""Choosing a franchise's crest, which belongs to no season and is noted in the league's log."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from franchises.crests import Crest, parse_blazon
from franchises.models import ChosenCrest, Franchise
from league.access import NotYours, ReasonMissing, owns, refuse_read_only
from league.membership import add_league_log, members_of, runs_league
from league.middleware import league_crests
from league.models import League, Membership
from rules.core.refusals import Malformed, Refusal, Unknown


class ColorTaken(Refusal):
    """Another franchise of the league has that first color."""


class CrestTaken(Refusal):
    """Another franchise of the league shows the same charge in the same first color."""


@transaction.atomic
def choose_crest(*, franchise: str, blazon: str, member: Membership, at: datetime, reason: str = "") -> Crest:
    """Give a franchise the crest of that line, by its owner or by a commissioner on their behalf, with a reason.

    Raises `Unknown`, `NotYours`, `ReasonMissing`, `Malformed`, `ColorTaken` or `CrestTaken`.
    """
    league = League.objects.select_for_update(no_key=True).get(pk=member.league_id)
    refuse_read_only(league)
    row = Franchise.objects.filter(pk=f"{league.pk}/{franchise}").first()
    if row is None:
        raise Unknown(f"There is no franchise {franchise[:80]!r} in {league.pk}: name one that is.")
    current = members_of(league).filter(pk=member.pk).first()
    own = current is not None and current.role == Membership.Role.OWNER and owns(current, franchise)
    if not own and not runs_league(league.pk, member):
        raise NotYours(f"{row.name} is not yours: its owner chooses its crest, or a commissioner on their behalf.")
    if not own and not reason.strip():
        raise ReasonMissing(f"Choosing a crest on behalf of {row.name} is shown to everyone: give a reason.")
    crest = require_crest(blazon, franchise=franchise)
    refuse_taken_crest(franchise, crest, league=league.pk)
    ChosenCrest.objects.update_or_create(franchise=row, defaults={"blazon": crest.blazon})
    add_league_log(
        league.pk,
        actor=member.handle,
        what="crest",
        subject=f"{franchise}: {crest.words}",
        at=at,
        reason="" if own else reason.strip(),
    )
    return crest


def require_crest(blazon: str, *, franchise: str) -> Crest:
    """The crest of a line. Raises `Malformed` if there is no such crest."""
    crest = parse_blazon(blazon, franchise=franchise)
    if crest is None:
        raise Malformed("That is no crest: choose a shape, a division, a charge and two colors from the lists.")
    return crest


def refuse_taken_crest(franchise: str, crest: Crest, *, league: str) -> None:
    """Raise `ColorTaken` or `CrestTaken` if the crest would make two franchises of the league look alike.

    A color that two franchises have already, since the league has more of them than there are colors, stays open to
    both.
    """
    crests = league_crests(league)
    others = {name: other for name, other in crests.items() if name != franchise and other.first == crest.first}
    names = dict(Franchise.objects.filter(league=league).values_list("pk", "name"))
    own_color = franchise in crests and crests[franchise].first == crest.first
    for name, other in others.items():
        if not own_color:
            raise ColorTaken(f"{names[f'{league}/{name}']} has that color: choose another first color.")
        if other.charge == crest.charge:
            raise CrestTaken(
                f"{names[f'{league}/{name}']} shows that charge in the same color: choose another charge."
            )
