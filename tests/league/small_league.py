"""A small league built through the site's own functions, for tests that need one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model

from journal import BatchResult, TypedFaces, audit, open_following_season, open_season, perform
from journal.state import store
from league.membership import found_league, join
from league.models import Membership, Season
from league.queries.season_leaves import Seeds
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.dice_by_hand import DICE_BY_HAND, EVERYBODY, NOBODY
from rules.campaign.core.state import Season as SeasonState
from rules.campaign.season_end.draft import draft_turn, why_not_draftable
from rules.campaign.season_end.sponsor_pool import pool_turn
from rules.core.dice import NeedsDice
from tests.journal.awaited_seasons import all_fall
from tests.league.league_cache import built_once

BEGAN = datetime(2026, 9, 1, 18, 0, tzinfo=UTC)
SECRET = bytes.fromhex("00ff")
SEEDS = Seeds(leaves=b"\x07" * 32, salts=b"\x08" * 32)
"""The seeds of a season with leaves."""
FRANCHISES = ("razors", "saints", "widows")


@dataclass
class Table:
    """A league with a commissioner `boss` and an owner for each franchise, named after it."""

    league: str = "rust-belt"
    season: str = "rust-belt/s1"
    given: int = 0
    franchises: tuple[str, ...] = FRANCHISES
    at: datetime = field(default=BEGAN)
    holds: bool = False
    """Whether awaited dice stay awaited; otherwise they fall as soon as they can."""

    def handle(self, who: str) -> str:
        """The handle of the commissioner (`boss`), or of that franchise's owner."""
        return f"{self.league}.{who}"

    def give(
        self, tag: str, *, by: str = "boss", key: str = "", seen: int | None = None, **fields: Any
    ) -> BatchResult:
        """Give one command. Owners give their own; `behalf` and `reason` are for the commissioner.

        `spoken` are the words mixed into the dice by whoever gives it.
        """
        behalf, reason = fields.pop("behalf", ""), fields.pop("reason", "")
        typed_faces, words = fields.pop("typed", None), fields.pop("spoken", "")
        self.given += 1
        answer = perform(
            self.season,
            [command_from_document({"type": tag, **fields})],
            actor=self.handle(by),
            at=self.at + timedelta(minutes=self.given),
            key=key or f"k{self.given}",
            on_behalf_of=behalf,
            reason=reason,
            seen=seen,
            typed=typed_faces,
            words=words,
        )
        if not self.holds:
            all_fall(self)
        return answer

    @property
    def now(self) -> datetime:
        """The time of the last command."""
        return self.at + timedelta(minutes=self.given)

    def throw(self, tag: str, faces: dict[str, list[int]], **fields: Any) -> BatchResult:
        """Give a command with these faces thrown at a real table, and ones for all other dice.

        A season that throws its own dice is first switched to dice thrown at a table.
        """
        if self.state.setting(DICE_BY_HAND) == NOBODY:
            self.give("change_switch", switch=DICE_BY_HAND, setting=EVERYBODY, reason="We meet at a table.")
        typed_by_path = {path: list(path_faces) for path, path_faces in faces.items()}
        while True:
            try:
                return self.give(tag, typed=TypedFaces(typed_by_path, typist="the marshal"), **fields)
            except NeedsDice as wanted:
                count = int(wanted.dice.split("d", maxsplit=1)[0])
                typed_by_path.setdefault(wanted.path, []).extend([1] * count)

    def announce_next(self, **options: Any) -> BatchResult:
        """Announce a second round between razors and saints."""
        match = {"match": "m2", "event": "race", "franchises": ["razors", "saints"]}
        return self.give("announce_round", round="r2", matches=[match], **options)

    @property
    def row(self) -> Season:
        """The season's current database row."""
        return Season.objects.get(pk=self.season)

    @property
    def state(self) -> SeasonState:
        """The season's state, loaded from its tables."""
        return store.load(self.row).season


@built_once
def founded(
    *,
    public: bool = True,
    franchises: tuple[str, ...] = FRANCHISES,
    league: str = "rust-belt",
    switches: dict[str, Any] | None = None,
    faces: dict[str, list[int]] | None = None,
    rounds: int = 3,
    edition: str = "",
    dice: bytes | Seeds | None = None,
) -> Table:
    """A league with its franchises founded, at hiring; with an earlier `edition`, IDs may be chosen freely."""
    if faces:
        switches = {**(switches or {}), DICE_BY_HAND: EVERYBODY}
    people = get_user_model().objects
    boss = people.create_user(f"{league}-boss", password="boss")
    table = Table(league=league, season=f"{league}/s1", franchises=franchises)
    league_row = found_league(
        id=league, name="Rust Belt", public=public, commissioner=boss, at=BEGAN, handle=table.handle("boss")
    )
    open_season(
        league,
        "s1",
        secret=dice or SECRET,
        rounds=rounds,
        switches=switches,
        edition=edition,
        actor=table.handle("boss"),
        at=BEGAN,
        key="open",
    )
    for franchise in franchises:
        name = {"franchise": franchise, "name": franchise.title()}
        if faces:
            table.throw(
                "found_franchise", {path: on for path, on in faces.items() if f"/{franchise}/" in path}, **name
            )
        else:
            table.give("found_franchise", **name)
        join(
            league=league_row,
            user=people.create_user(f"{league}-{franchise}", password=franchise),
            role=Membership.Role.OWNER,
            franchise=franchise,
            actor=table.handle("boss"),
            at=BEGAN,
            handle=table.handle(franchise),
        )
    table.give("open_setup")
    return table


