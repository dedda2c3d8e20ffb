"""League templates: made of a season, published, copied, founded from, and nothing of people or play in them."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import CommandError

from journal import perform
from journal.league_deletion import begin_league_deletion
from journal.season_opening import fork_season
from league.access import NotYours
from league.accounts import erase
from league.founding import FoundingRequest
from league.league_templates import template_changes
from league.league_templates.content_checks import check_contents
from league.league_templates.contents import TemplateContents, contents_from_json
from league.league_templates.document import document_bytes, line_of, read_document, template_document
from league.league_templates.season_contents import TemplateOfRehearsal, season_contents
from league.league_templates.template_changes import (
    TemplateNotPublished,
    TemplatePublished,
    TemplateReveals,
    TemplateText,
    TooManyTemplates,
    copy_template,
    delete_template,
    describe_template,
    import_template,
    make_template,
    publish_template,
    renew_template,
    withdraw_template,
)
from league.models import (
    AnswerVersion,
    Calendar,
    Entry,
    HomeNight,
    League,
    LeagueTemplate,
    Membership,
    RoundPlan,
    Season,
)
from league.name_checks import NameTaken
from league.pages.league_templates.founding import TemplatePartsUnapplied, TemplateRenewed, found_from_template
from league.pages.questionnaire.direct_publication import publish_directly
from rules.campaign.core.questionnaires import OwnQuestion
from rules.campaign.match_day.announcing import MatchPlan
from rules.campaign.season.own_questions import AskQuestion
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import MatchId
from scheduling.calendar import set_calendar
from scheduling.league_life import archive_league
from scheduling.meetings import set_home_night
from scheduling.round_plans import save_round_plans
from tests.league.small_league import BEGAN, Table, announced, assert_reconciled, founded
from tests.people.test_league_archive import boss, league_of

pytestmark = pytest.mark.django_db


def newcomer(name: str = "vera") -> Any:
    """Somebody with an account who belongs to no league."""
    return get_user_model().objects.create_user(name, email=f"{name}@example.org", first_name=name.title())


def shaped(**options: Any) -> Table:
    """A league with house rules, questions, answers, a calendar, a match night and a plan of its own."""
    table = founded(switches={"roster.max": 12, "hire.midseason": True}, **options)
    by = boss(table)
    set_calendar(
        league=table.league, member=by, at=BEGAN, hours={"M3": 36}, unattended=True, agreed_hours=12,
        standing_reveal="SAT 20:00", time_zone="Europe/Berlin",
    )  # fmt: skip
    set_home_night(league=league_of(table), franchise="", night="WED 19:30", member=by, at=BEGAN)
    questions = [
        OwnQuestion(
            key="arena.music", section="Arena", question="Who picks the music?", kind="text", default="Nobody"
        ),
        OwnQuestion(key="arena.razors", section="Arena", question="Do the Razors pay?", kind="yes_no", default=False),
    ]
    perform(
        table.season, [AskQuestion(question=question) for question in questions],
        actor=by.handle, at=BEGAN, key="ask", reason="Ours.",
    )  # fmt: skip
    for questionnaire, answers in (
        ("own", {"arena.music": {"answer": "The loser"}}),
        ("carwars", {}),
    ):
        publish_directly(table.row, answers, questionnaire=questionnaire, actor=by.handle, at=BEGAN, note="Ours.")
    plans = {
        2: [
            MatchPlan(
                match=MatchId("m2"), event="Razors’ revenge", franchises=["razors", "saints", "widows"], heats=2
            )
        ],
        3: [MatchPlan(match=MatchId("m3"), event="flags", franchises=["razors", "saints"])],
    }
    save_round_plans(table.row, plans, member=by, at=BEGAN)
    return table


def made(table: Table, title: str = "Sunday racers", **fields: Any) -> LeagueTemplate:
    """A private template of that league's season."""
    return make_template(season=table.row, by=boss(table), text=TemplateText(title, **fields), at=BEGAN)


