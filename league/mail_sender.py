"""Who mail of the site comes from: its headers `Message-ID` and `Reply-To`. `From` is `DEFAULT_FROM_EMAIL`."""

from __future__ import annotations

from email.utils import make_msgid, parseaddr

from django.conf import settings


def sender_domain() -> str:
    """The domain of the sender's address, which mail servers want `Message-ID` to have too."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"


def sender_headers(message: str = "") -> dict[str, str]:
    """The headers of a mail: its `Message-ID`, and `Reply-To` where the operator chose an address for replies.

    `message` names a mail that has the same id however often it is composed; others get a new one.
    """
    domain = sender_domain()
    headers = {"Message-ID": f"<{message}@{domain}>" if message else make_msgid(domain=domain)}
    if settings.MAIL_REPLY_TO:
        headers["Reply-To"] = settings.MAIL_REPLY_TO
    return headers
