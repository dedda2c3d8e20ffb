"""URL patterns of drivers."""

from __future__ import annotations

from django.urls import path

from drivers import views
from explain import links  # noqa: F401 - registers how short names are spelt in addresses

urlpatterns = [
    path("l/<name:league>/d/<name:driver>/", views.driver, name="driver"),
]