def published(table: Table, title: str = "Sunday racers") -> LeagueTemplate:
    """A published template of that league's season."""
    return publish_template(template=made(table, title), user=boss(table).user, confirmed=True, at=BEGAN)


def founded_from(template: LeagueTemplate, user: Any, *, leaves_out: bool = False, **fields: Any) -> League:
    """A league founded from a template."""
    request = FoundingRequest(**{"name": "The Copycats", "franchises": 3, "unattended": True, **fields})
    return found_from_template(
        template, request, version=template.version, leaves_out=leaves_out, founder=user, at=BEGAN, key="found"
    )


def test_a_template_holds_what_shapes_a_league_and_says_what_it_leaves_out() -> None:
    found = season_contents(shaped().row)
    contents = found.contents
    assert contents.house_rules == {"hire.midseason": True, "roster.max": 12}
    assert (contents.franchises, contents.rounds, contents.public, contents.kind) == (3, 3, True, "printed")
    assert (contents.calendar.hours, contents.calendar.agreed_hours) == ({"M3": 36}, 12)
    assert (contents.calendar.standing_reveal, contents.calendar.match_night) == ("SAT 20:00", "WED 19:30")
    assert [question.key for question in contents.questions] == ["arena.music"]
    assert contents.answers == {"own": {"arena.music": {"answer": "The loser"}}, "carwars": {}}
    assert [(round.number, [(match.event, match.teams) for match in round.matches]) for round in contents.plan] == [
        (2, [("race", 3)]),
        (3, [("flags", 2)]),
    ]
    assert found.left_out == ("The question arena.razors is left out, since it names razors.",)
    assert found.reveals == ("the plan of rounds that are not announced yet, without who meets whom",)


def test_no_name_id_or_secret_of_the_league_is_in_a_template() -> None:
    table = shaped()
    template = made(table)
    text = json.dumps(msgspec.to_builtins(contents_from_json(template.contents))).casefold()
    for secret in (
        *table.franchises, "rust belt", "rust-belt", "revenge", table.row.secret, table.row.secret_hash,
        *(member.handle for member in Membership.objects.all()), "europe/berlin",
    ):  # fmt: skip
        assert secret.casefold() not in text, secret


def test_a_league_founded_from_a_template_is_shaped_like_the_first_and_its_journal_says_how() -> None:
    table = shaped()
    template, vera = published(table), newcomer()
    league = founded_from(template, vera)
    season = Season.objects.get(league=league)
    assert season.switches == table.row.switches
    assert (season.rounds_planned, season.edition) == (3, table.row.edition)
    assert season.answers["own"] == {"arena.music": {"answer": "The loser"}}
    assert set(AnswerVersion.objects.filter(season=season).values_list("questionnaire", "number")) == {
        ("own", 1),
        ("carwars", 1),
    }
    calendar = Calendar.objects.get(league=league)
    assert (calendar.hours, calendar.agreed_hours, calendar.time_zone) == ({"M3": 36}, 12, "UTC")
    assert HomeNight.objects.get(league=league).night == "WED 19:30"
    plans = {plan.number: plan.matches for plan in RoundPlan.objects.filter(season=season)}
    assert {number: [len(match["franchises"]) for match in matches] for number, matches in plans.items()} == {
        2: [3],
        3: [2],
    }
    assert (league.template_key, league.template_version) == (template.key, 1)
    assert LeagueTemplate.objects.get().uses == 1
    tags = list(Entry.objects.filter(season=season).order_by("number").values_list("command", flat=True))
    assert tags[:4] == ["open_season", "ask_question", "answer_questions", "answer_questions"]
    assert_reconciled(season.pk)


