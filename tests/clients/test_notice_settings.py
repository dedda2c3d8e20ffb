"""The client reads and changes how notices reach its person."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dethmetal_client import ApiProblem, Client
from dethmetal_client.notice_settings import GroupChoice, QuietHours

from tests.clients.conftest import Reference

pytestmark = [pytest.mark.long, pytest.mark.once]


def test_settings_are_read_changed_and_refused_by_name(reference: Reference) -> None:
    with Client(reference.said["url"], reference.said["fixture"]["tokens"]["grannies"]) as client:
        before = client.notice_settings("fixture")
        daily = [GroupChoice(group="results", mail="daily")]
        wanted = replace(before, groups=tuple(daily), quiet=QuietHours(begin=22, end=7), time_zone="Europe/Berlin")
        after = client.save_notice_settings("fixture", wanted, key="settings-1")
        assert client.save_notice_settings("fixture", wanted, key="settings-1") == after
        assert (after.time_zone, after.quiet) == ("Europe/Berlin", QuietHours(begin=22, end=7))
        assert [choice.group for choice in after.groups if choice.mail == "daily"] == ["results"]
        with pytest.raises(ApiProblem) as refused:
            client.save_notice_settings("fixture", replace(wanted, digest_hour=24), key="settings-2")
        assert refused.value.status == 422
        assert client.turn_mail_on_again("fixture", key="settings-3") == after
        assert client.save_notice_settings("fixture", before, key="settings-4") == before
