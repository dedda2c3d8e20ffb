"""The permissions policy: which browser features the site's pages may use."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

ALLOWED_FEATURES = ("clipboard-write", "publickey-credentials-create", "publickey-credentials-get")
"""Copying a link or a token, and passkeys: allowed on the site's own pages."""
DENIED_FEATURES = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "clipboard-read", "display-capture"),
    *("encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get"),
    *("idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "otp-credentials", "payment"),
    *("picture-in-picture", "screen-wake-lock", "serial", "storage-access", "sync-xhr", "usb"),
    *("window-management", "xr-spatial-tracking"),
)
"""Other features that browsers know on every system: a browser complains on every page about one it does not know."""
PERMISSIONS_POLICY = ", ".join(
    [*(f"{feature}=()" for feature in DENIED_FEATURES), *(f"{feature}=(self)" for feature in ALLOWED_FEATURES)]
)


class PermissionsPolicyMiddleware:
    """Adds the site's policy to every response, files and errors included."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The response with the policy."""
        response = self.answer(request)
        response.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response