def test_other_numbers_of_franchises_are_drawn_anew_and_what_does_not_fit_is_named_first() -> None:
    template, vera = published(shaped()), newcomer()
    with pytest.raises(TemplatePartsUnapplied, match="Round 3 is not planned: the season ends with round 2"):
        founded_from(template, vera, franchises=5, rounds=2)
    assert not League.objects.filter(name="The Copycats").exists()
    league = founded_from(template, vera, leaves_out=True, franchises=5, rounds=2)
    (plan,) = RoundPlan.objects.filter(season__league=league)
    assert sorted(len(match["franchises"]) for match in plan.matches) == [2, 3]
    assert len({team for match in plan.matches for team in match["franchises"]}) == 5


def test_the_same_form_sent_twice_founds_one_league_and_counts_once() -> None:
    template, vera = published(shaped()), newcomer()
    assert founded_from(template, vera) == founded_from(template, vera)
    assert LeagueTemplate.objects.get().uses == 1


def test_a_version_that_was_not_read_is_not_founded_from() -> None:
    table = shaped()
    template = published(table)
    table.give("change_switch", switch="garage.max", setting=6, reason="More cars.")
    renew_template(template=template, season=table.row, by=boss(table), confirmed=True, at=BEGAN)
    with pytest.raises(TemplateRenewed, match="in version 2 by now"):
        found_from_template(
            LeagueTemplate.objects.get(), FoundingRequest(name="The Copycats"), version=1, leaves_out=True,
            founder=newcomer(), at=BEGAN, key="found",
        )  # fmt: skip


def test_only_the_maker_sees_and_changes_a_private_template_and_everybody_reads_a_published_one() -> None:
    table, vera = shaped(), newcomer()
    template = made(table)
    for change in (
        lambda: publish_template(template=template, user=vera, confirmed=True, at=BEGAN),
        lambda: withdraw_template(template=template, user=vera),
        lambda: delete_template(template=template, user=vera),
        lambda: describe_template(template=template, user=vera, text=TemplateText("Mine"), at=BEGAN),
    ):
        with pytest.raises(Unknown):
            change()
    with pytest.raises(TemplateNotPublished):
        copy_template(template=template, user=vera, at=BEGAN)
    with pytest.raises(NotYours):
        make_template(
            season=table.row, by=Membership.objects.get(handle=table.handle("razors")),
            text=TemplateText("Mine"), at=BEGAN,
        )  # fmt: skip
    publish_template(template=template, user=boss(table).user, confirmed=True, at=BEGAN)
    copy = copy_template(template=template, user=vera, at=BEGAN)
    assert (copy.maker, copy.credit, copy.published_at) == (vera, boss(table).user, None)
    with pytest.raises(TemplatePublished):
        describe_template(template=template, user=boss(table).user, text=TemplateText("Other"), at=BEGAN)
    with pytest.raises(TemplatePublished):
        delete_template(template=template, user=boss(table).user)
    withdraw_template(template=template, user=boss(table).user)
    delete_template(template=template, user=boss(table).user)
    assert list(LeagueTemplate.objects.all()) == [copy]


def test_publishing_what_only_members_read_has_to_be_confirmed_by_a_commissioner() -> None:
    table = founded(public=False)
    template, user = made(table), boss(table).user
    with pytest.raises(TemplateReveals, match="tick that you want that"):
        publish_template(template=template, user=user, confirmed=False, at=BEGAN)
    Membership.objects.filter(pk=boss(table).pk).update(role="spectator")
    with pytest.raises(NotYours):
        publish_template(template=template, user=user, confirmed=True, at=BEGAN)
    Membership.objects.filter(handle=table.handle("boss")).update(role="commissioner")
    assert publish_template(template=template, user=user, confirmed=True, at=BEGAN).is_listed


def test_a_league_that_was_hidden_since_needs_the_tick_too() -> None:
    table = founded()
    template = made(table)
    League.objects.filter(pk=table.league).update(public=False)
    with pytest.raises(TemplateReveals):
        publish_template(template=template, user=boss(table).user, confirmed=False, at=BEGAN)


