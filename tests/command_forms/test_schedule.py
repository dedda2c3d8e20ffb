"""The schedule: drawing up, changing and announcing rounds; adding and voiding matches."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from franchises.models import Franchise
from journal.gate import open_gate
from league.models import RoundPlan
from tests.command_forms.desk import Sitter
from tests.league.small_league import FRANCHISES, Table, announced, founded, settled, signed

pytestmark = pytest.mark.django_db
FOUR = ("anvils", "razors", "saints", "widows")


def at(table: Table) -> str:
    return f"/l/{table.league}/s1/schedule/"


def plan(table: Table, **sent: Any) -> Sitter:
    """Draw up the whole season as the commissioner, and return them at the desk."""
    boss = Sitter(table.season, "boss")
    answer = boss.client.post(at(table), {"size": "2", "act": "all", **sent})
    assert answer.status_code == 302, answer.content.decode()
    return boss


def test_a_round_is_announced_as_it_was_drawn_up() -> None:
    table = signed(franchises=FOUR)
    boss = Sitter(table.season, "boss")
    page = boss.open("announce_round").content.decode()
    assert "Who plays in which match" in page
    assert "Match B" in page
    assert boss.send("announce_round", sent_by(boss)).status_code == 302
    state = table.state
    assert [state.rounds[round].number for round in state.rounds] == [1]
    assert sorted(len(state.line_ups_of(match)) for match in state.matches) == [2, 2]


def sent_by(boss: Sitter, **asked: str) -> dict[str, Any]:
    """The form data of the round form if it is sent unchanged."""
    form = boss.open("announce_round", **asked).context["form"]
    return {field.html_name: value for field in form if (value := field.value()) not in (None, "", [], False)}


def test_who_rests_and_what_is_played_is_the_commissioners_to_change() -> None:
    table = signed(franchises=FOUR)
    boss = Sitter(table.season, "boss")
    sent = sent_by(boss, size="4") | {"plays:widows": "", "1:event": "flags", "1:heats": "3"}
    assert boss.send("announce_round", sent).status_code == 302
    match = table.state.matches["m1"]
    assert (match.event, match.heats, match.scoring) == ("flags", 3, "flags")
    assert [line_up.franchise for line_up in table.state.line_ups_of("m1")] == ["anvils", "razors", "saints"]


def test_a_round_like_no_round_may_be_is_refused_and_keeps_what_was_typed() -> None:
    table = signed(franchises=FOUR)
    boss = Sitter(table.season, "boss")
    sent = sent_by(boss, size="2") | {"plays:widows": "", "1:event": "flags"}
    answer = boss.send("announce_round", sent)
    assert answer.status_code == 422
    assert "a match has 2 or more" in answer.content.decode()
    assert 'name="1:event" value="flags"' in answer.content.decode()
    assert table.state.rounds == {}


def test_the_last_round_says_that_it_leaves_matches_uneven() -> None:
    table = signed(rounds=1)
    boss = Sitter(table.season, "boss")
    form = boss.open("announce_round").context["form"]
    assert form.initial["uneven"] is True
    assert boss.send("announce_round", sent_by(boss) | {"uneven": "on"}).status_code == 302


def test_two_franchises_of_the_same_name_are_counted_each_by_itself() -> None:
    table = settled()
    with open_gate():
        Franchise.objects.filter(pk__in=[f"rust-belt/{franchise}" for franchise in ("razors", "saints")]).update(
            name="Twins"
        )
    match = {"match": "m2", "event": "race", "franchises": ["razors", "widows"]}
    table.give("announce_round", round="r2", matches=[match])
    context = Client().get(at(table)).context
    assert [planned_round.resting for planned_round in context["rounds"]] == [(), ("Twins",)]
    assert sorted((load.href, load.announced, load.rests) for load in context["loads"]) == [
        ("/l/rust-belt/f/razors/", 2, 0),
        ("/l/rust-belt/f/saints/", 1, 1),
        ("/l/rust-belt/f/widows/", 2, 0),
    ]


def test_the_whole_season_is_drawn_up_once_and_each_round_is_offered_as_it_was_planned() -> None:
    table = signed(franchises=FOUR)
    length = table.row.length
    boss = plan(table)
    assert [round_plan.number for round_plan in RoundPlan.objects.order_by("number")] == [1, 2, 3]
    pairings = [
        tuple(sorted(match["franchises"])) for round_plan in RoundPlan.objects.all() for match in round_plan.matches
    ]
    assert len(pairings) == len(set(pairings)) == 6
    form = boss.open("announce_round").context["form"]
    planned = RoundPlan.objects.get(number=1).matches
    assert [planned_match.franchises for planned_match in form.games.plans] == [
        match["franchises"] for match in planned
    ]
    assert [planned_match.letter for planned_match in form.planned_matches] == ["A", "B"]
    assert table.row.length == length


def test_a_planned_match_goes_by_the_id_that_is_proposed_when_its_round_is_announced() -> None:
    table = signed(franchises=FOUR)
    boss = plan(table)
    table.give(
        "announce_round", round="r1", matches=[{"match": "m1", "event": "race", "franchises": ["razors", "saints"]}]
    )
    table.give("void_match", match="m1", reason="It rained.")
    assert boss.send("announce_round", sent_by(boss)).status_code == 302
    assert {match.id: match.round for match in table.state.matches.values()} == {"m1": "r1", "m2": "r2", "m3": "r2"}


def test_where_a_planned_match_is_left_out_the_others_have_the_first_ids() -> None:
    table = signed(franchises=FOUR)
    boss = Sitter(table.season, "boss")
    sent = sent_by(boss, size="2")
    rest = {name: "" for name in sent if name.startswith("plays:") and sent[name] == "1"}
    assert boss.send("announce_round", sent | rest).status_code == 302
    assert {match.id: len(table.state.line_ups_of(match.id)) for match in table.state.matches.values()} == {"m1": 2}


@pytest.mark.parametrize(("field", "id"), [("1:match", "opener"), ("round", "first")])
def test_an_id_that_is_not_proposed_is_refused_and_the_proposed_one_named(field: str, id: str) -> None:
    table = signed(franchises=FOUR)
    boss = Sitter(table.season, "boss")
    answer = boss.send("announce_round", sent_by(boss, size="4") | {field: id})
    assert answer.status_code == 422
    proposed = {"1:match": "m1", "round": "r1"}[field]
    page = answer.content.decode()
    assert f"{proposed}: dice are thrown under its id" in page
    assert f"and not {id}" in page
    assert table.state.rounds == {}
    assert f'name="{field}" value="{proposed}"' in page


def test_a_plan_is_changed_before_its_round_comes() -> None:
    table = signed(franchises=FOUR)
    boss = plan(table)
    address = f"{at(table)}2/"
    form = boss.client.get(address).context["form"]
    sent = {field.html_name: value for field in form if (value := field.value()) not in (None, "", [], False)}
    assert boss.client.post(address, sent | {"1:event": "last_car_standing"}).status_code == 302
    assert RoundPlan.objects.get(number=2).matches[0]["event"] == "last_car_standing"
    assert boss.client.post(address, sent | {"1:setting": "{"}).status_code == 422


def test_a_match_that_is_to_be_played_by_another_ruleset_has_an_event_and_a_ground_of_that_one_filled_in() -> None:
    table = signed(franchises=FOUR)
    boss = plan(table)
    address = f"{at(table)}2/"
    form = boss.client.get(address).context["form"]
    sent = {field.html_name: value for field in form if (value := field.value()) not in (None, "", [], False)}
    changed = sent | {"1:ruleset": "dethmatch", "1:event": "Last car standing"}
    page = boss.client.post(address, changed | {"2:setting": "{"}).content.decode()
    assert '<option value="last_car" selected>Last car</option>' in page
    assert '<option value="hammer_bowl" selected>Hammer Bowl (flags, last car)</option>' in page
    assert '<option value="long_january">Long January (lap race)</option>' in page
    assert boss.client.post(address, changed).status_code == 302
    planned = RoundPlan.objects.get(number=2).matches[0]
    assert (planned["event"], planned["setting"]) == ("last_car", {"track": "hammer_bowl"})


def test_the_events_of_the_book_are_read_and_offered_in_words() -> None:
    table = signed(franchises=FOUR)
    boss = Sitter(table.season, "boss")
    page = boss.open("announce_round").content.decode()
    assert '<option value="Last car standing">' in page
    assert boss.send("announce_round", sent_by(boss) | {"1:event": "Last car standing"}).status_code == 302
    assert "last_car_standing" in {match.event for match in table.state.matches.values()}


def test_a_plan_is_thrown_away() -> None:
    boss = plan(signed(franchises=FOUR))
    boss.client.post("/l/rust-belt/s1/schedule/", {"act": "forget"})
    assert not RoundPlan.objects.exists()


@pytest.mark.parametrize(("who", "status"), [("razors", 403), ("", 302)])
def test_only_a_commissioner_draws_rounds_up(who: str, status: int) -> None:
    table = signed(franchises=FOUR)
    assert Sitter(table.season, who).client.post(at(table), {"size": "2", "act": "all"}).status_code == status
    assert not RoundPlan.objects.exists()


def test_a_plan_is_for_members_to_see_and_a_round_for_everybody() -> None:
    table = signed(franchises=FOUR)
    plan(table)
    for who, shown in (("razors", True), ("", False)):
        page = Sitter(table.season, who).client.get(at(table)).content.decode()
        assert ("planned</span>" in page) is shown
        assert "Draw up" not in page


def test_rounds_are_drawn_up_for_rulesets_in_turn_each_with_a_ground_of_its_own() -> None:
    table = signed(franchises=FOUR)
    plan(table, rulesets=["dethmatch", "reported"])
    matches = [match for round_plan in RoundPlan.objects.order_by("number") for match in round_plan.matches]
    assert {match["ruleset"] for match in matches} == {"dethmatch", "reported"}
    tracks = [match["setting"]["track"] for match in matches if match["ruleset"] == "dethmatch"]
    assert len(set(tracks)) > 1
    boss = Sitter(table.season, "boss")
    assert boss.send("announce_round", sent_by(boss)).status_code == 302
    assert sorted(match.ruleset for match in table.state.matches.values()) == ["", "dethmatch"]


def test_a_match_is_added_to_the_round_for_those_who_rest() -> None:
    table = signed(franchises=FOUR)
    table.give(
        "announce_round", round="r1", matches=[{"match": "m1", "event": "race", "franchises": ["razors", "saints"]}]
    )
    boss = Sitter(table.season, "boss")
    form = boss.open("add_match").context["form"]
    sent = {field.html_name: value for field in form if (value := field.value()) not in (None, "", [], False)}
    assert sent["1:franchises"] == ["anvils", "widows"]
    answer = boss.send("add_match", sent | {"reason": "They were forgotten."})
    assert (answer.status_code, answer["Location"]) == (302, at(table))
    assert [line_up.franchise for line_up in table.state.line_ups_of("m2")] == ["anvils", "widows"]


@pytest.mark.parametrize("again", [False, True])
def test_a_match_is_voided_and_where_it_is_wanted_run_again(again: bool) -> None:
    table = announced()
    boss = Sitter(table.season, "boss")
    form = boss.open("void_match", match="m1").context["form"]
    sent = {field.html_name: value for field in form if (value := field.value()) not in (None, "", [], False)}
    changes = {"reason": "The track was flooded.", **({"run_again": "on"} if again else {})}
    assert boss.send("void_match", sent | changes).status_code == 302
    assert table.state.matches["m1"].step == "void"
    others = [match for match in table.state.matches.values() if match.step != "void"]
    assert [other.event for other in others] == (["race"] if again else [])


def test_a_house_act_on_a_match_asks_for_its_reason() -> None:
    table = announced()
    assert Sitter(table.season, "boss").give("void_match", match="m1").status_code == 422
    assert table.state.matches["m1"].step == "M3"


def test_an_empty_schedule_says_the_next_step() -> None:
    assert "Rounds begin once" in Client().get(at(founded())).content.decode()


def test_the_schedule_asks_as_little_for_many_franchises_as_for_few(django_assert_max_num_queries: Any) -> None:
    for franchises in (FRANCHISES, FOUR):
        table = signed(franchises=franchises, league=f"of-{len(franchises)}")
        boss = plan(table)
        with django_assert_max_num_queries(8):
            assert boss.client.get(at(table)).status_code == 200


def test_what_rounds_were_drawn_up_by_is_kept_for_the_next_time() -> None:
    table = signed(franchises=(*FOUR, "crows", "oxen"))
    boss = plan(table, size="3", rulesets=["carcult", "formule"])
    draw = boss.client.get(at(table)).context["draw"]
    assert draw["size"].value() == "3"
    assert sorted(draw["rulesets"].value()) == ["carcult", "formule"]


def test_as_many_may_meet_in_a_match_as_there_are_franchises() -> None:
    table = signed(franchises=(*FOUR, "crows", "oxen"))
    offered = Sitter(table.season, "boss").client.get(at(table)).context["draw"].fields["size"].choices
    assert [value for value, _ in offered] == ["2", "3", "4", "5", "6"]
    plan(table, size="6")
    assert {len(match["franchises"]) for round_plan in RoundPlan.objects.all() for match in round_plan.matches} == {6}
