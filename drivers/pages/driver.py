"""The page of a driver: traits with all modifiers, talents, quirks, contract, matches and career."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from drivers.models import Sheet
from drivers.pages.career import (
    CareerLine,
    DriverBody,
    MatchFatigue,
    bodies,
    career_lines,
    career_seasons,
    facts_about,
    fatal_match_ids,
    fatigue_by_match,
    render_season_fact,
    retiring_quirks,
)
from drivers.queries import CLONING_COMMAND, TURNING_POINTS, appearances_of, career_of, driver_sheets, last_heats
from explain import links
from explain.driver_sheet import (
    AVAILABILITY_DETAILS,
    fatigue_words,
    level_bar,
    quirk_terms,
    season_rules_state,
    talent_terms,
    trait_lines,
)
from explain.fact_rendering import RenderedFact
from explain.name_lookup import complete_names
from explain.names import Names
from explain.printed_names import as_title, ruleset_title
from journal.entry_body import load_standing_body
from league.access import Viewer
from league.models import League, NameChange
from league.pages.base_context import Breadcrumb, base_context, franchise_color
from league.pages.list_pages import fact_lines, list_page, phone_lines
from league.pages.names import formerly
from league.queries.names import match_title
from rules.campaign.core import state
from rules.campaign.core.codec import fact_from_document
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.people.medical_devices import CURES
from rules.campaign.people.veterans import rehire_fee
from rules.core.terms import in_k

MAX_ENTRIES = 30
EVENT_LINES = 22
"""The most lines of events, as a phone shows them; the others are in the journal."""
BODY_LINES, CONTRACT_LINES, TERM_LINES = 18, 12, 16
"""The most lines of a page of each list."""
RUN_LINES, SEASON_LINES, FATIGUE_LINES = 6, 5, 8
"""The most matches, seasons and figures of fatigue on a page of each."""
FATIGUE_COMMANDS = (CLONING_COMMAND, "close_settlement", "adjust_driver")
"""The commands that change a driver's fatigue during a season."""
CONTRACT_ORIGIN_PHRASES = {
    "rookie": "as a rookie",
    "veteran": "as a veteran",
    "draft": "out of the draft",
    "trade": "by a trade",
}
DRAFT_STEP_INDEX = SEASON_STEPS.index("E6")


@dataclass(frozen=True, slots=True)
class RunLine:
    """A match the driver was in; `about` is the event, with the ruleset if the driver's matches differ in it."""

    match: str
    about: str
    href: str
    season: int
    franchise: str
    entry_href: str
    heats: int
    criticals: int
    scores: int
    kills: int
    xp_gained: int
    level: int
    out: bool


@dataclass(frozen=True, slots=True)
class DriverEvent:
    """A fact about the driver, with its entry."""

    told: RenderedFact
    number: int
    href: str


def driver_page(*, league: League, viewer: Viewer, driver: str, query: Mapping[str, str]) -> dict[str, Any] | None:
    """The context of the page, with the pages of its lists that a query asks for; None if there is no such driver."""
    sheets = driver_sheets(league.pk, driver, viewer)
    if not sheets:
        return None
    row = sheets[0]
    season = row.season
    house = season_rules_state(season)
    contract = getattr(row, "contract", None)
    franchise = None if contract is None else contract.franchise
    names = Names(season.pk, drivers={driver: row.person.name})
    runs = appearances_of(row.person_id)
    for known_franchise in (franchise, *(run.franchise for run in runs)):
        if known_franchise is not None:
            names.franchises[links.short_id(known_franchise.pk)] = known_franchise.identity.name
    matches_out = [run.match_id for run in runs if run.out]
    entries = career_of(driver, [sheet.season_id for sheet in sheets], viewer, out_in=matches_out)
    turn_facts = facts_about([entry for entry in entries if entry.read_command in TURNING_POINTS], driver)
    of_season = [entry for entry in entries if entry.season_id == season.pk]
    events = facts_about(of_season[:MAX_ENTRIES], driver)
    cloning_facts = facts_about([entry for entry in entries if entry.read_command == CLONING_COMMAND], driver)
    complete_names(names, [stated for _, stated in (*turn_facts, *events, *cloning_facts)])
    titles = {run.match_id: match_title(run.match.round.number, run.match.place) for run in runs}
    career = career_lines(turn_facts, sheets, names, titles)
    shown_events = [
        DriverEvent(
            render_season_fact(stated, season, names, titles),
            entry.number,
            links.entry_url(entry.season_id, entry.number),
        )
        for entry, stated in events
    ]
    latest = sum(lines <= EVENT_LINES for lines in accumulate(fact_lines(event.told) for event in shown_events))
    words, kind, why = AVAILABILITY_DETAILS[row.availability]
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Drivers",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb("Drivers", links.drivers_url(season.pk)),
                Breadcrumb(row.person.name),
            ],
            balance=row.own_balance,
        ),
        "driver": row,
        "name": row.person.name,
        "short_name": driver,
        "names_href": links.names_url(league.pk, NameChange.Kind.DRIVER, driver),
        "may_rename": not season.forked_from
        and (viewer.is_commissioner or (franchise is not None and franchise.identity in viewer.franchises)),
        "formerly": formerly(league, NameChange.Kind.DRIVER, driver, present=row.person.name),
        "franchise": None if franchise is None else franchise.identity.name,
        "franchise_href": "" if franchise is None else links.object_url(franchise),
        "color": "" if franchise is None else franchise_color(links.short_id(franchise.pk)),
        "franchise_name": _franchise_to_act_for(franchise, viewer),
        "signed": contract is not None and contract.phase == "signed",
        "curable": any(not row.quirks.keys().isdisjoint(cure) for cure in CURES.values()),
        "own_driver": franchise is not None and franchise.identity in viewer.franchises,
        "contract": _contract_words(row, contract, house, career),
        "availability": words,
        "availability_kind": kind,
        "availability_why": why,
        "retires_for": " and ".join(retiring_quirks(row)),
        "traits": trait_lines(row, house=house),
        "bar": level_bar(xp=row.xp, level=row.level),
        "talents": list_page(talent_terms(row.talents), query, "talents", lines=_term_lines, most=TERM_LINES),
        "quirks": list_page(quirk_terms(row.quirks), query, "quirks", lines=_term_lines, most=TERM_LINES),
        "fatigue": fatigue_words(row.fatigue),
        "seasons": list_page(career_seasons(sheets, runs), query, "seasons", lines=lambda _: 1, most=SEASON_LINES),
        "runs": list_page(_runs(runs), query, "matches", lines=lambda _: 1, most=RUN_LINES),
        "career": list_page(career, query, "contracts", lines=_contract_lines, most=CONTRACT_LINES),
        "bodies": list_page(
            bodies(
                cloning_facts,
                runs,
                sheets,
                names=names,
                titles=titles,
                heats=_heats(driver, fatal_match_ids(cloning_facts)),
            ),
            query,
            "bodies",
            lines=_body_lines,
            most=BODY_LINES,
        ),
        "tiredness": list_page(
            _fatigue_by_match(of_season, driver, row, titles),
            query,
            "fatigue",
            lines=lambda _: 1,
            most=FATIGUE_LINES,
            end_first=True,
        ),
        "events": [(event.told, event) for event in shown_events[:latest]],
        "more_events": len(events) > latest or len(of_season) > MAX_ENTRIES,
    }


