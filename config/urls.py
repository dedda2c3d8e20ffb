"""The root of the addresses: each room brings its own."""

from __future__ import annotations

from django.urls import include, path

from league.health import healthz, readyz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("api/", include("api.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("league.urls")),
    path("", include("franchises.urls")),
    path("", include("drivers.urls")),
]

handler400 = "config.broken.bad_request"
handler403 = "league.views.refused.permission_denied"
handler404 = "league.views.refused.page_not_found"
handler500 = "config.broken.server_error"
