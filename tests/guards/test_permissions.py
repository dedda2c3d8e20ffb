"""Every URL answers a GET and a POST of every role with the status in the table, which must have every URL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from jobs.queue import enqueue
from league.invitations import invite
from league.membership import join
from league.models import AnswerVersion, Entry, League, Membership
from league.pages.command_forms.base import FORMS
from rules.campaign.core.command import Giver
from scheduling.announcements import post_announcement
from scheduling.notices.letters import MailList, sign_mail_list
from tests.command_forms.desk import Sitter
from tests.guards.addresses import OF_PROGRAMS, PART
from tests.guards.addresses import addresses as every_address
from tests.guards.findings import beyond, report
from tests.guards.page_requests import asked_for
from tests.guards.permissions import PERMISSIONS, ROLES
from tests.guards.private_answers import shared
from tests.journal.amends import amended, lost_by
from tests.league.resolved_leagues import resolved
from tests.league.sample_template import sample_template
from tests.league.small_league import BEGAN, Table, settled
from tests.sampling import one_in_on_postgresql
from tools.stage_duel import stage_duel

pytestmark = [pytest.mark.long, pytest.mark.django_db]
PARTS = {
    "league": "rust-belt",
    "season": "s1",
    "match": "m1",
    "franchise": "razors",
    "driver": "razors.d1",
    "car": "razors.car1",
    "ruleset": "formule",
    "number": 1,
    "table": "standings",
    "ending": "csv",
    "book": "campaign",
    "chapter": "talents",
    "questionnaire": "house-rules",
    "section": "money",
    "group": "collisions",
    "rest": "draft/",
    "tag": "spinout",
    "noun": "events",
    "thing": "franchise",
    "subject": "razors",
}
MADE = ("token", "member", "kind", "job", "key")
"""Path parameters that are created for each request."""
WAYS = ("get", "members_only", "post")


def with_an_amend() -> Table:
    """A season whose first result was amended."""
    table = settled()
    amended(table, lost_by(table))
    return table


def with_a_log() -> Table:
    """A season whose first match was run here."""
    return resolved(ruleset="carcult", event="last_cult", setting={"table": "crossroads"})


def with_answers() -> Table:
    """A season whose commissioner published a changed house rule."""
    table = settled()
    client = Sitter(table.season, "boss").client
    place = [*table.season.split("/"), PARTS["questionnaire"]]
    home = reverse("questionnaire", args=place)
    client.post(home, {"q:round.idle_may_shop": "true", "revision": 0, "act": "save"})
    draft = AnswerVersion.objects.get()
    sent = {"revision": draft.revision, "note": "We agreed on it.", "step": "", "act": "publish"}
    client.post(reverse("answers_draft", args=place), sent)
    assert AnswerVersion.objects.exclude(published_at=None).exists()
    return table


def with_an_announcement() -> Table:
    """A season whose commissioner posted an announcement."""
    table = settled()
    boss = Membership.objects.get(handle=table.handle("boss"))
    post_announcement(
        league=boss.league, by=boss, title="Rain", text="Bring tyres.", pinned=True, key="rain", at=BEGAN
    )
    return table


def with_a_duel() -> Table:
    """A season whose commissioner runs a duel."""
    table = settled()
    stage_duel(table.row, Membership.objects.get(handle=table.handle("boss")), at=BEGAN)
    return table


WORLDS = {
    "announced": with_an_announcement,
    "duel": with_a_duel,
    "asked": with_answers,
    "settled": settled,
    "resolved": with_a_log,
    "amended": with_an_amend,
}


def addresses() -> Iterator[tuple[str, URLPattern]]:
    """Name and pattern of every URL of the site except the API's, which `tests/api/test_permissions.py` covers."""
    for name, _, pattern in every_address():
        if not name.startswith(OF_PROGRAMS):
            yield name, pattern


def known() -> list[str]:
    """The names of the URLs in the table. Forms of commands have their own test."""
    return sorted({name for name, _ in addresses()} - {"command"})


def test_every_address_has_a_line_in_the_table_and_every_line_an_address() -> None:
    names = known()
    where = {name: f"{pattern.pattern}" for name, pattern in addresses()}
    problems = [
        f"The address {where[name]} ({name}) has no line that says who may see and send it: add one to PERMISSIONS "
        "in tests/guards/permissions.py."
        for name in sorted(set(names) - set(PERMISSIONS))
    ]
    gone = "No address is called {}: take its line out of PERMISSIONS in tests/guards/permissions.py."
    report([*problems, *beyond(PERMISSIONS, names, gone)], seen=names, of="addresses")


def test_every_part_of_an_address_has_something_to_stand_for_it() -> None:
    parts = {
        part: name
        for name, pattern in addresses()
        for part in PART.findall(str(pattern.pattern))
        if name != "command"
    }
    says = (
        "The address {1} asks for {0}, and nothing stands for it: add it to PARTS, or to parts_of, in "
        "tests/guards/test_permissions.py."
    )
    lacking = [(part, name) for part, name in sorted(parts.items()) if part not in {*PARTS, *MADE}]
    report((says.format(*gap) for gap in lacking), seen=parts, of="parts of addresses")


