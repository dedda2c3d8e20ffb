"""How often one may ask: by token, and by address for whoever sends none."""

from __future__ import annotations

from typing import Any

from rest_framework.throttling import SimpleRateThrottle


class ByToken(SimpleRateThrottle):
    """So many requests a minute by one token."""

    scope = "token"

    def get_cache_key(self, request: Any, _view: Any) -> str | None:
        """The token's own count; None for a stranger."""
        return None if request.auth is None else f"asked-by-token-{request.auth.pk}"


class ByAddress(SimpleRateThrottle):
    """So many requests a minute from one address without a token."""

    scope = "address"

    def get_cache_key(self, request: Any, _view: Any) -> str | None:
        """The address's own count; None for whoever has a token."""
        return f"asked-from-{self.get_ident(request)}" if request.auth is None else None
