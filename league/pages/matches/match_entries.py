"""The entries of a match for its pages, and the sections to which their facts belong: before it, or a step after it.

Rules DM-C-087 and DM-C-093, and annex (a), M1 to M5.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from explain import links
from explain.fact_rendering import RenderedEntry, RenderedFact
from explain.name_lookup import render_entries
from explain.names import Names
from league.access import Viewer
from league.models import Season
from league.queries.entries import entries_of_match
from sql.cached_sql import cached_sql

MAX_UNFOLDED_FACTS = 6
SECTIONS_BEFORE_SETTLEMENT = (
    ("Announced", ("announce_round", "add_match")),
    ("Hearts and devices", ("roll_pre_match",)),
    (
        "Line-ups",
        (
            "waive_garage",
            "hire_match_mechanic",
            "name_line_up",
            "forfeit_match",
            "lock_line_ups",
            "await_dice",
            "ready_match_dice",
        ),
    ),
    ("Rulings on questions", ("give_ruling",)),
    ("Void", ("void_match",)),
    ("The report", ("accept_report",)),
)
"""The sections before the settlement, each with the commands whose facts it holds."""
SETTLEMENT = (
    ("1", "Match points"),
    ("2", "Out of action and quirks"),
    ("3", "Cars coming home, and what was lost"),
    ("4", "Bills and decisions on cars"),
    ("5", "Prize money"),
    ("6", "Sponsors, Faces and the Cup"),
    ("7", "Net income, size and overhead"),
    ("8", "Fatigue"),
    ("9", "Experience and advancement"),
    ("10a", "Tinkering"),
    ("10b", "World trade"),
    ("10c", "Shopping and trades"),
    ("11", "Limits, and the end"),
)
"""The steps of a settlement as the rulebook numbers them; the tenth has three parts."""
BY_COMMAND = {
    "decide_repairs": "4",
    "end_decisions": "4",
    "open_shopping": "10a",
    "roll_world_trade": "10b",
    "finish_shopping": "10c",
    "end_shopping": "10c",
    "settle_match": "11",
}
"""The settlement step of a command's facts, unless `BY_FACT` has another."""
SHOPPING = (
    "accept_trade",
    "approve_trade",
    "buy_car",
    "buy_item",
    "buy_offer",
    "cash_holding",
    "decline_offer",
    "fit_item",
    "hire_rookie",
    "hire_staff",
    "hire_veteran",
    "propose_trade",
    "refuse_trade",
    "release_driver",
    "sell_car",
    "stow_item",
    "use_medical_device",
    "withdraw_trade",
)
"""Commands that franchises give while their shops are open; some of them name no match."""
BY_FACT = {
    ("roll_pre_match", "match_step_reached"): "Line-ups",
    ("open_settlement", "points_scored"): "1",
    ("open_settlement", "ammunition_left"): "3",
    ("open_settlement", "car_damaged"): "3",
    ("open_settlement", "car_destroyed"): "3",
    ("open_settlement", "item_fitted"): "3",
    ("open_settlement", "item_lost"): "3",
    ("open_settlement", "item_stowed"): "3",
    ("open_settlement", "kit_used"): "3",
    ("open_settlement", "bill_made"): "4",
    ("open_settlement", "car_given_up"): "4",
    ("open_settlement", "car_repaired"): "4",
    ("open_settlement", "car_replaced"): "4",
    ("open_settlement", "match_step_reached"): "4",
    ("open_settlement", "availability_changed"): "2",
    ("open_settlement", "driver_cloned"): "2",
    ("open_settlement", "driver_lived"): "2",
    ("open_settlement", "fatigue_left_behind"): "2",
    ("open_settlement", "quirk_gained"): "2",
    ("open_settlement", "quirk_resisted"): "2",
    ("open_settlement", "retirement_marked"): "2",
    ("close_settlement", "pot_rolled"): "5",
    ("close_settlement", "prize_shared"): "5",
    ("close_settlement", "cup_bonus_collected"): "6",
    ("close_settlement", "face_earned"): "6",
    ("close_settlement", "holding_payout_collected"): "6",
    ("close_settlement", "sponsor_paid"): "6",
    ("close_settlement", "cup_bonus_paid"): "7",
    ("close_settlement", "face_paid"): "7",
    ("close_settlement", "profit_kept"): "7",
    ("close_settlement", "settlement_reckoned"): "7",
    ("close_settlement", "fatigue_cleared"): "8",
    ("close_settlement", "fatigue_eased"): "8",
    ("close_settlement", "fatigue_gained"): "8",
    ("close_settlement", "fatigue_shielded"): "8",
    ("close_settlement", "fatigue_shrugged"): "8",
    ("close_settlement", "shield_restored"): "8",
    ("close_settlement", "advancement_wasted"): "9",
    ("close_settlement", "driver_appeared"): "9",
    ("close_settlement", "level_reached"): "9",
    ("close_settlement", "match_step_reached"): "9",
    ("close_settlement", "talent_gained"): "9",
    ("close_settlement", "trait_point_won"): "9",
    ("close_settlement", "trait_raised"): "9",
    ("end_shopping", "garage_short"): "11",
    ("finish_shopping", "garage_short"): "11",
}
"""The settlement step of facts whose step is not that of their command."""
ANNOUNCES_ALL_MATCHES = "announce_round"
"""The command that has facts of every match of its round, so that a page leaves out those of other matches."""
_BEFORE = {tag: name for name, tags in SECTIONS_BEFORE_SETTLEMENT for tag in tags}
MATCH_PAGE_COMMANDS = frozenset({*_BEFORE, *BY_COMMAND, *SHOPPING, *(command for command, _ in BY_FACT)})
"""Every command whose facts a match's page shows."""


