"""Everything that counts requests by client address finds that address in the same way."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.core.internal.ratelimit import get_ip
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.test import RequestFactory

from api.throttling import AddressRateThrottle
from league.client_address import UNKNOWN, address_block, client_address

PROXY = "10.0.0.1"
SETTINGS = str(Path(__file__).parents[2] / "config" / "settings.py")


def asked(forwarded: str | None = None, *, peer: str = PROXY) -> HttpRequest:
    """A request as a server hands it to Django."""
    headers = {} if forwarded is None else {"x-forwarded-for": forwarded}
    return RequestFactory().get("/", headers=headers, REMOTE_ADDR=peer)


@pytest.mark.parametrize(
    ("proxies", "forwarded", "found"),
    [
        (0, None, PROXY),
        (0, "198.51.100.7", PROXY),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "1.2.3.4, 198.51.100.7", "198.51.100.7"),
        (1, "1.2.3.4,5.6.7.8,198.51.100.7", "198.51.100.7"),
        (2, "1.2.3.4, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        (2, "198.51.100.7", PROXY),  # it came around a proxy, so its header is not trusted
        (1, None, PROXY),
        (1, "", PROXY),
        (1, "198.51.100.7, unknown", PROXY),
        (1, "198.51.100.7:50123", "198.51.100.7"),
        (1, "[2001:db8::7]:50123", "2001:db8::7"),
        (1, "2001:DB8::7", "2001:db8::7"),
        (1, "::ffff:198.51.100.7", "198.51.100.7"),
        (1, "fe80::1%eth0", "fe80::1"),
    ],
)
def test_of_n_proxies_the_nth_address_from_the_right_counts(
    settings: Any, proxies: int, forwarded: str | None, found: str
) -> None:
    settings.PROXIES = proxies
    assert client_address(asked(forwarded)) == found


def test_an_address_of_ipv6_counts_by_its_first_64_bits(settings: Any) -> None:
    settings.PROXIES = 1
    one, two, other = (asked(address) for address in ("2001:db8:0:1::7", "2001:db8:0:1:ffff::8", "2001:db8:0:2::7"))
    assert address_block(one) == address_block(two) == "2001:db8:0:1::"
    assert address_block(other) == "2001:db8:0:2::"
    assert address_block(asked("198.51.100.7")) != address_block(asked("198.51.100.8"))
    # A server that listens on IPv6 reports all IPv4 clients this way, and they are not one client.
    assert address_block(asked("::ffff:198.51.100.7")) == "198.51.100.7"


def test_behind_a_socket_without_proxies_nobody_has_an_address_and_everything_still_answers() -> None:
    assert client_address(asked(peer="")) == address_block(asked(peer="")) == UNKNOWN


@pytest.mark.parametrize("proxies", [0, 1, 2])
@pytest.mark.parametrize("forwarded", [None, "198.51.100.7", "1.2.3.4, 2001:db8::7", "no address", ""])
def test_log_ins_and_the_api_count_by_the_same_address(settings: Any, proxies: int, forwarded: str | None) -> None:
    settings.PROXIES = proxies
    request = asked(forwarded)
    assert get_adapter(request).get_client_ip(request) == client_address(request)
    assert get_ip(request) == address_block(request)
    assert AddressRateThrottle().get_cache_key(request, None) == f"asked-from-{address_block(request)}"


def test_the_settings_agree() -> None:
    assert run_checks(tags=["log_ins"]) == []


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ALLAUTH_TRUSTED_PROXY_COUNT", 1, "ALLAUTH_TRUSTED_PROXY_COUNT is 1 where PROXIES is 0."),
        ("PROXIES", 1, "ALLAUTH_TRUSTED_PROXY_COUNT is 0 where PROXIES is 1."),
        ("ALLAUTH_TRUSTED_CLIENT_IP_HEADER", "X-Real-IP", "ALLAUTH_TRUSTED_CLIENT_IP_HEADER is 'X-Real-IP'"),
        ("ALLAUTH_RATE_LIMIT_IPV6_PREFIX", 128, "ALLAUTH_RATE_LIMIT_IPV6_PREFIX is 128"),
        ("ACCOUNT_ADAPTER", "allauth.account.adapter.DefaultAccountAdapter", "ACCOUNT_ADAPTER is allauth.account"),
    ],
)
def test_the_site_is_not_served_where_two_settings_would_find_two_addresses(
    settings: Any, name: str, value: object, said: str
) -> None:
    setattr(settings, name, value)
    errors = run_checks(tags=["log_ins"])
    assert any(check_message.msg.startswith(said) and check_message.hint for check_message in errors), errors


def test_one_setting_says_how_many_proxies_there_are_and_a_number_that_is_none_lets_nothing_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PROXIES", "2")
    settings_module = runpy.run_path(SETTINGS)
    assert (settings_module["ALLAUTH_TRUSTED_PROXY_COUNT"], settings_module["REST_FRAMEWORK"]["NUM_PROXIES"]) == (
        2,
        2,
    )
    monkeypatch.setenv("PROXIES", "-1")
    with pytest.raises(ImproperlyConfigured, match=r"^PROXIES is -1"):
        runpy.run_path(SETTINGS)
