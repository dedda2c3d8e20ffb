"""The address a shared server prints, the hosts it answers to, and its QR code in a terminal."""

from __future__ import annotations

import io
import socket

import pytest
from django.core.management.base import CommandError

from league.management import server_address
from league.management.server_address import print_qr_code, shared_address, shared_hosts

URL = "http://192.168.1.20:8000"


class Terminal(io.StringIO):
    """A terminal, of that encoding."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class OldTerminal(Terminal):
    encoding = "latin-1"


def test_a_named_host_is_shared_and_otherwise_the_first_address_of_the_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_address, "network_addresses", lambda: ["192.168.1.20", "10.8.0.3"])
    assert shared_address("10.8.0.3") == "10.8.0.3"
    assert shared_address("127.0.0.1") == shared_address("::") == "192.168.1.20"


def test_a_machine_on_no_network_is_told_to_name_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_address, "network_addresses", list)
    with pytest.raises(CommandError, match="name its address with --host"):
        shared_address("127.0.0.1")


def test_a_shared_site_answers_to_its_addresses_and_to_the_name_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_address, "network_addresses", lambda: ["192.168.1.20", "10.8.0.3"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Garage")
    known = ["192.168.1.20", "10.8.0.3", "garage", "garage.local"]
    assert shared_hosts("192.168.1.20", url="http://192.168.1.20:8000") == known
    assert shared_hosts("192.168.1.20", url="http://pit.lan:8000") == [*known, "pit.lan"]
    assert shared_hosts("fd00::5", url="")[0] == "[fd00::5]"


def test_no_loopback_or_link_local_address_is_offered() -> None:
    for address in server_address.network_addresses():
        assert not address.startswith(("127.", "169.254.", "0."))


def test_a_terminal_shows_a_qr_code_and_anything_else_none() -> None:
    terminal, log, old = Terminal(), io.StringIO(), OldTerminal()
    for out in (terminal, log, old):
        print_qr_code(URL, out)
    lines = terminal.getvalue().splitlines()
    assert lines[0].startswith(server_address.WHITE_ON_BLACK)
    assert lines[-1] == server_address.PLAIN
    assert len(lines) > 12
    assert (log.getvalue(), old.getvalue()) == ("", "")
