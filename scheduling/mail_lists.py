"""What a letter belongs to, and the signed token by which its reader turns it off."""

from __future__ import annotations

from dataclasses import dataclass

from django.core import signing

from scheduling.notice_groups import DIGESTS, NOTICE_GROUPS

SALT = "scheduling.unsubscribe"
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
