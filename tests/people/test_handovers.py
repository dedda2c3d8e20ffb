"""Handing a league over: offered, accepted, declined, withdrawn, expired, and by two at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from league.access import LeagueReadOnly, NotYours
from league.accounts import erase
from league.models import HandoverOffer, LeagueLog, Membership, Notice
from league.role_changes import LastCommissioner, appoint, leave
from rules.core.refusals import Unknown
from scheduling.handovers import (
    HandoverEnded,
    HandoverOpen,
    RunsItAlready,
    answer_handover,
    expire_handovers,
    offer_handover,
    open_handovers,
    withdraw_handover,
)
from scheduling.league_life import archive_league
from tests.league.small_league import BEGAN, Table, signed
from tests.people.test_league_archive import boss, browser, league_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def owner(table: Table, who: str) -> Membership:
    """The owner's membership of that franchise."""
    return Membership.objects.select_related("user").get(handle=table.handle(who))


def offer(table: Table, to: str, *, steps_down: bool = False, by: Membership | None = None) -> HandoverOffer:
    """An offer of the commissioner to an owner."""
    return offer_handover(
        league=league_of(table), by=by or boss(table), to=owner(table, to), steps_down=steps_down, at=BEGAN
    )


def answer(table: Table, made: HandoverOffer, who: str, *, accepts: bool = True) -> HandoverOffer:
    """An owner's answer to an offer, a day later."""
    return answer_handover(
        league=league_of(table), offer=made.pk, user=owner(table, who).user_id, accepts=accepts, at=BEGAN + DAY
    )


def running(table: Table) -> list[str]:
    """The user names of those who run the league."""
    found = Membership.objects.filter(league=table.league, role="commissioner")
    return sorted(found.values_list("user__username", flat=True))


def state(made: HandoverOffer) -> str:
    """The state of an offer as it is stored."""
    return str(HandoverOffer.objects.get(pk=made.pk).state)


def test_who_accepts_runs_the_league_beside_the_giver() -> None:
    table = signed()
    answer(table, offer(table, "razors"), "razors")
    assert running(table) == ["rust-belt-boss", "rust-belt-razors"]
    assert Membership.objects.filter(handle=table.handle("razors"), role="owner").exists()
    assert list(Notice.objects.filter(about="handover_accepted").values_list("member__handle", flat=True)) == [
        table.handle("boss")
    ]


def test_a_giver_who_steps_down_stays_in_the_league_and_their_other_offers_end() -> None:
    table = signed()
    first, second = offer(table, "razors", steps_down=True), offer(table, "saints", steps_down=True)
    answer(table, first, "razors")
    assert running(table) == ["rust-belt-razors"]
    assert boss(table).role == Membership.Role.SPECTATOR
    with pytest.raises(HandoverEnded):
        answer(table, second, "saints")
    assert state(second) == "withdrawn"


def test_a_giver_who_steps_down_and_owns_a_franchise_is_told_as_its_owner() -> None:
    table = signed()
    appoint(league=league_of(table), user=owner(table, "widows").user, by=boss(table), at=BEGAN, reason="Two.")
    second = Membership.objects.get(user=owner(table, "widows").user, role="commissioner")
    answer(table, offer(table, "razors", steps_down=True, by=second), "razors")
    assert Notice.objects.get(about="handover_accepted").member == owner(table, "widows")


def test_two_who_accept_offers_of_two_commissioners_both_run_it() -> None:
    table = signed()
    second = appoint(
        league=league_of(table), user=owner(table, "widows").user, by=boss(table), at=BEGAN, reason="Two."
    )
    offers = offer(table, "razors", steps_down=True), offer(table, "razors", steps_down=True, by=second)
    for made in offers:
        answer(table, made, "razors")
    assert running(table) == ["rust-belt-razors"]


def test_who_declines_changes_nothing_and_the_giver_is_told() -> None:
    table = signed()
    made = offer(table, "razors")
    answer(table, made, "razors", accepts=False)
    assert (running(table), state(made)) == (["rust-belt-boss"], "declined")
    assert Notice.objects.filter(about="handover_declined").count() == 1
    with pytest.raises(HandoverEnded, match="was declined already"):
        answer(table, made, "razors")


