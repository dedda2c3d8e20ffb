"""Founds a league in one transaction: league, first season, franchises, calendar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from jobs.kinds import JobRun, job_kind
from jobs.queue import enqueue
from journal import open_season, perform
from journal.unattended_moves import give_as_clock
from league.founding.franchise_names import FRANCHISE_NAMES, id_from_name, suggest_names
from league.founding.league_shape import LeagueShape, season_kind, shape_of_kind
from league.membership import LeagueStands, found_league, is_id_taken, join
from league.models import Batch, League, Membership, NameChange, Season
from league.name_checks import clean_new_name, lock_league_names
from league.queries.season_leaves import LEAVES, SCHEMES, Seeds
from rules.campaign.core.switches import REPORTED_BY_PEOPLE, RULESET_SWITCH
from rules.campaign.founding.season_start import MOST_ROUNDS, FoundFranchise
from rules.campaign.founding.setup import OpenSetup
from rules.core.refusals import Malformed
from rules.core.terms import FranchiseId
from rules.match.registry import rulesets
from scheduling.automatic_steps import run_automatic_steps
from scheduling.awaited_dice import refuse_unreachable_beacon
from scheduling.calendar import set_calendar
from scheduling.windows import sync_windows

FINISH_JOB = "finish_founding"
"""The kind of job that opens a league's setup and seats its founder."""
RETRY_DELAY = timedelta(seconds=2)


def enqueue_finish(season: str, *, franchise: str, founder: Any, at: datetime) -> None:
    """Queue a job that opens a season's setup once no dice are awaited.

    It also seats the founder in that franchise, unless `franchise` is empty.
    """
    arguments = {"franchise": franchise, "founder": founder.pk}
    awaited_at = Season.objects.get(pk=season).awaited_at
    enqueue(
        FINISH_JOB,
        key=f"{season}/{FINISH_JOB}",
        at=at,
        due_at=(awaited_at or at) + RETRY_DELAY,
        season=season,
        arguments=arguments,
    )


@job_kind(FINISH_JOB, title="A league is founded", resumes="The founding of {season} goes on after the next start.")
def finish_founding(run: JobRun) -> None:
    """The job: open the setup and seat the founder, or queue itself again while dice are awaited."""
    at, arguments = run.now(), dict(run.arguments)
    with transaction.atomic():
        row = Season.objects.select_for_update(no_key=True).get(pk=run.season)
        if row.awaited:
            tries = int(arguments.get("tries", 0)) + 1
            key = f"{row.pk}/{FINISH_JOB}/{tries}"
            enqueue(
                FINISH_JOB,
                key=key,
                at=at,
                due_at=at + RETRY_DELAY * tries,
                season=row.pk,
                arguments={**arguments, "tries": tries},
            )
            run.note("Dice are awaited still.")
            return
        if row.step == "S0":
            give_as_clock(row.pk, [OpenSetup()], at=at, key="founding/open_setup")
        if franchise := str(arguments["franchise"]):
            _seat_founder(row, franchise, founder=get_user_model().objects.get(pk=arguments["founder"]), at=at)
    run_automatic_steps(run.season, at=at)


def _seat_founder(row: Season, franchise: str, *, founder: Any, at: datetime) -> None:
    owner = Membership.Role.OWNER
    if not Membership.objects.filter(
        league=row.league_id, franchise=f"{row.league_id}/{franchise}", role=owner
    ).exists():
        join(league=row.league, user=founder, role=owner, franchise=franchise, actor="", at=at)


