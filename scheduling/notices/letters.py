"""The text and headers of letters: one event, or a digest of several, with why they came and how to stop them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse

from league.mail import sender_headers
from league.models import League, Notice, SeatRequest
from league.queries.journal_heads import NewestHead, newest_heads
from scheduling.notices.choices import DIGESTS, NOTICE_GROUPS, digest_name, group_of
from scheduling.notices.texts import NoticeText, notice_path, notice_text, titles_in_notices, zones_of_member

SALT = "scheduling.notices.settings"
"""Separates these signatures from others of the site."""


@dataclass(frozen=True, slots=True)
class MailList:
    """What a letter belongs to: a group of notices of a league, or a person's digests of these deliveries."""

    user: int
    group: str = ""
    league: str = ""
    digests: tuple[str, ...] = ()


def sign_mail_list(mail_list: MailList) -> str:
    """The token of a letter's link: signed, and without an end, since letters are kept for years."""
    fields = {"u": mail_list.user, "g": mail_list.group, "l": mail_list.league, "d": list(mail_list.digests)}
    return signing.Signer(salt=SALT).sign_object(fields)


def read_mail_list(token: str) -> MailList | None:
    """The mail list of a token; None if it was not signed here."""
    try:
        fields = signing.Signer(salt=SALT).unsign_object(token)
        mail_list = MailList(int(fields["u"]), fields["g"], fields["l"], tuple(fields["d"]))
    except (signing.BadSignature, KeyError, TypeError, ValueError):
        return None
    if mail_list.digests:
        return mail_list if set(mail_list.digests) <= set(DIGESTS) else None
    return mail_list if mail_list.group in NOTICE_GROUPS else None


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
    return _message(subject, text, notice.member.user.email, address=address, id=f"notice-{notice.pk}")


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
    return _message(subject, text, first.member.user.email, address=address, id=f"digest-{first.pk}")


def compose_seat_answer(request: SeatRequest) -> EmailMessage:
    """The letter to somebody who does not belong to the league that declined their request for a seat."""
    league, text = request.league, seat_answer_text(request)
    group = group_of("seat_declined")
    address = _list_address(MailList(request.user_id, group, league.pk))
    body = (
        f"{text.sentence}\n\n{site_address()}{seat_answer_path()}\n\n-- \n"
        f"You get this mail since you asked {' '.join(league.name.split())} for a seat.\n"
        f"To turn off mail of this kind from {' '.join(league.name.split())}: {address}\n"
        f"To choose what you get, and when: {settings_address()}\n"
    )
    subject = " ".join(f"{league.name}: {text.subject}".split())
    return _message(subject, body, request.user.email, address=address, id=f"seat-answer-{request.pk}")


def seat_answer_text(request: SeatRequest) -> NoticeText:
    """What is said of a request for a seat that was declined."""
    arguments = {"league": request.league.name, "said": request.answer}
    return notice_text(Notice(about="seat_declined", arguments=arguments), {})


def seat_answer_path() -> str:
    """The page on which people read what became of their requests for seats."""
    return reverse("seats")


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


def _message(subject: str, text: str, to: str, *, address: str, id: str) -> EmailMessage:
    """The mail, with the headers of RFC 8058 by which mail programs unsubscribe: with one click only by TLS."""
    headers = {**sender_headers(id), "List-Unsubscribe": f"<{address}>"}
    if address.startswith("https://"):
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return EmailMessage(subject, text, to=[to], headers=headers)


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
