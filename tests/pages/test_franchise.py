"""The pages of a franchise over a whole campaign: people, cars, stores, offers, trades, sponsors, money."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from explain.printed_effects import ITEM_GROUP_TITLES, ITEM_ORIGIN_WORDS, SPONSOR_EFFECTS, firepower_words
from franchises.models import Item, Offer, StandingOrders
from franchises.pages.base_context import PRIVATE_TABS, TABS
from franchises.pages.standing_orders import POLICY_GROUPS as ORDER_GROUPS
from rules.campaign.season_end.draft import draft_turn
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.campaign.steward.standing_orders import POLICIES
from rules.match.catalog import CATALOG
from rules.match.item_types import Firepower
from tests.league.small_league import (
    BEGAN,
    Table,
    announced,
    closed,
    drafting,
    founded,
    lined_up,
    reopened,
    report,
    settled,
    shopping,
    signed,
)
from tests.pages.multiple_owners import owner_of
from tests.pages.page_reader import main_of, reader, words

pytestmark = pytest.mark.django_db
RAZORS = "/l/rust-belt/f/razors/"
BECAUSE = "The table wanted it so."


def given(table: Table, item: str, kind: str, **fields: object) -> None:
    """Give the razors an item as the commissioner."""
    table.give("give_item", franchise="razors", item=f"razors.{item}", kind=kind, reason=BECAUSE, **fields)


def fitted(table: Table, item: str, **where: str) -> None:
    """Fit an item of the razors."""
    table.give("fit_item", by="razors", franchise="razors", item=f"razors.{item}", **where)


def test_the_set_up_is_the_first_button_only_until_it_is_complete() -> None:
    button = f'<a class="btn btn-primary" href="{RAZORS}founding/">Set it up</a>'
    table = signed(over=False)
    assert button in main_of(reader("razors"), RAZORS), "its cars carry nothing, and the party is still to be thrown"
    for number in (1, 2, 3):
        given(table, f"gun{number}", "machinegun")
        fitted(table, f"gun{number}", car=f"razors.car{number}")
    table.give("throw_party", by="razors", franchise="razors", spend_k=10)
    assert table.state.franchises["razors"].waiting_sponsors == []
    page = main_of(reader("razors"), RAZORS)
    assert button not in page
    assert "It is set up." in page
    assert f'<a href="{RAZORS}founding/">Change the set-up</a>' in page


def test_every_page_of_a_new_franchise_says_what_comes_next() -> None:
    founded()
    client = reader("razors")
    text_by_tab = {part: words(client, f"{RAZORS}{part}/" if part else RAZORS) for part in TABS}
    assert "Nobody is under contract. The owner hires up to 10 drivers" in text_by_tab[""]
    assert "The garage is empty. Three cars at least are needed for a line-up, 5 at most fit." in text_by_tab[""]
    assert "The stores are empty. The owner buys from the price list" in text_by_tab["stores"]
    assert (
        "Nothing is on offer. Finds of tinkering and world trade after a match appear here" in text_by_tab["market"]
    )
    assert "No trade is waiting." in text_by_tab["market"]
    assert "No match is settled yet." in text_by_tab["finances"]
    assert "No match is announced for it." in text_by_tab["history"]
    assert "No points yet." in text_by_tab["history"]
    assert "Nobody has changed them" in text_by_tab["orders"]


@pytest.mark.parametrize("part", sorted(TABS.keys() - PRIVATE_TABS))
@pytest.mark.parametrize(
    "wrong", ["/l/rust-belt/f/nobody/", "/l/rust-belt/f/razors/?season=s9", "/l/rust-belt/f/razors/?season=%00"]
)
def test_a_franchise_or_a_season_that_is_not_there_answers_404(part: str, wrong: str) -> None:
    founded()
    address, _, query = wrong.partition("?")
    answer = Client().get(f"{address}{part}/?{query}" if part else wrong)
    assert answer.status_code == 404


def test_a_roster_line_tells_contract_talents_quirks_and_fatigue() -> None:
    table = signed()
    table.give("adjust_driver", driver="razors.d1", quirk="unhinged", quirk_change=1, reason=BECAUSE)
    table.give("adjust_driver", driver="razors.d1", talents_added=["tinkerer"], reason=BECAUSE)
    table.give(
        "adjust_driver", driver="razors.d2", quirk="eye_problem", quirk_change=2, retiring=True, reason=BECAUSE
    )
    table.give("adjust_driver", driver="razors.d2", fatigue=["gunnery", "gunnery"], reason=BECAUSE)
    page, text = main_of(Client(), RAZORS), words(Client(), RAZORS)
    assert "razors 1 L 1 0 XP D 3 G 3 I 3 T 3 Tinkerer Unhinged – – 50k rookie" in text
    assert re.search(r"razors 2 retires at the season's end .* Eye problem ×2 F atigue 2 – 50k rookie", text)
    assert "Drawn once; a second time would mean: out for the season." in page
    assert "Drawn twice: Gunnery −2, barred from all matches, and retires at the season&#x27;s end." in page
    assert "Base and advances 3, Eye problem −2 (DM-C-047), Fatigue −2 (DM-C-101): −1 in effect." in page


def test_a_trait_above_the_cap_of_the_house_is_shown_at_the_cap_and_the_sum_says_so() -> None:
    table = signed(switches={"traits.cap": "5"})
    table.give("adjust_driver", driver="razors.d1", driving=3, reason=BECAUSE)
    assert "Base and advances 6, by house rule at most 5 (DM-C-011): 5 in effect." in main_of(Client(), RAZORS)


def test_the_garage_tells_of_each_car_what_is_fitted_and_what_is_wrong_with_it() -> None:
    table = signed()
    given(table, "gun", "heavy_machinegun")
    given(table, "sight", "targeting_device")
    fitted(table, "gun", car="razors.car1")
    fitted(table, "sight", weapon="razors.gun")
    page, text = main_of(Client(), RAZORS), words(Client(), RAZORS)
    assert "Car 1 60 DP · paid 90k ready Heavy machinegun Targeting device fixed to Heavy machinegun on Car 1" in text
    assert "Car 2 60 DP · paid 90k ready Nothing is fitted to it." in text
    assert "A weapon. R 3 · P 1 · F 1 · range 3/6/12 · A 10. light mount." in page


def test_a_destroyed_car_and_its_criticals_show_until_the_owner_decides() -> None:
    table = lined_up()
    table.give("accept_report", match="m1", report=report(table))
    assert "Car 2 63 DP · paid 100k destroyed" in words(Client(), "/l/rust-belt/f/widows/")


def test_the_stores_name_each_item_with_its_figures_its_price_and_its_place() -> None:
    table = signed(items=True)
    given(table, "atgm", "anti_tank_guided_missile")
    given(table, "rail", "railgun")
    given(table, "tires", "rare_tires", carcass="solid", tread="snow")
    given(table, "kit", "medical_kit", uses=2)
    given(table, "suit", "fireproof_suit")
    given(table, "seekers", "heat_seeking_rockets", variant="heavy_rockets")
    given(table, "gears", "gear_set", gearing=1)
    fitted(table, "suit", driver="razors.d1")
    fitted(table, "atgm", car="razors.car1")
    text = words(Client(), f"{RAZORS}stores/")
    assert "8 things, 6 in the stores and the others in use; 15k paid for all of them." in text
    assert "Machinegun in the stores from the price list · paid 15k A weapon. DM-C-174 R 3 · P 0 · F 1" in text
    assert "Anti-tank guided missile on Car 1 given by the house · paid 0k" in text
    assert "R 1 · P 8 · F 1d3+3 · range 18/–/18 · A 1" in text
    assert "Rare tires in the stores" in text
    assert "carcass solid · tread snow" in text
    assert "2 uses left" in text
    assert "Fireproof suit worn by razors 1" in text
    assert "made from Heavy rockets" in text
    assert "gearing +1" in text
    headings = re.findall(r"<h2>(.*?)</h2>", main_of(Client(), f"{RAZORS}stores/"))
    assert headings == ["Weapons", "Tires", "Gear-sets", "Medical tech", "Personal equipment"]


def test_the_stores_say_by_the_rules_of_the_house_what_a_match_uses_up() -> None:
    table = signed(switches={"expendables.tires_consumed": False})
    given(table, "tires", "tire_solid", tread="snow")
    assert "used up by the match" not in words(Client(), f"{RAZORS}stores/")


def test_an_offer_tells_what_it_is_who_found_it_what_it_takes_and_until_when() -> None:
    table = shopping()
    table.throw(
        "roll_world_trade", {"m1/shop/razors/world-trade": [5, 1, 1]}, by="razors", franchise="razors", match="m1"
    )
    offer = Offer.objects.get(franchise_id="rust-belt/s1/razors")
    text = words(Client(), f"{RAZORS}market/")
    assert f"{CATALOG[offer.kind].name} found by world trade {offer.price // 1000}k" in text
    assert "until it finishes shopping after round 1, match A" in text
    assert "Its shops are open after round 1, match A ." in text
    table.give("decline_offer", by="razors", franchise="razors", offer=offer.pk.rsplit("/", 1)[-1])
    assert "Nothing is on offer. World trade may be asked once after round 1, match A" in words(
        Client(), f"{RAZORS}market/"
    )


def proposed(table: Table) -> None:
    """Create a pending trade between razors and saints."""
    for offer in Offer.objects.filter(season=table.season, source="tinkering"):
        whose = offer.franchise_id.rsplit("/", 1)[-1]
        table.give("decline_offer", by=whose, franchise=whose, offer=offer.pk.rsplit("/", 1)[-1])
    table.give("buy_item", by="saints", franchise="saints", item="saints.gun", kind="machinegun")
    table.give("buy_car", by="razors", franchise="razors", car="razors.car4", name="Car 4")
    table.give(
        "propose_trade",
        by="razors",
        franchise="razors",
        trade="razors.swap",
        partner="saints",
        gives={"drivers": ["razors.d1"], "cars": ["razors.car4"]},
        takes={"items": ["saints.gun"], "pays": 30_000},
    )


@pytest.mark.parametrize("whose", ["razors", "saints"])
def test_a_trade_shows_both_sides_by_name_and_whose_consent_is_missing(whose: str) -> None:
    table = shopping(switches={"trade.commissioner_approval": True})
    proposed(table)
    address = f"/l/rust-belt/f/{whose}/market/"
    assert "No trade is waiting." in words(Client(), address)
    text = words(reader(whose), address)
    assert "Razors gives razors 1 , the car Car 4 Saints gives Machinegun, 30k" in text
    assert "Waits for Saints to agree, or for Razors to take it back." in text
    table.give("accept_trade", by="saints", franchise="saints", trade="razors.swap")
    assert "Both agreed; a commissioner has to approve it." in words(Client(), address)
    assert "No trade is waiting." in words(Client(), "/l/rust-belt/f/widows/market/")


def test_the_sponsors_page_tells_how_they_came_and_went() -> None:
    table = settled(rounds=1)
    drafting(table)
    while (turn := draft_turn(table.state)) is not None:
        table.give("pass_pick", by=turn.franchise, franchise=turn.franchise)
    sponsor = table.state.sponsors_of("razors")[0]
    assert "It may declare one sponsor safe" in words(Client(), f"{RAZORS}sponsors/")
    table.give("declare_safe", by="razors", franchise="razors", sponsor=sponsor.id)
    text = words(Client(), f"{RAZORS}sponsors/")
    assert "It has declared what is safe" in text
    assert "since season 1 safe this season" in text
    assert f"Razors declared {SPONSOR_KINDS[sponsor.kind].name} safe." in text
    table.give("draw_sponsors")
    text = words(Client(), f"{RAZORS}sponsors/")
    assert "left Razors for the common pool." in text
    assert re.search(r"paid Razors \d+k when it left\.", text)
    assert text.count("became a sponsor of Razors.") == 3
    assert "Saints" not in text.split("Won, kept and lost")[1]


def test_a_holding_company_that_was_cashed_stands_among_what_was_lost() -> None:
    table = signed()
    table.give("give_sponsor", franchise="razors", sponsor="house.sponsor1", kind="holding_company", reason=BECAUSE)
    table.give("cash_holding", by="razors", franchise="razors", sponsor="house.sponsor1")
    assert re.search(r"Razors bankrupted Holding company and was paid \d+k", words(Client(), f"{RAZORS}sponsors/"))


def test_what_a_match_came_to_stands_with_its_entry_and_the_ledger_names_what_was_bought() -> None:
    table = settled(items=True)
    entry = table.row.settlements.get(franchise_id="rust-belt/s1/razors").entry  # type: ignore[attr-defined]
    page, text = main_of(Client(), f"{RAZORS}finances/"), words(Client(), f"{RAZORS}finances/")
    assert f'<a href="/l/rust-belt/s1/journal/{entry}/">Entry {entry}</a>' in page
    assert "bought Machinegun, listed at" in text


def test_points_lead_to_the_match_and_the_entry_that_made_them_and_a_house_act_is_called_one() -> None:
    table = settled()
    table.give("award_points", franchise="razors", points=-2, reason=BECAUSE)
    text = words(Client(), f"{RAZORS}history/")
    assert re.search(r"House act -2 8 .* Entry \d+ Round 1, match A \+10 10 2 criticals scored · 1 won so far", text)
    assert "Round 1, match A race Place 1 of 3, 10 points against Saints 7 , Widows 4" in text


def test_the_history_has_a_line_a_season_and_the_old_season_is_shown_on_request() -> None:
    first = closed(settled(rounds=1))
    reopened(first)
    text = words(Client(), f"{RAZORS}history/")
    assert re.search(r"Season 2 – 0 0 0 [\d.]+k – hiring Season 1 1 10 1 2 [\d.]+k won, [\d.]+k closed", text)
    then = words(Client(), f"{RAZORS}?season=s1")
    assert "Razors Season 1 · to the newest" in then
    assert "Final rank 1" in then
    assert f'href="{RAZORS}stores/?season=s1"' in main_of(Client(), f"{RAZORS}finances/?season=s1")


def test_veterans_are_shown_with_the_right_to_them_and_then_with_their_fee() -> None:
    second = reopened(closed(settled(rounds=1)))
    driver = second.state.reserved_drivers("razors")[0]
    fee = 50 + 2 * driver.level
    assert f"{fee}k to hire again" in words(Client(), RAZORS)
    second.give("hire_veteran", by="razors", franchise="razors", driver=driver.id)
    assert f"{fee}k veteran" in words(Client(), RAZORS)


def test_staff_is_shown_with_what_it_takes_to_keep_it() -> None:
    table = founded()
    assert "Mechanical staff of rating 1 , which everybody has for nothing." in words(Client(), RAZORS)
    table.give("hire_staff", by="razors", franchise="razors", rating=3)
    text = words(Client(), RAZORS)
    assert "Mechanical staff of rating 3 , 100k a season, 50k to keep for the next" in text


def test_a_franchise_that_folded_says_so_and_is_there_after_it_left() -> None:
    table = settled(rounds=1)
    table.give("fold_franchise", franchise="widows", reason="The owner moved away.")
    assert "standing orders run it to the season's end." in words(Client(), "/l/rust-belt/f/widows/")
    reopened(closed(table))
    team = words(Client(), "/l/rust-belt/f/widows/")
    assert "The rosters of the season are dissolved, and nobody signs here for the next one." in team
    assert "Its sponsors went to the common pool at the season's end." in team
    for part in sorted(TABS.keys() - PRIVATE_TABS):
        text = words(Client(), f"/l/rust-belt/f/widows/{part}/" if part else "/l/rust-belt/f/widows/")
        assert "Widows Season 1 folded" in text
        assert "its seat closed when the season ended. It kept the points it had made" in text


def test_whoever_owns_two_franchises_finds_both_marked_as_his() -> None:
    table = founded()
    client = owner_of(table, "razors", "saints")
    for franchise in ("razors", "saints"):
        assert f"{franchise.title()} Season 1 yours" in words(client, f"/l/rust-belt/f/{franchise}/")
        assert "Orders" in words(client, f"/l/rust-belt/f/{franchise}/")
    assert "yours" not in words(client, "/l/rust-belt/f/widows/")


def test_standing_orders_are_told_in_words_with_the_owners_own_marked() -> None:
    announced()
    StandingOrders.objects.create(
        franchise_id="rust-belt/razors",
        document={
            "reserve_k": 0,
            "drivers": ["razors.d2", "razors.d99"],
            "offers": {"laser": 90, "railgun": 0},
            "traits": ["gunnery", "toughness"],
        },
        updated_at=BEGAN,
        updated_by="rust-belt.razors",
    )
    text = words(reader("razors"), f"{RAZORS}orders/")
    assert "What stays in the account own order nothing" in text
    assert "Lined up first own order razors 2, razors.d99, not in this season" in text
    assert "The most for these offers own order Laser: 90k; Electromagnetic weapon (railgun): never" in text
    assert "Traits raised, where owners choose own order Gunnery, Toughness" in text
    assert "Cars wanted 3" in text
    assert "Weapon for a bare car, the first that can be paid Machinegun" in text


def test_standing_orders_that_cannot_be_read_say_why() -> None:
    founded()
    StandingOrders.objects.create(
        franchise_id="rust-belt/razors", document={"bribes": 1}, updated_at=BEGAN, updated_by="rust-belt.razors"
    )
    text = words(reader("razors"), f"{RAZORS}orders/")
    assert "They cannot be read: There is no standing order 'bribes'" in text


def test_every_standing_order_group_and_kind_of_the_rules_has_its_words() -> None:
    assert {policy for group in ORDER_GROUPS.values() for policy in group} == POLICIES.keys()
    assert {row.group for row in CATALOG.values()} == ITEM_GROUP_TITLES.keys()
    assert SPONSOR_EFFECTS.keys() == SPONSOR_KINDS.keys()
    constraint = next(
        base_constraint
        for base_constraint in Item._meta.constraints
        if base_constraint.name == "item_origin_is_known"
    )
    assert all(f"'{origin}'" in str(constraint) for origin in ITEM_ORIGIN_WORDS)


@pytest.mark.parametrize(
    ("power", "printed"),
    [
        (Firepower(plus=1), "1"),
        (Firepower(sides=3), "1d3"),
        (Firepower(sides=3, plus=3), "1d3+3"),
        (Firepower(), "–"),
    ],
)
def test_firepower_is_printed_as_the_tables_print_it(power: Firepower, printed: str) -> None:
    assert firepower_words(power) == printed