def test_titles_that_look_alike_are_refused() -> None:
    table = founded()
    published(table, "Sunday racers")
    with pytest.raises(NameTaken, match="Sunday racers"):
        made(table, "SUNDAY  RАCERS".replace("А", "A"))
    vera = newcomer()
    copy = copy_template(template=LeagueTemplate.objects.get(), user=vera, at=BEGAN)
    with pytest.raises(NameTaken):
        publish_template(template=copy, user=vera, confirmed=True, at=BEGAN)
    describe_template(template=copy, user=vera, text=TemplateText("Monday racers"), at=BEGAN)
    assert publish_template(template=copy, user=vera, confirmed=True, at=BEGAN).is_listed


@pytest.mark.parametrize("title", ["", "x" * 81, "a\u202eb", "ra\u0441ers"])
def test_a_title_is_a_name_that_can_be_read(title: str) -> None:
    with pytest.raises(Malformed):
        made(founded(), title)


def test_erasing_its_maker_deletes_private_templates_and_takes_the_credit_of_published_ones() -> None:
    table = founded()
    shown, vera = published(table), newcomer()
    copy = copy_template(template=shown, user=vera, at=BEGAN)
    describe_template(template=copy, user=vera, text=TemplateText("Monday racers"), at=BEGAN)
    publish_template(template=copy, user=vera, confirmed=True, at=BEGAN)
    private = copy_template(template=shown, user=vera, at=BEGAN)
    erase(user=vera, at=BEGAN)
    copy.refresh_from_db()
    assert (copy.maker, copy.is_listed) == (None, True)
    assert not LeagueTemplate.objects.filter(pk=private.pk).exists()


def written(table: Table) -> dict[str, Any]:
    """The document of a template of that league, as plain values."""
    template = made(table)
    contents = contents_from_json(template.contents)
    template.delete()
    text = document_bytes(template_document(title="Sunday racers", about="", contents=contents))
    return json.loads(text)


def imported(document: Any, *, leaves_out: bool = False) -> LeagueTemplate:
    """What an import of a document makes, for somebody who has an account."""
    user = get_user_model().objects.filter(username="vera").first() or newcomer()
    text = json.dumps(document, indent=2).encode()
    return import_template(document=read_document(text), user=user, leaves_out=leaves_out, at=BEGAN)


def test_a_downloaded_template_is_imported_elsewhere_as_it_is() -> None:
    document = written(shaped())
    assert document_bytes(
        template_document(title="Sunday racers", about="", contents=contents_from_json(imported(document).contents))
    ) == document_bytes(
        template_document(
            title="Sunday racers", about="", contents=msgspec.convert(document["contents"], TemplateContents)
        )
    )


def test_an_archived_league_can_be_made_a_template_and_a_rehearsal_cannot() -> None:
    table = founded()
    archive_league(league=league_of(table), by=boss(table), at=BEGAN)
    assert made(table).made_of == "rust-belt"
    fork = fork_season(table.season, "rehearsal", secret=b"other", at=BEGAN)
    with pytest.raises(TemplateOfRehearsal):
        season_contents(fork)


def test_templates_of_a_deleted_league_stay_and_no_longer_say_so() -> None:
    table = founded()
    template = published(table)
    begin_league_deletion(table.league, at=BEGAN)
    template.refresh_from_db()
    assert (template.made_of, template.is_listed) == ("", True)


def test_a_change_that_is_planned_for_later_is_left_out_and_named() -> None:
    table = founded()
    table.give("change_switch", switch="garage.max", setting=6, step="r2", reason="More cars.")
    found = season_contents(table.row)
    assert "garage.max" not in found.contents.house_rules
    assert found.left_out == ("The change of the house rule garage.max that is planned for r2 is left out.",)


def test_rounds_that_were_announced_are_held_without_their_teams() -> None:
    found = season_contents(announced().row)
    plan = [(round.number, [(match.event, match.teams) for match in round.matches]) for round in found.contents.plan]
    assert plan == [(1, [("race", 3)])]
    assert not found.reveals


