"""The site's addresses, and one bare page below them."""

from __future__ import annotations

from django.urls import include, path

from benchmarks.floor.views import rows

urlpatterns = [path("floor/<int:count>/", rows, name="floor"), path("", include("config.urls"))]