def people(table: Table) -> dict[str, Client]:
    """A browser logged in as each role."""
    users = get_user_model().objects
    league = League.objects.get(pk=table.league)
    spectator = users.create_user("spectator")
    join(league=league, user=spectator, role=Membership.Role.SPECTATOR, actor=table.handle("boss"), at=BEGAN)
    rival, staff = users.create_user("rival"), users.create_user("staff", is_staff=True, is_superuser=True)
    other = League.objects.create(pk="elsewhere", name="Elsewhere", founded_at=BEGAN)
    join(league=other, user=rival, role=Membership.Role.OWNER, actor="", at=BEGAN)
    seats = {
        "spectator": spectator,
        "owner": users.get(username="rust-belt-razors"),
        "rival": rival,
        "commissioner": users.get(username="rust-belt-boss"),
        "staff": staff,
    }
    found = {role: Client(raise_request_exception=True) for role in ROLES}
    for role, user in seats.items():
        found[role].force_login(user)
    return found


def parts_of(pattern: URLPattern, table: Table) -> dict[str, Any]:
    """Path parameters for a URL: the razors, their first match, the first entry, or objects created here."""
    names = PART.findall(str(pattern.pattern))
    values: dict[str, Any] = {name: PARTS[name] for name in names if name in PARTS}
    if "number" in names and pattern.name == "amend":
        values["number"] = Entry.objects.get(season=table.season, command="amend").number
    if pattern.name == "unsubscribe":
        owner = Membership.objects.get(handle=table.handle("razors"))
        values["token"] = sign_mail_list(MailList(owner.user_id, "results", table.league))
    elif "token" in names:
        boss = Membership.objects.get(handle=table.handle("boss"))
        values["token"] = invite(
            league=boss.league, by=boss, role=Membership.Role.SPECTATOR, at=timezone.now(), uses=9
        )[1]
    if "member" in names:
        values["member"] = Membership.objects.get(handle=table.handle("razors")).pk
    if "kind" in names:
        values["kind"] = "csv"
    if "key" in names:
        values["key"] = sample_template().key
    if "job" in names:
        values["job"] = enqueue("season_end", key="k", at=BEGAN, season=table.season).pk
    return values


def otherwise(name: str, expected: dict[str, dict[str, int]], found: dict[str, dict[str, int]]) -> Iterator[str]:
    """A sentence for each role that a URL answers with another status than its line says."""
    requests = {"get": "asked for", "members_only": "asked for in a league for members", "post": "sent an empty form"}
    for way, statuses in expected.items():
        for role, status in statuses.items():
            if found[way][role] != status:
                yield (
                    f"The address {name}, {requests[way]} by {role}, answers {found[way][role]}, not {status} as its "
                    f"line says: mend its view, or `{way}` of its line in tests/guards/permissions.py."
                )


def asked_by_all(name: str, clients: dict[str, Client], way: str, address: str) -> dict[str, Any]:
    """The answers of a URL to each role, for a GET or an empty POST."""
    answers = {}
    for role in ROLES:
        with asked_for(name, by=role):
            answers[role] = getattr(clients[role], way)(address)
    return answers


@pytest.mark.parametrize("name", one_in_on_postgresql(4, [(name,) for name in sorted({*known()} & set(PERMISSIONS))]))
def test_an_address_answers_each_of_them_as_the_table_says(name: str) -> None:
    table = WORLDS[PERMISSIONS[name].world]()
    clients, pattern = people(table), dict(addresses())[name]
    address = reverse(name, kwargs=parts_of(pattern, table))
    expected = {way: PERMISSIONS[name].of(way) for way in WAYS}
    answers = {"get": asked_by_all(name, clients, "get", address)}
    answers["post"] = asked_by_all(name, clients, "post", address)
    League.objects.filter(pk=table.league).update(public=False)
    answers["members_only"] = asked_by_all(name, clients, "get", address)
    found = {
        way: {role: response.status_code for role, response in by_role.items()} for way, by_role in answers.items()
    }
    all_answers = [
        (f"{name}, asked by {role}", response) for by_role in answers.values() for role, response in by_role.items()
    ]
    report([*otherwise(name, expected, found), *shared(all_answers)], seen=found, of="ways of asking")


@pytest.mark.parametrize("giver", [Giver.OWNER, Giver.COMMISSIONER])
def test_a_commands_form_is_for_those_who_may_give_it(giver: Giver) -> None:
    clients = people(table := settled())
    owners = 200 if giver is Giver.OWNER else 403
    expected = {"anonymous": 302, "spectator": 403, "owner": owners, "rival": 403, "commissioner": 200, "staff": 403}
    tags = [tag for tag, form in sorted(FORMS.items()) if form.row_of().by is giver]
    league, season = table.season.split("/")
    problems: list[str] = []
    for tag in tags:
        address = reverse("command", args=[league, season, tag])
        found = {
            role: response.status_code
            for role, response in asked_by_all(f"form of {tag}", clients, "get", address).items()
        }
        problems += [
            f"The form of {tag} answers {role} {found[role]}, not {status}: see may_give in league/access.py and its "
            "form in league/pages/command_forms/chapters."
            for role, status in expected.items()
            if found[role] != status
        ]
    report(problems, seen=tags, of="forms")