FEWEST_FRANCHISES, MOST_FRANCHISES = 2, 20
"""How many franchises a new league may have."""
FIRST_SEASON = "s1"
MOST_ATTEMPTS = 5
"""How often founding is tried if others found leagues of the same name at the same moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundingRequest:
    """What a founder asks for. With `rounds` None and `resolver` "", the values of the kind of season apply."""

    name: str
    franchises: int = 8
    kind: str = "printed"
    rounds: int | None = None
    resolver: str = ""
    public: bool = True
    own_seat: bool = False
    time_zone: str = "UTC"
    unattended: bool = False
    dice: str = LEAVES
    """What its dice wait for; a value of `Season.dice`."""


def create_playable_league(
    request: FoundingRequest,
    *,
    founder: Any,
    at: datetime,
    key: str,
    words: str = "",
    shape: LeagueShape | None = None,
) -> League:
    """Found a league with its first season, ready for hiring, in a `shape` or else in that of its kind of season.

    The same key again returns the league founded before, unless the founder has closed or left it since. If its dice
    are awaited, hiring opens later (`enqueue_finish`). The seeds are fresh, and the `words` of the founder's browser
    are mixed into the sponsors' dice. Franchises without an owner run on standing orders. Raises `Malformed` or
    `Unknown` for an invalid request, `NameTaken` for a name too like that of another league, and `LeagueStands` if
    too many leagues of the name are being founded.
    """
    _refuse_invalid_request(request)
    refuse_unreachable_beacon(request.dice, at=at)
    for _ in range(MOST_ATTEMPTS):
        try:
            with transaction.atomic():
                # Only one founding per person at a time, so that a resubmitted form finds the league of the first.
                get_user_model().objects.select_for_update().get(pk=founder.pk)
                founded_before = _league_under_key(founder, key)
                return founded_before or _create_league(
                    request,
                    shape or shape_of_kind(season_kind(request.kind)),
                    founder=founder,
                    at=at,
                    key=key,
                    words=words,
                )
        except (IntegrityError, LeagueStands):
            continue  # another league of that id was founded at the same moment
    raise LeagueStands("Many leagues of that name are being founded just now: try again, or choose another name.")


def resolver_choices() -> list[tuple[str, str]]:
    """The choices of how the matches of a new league are played, with their labels."""
    run_here = [(ruleset.name, f"By the site, with {ruleset.title}") for ruleset in rulesets()]
    return [*run_here, (REPORTED_BY_PEOPLE, "At our own table, and we report the results")]


def _create_league(
    request: FoundingRequest, shape: LeagueShape, *, founder: Any, at: datetime, key: str, words: str
) -> League:
    lock_league_names()
    name = clean_new_name(request.name, kind=NameChange.Kind.LEAGUE)
    league = found_league(
        id=_free_league_id(name, at=at),
        name=name,
        public=request.public,
        commissioner=founder,
        at=at,
    )
    if shape.template_key:
        league.template_key, league.template_version = shape.template_key, shape.template_version
        league.save(update_fields=["template_key", "template_version"])
    member = Membership.objects.get(league=league, user=founder)
    resolver = request.resolver or shape.ruleset
    open_season(
        league.pk,
        FIRST_SEASON,
        secret=Seeds.fresh(request.dice),
        rounds=request.rounds or shape.rounds,
        switches={**shape.house_rules, RULESET_SWITCH: resolver},
        edition=shape.edition,
        actor=member.handle,
        at=at,
        key=key,
    )
    season = Season.objects.get(pk=f"{league.pk}/{FIRST_SEASON}")
    shape.prepare(season, member, at)
    names = suggest_names(league.pk, request.franchises)
    ids = [id_from_name(name, otherwise="franchise") for name in names]
    founding = [FoundFranchise(franchise=FranchiseId(id), name=name) for id, name in zip(ids, names, strict=True)]
    awaiting = request.dice != LEAVES
    perform(
        season.pk,
        founding if awaiting else [*founding, OpenSetup()],
        actor=member.handle,
        at=at,
        key=f"{key}.franchises",
        words=words,
    )
    set_calendar(
        league=league.pk,
        member=member,
        at=at,
        **{**shape.calendar, "time_zone": request.time_zone, "unattended": request.unattended},
    )
    shape.complete(season, member, at)
    sync_windows(season.pk, at=at)
    if awaiting:
        enqueue_finish(season.pk, franchise=ids[0] if request.own_seat else "", founder=founder, at=at)
    elif request.own_seat:
        join(league=league, user=founder, role=Membership.Role.OWNER, franchise=ids[0], actor="", at=at)
    return league


def _league_under_key(founder: Any, key: str) -> League | None:
    """The league that a person founded under that key; None if there is none, or if they closed or left it since."""
    own_leagues = Membership.objects.filter(user=founder).exclude(role=Membership.Role.FORMER).values("league")
    batches = Batch.objects.filter(key=key, first=1, season__league__in=own_leagues)
    batch = batches.select_related("season__league").first()
    return None if batch is None else batch.season.league


def _free_league_id(name: str, *, at: datetime) -> str:
    """An unused league id made from a name, with a number appended if needed."""
    stem = id_from_name(name, otherwise="league")
    if not is_id_taken(stem, at=at):
        return stem
    taken = set(League.objects.filter(pk__startswith=f"{stem}-").values_list("pk", flat=True))
    return next(id for number in count(2) if (id := f"{stem}-{number}") not in taken and not is_id_taken(id, at=at))


def _refuse_invalid_request(request: FoundingRequest) -> None:
    if not request.name.strip():
        raise Malformed("A league needs a name: give it one.")
    if not FEWEST_FRANCHISES <= request.franchises <= min(MOST_FRANCHISES, len(FRANCHISE_NAMES)):
        raise Malformed(
            f"A league has {FEWEST_FRANCHISES} to {MOST_FRANCHISES} franchises at first: choose a number of those."
        )
    if request.rounds is not None and not 1 <= request.rounds <= MOST_ROUNDS:
        raise Malformed(f"A season has 1 to {MOST_ROUNDS} rounds: choose a number in this range.")
    if request.dice not in SCHEMES:
        raise Malformed("Dice rest on words, wait for the beacon, or for words that are revealed: choose one.").at(
            "dice"
        )
    if request.resolver and request.resolver not in dict(resolver_choices()):
        raise Malformed("Matches are resolved here or reported: choose one from the list.")
