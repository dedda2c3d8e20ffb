"""What a commissioner's program does besides giving commands: the clock, the calendar, announcements, invitations."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dethmetal_client.asking import Asking
from dethmetal_client.league_shapes import (
    Advanced,
    Announcement,
    Clock,
    Invitation,
    LeagueCalendar,
    MadeInvitation,
    RoundPlans,
)
from dethmetal_client.paths import league_path
from dethmetal_client.shapes import decode_as


class CommissionerMethods:
    """Methods of a client that need a token with `commission`, or `read` to read."""

    asking: Asking

    def act_on_clock(
        self,
        league: str,
        season: str,
        act: str,
        what: str = "",
        *,
        key: str,
        reason: str = "",
        until: str | None = None,
        seen: str | None = None,
    ) -> Clock:
        """`move` a deadline to an ISO time, `close` a window, `pause` or `resume` the clock, or `remind`.

        `what` is a window such as `M3/m4`, a step such as `E6` to pause, or empty to pause everything. With the
        deadline `seen`, one that was moved since is refused.
        """
        body = {"act": act, "what": what, "reason": reason, "until": until, "seen": seen}
        return decode_as(Clock, self.asking.post(f"{league_path(league, season)}/clock", body, key=key).document)

    def advance(self, league: str, season: str, *, key: str, most: int = 40) -> Advanced:
        """Give the commissioner's next steps, until owners are asked or a match is to be played."""
        body = {"most": most, "words": secrets.token_hex(32)}
        return decode_as(Advanced, self.asking.post(f"{league_path(league, season)}/advance", body, key=key).document)

    def round_plans(self, league: str, season: str) -> RoundPlans:
        """The rounds that are drawn up and not announced yet."""
        return decode_as(RoundPlans, self.asking.get(f"{league_path(league, season)}/plans"))

    def draw_up_rounds(
        self, league: str, season: str, size: int, rulesets: Sequence[str] = (), *, key: str
    ) -> RoundPlans:
        """Plan every round that is left, with matches of up to `size` franchises."""
        body = {"size": size, "rulesets": list(rulesets)}
        return decode_as(RoundPlans, self.asking.post(f"{league_path(league, season)}/plans", body, key=key).document)

    def set_round_plan(
        self, league: str, season: str, number: int, matches: Sequence[Mapping[str, Any]], *, key: str
    ) -> RoundPlans:
        """Replace the plan of a round."""
        path = f"{league_path(league, season)}/plans/{number}"
        body = {"matches": [dict(match) for match in matches]}
        return decode_as(RoundPlans, self.asking.post(path, body, key=key, method="PUT").document)

    def discard_round_plans(self, league: str, season: str, *, key: str) -> RoundPlans:
        """Throw away every plan of a season."""
        answer = self.asking.post(f"{league_path(league, season)}/plans", {}, key=key, method="DELETE")
        return decode_as(RoundPlans, answer.document)

    def act_on_job(self, league: str, job: str, act: str, *, key: str) -> dict[str, Any]:
        """`cancel` a job, or queue it `again`; the job as the server answers it."""
        path = f"{league_path(league)}/jobs/{job}/acts"
        answer: dict[str, Any] = self.asking.post(path, {"act": act}, key=key).document
        return answer

    def calendar(self, league: str) -> LeagueCalendar:
        """How the league keeps time and accepts results."""
        answer = self.asking.read(f"{league_path(league)}/calendar")
        return replace(decode_as(LeagueCalendar, answer.document), tag=answer.headers.get("etag", ""))

    def set_calendar(self, league: str, *, key: str, if_match: str = "", **changes: Any) -> LeagueCalendar:
        """Change what is named, such as `time_zone`, `hours` or `appeal_hours`, and leave the rest."""
        answer = self.asking.post(f"{league_path(league)}/calendar", changes, key=key, if_match=if_match)
        return decode_as(LeagueCalendar, answer.document)

    def announcements(self, league: str, *, after: int = 0) -> tuple[Announcement, ...]:
        """Announcements after a number, the oldest first."""
        answer = self.asking.get(f"{league_path(league)}/announcements", {"after": after})
        return tuple(decode_as(Announcement, announcement) for announcement in answer.get("announcements", ()))

    def announcement(self, league: str, number: int) -> Announcement:
        """An announcement."""
        return decode_as(Announcement, self.asking.get(f"{league_path(league)}/announcements/{number}"))

    def announce(self, league: str, title: str, text: str, *, key: str, pinned: bool = False) -> Announcement:
        """Post an announcement; the members get a notice."""
        body = {"title": title, "text": text, "pinned": pinned}
        return decode_as(
            Announcement, self.asking.post(f"{league_path(league)}/announcements", body, key=key).document
        )

    def reword_announcement(
        self,
        league: str,
        number: int,
        title: str,
        text: str,
        *,
        seen: int,
        key: str,
        pinned: bool = False,
        notify: bool = False,
    ) -> Announcement:
        """Give an announcement new words; `seen` are the `wordings` it had when it was read."""
        body = {"title": title, "text": text, "pinned": pinned, "seen": seen, "notify": notify}
        path = f"{league_path(league)}/announcements/{number}"
        return decode_as(Announcement, self.asking.post(path, body, key=key).document)

    def withdraw_announcement(self, league: str, number: int, *, key: str) -> Announcement:
        """Take an announcement back."""
        path = f"{league_path(league)}/announcements/{number}/withdrawal"
        return decode_as(Announcement, self.asking.post(path, {}, key=key).document)

    def invitations(self, league: str) -> tuple[Invitation, ...]:
        """The open invitations of a league, the newest first."""
        answer = self.asking.get(f"{league_path(league)}/invitations")
        return tuple(decode_as(Invitation, invitation) for invitation in answer.get("invitations", ()))

    def invite(
        self, league: str, role: str = "owner", *, key: str, franchise: str = "", days: int = 14, uses: int = 1
    ) -> MadeInvitation:
        """Make an invitation; with a franchise, its claim link. Keep the link: it is answered only once."""
        body = {"role": role, "franchise": franchise, "days": days, "uses": uses}
        answer = self.asking.post(f"{league_path(league)}/invitations", body, key=key)
        return decode_as(MadeInvitation, answer.document)

    def revoke_invitation(self, league: str, number: int, *, key: str) -> tuple[Invitation, ...]:
        """Take an invitation back; those that are open then."""
        path = f"{league_path(league)}/invitations/{number}/revocation"
        answer = self.asking.post(path, {}, key=key).document
        return tuple(decode_as(Invitation, invitation) for invitation in answer.get("invitations", ()))