def test_an_offer_is_to_a_member_who_does_not_run_it_and_once_each() -> None:
    table = signed()
    made = offer(table, "razors")
    with pytest.raises(HandoverOpen):
        offer(table, "razors")
    with pytest.raises(RunsItAlready):
        offer_handover(league=league_of(table), by=boss(table), to=boss(table), steps_down=True, at=BEGAN)
    with pytest.raises(NotYours):
        offer(table, "saints", by=owner(table, "widows"))
    with pytest.raises(Unknown):
        offer_handover(league=league_of(table), by=boss(table), to=None, steps_down=True, at=BEGAN)
    with pytest.raises(Unknown):
        answer(table, made, "saints")


def test_an_offer_expires_after_two_weeks() -> None:
    table = signed()
    made = offer(table, "razors")
    late = BEGAN + 14 * DAY
    with pytest.raises(HandoverEnded, match="was open until 15 Sep 2026"):
        answer_handover(
            league=league_of(table), offer=made.pk, user=owner(table, "razors").user_id, accepts=True, at=late
        )
    expire_handovers(late)
    assert state(made) == "expired"
    assert not open_handovers(league_of(table), at=BEGAN).exists()


@pytest.mark.parametrize("goes", ["leave", "erase"])
def test_an_offer_to_somebody_who_leaves_ends(goes: str) -> None:
    table = signed()
    made = offer(table, "razors")
    user = owner(table, "razors").user
    if goes == "leave":
        leave(league=league_of(table), user=user, at=BEGAN)
    else:
        erase(user=user, at=BEGAN)
    assert not open_handovers(league_of(table), at=BEGAN).exists()
    with pytest.raises(HandoverEnded):
        answer_handover(league=league_of(table), offer=made.pk, user=user.pk, accepts=True, at=BEGAN)
    expire_handovers(BEGAN)
    assert state(made) == "withdrawn"


def test_the_giver_cannot_leave_before_it_is_accepted() -> None:
    table = signed()
    offer(table, "razors", steps_down=True)
    with pytest.raises(LastCommissioner, match="hand it over to a member, archive it, or delete it"):
        leave(league=league_of(table), user=boss(table).user, at=BEGAN)
    with pytest.raises(LastCommissioner):
        erase(user=boss(table).user, at=BEGAN)


def test_a_commissioner_whose_account_is_closed_does_not_count() -> None:
    table = signed()
    user = owner(table, "razors").user
    appoint(league=league_of(table), user=user, by=boss(table), at=BEGAN, reason="Two.")
    type(user).objects.filter(pk=user.pk).update(is_active=False)
    with pytest.raises(LastCommissioner):
        leave(league=league_of(table), user=boss(table).user, at=BEGAN)


def test_nothing_is_offered_or_accepted_in_an_archived_league_but_withdrawn() -> None:
    table = signed()
    made = offer(table, "razors")
    archive_league(league=league_of(table), by=boss(table), at=BEGAN)
    with pytest.raises(LeagueReadOnly):
        offer(table, "saints")
    with pytest.raises(LeagueReadOnly):
        answer(table, made, "razors")
    withdraw_handover(league=league_of(table), offer=made.pk, by=boss(table), at=BEGAN)
    assert state(made) == "withdrawn"


def test_the_page_offers_and_the_member_answers_there() -> None:
    table = signed()
    page = reverse("future", args=[table.league])
    sent = {"act": "offer", "to": owner(table, "razors").pk, "steps": "down", "note": "You know it best."}
    assert browser(table, "boss").post(page, sent).status_code == 302
    theirs = browser(table, "razors")
    assert "Will you run Rust Belt?" in theirs.get(page).content.decode()
    assert "Will you run Rust Belt?" not in browser(table, "saints").get(page).content.decode()
    made = HandoverOffer.objects.get()
    assert theirs.post(page, {"act": "accept", "offer": made.pk}).status_code == 302
    assert running(table) == ["rust-belt-razors"]
    assert LeagueLog.objects.filter(what="handover accepted").count() == 1
    assert theirs.post(page, {"act": "accept", "offer": made.pk}).status_code == 422
    assert theirs.get(reverse("inbox")).status_code == 200


def test_notices_with_the_name_of_somebody_whose_account_is_deleted_go_with_it() -> None:
    table = signed()
    answer(table, offer(table, "razors"), "razors")
    offer(table, "saints", by=Membership.objects.get(user=owner(table, "razors").user, role="commissioner"))
    assert Notice.objects.filter(about__startswith="handover").count() == 3
    erase(user=owner(table, "razors").user, at=BEGAN)
    assert not Notice.objects.filter(about__in=["handover_accepted"]).exists()
    assert not Notice.objects.filter(about="handover_offered", member__handle=table.handle("saints")).exists()
