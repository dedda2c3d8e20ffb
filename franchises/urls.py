"""URL patterns of franchises."""

from __future__ import annotations

from django.urls import path

from explain import links  # noqa: F401 - registers how short names are spelt in addresses
from franchises import views

FRANCHISE = "l/<name:league>/f/<name:franchise>/"

urlpatterns = [
    path(FRANCHISE, views.franchise, name="franchise"),
    path(f"{FRANCHISE}founding/", views.setup, name="franchise-founding"),
    path(f"{FRANCHISE}orders/change/", views.orders_form, name="franchise-orders-form"),
    *(
        path(f"{FRANCHISE}{part}/", views.franchise, {"part": part}, name=f"franchise-{part}")
        for part in views.PAGES
        if part
    ),
]
