"""The franchises' addresses."""

from __future__ import annotations

from django.urls import path

from franchises import views
from league.pages import routes  # noqa: F401 - registers how short names are spelt in addresses

urlpatterns = [
    path("l/<name:league>/f/<name:franchise>/", views.franchise, name="franchise"),
]
