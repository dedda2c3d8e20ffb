"""Forged exports of a season with leaves: what `verify.py` finds by itself, with a noted head, and by a replay.

The forger repairs all hashes. In the last part they also have the seed, as whoever runs the server does, and may
throw every later die again.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from journal.transfer.league_import import import_league
from rules.core.refusals import Refusal
from tests.journal.exported_leagues import compact, emptied
from tests.journal.forger import Document, entry_of, exported, rehashed
from tests.journal.leaf_forgeries import (
    FORGERIES,
    OF_A_LOG,
    OF_THE_PUBLIC_EXPORT,
    WORDS,
    forged,
    played,
    to_forge,
)
from tests.league.small_league import SEEDS, founded
from tests.verifier.test_findings import found

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DM-C-002")]


def test_nothing_is_wrong_before_anything_is_forged() -> None:
    for which in ("played", "resolved"):
        document = to_forge(which)["public"]
        assert found(document) == []
        assert found(rehashed(document)) == []


@pytest.mark.parametrize("forgery", [*FORGERIES, *OF_A_LOG], ids=lambda forgery: str(forgery.__name__))
def test_it_is_found_by_the_file_alone(forgery: Callable[[Document], None]) -> None:
    which = "resolved" if forgery in OF_A_LOG else "played"
    assert found(forged(to_forge(which)["public"], forgery)) != []


def test_a_replay_of_what_nobody_forged_is_a_league_again() -> None:
    for which in ("played", "resolved"):
        league = to_forge(which)["whole"]
        emptied()
        import_league(compact(league))


@pytest.mark.parametrize(
    "forgery",
    [forgery for forgery in (*FORGERIES, *OF_A_LOG) if forgery not in OF_THE_PUBLIC_EXPORT],
    ids=lambda forgery: str(forgery.__name__),
)
def test_it_is_found_by_a_replay(forgery: Callable[[Document], None]) -> None:
    which = "resolved" if forgery in OF_A_LOG else "played"
    league = to_forge(which)["whole"]
    (league["seasons"][0],) = [forged(exported_season, forgery) for exported_season in league["seasons"]]
    emptied()
    with pytest.raises(Refusal):
        import_league(compact(league))


# ----------------------------------------------------------------------------------------- forgers with the seed


def test_a_tail_that_was_cut_off_is_found_with_a_head_that_was_noted() -> None:
    document = to_forge("played")["public"]
    noted_head = (document["length"], document["head"])
    while document["entries"][-1]["command"] != "hire_rookie":
        document["entries"].pop()
    for part in ("balances", "match_leaves"):
        document[part] = {}
    assert found(rehashed(document), noted_head) != []


def test_a_past_that_was_played_anew_with_the_seed_is_found_with_a_head_that_was_noted() -> None:
    first = played()
    document = exported(first.season)
    middle = entry_of(document, document["length"] // 2)
    emptied()
    second = founded(dice=SEEDS)
    second.give("throw_party", by="saints", franchise="saints", spend_k=20)
    other_export = exported(second.season)
    assert found(other_export) == []
    assert found(other_export, (middle["number"], middle["hash"])) != []
    assert found(other_export, (None, document["head"])) != []


def test_an_entry_that_was_dropped_and_made_up_for_is_found_with_its_receipt() -> None:
    table = founded(dice=SEEDS)
    given_to_saints = table.give("throw_party", by="saints", franchise="saints", spend_k=10, spoken=WORDS)
    noted_head = (given_to_saints.entries[-1].number, given_to_saints.entries[-1].entry.hash)
    emptied()
    again = founded(dice=SEEDS)
    again.at += timedelta(seconds=1)
    again.give("throw_party", by="saints", franchise="saints", spend_k=10, spoken="5c" * 32)
    other_export = exported(again.season)
    assert found(other_export) == []
    assert found(other_export, noted_head) != []
