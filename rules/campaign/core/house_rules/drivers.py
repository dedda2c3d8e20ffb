"""House rules about drivers: checks, traits, experience, talents and quirks.

Each stands in the chapter of the questionnaire that asks for it.
"""

from __future__ import annotations

from rules.campaign.core.house_rules.campaign_switch import CampaignSwitch, Chapter

CHECKS_AND_TRAITS = Chapter(
    "Checks and traits",
    CampaignSwitch(
        "check.natural_six_fails",
        False,
        "DM-C-005",
        "A natural 6 fails every trait check.",
        question="Does a 6 always fail a trait check?",
        printed="A check passes on a die of the trait or less, so that a trait of 6 never fails.",
        example="A trait of 6 or more passes 6 times in 6, or 5.",
    ),
    CampaignSwitch(
        "traits.cap",
        "none",
        "DM-C-011",
        "The most an effective trait can be.",
        ("none", "4", "5", "6", "7", "8"),
        question="What is the most an effective trait can be?",
        printed="A trait is its base and its advances, less quirks and fatigue, with no upper end.",
        example="A cap of 5 lets one check in six fail however good the driver is.",
    ),
    CampaignSwitch(
        "cloning.clears_fatigue",
        False,
        "DM-C-013",
        "A new body is rested.",
        question="Is a new body rested?",
        printed="Experience, talents, quirks and fatigue all outlive a cloning.",
        example="Drivers who go out of action come back with their fatigue, or with none.",
    ),
    CampaignSwitch(
        "cloning.ooa_always_cloned",
        True,
        "DM-C-045",
        "Everybody out of action is cloned, not only the dead.",
        question="Is everybody who goes out of action cloned, not only the dead?",
        printed="Out of action means a cloning afterwards and a check for a quirk.",
        example="5k a driver out of action, or only for those who died.",
    ),
    CampaignSwitch(
        "fatigue.gunners",
        True,
        "DM-C-101",
        "Gunners tire as drivers do.",
        question="Do gunners tire as drivers do?",
        printed=(
            "Who has run in a heat gains a point of fatigue, which lowers a trait by 1; who sits a match "
            "out loses them all."
        ),
        example="1 point a match for each gunner, or none.",
    ),
    CampaignSwitch(
        "fatigue.offseason_clears",
        True,
        "DM-C-102",
        "The off-season clears all fatigue.",
        question="Does the time between seasons clear all fatigue?",
        printed="Fatigue that was not slept off in a match is gone when the season closes.",
        example="Drivers begin the next season with 0 points, or with what they had.",
    ),
)
EXPERIENCE = Chapter(
    "Experience",
    CampaignSwitch(
        "xp.scoring_per_point",
        False,
        "DM-C-014",
        "Scoring earns 1 XP each time, not once a match.",
        question="Does scoring earn experience each time, not once a match?",
        printed="A match earns experience for taking part, for winning, for criticals and for having scored.",
        example="Three captures earn 1 XP, or 3.",
    ),
    CampaignSwitch(
        "xp.tie_counts_as_win",
        True,
        "DM-C-014",
        "Every team level at the top of a match has won it.",
        question="Has everybody level at the top of a match won it?",
        printed="A win earns the drivers of a team experience, and counts when a season ends level.",
        example="Two teams level at the top: both have won, or neither.",
    ),
    CampaignSwitch(
        "xp.friendly_criticals",
        False,
        "DM-C-014",
        "Criticals on one's own side earn XP too.",
        question="Do criticals on one's own side earn experience?",
        printed="Criticals earn experience where they strike somebody else.",
    ),
    CampaignSwitch(
        "xp.beyond_table",
        "extrapolate",
        "DM-C-015",
        "Levels past the printed table.",
        ("extrapolate", "cap_9"),
        question="How does a driver rise past the printed levels?",
        printed="The table of experience ends; the house goes on by its last steps, or stops there.",
        example="Levels go on above 9, or end at 9.",
    ),
    CampaignSwitch(
        "advancement.choose_trait",
        False,
        "DM-C-018",
        "Owners choose the trait a 7 raises.",
        question="Does the owner choose which trait rises?",
        printed=(
            "An advance of 7 raises a trait by a die: driving on 2 faces, gunnery on 2, initiative and "
            "toughness on 1 each."
        ),
        example="The die decides, or the owner within the match's settlement.",
    ),
)
TALENTS_AND_QUIRKS = Chapter(
    "Talents and quirks",
    CampaignSwitch(
        "talents.duplicates",
        "reroll",
        "DM-C-020",
        "A talent rolled twice.",
        ("reroll", "stack", "waste"),
        question="What becomes of a talent that is rolled a second time?",
        printed="A talent is held once, but for the Mechanic, whose copies add up.",
        example="Reroll always brings a new one; stack counts it twice; waste brings nothing.",
    ),
    CampaignSwitch(
        "talents.ardent_recharges",
        True,
        "DM-C-033",
        "Ardent's shield comes back when fatigue is cleared.",
        question="Does the shield of an Ardent driver come back once they have rested?",
        printed="The first fatigue an Ardent driver would gain is ignored.",
        example="1 point saved every time they have rested, or once in their life.",
    ),
    CampaignSwitch(
        "quirks.season_out_becomes_retirement",
        False,
        "DM-C-048",
        "A second Stupid or Unhinged also retires.",
        question="Does a second Stupid or Unhinged also retire a driver?",
        printed="It keeps them out until the season ends, and then they come back.",
        example="Out for the rest of the season, or for good after it.",
    ),
    CampaignSwitch(
        "quirks.heart_out_needs_clone",
        False,
        "DM-C-049",
        "A failed heart costs a clone and a quirk check.",
        question="Does a heart that fails before a match ask for a clone?",
        printed="A driver with a heart condition rolls before each match, and sits it out on a 1.",
        example="Nothing is paid, or a cloning of 5k and a check for a quirk.",
    ),
    CampaignSwitch(
        "quirks.barred_mechanic_may_repair",
        True,
        "DM-C-050",
        "A barred Mechanic still repairs between heats.",
        question="May a Mechanic who is barred still repair between heats?",
        printed=(
            "A second Arthritic or Eye problem bars a driver from matches, but not what they can do off the track."
        ),
    ),
    CampaignSwitch(
        "quirks.cure_cancels_retirement",
        True,
        "DM-C-057",
        "A cure lifts what the second occurrence brought.",
        question="Does a cure lift what a quirk's second time brought?",
        printed="A medical device takes one count of a quirk off.",
        example="A cured driver stays, or leaves when the season ends all the same.",
    ),
)
CHAPTERS = (
    CHECKS_AND_TRAITS,
    EXPERIENCE,
    TALENTS_AND_QUIRKS,
)
"""The chapters of the questionnaire in their order."""
