"""A house rule of the campaign, with the words of its question; and the chapters of the questionnaire."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from rules.core.switches import Switch


@dataclass(frozen=True, slots=True)
class CampaignSwitch(Switch):
    """A switch of the campaign, and what the questionnaire says about it.

    `question` asks for an answer, `printed` is what the rule says, and `example` is what an answer changes in
    figures, if there is one. Lists of all house rules are in the order of their rules, those of one rule as they are
    asked; a switch with `listed_after` comes after the switch of that name instead.
    """

    _: KW_ONLY
    question: str
    printed: str
    example: str = ""
    listed_after: str = ""


class Chapter:
    """A chapter of the questionnaire: its title, and its house rules in the order in which it asks for them."""

    def __init__(self, title: str, *switches: CampaignSwitch) -> None:
        self.title = title
        self.switches = switches
