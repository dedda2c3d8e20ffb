"""Who asks: a token in the `Authorization` header, or nobody."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed

from league.models import AccessToken
from league.tokens import note_use, token_of

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer dm_…`: the request's user is the token's person, its `auth` the token."""

    def authenticate(self, request: Any) -> tuple[Any, AccessToken] | None:
        """Person and token, None where no token was sent. Raises `AuthenticationFailed` for one that is no good."""
        scheme, _, text = get_authorization_header(request).decode("latin-1").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != SCHEME.lower() or not text.strip():
            raise AuthenticationFailed(f"Send a token as `Authorization: {SCHEME} dm_…`, or none at all.")
        token, now = token_of(text.strip()), timezone.now()
        if token is None or not token.user.is_active:
            raise AuthenticationFailed("That is no token of ours: make one on the league's Tokens page.")
        if token.revoked_at is not None:
            raise AuthenticationFailed(f"The token {token.shown}… was revoked: make another.")
        if token.expires_at <= now:
            raise AuthenticationFailed(f"The token {token.shown}… is over its time: make another.")
        note_use(token, at=now)
        return token.user, token

    def authenticate_header(self, _request: Any) -> str:
        """What a 401 asks for."""
        return f'{SCHEME} realm="dethmetal"'
