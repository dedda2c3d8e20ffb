"""The screens of the tour: each page's address, who sees it, and what one does there.

Each screen is shown in one of the worlds of `tools.tour_worlds`. A `{…}` in an address is filled in once its world
exists. `PAGES_WITHOUT_SCREEN` lists the pages that are left out, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

RUNNING, FAILED = UUID(int=1), UUID(int=2)
"""The jobs that `tools.stage_rust_belt` creates."""
STRANGER, OWNER, RIVAL, BOSS, FOUNDER = "", "regina", "duke", "marjorie", "vera"
GUARDED, WITHOUT_FACTOR = "greta", "ingo"
HALFWAY, CODE_MAILED, WITHOUT_PASSWORD = "greta-halfway", "pim", "quill"
"""People of `tools.stage_accounts`: one with every second factor, one with none, and three at steps in between."""
FIVE_WAYS, SLAG_CUP, NEW_LEAGUE, RUST_BELT, ACCOUNTS = "five-ways", "slag-cup", "founded", "rust-belt", "accounts"


@dataclass(frozen=True, slots=True)
class Screen:
    """A page as one person sees it: the name of its picture, the sentence below it, its address, world and person.

    `press` is a key that opens a dialog, `types` the text typed into it, `answers` the expected
    HTTP status.
    """

    name: str
    says: str
    address: str
    world: str = RUST_BELT
    who: str = STRANGER
    press: str = ""
    types: str = ""
    answers: int = 200


@dataclass(frozen=True, slots=True)
class Chapter:
    """Screens that belong together."""

    name: str
    screens: tuple[Screen, ...]


R, S1, S2 = "/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/s2/"
QUEENS = f"{R}f/slag-queens/"
MINE = "?franchise=slag-queens"
GARAGE = "/l/five-ways/f/ring-road/garage/ring-road.s1.c1/design/"
TWO_FACTOR = "/accounts/2fa/"
F, C, G = "/l/five-ways/s1/", "/l/slag-cup/s1/", "/l/gasoline-alley/"

TOUR = (
    Chapter(
        "A league, from outside",
        (
            Screen("leagues", "Which leagues there are, and what each is at.", "/"),
            Screen("league", "A league's home: where its season stands, what comes next, what happened last.", R),
            Screen("season", "A season that was played: its champion, its final table and its end.", S1),
            Screen("season-end", "A season's end step by step, with its dice.", f"{S1}end/"),
            Screen("standings", "Read the table as of any match, its trends and the lines that matter.",
                   f"{S1}standings/"),
            Screen("records", "What was done most, closest or longest in all seasons.", f"{R}records/"),
            Screen("round-ups", "What happened in each round, from the season's facts.", f"{S1}round-ups/"),
            Screen("round-up", "The round-up of one round.", f"{S1}round-ups/1/"),
            Screen("schedule", "Rounds and matches, played and to come.", f"{S1}schedule/"),
            Screen("drivers", "Compare all drivers of a season.", f"{S1}drivers/"),
            Screen("driver", "A driver's traits, career, bodies and contracts.", f"{R}d/slag-queens.s1.d2/"),
            Screen("driver-bodies", "How many bodies he has been through, and what ended each.",
                   f"{R}d/slag-queens.s1.d2/#bodies"),
            Screen("market", "What the world traders offered after a match, and who bought it.",
                   f"{S1}market/?match=m6"),
            Screen("draft", "The draft: who was picked when, and by whom.", f"{S1}draft/"),
            Screen("pool", "The sponsors the franchises drew and chose from.", f"{S1}pool/"),
            Screen("tables", "Take any table along, as CSV or for a spreadsheet.", f"{S1}tables/"),
            Screen("search", "Find a driver, franchise, car, match, rule or page.", f"{R}search/?q=royal"),
            Screen("palette", "The same from any page, with Ctrl-K.", R, press="Control+k", types="roy"),
            Screen("keys", "What else the keyboard does.", R, press="?"),
        ),
    ),
    Chapter(
        "Getting in",
        (
            Screen("log-in", "Log in by name or address, with a passkey or a mailed code.", "/accounts/login/"),
            Screen("sign-up", "Make an account.", "/accounts/signup/"),
            Screen("mailed-code", "Ask for a code by mail instead of a password.", "/accounts/login/code/"),
            Screen("password-forgotten", "Have a link mailed to choose another password.",
                   "/accounts/password/reset/"),
            Screen("demo", "Two minutes as an owner, without an account.", "/demo/"),
            Screen("join", "Follow an invitation: what it is, what is asked of you, and sign up there.",
                   "/join/{token}/", NEW_LEAGUE),
            Screen("join-refused", "A link that is no invitation.", "/join/not-a-link/", NEW_LEAGUE, answers=404),
            Screen("me", "Your own page: name, leagues, what is kept of you.", "/me/", RUST_BELT, OWNER),
            Screen("notices", "What you get from your leagues, how and when.", "/me/notices/", RUST_BELT, OWNER),
            Screen("unsubscribe", "Turn the mail of a letter off, without logging in.", "/unsubscribe/{letter}/"),
            Screen("mail-addresses", "Your addresses, and which one is written to.",
                   "/accounts/email/", RUST_BELT, OWNER),
            Screen("password", "Change the password.", "/accounts/password/change/", RUST_BELT, OWNER),
            Screen("second-factor", "Which second factors guard the account.", "/accounts/2fa/", RUST_BELT, OWNER),
            Screen("confirm-access", "Say the password once more before that is changed.",
                   "/accounts/reauthenticate/", ACCOUNTS, WITHOUT_FACTOR),
            Screen("passkeys", "The passkeys there are.", f"{TWO_FACTOR}webauthn/", ACCOUNTS, GUARDED),
            Screen("log-out", "Log out.", "/accounts/logout/", RUST_BELT, OWNER),
        ),
    ),
    Chapter(
        "Between a mail or a device and the account",
        (
            Screen("code-mailed", "The code was mailed: type it.",
                   "/accounts/login/code/confirm/", ACCOUNTS, CODE_MAILED),
            Screen("address-to-confirm", "A mailed link shows whose address it is.",
                   "/accounts/confirm-email/{confirm}/", ACCOUNTS),
            Screen("reset-mailed", "The link to another password is on its way.",
                   "/accounts/password/reset/done/", ACCOUNTS),
            Screen("reset", "Choose another password.", "/accounts/password/reset/key/{reset}/", ACCOUNTS),
            Screen("reset-done", "It is changed.", "/accounts/password/reset/key/done/", ACCOUNTS),
            Screen("first-password", "Choose a first one, after a mailed code.",
                   "/accounts/password/set/", ACCOUNTS, WITHOUT_PASSWORD),
            Screen("authenticator-app", "Set up an app whose codes are asked for.",
                   f"{TWO_FACTOR}totp/activate/", ACCOUNTS, WITHOUT_FACTOR),
            Screen("guarded", "An account with every second factor.", TWO_FACTOR, ACCOUNTS, GUARDED),
            Screen("authenticator-app-removed", "Remove the app, after reading what that means.",
                   f"{TWO_FACTOR}totp/deactivate/", ACCOUNTS, GUARDED),
            Screen("recovery-codes", "Codes for when phone and keys are lost.",
                   f"{TWO_FACTOR}recovery-codes/", ACCOUNTS, GUARDED),
            Screen("recovery-codes-anew", "Make new ones.",
                   f"{TWO_FACTOR}recovery-codes/generate/", ACCOUNTS, GUARDED),
            Screen("passkey-added", "Add a passkey, to log in with it alone or after the password.",
                   f"{TWO_FACTOR}webauthn/add/", ACCOUNTS, GUARDED),
            Screen("passkey-renamed", "Rename one.",
                   f"{TWO_FACTOR}webauthn/keys/{{passkey}}/edit/", ACCOUNTS, GUARDED),
            Screen("passkey-removed", "Remove one.",
                   f"{TWO_FACTOR}webauthn/keys/{{passkey}}/remove/", ACCOUNTS, GUARDED),
            Screen("second-step", "After the password: a code, a recovery code or a passkey.",
                   f"{TWO_FACTOR}authenticate/", ACCOUNTS, HALFWAY),
            Screen("code-once-more", "Say a code once more before a factor is changed.",
                   f"{TWO_FACTOR}reauthenticate/", ACCOUNTS, GUARDED),
            Screen("passkey-once-more", "Or show the passkey.",
                   f"{TWO_FACTOR}webauthn/reauthenticate/", ACCOUNTS, GUARDED),
            Screen("account-closed", "An account that was closed.", "/accounts/inactive/", ACCOUNTS),
        ),
    ),
    Chapter(
        "Founding a league",
        (
            Screen("new", "Found a league with one form; everything in it is filled in sensibly.",
                   "/new/", NEW_LEAGUE, FOUNDER),
            Screen("founded", "A league a moment old: what its commissioner does first.", G, NEW_LEAGUE, FOUNDER),
            Screen("founded-board", "His board on the first day.", f"{G}s1/board/", NEW_LEAGUE, FOUNDER),
            Screen("founded-schedule", "No match yet, and how to get one.", f"{G}s1/schedule/", NEW_LEAGUE, FOUNDER),
            Screen("founded-records", "No record yet.", f"{G}records/", NEW_LEAGUE),
            Screen("founded-market", "Nothing on the market yet.", f"{G}s1/market/", NEW_LEAGUE),
            Screen("founded-draft", "No draft yet.", f"{G}s1/draft/", NEW_LEAGUE),
            Screen("founded-history", "A franchise without a history.",
                   f"{G}f/{{mine}}/history/", NEW_LEAGUE, FOUNDER),
            Screen("people", "Invite people by link, see who owns what, take a seat back.",
                   f"{G}people/", NEW_LEAGUE, FOUNDER),
            Screen("questionnaires", "What this league answers: its house rules, a referee's questions, its own.",
                   f"{G}s1/questionnaires/", NEW_LEAGUE, FOUNDER),
            Screen("questionnaire", "Decide what this league plays otherwise: what leagues change most comes first.",
                   f"{G}s1/questionnaires/house-rules/", NEW_LEAGUE, FOUNDER),
            Screen("questionnaire-section", "Every question of a section.",
                   f"{G}s1/questionnaires/house-rules/sections/the-draft/", NEW_LEAGUE, FOUNDER),
            Screen("referee-questionnaire", "The 169 questions of a referee, and what acts on each answer.",
                   f"{G}s1/questionnaires/carwars/", NEW_LEAGUE, FOUNDER),
            Screen("questionnaire-booklet", "The same on paper, with the answers of this league.",
                   f"{G}s1/questionnaires/carwars/booklet/", NEW_LEAGUE, FOUNDER),
            Screen("questionnaire-differences", "What is different here, for players in a hurry.",
                   f"{G}s1/questionnaires/house-rules/differences/", NEW_LEAGUE, FOUNDER),
            Screen("questionnaire-comparison", "Answers beside those of others, to take into the draft.",
                   f"{G}s1/questionnaires/carwars/comparison/?with=preset:plain", NEW_LEAGUE, FOUNDER),
            Screen("own-questions", "Questions that only this league asks.",
                   f"{G}s1/questionnaires/own/", NEW_LEAGUE, FOUNDER),
            Screen("answers-draft", "The answers as they are drafted, and what publishing them changes.",
                   f"{G}s1/questionnaires/house-rules/draft/", NEW_LEAGUE, FOUNDER),
            Screen("answers", "A published version, and who has acknowledged it.",
                   f"{G}s1/questionnaires/house-rules/1/", NEW_LEAGUE, FOUNDER),
        ),
    ),
    Chapter(
        "An owner's week",
        (
            Screen("inbox", "What you were told, and what you must do.", "/inbox/", RUST_BELT, OWNER),
            Screen("turn", "At home your turn comes first, with its deadline and one button.", R, "line-ups", OWNER),
            Screen("founding", "Found a franchise: roster, garage, staff, party, and what each choice would keep.",
                   f"{QUEENS}founding/", "signing", OWNER),
            Screen("founding-filled", "Have the rest done by standing orders, after seeing it.",
                   f"{QUEENS}founding/?fill=1", "signing", OWNER),
            Screen("hire", "Hire a rookie: the price, and what it does to the overhead.",
                   f"{S1}do/hire_rookie/{MINE}", "signing", OWNER),
            Screen("buy-car", "Buy a car.", f"{S1}do/buy_car/{MINE}", "signing", OWNER),
            Screen("hire-staff", "Hire staff.", f"{S1}do/hire_staff/{MINE}", "signing", OWNER),
            Screen("party", "Throw a party for sponsors: what a sum buys, and its odds.",
                   f"{S1}do/throw_party/{MINE}", "signing", OWNER),
            Screen("franchise", "A franchise: its roster and what each driver is good for.",
                   QUEENS, RUST_BELT, OWNER),
            Screen("car", "A car of its garage: what is fitted to it, and the sheets of its designs.",
                   f"{QUEENS}garage/slag-queens.s1.c1/", RUST_BELT, OWNER),
            Screen("stores", "What lies in the stores, and where it fits.", f"{QUEENS}stores/", RUST_BELT, OWNER),
            Screen("finances", "Where the money came from and went; every line opens to its rule and dice.",
                   f"{QUEENS}finances/", RUST_BELT, OWNER),
            Screen("sponsors", "Who pays for what.", f"{QUEENS}sponsors/", RUST_BELT, OWNER),
            Screen("history", "Seasons, cups and results of a franchise.", f"{QUEENS}history/", RUST_BELT, OWNER),
            Screen("rivals", "Two franchises head to head, over all seasons.",
                   f"{QUEENS}rivals/?against=hounds", RUST_BELT, OWNER),
            Screen("franchise-market", "A franchise's own offers and purchases.",
                   f"{QUEENS}market/", "shopping", OWNER),
            Screen("orders", "Standing orders: what is done for you when you do not answer.",
                   f"{QUEENS}orders/", RUST_BELT, OWNER),
            Screen("orders-form", "Change them.", f"{QUEENS}orders/change/", RUST_BELT, OWNER),
            Screen("crest", "Choose its crest from parts and two colors.", f"{QUEENS}crest/", RUST_BELT, OWNER),
            Screen("line-up", "Name who drives what, and see what each driver risks.",
                   f"{S1}do/name_line_up/{MINE}&match=m5", "line-ups", OWNER),
            Screen("repairs", "Decide which critical hits are repaired, after seeing the bill.",
                   f"{S1}do/decide_repairs/{MINE}&match=m5", "repairs", OWNER),
            Screen("shopping", "Shop after a match: what is on offer to you, and until when.",
                   f"{S1}market/", "shopping", OWNER),
            Screen("buy-offer", "Take an offer of the world traders.", f"{S1}do/buy_offer/{MINE}", "shopping", OWNER),
            Screen("buy-item", "Buy what anybody can.", f"{S1}do/buy_item/{MINE}", "shopping", OWNER),
            Screen("fit-item", "Fit it to a car.", f"{S1}do/fit_item/{MINE}", "shopping", OWNER),
            Screen("trade", "Propose a trade: both franchises are shown as they would be after it.",
                   f"{S1}do/propose_trade/{MINE}&partner=hounds", "shopping", OWNER),
            Screen("trade-answer", "The other side looks at it, and takes it or not.",
                   f"{S1}do/accept_trade/?franchise=hounds", "shopping", RIVAL),
            Screen("protect", "Keep drivers out of the draft by a franchise contract.",
                   f"{S1}do/protect_drivers/{MINE}", "protecting", OWNER),
            Screen("drafting", "The draft room on the clock, with your own queue.", f"{S1}draft/", "drafting", OWNER),
            Screen("pick", "Pick a driver.", f"{S1}do/pick_driver/{MINE}", "drafting", OWNER),
            Screen("choosing", "The sponsor pool on the clock.", f"{S1}pool/", "sponsors", OWNER),
            Screen("procedures", "Find what a referee works out by hand.", f"{S2}procedures/"),
            Screen("procedure-chapter", "The procedures of a chapter.", f"{S2}procedures/chapters/losing-control/"),
            Screen("procedure", "Work out a spinout with the season's dice.", f"{S2}procedures/spinout/", RUST_BELT,
                   BOSS),
            Screen("put-questions", "Ask about the rules during play, and read what was ruled.",
                   f"{S2}questions/", RUST_BELT, OWNER),
            Screen("rulings", "Say yes or no to what a commissioner ruled on a match of his own.",
                   f"{S2}rulings/", RUST_BELT, OWNER),
        ),
    ),
    Chapter(
        "Designing cars",
        (
            Screen("design-dethmatch", "Draw a car for Dethmatch; faults are told all at once.",
                   f"{GARAGE}dethmatch/", FIVE_WAYS, "mo"),
            Screen("designs-compared", "Designs side by side, and where each is legal.",
                   f"{GARAGE.partition('garage/')[0]}garage/designs/dethmatch/", FIVE_WAYS, "mo"),
            Screen("design-formule", "For Formule Wars.", f"{GARAGE}formule/", FIVE_WAYS, "mo"),
            Screen("design-rhad", "For RHAD.", f"{GARAGE}rhad/", FIVE_WAYS, "mo"),
            Screen("design-carcult", "For Car Cult.", f"{GARAGE}carcult/", FIVE_WAYS, "mo"),
        ),
    ),
    Chapter(
        "A match",
        (
            Screen("reward", "What a settled match brought a franchise: money and dice, drivers, the table.",
                   f"{S1}m3/reward/slag-queens/", RUST_BELT, OWNER),
            Screen("match", "A settled match: the outcome, what it meant, and what it came to.", f"{S1}m2/"),
            Screen("settlement", "The same match step by step, with its dice and the table cells that were hit.",
                   f"{S1}m2/settlement/"),
            Screen("match-waiting", "A match that waits for line-ups.", f"{S2}m2/", RUST_BELT, OWNER),
            Screen("duels", "The duels of a season that were fought at a table.", f"{S2}duels/"),
            Screen("duel-new", "Run a duel: from locked line-ups, or with vehicles entered by hand.",
                   f"{S2}duels/new/", RUST_BELT, BOSS),
            Screen("duel", "A duel that is followed from outside: who leads and why, phase by phase.",
                   f"{S2}duels/1/"),
            Screen("duel-referee", "The same for the referee, who enters what happens.",
                   f"{S2}duels/1/", RUST_BELT, BOSS),
            Screen("sheet", "The match on paper: line-ups, orders and a code to know it by.",
                   f"{S1}m5/sheet/", "report", OWNER),
            Screen("match-time", "Agree on when a match is played: propose times, accept one, or counter.",
                   f"{S2}m2/time/", RUST_BELT, OWNER),
            Screen("match-time-commissioner", "The same for the commissioner, who can set it alone.",
                   f"{S2}m2/time/", RUST_BELT, BOSS),
            Screen("report", "Enter what came of it at the table, thumb first.", f"{S1}m5/report/", "report", "vito"),
            Screen("report-differences", "Where two teams differ, each figure stands beside the other.",
                   f"{S1}m5/report/", "report", BOSS),
            Screen("report-ruling", "The commissioner rules.", f"{S1}do/accept_report/?match=m5", "report", BOSS),
            Screen("match-disputed", "A match whose teams differ: its page says so, and who is asked.",
                   f"{S1}m5/", "report", BOSS),
            Screen("appeal", "Appeal against a result while the league's hours run.",
                   f"{S1}m5/#appeals", "accepted", OWNER),
            Screen("appeal-answer", "The commissioner upholds an appeal or dismisses it, with a reason.",
                   f"{S1}m4/#appeals", "accepted", BOSS),
            Screen("appeal-ruled", "Everybody reads what was appealed and answered.",
                   f"{S1}m4/#appeals", "accepted"),
            Screen("match-here", "A match that was played here.", f"{C}m1/", SLAG_CUP),
            Screen("log", "Its story, turn by turn.", f"{C}m1/log/", SLAG_CUP),
            Screen("log-turn", "One turn of it.", f"{C}m1/log/?part=turn-9-of-heat-1#turn-9-of-heat-1", SLAG_CUP),
            Screen("log-car", "The story of one car.", f"{C}m1/log/?car=kiln.car1", SLAG_CUP),
            Screen("log-rolls", "Every roll of it.", f"{C}m1/log/?show=rolls", SLAG_CUP),
            Screen("log-box", "Its box score.", f"{C}m1/log/?show=box", SLAG_CUP),
            Screen("replay-dethmatch", "Watch it again: Dethmatch.", f"{F}m1/replay/?at=30", FIVE_WAYS),
            Screen("replay-formule", "Formule Wars.", f"{F}m2/replay/?at=30", FIVE_WAYS),
            Screen("replay-rhad", "RHAD.", f"{F}m3/replay/?at=30", FIVE_WAYS),
            Screen("replay-carcult", "Car Cult.", f"{F}m5/replay/?at=30", FIVE_WAYS),
        ),
    ),
    Chapter(
        "The commissioner",
        (
            Screen("board", "One press does all that nobody else is asked for.", f"{S2}board/", RUST_BELT, BOSS),
            Screen("deadlines", "What the season waits for, and until when; give more time, pause, close.",
                   f"{S2}#clock", RUST_BELT, BOSS),
            Screen("schedule-plan", "Draw up the rounds, and announce them when they are due.",
                   f"{S2}schedule/", RUST_BELT, BOSS),
            Screen("round-plan", "Change a planned round before anybody sees it.",
                   f"{S2}schedule/3/", RUST_BELT, BOSS),
            Screen("announcements", "Tell everybody something.", f"{R}announcements/", RUST_BELT, BOSS),
            Screen("announcement", "What was announced, with its wordings.", f"{R}announcements/1/", RUST_BELT, BOSS),
            Screen("league-people", "Who is who, and who owns what.", f"{R}people/", RUST_BELT, BOSS),
            Screen("seats", "Find a league with a free seat, or somebody for one.", "/seats/", RUST_BELT, BOSS),
            Screen("league-seats", "Advertise free seats, answer who asks for one.", f"{R}seats/", RUST_BELT, BOSS),
            Screen("templates", "How other leagues are played; found one like it.", "/templates/", RUST_BELT, BOSS),
            Screen("make-template", "Make a template of a league.", f"{S2}rules/template/", RUST_BELT, BOSS),
            Screen("future", "Hand the league over, archive it, or delete it.", f"{R}future/", RUST_BELT, BOSS),
            Screen("future-member", "What a member reads there, and downloads.", f"{R}future/", RUST_BELT, OWNER),
            Screen("person", "One person's part in the league.", f"{R}people/{{person}}/", RUST_BELT, BOSS),
            Screen("names", "Rename a driver, and see what they were called before.",
                   f"{R}names/driver/slag-queens.s1.d1/", RUST_BELT, BOSS),
            Screen("webhooks", "What is told to chats and programs, and what came of each message.", f"{R}webhooks/",
                   RUST_BELT, BOSS),
            Screen("calendar-address", "An address of one's own for a calendar and a feed reader.",
                   f"{R}people/calendar/", RUST_BELT, OWNER),
            Screen("tokens", "Tokens let programs act for you: make one, take one back.",
                   f"{R}tokens/", RUST_BELT, BOSS),
            Screen("sandboxes", "Copies of the season to try things in.", f"{S2}sandboxes/", RUST_BELT, OWNER),
            Screen("acts", "Every act a commissioner can give, and when.", f"{S2}acts/", RUST_BELT, BOSS),
            Screen("adjust-balance", "A house act: its reason is read by all.",
                   f"{S2}do/adjust_balance/{MINE}", RUST_BELT, BOSS),
            Screen("change-switch", "Change a house rule.",
                   f"{S2}do/change_switch/?switch=draft.picks", RUST_BELT, BOSS),
            Screen("found-franchise", "Add a franchise.", f"{S1}do/found_franchise/", "signing", BOSS),
            Screen("opening-sheet", "Open a season half-played elsewhere, from one sheet.",
                   f"{G}s1/do/open_from_sheet/", NEW_LEAGUE, FOUNDER),
            Screen("next-season", "Open the season after this one.", f"{S1}next/", "closed", BOSS),
            Screen("put-right", "Correct an entry: another in its place, or none.",
                   f"{S2}journal/116/amend/", RUST_BELT, BOSS),
            Screen("amend", "A result that was corrected, and all that followed from it.",
                   f"{S2}amends/223/", RUST_BELT, OWNER),
            Screen("amends", "All amends of a season.", f"{S2}amends/", RUST_BELT, OWNER),
            Screen("jobs", "Long work: what runs, what failed, what is done.", f"{R}jobs/", RUST_BELT, BOSS),
            Screen("job-running", "A job half way; it can be left and found again.",
                   f"{R}jobs/{RUNNING}/", RUST_BELT, BOSS),
            Screen("job-failed", "One that failed, and what to do.", f"{R}jobs/{FAILED}/", RUST_BELT, BOSS),
        ),
    ),
    Chapter(
        "Rules, dice and trust",
        (
            Screen("rules", "What a season plays differently, and its house acts.", f"{S1}rules/"),
            Screen("rulebook", "The rulebook: every book, to search.", "/rulebook/"),
            Screen("glossary", "The words of the rulebook.", "/rulebook/words/"),
            Screen("book", "The contents of one of its books.", "/rulebook/campaign/"),
            Screen("chapter", "A chapter.", "/rulebook/campaign/talents/"),
            Screen("season-rulebook", "The rulebook as this season plays it.", f"{S1}rulebook/"),
            Screen("season-book", "Its contents, with what the season plays otherwise.", f"{S1}rulebook/dethmatch/"),
            Screen("season-chapter", "A chapter as the season plays it.", f"{S1}rulebook/dethmatch/shooting/"),
            Screen("journal", "Everything that was done to a season, in order.", f"{S1}journal/"),
            Screen("entry", "One entry: what it changed, by which rule, on which dice.", f"{S1}journal/319/"),
            Screen("entry-amended", "An entry that was corrected.", f"{S2}journal/116/"),
            Screen("api", "The API for programs: its contents, and a search.", "/api/v1/docs"),
            Screen("api-chapter", "Operations with their examples.", "/api/v1/docs/matches"),
            Screen("heads", "The chain's heads, to check that nothing was rewritten.", f"{R}heads/"),
            Screen("fair", "What each person could know of the dice or do about them.", f"{S1}fair/"),
            Screen("awaited", "Which dice have yet to fall, and by what.", f"{S1}fair/dice/"),
        ),
    ),
    Chapter(
        "When there is nothing, or no way in",
        (
            Screen("missing", "A page that is not there.", f"{R}d/nobody/", answers=404),
            Screen("forbidden", "A page that is somebody else's.", f"{S2}board/", RUST_BELT, OWNER, answers=403),
            Screen("refused", "A form that is refused says why, beside the right field.",
                   f"{S1}do/hire_rookie/{MINE}", "drafting", OWNER),
        ),
    ),
)  # fmt: skip

SCREENS: dict[str, Screen] = {screen.name: screen for chapter in TOUR for screen in chapter.screens}
"""Every screen by its name, in the order of the tour."""

PAGES_WITHOUT_SCREEN: dict[str, str] = {
    "fair_hashes": "what a page's program asks for",
    "awaited_now": "what a page's program asks for",
    "awaited_act": "only sent to",
    "duel_state": "what a page's program asks for",
    "duel_actions": "only sent to",
    "duel_file": "a file",
    "template": "shows what the page that makes one shows",
    "template_file": "a file",
    "duel_report": "leads to the report of the duel's match",
    "account_email_verification_sent": "nothing leads to it, since one logs in before an address is confirmed",
}
"""URL names of pages that are not in the tour, with the reason."""
