"""Editions of the rules: a season follows the one it was opened with until it adopts another."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from journal import amend, audit, perform
from journal.amends.corrections import corrections_to_strike, corrections_to_void
from journal.amends.writer import RulesChanged
from journal.transfer.league_import import import_league
from league.access import ReasonMissing
from league.models import Entry, Season
from rules.campaign.commissioner import forfeits
from rules.campaign.commissioner.edition_adoption import LockedForEarlierEdition
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.editions import (
    EDITION_CHANGES,
    EDITIONS,
    NEWEST_EDITION,
    EditionInForce,
    SwitchOfLaterEdition,
)
from rules.campaign.garage.designs import DesignForbidsItem
from rules.core.document_validation import document_of
from rules.dethmatch.designs.stock_designs import stock_designs
from tests.league.resolved_leagues import climbing, worked
from tests.league.small_league import closed, founded, reopened, settled

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parents[1] / "golden"
LENGTHS = {"1": 74, "2": 74, "3": 78, "4": 70, "5": 70}
"""The number of entries of each golden journal."""
AT = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


def restored(name: str) -> Season:
    """The season of a golden journal, imported into the database."""
    import_league((GOLDEN / f"{name}.json").read_bytes())
    return Season.objects.get(name="s1")


def give(row: Season, key: str, *, behalf: str = "", **command: Any) -> list[dict[str, Any]]:
    """Give a command as the league's commissioner, and return the kinds of its facts."""
    answer = perform(
        row.pk,
        [command_from_document(command)],
        actor=f"{row.league_id}.boss",
        at=AT,
        key=key,
        on_behalf_of=behalf,
        reason="As the house decided.",
    )
    return [fact.tag for fact in answer.entries[0].facts]


def test_there_is_a_golden_journal_of_every_edition() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.json")) == [f"edition-{edition}" for edition in EDITIONS]
    assert len(EDITION_CHANGES) == len(EDITIONS) - 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_golden_journal_comes_out_as_it_was_written(edition: str) -> None:
    row = restored(f"edition-{edition}")
    assert (row.edition, row.length) == (edition, LENGTHS[edition])
    assert audit(row.pk) == []


def test_a_season_is_decided_by_the_edition_it_was_opened_with_until_another_is_adopted() -> None:
    row = restored("edition-1")
    teams = ["razors", "saints", "widows"]
    give(
        row, "r3", type="announce_round", round="r3", matches=[{"match": "m3", "event": "race", "franchises": teams}]
    )
    give(row, "f3", type="forfeit_match", match="m3", franchise="saints")
    again = {"match": "m4", "event": "race", "franchises": teams}
    assert "forfeit_refunded" not in give(row, "v3", type="void_match", match="m3", again=again)
    assert give(row, "adopt", type="adopt_edition", edition="2") == ["edition_adopted"]
    give(row, "f4", type="forfeit_match", match="m4", franchise="saints")
    again = {"match": "m5", "event": "race", "franchises": teams}
    assert "forfeit_refunded" in give(row, "v4", type="void_match", match="m4", again=again)
    row.refresh_from_db()
    assert row.edition == "2"
    assert audit(row.pk) == []


def test_an_amend_of_what_was_decided_before_is_decided_by_the_edition_of_then() -> None:
    row = restored("edition-1")
    give(row, "adopt", type="adopt_edition", edition="2")
    row.refresh_from_db()
    amend(
        row.pk,
        corrections_to_void(row, "m2"),
        actor="golden.boss",
        at=AT,
        key="void",
        reason="The track was flooded.",
    )
    row.refresh_from_db()
    assert row.edition == "2"
    assert audit(row.pk) == []


def test_a_release_that_changes_results_without_an_edition_is_noticed_and_nothing_is_amended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = restored("edition-1")
    monkeypatch.setattr(forfeits, "has_edition", lambda _season, _edition: True)
    sentences = [finding.sentence for finding in audit(row.pk)]
    assert "its facts come out otherwise when performed again" in sentences
    hires = Entry.objects.filter(season=row, command="hire_rookie").values_list("number", "subjects")
    hired = next(number for number, subjects in hires if "razors.d7" in subjects)
    with pytest.raises(RulesChanged, match="edition 1 were changed by a release"):
        amend(
            row.pk,
            corrections_to_strike([hired]),
            actor="golden.boss",
            at=AT,
            key="strike",
            reason="He never signed.",
        )


def test_a_new_league_is_played_by_the_newest_edition_and_its_next_season_by_that_of_the_one_before() -> None:
    table = closed(settled(rounds=1))
    assert table.row.edition == NEWEST_EDITION
    assert reopened(table).row.edition == NEWEST_EDITION


def test_an_edition_is_adopted_with_a_reason_and_never_given_back() -> None:
    table = founded()
    with pytest.raises(EditionInForce, match=f"by edition {NEWEST_EDITION} already"):
        table.give("adopt_edition", edition="1", reason="Back to the old days.")
    with pytest.raises(ReasonMissing):
        table.give("adopt_edition", edition=NEWEST_EDITION)


