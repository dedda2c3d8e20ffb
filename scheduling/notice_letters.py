"""The text and headers of letters: one event, or a digest of several, with why they came and how to stop them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse

from league.models import League, Notice
from league.queries.journal_heads import NewestHead, newest_heads
from rules.campaign.core.questionnaires import HOUSE_RULES
from scheduling.mail_lists import MailList, sign_mail_list
from scheduling.notice_groups import NOTICE_GROUPS, digest_name, group_of
from scheduling.notices import (
    LIFE_NOTICES,
    REPORT_NOTICES,
    SEAT_GIVEN,
    SEAT_REQUEST,
    TIME_NOTICES,
    NoticeText,
    notice_text,
    titles_in_notices,
    zones_of_member,
)

MOST_IN_DIGEST = 60
"""The most notices of a league that a digest says in full; it counts the older ones."""


def compose_mail(notice: Notice, heads: Mapping[str, NewestHead] | None = None) -> EmailMessage:
    """A notice as mail, with a Message-ID that never changes, and the newest head at its foot.

    `heads` are those of the league's seasons; without them they are looked up.
    """
    return compose_event([notice], heads, titles_in_notices([notice]))


def compose_event(
    notices: Sequence[Notice], heads: Mapping[str, NewestHead] | None, titles: Mapping[str, str]
) -> EmailMessage:
    """One mail for an event that a person was notified of in one role or in several, each sentence once."""
    notice = notices[0]
    words, league = _text_of(notice, titles), notice.member.league
    parts = dict.fromkeys(f"{_text_of(one, titles).sentence}\n\n{page_address(one)}" for one in notices)
    group = group_of(notice.about)
    address = _list_address(MailList(notice.member.user_id, group, league.pk))
    text = "\n\n".join(parts) + f"\n\n{league.name}\n-- \n"
    head = _head_of(notice, newest_heads([league.pk]) if heads is None else heads)
    text += (f"{_head_text(head)}\n" if head else "") + (
        f"You get this mail as a member of {league.name}: {NOTICE_GROUPS[group].name}.\n"
        f"To turn off mail of this kind from {league.name}: {address}\n"
        f"To choose what you get, and when: {settings_address()}\n"
    )
    subject = " ".join(f"{league.name}: {words.subject}".split())
    return _message(subject, text, notice, address=address, id=f"notice-{notice.pk}")


def compose_digest(
    notices: Sequence[Notice],
    deliveries: Sequence[str],
    heads: Mapping[str, NewestHead],
    titles: Mapping[str, str],
) -> EmailMessage:
    """One mail for several notices of a person, grouped by league, the oldest first.

    Its foot has each league's newest head.
    """
    by_league: dict[str, list[Notice]] = {}
    for notice in sorted(notices, key=lambda notice: (notice.member.league.name, notice.member.league_id, notice.pk)):
        by_league.setdefault(notice.member.league_id, []).append(notice)
    sections, feet, count = [], [], 0
    for league, of_league in by_league.items():
        parts = [text for _, text in dict.fromkeys((one.key, _digest_line(one, titles)) for one in of_league)]
        count += len(parts)
        sections.append(_digest_section(of_league[0].member.league, parts))
        if (head := _newest_of(league, heads)) is not None:
            feet.append(_head_text(head))
    name = digest_name(deliveries)
    address = _list_address(MailList(notices[0].member.user_id, digests=tuple(deliveries)))
    feet.append(
        f"You get this mail since you chose a digest: this is your {name}.\n"
        f"To turn it off: {address}\n"
        f"To choose what you get, and when: {settings_address()}\n"
    )
    text = "\n\n".join(sections) + "\n\n-- \n" + "\n".join(feet)
    leagues = [of_league[0].member.league.name for of_league in by_league.values()]
    place = leagues[0] if len(leagues) == 1 else f"{len(leagues)} leagues"
    subject = " ".join(f"Your {name}: {count} notice{'' if count == 1 else 's'} from {place}".split())
    first = min(notices, key=lambda notice: notice.pk)
    return _message(subject, text, first, address=address, id=f"digest-{first.pk}")


def _text_of(notice: Notice, titles: Mapping[str, str]) -> NoticeText:
    """The text of a notice with times in its receiver's zone, and the league's beside them."""
    return notice_text(notice, titles, zones_of_member(notice.member))


def _digest_line(notice: Notice, titles: Mapping[str, str]) -> str:
    return f"* {_text_of(notice, titles).sentence}\n  {page_address(notice)}"


def _digest_section(league: League, parts: Sequence[str]) -> str:
    older = len(parts) - MOST_IN_DIGEST
    lines = [" ".join(league.name.split()), "=" * min(60, len(league.name))]
    if older > 0:
        lines.append(f"{older} older ones are in your inbox: {site_address()}{reverse('inbox')}")
    return "\n".join(lines) + "\n\n" + "\n\n".join(parts[-MOST_IN_DIGEST:])


def site_address() -> str:
    """The address of the site, without a slash at its end."""
    return settings.SITE_URL.rstrip("/")


def settings_address() -> str:
    """The address of the page on which people choose their notices."""
    return f"{site_address()}{reverse('notice_settings')}"


def page_address(notice: Notice) -> str:
    """The full address of the page that a notice is about."""
    return f"{site_address()}{notice_path(notice)}"


def _list_address(mail_list: MailList) -> str:
    return f"{site_address()}{reverse('unsubscribe', args=[sign_mail_list(mail_list)])}"


def _message(subject: str, text: str, notice: Notice, *, address: str, id: str) -> EmailMessage:
    """The mail, with the headers of RFC 8058 by which mail programs unsubscribe: with one click only by TLS."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    headers = {"Message-ID": f"<{id}@{host}>", "List-Unsubscribe": f"<{address}>"}
    if address.startswith("https://"):
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return EmailMessage(subject, text, to=[notice.member.user.email], headers=headers)


