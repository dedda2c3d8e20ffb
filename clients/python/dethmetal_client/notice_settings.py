"""Reads and changes how notices reach the token's person."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import quote

from dethmetal_client.asking import Asking
from dethmetal_client.shapes import decode_as


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietHours:
    """Full hours of the person's day between which nothing is mailed at once."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChoice:
    """When a group of notices comes by each channel: `now`, `daily`, `weekly` or `off`."""

    group: str
    site: str = "now"
    mail: str = "now"
    webhook: str = "now"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueMailOff:
    """A group of which nothing is mailed from one league."""

    league: str
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeSettings:
    """How notices reach a person. To change some, save what was read with `dataclasses.replace`."""

    time_zone: str = ""
    digest_hour: int = 9
    digest_day: int = 0
    quiet: QuietHours | None = None
    groups: tuple[GroupChoice, ...] = ()
    muted: tuple[str, ...] = ()
    mail_off: tuple[LeagueMailOff, ...] = ()
    mail_reaches: bool = True
    webhook: bool = False


class NoticeCalls:
    """The methods of `Client` about the notices of the token's person."""

    asking: Asking

    def notice_settings(self, league: str) -> NoticeSettings:
        """How notices reach the token's person, in all of their leagues."""
        return decode_as(NoticeSettings, self.asking.get(f"{_league(league)}/notice-settings"))

    def save_notice_settings(self, league: str, settings: NoticeSettings, *, key: str) -> NoticeSettings:
        """Save all settings at once, only once under that key; the settings as they are then."""
        body: dict[str, Any] = asdict(settings)
        del body["mail_reaches"], body["webhook"]
        answer = self.asking.post(f"{_league(league)}/notice-settings", body, key=key)
        return decode_as(NoticeSettings, answer.document)

    def turn_mail_on_again(self, league: str, *, key: str) -> NoticeSettings:
        """Undo everything that the person turned off from letters; the settings as they are then."""
        answer = self.asking.post(f"{_league(league)}/notice-settings/undo", {}, key=key)
        return decode_as(NoticeSettings, answer.document)


def _league(league: str) -> str:
    return f"/leagues/{quote(league, safe='')}"
