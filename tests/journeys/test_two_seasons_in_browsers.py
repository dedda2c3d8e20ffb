"""From an empty site to the second season's first round, by five people in five browsers, by clicks and typing."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import expect

from journal import audit
from league.founding import new_league
from league.models import Season
from tests.journeys.browser_people import Person, mailed_code
from tests.journeys.test_first_league import worked

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]

SEATS = ("Dead Reckless", "Gravel and Sons", "Hot Bitumen", "Tarmac Widows")
"""The franchises that a league of this name starts with."""
NAMES = ("ada", "bo", "cy", "di")
"""Their owners."""
LIVE_MS = 11_000
"""The time after which a live page has renewed itself."""
LEAGUE = "/l/rust-belt/"
SEASON = f"{LEAGUE}s1/"


def founds(boss: Person) -> dict[str, str]:
    """The commissioner founds a league of one short season; returns the claim link of each seat."""
    boss.goes("/")
    boss.presses("Found a league")
    boss.signs_up()
    boss.types("Name of the league", "Rust Belt")
    boss.ticks("Quick season")
    boss.types("Franchises", str(len(SEATS)))
    boss.types("Rounds", "1")
    boss.chooses("How matches are played", "At our own table, and we report the results")
    boss.takes_tick_from("The season goes on by itself")
    boss.presses("Found the league")
    links = {}
    for seat in SEATS:
        boss.presses(f"Claim link for {seat}")
        links[seat] = boss.asked("Link").input_value()
    return links


def joins(owner: Person, link: str, seat: str) -> None:
    """An owner opens the link, creates an account and takes the franchise."""
    owner.goes(link)
    owner.signs_up(by=f"Sign up and claim {seat}")
    owner.sees(f"{seat} is yours.")


def sets_up(owner: Person) -> None:
    """An owner hires, buys, fits and throws a party by hand."""
    for _ in range(6):
        owner.page.locator("#roster form button").first.click()
        owner.page.wait_for_load_state()
    owner.presses("Hire rating 2")
    for _ in range(3):
        owner.page.locator("#garage form button").first.click()
        owner.page.wait_for_load_state()
    owner.presses("Buy a machinegun")
    owner.presses("Buy", exact=True)
    owner.presses("Fit it")
    owner.presses("Fit it", exact=True)
    owner.presses("Throw it for 20k")
    owner.presses("Throw the party")
    owner.sees("thrown")


def designs(owner: Person) -> None:
    """An owner designs a car: first with too much armor, then within the limit."""
    owner.presses("Team", exact=True)
    owner.presses("Design", within="#garage .rows")
    owner.presses("Dethmatch", exact=True)
    bought = owner.asked("Armor points bought").input_value()
    owner.types("Armor points bought", "40")
    owner.sees("too many")
    owner.types("Armor points bought", bought)
    owner.sees("Nothing is wrong with it")
    owner.presses("Fit this design")
    owner.sees("has its design for Dethmatch")


def has_the_rest_filled(owner: Person) -> None:
    """An owner lets standing orders do the rest, after a preview."""
    owner.goes(LEAGUE)
    owner.presses("Set up", within="main")
    owner.presses("Fill the rest for me")
    owner.presses("Do all that")
    owner.sees("The rest is done, by standing orders")


def announces(boss: Person) -> None:
    """The commissioner ends the setup and announces one match for the table and one that is run here."""
    boss.goes(LEAGUE)
    boss.presses("Board")
    boss.presses("Only this step")
    boss.presses("Schedule")
    boss.chooses("Franchises in a match", "Up to 2")
    boss.presses("Draw up round 1")
    for index, seat in enumerate(SEATS):
        boss.chooses(seat, f"Match {'AB'[index // 2]}")
    second = ".planned-game >> nth=1"
    boss.chooses("Played by", "Dethmatch, played here", within=second)
    boss.presses("Preview")
    boss.chooses("Event", "Last car", within=second)
    boss.chooses("Track", "Hammer Bowl (flags, last car)", within=second)
    boss.presses("Announce it")
    boss.sees("match B")


def lines_up(owner: Person) -> None:
    """An owner names the line-up that is suggested."""
    owner.goes(LEAGUE)
    owner.presses("Name the line-up")
    owner.presses("Name this line-up")
    owner.sees("named its line-up")


def reports(owner: Person) -> None:
    """An owner reports their match from the table: points, a kill, a driver out of action, their car destroyed."""
    owner.goes(LEAGUE)
    owner.presses("Report or confirm it")
    owner.types("Points", "25", within=".report-team:has-text('Dead Reckless')")
    owner.types("Points", "12", within=".report-team:has-text('Gravel and Sons')")
    ours, theirs = owner.page.locator(".report-team").all()
    for team in (ours, theirs):
        if not team.locator(".team-rows[open]").count():
            team.locator(".team-rows > summary").click()
    ours.get_by_label("Kills").first.fill("1")
    theirs.get_by_label("Out of action").first.check()
    theirs.get_by_label("Destroyed").first.check()
    assert "Out 1 Lost 1" in " ".join(theirs.locator(".team-sums").inner_text().split())
    owner.presses("Review and send")
    owner.presses("Send the report")
    owner.sees("the other side is asked to confirm it")


def confirms(owner: Person) -> None:
    """The other side finds it in its inbox, reads the same report and confirms it."""
    owner.goes("/inbox/")
    owner.presses("Confirm a report")
    owner.presses("Confirm what Dead Reckless says")
    owner.sees("You confirmed the report of round 1, match A.")


def replays(owner: Person) -> None:
    """An owner steps through the replay of the match that was run here."""
    owner.goes(f"{SEASON}m2/")
    owner.presses("Watch", exact=True)
    number, slider = owner.page.locator("[data-number]"), owner.page.get_by_label("Step", exact=True)
    expect(number).to_have_text("1")
    slider.fill("2")
    owner.page.keyboard.press("ArrowRight")
    expect(number).to_have_text("3")
    slider.fill(slider.get_attribute("max"))
    expect(number).to_have_text(slider.get_attribute("max"))


def decides(owner: Person) -> None:
    """An owner decides about damaged or destroyed cars, if there are any."""
    owner.goes(LEAGUE)
    if owner.may_press("Decide on the cars"):
        owner.presses("Decide on the cars")
        owner.presses("Confirm these decisions")


def trades(one: Person, other: Person) -> None:
    """An owner uses world trade, buys from the list, and buys a driver from another owner, who agrees."""
    one.goes(LEAGUE)
    one.presses("Go shopping")
    if one.may_press("Decline"):  # tinkering made an offer that has to be answered first
        one.presses("Decline")
        one.presses("Decline it")
    one.presses("Ask world trade")
    one.presses("Throw the dice")
    one.presses("Buy an item")
    one.chooses("What", "Gear-set: 2k")
    one.presses("Buy", exact=True)
    one.sees("Dead Reckless bought Gear-set")
    one.presses("Propose a trade")
    one.presses("Gravel and Sons", within="main")
    one.types("Money, in k", "15")
    one.page.locator(".swap section >> nth=1").get_by_role("checkbox").first.check()
    one.presses("Propose it")
    other.goes(LEAGUE)
    other.presses("Go shopping")
    other.presses("Look and answer")
    other.presses("Agree to it")
    other.sees("from Gravel and Sons to Dead Reckless.")


def finishes_shopping(owner: Person) -> None:
    """An owner finishes shopping."""
    owner.goes(LEAGUE)
    owner.presses("Go shopping")
    owner.presses("Finish shopping")
    owner.presses("Finish shopping")


def answers(owner: Person, button: str, *, then: str) -> None:
    """An owner does what the league's home asks for, with the form's suggestion."""
    owner.goes(LEAGUE)
    owner.presses(button)
    owner.presses(then, exact=True)


def puts_right(boss: Person) -> None:
    """The commissioner amends the report after a preview of the consequences."""
    boss.goes(f"{SEASON}m1/")
    boss.presses("Correct the result")
    boss.types("Points", "12", within=".report-team:has-text('Dead Reckless')")
    boss.types("Points", "25", within=".report-team:has-text('Gravel and Sons')")
    boss.types("Reason", "The sheet was read upside down.")
    boss.presses("See what would follow")
    boss.sees("nothing was changed")
    boss.presses("Save this amend")
    boss.sees("It is corrected.")


def goes_on(boss: Person, season: str = SEASON) -> None:
    """The commissioner advances the season until people have to act."""
    boss.goes(f"{season}board/")
    boss.presses("Go on until people are asked")


def logs_in_by_code(owner: Person) -> None:
    """An owner logs in from another browser without a password, by a mailed code."""
    owner.goes("/accounts/login/")
    owner.presses("Mail me a code")
    owner.types("Email", f"{owner.name}@example.org")
    owner.presses("Mail me a code")
    owner.types("Code", mailed_code())
    owner.presses("Log in", within="main")


def drafts(owners: list[Person]) -> None:
    """Everybody picks in their turn, which the page they left open announces."""
    for owner in owners:
        owner.page.clock.install()
        owner.goes(f"{SEASON}draft/")
    looking = owners[0]
    for _ in range(2 * len(owners)):
        turn = looking.page.locator("#turn").inner_text()
        looking = next(owner for owner, seat in zip(owners, SEATS, strict=True) if f"{seat} is on turn" in turn)
        looking.page.clock.run_for(LIVE_MS)
        looking.sees("You are on the clock.")
        looking.presses("Pick", exact=True, within="#available")
        looking.presses("Pick this driver")
        looking.sees("drafted")


def picks_sponsors(owners: list[Person]) -> None:
    """Everybody takes a sponsor out of the pool in their turn."""
    for _ in owners:
        for owner in owners:
            owner.goes(LEAGUE)
        on_turn = next(owner for owner in owners if owner.may_press("To the sponsor pool"))
        on_turn.presses("To the sponsor pool")
        on_turn.presses("Take a sponsor")
        on_turn.presses("Take it")


@pytest.fixture
def dice_known(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Use a fixed secret for the league's seasons, so that the dice are the same in every run."""
    monkeypatch.setattr(new_league, "Seeds", SimpleNamespace(fresh=lambda _dice: b"\x2a" * 32))
    settings.API_CONFORMANCE = True


