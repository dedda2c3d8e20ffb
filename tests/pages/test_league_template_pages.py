"""Pages of league templates: read by everybody, made by commissioners, imported, and used by the founding form."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from league.league_templates.contents import contents_from_json
from league.league_templates.document import document_bytes, template_document
from league.models import League, LeagueTemplate, Season
from tests.league.small_league import Table, founded
from tests.odd_sheets import odd_sheets
from tests.people.test_league_archive import browser
from tests.people.test_league_templates import made, newcomer, published, shaped

pytestmark = pytest.mark.django_db
LIST = "/templates/"


def seen_by(user: Any = None) -> Client:
    """A browser, logged in as that person."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def words(client: Client, path: str) -> str:
    """The text of a page."""
    return client.get(path).content.decode()


def form_for(template: LeagueTemplate, **fields: Any) -> dict[str, Any]:
    """The founding form as its page fills it in for a template."""
    contents = contents_from_json(template.contents)
    filled = {"key": "form-1", "name": "The Copycats", "franchises": contents.franchises, "rounds": contents.rounds}
    return {**filled, "template": template.key, "version": template.version, "time_zone": "UTC", **fields}


def test_strangers_read_published_templates_and_no_others() -> None:
    table = shaped()
    template = made(table)
    private = f"{LIST}{template.key}/"
    assert [seen_by().get(path).status_code for path in (private, f"{private}file/")] == [404, 404]
    assert seen_by(newcomer()).get(private).status_code == 404
    assert "Sunday racers" in words(browser(table, "boss"), LIST)
    assert "Sunday racers" not in words(seen_by(), LIST)
    LeagueTemplate.objects.update(published_at=timezone.now())
    page = words(seen_by(), private)
    assert "How many drivers" in page or "roster" in page.casefold()
    assert "SAT 20:00" in page
    assert "Sunday racers" in words(seen_by(), LIST)
    LeagueTemplate.objects.update(hidden_at=timezone.now())
    assert seen_by().get(private).status_code == 404
    assert "The operator of the site hid this template" in words(browser(table, "boss"), private)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?q=sunday", True),
        ("?q=sunday+nobody", False),
        ("?q=monday", False),
        ("?system=reported", True),
        ("?system=rhad", False),
        ("?system=nonsense&order=nonsense", True),
        ("?order=most-used", True),
    ],
)
def test_templates_are_found_by_words_and_match_system(query: str, found: bool) -> None:
    published(founded())
    assert ("Sunday racers" in words(seen_by(), f"{LIST}{query}")) is found


def test_a_commissioner_sees_what_a_template_will_hold_before_they_save_it() -> None:
    table = shaped()
    client, page = browser(table, "boss"), "/l/rust-belt/s1/rules/template/"
    text = words(client, page)
    assert "The question arena.razors is left out, since it names razors." in text
    assert "usually 48 hours" in text
    assert not LeagueTemplate.objects.exists()
    key = client.get(page).context["key"]
    refused = client.post(page, {"act": "publish", "key": key, "title": "Sunday racers"})
    assert refused.status_code == 422
    assert not LeagueTemplate.objects.exists()
    for _ in range(2):
        client.post(page, {"act": "publish", "key": key, "title": "Sunday racers", "confirmed": "yes"})
    assert LeagueTemplate.objects.get().is_listed
    assert browser(table, "razors").get(page).status_code == 403
    assert seen_by().get(page).status_code in (302, 403)


def test_the_next_version_replaces_the_contents_and_leaves_founded_leagues_as_they_are() -> None:
    table = shaped()
    template = published(table)
    vera = newcomer()
    seen_by(vera).post("/new/", form_for(template))
    table.give("change_switch", switch="garage.max", setting=6, reason="More cars.")
    data = {"act": "make", "replaces": template.key, "confirmed": "yes"}
    browser(table, "boss").post("/l/rust-belt/s1/rules/template/", data)
    template.refresh_from_db()
    assert (template.version, template.contents["house_rules"]["garage.max"]) == (2, 6)
    league = League.objects.get(name="The Copycats")
    assert league.template_version == 1
    assert "garage.max" not in Season.objects.get(league=league).switches


