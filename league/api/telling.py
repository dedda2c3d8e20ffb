"""Rows and facts as the API's shapes tell them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from league.api.addresses import behind
from league.api.shapes.journal import ByHandOut, EntryOut, FactOut, MisreadDieOut, MisreadOut, RollOut, SubjectOut
from league.api.shapes.leagues import MatchOut, SeasonOut, StandingOut, TeamOut
from league.evidence import OWN_DICE
from league.hand_marks import MisreadMark, entered_by_hand, misread_on
from league.journal.body import Body, read, read_retelling
from league.journal.misread_dice import Misreading
from league.journal.pen import Told
from league.models import Season
from league.pages.called import Names
from league.pages.names import names_in
from league.pages.routes import local
from league.pages.telling import tell
from league.queries.figures import subjects_of
from league.queries.season_leaves import level_of
from league.queries.season_secrets import committed
from league.queries.standings import Fixture, Standing
from rules.campaign.core.codec import fact_document, fact_from_document
from rules.campaign.core.command import STEP_NAMES
from rules.campaign.core.facts import Fact
from rules.core.dice import Roll

OF_A_LINE = ("points", "wins", "criticals", "balance")
OF_A_MATCH = ("points",)


def season_told(row: Season, *, digest: str = "", secret: str = "") -> SeasonOut:
    """A season, with the digest of its state where that is anybody's to see, and its secret where it is published."""
    return SeasonOut(
        league=row.league_id,
        name=row.name,
        number=row.number,
        step=row.step,
        step_name=STEP_NAMES[row.step],
        edition=row.edition,
        entries=row.length,
        head=row.head,
        secret_hash=committed(row),
        level=level_of(row),
        opened_at=row.opened_at,
        digest=digest,
        secret=secret,
    )


def standing_told(line: Standing, season: str, until: Mapping[str, int] | None = None) -> StandingOut:
    """A line of the standings of a season; `until` is the last entry that counts for a figure, where not all do."""
    franchise, figures = local(line.franchise), (*OF_A_LINE, *(["rank"] if line.final_rank else []))
    return StandingOut(
        franchise=franchise,
        name=line.name,
        rank=line.rank,
        shared=line.shared,
        points=line.points,
        wins=line.wins,
        criticals=line.criticals,
        balance=line.balance,
        folded=line.folded,
        form=line.form,
        why=behind(season, "franchise", franchise, figures, until),
    )


def match_told(fixture: Fixture, proven: Mapping[str, str]) -> MatchOut:
    """A match; points of its teams only once they stand. `proven` has each result's evidence, by the match's name."""
    evidence = proven.get(local(fixture.id), "") if fixture.reported else ""
    return MatchOut(
        id=local(fixture.id),
        round=fixture.round,
        event=fixture.event,
        surface=fixture.surface,
        heats=fixture.heats,
        step=fixture.step,
        step_name=STEP_NAMES[fixture.step],
        ruleset=fixture.ruleset,
        setting=dict(fixture.setting),
        teams=tuple(
            TeamOut(
                franchise=local(each.franchise),
                name=each.name,
                points=each.points if fixture.reported else None,
                won=each.won,
                forfeited=each.forfeited,
                line_up_named=each.named,
            )
            for each in fixture.teams
        ),
        why=behind(fixture.id.rpartition("/")[0], "match", local(fixture.id), OF_A_MATCH),
        evidence=evidence,
        own_dice=evidence == OWN_DICE,
    )


def entries_told(rows: Iterable[Any], names: Names) -> tuple[EntryOut, ...]:
    """Entries of `chain`: what of each its reader may see, as it stands since it was amended."""
    read_rows = [(row, *_read(row)) for row in rows]
    names = names_in(names, [fact for _, _, facts in read_rows for fact in facts])
    return tuple(
        EntryOut(
            number=row.number,
            at=row.at,
            hash=row.hash,
            seal=row.seal,
            readable=row.may_read,
            actor=row.read_actor,
            on_behalf_of=row.read_owner,
            reason=row.read_reason,
            command=None if body is None else body.command,
            facts=facts_told(facts, names),
            by_hand=None if body is None else _by_hand(body),
            unapproved=body is not None and body.done_alone(),
            approved_by="" if body is None else body.approved_by,
        )
        for row, body, facts in read_rows
    )


def given_told(entries: Iterable[Told], names: Names) -> tuple[EntryOut, ...]:
    """Entries to whoever just gave them, who may read all that he gave; none of them is sealed."""
    told = list(entries)
    names = names_in(names, [fact for each in told for fact in each.facts])
    return tuple(
        EntryOut(
            number=each.number,
            at=each.entry.at,
            hash=each.entry.hash,
            seal="",
            readable=True,
            actor=each.entry.actor,
            on_behalf_of=each.entry.on_behalf_of,
            reason=each.entry.reason,
            command=each.command,
            facts=facts_told(each.facts, names),
            by_hand=_by_hand(body),
            unapproved=body.done_alone(),
            approved_by=body.approved_by,
        )
        for each, body in ((each, read(each.entry.body)) for each in told)
    )


def facts_told(facts: Iterable[Fact], names: Names) -> tuple[FactOut, ...]:
    """Facts with their sentences, rules and dice."""
    return tuple(_fact(each, names) for each in facts)


def _fact(stated: Fact, names: Names) -> FactOut:
    document = fact_document(stated)
    return FactOut(
        kind=document.pop("kind"),
        sentence=tell(stated, names).sentence,
        rule=str(document.pop("rule")),
        rolls=tuple(roll_told(each) for each in stated.rolls),
        fields={name: value for name, value in document.items() if name != "rolls"},
        subjects=tuple(SubjectOut(kind=each.kind, id=each.id) for each in subjects_of(stated)),
    )


def roll_told(thrown: Roll) -> RollOut:
    """One throw."""
    return RollOut(
        path=thrown.path,
        sides=thrown.sides,
        faces=thrown.faces,
        why=thrown.why,
        by_hand=entered_by_hand(thrown.path),
        misread=tuple(map(misread_told, misread_on(thrown.path))),
    )


def misread_die_told(die: Misreading) -> MisreadDieOut:
    """One die that an amend says was misread."""
    return MisreadDieOut(path=die.path, die=die.die, was=die.was, now=die.now)


def misread_told(marked: MisreadMark) -> MisreadOut:
    """One die that was misread."""
    return MisreadOut(
        die=marked.die,
        was=marked.was,
        now=marked.now,
        amend=marked.amend,
        by=marked.by,
        approved_by=marked.approved_by,
        reason=marked.reason,
    )


def _by_hand(body: Body) -> ByHandOut | None:
    """Who entered faces for an entry; None where nobody did."""
    if not body.typed:
        return None
    typed = body.typed
    return ByHandOut(by=typed["typist"], witness=typed["witness"], paths=tuple(sorted(typed["faces"])))


def _read(row: Any) -> tuple[Body | None, list[Fact]]:
    """What an entry says, and the facts that stand for it now; nothing of one that is sealed from its reader."""
    if not row.may_read:
        return None, []
    body = read(row.read_body)
    documents = body.facts if row.read_retold is None else read_retelling(row.read_retold).facts
    return body, [fact_from_document(each) for each in documents]