@built_once
def signed(*, drivers: int = 6, cars: int = 3, items: bool = False, over: bool = True, **options: Any) -> Table:
    """A league with rosters and garages large enough for the rounds; its setup is closed if `over` is true.

    With `items`, the first franchise has a machinegun in its stores.
    """
    table = founded(**options)
    for franchise in table.franchises:
        for number in range(1, drivers + 1):
            table.give(
                "hire_rookie",
                by=franchise,
                franchise=franchise,
                driver=f"{franchise}.d{number}",
                name=f"{franchise} {number}",
            )
        for number in range(1, cars + 1):
            table.give(
                "buy_car", by=franchise, franchise=franchise, car=f"{franchise}.car{number}", name=f"Car {number}"
            )
    if items:
        first = table.franchises[0]
        table.give("buy_item", by=first, franchise=first, item=f"{first}.gun1", kind="machinegun")
    if over:
        table.give("close_setup")
    return table


@built_once
def announced(round: int = 1, table: Table | None = None, **options: Any) -> Table:
    """A league with the first match of that round announced for all franchises, at line-ups."""
    table = table or signed(**options)
    match = {"match": f"m{round}", "event": "race", "heats": 2, "franchises": list(table.franchises)}
    table.give("announce_round", round=f"r{round}", matches=[match])
    return table


@built_once
def lined_up(round: int = 1, table: Table | None = None, *, announce: bool = True, **options: Any) -> Table:
    """A league whose match of that round is locked: two cars each, drivers d1 and d2."""
    table = announced(round, table, **options) if announce or table is None else table
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car{number}", "driver": f"{franchise}.d{number}"} for number in (1, 2)]
        table.give(
            "name_line_up",
            by=franchise,
            franchise=franchise,
            match=f"m{round}",
            seats=seats,
            words=f"{franchise} first",
        )
    table.give("lock_line_ups", match=f"m{round}")
    return table


def report(table: Table, **changes: Any) -> dict[str, Any]:
    """A report that passes every check: the first franchise wins, its d1 scores, and the last one's d2 is out."""
    teams = [
        {"franchise": franchise, "points": 10 - 3 * place, "rank": place + 1}
        for place, franchise in enumerate(table.franchises)
    ]
    drivers: list[dict[str, Any]] = [
        {"driver": f"{franchise}.d{number}", "heats": [1, 2]} for franchise in table.franchises for number in (1, 2)
    ]
    drivers[0] |= {"criticals": 2, "scores": 1}
    drivers[-1] |= {"out": True, "heats": [1]}
    cars: list[dict[str, Any]] = [
        {"car": f"{franchise}.car{number}"} for franchise in table.franchises for number in (1, 2)
    ]
    cars[-1] |= {"destroyed": True, "criticals": 3}
    return {"teams": teams, "drivers": drivers, "cars": cars, **changes}


@built_once
def shopping(round: int = 1, table: Table | None = None, **options: Any) -> Table:
    """A league whose match of that round has been reported, and whose shops are open."""
    table = lined_up(round, table, **options)
    match, last = f"m{round}", table.franchises[-1]
    table.give("accept_report", match=match, report=report(table))
    table.give("decide_repairs", by=last, franchise=last, match=match)
    return table


@built_once
def settled(round: int = 1, table: Table | None = None, **options: Any) -> Table:
    """A league whose round has been played, settled and closed."""
    table = shopping(round, table, **options)
    table.give("end_shopping", match=f"m{round}", reason="The week is over.")
    return table


@built_once
def drafting(table: Table) -> Table:
    """A league at its draft, after its rounds: the franchises keep their staff and choose no contracts."""
    for tag in ("rank_table", "award_cup", "retire_drivers", "close_staff_keep", "open_draft"):
        table.give(tag)
    return table


@built_once
def closed(table: Table) -> Table:
    """A league whose rounds are over, played to the end of its season.

    The first in the draft picks one driver, the first at the pool takes one sponsor, and then all pass.
    """
    drafting(table)
    _take_turns(table, at="E6", picks="pick_driver", passes="pass_pick", of="driver")
    table.give("draw_sponsors")
    _take_turns(table, at="E8", picks="pick_sponsor", passes="pass_sponsor", of="sponsor")
    table.give("close_season")
    return table


def _take_turns(table: Table, *, at: str, picks: str, passes: str, of: str) -> None:
    picked = False
    while (season := table.state).step == at:
        turn = draft_turn(season) if of == "driver" else pool_turn(season)
        assert turn is not None
        by_franchise = {"by": turn.franchise, "franchise": turn.franchise}
        if picked:
            table.give(passes, **by_franchise)
            continue
        free = [driver.id for driver in season.all_drivers() if not why_not_draftable(season, turn.franchise, driver)]
        choice = free[0] if of == "driver" else season.pool_sponsors()[0].id
        table.give(picks, **by_franchise, **{of: choice})
        picked = True


@built_once
def reopened(table: Table, name: str = "s2", *, rounds: int = 3, **options: Any) -> Table:
    """A league whose closed season is followed by another, at hiring, with its own secret."""
    actor, at = table.handle("boss"), table.at + timedelta(minutes=table.given)
    secret = hashlib.sha256(f"{table.league}/{name}".encode()).digest()
    open_following_season(table.season, name, secret=secret, rounds=rounds, actor=actor, at=at, key="open", **options)
    following = Table(
        league=table.league, season=f"{table.league}/{name}", given=table.given, franchises=table.franchises
    )
    following.give("open_setup")
    return following


def assert_reconciled(season: str) -> None:
    """Check by audit that the season is what its journal says."""
    assert audit(season) == []
