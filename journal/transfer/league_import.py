"""The import of a league: all or nothing, and only what verifies.

Entries are copied; tables, records and checkpoints are rebuilt by replaying them. If the chain, faces, facts or
digests of a document do not match the rules and its own hashes, it is refused with the entry's number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from django.contrib.auth import get_user_model
from django.core.exceptions import ObjectDoesNotExist
from django.db import DataError, IntegrityError, connection, models, transaction

from drivers.models import Driver
from franchises.crests import parse_blazon
from franchises.models import ChosenCrest, Franchise, StandingOrders
from journal import entry_body as bodies
from journal.audit import Finding, NotPerformed
from journal.gate import open_gate
from journal.match_logs import import_match_logs
from journal.state import store
from journal.state.table_rebuild import rebuild
from journal.state.tables import IdPrefixes
from journal.transfer import season_export
from journal.transfer.export_columns import columns_from, require_value
from journal.transfer.league_documents import LeagueDocuments, import_documents
from journal.transfer.league_export_schema import (
    ArchivedBatch,
    ArchivedEntry,
    ArchivedSeason,
    LeagueArchive,
    parse_archived_season,
    parse_league_archive,
)
from journal.verify import SeasonVerification, verify, verify_without_rules
from league.membership import LeagueStands
from league.models import Batch, Calendar, Checkpoint, DeletedLeague, Entry, League, LeagueLog, Membership, Season
from league.queries.match_times import STANDING_REVEAL
from rules.campaign.core.codec import season_from_json
from rules.campaign.steward import orders_from
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import validate_id
from rules.match.report import EVIDENCE

Hours = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
CALENDAR_HOURS = ("reminder_hours", "agreed_hours", "appeal_hours")
"""The columns of a calendar that are a number of hours."""


class ExportDoesNotVerify(Refusal):
    """The export cannot be imported because it contradicts its own hashes, its dice or the rules."""


class PersonStands(Refusal):
    """A handle in the export already belongs to a member of another league on this site."""


@dataclass(frozen=True, slots=True)
class ImportedLeague:
    """The result of an import: the league, its seasons, and how many entries they have."""

    league: League
    seasons: list[Season]
    entries: int


Progress = Callable[[int, int], None]
"""Called with the number of entries performed again so far, and of all entries."""


def import_league(text: bytes) -> ImportedLeague:
    """Import a league. Raises `Malformed`, `LeagueStands`, `PersonStands` or `ExportDoesNotVerify`.

    Users are matched by user name; missing ones are created with an unusable password.
    """
    return import_archive(parse_league_archive(text))


def import_archive(document: LeagueArchive, *, told: Progress = lambda _done, _total: None) -> ImportedLeague:
    """Import a parsed export. Raises as `import_league` does."""
    try:
        with transaction.atomic(), open_gate():
            return _import_archive(document, told=told)
    except (DataError, OverflowError):
        raise Malformed("This export holds a text or a number that is too long: export the league again.") from None


def _import_archive(document: LeagueArchive, *, told: Progress) -> ImportedLeague:
    """Write the rows of an export. Raises as `import_league` does, and database errors for overlong values."""
    league = _create_league(document)
    seasons = [parse_archived_season(bytes(season)) for season in document.seasons]
    _refuse_improper_seasons(seasons)
    rows = [_create_season(league, season) for season in seasons]
    count = _ProgressCounter(sum(len(season.entries) for season in seasons), told)
    for row, archived_season in zip(rows, seasons, strict=True):
        _rebuild_season(row, archived_season.car_names, told=count.advance)
        import_match_logs(row, archived_season.logs)
    _import_documents(document.papers, league=league.pk)
    _refuse_dangling_references(league.pk)
    if (archived_at := document.league.archived_at) is not None:
        league.archived_at = archived_at
        league.save(update_fields=["archived_at"])
    return ImportedLeague(league, rows, sum(row.length for row in rows))


@dataclass(slots=True)
class _ProgressCounter:
    """Counts the entries of all seasons that were performed again."""

    total: int
    told: Progress
    done: int = 0

    def advance(self) -> None:
        self.done += 1
        self.told(self.done, self.total)


def _import_documents(papers: LeagueDocuments, *, league: str) -> None:
    try:
        with transaction.atomic():
            import_documents(papers, league=league)
    except (Malformed, IntegrityError, ObjectDoesNotExist) as error:
        reason = str(error).rstrip(".")
        raise Malformed(f"The league's claims, plans or answers cannot be read: {reason}. Export it again.") from None


def _refuse_dangling_references(where: str) -> None:
    """Raise `Malformed` if a row refers to something that the export does not have."""
    try:
        connection.check_constraints()
    except IntegrityError as error:
        reason = str(error).rstrip(".")
        raise Malformed(
            f"{where} speaks of what is not in this export ({reason}): export the league again."
        ) from None


def _refuse_improper_seasons(seasons: Sequence[ArchivedSeason]) -> None:
    """Raise `Malformed` for a duplicate season, or a secret that is not in hex digits."""
    ids = [season.season for season in seasons]
    for season in seasons:
        if ids.count(season.season) > 1:
            raise Malformed(f"The season {season.season[:80]} stands twice in this export: give it once.")
        try:
            bytes.fromhex(season.secret)
        except ValueError:
            raise Malformed(
                f"The secret of {season.season[:80]} is no hex digits: export the league again."
            ) from None


def dry_run_import(text: bytes) -> list[SeasonVerification]:
    """Import and verify every season of an export, then roll back. Raises as `import_league` does."""
    with transaction.atomic():
        found = [verify(row.pk) for row in import_league(text).seasons]
        transaction.set_rollback(True)
    return found


def _rebuild_season(row: Season, car_names: Mapping[str, str], *, told: Callable[[], None]) -> None:
    """Rebuild the tables of a season from its entries. Raises `ExportDoesNotVerify`, naming the entry."""
    _refuse_findings(row, verify_without_rules(row).findings)
    try:
        with transaction.atomic():
            check = rebuild(row, car_names=car_names, told=told)
            connection.check_constraints()
    except NotPerformed as error:
        raise _does_not_verify(row, error.finding) from None
    except IntegrityError as error:
        raise _does_not_verify(row, Finding(0, f"it speaks of what is not in this export ({error})")) from None
    _refuse_findings(row, check.findings_with_tables())


def _refuse_findings(row: Season, found: Sequence[Finding]) -> None:
    if found:
        raise _does_not_verify(row, found[0])


def _does_not_verify(row: Season, found: Finding) -> ExportDoesNotVerify:
    where = f"{row.pk}, entry {found.entry}" if found.entry else row.pk
    sentence = found.sentence.rstrip(".")
    return ExportDoesNotVerify(f"{where}: {sentence}. Nothing was imported; export the league again where it is.")


def _create_league(document: LeagueArchive) -> League:
    """Create the league with its members, names, orders, crests, calendar and log."""
    archived_league = document.league
    id = validate_id(archived_league.id, thing="league")
    refuse_existing_league(id, [member.handle for member in document.members])
    league = League.objects.create(
        pk=id, name=archived_league.name, public=archived_league.public, founded_at=archived_league.founded_at
    )
    people: tuple[tuple[type[models.Model], dict[str, str]], ...] = (
        (Franchise, document.franchises),
        (Driver, document.drivers),
    )
    for model, names in people:
        model._default_manager.bulk_create(
            model(pk=f"{id}/{validate_id(short_id, thing=model.__name__)}", league=league, name=name)
            for short_id, name in names.items()
        )
    try:
        with transaction.atomic():
            for member in document.members:
                franchise = f"{id}/{member.franchise}" if member.franchise else None
                Membership.objects.create(
                    league=league,
                    user=get_or_create_user(member.user),
                    role=member.role,
                    franchise_id=franchise,
                    handle=member.handle,
                )
            for orders in document.standing_orders:
                row = {**orders, "franchise_id": f"{id}/{require_value(orders, 'franchise')}"}
                orders_from(require_value(orders, "document", dict))
                StandingOrders.objects.create(**columns_from(StandingOrders, row))
            for short_id, blazon in document.crests.items():
                if (crest := parse_blazon(blazon)) is None:
                    raise Malformed(f"{blazon[:80]!r} is no crest")
                ChosenCrest.objects.create(franchise_id=f"{id}/{short_id}", blazon=crest.blazon)
            if document.calendar is not None:
                _refuse_improper_calendar(document.calendar)
                Calendar.objects.create(league=league, **columns_from(Calendar, document.calendar))
            LeagueLog.objects.bulk_create(
                LeagueLog(league=league, **columns_from(LeagueLog, entry)) for entry in document.log
            )
    except (Refusal, IntegrityError) as error:
        reason = str(error).rstrip(".")
        raise Malformed(f"The league's members, orders, crests, calendar or log cannot be read: {reason}.") from None
    return league


def _refuse_improper_calendar(document: Mapping[str, Any]) -> None:
    """Raise `Malformed` for invalid hours, paused windows, an unknown time zone, standing reveal or grade."""
    try:
        msgspec.convert(require_value(document, "hours", dict), dict[str, Hours])
        msgspec.convert({name: document.get(name) for name in CALENDAR_HOURS}, dict[str, Hours | None])
        msgspec.convert(require_value(document, "paused", list), list[str])
        ZoneInfo(require_value(document, "time_zone"))
    except msgspec.ValidationError as error:
        raise Malformed(f"the calendar's hours, or what stands still in it, cannot be read ({error})") from None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Malformed("the calendar has a time zone that is not known here") from None
    reveal, grade = (document.get(name, "") for name in ("standing_reveal", "least_evidence"))
    if reveal != "" and not (isinstance(reveal, str) and STANDING_REVEAL.fullmatch(reveal)):
        text = str(reveal)[:40]
        raise Malformed(f"the calendar's standing reveal {text!r} is not a day and a time such as SAT 20:00")
    if grade != "" and grade not in EVIDENCE:
        raise Malformed(f"the calendar's least evidence {str(grade)[:40]!r} is not a grade that is known here")


def refuse_existing_league(league: str, handles: Sequence[str]) -> None:
    """Raise `LeagueStands` if the league exists, or `PersonStands` if a member has one of these handles.

    The id of a league that was deleted here is free for its own export.
    """
    if League.objects.filter(pk=league).exists():
        text = f"There is a league {league} already: an export is imported where there is none of its name."
        raise LeagueStands(text)
    members = Membership.objects.filter(handle__in=handles)
    if handle := members.values_list("handle", flat=True).first():
        raise PersonStands(f"{handle} is a member of another league here: an export is imported into one site once.")
    DeletedLeague.objects.filter(pk=league, finished_at__isnull=False).delete()


def get_or_create_user(name: str) -> Any:
    """The user of that name; if there is none, create one that cannot log in."""
    user, new = get_user_model().objects.get_or_create(username=name)
    if new:
        user.set_unusable_password()
        user.save()
    return user


def _create_season(league: League, archived: ArchivedSeason) -> Season:
    """Create a season's row, opening, batches and entries from its export."""
    if archived.format != season_export.SEASON_EXPORT_FORMAT or archived.season.rsplit("/", 1)[0] != league.pk:
        raise Malformed(f"{archived.season[:80]!r} is no season of {league.pk}: give the export of one league.")
    name = validate_id(archived.season.rsplit("/", 1)[1], thing="season")
    place = IdPrefixes(season=archived.season, league=league.pk)
    try:
        opening = season_from_json(bytes(archived.opening_state))
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(
            f"The opening of {archived.season} cannot be read ({error}): export the league again."
        ) from None
    row = Season(
        **store.own_columns(opening, place),
        pk=archived.season,
        league=league,
        name=name,
        title=archived.title,
        secret=archived.secret,
        secret_hash=archived.secret_hash,
        dice=archived.dice,
        seeds=[{name: value for name, value in asdict(seed).items() if value is not None} for seed in archived.seeds],
        roots=archived.roots,
        forked_from=archived.forked_from,
        genesis=archived.genesis,
        length=archived.length,
        head=archived.head,
        digest=archived.digest,
        opened_at=archived.opened_at,
    )
    row.save(force_insert=True)
    state = bodies.compress(bytes(archived.opening_state))
    Checkpoint.objects.create(season=row, number=0, digest=archived.opening, state=state)
    try:
        with transaction.atomic():
            written = Batch.objects.bulk_create(
                Batch(season=row, **{name: getattr(batch, name) for name in ArchivedBatch.__slots__})
                for batch in archived.batches
            )
            Entry.objects.bulk_create(_entries(row, archived.entries, written), batch_size=200)
    except IntegrityError as error:
        raise _does_not_verify(
            row, Finding(0, f"its batches or entries are not those of one journal ({error})")
        ) from None
    return row


def _by_number(batches: Iterable[Batch], *, last: int) -> dict[int, Batch]:
    """The batch of each entry number; if batches overlap, the earlier one has the entries."""
    by_number: dict[int, Batch] = {}
    after = 0
    for batch in sorted(batches, key=lambda item: item.first):
        by_number |= dict.fromkeys(range(max(batch.first, after + 1), min(batch.last, last) + 1), batch)
        after = max(after, batch.last)
    return by_number


def _entries(row: Season, entries: Sequence[ArchivedEntry], batches: list[Batch]) -> Iterator[Entry]:
    of = _by_number(batches, last=len(entries))
    for number, entry in enumerate(entries, start=1):
        if entry.number != number:
            raise _does_not_verify(row, Finding(number, f"entry {entry.number} stands in its place"))
        if number not in of:
            raise _does_not_verify(row, Finding(number, "it belongs to no batch"))
        yield Entry(
            season=row,
            batch=of[number],
            body=bodies.compress(bytes(entry.body)),
            **{name: getattr(entry, name) for name in _COPIED_FIELDS},
        )


_COPIED_FIELDS = [name for name in ArchivedEntry.__slots__ if name != "body"]
