"""The root of the addresses: each room brings its own."""

from __future__ import annotations

from django.urls import include, path

from league.health import healthz, readyz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("accounts/", include("allauth.urls")),
    path("", include("league.urls")),
    path("", include("franchises.urls")),
    path("", include("drivers.urls")),
]
