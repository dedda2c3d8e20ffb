"""The root URL configuration: every package has its own URLs."""

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

handler400 = "config.error_views.bad_request"
handler403 = "league.views.error_pages.permission_denied"
handler404 = "league.views.error_pages.page_not_found"
handler500 = "config.error_views.server_error"
