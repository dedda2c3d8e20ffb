"""What must be registered whole before the site is served: a half-registered house rule, item or command stops it."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register


@register("registration")
def check_registrations(**_options: Any) -> list[CheckMessage]:
    """An error for each thing that is registered in one place and not in another, with the file to edit."""
    from league.pages.registry_gaps import every_gap  # every page and book: not until the checks are run

    return [Error(gap.said, hint=gap.do, id=f"league.{gap.id}") for gap in every_gap()]
