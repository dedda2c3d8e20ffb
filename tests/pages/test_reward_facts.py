"""Every kind of fact of a settlement has its words on the card of a match, and no fact of another franchise."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string

from explain.fact_rendering import RenderedFact, render_fact
from explain.names import Names
from franchises.crests import crest_of
from league.pages.matches.meaning import RankMove, TableMoves
from league.pages.matches.reward import (
    CarLine,
    DriverReward,
    DriversReward,
    MoneyReward,
    _moves_to_show,
    _result,
    _table_title,
    cars_reward,
    drivers_reward,
    money_reward,
)
from league.pages.season.standings import CutLine
from rules.campaign.core.facts import FACT_TYPES
from rules.campaign.money.overhead import profit
from rules.core.dice import Roll
from rules.core.terms import K

NAMES = Names("rust-belt/s1", drivers={"razors.d1": "Ann", "razors.d2": "Bo"})


def roll(*faces: int) -> Roll:
    """A roll of these faces."""
    return Roll(path="m1/x", sides=6, faces=faces, why="a test")


def said_by(tag: str, *rolls: Roll, **fields: Any) -> RenderedFact:
    """A fact of the razors and their d1, or of whoever `fields` say."""
    kind = FACT_TYPES[tag]
    known = {"match": "m1", "franchise": "razors", "driver": "razors.d1"}
    common = {name: value for name, value in known.items() if name in kind.__dataclass_fields__}
    return render_fact(kind(rule="DM-C-001", rolls=rolls, **{**common, **fields}), NAMES)


def drivers(*facts: RenderedFact, **switches: Any) -> DriversReward:
    """The drivers' part of the razors' card."""
    return drivers_reward(facts, "razors", league="rust-belt", names=NAMES.drivers, switches=switches)


def only(*facts: RenderedFact, **switches: Any) -> DriverReward:
    """The one driver to whom something happened."""
    (driver,) = drivers(*facts, **switches).shown
    return driver


def appeared(**fields: Any) -> RenderedFact:
    """A driver who ran and earned 2 XP: 5 in all."""
    ran = {"heats": 1, "criticals": 0, "scores": 0, "kills": 0, "out": False, "xp_gained": 2, "xp": 5, "level": 2}
    return said_by("driver_appeared", **{**ran, **fields})


@pytest.mark.rule("DM-C-017", "DM-C-018", "DM-C-019", "DM-C-020")
@pytest.mark.parametrize(
    ("fact", "name", "effect", "rare"),
    [
        (said_by("talent_gained", roll(5, 3), roll(2), talent="ardent"), "Ardent", "", True),
        (said_by("trait_raised", roll(3, 4), roll(1), trait="driving", value=4), "Driving 4", "Raised by 1", False),
        (said_by("trait_point_won", roll(3, 4), choices=1), "A trait point", "Their owner chooses", False),
        (said_by("advancement_wasted", roll(5, 3), talent="ardent"), "Ardent", "the roll is wasted", False),
    ],
)
def test_what_an_advancement_roll_gave_is_named_with_its_dice(
    fact: RenderedFact, name: str, effect: str, rare: bool
) -> None:
    driver = only(appeared(), said_by("level_reached", level=2, xp=5), fact)
    (gain,) = driver.gains
    assert (driver.level, gain.name, gain.rare) == (2, name, rare)
    assert effect in gain.effect
    assert [rolled.faces for rolled in gain.rolls] == [rolled.faces for rolled in fact.rolls]
    assert gain.effect


@pytest.mark.rule("DM-C-046", "DM-C-047")
def test_a_quirk_has_its_odds_its_dice_and_what_it_does() -> None:
    check = {"quirk": "head_injury", "count": 1, "toughness": 3, "stable": 1, "sponsored": 0}
    first = only(said_by("driver_cloned"), said_by("quirk_gained", roll(5), roll(2, 4), **check)).check
    assert first is not None
    assert (first.fails_on, first.face, first.quirk, first.effect) == ((5, 6), 5, "Head injury", "Initiative −1.")
    assert first.table is not None
    assert first.table.faces == (2, 4)
    second = only(said_by("quirk_gained", roll(6), roll(2, 4), **{**check, "count": 2})).check
    assert second is not None
    assert (second.quirk, second.effect) == ("Head injury ×2", "Initiative −2, and retires at the season's end.")


@pytest.mark.rule("DM-C-046")
@pytest.mark.parametrize(
    ("toughness", "face", "six_fails", "fails_on"),
    [(3, 2, False, (4, 5, 6)), (6, 2, False, ()), (6, 2, True, (6,)), (3, 5, False, (4, 6))],
)
def test_a_check_that_was_passed_gave_nothing(
    toughness: int, face: int, six_fails: bool, fails_on: tuple[int, ...]
) -> None:
    resisted = said_by("quirk_resisted", roll(face), toughness=toughness, stable=0, sponsored=0)
    check = only(said_by("driver_cloned"), resisted, **{"check.natural_six_fails": six_fails}).check
    assert check is not None
    assert (check.fails_on, check.face, check.quirk, check.table) == (fails_on, face, "", None)


@pytest.mark.rule("DM-C-033", "DM-C-043", "DM-C-052", "DM-C-101")
@pytest.mark.parametrize(
    ("fact", "words", "worse"),
    [
        (
            said_by("fatigue_gained", points=2, traits="initiative and driving", shield_used=False),
            "Initiative −1, Driving −1",
            True,
        ),
        (said_by("fatigue_eased", trait="gunnery", left=1), "Gunnery back", False),
        (said_by("fatigue_cleared", points=1), "rested, 1 point gone", False),
        (said_by("fatigue_shielded"), "none: Ardent", False),
        (said_by("fatigue_shrugged"), "none: Iron-man", False),
    ],
)
def test_fatigue_is_said_in_a_few_words(fact: RenderedFact, words: str, worse: bool) -> None:
    (line,) = drivers(fact).fatigue
    assert (line.name, line.words, line.worse) == ("Ann", words, worse)
    assert drivers(fact).shown == ()


def test_the_bill_is_the_cloned_drivers_and_other_bills_are_nobodys() -> None:
    bill = {"subject": "razors.d1", "listed": 10_000, "amount": 5_000}
    driver = only(said_by("driver_cloned"), said_by("bill_made", bill="cloning", **bill))
    assert (driver.cloned, driver.bill, driver.href) == (True, 5_000, "/l/rust-belt/d/razors.d1/")
    assert drivers(said_by("bill_made", bill="repair", **bill)).shown == ()


def test_what_changes_a_drivers_standing_is_told_in_the_facts_own_words() -> None:
    driver = only(said_by("availability_changed", was="available", now="season_out"))
    assert len(driver.notes) == 1
    assert driver.notes[0].startswith("Ann was available and is ")


def test_those_who_reached_a_level_come_first_then_clones_and_the_title_counts_both() -> None:
    second = {"driver": "razors.d2"}
    card = drivers(
        appeared(),
        said_by("driver_cloned"),
        appeared(**second),
        said_by("level_reached", level=3, xp=6, **second),
        said_by("level_reached", level=2, xp=6, **second),
    )
    assert [(driver.name, driver.level, driver.cloned) for driver in card.shown] == [
        ("Bo", 3, False),
        ("Ann", 0, True),
    ]
    assert card.title == "One leveled up, one cloned"
    assert drivers(said_by("driver_cloned"), said_by("driver_cloned", **second)).title == "Two cloned"


def test_those_to_whom_nothing_happened_are_listed_with_their_experience() -> None:
    card = drivers(appeared(), appeared(franchise="saints", driver="saints.d1"))
    assert (card.title, card.shown, [driver.id for driver in card.others]) == (
        "Everybody came home",
        (),
        ["razors.d1"],
    )


def money(**fields: Any) -> MoneyReward:
    """The money of the razors in a settlement with these figures."""
    plain = {
        "prize": 60_000, "sponsor_income": 50_000, "face_income": 0, "cloning": 0, "replacements": 0, "repairs": 0,
        "net_income": 110_000, "size": 11, "profit": 0,
    }  # fmt: skip
    reckoned = {**plain, **fields}
    cell = profit(net_income=reckoned["net_income"], size=reckoned["size"])
    facts = [
        said_by("pot_rolled", roll(5, 3), pot=120_000),
        said_by("prize_shared", prize=60_000, points=7, all_points=14),
        said_by("prize_shared", franchise="saints", prize=61_000, points=7, all_points=14),
        said_by("settlement_reckoned", **{**reckoned, "profit": cell.profit}),
        said_by(
            "profit_kept", amount=cell.profit, balance=257_000, net_income=reckoned["net_income"],
            size=reckoned["size"], row=cell.row, column=cell.column,
        ),
        said_by("profit_kept", franchise="saints", amount=1, balance=2, net_income=3, size=4, row=0, column=0),
    ]  # fmt: skip
    found = money_reward(facts, "razors")
    assert found is not None
    return found


@pytest.mark.rule("DM-C-096", "DM-C-100")
def test_the_money_says_what_came_in_what_was_kept_and_what_a_smaller_size_keeps() -> None:
    card = money()
    assert (card.net, card.kept, card.overhead, card.added, card.size) == (110 * K, 80 * K, 30 * K, 0, 11)
    assert (card.balance, card.smaller) == (257_000, (8, 90 * K))
    assert card.lines == (("Prize", 60_000), ("Sponsors", 50_000))
    assert (card.pot.amount, card.pot.pips, card.pot.each_k, card.pot.prize) == (120_000, 8, 15, 60_000)
    assert (card.pot.points, card.pot.all_points) == (7, 14)
    assert money(size=8).smaller is None


@pytest.mark.rule("DM-C-098")
def test_bills_and_rare_income_have_lines_of_their_own_and_bills_are_taken_off() -> None:
    card = money(
        face_income=5_000, cup_bonus=6_000, holding_payout=7_000, cloning=1_000, replacements=2_000, repairs=3_000
    )
    assert card.lines[2:] == (
        ("Faces", 5_000), ("Bonus of the Metal Cup", 6_000), ("Bankrupt holding companies", 7_000),
        ("Cloning", -1_000), ("Cars replaced", -2_000), ("Repairs", -3_000),
    )  # fmt: skip


@pytest.mark.rule("DM-C-100")
def test_a_small_income_may_be_less_than_what_is_kept() -> None:
    card = money(net_income=10_000, size=8)
    assert (card.kept, card.added, card.overhead) == (30_000, 20_000, -20_000)


@pytest.mark.rule("DM-C-098", "DM-C-100")
@pytest.mark.parametrize(("size", "kept"), [(8, 30_000), (20, 5_000), (23, 0)])
def test_where_bills_were_more_than_came_in_the_card_says_by_how_much_whatever_is_kept(size: int, kept: int) -> None:
    card = money(net_income=-20_000, size=size, cloning=130_000)
    assert (card.kept, card.short, card.added) == (kept, 20_000, 0)
    page = render_to_string("league/reward.html", {"money": card, "crest": crest_of("razors")})
    said = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "Bills were 20k more than what came in" in said
    assert "Came in, less bills −20k" in said
    assert "20k overhead" not in said


def test_a_team_that_forfeits_has_no_part_of_the_pot_and_without_teams_there_is_none() -> None:
    reckoned = said_by(
        "settlement_reckoned", prize=0, sponsor_income=0, face_income=0, cloning=0, replacements=0, repairs=0,
        net_income=0, size=8, profit=30_000,
    )  # fmt: skip
    kept = said_by("profit_kept", amount=30_000, balance=30_000, net_income=0, size=8, row=0, column=0)
    face = said_by("face_paid", amount=4_000, balance=34_000)
    card = money_reward([said_by("pot_rolled", pot=0), reckoned, kept, face], "razors")
    assert card is not None
    assert (card.pot.roll, card.pot.points, card.pot.all_points, card.pot.pips) == (None, None, None, 0)
    assert (card.balance, card.past_overhead) == (34_000, (("Faces, past overhead", 4_000),))


class Team:
    """A line-up with a result; the franchise is called by its points."""

    def __init__(self, points: int, *, forfeited: bool = False) -> None:
        self.points, self.forfeited, self.won = points, forfeited, False
        self.franchise_id = f"rust-belt/s1/team{points}"
        self.franchise = SimpleNamespace(identity=SimpleNamespace(name=f"Team {points}"))


@pytest.mark.parametrize(
    ("teams", "place", "words"),
    [
        ([Team(7), Team(17)], 2, "of 2, with 7 of 24 points"),
        ([Team(0, forfeited=True), Team(1)], 2, "of 2, by forfeit"),
        ([Team(1), Team(-20)], 1, "of 2, with 1 point"),
    ],
)
def test_the_result_is_said_beside_the_place(teams: list[Team], place: int, words: str) -> None:
    assert _result(teams, teams[0], place) == words


def move(rank: int, up: int = 0, *, own: bool = False) -> RankMove:
    return RankMove(f"F{rank}", f"/f{rank}/", "#000000", rank, 0, up, own)


@pytest.mark.parametrize(
    ("up", "title"),
    [(0, "Still 2nd"), (1, "Up one place"), (-2, "Down two places"), (9, "Up nine places"), (12, "Up 12 places")],
)
def test_the_table_says_how_far_the_franchise_moved(up: int, title: str) -> None:
    assert _table_title(TableMoves((move(1), move(2, up, own=True)), had_points=True)) == title
    assert _table_title(TableMoves((move(1), move(2, own=True)), had_points=False)) == "2nd in the table"


def test_of_a_large_table_the_first_and_those_around_are_shown_with_the_lines_between_them() -> None:
    line = CutLine("More drivers", "DM-C-161", "", "")
    whole = _moves_to_show([move(rank, own=rank == 8) for rank in range(1, 9)], {2: line})
    assert [(it.rank, cut) for it, cut in whole] == [(rank, line if rank == 2 else None) for rank in range(1, 9)]
    part = _moves_to_show([move(rank, own=rank == 8) for rank in range(1, 13)], {2: line, 10: line})
    assert [(it.rank, cut is line) for it, cut in part] == [
        (1, False), (6, False), (7, False), (8, False), (9, False), (10, True),
    ]  # fmt: skip


@pytest.mark.rule("DM-C-095")
def test_a_car_has_everything_that_happened_to_it_in_one_line() -> None:
    facts = [
        said_by("car_damaged", car="razors.car1", had=1, criticals=4),
        said_by("car_repaired", car="razors.car1", criticals=4),
        said_by("car_destroyed", car="razors.car2"),
        said_by("car_given_up", car="razors.car2"),
        said_by("car_destroyed", car="razors.car3"),
        said_by("car_replaced", car="razors.car3"),
        said_by("car_destroyed", franchise="saints", car="saints.car1"),
        said_by("driver_cloned"),
    ]
    assert cars_reward(facts, "razors", names={"razors.car1": "Dragon"}) == [
        CarLine("Dragon", "4 criticals, 4 criticals repaired", lost=False),
        CarLine("razors.car2", "destroyed, given up", lost=True),
        CarLine("razors.car3", "destroyed, replaced", lost=False),
    ]
