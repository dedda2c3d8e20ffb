"""A league without scripts: from an empty site to the second season's first round, using only the HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from jobs import outbox_delivery
from jobs.worker import run_due_jobs
from journal import audit
from league.models import Match, Season
from tests.journeys.scriptless_browser import Unscripted
from tests.journeys.scriptless_person import Person
from tests.sampling import like

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]

HOME, FIRST, SECOND = "/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/s2/"
ANNS, BOBS = "Hot Bitumen", "Tarmac Widows"
MOST_TURNS = 30
GIVEN = (
    *("hire_rookie", "hire_staff", "buy_car", "buy_item", "fit_item", "throw_party", "design", "name_line_up"),
    *("decide_repairs", "roll_world_trade", "finish_shopping", "propose_trade", "accept_trade", "accept_report"),
    *("keep_staff", "protect_drivers", "pick_driver", "pass_pick", "declare_safe", "pick_sponsor", "hire_veteran"),
)
"""The commands that people give with their own forms in this journey; the board gives the others."""


@pytest.fixture(autouse=True)
def _same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a fixed secret for the league's dice, so that the journey never depends on luck."""
    fixed_seeds = SimpleNamespace(fresh=lambda _dice: bytes([7]) * 32)
    monkeypatch.setattr("league.founding.new_league.Seeds", fixed_seeds)


def worked() -> None:
    """Deliver the outbox and run the due jobs, as a worker beside the site does."""
    outbox_delivery.deliver_outbox(at=timezone.now())
    run_due_jobs(clock=timezone.now)


# --------------------------------------------------------------------------------------- founding, people, setup


def signs_up(person: Any, name: str, *, by: str = "Sign up") -> None:
    person.types("Email", f"{name}@example.org")
    person.types("Username", name)
    person.types("Password", "gasoline and chrome")
    person.presses(by)


def founds(boss: Any) -> None:
    boss.goes("/")
    boss.follows("Found a league")
    signs_up(boss, "boss")
    boss.types("Name of the league", "")
    boss.presses("Found the league", status=422)
    assert boss.focus == "Name of the league"
    boss.types("Name of the league", "Rust Belt")
    boss.ticks("The circuit")
    boss.types("Franchises", "2")
    boss.types("Rounds", "2")
    boss.ticks("The season goes on by itself", off=True)
    boss.presses("Found the league")


def claims(boss: Any, person: Any, name: str, seat: str) -> None:
    boss.goes(HOME)
    boss.follows("People")
    boss.presses(f"Claim link for {seat}")
    person.goes(boss.reads("Link"))
    signs_up(person, name, by=f"Sign up and claim {seat}")


def signs(ann: Any) -> None:
    """One command of each kind by hand, with one mistake; standing orders do the rest."""
    ann.goes(HOME)
    ann.follows(f"Set up {ANNS}")
    ann.follows("By another name")
    ann.types("Name", "")
    ann.presses("Hire", status=422)
    assert ann.focus == "Name"
    ann.types("Name", "Mad Marnie")
    ann.presses("Preview")
    ann.presses("Hire")
    ann.presses("Hire rating 2")
    ann.follows("Another, or an overhead car")
    ann.types("Name", "The Hearse")
    ann.ticks("an overhead car")
    ann.ticks("With a gunner station")
    ann.presses("Buy")
    ann.follows("Buy a machinegun")
    ann.presses("Buy")
    ann.follows("Fit it")
    ann.chooses("Where to", "The Hearse")
    ann.presses("Fit it")
    ann.follows("Throw it", near="80k")
    ann.presses("Throw the party")


def fills(person: Any) -> None:
    person.goes(HOME)
    person.follows("Set it up" if person.offers("Set it up") else "Set up")
    person.follows("Fill the rest for me")
    person.presses("Do all that")


def designs(ann: Any) -> None:
    """A row is added with a button, the design is refused with its error, corrected and fitted."""
    ann.follows("Team")
    ann.follows("Design The Hearse")
    ann.chooses("What to add to weapons", "Laser")
    ann.presses("Add to weapons")
    ann.presses("Fit this design", status=422)
    assert "save 4" in ann.focus
    ann.types("Armor", "9")
    ann.chooses("Mount", "Rear", near="Weapon 2")
    ann.presses("Check")
    ann.presses("Fit this design")


