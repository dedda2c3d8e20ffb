"""Trials of a book: what is played, what is counted, and how a failure is reported."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from rules.match.laws import Laws
from rules.match.packet import Packet
from rules.match.registry import get_ruleset, rulesets, temporarily_installed
from rules.match.spec import packet_from_spec
from rules.match.stepwise_play import OrderRequest, StepwiseRuleset
from tests.rules.ladder import LADDER
from tests.rules.rhad import order_samples
from tests.rules.towers import LAWS, STOCK, TOWERS, Piling, Play, Towers
from tests.trials import books
from tests.trials.__main__ import main
from tests.trials.books import Book, Met, NoTrials, TrialFailed, trial
from tests.trials.order_samples import order_within_bounds, sampler_of, word_of
from tests.trials.possible_entries import kinds_of, orders_of


def random_packet(seed: int) -> Packet:
    """A match of 1 to 3 towers, depending on the seed, one per team."""
    teams = [
        {"id": f"t{n}", "crew": [{"id": f"d{n}"}], "cars": [{"driver": f"d{n}"}]} for n in range(1 + seed % 3)
    ]  # fmt: skip
    spec = {"match": f"m{seed}", "event": "towers", "teams": teams, "setting": {"turns": 1 + seed % 4}}
    return packet_from_spec(json.dumps(spec).encode(), TOWERS, stock=STOCK)


BOOK = Book(ruleset=TOWERS, origin=random_packet, laws=LAWS, orders=sampler_of("towers"))


def test_matches_are_played_to_their_end_and_counted() -> None:
    tally = Met(book="towers")
    for seed in range(1, 11):
        tally.add(*trial(BOOK, seed))
    assert (tally.matches, tally.turns, tally.events) == (
        10,
        sum(1 + seed % 4 for seed in range(1, 11)),
        {"towers": 10},
    )
    assert tally.cars == {1: 3, 2: 4, 3: 3}
    assert tally.kinds["turn_end"] == tally.turns
    assert tally.lines()[0].startswith(f"towers: 10 matches, {tally.turns} turns, {tally.entries} entries by 1 rules")
    assert tally.lines()[2] == "cars: 1 3, 2 4, 3 3"


def test_every_other_match_is_driven_by_lot() -> None:
    ordered = [trial(BOOK, seed)[1].log.orders for seed in (5, 4)]
    assert {order["dice"] for _, _, order in ordered[0]} != {2}
    assert {order["dice"] for _, _, order in ordered[1]} == {2}
    without = Book(ruleset=TOWERS, origin=random_packet, laws=LAWS)
    assert {order["dice"] for _, _, order in trial(without, 5)[1].log.orders} == {2}


def test_a_law_that_is_broken_is_named_with_the_way_to_play_the_match_again() -> None:
    laws: Laws[Play] = Laws()

    @laws.always
    def never(play: Play) -> Iterator[str]:
        yield f"{play.match} is on"

    with pytest.raises(
        TrialFailed, match=r"Match 4 of Towers, towers with 2 cars: LawBroken: .*never: m4 is on"
    ) as raised:
        trial(Book(ruleset=TOWERS, origin=random_packet, laws=laws), 4)
    again = "Play it again: python -m tests.trials --ruleset towers --matches 1 --first 4"
    assert str(raised.value).splitlines()[-1] == again


class Forgetful(Towers):
    """Replays of its matches give another result."""

    def replay_recording(self, *_: object) -> Play:  # type: ignore[override]  # whatever is replayed
        return Play(random_packet(1), books.dice_of(random_packet(1)))


class Still(Piling):
    """An engine whose matches never advance."""

    step = staticmethod(lambda *_: [])  # type: ignore[assignment]  # whatever is ordered


class Standing(Towers):
    """Its matches never advance."""

    engine = Still()


def test_a_match_that_does_not_come_back_or_stands_still_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "MOST_STEPS", 50)
    with pytest.raises(TrialFailed, match="played again from its faces it comes out otherwise"):
        trial(Book(ruleset=Forgetful(), origin=random_packet, laws=LAWS), 10)
    trial(Book(ruleset=Forgetful(), origin=random_packet, laws=LAWS), 11)
    with pytest.raises(TrialFailed, match="It has not ended after 50 steps, and stands at"):
        trial(Book(ruleset=Standing(), origin=random_packet, laws=LAWS), 1)


def test_what_a_long_run_never_met_is_said() -> None:
    assert {"shot", "finish", "back_off"} <= kinds_of("formule")
    tally = Met(book="formule")
    assert "No entry shot was met." in tally.zeros()
    assert "No order drive: ram.after was met." in tally.zeros()
    assert "No order slipstream: ram.after was met." not in tally.zeros()
    assert "No entry back_off was met." not in tally.zeros()
    tally.kinds.update(kinds_of("formule") - {"back_off"})
    tally.ordered.update(orders_of("formule"))
    assert tally.zeros() == []
    assert tally.never() == ["entries never met: back_off", "orders never met: none"]


@pytest.mark.parametrize(
    ("name", "some"),
    [
        ("formule", {"gear: gear", "drive: drop.where", "slipstream: fire.weapon"}),
        ("rhad", {"speed: to", "phase: maneuvers", "phase: attacks.crew"}),
        ("carcult", {"act: swaps.first", "act: legs.drift", "act: turbo", "place: component", "allocate: tokens"}),
    ],
)
def test_all_that_can_be_ordered_is_read_off_a_book_s_orders(name: str, some: set[str]) -> None:
    assert some | {name.partition(":")[0] for name in some} <= orders_of(name)


@pytest.mark.parametrize(("seed", "is_given"), [(11, True), (12, False)])
def test_a_commissioner_gives_his_word_where_people_drive(
    seed: int, *, is_given: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order_samples, "SELDOM", 0.1)
    entries = trial(books.book("rhad"), seed).play.log.entries
    assert any(entry.kind == "override" for entry in entries) is is_given


def test_a_ruleset_of_its_own_making_has_no_random_matches(capsys: pytest.CaptureFixture[str]) -> None:
    with temporarily_installed(LADDER), pytest.raises(NoTrials, match="Ladder is not made with BookRuleset"):
        books.book("ladder")
    with pytest.raises(SystemExit):
        main(["--ruleset", "chess"])
    assert "invalid choice: 'chess'" in capsys.readouterr().err


@pytest.mark.parametrize("name", [ruleset.name for ruleset in rulesets()])
@pytest.mark.parametrize("seed", [10, 11])
def test_a_match_of_each_book_is_played_by_the_autopilot_and_by_lot(name: str, seed: int) -> None:
    origin, play, ordered = trial(books.book(name), seed)
    assert bool(ordered) is (seed == 11 and isinstance(get_ruleset(name), StepwiseRuleset))
    assert play.log.entries[-1].n == len(play.log.entries)
    assert play.match == origin.match


def test_a_book_without_orders_of_its_own_is_driven_within_the_bounds_of_each_question() -> None:
    assert (sampler_of("towers"), word_of("towers")) == (order_within_bounds, None)
    may = {"dice": [1, 3], "gear": ["low", "high", "top"], "brake": 2, "turbo": False, "at": {"x": [4, 4]}}
    request = OrderRequest(step="t1/a", car="a", kind="drive", may=may)
    orders = [order_within_bounds(request, random.Random(seed), None) for seed in range(40)]
    assert {order["dice"] for order in orders} == {1, 2, 3}
    assert {order["gear"] for order in orders} == {"low", "high", "top"}
    assert {order["brake"] for order in orders} == {0, 1, 2}
    assert {(order["turbo"], order["at"]["x"]) for order in orders} == {(False, 4)}


def test_a_packet_book_without_random_matches_plays_stock_cars() -> None:
    with temporarily_installed(TOWERS):
        packet, play, _ = trial(books.book("towers"), 10)
    assert [len(team.seats) for team in packet.teams] == [2, 2, 2]
    assert all(seat.car.design in STOCK.values() for team in packet.teams for seat in team.seats)
    assert play.log.entries