def test_the_founding_form_is_filled_in_from_a_template_and_names_it_on_the_rules_page() -> None:
    template, vera = published(shaped()), newcomer()
    client = seen_by(vera)
    page = words(client, f"/new/?template={template.key}")
    assert "Sunday racers" in page
    assert 'name="kind"' not in page
    client.post("/new/", form_for(template))
    league = League.objects.get(name="The Copycats")
    rules = f"/l/{league.pk}/s1/rules/"
    assert f'<a href="/templates/{template.key}/">Sunday racers</a>, version 1' in words(client, rules)
    LeagueTemplate.objects.update(published_at=None)
    assert "Sunday racers" not in words(client, rules)
    assert "a template that is not published, version 1" in words(client, rules)


def test_what_does_not_fit_is_listed_and_left_out_only_by_a_tick_for_exactly_that() -> None:
    template, client = published(shaped()), seen_by(newcomer())
    refused = client.post("/new/", form_for(template, rounds=2))
    assert refused.status_code == 422
    assert "Round 3 is not planned: the season ends with round 2." in refused.content.decode()
    agreed = refused.context["left_out_digest"]
    assert client.post("/new/", form_for(template, rounds=1, left_out=agreed)).status_code == 422
    assert not League.objects.filter(name="The Copycats").exists()
    assert client.post("/new/", form_for(template, rounds=2, left_out=agreed)).status_code == 302
    assert League.objects.get(name="The Copycats").template_key == template.key


def test_nobody_founds_from_a_template_that_they_may_not_read() -> None:
    template, client = made(shaped()), seen_by(newcomer())
    assert client.get(f"/new/?template={template.key}").status_code == 404
    assert client.post("/new/", form_for(template)).status_code == 404
    assert client.get("/new/?template=nonsense").status_code == 404


def uploaded(client: Client, text: bytes, **fields: str) -> Any:
    """The answer to a file that is sent to be imported."""
    file = SimpleUploadedFile("template.json", text, content_type="application/json")
    return client.post(LIST, {"act": "import", "file": file, **fields})


def document_of(table: Table) -> dict[str, Any]:
    """The file of a template of that league, as plain values."""
    contents = contents_from_json(made(table).contents)
    LeagueTemplate.objects.all().delete()
    return json.loads(document_bytes(template_document(title="Sunday racers", about="", contents=contents)))


def test_a_file_with_parts_of_a_newer_site_is_imported_without_them_by_a_tick() -> None:
    document, client = document_of(shaped()), seen_by(newcomer())
    document["contents"]["house_rules"]["weather.hail"] = True
    document["contents"]["answers"]["chess"] = {}
    text = json.dumps(document, indent=1).encode()
    refused = uploaded(client, text)
    assert refused.status_code == 422
    assert "The house rule &#x27;weather.hail&#x27; is not known here." in refused.content.decode()
    assert "The questionnaire &#x27;chess&#x27; is not known here." in refused.content.decode()
    assert uploaded(client, text, leave_out="yes").status_code == 302
    assert "weather.hail" not in LeagueTemplate.objects.get().contents["house_rules"]


def test_a_template_of_an_earlier_edition_is_imported_without_house_rules_of_later_ones_by_a_tick() -> None:
    document, client = document_of(shaped()), seen_by(newcomer())
    document["contents"]["edition"] = "4"
    document["contents"]["house_rules"]["rhad.decision"] = "none"
    text = json.dumps(document, indent=1).encode()
    said = "The house rule rhad.decision came with a later edition of the rules than 4."
    assert said in uploaded(client, text).content.decode()
    assert uploaded(client, text, leave_out="yes").status_code == 302
    assert "rhad.decision" not in LeagueTemplate.objects.get().contents["house_rules"]


