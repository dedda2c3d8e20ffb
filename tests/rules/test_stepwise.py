"""Rulesets driven step by step play the same match as when they resolve it whole, and refuse illegal steps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.dice import Dice, KeyRing
from rules.match.packet import Packet
from rules.match.recording import digest_of_state
from rules.match.registry import rulesets
from rules.match.ruleset import Document, Resolution
from rules.match.stepwise_play import MatchOver, NobodyAsked, OrderIllegal, OrderRequest, StepwiseRuleset
from tests.rules.recorders import recorder_of
from tests.rules.towers import LAWS, TOWERS
from tests.trials.books import Book, book
from tests.trials.test_books import random_packet

BOOKS = ("towers", *(ruleset.name for ruleset in rulesets() if isinstance(ruleset, StepwiseRuleset)))
SEEDS = (1, 2, 3)
ASKED_AT = 12
"""Nonsense is ordered at the first question from this step on, or else at the first question of the match."""
every_book = pytest.mark.parametrize("name", BOOKS)


@cache
def of(name: str) -> Book:
    """The book of that name; `towers` is the one made for tests."""
    return Book(ruleset=TOWERS, origin=random_packet, laws=LAWS) if name == "towers" else book(name)


def stepwise(name: str) -> StepwiseRuleset:
    """The ruleset of that name."""
    ruleset = of(name).ruleset
    assert isinstance(ruleset, StepwiseRuleset)
    return ruleset


def dice(packet: Packet) -> Dice:
    return Dice(KeyRing(b"step by step", {packet.match: ""}))


def driven(
    name: str, packet: Packet, orders: Iterator[Document] | None = None
) -> tuple[list[OrderRequest], Resolution]:
    """Drive a match to its end by the autopilot or by the given orders. The result has every question asked."""
    engine, questions = stepwise(name), []
    match = engine.start(packet, dice(packet))
    log = recorder_of(match).log
    while not engine.is_over(match):
        question = engine.legal_orders(match)
        if question is not None:
            questions.append(question)
        entries = engine.step(match, next(orders) if orders and question is not None else None)
        assert entries == log.entries[len(log.entries) - len(entries) :]
        if question is not None:
            assert log.orders[len(questions) - 1][:2] == (question.step, question.car)
    assert len(log.orders) == len(questions)
    return questions, engine.final_resolution(match)


def before(name: str, packet: Packet, *, asked: bool) -> Any:
    """A match at a step that asks a driver, or at one that asks no driver: the first such step from number `ASKED_AT`
    on or, if there is none, the first of the match.

    Every book must have steps of both sorts; the lookup fails for a book that lacks one.
    """
    engine = stepwise(name)
    play = engine.start(packet, dice(packet))
    for steps in range(100_000):
        if engine.is_over(play):
            break
        if steps >= ASKED_AT and (engine.legal_orders(play) is not None) is asked:
            return play
        engine.step(play)
    play = engine.start(packet, dice(packet))
    while not engine.is_over(play):
        if (engine.legal_orders(play) is not None) is asked:
            return play
        engine.step(play)
    raise AssertionError(f"{name} has no step that asks {'somebody' if asked else 'nobody'} in {packet.match}")


def everything(match: Any) -> tuple[object, ...]:
    """All that a step may change."""
    play: Any = recorder_of(match)
    return (
        digest_of_state(play.state),
        list(play.log.entries),
        list(play.log.orders),
        list(play.log.digests),
        list(play.dice.log),
    )


# --------------------------------------------------------------------------------------------- driven matches


@pytest.mark.rule("DM-M-001", "DM-M-140")
@every_book
@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_driven_step_by_step_is_the_match_that_is_resolved(name: str, seed: int) -> None:
    packet = of(name).origin(seed)
    questions, scored = driven(name, packet)
    assert scored == of(name).ruleset.resolve(packet, dice(packet))
    assert msgspec.json.decode(msgspec.json.encode([order_request.may for order_request in questions])) == [
        order_request.may for order_request in questions
    ]


@pytest.mark.rule("DM-M-001", "DM-M-140")
@every_book
def test_the_orders_of_a_log_given_by_people_play_the_same_match(name: str) -> None:
    packet = of(name).origin(SEEDS[0])
    _, scored = driven(name, packet)
    orders = [order for _, _, order in msgspec.json.decode(scored.log)["orders"]]
    _, again = driven(name, packet, iter(orders))
    assert again == scored


@every_book
def test_what_a_driver_may_order_is_asked_for_as_often_as_one_likes(name: str) -> None:
    play = before(name, of(name).origin(SEEDS[0]), asked=True)
    earlier = everything(play)
    assert stepwise(name).legal_orders(play) == stepwise(name).legal_orders(play)
    assert everything(play) == earlier


# --------------------------------------------------------------------------------------------- refused steps


@every_book
@pytest.mark.parametrize("asked", [True, False])
def test_a_match_has_steps_that_ask_somebody_and_steps_that_ask_nobody(name: str, *, asked: bool) -> None:
    play = before(name, of(name).origin(SEEDS[0]), asked=asked)
    assert (stepwise(name).legal_orders(play) is not None) is asked


@pytest.mark.rule("DM-M-001")
@every_book
def test_an_order_where_nobody_is_asked_is_refused_and_nothing_is_done(name: str) -> None:
    play = before(name, of(name).origin(SEEDS[0]), asked=False)
    earlier = everything(play)
    with pytest.raises(NobodyAsked):
        stepwise(name).step(play, {})
    assert everything(play) == earlier


@pytest.mark.rule("DM-M-001")
@every_book
@pytest.mark.parametrize("order", [None, {}])
def test_a_match_that_is_over_takes_no_step(name: str, order: Document | None) -> None:
    packet, engine = of(name).origin(SEEDS[0]), stepwise(name)
    play = engine.start(packet, dice(packet))
    while not engine.is_over(play):
        engine.step(play)
    earlier, scored = everything(play), engine.final_resolution(play)
    assert engine.legal_orders(play) is None
    with pytest.raises(MatchOver):
        engine.step(play, order)
    assert everything(play) == earlier
    assert engine.final_resolution(play) == scored


NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=9) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=9,
)
"""Any JSON value."""


def fields_of(name: str) -> list[str]:
    """Every field that occurs in an order of the book's sample match."""
    packet = of(name).origin(SEEDS[0])
    orders = msgspec.json.decode(of(name).ruleset.resolve(packet, dice(packet)).log)["orders"]
    return sorted({field for _, _, order in orders for field in order}) or ["x"]


