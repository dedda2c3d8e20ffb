"""Serializers of drivers: sheets with effective traits, the public part of contracts, and careers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from api.drivers.schemas import (
    BodyOut,
    ContractOut,
    DriverOut,
    DriverSeasonOut,
    ModifierOut,
    RunOut,
    SheetOut,
    TermOut,
    TraitOut,
    TurnOut,
)
from api.links import fact_urls
from drivers.models import Appearance, Sheet
from drivers.pages.career import (
    CareerLine,
    CareerSeason,
    DriverBody,
    bodies,
    career_lines,
    career_seasons,
    facts_about,
)
from drivers.queries import CLONING_COMMAND, TURNING_POINTS, appearances_of, career_of, driver_sheets
from explain.driver_sheet import effective_traits, level_start_xp, quirk_words, talent_terms
from explain.links import short_id
from explain.name_lookup import complete_names
from explain.names import Names
from explain.printed_effects import QUIRK_RULES
from league.access import Viewer
from league.models import NameChange, Season
from league.queries.names import former_names_of, match_title
from rules.campaign.core import state
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.traits import EffectiveTrait
from rules.campaign.people.veterans import rehire_fee

PROTECTION_PUBLIC_FROM = SEASON_STEPS.index("E6")
"""The first step at which everybody sees who is protected: it is sealed until the draft opens (DM-C-161)."""
SEASON_FIGURES = ("level", "xp", "availability")
SHEET_FIGURES = (
    "driving", "gunnery", "initiative", "toughness", "xp", "level", "talents", "quirks", "fatigue", "availability",
    "retiring", "contract",
)  # fmt: skip


def serialize_sheet(row: Sheet, contract: Any, *, house: state.Season, own: bool) -> SheetOut:
    """A driver's sheet with their contract, which may be None.

    `own` means that the reader owns the driver's franchise and sees what others learn at the draft.
    """
    id = short_id(row.pk)
    return SheetOut(
        id=id,
        name=row.person.name,
        level=row.level,
        xp=row.xp,
        next_level_at=level_start_xp(row.level + 1),
        traits=tuple(_serialize_trait(trait) for trait in effective_traits(row, house=house)),
        talents=tuple(
            TermOut(tag=tag, name=term.name, effect=term.effect, rule=term.rule)
            for tag, term in zip(row.talents, talent_terms(row.talents), strict=True)
        ),
        quirks=tuple(
            TermOut(
                tag=tag, name=QUIRK_NAMES[tag], effect=quirk_words(tag, count), rule=QUIRK_RULES[tag], count=count
            )
            for tag, count in row.quirks.items()
        ),
        fatigue=tuple(row.fatigue),
        availability=row.availability,
        retiring=row.retiring,
        trait_choices=row.trait_choices,
        contract=None if contract is None else _serialize_contract(contract, row, house=house, own=own),
        why=fact_urls(row.season_id, "driver", id, SHEET_FIGURES),
    )


def contract_or_none(row: Sheet) -> Any:
    """A driver's contract; None if they have none."""
    return getattr(row, "contract", None)


def owns(viewer: Viewer, contract: Any) -> bool:
    """Whether the viewer owns the franchise of a contract, which may be None."""
    return contract is not None and contract.franchise.identity in viewer.franchises


