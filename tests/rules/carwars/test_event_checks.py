"""Events and duels that cannot be scored: each fault in a sentence, all of them at once, and nothing scored."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.carwars.scoring.causes import MOST_LINKS, Attack, Cause, LostControl
from rules.carwars.scoring.duel import Arena, Duel, Duelist, Feature
from rules.carwars.scoring.event_checks import MOST_EVENTS, DuelEventsRefused
from rules.carwars.scoring.events import (
    BurnModifier,
    Checkpoint,
    Counter,
    FireRoll,
    Hit,
    Jump,
    NotKilled,
    Speed,
    Surrender,
    Takeover,
    Target,
)
from rules.carwars.scoring.score import score_duel
from rules.carwars.scoring.settings import BOUNDS, CHOICES, ScoringSettings, refuse_bad_settings
from rules.core.refusals import Malformed
from tests.rules.carwars.duels import at, crew, duel, hit, kill, scored, speed


@pytest.mark.rule("CW-S-002", "CW-S-004", "CW-S-009")
@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Hit(turn=0, phase=1, by="a", on="b"), "turns 1 to 30"),
        (Hit(turn=31, phase=1, by="a", on="b"), "turns 1 to 30"),
        (Hit(turn=80, phase=5, by="a", on="b"), "turns 1 to 30"),
        (Hit(turn=1, phase=6, by="a", on="b"), "phases 1 to 5"),
        (Hit(turn=1, phase=0, by="a", on="b"), "phases 1 to 5"),
        (hit(1, "z", "b"), "no vehicle 'z' in this duel. Name one of a, b, c"),
        (hit(1, "a", "a"), "does not hit itself"),
        (kill(1, "b", Attack(by="z")), "no vehicle 'z'"),
        (speed(1, "a", 501), "at most 500"),
        (crew(1, "a", 2), "0 to 1 of them are alive"),
        (crew(1, "a", -1), "0 to 1 of them are alive"),
        (crew(1, "a", 0, can_drive=True), "nobody can drive"),
        (BurnModifier(**at(1), by="a", on="b", modifier=0, turns=1), "a burn modifier is 1 to"),
        (BurnModifier(**at(1), by="a", on="b", modifier=1, turns=-1), "lasts 0 to"),
        (FireRoll(**at(1), on="b", roll=0), "a roll is 1 to"),
        (Checkpoint(**at(1), by="a", name="east"), "no checkpoint 'east'. It has: north"),
        (Target(**at(1), by="a", name="east"), "no target 'east'. It has: none"),
        (Jump(**at(1), by="a", name="east"), "no jump 'east'"),
        (Counter(**at(1), by="a", width=-1), "a side of a counter"),
        (Counter(**at(1), by="a", width=1, length=-1), "a side of a counter"),
        (Counter(**at(1), by="a", squares=-1), "squares of a zone"),
        (NotKilled(**at(1), on="b", note=""), "say why"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_one_event(event: Any, says: str) -> None:
    table = duel(arena=Arena(checkpoints={"north": Feature(points=5)}))
    with pytest.raises(DuelEventsRefused, match=says) as refused:
        scored(table, event)
    assert refused.value.pointer == "/events/0"


def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(DuelEventsRefused) as refused:
        scored(duel(), hit(1, "a", "z"), hit(2, "a", "b"), speed(3, "a", 900))
    assert [refusal.pointer for refusal in refused.value.together] == ["/events/0", "/events/2"]


@pytest.mark.rule("CW-S-004")
@pytest.mark.parametrize(
    ("faults", "last"),
    [
        (20, "Turn 99, phase 1: the duel has turns 1 to 30. Correct the turn."),
        (21, "There is 1 fault more: correct those above, and try again."),
        (5000, "There are 4980 faults more: correct those above, and try again."),
    ],
)
def test_of_faults_without_number_twenty_are_named_and_the_others_counted(faults: int, last: str) -> None:
    with pytest.raises(DuelEventsRefused) as refused:
        scored(duel(), *[Hit(turn=99, phase=1, by="a", on="b")] * faults)
    together = refused.value.together
    assert together[0] is refused.value
    assert [refusal.pointer for refusal in together[:20]] == [f"/events/{place}" for place in range(20)]
    assert together[-1].sentence == last
    assert len(together) == min(faults, 21)


@pytest.mark.rule("CW-S-034")
@pytest.mark.parametrize(
    ("turn", "said"), [(9999, "9999"), (10_000, "above 9999"), (-9999, "-9999"), (-10_000, "below -9999")]
)
def test_a_turn_of_many_digits_is_not_repeated(turn: int, said: str) -> None:
    with pytest.raises(DuelEventsRefused) as refused:
        scored(duel(), Hit(turn=turn, phase=1, by="a", on="b"))
    assert refused.value.sentence == f"Turn {said}, phase 1: the duel has turns 1 to 30. Correct the turn."


@pytest.mark.rule("CW-S-002")
@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("z" * 60, "z" * 60),
        ("z" * 61, "z" * 60 + "…"),
        ("\x1b" + "z" * 5000, "\\x1b" + "z" * 59 + "…"),
    ],
)
def test_a_vehicle_that_is_unknown_is_repeated_in_60_printable_characters(id: str, said: str) -> None:
    with pytest.raises(DuelEventsRefused) as refused:
        scored(duel(), hit(1, id, "b"))
    assert refused.value.sentence == (
        f"Turn 1, phase 1: there is no vehicle '{said}' in this duel. Name one of a, b, c."
    )


@pytest.mark.rule("CW-S-017")
def test_nobody_comes_back_to_life() -> None:
    table = duel(crews=3)
    scored(table, crew(2, "a", 2), crew(5, "a", 2), crew(9, "a", 1))
    with pytest.raises(DuelEventsRefused) as refused:
        scored(table, crew(2, "a", 1), crew(5, "a", 2))
    assert refused.value.sentence == (
        "Turn 1, phase 5: a had 1 alive aboard before, and nobody comes back to life. Enter 1 at most, or correct "
        "the earlier number."
    )
    assert refused.value.pointer == "/events/1"


@pytest.mark.rule("CW-S-013", "CW-S-014", "CW-S-039")
@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Takeover(**at(5), of="a", into="b"), "nobody aboard a is alive to take over another vehicle"),
        (Surrender(**at(5), of="a", to="b"), "nobody aboard a is alive to surrender"),
        (Speed(**at(8), of="a", mph=30, voluntary=True), "nobody aboard a can drive, so nobody chooses its speed"),
    ],
)
def test_the_dead_do_nothing(event: Any, says: str) -> None:
    table = duel(surrender=True, takeover=True)
    scored(table, event)
    with pytest.raises(DuelEventsRefused, match=says):
        scored(table, crew(4, "a", 0), event)


@pytest.mark.rule("CW-S-009", "CW-S-013", "CW-S-014")
def test_who_lives_and_cannot_drive_surrenders_or_takes_over_a_vehicle() -> None:
    table = duel(surrender=True, takeover=True, crews=2)
    hurt = crew(4, "a", 1, can_drive=False)
    scored(table, hurt, Surrender(**at(5), of="a", to="b"))
    scored(table, hurt, Takeover(**at(5), of="a", into="b"))
    with pytest.raises(DuelEventsRefused, match="nobody aboard a can drive"):
        scored(table, hurt, Speed(**at(8), of="a", mph=30, voluntary=True))


@pytest.mark.rule("CW-S-009", "CW-S-014")
def test_who_took_over_a_vehicle_of_the_dead_acts_in_it() -> None:
    table = duel(surrender=True, takeover=True)
    taken = [crew(2, "b", 0), Takeover(**at(3), of="a", into="b")]
    chosen = Speed(**at(8), of="b", mph=30, voluntary=True)
    scored(table, *taken, chosen, Takeover(**at(9), of="b", into="c"))
    scored(table, *taken, Surrender(**at(9), of="b", to="c"))
    killed = [kill(4, "b", "c", "mobility"), speed(4, "b", 10)]
    assert scored(table, *taken, *killed).proposals == ()
    assert [proposal.rule for proposal in scored(table, taken[0], *killed).proposals] == ["CW-S-009"]


@pytest.mark.rule("CW-S-016", "CW-S-024")
def test_a_vehicle_that_is_out_drops_nothing_more() -> None:
    dropped = Counter(**at(3), by="b", squares=1)
    scored(duel(), kill(3, "b", "a"), dropped)
    with pytest.raises(DuelEventsRefused, match="b has been out since turn 1, phase 2"):
        scored(duel(), kill(2, "b", "a"), dropped)


@pytest.mark.rule("CW-S-016")
def test_nothing_happens_to_a_vehicle_that_is_out_but_in_the_phase_it_went_out_in() -> None:
    scored(duel("abcd"), kill(3, "b", "a"), hit(3, "c", "b"))
    for late in (hit(4, "c", "b"), BurnModifier(**at(4), by="a", on="b", modifier=2, turns=1)):
        with pytest.raises(DuelEventsRefused, match="b has been out since turn 1, phase 3"):
            scored(duel("abcd"), kill(3, "b", "a"), late)


def test_two_states_of_one_car_at_the_close_of_a_phase_contradict_each_other() -> None:
    with pytest.raises(DuelEventsRefused, match="two events say this of a"):
        scored(duel(), speed(2, "a", 10), speed(2, "a", 20))
    scored(duel(), speed(2, "a", 10), speed(3, "a", 20), speed(2, "b", 10))


def test_a_zone_where_there_are_none_is_refused() -> None:
    with pytest.raises(DuelEventsRefused, match="no no-drop zones"):
        scored(duel(no_drop_zones=False), Counter(**at(1), by="a", squares=1))


def test_nobody_surrenders_to_themselves() -> None:
    with pytest.raises(DuelEventsRefused, match="to themselves"):
        scored(duel(surrender=True), Surrender(**at(1), of="a", to="a"))


def test_a_duel_of_too_many_events_is_refused() -> None:
    with pytest.raises(DuelEventsRefused, match=f"at most {MOST_EVENTS} events.*leave out those that change nothing"):
        score_duel(duel(), [hit(1, "a", "b")] * (MOST_EVENTS + 1))


@pytest.mark.rule("CW-S-002", "CW-S-017")
@pytest.mark.parametrize(
    ("duelists", "says"),
    [
        ([], "A duel has 2 to 20 vehicles, and this one has 0: enter 2 more."),
        ([Duelist(id="a")], "A duel has 2 to 20 vehicles, and this one has 1: enter 1 more."),
        (
            [Duelist(id=str(number)) for number in range(40)],
            "A duel has 2 to 20 vehicles, and this one has 40: split it into duels of 20 at most.",
        ),
        ([Duelist(id="a"), Duelist(id="a")], "Two vehicles have the id 'a': give each its own."),
        (
            [Duelist(id="a"), Duelist(id="")],
            "The id of a vehicle has 1 to 60 printable characters, with no space at either end: correct ''.",
        ),
        (
            [Duelist(id="a"), Duelist(id="b\x1b[2J")],
            "The id of a vehicle has 1 to 60 printable characters, with no space at either end: correct 'b\\x1b[2J'.",
        ),
        (
            [Duelist(id="a"), Duelist(id="b", name="B\n")],
            "A name has at most 60 printable characters, with no space at either end: correct 'B\\n'.",
        ),
        (
            [Duelist(id="a"), Duelist(id="b", team="x" * 61)],
            f"A team has at most 60 printable characters, with no space at either end: correct '{'x' * 60}…'.",
        ),
        (
            [Duelist(id="a"), Duelist(id="b", name=" ")],
            "A name has at most 60 printable characters, with no space at either end: correct ' '.",
        ),
        ([Duelist(id="a"), Duelist(id="b", occupants=0)], "'b' has 1 to 6 occupants: correct their number."),
        (
            [Duelist(id="a"), Duelist(id="b", team="a")],
            (
                "'a' fights for itself, and another vehicle for a team of that name: give it another id, or enter "
                "its team."
            ),
        ),
    ],
)
def test_a_duel_that_is_none_is_refused(duelists: list[Duelist], says: str) -> None:
    with pytest.raises(Malformed) as refused:
        score_duel(Duel(tuple(duelists)), [])
    assert [refusal.sentence for refusal in refused.value.together] == [says]


def test_a_vehicle_may_name_its_own_id_as_its_team_and_others_may_join_it() -> None:
    score_duel(Duel((Duelist(id="a", team="a"), Duelist(id="b", team="a"), Duelist(id="c"))), [])


@pytest.mark.rule("CW-S-039")
@pytest.mark.parametrize(
    ("mph", "legal"), [(15, False), (20, True), (25, True), (40, True), (45, False), (22, False)]
)
def test_cars_start_at_20_to_40_in_steps_of_5(mph: int, legal: bool) -> None:
    table = Duel((Duelist(id="a", speed=mph), Duelist(id="b")))
    if legal:
        score_duel(table, [])
    else:
        with pytest.raises(Malformed, match="'a' starts at 20 to 40 miles an hour, in steps of 5"):
            score_duel(table, [])


@pytest.mark.rule("CW-S-001")
def test_the_printed_settings() -> None:
    settings = ScoringSettings()
    refuse_bad_settings(settings)
    assert (settings.mobility_kill, settings.complete_kill_extra, settings.loss_equals_gain) == (20, 20, True)
    assert (settings.bonus_all_alive, settings.bonus_one_of_two_alive) == (2, 1)
    assert (settings.bonus_first_blood, settings.bonus_still_moving) == (1, 1)
    assert (settings.instant_win_threshold, settings.held_win_threshold, settings.held_phases) == (100, 80, 25)
    assert (settings.turn_limit, settings.phases_per_turn, settings.last_phase) == (30, 5, 150)
    assert (settings.start_speed_least, settings.start_speed_most, settings.start_speed_locked) == (20, 40, True)
    assert [settings.surrender, settings.exit_arena, settings.takeover] == [False] * 3
    assert settings.penalties_count_toward_threshold
    assert not settings.bonuses_count_toward_threshold
    assert settings.no_drop_rate == -7
    for name, choices in CHOICES.items():
        assert getattr(settings, name) == choices[0]


@pytest.mark.rule("CW-S-001")
@pytest.mark.parametrize("name", [*BOUNDS, *CHOICES, "held_win_phases"])
def test_a_setting_out_of_its_bounds_is_refused_by_name(name: str) -> None:
    if name in CHOICES:
        bad: list[Any] = ["other"]
    elif name in BOUNDS:
        bad = [BOUNDS[name][0] - 1, BOUNDS[name][1] + 1]
    else:
        bad = [0, 1001]
    for value in bad:
        with pytest.raises(Malformed) as refused:
            refuse_bad_settings(replace(ScoringSettings(), **{name: value}))
        assert f"/{name}" in [refusal.pointer for refusal in refused.value.together]


@pytest.mark.rule("CW-S-001")
@pytest.mark.parametrize(
    "settings",
    [{"held_win_threshold": 90, "instant_win_threshold": 80}, {"start_speed_least": 50, "start_speed_most": 40}],
)
def test_settings_that_contradict_each_other_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(Malformed, match="is at most"):
        refuse_bad_settings(replace(ScoringSettings(), **settings))


@pytest.mark.rule("CW-S-039")
@pytest.mark.parametrize(
    ("turn", "voluntary", "locked", "legal"),
    [(1, True, True, False), (1, False, True, True), (2, True, True, True), (1, True, False, True)],
)
def test_no_speed_is_changed_by_choice_on_turn_1(turn: int, voluntary: bool, locked: bool, legal: bool) -> None:
    changed = Speed(turn=turn, phase=2, of="a", mph=30, voluntary=voluntary)
    if legal:
        scored(duel(start_speed_locked=locked), changed)
    else:
        with pytest.raises(DuelEventsRefused, match="no speed is changed by choice on turn 1"):
            scored(duel(start_speed_locked=locked), changed)


@pytest.mark.rule("CW-S-040")
@pytest.mark.parametrize(("links", "legal"), [(MOST_LINKS, True), (MOST_LINKS + 1, False)])
def test_a_chain_of_causes_has_so_many_links_at_most(links: int, legal: bool) -> None:
    because: Cause = Attack(by="a")
    for _ in range(links - 1):
        because = LostControl(because=because)
    if legal:
        scored(duel(), kill(1, "b", because))
    else:
        with pytest.raises(DuelEventsRefused, match=f"at most {MOST_LINKS} links"):
            scored(duel(), kill(1, "b", because))


@pytest.mark.rule("CW-S-004", "CW-S-034")
@pytest.mark.parametrize(
    ("closed", "refusal"),
    [
        (-1, "the last event is in phase 3"),
        (2, "the last event is in phase 3"),
        (3, ""),
        (10**9, ""),
    ],
)
def test_the_last_phase_that_is_over_is_not_before_an_event(closed: int, refusal: str) -> None:
    if not refusal:
        scored(duel(), hit(3, "a", "b"), closed=closed)
    else:
        with pytest.raises(DuelEventsRefused, match=refusal):
            scored(duel(), hit(3, "a", "b"), closed=closed)


@pytest.mark.rule("CW-S-004", "CW-S-034")
def test_a_duel_without_events_may_be_closed_at_no_phase_but_not_before() -> None:
    assert scored(duel(), closed=0).phases == ()
    with pytest.raises(DuelEventsRefused, match="the last event is in phase 0"):
        scored(duel(), closed=-1)


@pytest.mark.parametrize("name", ["", "x" * 61, "gate\n"])
def test_a_feature_has_a_name_that_can_be_printed(name: str) -> None:
    with pytest.raises(Malformed, match="A name on the arena's sheet"):
        score_duel(duel(arena=Arena(checkpoints={name: Feature(points=1)})), [])


@pytest.mark.rule("CW-S-020", "CW-S-024")
@pytest.mark.parametrize(("measures"), [{}, {"width": 50, "length": 50, "squares": 1}])
def test_a_counter_has_its_size_or_its_squares(measures: dict[str, int]) -> None:
    with pytest.raises(DuelEventsRefused, match="give the width and the length"):
        scored(duel(), Counter(**at(1), by="a", **measures))


@pytest.mark.rule("CW-S-009", "CW-S-024")
@pytest.mark.parametrize(("counter", "side"), [("half_inch", 50), ("one_inch", 100)])
def test_the_counter_of_a_projector_is_as_wide_as_the_answer_says_and_no_wider(counter: str, side: int) -> None:
    asked = duel(projector_counter=counter)
    for width, length in ((side, side), (side, 1)):
        scored(asked, Counter(**at(1), by="a", width=width, length=length, projector=True))
    for width, length in ((side + 1, side), (side, side + 1)):
        with pytest.raises(DuelEventsRefused, match=f"{side} hundredths of an inch wide"):
            scored(asked, Counter(**at(1), by="a", width=width, length=length, projector=True))


@pytest.mark.rule("CW-S-021", "CW-S-009")
@pytest.mark.parametrize(("points", "legal"), [(-1, False), (0, True)])
def test_a_target_takes_no_points_or_more(points: int, legal: bool) -> None:
    shot = Target(**at(1), by="a", name="barrel", points=points)
    table = duel(arena=Arena(targets={"barrel": Feature(points=4)}))
    if legal:
        scored(table, shot)
    else:
        with pytest.raises(DuelEventsRefused, match="0 points of damage or more"):
            scored(table, shot)
