"""The log of a referee's table: what is entered, undone, ruled and closed, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.refusals import Malformed, Refusal, Unknown
from rules.match.duels.book import Turns
from rules.match.duels.log import DuelLog, TableAction, read_log, read_ruling, take_actions
from rules.match.registry import duel_book

BOOK = duel_book()
DUEL = BOOK.read_duel({"duelists": [{"id": id, "name": id.title()} for id in ("razors", "saints", "wolves")]})
TURNS = Turns(5, 30)


def enter(key: str, phase: int = 1, **event: Any) -> TableAction:
    """The entry of an event at a phase counted from the start."""
    turn, of_turn = TURNS.moment(phase)
    return TableAction(key=key, act="enter", value=BOOK.read_event({"turn": turn, "phase": of_turn, **event}))


def hit(key: str, phase: int = 1, by: str = "razors", on: str = "saints") -> TableAction:
    return enter(key, phase, type="hit", by=by, on=on)


def destroyed(key: str, phase: int = 1, on: str = "saints", by: str = "razors") -> TableAction:
    return enter(key, phase, type="kill", on=on, part="destroyed", because={"type": "attack", "by": by})


def act(key: str, act: str, value: Any) -> TableAction:
    return TableAction(key=key, act=act, value=value)


def ruling(key: str, of: str, **shares: str) -> TableAction:
    return act(key, "rule", {"of": of, "ruled": {"shares": shares, "note": "As seen."}})


def score(log: DuelLog) -> Any:
    """What the scorer says of a log."""
    events = [event.document for event in log.standing()]
    return BOOK.score({**DUEL, "events": events, "closed": log.over})


def take(*actions: TableAction, log: DuelLog | None = None) -> tuple[DuelLog, list[str]]:
    return take_actions(log or DuelLog(TURNS), actions, score)


def taken(*actions: TableAction) -> DuelLog:
    """The log after actions that are all taken."""
    log, refused = take(*actions)
    assert refused == [""] * len(actions)
    return log


def keys(log: DuelLog) -> list[str]:
    return [event.key for event in log.standing()]


@pytest.mark.rule("CW-S-004")
def test_events_are_entered_in_the_open_phase_and_in_closed_ones() -> None:
    log = taken(hit("a"), act("b", "close", 1), hit("c", 2), hit("d", 1, "wolves"))
    assert (keys(log), log.closed, log.over) == (["a", "c", "d"], 1, 2)


@pytest.mark.rule("CW-S-003")
@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (hit("x", 3), "Turn 1, phase 3 has not begun: close turn 1, phase 2 first."),
        (hit("x", 11), "Turn 3, phase 1 has not begun: close turn 1, phase 2 first."),
        (hit("x", 5), "Turn 1, phase 5 has not begun: close turn 1, phase 2 first."),
        (hit("x", 150), "Turn 30, phase 5 has not begun: close turn 1, phase 2 first."),
        (act("x", "close", 3), "Turn 1, phase 3 has not begun: close turn 1, phase 2 first."),
        (act("x", "close", 151), "The duel has 150 phases: there is none after them to close."),
        (act("x", "reopen", 2), "Turn 1, phase 2 is not closed."),
        (act("x", "undo", "none"), "The duel has no entry 'none': look at its log, and name one of these."),
        (act("x", "redo", "a"), "It stands already: there is nothing to redo."),
        (ruling("x", "a", razors="1"), "Only the credit for a kill is ruled on: name the key of a kill."),
        (
            act("x", "dance", "a"),
            "There is no act 'dance': use one of enter, undo, redo, close, reopen, rule.",
        ),
        (
            enter("x", 1, type="hit", by="razors", on="nobody"),
            "Turn 1, phase 1: there is no vehicle 'nobody' in this duel. Name one of razors, saints, wolves.",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_changes_nothing(action: TableAction, sentence: str) -> None:
    log = taken(hit("a"), act("b", "close", 1))
    after, refused = take(action, log=log)
    assert refused == [sentence]
    assert (after.entries, after.closed) == (log.entries, 1)


@pytest.mark.rule("CW-S-003")
@pytest.mark.parametrize(("turn", "phase"), [(0, 1), (1, 0), (31, 1), (1, 6), (-3, 2)])
def test_an_event_before_or_after_every_phase_is_refused_by_the_scorer(turn: int, phase: int) -> None:
    event = BOOK.read_event({"turn": turn, "phase": phase, "type": "hit", "by": "razors", "on": "saints"})
    _, (sentence,) = take(act("x", "enter", event))
    assert "Correct the " in sentence


def test_a_phase_that_another_screen_closed_is_closed_once() -> None:
    log = taken(act("a", "close", 1), act("b", "close", 2), act("c", "close", 1))
    assert log.closed == 2


def test_a_phase_is_reopened_while_no_later_one_has_events() -> None:
    log = taken(act("a", "close", 1), act("b", "close", 2), act("c", "reopen", 1))
    assert log.closed == 0
    log = taken(hit("a"), act("b", "close", 1), hit("c", 2))
    assert take(act("d", "reopen", 1), log=log)[1] == [
        (
            "Turn 1, phase 1 is not reopened while later phases have events, as in turn 1, phase 2. Undo those "
            "first, or enter what was forgotten in the closed phase."
        )
    ]


@pytest.mark.rule("CW-S-016")
def test_an_event_on_a_car_that_is_out_is_refused_alone_and_the_others_are_taken() -> None:
    after, refused = take(
        destroyed("a"), act("b", "close", 1), hit("c", 2), hit("d", 2, "saints", "wolves"), hit("e", 2, "wolves")
    )
    out = "saints has been out since turn 1, phase 1. Correct the vehicle or the phase."
    assert refused == ["", "", f"Turn 1, phase 2: {out}", "", f"Turn 1, phase 2: {out}"]
    assert keys(after) == ["a", "d"]


def test_what_others_depend_on_is_not_undone_and_says_what_depends() -> None:
    log = taken(
        enter("a", type="kill", on="saints", part="mobility", because={"type": "attack", "by": "razors"}),
        act("b", "close", 1),
        enter("c", 2, type="kill", on="saints", part="complete", because={"type": "attack", "by": "wolves"}),
    )
    after, (sentence,) = take(act("d", "undo", "a"), log=log)
    assert sentence == (
        "It is not undone while others depend on it. Turn 1, phase 2: saints can still move, and a mobile car is no "
        "complete kill. Enter its mobility kill too."
    )
    assert keys(after) == ["a", "c"]


def test_an_event_in_a_closed_phase_that_later_ones_contradict_says_so() -> None:
    log = taken(act("a", "close", 1), hit("b", 2))
    _, (sentence,) = take(destroyed("c", 1), log=log)
    assert sentence.startswith("With it another event could not be. Turn 1, phase 2: saints has been out")


@pytest.mark.rule("CW-S-047")
def test_the_last_ruling_on_a_kill_counts_until_it_is_undone() -> None:
    log = taken(destroyed("a"), ruling("b", "a", razors="1/2", wolves="1/2"), ruling("c", "a", wolves="1"))
    assert score(log).sheet["duelists"][2]["kill_points"] == "40"
    log = taken(
        destroyed("a"),
        ruling("b", "a", razors="1/2", wolves="1/2"),
        ruling("c", "a", wolves="1"),
        act("d", "undo", "c"),
    )
    assert [line["kill_points"] for line in score(log).sheet["duelists"]] == ["20", "-40", "20"]


@pytest.mark.rule("CW-S-047")
@pytest.mark.parametrize(
    "hidden_by",
    [ruling("c", "a", wolves="1"), act("c", "undo", "b"), act("c", "undo", "a")],
)
def test_what_is_sent_with_a_bad_ruling_does_not_hide_it(hidden_by: TableAction) -> None:
    log, refused = take(destroyed("a"), ruling("b", "a", razors="1/2"), hidden_by)
    assert "add up to 1" in refused[1]
    assert "b" not in log.entries


@pytest.mark.rule("CW-S-004")
def test_an_event_that_cannot_be_is_refused_even_if_it_is_undone_at_once() -> None:
    log, refused = take(destroyed("a"), act("b", "close", 1), hit("c", 2), act("d", "undo", "c"))
    assert "has been out since turn 1, phase 1" in refused[2]
    assert list(log.entries) == ["a"]


@pytest.mark.rule("CW-S-047")
def test_shares_that_do_not_sum_to_one_are_refused() -> None:
    log = taken(destroyed("a"))
    assert take(ruling("b", "a", razors="1/2"), log=log)[1] == [
        'Turn 1, phase 1: the shares of a kill add up to 1, and these to 1/2. Give what nobody earned to "".'
    ]
    assert take(ruling("b", "a", saints="1"), log=log)[1][0].startswith("Turn 1, phase 1: saints is never credited")


def test_a_kill_that_is_undone_is_not_ruled_on() -> None:
    log = taken(destroyed("a"), act("b", "undo", "a"))
    assert take(ruling("c", "a", razors="1"), log=log)[1] == ["That kill is undone: redo it before you rule on it."]


@pytest.mark.parametrize(
    ("shares", "note"), [(None, "x"), ([], "x"), ({"razors": 1}, "x"), ({"razors": "1"}, None), ({"razors": "1"}, 3)]
)
def test_a_ruling_of_another_form_is_refused(shares: Any, note: Any) -> None:
    with pytest.raises(Malformed):
        read_ruling(shares, note)


@pytest.mark.rule("CW-S-034")
def test_no_phase_is_closed_after_the_one_that_ended_the_duel_and_nothing_happens_in_it() -> None:
    log = taken(destroyed("a"), destroyed("b", 1, "wolves"), act("c", "close", 1))
    assert take(act("d", "close", 2), log=log)[1] == [
        "The duel ended at the close of turn 1, phase 1: no phase comes after it."
    ]
    _, (sentence,) = take(enter("e", 2, type="speed", of="razors", mph=20), log=log)
    assert sentence == (
        "Turn 1, phase 2: the duel ended at the close of turn 1, phase 1. Take the event out, or the "
        "one that ended it."
    )
    reopened, _ = take(act("d", "undo", "b"), act("e", "close", 2), log=log)
    assert reopened.closed == 2


@pytest.mark.rule("CW-S-054")
@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 7), st.booleans()), max_size=12))
def test_what_is_undone_and_redone_leaves_the_sheet_of_the_events_that_stand(steps: list[tuple[int, bool]]) -> None:
    actions = [hit(str(number), 1, "razors", "saints") for number in range(6)]
    actions += [act("6", "close", 1), enter("7", 2, type="speed", of="wolves", mph=0)]
    log = taken(*actions)
    for number, (place, undone) in enumerate(steps):
        log, _ = take(act(f"s{number}", "undo" if undone else "redo", str(place)), log=log)
    standing = {event.key for event in log.standing()}
    direct = taken(*(action for action in actions if action.key in standing or action.act == "close"))
    assert score(log).sheet == score(direct).sheet


def test_a_hundred_actions_that_fit_are_scored_once() -> None:
    scored = 0

    def count(log: DuelLog) -> Any:
        nonlocal scored
        scored += 1
        return score(log)

    actions = [act(f"p{phase}", "close", phase) for phase in range(1, 101)]
    log, refused = take_actions(DuelLog(TURNS), actions, count)
    assert (log.closed, set(refused), scored) == (100, {""}, 1)


@pytest.mark.parametrize(
    "action",
    [
        act("x", "enter", {"turn": 1, "phase": 1, "type": "hit", "by": "razors", "on": "saints"}),
        act("x", "enter", {"type": "hit"}),
        act("x", "undo", 3),
        act("x", "close", "1"),
        act("x", "rule", {"of": "a"}),
        act("x", "reopen", 1),
    ],
)
def test_a_log_from_elsewhere_that_no_site_wrote_is_refused(action: TableAction) -> None:
    with pytest.raises(Refusal):
        read_log(BOOK, DUEL, [hit("a"), action])


def test_a_log_from_elsewhere_is_read_as_it_was_written() -> None:
    actions = [destroyed("a"), ruling("b", "a", wolves="1"), act("c", "close", 1), act("d", "undo", "b")]
    assert read_log(BOOK, DUEL, actions).entries == taken(*actions).entries


def test_the_book_of_duels_is_known_by_its_questionnaire() -> None:
    assert duel_book(BOOK.questionnaire) is BOOK
    with pytest.raises(Unknown, match="No duels are scored by the questionnaire 'house-rules'"):
        duel_book("house-rules")
