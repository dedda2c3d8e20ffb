"""Authentication by a token in the `Authorization` header. Requests without one are anonymous."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed

from api.throttling import check_invalid_tokens, count_invalid_token, remember_valid_token
from league.models import AccessToken
from league.tokens import find_token, record_token_use

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer dm_…`: the request's user is the token's person, its `auth` the token."""

    def authenticate(self, request: Any) -> tuple[Any, AccessToken] | None:
        """The token's person and the token; None if no token was sent.

        Raises `AuthenticationFailed` for an invalid token, and `Throttled` after too many of those from one address.
        """
        scheme, _, text = get_authorization_header(request).decode("latin-1").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != SCHEME.lower() or not text.strip():
            raise AuthenticationFailed(f"Send a token as `Authorization: {SCHEME} dm_…`, or none at all.")
        text, now = text.strip(), timezone.now()
        known = check_invalid_tokens(request, text)
        try:
            token = _valid_token(text, at=now)
        except AuthenticationFailed:
            count_invalid_token(request, text)
            raise
        if not known:
            remember_valid_token(text)
        record_token_use(token, at=now)
        return token.user, token

    def authenticate_header(self, _request: Any) -> str:
        """The value of `WWW-Authenticate` in a 401 response."""
        return f'{SCHEME} realm="dethmetal"'


def _valid_token(text: str, *, at: datetime) -> AccessToken:
    """The token with that text. Raises `AuthenticationFailed` if it is unknown, revoked or expired at that time."""
    token = find_token(text)
    if token is None or not token.user.is_active:
        raise AuthenticationFailed("That is not a token of this site: make one on the league's Tokens page.")
    if token.revoked_at is not None:
        raise AuthenticationFailed(f"The token {token.shown}… was revoked: make another.")
    if token.expires_at <= at:
        raise AuthenticationFailed(f"The token {token.shown}… has expired: make another.")
    return token
