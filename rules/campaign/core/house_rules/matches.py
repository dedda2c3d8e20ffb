"""House rules about matches: match day, and what a match leaves behind.

Each stands in the chapter of the questionnaire that asks for it.
"""

from __future__ import annotations

from rules.campaign.core.dice_by_hand import COMMISSIONERS, DICE_BY_HAND, EVERYBODY, NOBODY
from rules.campaign.core.house_rules.campaign_switch import CampaignSwitch, Chapter
from rules.core.switches import MostChanged

MATCH_DAY = Chapter(
    "Match day",
    CampaignSwitch(
        "prematch.breakdowns_before_lineup",
        True,
        "DM-C-087",
        "Devices are rolled before line-ups, not after.",
        question="Are tinkered devices rolled before line-ups are named?",
        printed="A device that fails takes its car out of that match.",
        example="Owners know what failed before they choose, or after.",
    ),
    CampaignSwitch(
        "match.vehicles_per_team",
        3,
        "DM-C-089",
        "The most cars a team lines up.",
        lowest=1,
        highest=5,
        question="How many cars does a team line up at most?",
        printed="Three a team.",
    ),
    CampaignSwitch(
        "match.scoring",
        "event_preset",
        "DM-C-091",
        "How points are made where a match does not say.",
        ("event_preset", "as_reported"),
        question="How are points made where a match does not say?",
        printed="The book leaves to the event how points are made.",
        example="By the printed places of its event, or as the report says.",
    ),
    CampaignSwitch(
        "match.ruleset",
        "reported",
        "DM-C-090",
        "The ruleset that resolves matches here where their plan names none; people report them otherwise.",
        form="[a-z0-9-]+",
        question="Who resolves a match where its plan names nobody?",
        printed="People play it and report it, or a ruleset plays it here with dice anyone can check.",
        most_changed=MostChanged(
            1, "Every kind of season sets it: it decides whether you report matches or watch them."
        ),
        listed_after="match.scoring",
    ),
    CampaignSwitch(
        "match.repair_attempts",
        6,
        "DM-C-092",
        "Repair attempts of a team between heats.",
        highest=30,
        question="How many repairs may a team try between heats?",
        printed="The book speaks of them and does not count them.",
    ),
    CampaignSwitch(
        DICE_BY_HAND,
        NOBODY,
        "HOUSE-011",
        "Who may enter the faces of dice thrown at a table.",
        (NOBODY, COMMISSIONERS, EVERYBODY),
        question="Who may enter the faces of dice thrown at a table?",
        printed=(
            "The site throws all dice, and anybody can check each face. A league that meets at a table "
            "may throw real ones: then somebody's word stands for each face, and it is shown with it."
        ),
        example=(
            "Nobody: every face comes from the season's secret. Commissioners enter any face; with "
            "everybody, owners enter those of their own commands."
        ),
        most_changed=MostChanged(8, "Leagues that play at a table throw dice of their own."),
    ),
    CampaignSwitch(
        "match.forfeit_fee_k",
        0,
        "HOUSE-009",
        "What a forfeit costs, in k.",
        highest=10_000,
        question="What does a forfeit cost, in k?",
        printed="A team that does not appear gets nothing.",
        listed_after="dice.by_hand",
    ),
)
AFTER_A_MATCH = Chapter(
    "After a match",
    CampaignSwitch(
        "expendables.tires_consumed",
        True,
        "DM-C-094",
        "Tire-sets last one match.",
        question="Do tire-sets last one match?",
        printed="Tires are an expendable like any other.",
        example="A light set for each of three cars a match, or once.",
    ),
    CampaignSwitch(
        "expendables.unfired_consumed",
        True,
        "DM-C-094",
        "Expendables last one match, fired or not.",
        question="Is an expendable gone that was mounted and not used?",
        printed="Whatever was mounted for a match is gone after it.",
    ),
    CampaignSwitch(
        "expendables.rare_tires_consumed",
        True,
        "DM-C-124",
        "Rare tires last one match.",
        question="Do rare tires last one match?",
        printed="They are tires as well.",
    ),
    CampaignSwitch(
        "expendables.tk_armour_reusable",
        True,
        "DM-C-152",
        "Blast panels and crash-bars last until ruined.",
        question="Do blast panels and crash-bars last until they are ruined?",
        printed="They have a die of their own that ruins them.",
        example="A device of some 40k lasts until its die shows a 1, or one match.",
    ),
    CampaignSwitch(
        "repairs.mandatory",
        False,
        "DM-C-095",
        "Every critical must be repaired.",
        question="Must every critical be repaired?",
        printed="An owner pays for each critical, or lives with it.",
        example="1k a critical, at most 4k a car; 2k and 7k for an overhead car.",
    ),
    CampaignSwitch(
        "items.medkit_refills",
        False,
        "DM-C-130",
        "A medical kit is full before every match.",
        question="Is a medical kit full before every match?",
        printed="It heals three wounds in all.",
        example="3 uses in its life, or 3 a match.",
    ),
    CampaignSwitch(
        "items.personal_lost_on_ooa",
        False,
        "DM-C-135",
        "Personal equipment is lost with its wearer.",
        question="Is personal equipment lost when its wearer goes out of action?",
        printed="It belongs to the driver who wears it, and they come back.",
    ),
    CampaignSwitch(
        "devices.same_item_stacks",
        False,
        "DM-C-121",
        "A car may carry two devices of a kind.",
        question="May a car carry two devices of a kind?",
        printed="What a device does counts once on a car.",
    ),
)
CHAPTERS = (
    MATCH_DAY,
    AFTER_A_MATCH,
)
"""The chapters of the questionnaire in their order."""
