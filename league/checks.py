"""What Django's system checks require of this site before it is served."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.utils.module_loading import import_string

from league.client_address import IPV6_PREFIX_BITS


@register("log_ins")
def check_client_address_settings(**_options: Any) -> list[CheckMessage]:
    """An error for each setting by which log-ins or the API would find another address for a client than the rest."""
    from league.views.accounts import (
        AccountAdapter,  # the applications it stands on are loaded when checks are run
    )

    proxies = settings.PROXIES
    same: dict[str, tuple[object, object]] = {
        "ALLAUTH_TRUSTED_PROXY_COUNT": (getattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 0), proxies),
        "ALLAUTH_TRUSTED_CLIENT_IP_HEADER": (getattr(settings, "ALLAUTH_TRUSTED_CLIENT_IP_HEADER", None), None),
        "ALLAUTH_RATE_LIMIT_IPV6_PREFIX": (
            getattr(settings, "ALLAUTH_RATE_LIMIT_IPV6_PREFIX", IPV6_PREFIX_BITS),
            IPV6_PREFIX_BITS,
        ),
        "REST_FRAMEWORK['NUM_PROXIES']": (settings.REST_FRAMEWORK.get("NUM_PROXIES"), proxies),
    }
    found: list[CheckMessage] = [
        Error(
            f"{name} is {is_set!r} where PROXIES is {proxies}.",
            hint=f"Make it {wanted!r} in config/settings.py: limits would count by another address than elsewhere.",
            id="league.E101",
        )
        for name, (is_set, wanted) in same.items()
        if is_set != wanted
    ]
    if not issubclass(import_string(settings.ACCOUNT_ADAPTER), AccountAdapter):
        text = f"ACCOUNT_ADAPTER is {settings.ACCOUNT_ADAPTER}, and no {AccountAdapter.__name__}."
        hint = "Derive it from league.views.accounts.AccountAdapter, which finds addresses and limits log-ins."
        found.append(Error(text, hint=hint, id="league.E102"))
    return found


@register("registration")
def check_registrations(**_options: Any) -> list[CheckMessage]:
    """An error for each thing that is registered in one place and not in another, with the file to edit."""
    from league.pages.registry_gaps import every_gap  # every page and book: not until the checks are run

    return [Error(gap.said, hint=gap.do, id=f"league.{gap.id}") for gap in every_gap()]
