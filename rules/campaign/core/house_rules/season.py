"""House rules about a season: shops and trades, the table, the draft and the calendar.

Each stands in the chapter of the questionnaire that asks for it.
"""

from __future__ import annotations

from rules.campaign.core.house_rules.campaign_switch import CampaignSwitch, Chapter
from rules.core.switches import MostChanged

SHOPPING_AND_TRADES = Chapter(
    "Shopping and trades",
    CampaignSwitch(
        "shop.deadline_hours",
        0,
        "DM-C-104",
        "How long shops stay open, in hours; 0 is until closed.",
        highest=720,
        question="For how many hours are shops open?",
        printed="Shops close for everybody when the last has finished, or a commissioner closes them.",
        example="0 leaves them open until then; the league's clock may close them as well.",
    ),
    CampaignSwitch(
        "world_trade.rolls_per_match",
        1,
        "DM-C-105",
        "World-trade rolls a franchise has after a match.",
        highest=6,
        question="How many world-trade rolls has a franchise after a match?",
        printed="One, and it is free.",
    ),
    CampaignSwitch(
        "world_trade.armour_gap",
        "reroll",
        "DM-C-110",
        "What 3 and 4 mean on the table of expendable armor.",
        ("reroll", "nothing", "widen"),
        question="What do 3 and 4 mean on the table of expendable armor?",
        printed="The printed rows leave them out.",
        example=(
            "Reroll always finds armor, nothing finds none in 2 rolls of 6, widen spreads the printed rows over them."
        ),
    ),
    CampaignSwitch(
        "trade.commissioner_approval",
        False,
        "DM-C-107",
        "A commissioner must approve trades.",
        question="Must a commissioner approve trades?",
        printed="A trade is made when both sides agree.",
    ),
    CampaignSwitch(
        "trade.open_offers",
        False,
        "DM-C-107",
        "Everybody sees trade offers before they are answered.",
        question="Does everybody see trade offers before they are answered?",
        printed=(
            "Only the two sides see an offer until it is answered or taken back. With open offers "
            "everybody sees it from the start."
        ),
    ),
    CampaignSwitch(
        "round.idle_may_shop",
        False,
        "DM-C-178",
        "A franchise without a match may shop in the round.",
        question="May a franchise without a match shop in the round?",
        printed="Who has a match shops after it.",
        most_changed=MostChanged(5, "A gentle start lets everybody shop in every round."),
    ),
)
TABLE_AND_CUP = Chapter(
    "The table and the Cup",
    CampaignSwitch(
        "season.tiebreak",
        "wins,criticals,dice",
        "DM-C-156",
        "What parts franchises level on points, in order.",
        ("wins,criticals,dice", "criticals,wins,dice", "dice"),
        question="What parts franchises that are level on points?",
        printed="Wins, then criticals, then dice.",
    ),
    CampaignSwitch(
        "cup.plus1_applies_to",
        "sponsors,face",
        "DM-C-158",
        "Which income rolls of the Cup's holder get +1.",
        ("sponsors,face", "sponsors", "face"),
        question="Which income rolls of the Cup's holder get +1?",
        printed="Every income roll of the holder gets +1 in the first half of the next season.",
        example="5k or 10k for each sponsor a match, 1k for each Face.",
    ),
    CampaignSwitch(
        "cup.first_half_round",
        "up",
        "DM-C-158",
        "How half an odd number of rounds is rounded.",
        ("up", "down"),
        question="How is half an odd number of rounds rounded?",
        printed="The Cup helps in the first half of the next season.",
        example="Of 7 rounds, 4 or 3.",
    ),
)
DRAFT = Chapter(
    "The draft",
    CampaignSwitch(
        "draft.enabled",
        True,
        "DM-C-162",
        "Unprotected drivers go into the draft.",
        question="Do unprotected drivers go into the draft?",
        printed="Drivers without a franchise contract when the season ends may be picked by others.",
    ),
    CampaignSwitch(
        "draft.contracts",
        2,
        "DM-C-161",
        "Drivers a franchise may protect.",
        highest=20,
        question="How many drivers may a franchise protect?",
        printed="Two, and the two best teams one more.",
    ),
    CampaignSwitch(
        "draft.contracts_top_two_bonus",
        1,
        "DM-C-161",
        "How many more the two best may protect.",
        highest=20,
        question="How many more may the two best protect?",
        printed="One more.",
    ),
    CampaignSwitch(
        "draft.snake",
        False,
        "DM-C-163",
        "The draft order turns round after each round.",
        question="Does the order turn round after each round?",
        printed="The lowest picks first in every round.",
        example="The lowest of four picks 1st, 5th and 9th, or 1st, 8th and 9th.",
    ),
    CampaignSwitch(
        "draft.picks",
        3,
        "DM-C-164",
        "Draft picks of a franchise.",
        highest=20,
        question="How many picks has a franchise?",
        printed="Three, and the two lowest teams one more.",
        most_changed=MostChanged(6, "A quick season drafts less."),
    ),
    CampaignSwitch(
        "draft.picks_bottom_two_bonus",
        1,
        "DM-C-164",
        "How many more the two lowest have.",
        highest=20,
        question="How many more have the two lowest?",
        printed="One more.",
        most_changed=MostChanged(7, "A quick season gives the lowest two no further picks."),
    ),
    CampaignSwitch(
        "draft.may_pick_own",
        False,
        "DM-C-165",
        "A franchise may pick its own former drivers.",
        question="May a franchise pick its own former drivers?",
        printed="Drivers are picked by other teams.",
    ),
    CampaignSwitch(
        "draft.expansion_until_seasons",
        1,
        "DM-C-167",
        "Seasons an expansion team stays out of the draft.",
        highest=9,
        question="For how many seasons does a new franchise stay out of the draft?",
        printed="A team that joins a league under way takes no part in a draft in its first season.",
    ),
)
CALENDAR = Chapter(
    "The calendar",
    CampaignSwitch(
        "season.setup_single_window",
        True,
        "DM-C-063",
        "Hiring, garage and party are one open window.",
        question="Are hiring, garage and party open together?",
        printed="They follow each other in the book.",
        example="One window for all three, or three.",
        listed_after="sponsors.season_end_loss",
    ),
    CampaignSwitch(
        "season.parallel_matches",
        True,
        "DM-C-177",
        "Matches of a round may be open at the same time.",
        question="May matches of a round be open at the same time?",
        printed="A round holds the matches that belong together.",
        most_changed=MostChanged(
            9, "Leagues whose owners are seldom online together play a round's matches side by side."
        ),
    ),
)
CHAPTERS = (
    SHOPPING_AND_TRADES,
    TABLE_AND_CUP,
    DRAFT,
    CALENDAR,
)
"""The chapters of the questionnaire in their order."""
