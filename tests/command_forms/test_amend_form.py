"""Amends by form: commissioners correct an entry after a preview, and owners take back their own."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from journal import audit
from journal.entry_body import load_body
from league.models import Entry, Ruling
from tests.command_forms.desk import HIDDEN, Sitter
from tests.journal.amends import number_of, spent
from tests.league.league_cache import built_once
from tests.league.small_league import Table, founded, settled, shopping, signed

pytestmark = [pytest.mark.long, pytest.mark.django_db]
HERE = "/l/rust-belt/s1/"
WHY = "The marshal read the sheet wrongly."
VALUE = re.compile(r'<(?:input|select|textarea)[^>]* name="([^"]+)"')


def form_of(number: int) -> str:
    return f"{HERE}journal/{number}/amend/"


def shown(client: Client, number: int, way: str = "") -> dict[str, Any]:
    """The form data of the form as it opens, from its Django form objects."""
    context = client.get(form_of(number), {"way": way} if way else {}).context
    sent: dict[str, Any] = {}
    for form in (context.get("form"), context["amending"]):
        for field in form or ():
            value = field.value()
            if value not in (None, "", False):
                sent[field.html_name] = "on" if value is True else value
    return sent


def sent(client: Client, number: int, act: str = "preview", **fields: Any) -> Any:
    """Send the form as it opens, with a reason and these fields changed."""
    posted = {**shown(client, number), "reason": WHY, **fields, "act": act}
    return client.post(form_of(number), posted)


def saved(client: Client, preview: str) -> Any:
    """Press "Save this amend" on the page of a preview."""
    page = client.get(preview)
    assert "Save this amend" in page.content.decode()
    action = re.search(r'<form method="post" action="([^"]+)"', page.content.decode())
    assert action is not None
    return client.post(action[1], {"act": "save"})


def words(answer: Any) -> str:
    page = answer.content.decode().split("<main", 1)[1]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def boss(table: Table) -> Client:
    return Sitter(table.season, "boss").client


@pytest.fixture
def played() -> Table:
    return settled()


def accepted(table: Table) -> int:
    return number_of(table, "accept_report", match="m1")


def test_another_report_is_previewed_with_all_that_follows_and_then_saved(played: Table) -> None:
    client, number = boss(played), accepted(played)
    before = played.row.digest
    previewed = sent(client, number, **{"t:razors": "0", "t:saints": "9"})
    assert previewed.status_code == 302
    assert played.row.digest == before
    text = words(client.get(previewed["Location"]))
    assert "Razors Points 10 0" in text
    assert WHY in text
    answer = saved(client, previewed["Location"])
    assert "/amends/" in answer["Location"]
    assert played.state.franchise("razors").points == 0
    entry = Entry.objects.filter(season=played.season, command="amend").get()
    assert (entry.actor, entry.reason) == ("rust-belt.boss", WHY)
    assert audit(played.row) == []


def test_a_played_match_that_is_called_off_waits_for_the_word_of_somebody_else(played: Table) -> None:
    client = boss(played)
    answer = saved(client, sent(client, accepted(played), way="void")["Location"])
    assert "This needs a second person" in words(client.get(answer["Location"]))
    assert (played.state.match("m1").step, Ruling.objects.get().match) == ("settled", "m1")


def test_a_preview_saved_twice_is_one_amend(played: Table) -> None:
    client = boss(played)
    preview = sent(client, accepted(played), way="forfeit", forfeits="razors")["Location"]
    action = preview.replace("/amends/", "/journal/") + "amend/"
    first, again = (client.post(action, {"act": "save"}) for _ in range(2))
    assert Entry.objects.filter(season=played.season, command="amend").count() == 1
    assert first.status_code == again.status_code == 302
    assert played.state.line_up("m1", "razors").forfeited


def test_what_was_done_since_a_preview_is_previewed_anew_before_it_is_saved(played: Table) -> None:
    client = boss(played)
    preview = sent(client, accepted(played), way="forfeit", forfeits="razors")["Location"]
    played.give("adjust_balance", franchise="saints", amount=1000, reason="Found a coin.")
    assert "See what would follow now" in words(client.get(preview))
    again = client.post(preview.replace("/amends/", "/journal/") + "amend/", {"act": "save"})
    assert again["Location"] != preview
    assert not Entry.objects.filter(season=played.season, command="amend").exists()
    saved(client, again["Location"])
    assert played.state.line_up("m1", "razors").forfeited


def test_a_team_forfeits_after_all_and_the_others_are_ranked_anew(played: Table) -> None:
    client = boss(played)
    page = words(client.get(f"{HERE}m1/"))
    assert "Correct the result" in page
    refused = sent(client, accepted(played), way="forfeit")
    assert (refused.status_code, "Choose the team that forfeits." in words(refused)) == (422, True)
    preview = sent(client, accepted(played), way="forfeit", forfeits="razors")
    assert preview.status_code == 302, words(preview)
    saved(client, preview["Location"])
    line_up = played.state.line_up("m1", "razors")
    assert (line_up.forfeited, line_up.points) == (True, 0)
    assert played.state.line_up("m1", "saints").won


def test_an_amend_is_undone_from_its_own_page(played: Table) -> None:
    client, before = boss(played), played.row.digest
    preview = sent(client, accepted(played), way="forfeit", forfeits="razors")["Location"]
    done = saved(client, preview)["Location"]
    assert "Undo this amend" in words(client.get(done))
    number = int(done.rstrip("/").rsplit("/", 1)[1])
    back = sent(client, number)
    assert back.status_code == 302, words(back)
    saved(client, back["Location"])
    assert played.row.digest == before


def test_an_entry_is_struck_and_given_its_own_words_back(played: Table) -> None:
    client = boss(played)
    fine = played.give("adjust_balance", franchise="saints", amount=5000, reason="A prize.").entries[0].number
    balance = played.state.franchise("saints").balance
    saved(client, sent(client, fine, way="strike")["Location"])
    assert played.state.franchise("saints").balance == balance - 5000
    assert "nothing: it was struck" in words(client.get(form_of(fine)))
    saved(client, sent(client, fine, way="as_given")["Location"])
    assert played.state.franchise("saints").balance == balance


def test_a_command_is_shown_as_it_was_given_money_in_k_and_another_put_in_its_place(played: Table) -> None:
    client = boss(played)
    fine = played.give("adjust_balance", franchise="saints", amount=12500, reason="A prize.").entries[0].number
    fields = shown(client, fine)
    assert (fields["amount"], fields["franchise"]) == ("12.5", "saints")
    saved(client, sent(client, fine, amount="2")["Location"])
    assert Entry.objects.filter(season=played.season).count() == played.row.length
    assert load_body(Entry.objects.get(season=played.season, command="amend").body).command["corrections"][
        str(fine)
    ] == [{"type": "adjust_balance", "franchise": "saints", "amount": 2000}]


def test_what_stands_already_is_no_amend(played: Table) -> None:
    answer = sent(boss(played), accepted(played))
    assert (answer.status_code, "That is the same as before" in words(answer)) == (422, True)


def test_a_reason_is_asked_for_and_what_was_typed_stays(played: Table) -> None:
    answer = sent(boss(played), accepted(played), reason="", **{"t:razors": "3"})
    assert answer.status_code == 422
    assert answer.context["form"]["t:razors"].value() == "3"


def test_what_the_rules_refuse_is_said_in_their_sentence_and_nothing_is_written(played: Table) -> None:
    length = played.row.length
    fine = number_of(played, "hire_rookie", driver="razors.d1")
    answer = sent(boss(played), fine, name="x" * 500)
    assert (answer.status_code, played.row.length) == (422, length)


def test_what_is_in_the_way_of_a_preview_is_told_and_it_has_no_button_to_save() -> None:
    table = spent()
    client = boss(table)
    preview = sent(client, number_of(table, "announce_round", round="r2"), way="strike")["Location"]
    text = words(client.get(preview))
    assert "This cannot be saved" in text
    assert "Save this amend" not in text
    client.post(preview.replace("/amends/", "/journal/") + "amend/", {"act": "save"})
    assert not Entry.objects.filter(season=table.season, command="amend").exists()


def test_every_command_of_a_played_season_is_shown_again_as_it_was_given(played: Table) -> None:
    """Sent unchanged, every form answers that this command That is the same as before."""
    client = boss(played)
    entries: dict[str, int] = {}
    for entry in Entry.objects.filter(season=played.season).exclude(actor="season").order_by("-number"):
        entries.setdefault(entry.command, entry.number)
    differences = {}
    for tag, number in entries.items():
        if tag == "open_season":
            continue
        answer = sent(client, number, way="another")
        if answer.status_code == 302:
            differences[tag] = words(client.get(answer["Location"]))[:900]
        else:
            differences[tag] = "" if "That is the same as before" in words(answer) else words(answer)[:900]
    assert {tag: text for tag, text in differences.items() if text} == {}
    assert {"accept_report", "name_line_up", "announce_round", "hire_rookie", "buy_car", "lock_line_ups"} <= set(
        differences
    )


# ------------------------------------------------------------------------------------------------------------ owners


@built_once
def bought() -> Table:
    table = shopping()
    table.give("buy_item", by="razors", franchise="razors", item="razors.i9", kind="caltrops")
    return table


def test_an_owner_takes_back_what_nothing_depends_on() -> None:
    table = bought()
    number = number_of(table, "buy_item", item="razors.i9")
    client = Sitter(table.season, "razors").client
    entry = client.get(f"{HERE}journal/{number}/")
    assert "Take it back" in words(entry)
    answer = sent(client, number, act="back")
    assert answer.status_code == 302, words(answer)
    assert "razors.i9" not in table.state.items
    assert audit(table.row) == []


def test_what_others_did_or_dice_decided_is_no_owners_to_take_back() -> None:
    table = bought()
    number = number_of(table, "buy_item", item="razors.i9")
    for who in ("saints", "widows"):
        client = Sitter(table.season, who).client
        assert client.get(form_of(number)).status_code == 403
        assert client.post(form_of(number), {"act": "back", "way": "back"}).status_code == 403
        assert "Take it back" not in words(client.get(f"{HERE}journal/{number}/"))
    assert "razors.i9" in table.state.items


def test_what_something_depends_on_is_refused_with_what_it_is() -> None:
    table = signed()
    number = number_of(table, "hire_rookie", driver="razors.d6")
    table.give("release_driver", by="razors", franchise="razors", driver="razors.d6")
    client = Sitter(table.season, "razors").client
    answer = sent(client, number, act="back")
    assert answer.status_code == 422
    assert "only a commissioner" in words(answer)


def test_the_seasons_own_steps_and_sealed_entries_say_why_they_are_not_put_right(played: Table) -> None:
    client = boss(played)
    own = Entry.objects.filter(season=played.season, actor="season").order_by("number")[0].number
    answer = client.get(form_of(own))
    assert "correct the entry that caused it" in words(answer)
    assert client.post(form_of(own), {"act": "preview"}).status_code == 422
    assert "Correct this entry" not in words(client.get(f"{HERE}journal/{own}/"))


def test_strangers_and_spectators_amend_nothing() -> None:
    table = founded()
    assert Client().get(form_of(2)).status_code == 302
    assert Sitter(table.season, "razors").client.post(form_of(2), {"act": "save"}).status_code == 403


def test_a_lapsed_session_keeps_what_was_typed(played: Table) -> None:
    client, number = boss(played), accepted(played)
    posted = {**shown(client, number), "reason": WHY, "t:razors": "3", "act": "preview"}
    client.logout()
    assert client.post(form_of(number), posted).status_code == 302
    session = client.session
    again = boss(played)
    new_session = again.session
    new_session["kept_form"] = session["kept_form"]
    new_session.save()
    page = again.get(form_of(number))
    assert page.context["form"]["t:razors"].value() == "3"
    assert "nothing was done" in page.content.decode()
    assert HIDDEN.findall(page.content.decode())
