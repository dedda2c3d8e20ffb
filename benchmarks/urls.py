"""The site's URLs, with a bare page and two bare endpoints added."""

from __future__ import annotations

from django.urls import include, path

from benchmarks.floor import endpoints
from benchmarks.floor.views import rows

urlpatterns = [
    path("floor/results", endpoints.results, name="floor_results"),
    path("floor/rows/<int:count>", endpoints.rows, name="floor_rows"),
    path("floor/<int:count>/", rows, name="floor"),
    path("", include("config.urls")),
]