def test_what_an_edition_would_have_decided_otherwise_is_told_before_it_is_adopted() -> None:
    row = restored("edition-1")
    length = row.length
    output = io.StringIO()
    call_command("edition", row.pk, stdout=output)
    assert output.getvalue().splitlines() == [
        "golden/s1 is played by edition 1.",
        f"Edition 2: {EDITION_CHANGES['2']}",
        "    entry 41 (void_match) would have been recorded with forfeit_refunded",
        f"Edition 3: {EDITION_CHANGES['3']}",
        "    entry 41 (void_match) would have been recorded with forfeit_refunded",
        f"Edition 4: {EDITION_CHANGES['4']}",
        "    entry 41 (void_match) would have been recorded with forfeit_refunded",
        f"Edition 5: {EDITION_CHANGES['5']}",
        "    entry 41 (void_match) would have been recorded with forfeit_refunded",
    ]
    row.refresh_from_db()
    assert row.length == length
    output = io.StringIO()
    call_command("edition", row.pk, "--adopt", "2", "--reason", "It is fairer.", stdout=output)
    assert "The season went from edition 1 of the rules to edition 2." in output.getvalue()
    call_command("edition", row.pk, stdout=(output := io.StringIO()))
    assert output.getvalue().splitlines() == [
        "golden/s1 is played by edition 2.",
        f"Edition 3: {EDITION_CHANGES['3']}",
        "    entry 41 (void_match) would have been recorded with forfeit_refunded",
        f"Edition 4: {EDITION_CHANGES['4']}",
        "    entry 41 (void_match) would have been recorded with forfeit_refunded",
        f"Edition 5: {EDITION_CHANGES['5']}",
        "    entry 41 (void_match) would have been recorded with forfeit_refunded",
    ]
    with pytest.raises(CommandError, match="by edition 2 already"):
        call_command("edition", row.pk, "--adopt", "1", "--reason", "No.")


@pytest.mark.rule("DM-C-150", "HOUSE-008")
def test_hydraulics_that_an_old_season_took_stay_until_the_new_edition_is_adopted() -> None:
    row = restored("edition-2")
    raised = document_of(
        next(stock_design.design for stock_design in stock_designs().values() if stock_design.dp == 60)
    ) | {"tweaks": ["raised"]}
    jacks, car = {"franchise": "razors", "item": "razors.jacks"}, {"franchise": "razors", "car": "razors.car1"}
    give(row, "design", behalf="razors", type="design_car", **car, ruleset="dethmatch", design=raised)
    give(row, "jacks", type="give_item", **jacks, kind="hydraulics")
    assert give(row, "fit", behalf="razors", type="fit_item", **jacks, car="razors.car1") == ["item_fitted"]
    row.refresh_from_db()
    assert audit(row.pk) == []
    call_command("edition", row.pk, stdout=(output := io.StringIO()))
    assert (
        f"    entry {row.length} (fit_item) would have been recorded without item_fitted"
        in output.getvalue().splitlines()
    )
    assert give(row, "adopt", type="adopt_edition", edition="3") == ["edition_adopted", "item_stowed"]
    with pytest.raises(DesignForbidsItem):
        give(row, "again", behalf="razors", type="fit_item", **jacks, car="razors.car1")
    row.refresh_from_db()
    assert audit(row.pk) == []


LATER_RULE = "rhad.decision"
"""A house rule that came with edition 5."""


@pytest.mark.rule("HOUSE-008")
def test_a_house_rule_of_a_later_edition_is_refused_with_the_edition_to_adopt() -> None:
    table = founded(edition="4")
    said = "rhad.decision came with edition 5 of the rules, and this season is played by edition 4"
    with pytest.raises(SwitchOfLaterEdition, match=said):
        table.give("change_switch", switch=LATER_RULE, setting="none", reason="Draws are fine.")
    with pytest.raises(SwitchOfLaterEdition, match=said):
        founded(league="other", edition="4", switches={LATER_RULE: "none"})
    table.give("adopt_edition", edition="5", reason="The drivers are better.")
    table.give("change_switch", switch=LATER_RULE, setting="none", reason="Draws are fine.")
    assert table.state.switches[LATER_RULE] == "none"


@pytest.mark.rule("HOUSE-008")
def test_an_edition_is_not_adopted_between_the_lock_of_line_ups_and_their_result() -> None:
    """The owners drew up their line-ups against the drivers of the edition before."""
    table = climbing(edition="4", ruleset="carcult", event="last_cult", setting={"table": "crossroads"})
    with pytest.raises(LockedForEarlierEdition, match="m1 were locked for edition 1 of Car Cult: adopt edition 5"):
        table.give("adopt_edition", edition="5", reason="The drivers are better.")
    assert table.state.edition == "4"
    worked()
    table.give("adopt_edition", edition="5", reason="The drivers are better.")
    assert table.state.edition == "5"


@pytest.mark.rule("HOUSE-008")
def test_an_edition_that_plays_a_locked_match_by_the_same_rules_may_be_adopted() -> None:
    table = climbing(edition="3", ruleset="carcult", event="last_cult", setting={"table": "crossroads"})
    table.give("adopt_edition", edition="4", reason="It is fairer.")
    assert table.state.edition == "4"