def plans(boss: Any) -> None:
    """The rounds are drawn up; in the second, the match of the two owners is reported by people."""
    boss.goes(HOME)
    boss.follows("Schedule")
    boss.presses("Draw up the whole season")
    boss.follows("Change the plan of round 2")
    boss.chooses("Played by", "Reported by people")
    boss.presses("Keep the plan")


def goes_on(boss: Any, *, season: str = FIRST) -> None:
    boss.goes(f"{season}board/")
    if boss.offers("Go on until people are asked"):
        boss.presses("Go on until people are asked")
    worked()


# ---------------------------------------------------------------------------------------------------- match weeks


def lines_up(person: Any, *, slips: bool = False) -> None:
    person.goes(HOME)
    person.follows("Name the line-up")
    if slips:
        person.chooses("Driver", "Mad Marnie", near="Car 2")
        person.presses("Name this line-up", status=422)
        assert person.focus == "Driver"
        person.chooses("Driver", "Slick Sorensen", near="Car 2")
    person.types("Secret words", "swordfish")
    person.presses("Name this line-up")


def looks_back(ann: Any) -> None:
    """Step through the replay of the match that was run here."""
    ann.goes(HOME)
    ann.follows("Box score and settlement")
    ann.follows("Watch")
    ann.follows("Next")
    ann.chooses("Follow one car", "The Hearse")
    ann.presses("Show")
    ann.follows("Next")
    ann.chooses("Go to", "Round 2")
    ann.presses("Go")
    ann.follows("Last")
    assert "The Hearse" in ann.page.text


def reports(ann: Any) -> None:
    ann.goes("/inbox/")
    ann.follows("Line-ups locked", near="round 2, match A")
    ann.follows("Report the match")
    ann.types("Points", "30", near=ANNS)
    ann.types("Points", "18", near=BOBS)
    ann.types("Criticals", "2", near="drives The Hearse")
    ann.types("Kills", "1", near="drives The Hearse")
    ann.types("Criticals standing", "1", near="drives The Hearse")
    ann.ticks("Out of action", near="drives Bad Penny")
    ann.ticks("Destroyed", near="drives Bad Penny")
    ann.presses("Review and send")
    ann.presses("Send the report")


def confirms(bob: Any) -> None:
    bob.goes("/inbox/")
    bob.follows("Confirm a report")
    bob.presses(f"Confirm what {ANNS} says")


def accepts(boss: Any) -> None:
    boss.goes(f"{FIRST}board/")
    boss.follows("Its report")
    boss.presses("Accept it")


def decides(person: Any) -> None:
    person.goes(HOME)
    if person.offers("Decide on the cars"):
        person.follows("Decide on the cars", near="Your turn")
        person.presses("Confirm these decisions")


def enters_shops(person: Any) -> None:
    person.goes(HOME)
    person.follows("Go shopping")
    while person.offers("Decline"):
        person.follows("Decline")
        person.presses("Decline")


def trades(ann: Any, bob: Any) -> None:
    enters_shops(bob)
    enters_shops(ann)
    ann.follows("Propose a trade")
    ann.follows(BOBS, near="Trade with")
    ann.presses("Propose it", status=422)
    assert "Choose what changes hands" in ann.focus
    ann.ticks("Juno Jackknife")
    ann.types("Money, in k", "10", near=f"{BOBS} gives")
    ann.presses("Preview")
    ann.presses("Propose it")
    bob.goes(HOME)
    bob.follows("Look and answer")
    bob.presses("Agree")


def shops(person: Any) -> None:
    enters_shops(person)
    person.follows("Ask world trade")
    person.presses("Throw the dice")
    person.follows("Finish shopping")
    person.presses("Finish shopping")


# ------------------------------------------------------------------------------------------------ the season's end


def keeps_and_protects(boss: Any, *owners: Any) -> None:
    for owner in owners:
        owner.goes(HOME)
        owner.follows("Keep staff, or not")
        owner.presses("Decide")
    goes_on(boss)
    for owner in owners:
        owner.goes(HOME)
        owner.follows("Protect drivers")
        owner.presses("Protect these")
    goes_on(boss)