def _term_lines(term: Any) -> int:
    """About how many lines of a phone a talent or quirk takes."""
    return 2 + phone_lines(term.effect)


def _contract_lines(line: CareerLine) -> int:
    return 1 + phone_lines(f"{line.told.sentence} {line.because}")


def _body_lines(body: DriverBody) -> int:
    death = body.death
    return 3 if death is None else 5 + sum(phone_lines(fact.sentence) for fact in death.told)


def _heats(driver: str, matches: list[str]) -> dict[str, str]:
    """Words about the heat in which the driver went out of action, by match; matches of one heat are left out."""
    return {
        match: f"in heat {last} of {heats}"
        for match, (last, heats) in last_heats(driver, matches).items()
        if heats > 1
    }


def _fatigue_by_match(entries: list[Any], driver: str, row: Sheet, titles: Mapping[str, str]) -> list[MatchFatigue]:
    """The driver's fatigue after each match of the season; `entries` are those about them, the newest first."""
    facts_by_match = []
    for entry in reversed(entries):
        if entry.read_command in FATIGUE_COMMANDS:
            body = load_standing_body(entry.read_body, entry.read_retold)
            facts = [fact_from_document(document) for document in body.facts if document.get("driver") == driver]
            facts_by_match.append((str(body.command.get("match", "")), facts))
    return fatigue_by_match(facts_by_match, season=row.season_id, now=len(row.fatigue), titles=titles)


def _franchise_to_act_for(franchise: Any, viewer: Viewer) -> str:
    """The short id of the driver's franchise if the viewer may act for it; else ""."""
    if franchise is None or not (viewer.is_commissioner or franchise.identity in viewer.franchises):
        return ""
    return links.short_id(franchise.pk)


def _contract_words(row: Sheet, contract: Any, house: state.Season, career: list[CareerLine]) -> str:
    """The driver's current contract in words, or why they have none."""
    if row.availability == "retired":
        because = next((line.because for line in career if line.because), "")
        return f"retired in season {house.number}" + (f": {because}" if because else "")
    if contract is None:
        if SEASON_STEPS.index(house.step) < DRAFT_STEP_INDEX:
            return "under no contract; anybody may draft them when the season ends"
        return "under no contract"
    if contract.phase == "reserved":
        campaign_contract = state.Contract(
            id="", franchise="", fee=contract.fee, origin=contract.origin, phase=contract.phase
        )
        fee = in_k(rehire_fee(house, campaign_contract, level=row.level))
        return f"may sign again for {fee}" if contract.origin != "draft" else f"drafted; may be hired for {fee}"
    return f"hired for {in_k(contract.fee)} {CONTRACT_ORIGIN_PHRASES[contract.origin]}"


def _runs(appearances: Sequence[Any]) -> list[RunLine]:
    by_ruleset = len({run.match.ruleset for run in appearances}) > 1
    return [_run(appearance, by=by_ruleset) for appearance in appearances]


def _run(line: Any, *, by: bool) -> RunLine:
    match = line.match
    rules = ruleset_title(match.ruleset) if by and match.ruleset else ""
    return RunLine(
        match=match_title(match.round.number, match.place),
        about=" · ".join(part for part in (as_title(match.event), rules) if part),
        href=links.match_url(line.match_id),
        season=line.season.number,
        franchise=line.franchise.identity.name,
        entry_href=links.entry_url(line.season_id, line.entry),
        heats=line.heats,
        criticals=line.criticals,
        scores=line.scores,
        kills=line.kills,
        xp_gained=line.xp_gained,
        level=line.level,
        out=line.out,
    )