def test_of_a_round_with_more_teams_than_a_league_is_founded_with_the_first_matches_are_held() -> None:
    table = founded()
    franchises = [f"f{number}" for number in range(24)]

    def plan(number: int, *matches: list[str]) -> None:
        planned = [
            {"match": f"m{place}", "event": "race", "franchises": names} for place, names in enumerate(matches)
        ]
        RoundPlan.objects.create(season=table.row, number=number, matches=planned, updated_at=BEGAN)

    plan(2, franchises[:12], franchises[12:])
    plan(3, franchises)
    found = season_contents(table.row).contents
    teams = [[match.teams for match in round.matches] for round in found.plan]
    assert teams == [[12], [20]]
    assert check_contents(found).contents == found


def test_the_same_contents_are_no_new_version() -> None:
    table = founded()
    template = made(table)
    again = renew_template(template=template, season=table.row, by=boss(table), confirmed=False, at=BEGAN)
    assert again.version == 1


def test_a_new_version_of_a_published_template_of_a_hidden_league_has_to_be_confirmed() -> None:
    table = founded()
    template = published(table)
    League.objects.filter(pk=table.league).update(public=False)
    table.give("change_switch", switch="garage.max", setting=6, reason="More cars.")
    with pytest.raises(TemplateReveals):
        renew_template(template=template, season=table.row, by=boss(table), confirmed=False, at=BEGAN)
    assert LeagueTemplate.objects.get().version == 1


def test_a_person_has_as_many_templates_as_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template_changes, "MOST_TEMPLATES", 1)
    monkeypatch.setattr(template_changes, "MOST_PUBLISHED", 0)
    table = founded()
    template = made(table)
    with pytest.raises(TooManyTemplates, match="at most 1 templates"):
        made(table, "Another one")
    with pytest.raises(TooManyTemplates, match="at most 0 published"):
        publish_template(template=template, user=boss(table).user, confirmed=True, at=BEGAN)


def test_the_operator_lists_hides_and_shows_a_template(capsys: pytest.CaptureFixture[str]) -> None:
    template = published(founded())
    call_command("templates", "--hide", template.key)
    assert capsys.readouterr().out == f"{template.key}: Sunday racers, version 1 by rust-belt-boss, hidden\n"
    template.refresh_from_db()
    assert not template.is_listed
    withdraw_template(template=template, user=template.maker)
    assert not publish_template(template=template, user=template.maker, confirmed=True, at=BEGAN).is_listed
    call_command("templates", "--show", template.key)
    template.refresh_from_db()
    assert template.is_listed
    with pytest.raises(CommandError, match="give the command alone"):
        call_command("templates", "--hide", "nonsense")


def test_a_template_with_a_rule_that_the_site_lost_since_is_founded_from_without_it() -> None:
    template, vera = published(shaped()), newcomer()
    template.contents["house_rules"]["weather.hail"] = True
    template.save()
    with pytest.raises(TemplatePartsUnapplied, match=r"weather\.hail"):
        founded_from(template, vera)
    league = founded_from(template, vera, leaves_out=True)
    assert Season.objects.get(league=league).switches == {"hire.midseason": True, "roster.max": 12}


def test_a_league_whose_dice_are_awaited_is_founded_from_a_template() -> None:
    template, vera = published(shaped()), newcomer()
    league = founded_from(template, vera, dice="reveal")
    season = Season.objects.get(league=league)
    assert season.answers["own"] == {"arena.music": {"answer": "The loser"}}
    assert RoundPlan.objects.filter(season=season).count() == 2


@pytest.mark.parametrize(
    ("pointer", "line"), [("/a", 2), ("/a/1", 4), ("/a/1/b~1c", 5), ("/z", 8), ("/a/7", 2), ("/none", 1), ("", 1)]
)
def test_the_line_of_a_value_is_found_by_its_pointer(pointer: str, line: int) -> None:
    text = json.dumps({"a": [1, {"b/c": "x"}], "z": 'quote " and }'}, indent=1)
    assert line_of(text, pointer) == line