def drafts(boss: Any, *owners: Any) -> None:
    """Each owner picks once, on the page that says it is their turn, and passes from then on."""
    picked: list[Any] = []
    for _ in range(MOST_TURNS):
        for owner in owners:
            owner.goes(f"{FIRST}draft/")
            if "You are on the clock." not in owner.page.text:
                continue
            if owner in picked:
                owner.follows("Pass")
                owner.presses("Pass")
            else:
                best = next(node for node in owner.page.root.all("a") if owner.page.name(node) == "Pick")
                owner.goes(best.said["href"])
                owner.presses("Pick this driver")
            picked.append(owner)
        goes_on(boss)
        if step_of("s1") != "E6":
            return


def declares_and_takes(boss: Any, *owners: Any) -> None:
    for owner in owners:
        owner.goes(HOME)
        owner.follows("Declare a sponsor safe")
        owner.presses("Declare it safe")
    goes_on(boss)
    for _ in range(MOST_TURNS):
        for owner in owners:
            owner.goes(f"{FIRST}pool/")
            if "It is your turn." in owner.page.text:
                owner.follows("Take a sponsor")
                owner.presses("Take it")
        goes_on(boss)
        if step_of("s1") == "closed":
            return


def step_of(season: str) -> str:
    return Season.objects.get(pk=f"rust-belt/{season}").step


def opens_second_season(boss: Any, ann: Any, bob: Any) -> None:
    boss.goes(f"{FIRST}board/")
    boss.follows("Open the next season")
    boss.presses("Open season 2")
    goes_on(boss, season=SECOND)
    ann.goes(HOME)
    ann.follows(f"Set up {ANNS}")
    ann.presses("Hire", near="Mad Marnie")
    fills(ann)
    fills(bob)
    goes_on(boss, season=SECOND)


# -------------------------------------------------------------------------------------------------------- the tests


def test_a_league_is_played_from_an_empty_site_to_its_second_season_by_html_alone() -> None:
    boss, ann, bob = Person(), Person(), Person()
    founds(boss)
    claims(boss, ann, "ann", ANNS)
    claims(boss, bob, "bob", BOBS)
    signs(ann)
    fills(ann)
    designs(ann)
    fills(bob)
    plans(boss)
    goes_on(boss)

    lines_up(ann, slips=True)
    lines_up(bob)
    goes_on(boss)
    looks_back(ann)
    decides(ann)
    decides(bob)
    goes_on(boss)
    shops(ann)
    shops(bob)
    goes_on(boss)

    lines_up(ann)
    lines_up(bob)
    goes_on(boss)
    reports(ann)
    confirms(bob)
    accepts(boss)
    decides(ann)
    decides(bob)
    goes_on(boss)
    trades(ann, bob)
    shops(ann)
    shops(bob)
    goes_on(boss)

    keeps_and_protects(boss, ann, bob)
    drafts(boss, ann, bob)
    declares_and_takes(boss, ann, bob)
    opens_second_season(boss, ann, bob)
    lines_up(ann)
    assert Match.objects.filter(season="rust-belt/s2", step="M3").exists()
    assert audit("rust-belt/s1") == audit("rust-belt/s2") == []
    path_parts = {part for person in (boss, ann, bob) for path in person.given for part in path.split("/")}
    assert [name for name in GIVEN if name not in path_parts] == []


@like(
    "tests/journeys/test_without_scripts.py::test_a_league_is_played_from_an_empty_site_to_its_second_season_by_html_alone"
)
@pytest.mark.browser
def test_the_way_to_the_first_settled_match_is_open_to_a_real_browser_without_scripts(
    chromium: Any, live_server: Any, people: Callable[[], Unscripted]
) -> None:
    boss, ann = people(), people()
    founds(boss)
    claims(boss, ann, "ann", ANNS)
    signs(ann)
    fills(ann)
    goes_on(boss)
    lines_up(ann)
    goes_on(boss)
    decides(ann)
    enters_shops(ann)
    ann.follows("Finish shopping")
    ann.presses("Finish shopping")
    assert Match.objects.filter(season="rust-belt/s1", step="settled").exists()


@pytest.fixture
def people(chromium: Any, live_server: Any) -> Iterator[Callable[[], Unscripted]]:
    """A function that opens a browser for another person."""
    opened: list[Unscripted] = []

    def another() -> Unscripted:
        opened.append(Unscripted(chromium, live_server.url))
        return opened[-1]

    yield another
    for unscripted in opened:
        unscripted.leaves()