def serialize_driver(row: Sheet, season: Season, viewer: Viewer, *, house: state.Season) -> DriverOut:
    """A driver's sheet in a season, and their career in the league as far as the viewer may read it.

    For a fork, such as a rehearsal or sandbox, the career is limited to that season and has no matches.
    """
    contract, driver = contract_or_none(row), short_id(row.pk)
    sheets = [row] if season.forked_from else driver_sheets(season.league_id, driver, viewer)
    appearances = [] if season.forked_from else appearances_of(row.person_id)
    names = Names(season.pk, drivers={driver: row.person.name})
    for appearance in appearances:
        names.franchises[short_id(appearance.franchise_id)] = appearance.franchise.identity.name
    matches_out = [appearance.match_id for appearance in appearances if appearance.out]
    entries = career_of(driver, [sheet.season_id for sheet in sheets], viewer, out_in=matches_out)
    turn_facts = facts_about([entry for entry in entries if entry.read_command in TURNING_POINTS], driver)
    cloning_facts = facts_about([entry for entry in entries if entry.read_command == CLONING_COMMAND], driver)
    complete_names(names, [stated for _, stated in (*turn_facts, *cloning_facts)])
    titles = {run.match_id: match_title(run.match.round.number, run.match.place) for run in appearances}
    turns = career_lines(turn_facts, sheets, names, titles)
    driver_bodies = bodies(cloning_facts, appearances, sheets, names=names, titles=titles, heats={})
    seasons_by_number = {sheet.season.number: sheet.season_id for sheet in sheets}
    return DriverOut(
        season=season.pk,
        former_names=former_names_of(season.league, NameChange.Kind.DRIVER, driver, present=row.person.name),
        sheet=serialize_sheet(row, contract, house=house, own=owns(viewer, contract)),
        seasons=tuple(
            _serialize_driver_season(
                career_season,
                seasons_by_number[career_season.number],
                driver,
                [appearance for appearance in appearances if appearance.season.number == career_season.number],
            )
            for career_season in career_seasons(sheets, appearances)
        ),
        matches=tuple(_serialize_run(appearance) for appearance in appearances),
        career=tuple(_serialize_turn(line, seasons_by_number) for line in turns),
        bodies=tuple(_serialize_body(body, seasons_by_number) for body in driver_bodies),
    )


def _serialize_trait(effective: EffectiveTrait) -> TraitOut:
    return TraitOut(
        trait=effective.trait.value,
        base=effective.base,
        value=effective.value,
        modifiers=tuple(
            ModifierOut(source=modifier.source, amount=modifier.amount, rule=modifier.rule)
            for modifier in effective.modifiers
        ),
        cap=effective.cap,
    )


def _serialize_contract(contract: Any, row: Sheet, *, house: state.Season, own: bool) -> ContractOut:
    reserved = contract.phase == "reserved"
    campaign_contract = state.Contract(
        id="", franchise="", fee=contract.fee, origin=contract.origin, phase=contract.phase
    )
    return ContractOut(
        franchise=short_id(contract.franchise_id),
        phase=contract.phase,
        origin=contract.origin,
        fee=contract.fee,
        rehire_fee=rehire_fee(house, campaign_contract, level=row.level) if reserved else None,
        protected=contract.protected if own or SEASON_STEPS.index(house.step) >= PROTECTION_PUBLIC_FROM else None,
    )


def _serialize_driver_season(
    career_season: CareerSeason, season: str, driver: str, appearances: Sequence[Appearance]
) -> DriverSeasonOut:
    return DriverSeasonOut(
        season=season,
        level=career_season.level,
        xp=career_season.xp,
        availability=career_season.availability,
        franchises=tuple(dict.fromkeys(short_id(appearance.franchise_id) for appearance in reversed(appearances))),
        matches=career_season.matches,
        heats=career_season.heats,
        criticals=career_season.criticals,
        scores=career_season.scores,
        kills=career_season.kills,
        out=career_season.out,
        xp_gained=career_season.xp_gained,
        why=fact_urls(season, "driver", driver, SEASON_FIGURES),
    )


def _serialize_run(appearance: Appearance) -> RunOut:
    return RunOut(
        season=appearance.season_id,
        match=short_id(appearance.match_id),
        round=appearance.match.round.number,
        event=appearance.match.event,
        ruleset=appearance.match.ruleset,
        franchise=short_id(appearance.franchise_id),
        heats=appearance.heats,
        criticals=appearance.criticals,
        scores=appearance.scores,
        kills=appearance.kills,
        out=appearance.out,
        xp_gained=appearance.xp_gained,
        xp=appearance.xp,
        level=appearance.level,
        entry=appearance.entry,
    )


def _serialize_turn(line: CareerLine, by_number: Mapping[int, str]) -> TurnOut:
    return TurnOut(
        season=by_number[line.season],
        entry=line.number,
        kind=line.told.stated.tag,
        sentence=line.told.sentence,
        because=line.because,
        rule=line.told.rule,
    )


def _serialize_body(body: DriverBody, by_number: Mapping[int, str]) -> BodyOut:
    death = body.death
    return BodyOut(
        number=body.number,
        matches=body.matches,
        kills=body.kills,
        criticals=body.criticals,
        xp_gained=body.xp_gained,
        ended_in="" if death is None else death.match_id,
        season="" if death is None else by_number[death.season],
        entry=None if death is None else death.entry,
        rule="" if death is None else death.rule,
        came_of_it=() if death is None else tuple(fact.sentence for fact in death.told),
    )
