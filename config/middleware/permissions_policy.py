"""What no page of the site, and nothing in it, may ask a browser for: everything but what the site uses itself."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

ALLOWED_FEATURES = ("clipboard-write", "publickey-credentials-create", "publickey-credentials-get")
"""Copying a link or a token, and passkeys: for the site's own pages."""
DENIED_FEATURES = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "clipboard-read", "display-capture"),
    *("encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get"),
    *("idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "otp-credentials", "payment"),
    *("picture-in-picture", "screen-wake-lock", "serial", "storage-access", "sync-xhr", "usb"),
    *("window-management", "xr-spatial-tracking"),
)
"""What browsers know besides on every system: of one it does not know a browser complains on every page."""
PERMISSIONS_POLICY = ", ".join(
    [
        *(f"{denied_feature}=()" for denied_feature in DENIED_FEATURES),
        *(f"{allowed_feature}=(self)" for allowed_feature in ALLOWED_FEATURES),
    ]
)


class PermissionsPolicyMiddleware:
    """Gives every answer the site's policy, files and errors included."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer with its policy."""
        answer = self.answer(request)
        answer.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return answer
