"""Continues an example league on this site: with fresh dice, its next round announced, and its free seats offered.

Anybody may know the contents of an archive, including its secret. So the newest season takes a fresh secret
(HOUSE-010) before any command is given in it: two sites get different dice, and nobody knows them in advance.
"""

from __future__ import annotations

from datetime import datetime

from journal.dice.fresh_dice import take_fresh_dice
from journal.state import store
from journal.unattended_moves import give_as_clock
from league.invitations import LONGEST_DAYS, free_franchises, invite
from league.models import Calendar, League, Membership, Season
from league.queries.round_plans import with_planned_matches
from league.queries.season_leaves import Seeds
from rules.campaign.match_day.announcing import AnnounceRound
from rules.campaign.steward import next_commissioner_command
from scheduling.announcements import post_announcement


def go_on_here(league: League, *, at: datetime) -> None:
    """Give the newest season of a league that was just loaded fresh dice.

    If the league has a calendar, also announce the next round and offer the franchises without an owner. Call it in
    the transaction that writes the league.
    """
    newest = Season.objects.filter(league=league, forked_from="").latest("number", "opened_at")
    row = take_fresh_dice(newest.pk, seeds=Seeds.fresh(), at=at)
    if not Calendar.objects.filter(league=league).exists():
        return
    season = store.load(row).season
    command = with_planned_matches(next_commissioner_command(season), row.pk, season)
    if isinstance(command, AnnounceRound):
        give_as_clock(row.pk, [command], at=at, key=f"loaded/{row.length}")
    _open_seats(league, row, at=at)


def _open_seats(league: League, row: Season, *, at: datetime) -> None:
    free = list(free_franchises(league))
    if not free:
        return
    members = Membership.objects.filter(league=league).select_related("user").order_by("pk")
    commissioner = members.filter(role=Membership.Role.COMMISSIONER)[0]
    owner = Membership.Role.OWNER
    _, token = invite(league=league, by=commissioner, role=owner, at=at, days=LONGEST_DAYS, uses=len(free))
    text = (
        f"Franchises without an owner can be taken over. [Take one of them](/join/{token}/): you get its drivers, "
        f"cars and money as they are, and name its line-up for the next round.\n\n"
        f"The clock stands still until the commissioner lets it go on, under Deadlines on the "
        f"[Board](/l/{row.pk}/board/). When all line-ups are in, or their time is over, the match is played here. "
        f"The commissioner is `{commissioner.user.get_username()}`, whose password was printed when the server was "
        "started."
    )
    post_announcement(
        league=league, by=commissioner, title="Seats are free", text=text, pinned=True, key="free seats", at=at
    )
