"""Webhooks may be sent to public addresses only, whatever their host name resolves to later."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth import get_user_model

from league.models import League, Webhook
from tests.api.webhook_receiver import listening
from tests.league.small_league import BEGAN, founded
from webhooks.addresses import (
    ALLOWED_PORTS,
    AddressRefused,
    Destination,
    is_internal,
    masked_address,
    resolve_destination,
)
from webhooks.delivery import send_due_messages
from webhooks.subscriptions import create_webhook, send_test
from webhooks.transport import post_message

OUTSIDE = "93.184.215.14"


def found(*numbers: str) -> Callable[[str, int], list[str]]:
    """A resolver that answers every name with these addresses."""
    return lambda _host, _port: list(numbers)


@pytest.mark.parametrize(
    "number",
    [
        *("127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1"),  # noqa: S104 - not bound
        *("100.64.0.1", "169.254.169.254", "168.63.129.16", "100.100.100.200", "192.0.0.192", "224.0.0.1"),
        *("239.1.1.1", "240.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.1", "203.0.113.1", "192.88.99.1"),
        *("::", "::1", "::ffff:10.0.0.1", "::ffff:93.184.215.14", "::7f00:1", "fe80::1", "fe80::1%eth0", "fc00::1"),
        *("fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1", "2002:a00:1::", "64:ff9b::a9fe:a9fe"),
        *("64:ff9b:1::1", "2001::1", "100::1", "not a number"),
    ],
)
def test_what_is_not_of_the_world_outside_is_refused(number: str) -> None:
    assert is_internal(number)
    with pytest.raises(AddressRefused):
        resolve_destination("https://bot.example.org/hook", look_up=found(number))
    with pytest.raises(AddressRefused, match="not on the public internet"):
        resolve_destination("https://bot.example.org/hook", look_up=found(OUTSIDE, number))


@pytest.mark.parametrize("number", [OUTSIDE, "8.8.8.8", "2606:4700:4700::1111"])
def test_the_world_outside_is_told(number: str) -> None:
    place = resolve_destination("https://bot.example.org/hook", look_up=found(number))
    assert place == Destination("https://bot.example.org/hook", True, "bot.example.org", 443, (number,))


@pytest.mark.parametrize(
    "url",
    [
        *("http://bot.example.org/", "ftp://bot.example.org/", "https://", "https:///x", "bot.example.org", ""),
        *("https://a:b@bot.example.org/", "https://bot.example.org@127.0.0.1/", "https://bot.example.org/#x"),
        *("https://bot.example.org:22/", "https://bot.example.org:99999/", "https://bot.example.org:x/"),
        *(
            "https://bot.example.org\\@evil/",
            "https://bot.example.org/a b",
            "https://bot.example.org/\n",
            "https://bö/",
        ),
        *("https://127.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "http://127.0.0.1:8000/"),
        "https://bot.example.org/" + "a" * 500,
    ],
)
def test_what_is_no_plain_address_by_tls_is_refused(url: str) -> None:
    with pytest.raises(AddressRefused):
        resolve_destination(url, look_up=found(OUTSIDE))


@pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f.1", "0177.0.0.1", "localhost"])
def test_this_machine_by_another_spelling_is_this_machine(host: str) -> None:
    """The resolver of the operating system accepts these spellings; the check is on the address it returns."""
    with pytest.raises(AddressRefused):
        resolve_destination(f"https://{host}/")


def test_a_name_without_an_address_is_refused() -> None:
    def none(_host: str, _port: int) -> list[str]:
        raise OSError("no such host")

    with pytest.raises(AddressRefused, match="no host"):
        resolve_destination("https://bot.example.org/", look_up=none)


@pytest.mark.parametrize("port", ALLOWED_PORTS)
def test_the_ports_of_the_web_are_taken(port: int) -> None:
    assert resolve_destination(f"https://bot.example.org:{port}/", look_up=found(OUTSIDE)).port == port


def test_only_this_machine_itself_is_let_in_by_the_setting(settings: Any) -> None:
    settings.WEBHOOKS_TO_LOCALHOST = True
    assert resolve_destination("http://127.0.0.1:9999/").numbers == ("127.0.0.1",)
    for url in ("http://bot.example.org/", "https://10.0.0.1/", "https://bot.example.org:22/"):
        with pytest.raises(AddressRefused):
            resolve_destination(url, look_up=found(OUTSIDE))
    with pytest.raises(AddressRefused):
        resolve_destination("https://bot.example.org/", look_up=found("127.0.0.1"))


def test_a_list_shows_the_host_and_not_what_lets_anybody_in() -> None:
    assert masked_address("https://discord.com/api/webhooks/1/secret?x=1") == "https://discord.com/…"


@pytest.mark.django_db
def test_a_name_that_leads_inside_by_the_time_it_is_sent_to_is_not_sent_to() -> None:
    with listening() as inner:
        port = int(inner.url.split(":")[2].split("/")[0])
        founded()
        webhook = create_webhook(
            league=League.objects.get(),
            user=get_user_model().objects.get(username="rust-belt-razors"),
            name="our bot",
            address="https://bot.example.org/hook",
            at=BEGAN,
            look_up=found(OUTSIDE),
        )
        delivery = send_test(webhook=webhook, at=BEGAN)
        assert send_due_messages(webhook.pk, clock=lambda: BEGAN, look_up=found("127.0.0.1")) == 1
        delivery.refresh_from_db()
        assert (delivery.status, delivery.taken_at, inner.sent) == (None, None, [])
        assert "not on the public internet" in delivery.said
        Webhook.objects.filter(pk=webhook.pk).update(address=f"http://127.0.0.1:{port}/hook")
        assert send_due_messages(webhook.pk, clock=lambda: delivery.next_at or BEGAN) == 1
        assert inner.sent == []


def test_the_very_number_that_was_looked_at_is_connected_to_whatever_the_name_means() -> None:
    """The name itself does not resolve; the connection goes to the address that was checked."""
    with listening() as listener:
        port = int(listener.url.split(":")[2].split("/")[0])
        place = Destination(f"http://bot.invalid:{port}/hook", False, "bot.invalid", port, ("127.0.0.1",))
        assert post_message(place, b"{}", {}).status == 204
        ((headers, _),) = listener.sent
        assert headers["host"] == f"bot.invalid:{port}"


def test_by_tls_the_certificate_is_that_of_the_name_and_no_other(tmp_path: Path) -> None:
    context, trust = _certified("bot.invalid", tmp_path)
    with listening(tls=context) as listener:
        port = int(listener.url.split(":")[2].split("/")[0])

        def of(name: str) -> Destination:
            return Destination(f"https://{name}:{port}/hook", True, name, port, ("127.0.0.1",))

        assert post_message(of("bot.invalid"), b"{}", {}, trust=trust).status == 204
        for place, trusted in ((of("other.invalid"), trust), (of("bot.invalid"), True)):
            refused = post_message(place, b"{}", {}, trust=trusted)
            assert (refused.status, refused.said) == (None, "Its certificate is not good.")
        assert len(listener.sent) == 1


def test_a_proxy_of_the_machine_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as listener, listening() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        port = int(listener.url.split(":")[2].split("/")[0])
        assert (
            post_message(Destination(listener.url, False, "127.0.0.1", port, ("127.0.0.1",)), b"{}", {}).status == 204
        )
        assert (len(listener.sent), proxy.sent) == (1, [])


def _certified(name: str, folder: Path) -> tuple[ssl.SSLContext, str]:
    """A server's TLS context for that name, and the path of the certificate to trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    today = datetime.now(tz=UTC)
    certificate_builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(certificate_builder.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, private)
    return context, str(certificate)