@dataclass(frozen=True, slots=True)
class FactSection:
    """A section of a match or a season's end: its facts, oldest first, each with its entry.

    `number` is the step of the settlement or of the season's end, empty for earlier sections.
    """

    number: str
    name: str
    facts: tuple[tuple[RenderedFact, RenderedEntry], ...]

    @property
    def short(self) -> bool:
        """Whether it is shown unfolded."""
        return len(self.facts) <= MAX_UNFOLDED_FACTS

    @property
    def amended(self) -> bool:
        """Whether any of its entries was changed by an amend."""
        return any(entry.standing for _, entry in self.facts)


def section_of(command: str, fact: str) -> str:
    """The number of the settlement step, or the name of the section before it; "" if it is not about a match."""
    if (command, fact) in BY_FACT:
        return BY_FACT[command, fact]
    if command in SHOPPING:
        return "10c"
    return BY_COMMAND.get(command) or _BEFORE.get(command, "")


def fact_sections(entries: Sequence[RenderedEntry], match: str) -> tuple[list[FactSection], list[FactSection]]:
    """The facts of a match's entries, oldest first: the sections before its settlement, and the settlement's
    steps.
    """
    facts_of: dict[str, list[tuple[RenderedFact, RenderedEntry]]] = {}
    for entry in reversed(entries):
        for fact in entry.facts:
            section = section_of(fact.command or entry.tag, fact.stated.tag)
            if section and not (entry.tag == ANNOUNCES_ALL_MATCHES and getattr(fact.stated, "match", match) != match):
                facts_of.setdefault(section, []).append((fact, entry))
    before = [
        FactSection("", name, tuple(facts_of[name])) for name, _ in SECTIONS_BEFORE_SETTLEMENT if name in facts_of
    ]
    return before, [
        FactSection(number, name, tuple(facts_of[number])) for number, name in SETTLEMENT if number in facts_of
    ]


@cached_sql
def match_entry_rows(season: str, viewer: Viewer, match: str) -> QuerySet[Any]:
    """The rows of a match's entries, newest first; `season` is a stored id and `match` a short one."""
    return entries_of_match(season, viewer, match, shopping=SHOPPING)


def match_in_origin(season: Season, match: str) -> str:
    """The address of a match in the season that a fork was copied from; empty if the season is no fork."""
    return links.match_url(f"{season.forked_from}/{match}") if season.forked_from else ""


def render_match_entries(rows: Iterable[Any], names: Names, teams: Container[str]) -> list[RenderedEntry]:
    """Those entries with their facts, without what other teams than these did in their shops."""
    return [
        entry
        for entry in render_entries(rows, names, only=MATCH_PAGE_COMMANDS)
        if entry.tag not in SHOPPING or any(fact.franchise in teams for fact in entry.facts)
    ]
