"""URL patterns of franchises."""

from __future__ import annotations

from django.urls import path

from explain import links  # noqa: F401 - registers how short names are spelt in addresses
from franchises.views import designer, franchise

FRANCHISE = "l/<name:league>/f/<name:franchise>/"

urlpatterns = [
    path(FRANCHISE, franchise.franchise, name="franchise"),
    path(f"{FRANCHISE}founding/", franchise.setup, name="franchise-founding"),
    path(f"{FRANCHISE}orders/change/", franchise.orders_form, name="franchise-orders-form"),
    path(f"{FRANCHISE}garage/<name:car>/", franchise.car, name="car"),
    path(f"{FRANCHISE}crest/", franchise.crest, name="franchise-crest"),
    path(f"{FRANCHISE}crest.svg", franchise.crest_svg, name="franchise-crest-svg"),
    path(f"{FRANCHISE}garage/designs/<slug:ruleset>/", designer.comparison, name="design-comparison"),
    path(f"{FRANCHISE}garage/<name:car>/design/<slug:ruleset>/", designer.design, name="design"),
    path(f"{FRANCHISE}garage/<name:car>/design/", designer.redirect_to_design, name="designs"),
    *(
        path(f"{FRANCHISE}{part}/", franchise.franchise, {"part": part}, name=f"franchise-{part}")
        for part in franchise.PAGES
        if part
    ),
]
