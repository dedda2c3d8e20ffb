"""The cast of the Rust Belt: franchises with their owners, drivers, cars and standing orders."""

from __future__ import annotations

from dataclasses import dataclass, field

from league.league_folder import Member
from rules.campaign.steward import DEFAULT_ORDERS, Orders
from rules.campaign.steward.standing_orders import POLICIES

LEAGUE, TITLE = "rust-belt", "The Rust Belt League"
COMMISSIONER = "marjorie"


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """A franchise: its name, its owner's user name, names for its drivers and cars, and its standing orders."""

    id: str
    name: str
    owner: str
    drivers: tuple[str, ...]
    cars: tuple[str, ...]
    orders: Orders = field(default_factory=Orders)


SMELTERS = Company(
    id="smelters",
    name="The Gary Smelters",
    owner="brenda",
    drivers=(
        "Molly Bdenum", "Otto Hearth", "Crucible Carla", "Ingot Ingrid", "Bessemer Bob", "Slagheap Sal",
        "Tuyere Tim", "Cupola Kate", "Pig Iron Pete", "Flux Fiona", "Dross Dan", "Ladle Lou",
        "Tapping Tess", "Blast Vern", "Anneal Neal", "Quench Quentin",
    ),
    cars=(
        "Open Hearth", "Pour Decision", "Molten Opinion", "Heavy Meddle", "Second Heat", "Cold Shut",
        "Runner", "Skull",
    ),
    orders=Orders(overhead_cars=1, garage=4),
)  # fmt: skip
HOUNDS = Company(
    id="hounds",
    name="The Foundry Hounds",
    owner="duke",
    drivers=(
        "Rex Wrecks", "Bitsy Bite", "Mutt Mulligan", "Fetch Fletcher", "Growler Grace", "Sit Sidney",
        "Heel Helena", "Rover Rovner", "Fang Fong", "Bark Barker", "Kennel Ken", "Muzzle Muriel",
        "Leash Leo", "Howl Howard", "Stray Stacy", "Pup Purvis",
    ),
    cars=(
        "Good Boy", "Bad Dog", "Chew Toy", "Hydrant", "Tail Gunner", "Dog Days", "Off Leash", "Roll Over",
    ),
    orders=Orders(staff_rating=3, weapons=["heavy_machinegun", "machinegun"], garage=3),
)  # fmt: skip
QUEENS = Company(
    id="slag-queens",
    name="The Slag Queens",
    owner="regina",
    drivers=(
        "Anne of Cleavers", "Mary Torque", "Bloody Barb", "Lizzie Last", "Boudicca Jones", "Cleo Patrol",
        "Vicky Regime", "Marge Antoinette", "Kat the Greater", "Jane Grease", "Zena Bia", "Elle Eanor",
        "Izzy Bella", "Tess Urper", "Joan of Arc-Weld", "Nefer Teety",
    ),
    cars=(
        "Off With Their Heads", "Royal Flush", "Guillotine", "Divine Right", "Bad Heir Day", "Crown Jewel",
        "Regicide",
    ),
    orders=Orders(party_k=150, reserve_k=40),
)  # fmt: skip
MUTANTS = Company(
    id="mutants",
    name="The Monongahela Mutants",
    owner="walt",
    drivers=(
        "Three-Eyed Ray", "Gill Gillespie", "Glow Worm", "Fission Chips", "Half-Life Hal", "Rad Bradley",
        "Becky Querel", "Isotope Ike", "Curie Osity", "Toxic Tex", "Sludge Judge", "Phil Trate",
        "Effluent Effie", "Dioxin Dixon", "Runoff Ruth", "Sed Iment",
    ),
    cars=(
        "Confluence", "Silt Trap", "Bottom Feeder", "Gray Water", "Lock and Dam", "Slow Leak", "Spillway",
    ),
    orders=Orders(roster=9, gunner_stations=True),
)  # fmt: skip
OVERTIME = Company(
    id="overtime",
    name="Union Overtime",
    owner="stella",
    drivers=(
        "Time-and-a-Half Tina", "Shop Stuart", "Graveyard Greg", "Picket Line Pat", "Closed Shop Clem",
        "Dues Douglas", "Wildcat Wanda", "Lunch Break Len", "Grievance Gus", "Strike Vic", "Scab Lester",
        "Local Laura", "Piecework Piers", "Clock-Out Chloe", "Foreman George", "Swing Shift Sue",
    ),
    cars=(
        "Collective Bargain", "Work to Rule", "Double Time", "Pension Plan", "Walkout", "Hard Hat",
        "Arbitration",
    ),
    orders=Orders(staff_rating=3, gunner_stations=True, driver_k=60),
)  # fmt: skip
POTHOLES = Company(
    id="potholes",
    name="The I-80 Potholes",
    owner="kurt",
    drivers=(
        "Shoulder Work Sherri", "Merge Marge", "Detour Dieter", "Jersey Barry", "Flagger Flo",
        "Cone Conan", "Rumble Rick", "Median Mo", "Soft Shoulder Sol", "Asphalt Al", "Exit Ramp Rhoda",
        "Toll Booth Tony",
    ),
    cars=(
        "Next 40 Miles", "Loose Gravel", "Fines Doubled", "Lane Ends", "Bridge Out", "Bump",
    ),
    orders=Orders(roster=7, party_k=0, staff_rating=1, weapons=["machinegun"], holding="never"),
)  # fmt: skip
LAKE = Company(
    id="lake-effect",
    name="Lake Effect",
    owner="noreen",
    drivers=(
        "Whiteout Wendy", "Black Ice Bryce", "Squall Paul", "Drift Desmond", "Blizzard Bea", "Sleet Pete",
        "Wind Chill Bill", "Frost Heave Eve", "Snow Belt Sven", "Gale Gale", "Icicle Isaac",
        "Flurry Murray", "Nor'easter Esther", "Thaw Thora", "Salt Truck Buck", "Hail Mary",
    ),
    cars=(
        "Ten Inches", "Visibility Zero", "Jackknife", "Snow Day", "Polar Vortex", "Cabin Fever",
        "Plow the Road",
    ),
    orders=Orders(offer_k=110, reserve_k=20, tread="mud_and_snow"),
)  # fmt: skip
DOGS = Company(
    id="scrappers",
    name="The Youngstown Scrappers",
    owner="vito",
    drivers=(
        "Magnet Maggie", "Baler Bailey", "Crusher Chris", "Copper Thief Keith", "Chop Shop Charlie",
        "Shredder Shirley", "Junk Yardley", "Hubcap Hank", "Title-Free Tyrone", "Core Charge Cora",
        "Rebar Rita", "Tetanus Ted", "Salvage Sally", "Parts Only Pearl", "No-Start Norm", "As-Is Asa",
    ),
    cars=(
        "Clean Title", "One Owner", "Some Rust", "Runs Good", "No Lowballers", "I Know What I Got",
        "For Parts",
    ),
    orders=Orders(garage=5, roster=8, offer_k=80, reserve_k=30),
)  # fmt: skip
TURNPIKE = Company(
    id="turnpike",
    name="The Turnpike Tolls",
    owner="rosa",
    drivers=(
        "Exact Change Angie", "Plaza Pablo", "Fastlane Faye", "Ticket Tucker", "Rest Stop Rusty",
        "Coin Basket Casey", "Mile Marker Mike", "Service Area Ray", "Gate Arm Garth", "Surcharge Serge",
    ),
    cars=(
        "Keep Right", "Violation Notice", "Two Axles", "Oversize Load",
    ),
)  # fmt: skip