def test_a_file_that_is_none_or_hostile_is_refused_in_a_sentence_that_names_the_line() -> None:
    document, client = document_of(shaped()), seen_by(newcomer())

    def changed(**contents: Any) -> bytes:
        return json.dumps({**document, "contents": {**document["contents"], **contents}}, indent=1).encode()

    def race(**fields: int) -> dict[str, Any]:
        return {"event": "race", "teams": 2, **fields}

    def plan(*matches: dict[str, Any]) -> bytes:
        return changed(plan=[{"number": 2, "matches": list(matches)}])

    for text, said in (
        (b"", "not JSON"),
        (b'{"a": "\xff"}', "not text in UTF-8"),
        (b"[" * 20_000, "cannot be read"),
        (b'{"a": ' * 500 + b"1" + b"}" * 500, "nested too deeply"),
        (b" " * 200_001, "more than 200,000 bytes"),
        (b"[]", "no league template"),
        (json.dumps({**document, "format_version": 2}).encode(), "from a newer site"),
        (json.dumps({**document, "format_version": "1"}).encode(), "`format_version` is not 1"),
        (json.dumps({**document, "title": "a\u202eb"}).encode(), "nobody can see"),
        (changed(rounds="ten"), "Line 9: contents.rounds is text and takes a whole number"),
        (changed(rounds=61), "Line 9: A season has 1 to 60 rounds"),
        (changed(surprise=1), "contents has no field"),
        (changed(house_rules={"roster.max": "many"}), "Line 13: roster.max is a whole number"),
        (changed(house_rules={"roster.min": 9, "roster.max": 8}), "roster.min 9 is above roster.max 8"),
        (changed(calendar={"hours": {"S9": 3}}), "Nobody is awaited at &#x27;S9&#x27;"),
        (changed(calendar={"match_night": "some day"}), "is no evening"),
        (changed(plan=[{"number": 4, "matches": []}]), "has a round 4 twice, or the season has none"),
        (plan(race(teams=1)), "Line 31: A planned match has 2 to 20 teams"),
        (plan(race(), race(teams=10**12), race(teams=-(10**12))), "Line 35: A planned match has 2 to 20 teams"),
        (plan(race(), race(heats=99)), "m2b has 99 heats"),
        (json.dumps({**document, "title": " "}, indent=1).encode(), "Line 4: The template has no title"),
        (changed(rounds=61).decode().encode("utf-16"), "not text in UTF-8"),
        (changed(house_rules={"x" * 9_000: "\u202e"}), f"house_rules.{'x' * 68} has a character"),
        (changed(answers={"own": {"arena.music": {"answer": 7}}}), "write a text"),
        (changed(answers={"own": {"arena.music": {"answer": "a\u200eb"}}}), "a character that nobody can see"),
    ):
        answer = uploaded(client, text)
        assert answer.status_code == 422, said
        assert said in answer.content.decode(), (said, answer.context["refusals"])
    assert not LeagueTemplate.objects.exists()


def test_a_file_with_thousands_of_unknown_parts_names_the_first_and_how_many_more() -> None:
    document, client = document_of(founded()), seen_by(newcomer())
    document["contents"]["house_rules"] = {f"weather.hail_{number}": 1 for number in range(3_000)}
    refusals = uploaded(client, json.dumps(document).encode()).context["refusals"]
    assert (len(refusals), refusals[-1]) == (21, "There are 2980 more.")


def test_who_publishes_a_hidden_template_reads_that_nobody_else_sees_it() -> None:
    table = founded()
    template = made(table)
    LeagueTemplate.objects.update(hidden_at=timezone.now())
    answer = browser(table, "boss").post(f"{LIST}{template.key}/", {"act": "publish"}, follow=True)
    assert "because the operator of the site hid it" in answer.content.decode()
    assert "Everybody can read it, and found" not in answer.content.decode()


def test_no_workbook_is_taken_for_a_template() -> None:
    client = seen_by(newcomer())
    for oddity, content in odd_sheets().items():
        assert uploaded(client, content).status_code == 422, oddity


def test_the_list_takes_as_many_queries_for_thirty_templates_as_for_one(django_assert_num_queries: Any) -> None:
    template = published(founded())
    with django_assert_num_queries(1):
        seen_by().get(LIST)
    for number in range(29):
        LeagueTemplate.objects.create(
            maker=template.maker, title=f"Racers {number}", contents=template.contents, system=template.system,
            made_at=template.made_at, changed_at=template.made_at, published_at=template.made_at,
        )  # fmt: skip
    with django_assert_num_queries(1):
        seen_by().get(LIST)
