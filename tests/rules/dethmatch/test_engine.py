"""The sequence of a match: its steps, orders given by people, and the same match from the same dice."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import msgspec
import pytest

from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed, Refusal
from rules.dethmatch import engine, replay
from rules.dethmatch.damage import rollovers
from rules.dethmatch.editions import EDITION
from rules.dethmatch.match.entries import MatchSetup
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import CarOrders, PhaseOrder, SpeedOrder
from rules.dethmatch.setup.match_errors import MatchImpossible
from rules.match.log_faces import decode_faces
from rules.match.ruleset import LogContradicted, OtherEdition
from tests.rules.dethmatch.boards import PLAIN, Board, Car
from tests.rules.dethmatch.chance_matches import random_match


def keyed(secret: bytes = b"k" * 32) -> Dice:
    return Dice(KeyRing(secret=secret, words={"m1": ""}))


def steps(play: Match) -> Iterator[str]:
    """The steps of a match as they are played."""
    while not engine.is_over(play):
        yield play.state.moment.step
        engine.step(play)


@pytest.fixture(scope="module")
def setup() -> MatchSetup:
    """A small race."""
    return random_match(3, event="lap_race")


@pytest.mark.rule("DM-M-041")
def test_a_turn_goes_from_initiative_through_speed_and_movement_to_three_phases_and_its_end(
    setup: MatchSetup,
) -> None:
    play = engine.start(setup, keyed())
    seen: list[str] = []
    for step in steps(play):
        if play.state.moment.turn == 2 and step == "turn_start":
            break
        if not seen or seen[-1] != step:
            seen.append(step)
    phase = ["phase_start", "activation", "phase_end"]
    assert seen == ["heat_start", "turn_start", "initiative", "speed", "movement", *phase, *phase, *phase, "turn_end",
                    "turn_start", "initiative", "speed", "movement", *phase, *phase, *phase, "turn_end"]  # fmt: skip


@pytest.mark.rule("DM-M-041", "DM-M-128")
@pytest.mark.parametrize("heats", [1, 2, 3])
def test_a_match_is_over_with_the_last_of_its_heats(setup: MatchSetup, heats: int) -> None:
    play = engine.start(dataclasses.replace(setup, heats=heats, laps=1), keyed())
    step_names = [step for step in steps(play) if step in {"heat_start", "interval"}]
    assert step_names == ["heat_start", *["interval", "heat_start"] * (heats - 1)]
    assert play.state.moment.heat == heats


@pytest.mark.rule("DM-M-041", "DM-M-093")
def test_a_turn_begins_with_all_the_attacks_of_every_weapon() -> None:
    play = Board(Car("a", guns={"front": "machinegun"}), turn=4)
    gun = play.state.cars["a"].guns[0]
    gun.spent = 2
    play.use_dice(keyed())
    play.state.moment.step = "turn_start"
    engine.step(play)
    assert (gun.spent, play.state.moment.turn, play.state.moment.phase) == (0, 5, 0)


@pytest.mark.rule("DM-M-042")
def test_every_car_acts_once_a_phase_the_lowest_initiative_first(setup: MatchSetup) -> None:
    play = engine.start(setup, keyed())
    for step in steps(play):
        if step == "phase_start" and play.state.moment.turn == 1:
            totals = [play.state.cars[id].total for id in play.state.order]
            assert totals == sorted(totals)
            assert sorted(play.state.order) == sorted(play.state.cars)
            break


@pytest.mark.rule("DM-M-001")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_same_secret_gives_the_same_bytes_and_another_a_different_match(seed: int) -> None:
    setup = random_match(seed)
    logs = [replay.encode_recording(replay.make_recording(engine.play_match(setup, keyed()))) for _ in range(2)]
    other_log = replay.encode_recording(replay.make_recording(engine.play_match(setup, keyed(b"o" * 32))))
    assert logs[0] == logs[1]
    assert logs[0] != other_log


@pytest.mark.rule("DM-M-001", "DM-M-140")
@pytest.mark.parametrize("seed", [5, 6, 7, 8])
def test_a_log_is_played_again_from_the_key_and_from_its_own_faces(seed: int) -> None:
    played = engine.play_match(random_match(seed), keyed())
    recording = replay.decode_recording(replay.encode_recording(replay.make_recording(played)))
    for dice in (keyed(), None):
        again = replay.replay_recording(recording, dice)
        assert again.log.entries == played.log.entries
        assert engine.digest(again.state) == engine.digest(played.state)


def test_a_log_whose_orders_or_faces_were_changed_is_contradicted(setup: MatchSetup) -> None:
    recording = replay.make_recording(engine.play_match(setup, keyed()))
    with pytest.raises(LogContradicted, match=r"comes out otherwise from heat 1, turn|orders where the log has"):
        replay.replay_recording(recording, keyed(b"o" * 32))
    path = next(path for path in recording.faces if path.endswith("/initiative"))
    with pytest.raises(LogContradicted):
        replay.replay_recording(dataclasses.replace(recording, faces={**recording.faces, path: "6"}))
    with pytest.raises(LogContradicted, match="take 1 away"):
        replay.replay_recording(
            dataclasses.replace(recording, faces={**recording.faces, path: f"{recording.faces[path]} 6"})
        )
    with pytest.raises(LogContradicted, match="has no standing orders"):
        replay.replay_recording(dataclasses.replace(recording, standing={}))
    with pytest.raises(Malformed, match="are no faces"):
        replay.replay_recording(dataclasses.replace(recording, faces={**recording.faces, path: "six"}))
    shorter = dataclasses.replace(recording, orders=recording.orders[:-1])
    with pytest.raises(LogContradicted, match="orders where the log has no more orders"):
        replay.replay_recording(shorter)
    cut = dataclasses.replace(recording, digests=recording.digests[:-1])
    with pytest.raises(LogContradicted, match="now lasts"):
        replay.replay_recording(cut)


def test_a_log_of_another_edition_is_read_and_not_played(setup: MatchSetup) -> None:
    recording = replay.make_recording(engine.play_match(setup, keyed()))
    with pytest.raises(OtherEdition, match="edition 0 of the engine"):
        replay.replay_recording(dataclasses.replace(recording, edition=0))


@pytest.mark.parametrize("log", [b"", b"{}", b"\xff", b'{"edition":1}'])
def test_what_is_no_log_is_refused(log: bytes) -> None:
    with pytest.raises(Malformed, match="no log of a Dethmatch match"):
        replay.decode_recording(log)


def test_a_kept_log_holds_every_face_that_was_thrown(setup: MatchSetup) -> None:
    play = engine.play_match(setup, keyed())
    recording = replay.make_recording(play)
    faces = [face for path in recording.faces.values() for face in decode_faces(path)]
    assert len(faces) == sum(len(roll.faces) for roll in play.dice.log)
    assert msgspec.json.decode(replay.encode_recording(recording))["edition"] == EDITION


@pytest.mark.rule("DM-M-149")
def test_people_drive_where_they_gave_orders_and_the_autopilot_fills_in_what_is_missing(setup: MatchSetup) -> None:
    play = engine.start(setup, keyed())
    car = next(iter(play.state.cars))
    phases = {1: PhaseOrder(path=("F",), shuffle="left")}
    engine.step(play, {car: CarOrders(car=car, turn=1, speed=SpeedOrder(), phases=phases)})
    while play.state.moment.turn < 2:
        engine.step(play)
    orders_given = [
        order for step, ordered_for, order in play.log.orders if ordered_for == car and step.startswith("h1/t1/")
    ]
    assert orders_given[:2] == [SpeedOrder(), phases[1]]
    replaced = [entry for entry in play.log.entries if entry.kind == "order_replaced" and entry.turn == 1]
    assert [(entry.car, entry.phase) for entry in replaced] == [(car, 2), (car, 3)]


@pytest.mark.rule("DM-M-148")
def test_refused_orders_leave_the_match_where_it_was(setup: MatchSetup) -> None:
    play = engine.start(setup, keyed())
    good = next(iter(play.state.cars))
    before = engine.digest(play.state)
    with pytest.raises(Refusal):
        engine.step(play, {good: CarOrders(car=good, turn=1), "nobody": CarOrders(car="nobody", turn=1)})
    assert engine.digest(play.state) == before
    assert not play.log.entries


def test_a_match_that_cannot_be_played_is_refused_before_anything_happens(setup: MatchSetup) -> None:
    with pytest.raises(MatchImpossible, match="no track"):
        engine.start(dataclasses.replace(setup, track="nowhere"), keyed())


@pytest.mark.rule("DM-M-022")
@pytest.mark.parametrize(("when", "height"), [("turn_start", "raised"), ("heat_or_pit", "normal")])
def test_a_suspension_is_set_at_the_start_of_a_turn_only_by_house_rule(when: str, height: str) -> None:
    play = Board(
        Car("a", design=dataclasses.replace(PLAIN, adjustable="raised")),
        switches={"dethmatch.adjustable_height_when": when},
        orders={"a": SpeedOrder(height="raised")},
    )
    play.use_dice(keyed())
    play.state.moment.step = "initiative"
    engine.step(play)
    assert (play.state.cars["a"].loadout.height, play.fits["a"].height) == (height, height)


@pytest.mark.rule("DM-M-075", "DM-M-110")
@pytest.mark.parametrize(("tests_crew", "faces"), [(True, [4, 6]), (False, [4])])
def test_those_in_a_car_on_its_roof_test_their_toughness_unless_the_house_spares_them(
    tests_crew: bool, faces: list[int]
) -> None:
    play = Board(Car("a"), faces=faces, switches={"dethmatch.overturned_crew_test": tests_crew})
    rollovers.land(play, play.state.cars["a"])
    assert play.state.crew["a.driver"].out is tests_crew
    assert play.state.cars["a"].status in {"destroyed", "wreck"}
    assert len(play.dice.log) == len(faces)