def refused(name: str, play: Any, order: Any) -> bool:
    """Whether an order is refused with a sentence. A refused order must change nothing."""
    earlier, sentence = everything(play), ""
    try:
        stepwise(name).step(play, order)
    except OrderIllegal as error:
        sentence = error.sentence
    if sentence:
        assert sentence.endswith(".")
        assert everything(play) == earlier
    return bool(sentence)


@pytest.mark.rule("DM-M-001")
@every_book
def test_a_document_that_is_no_order_is_refused_and_nothing_is_done(name: str) -> None:
    play = before(name, of(name).origin(SEEDS[0]), asked=True)

    @settings(max_examples=80, deadline=None, database=None, derandomize=True)
    @given(st.dictionaries(st.text(min_size=1, max_size=9), NONSENSE, min_size=1, max_size=3))
    def ordered(order: Document) -> None:
        assert refused(name, play, order)

    ordered()


@every_book
@pytest.mark.parametrize("order", [[], [{}], "", "fire", 0, 7, 1.5, True, False], ids=repr)
def test_what_is_no_object_is_no_order_and_nothing_is_done(name: str, order: object) -> None:
    assert refused(name, before(name, of(name).origin(SEEDS[0]), asked=True), order)


@pytest.mark.rule("DM-M-001")
@every_book
def test_nonsense_in_a_field_of_an_order_is_refused_or_played_and_never_an_accident(name: str) -> None:
    packet = of(name).origin(SEEDS[0])
    fields = fields_of(name)
    matches: list[Any] = []

    @settings(max_examples=80, deadline=None, database=None, derandomize=True)
    @given(st.dictionaries(st.sampled_from(fields), NONSENSE, min_size=1, max_size=2))
    def ordered(order: dict[str, Any]) -> None:
        if not matches:
            matches.append(before(name, packet, asked=True))
        if not refused(name, matches[0], order):
            matches.clear()

    ordered()