FIRST_SEASON = (SMELTERS, HOUNDS, QUEENS, MUTANTS, OVERTIME, POTHOLES, LAKE, DOGS)
"""The franchises that found the league."""
COMPANIES = {company.id: company for company in (*FIRST_SEASON, TURNPIKE)}


def members() -> list[Member]:
    """All members of the league, owners with their orders and their lists of names."""
    owners = [
        Member(
            user=company.owner,
            role="owner",
            franchise=company.id,
            orders=_changed_orders(company.orders),
            drivers=[*company.drivers],
            cars=[*company.cars],
        )
        for company in COMPANIES.values()
    ]
    return [Member(user=COMMISSIONER, role="commissioner"), *owners]


def _changed_orders(orders: Orders) -> dict[str, object]:
    """The orders that differ from the default orders."""
    return {
        name: getattr(orders, name) for name in POLICIES if getattr(orders, name) != getattr(DEFAULT_ORDERS, name)
    }


SLOGANS = (
    "rust never sleeps", "built to last a lap", "we weld it back", "no refunds", "mind the sparks",
    "hot metal coming", "check engine", "it ran when parked", "union made", "pay the toll",
    "last one out turn off the plant", "more flux", "the furnace is lit", "grease is the word",
    "hammer down", "cold iron", "lake wind", "second shift", "third shift", "double shift", "clock in",
    "clock out", "payday", "short week", "long weekend", "bring a jack", "bring two jacks",
    "bring a priest", "somebody call the clinic", "save me a spare", "mud in your eye",
    "salt on the road", "for the fans", "for the sponsors", "for the insurance", "for grandma",
    "for the hell of it", "dents are free", "paint is extra", "brakes are extra", "not my car",
    "watch this", "hold my wrench", "what could go wrong", "steel city", "motor city", "the big one",
    "the small one", "old iron", "new iron", "scrap value", "core charge", "as is", "no title",
    "clean title", "full tank", "half a tank", "on fumes", "one more heat", "go home early",
    "we remember", "we forget nothing", "we forget everything", "by the book", "off the books",
    "low bid", "high bid",
)  # fmt: skip
"""Words that owners give for the dice of a match."""
