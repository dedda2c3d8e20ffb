"""Headers of static files that differ from those of pages."""

from __future__ import annotations

from collections.abc import MutableMapping

MOVING_PICTURES = ("/theme/arena.",)
"""Parts of the paths of SVG files whose own style sheet makes them move."""
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"


def add_static_headers(headers: MutableMapping[str, str], _path: str, url: str) -> None:
    """Let a moving picture apply the style sheet and the letters inside it, which browsers may ask the policy for."""
    if url.endswith(".svg") and any(part in url for part in MOVING_PICTURES):
        headers["Content-Security-Policy"] = PICTURE_POLICY
