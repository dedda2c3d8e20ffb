"""House rules about money.

Each stands in the chapter of the questionnaire that asks for it.
"""

from __future__ import annotations

from rules.campaign.core.house_rules.campaign_switch import CampaignSwitch, Chapter

MONEY = Chapter(
    "Money",
    CampaignSwitch(
        "money.rounding",
        "exact",
        "DM-C-001",
        "How discounts and half prices are rounded, to the whole k.",
        ("exact", "floor_k", "ceil_k"),
        question="How are discounts and half prices rounded?",
        printed="Money is counted to a fraction only where a sponsor's discount or a half price makes one.",
        example="Of a price of 12.5k exact asks 12.5k, floor k 12k, ceil k 13k.",
    ),
    CampaignSwitch(
        "prize.round",
        "money_up",
        "DM-C-096",
        "Where a prize share is rounded up.",
        ("money_up", "percent_up"),
        question="Where is a prize share rounded up?",
        printed="The pot is a die for each team times 15k, and is shared by points, to a whole k upward.",
        example=(
            "7 of 19 points of a pot of 210k are 78k when the money is rounded up, and 37 percent of it, "
            "77.7k, when the percent is."
        ),
    ),
    CampaignSwitch(
        "prize.zero_points_split",
        False,
        "DM-C-096",
        "When nobody scores, the pot is shared equally.",
        question="When nobody scores, is the pot shared equally?",
        printed="A team is paid by its points, so that a match without points pays nobody.",
        example="A pot of 210k between three teams: 0k each, or 70k each.",
    ),
    CampaignSwitch(
        "face.subject_to_overhead",
        True,
        "DM-C-042",
        "Face income goes through overhead.",
        question="Does the income a Face brings go through overhead?",
        printed="A Face earns 2d6k after every match.",
        example="2k to 12k a match, kept whole or as the overhead table has it.",
    ),
    CampaignSwitch(
        "sponsors.holding_payout_subject_to_overhead",
        False,
        "DM-C-084",
        "A holding company's payout goes through the next overhead.",
        question="Does the payout of a bankrupt holding company go through the next overhead?",
        printed="The owner of a holding company may let it go for 2d6 times 20k at any moment.",
        example="40k to 240k, kept whole or as the table has it.",
    ),
    CampaignSwitch(
        "cup.bonus_subject_to_overhead",
        True,
        "DM-C-157",
        "The Cup bonus goes through overhead.",
        question="Does the Cup bonus go through overhead?",
        printed="The Metal Cup pays its winner a die times 5k with their next income.",
        example="5k to 30k, kept as the table has it or whole.",
    ),
)
CHAPTERS = (MONEY,)
"""The chapters of the questionnaire in their order."""
