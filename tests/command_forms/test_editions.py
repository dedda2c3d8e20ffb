"""The form that adopts a later edition of the rules shows what it would have decided differently."""

from __future__ import annotations

import pytest

from rules.campaign.core.editions import EDITION_CHANGES, NEWEST_EDITION
from tests.command_forms.desk import Sitter
from tests.command_forms.league_without_franchises import unfounded

pytestmark = pytest.mark.django_db


@pytest.mark.rule("HOUSE-008")
def test_a_later_edition_is_taken_up_after_a_look_at_what_it_decides_otherwise() -> None:
    table = unfounded(edition="1")
    boss = Sitter(table.season, "boss")
    page = boss.open("adopt_edition").content.decode()
    assert EDITION_CHANGES[NEWEST_EDITION] in page
    sent = boss.filled("adopt_edition", edition=NEWEST_EDITION, reason="It is fairer.")
    preview = boss.send("adopt_edition", sent, act="try").content.decode()
    assert "Nothing in this season so far." in preview
    assert f"went from edition 1 of the rules to edition {NEWEST_EDITION}" in preview
    assert table.state.edition == "1"
    assert boss.send("adopt_edition", sent)["Location"] == "/l/rust-belt/s1/acts/"
    assert table.state.edition == NEWEST_EDITION


def test_the_newest_edition_has_none_after_it() -> None:
    table = unfounded()
    boss = Sitter(table.season, "boss")
    assert "this is the newest" in boss.open("adopt_edition").content.decode()
    refused = boss.send(
        "adopt_edition", boss.filled("adopt_edition") | {"edition": NEWEST_EDITION, "reason": "Again."}
    )
    assert refused.status_code == 422
    assert "already" in refused.content.decode()