@pytest.mark.usefixtures("dice_known")
def test_five_people_come_from_an_empty_site_to_the_second_seasons_first_round(visit: Callable[..., Any]) -> None:
    kinds_seen: set[str] = set()
    boss = Person("boss", visit(), kinds_seen)
    ada, bo, cy, di = owners = [Person(name, visit(width=390, height=844, touch=True), kinds_seen) for name in NAMES]
    links = founds(boss)
    for owner, seat in zip(owners, SEATS, strict=True):
        joins(owner, links[seat], seat)
    sets_up(ada)
    designs(ada)
    for owner in (bo, cy, di):
        has_the_rest_filled(owner)
    announces(boss)
    for owner in owners:
        lines_up(owner)
    goes_on(boss)
    worked()
    reports(ada)
    confirms(bo)
    boss.goes(f"{SEASON}m1/report/")
    boss.presses("Accept it")
    for owner in owners:
        decides(owner)
    replays(di)
    trades(ada, bo)
    for owner in owners:
        finishes_shopping(owner)
    puts_right(boss)
    goes_on(boss)
    for owner in owners:
        answers(owner, "Keep staff, or not", then="Decide")
    goes_on(boss)
    for owner in owners:
        answers(owner, "Protect drivers", then="Protect these")
    goes_on(boss)
    bo = owners[1] = Person("bo", visit(width=360, height=640, touch=True), kinds_seen)
    logs_in_by_code(bo)
    drafts(owners)
    for owner in owners:
        answers(owner, "Declare a sponsor safe", then="Declare it safe")
    goes_on(boss)
    picks_sponsors(owners)
    goes_on(boss)
    boss.presses("Open the next season")
    boss.presses("Open season 2")
    goes_on(boss, f"{LEAGUE}s2/")
    for owner in owners:
        has_the_rest_filled(owner)
    goes_on(boss, f"{LEAGUE}s2/")
    for owner in owners:
        lines_up(owner)
    seasons = Season.objects.filter(league="rust-belt").order_by("number")
    assert [(season.step, audit(season.pk)) for season in seasons] == [("closed", []), ("M", [])]