def _head_of(notice: Notice, heads: Mapping[str, NewestHead]) -> NewestHead | None:
    """The head of the season that a notice is about, or of the league's current one."""
    newest = _newest_of(notice.member.league_id, heads)
    return heads.get(notice.season_id, newest) if notice.season_id else newest


def _newest_of(league: str, heads: Mapping[str, NewestHead]) -> NewestHead | None:
    return next((head for head in heads.values() if head.league == league), None)


def _head_text(head: NewestHead) -> str:
    """A head, and what it is for."""
    return (
        f"Newest head of {head.season}: entry {head.number}, {head.hash}\n"
        "Keep this mail: it shows whether anything up to that entry is changed later. To check an export:\n"
        f"{head.verify_command}\n"
    )


def notice_path(notice: Notice) -> str:
    """The page of what it is about: announcement, name, match, question, version, entry, draft, season or league."""
    if number := notice.arguments.get("announcement"):
        return reverse("announcement", args=[notice.member.league_id, int(number)])
    if notice.season is None:
        return _league_notice_path(notice)
    place = notice.season.pk.split("/")
    if match := notice.arguments.get("match"):
        card = notice.arguments.get("card_of")
        page = "reward" if card else "report" if notice.about in REPORT_NOTICES else "match"
        page = "match_time" if notice.about in TIME_NOTICES else page
        return reverse(page, args=[*place, match, *([card] if card else [])])
    if franchise := notice.arguments.get("market_of"):
        return reverse("franchise-market", args=[notice.member.league_id, franchise])
    if number := notice.arguments.get("question"):
        return f"{reverse('put-questions', args=place)}#question-{int(number)}"
    if version := notice.arguments.get("version"):
        questionnaire = notice.arguments.get("questionnaire", HOUSE_RULES)
        return reverse("answers", args=[*place, questionnaire, int(version)])
    if number := notice.arguments.get("entry"):
        return reverse("entry", args=[*place, int(number)])
    return reverse("draft" if notice.arguments.get("step") == "E6" else "season", args=place)


def _league_notice_path(notice: Notice) -> str:
    """The page of a notice about no season: names, what becomes of the league, seats, or else the league."""
    league = notice.member.league_id
    named = [notice.arguments.get(part) for part in ("kind", "subject")]
    if notice.about == "name_vetoed" and all(named):
        return reverse("names", args=[league, *named])
    if notice.about == SEAT_GIVEN and named[1]:
        return reverse("franchise", args=[league, named[1]])
    pages = {**dict.fromkeys(LIFE_NOTICES, "future"), SEAT_REQUEST: "league_seats"}
    return reverse(pages.get(notice.about, "league"), args=[league])
