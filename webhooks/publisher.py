"""Publishes entries and claims to the webhooks of their league: writes messages and enqueues their sending.

The house rules are changed one by one, so that a version of theirs is several entries: all of them make the same
message, which is sent once.

Rules HOUSE-008, HOUSE-012.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from drivers.models import Driver
from franchises.models import Franchise
from jobs.outbox_delivery import EVERY_TOPIC, Write, outbox_receiver
from jobs.queue import enqueue
from journal import entry_body
from journal.amends.timeline import AMEND_TAG
from league.access import viewer_of
from league.models import AnswerVersion, Delivery, Entry, Outbox, Reveal, Season, Webhook
from league.queries.entries import visible_entries
from league.queries.names import match_titles, title_in_sentence
from league.queries.webhooks import active_webhooks
from rules.campaign.core.codec import fact_document
from rules.campaign.core.facts import Fact
from rules.campaign.core.questionnaires import HOUSE_RULES, OWN, own_questionnaire
from rules.match.registry import get_questionnaire
from scheduling.notices.inbox import franchise_owners, league_commissioners
from scheduling.season_end_report import fact_line
from sql.short_transactions import MOST_ROWS, short_transaction, update_in_pieces
from webhooks.events import ANSWERS_PUBLISHED, EVENT_BY_FACT, EVENTS, EVERY_ENTRY, wants_event
from webhooks.messages import Message, encode_body

ANSWER_COMMAND, SWITCH_COMMAND = "answer_questions", "change_switch"
HOUSE_RULES_TITLE = "the house rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedAnswers:
    """A version that an entry published; `step` is when it is in force, empty for at once.

    `questions` are the keys of those it answers otherwise. It `is_readable` if it has a document besides its entry.
    """

    questionnaire: str
    title: str
    version: int
    step: str
    questions: tuple[str, ...]
    is_readable: bool

    @property
    def key(self) -> str:
        """What tells its message from others of the season."""
        return f"answers/{self.questionnaire}/{self.version}"

    @property
    def sentence(self) -> str:
        """The sentence of its message."""
        when = f", in force from {self.step} on" if self.step else ""
        return f"Version {self.version} of {self.title} was published{when}."

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of its message."""
        return {
            "questionnaire": self.questionnaire,
            "version": self.version,
            "in_force_from": self.step,
            "questions": list(self.questions),
        }


def published_answers_in(entry: Entry, command: Mapping[str, Any]) -> PublishedAnswers | None:
    """The version that the command of an entry published; None if it published none."""
    if entry.command not in (ANSWER_COMMAND, SWITCH_COMMAND) or not command.get("version"):
        return None
    is_house_rule = entry.command == SWITCH_COMMAND
    questionnaire = HOUSE_RULES if is_house_rule else str(command["questionnaire"])
    row = AnswerVersion.objects.filter(
        season=entry.season_id, questionnaire=questionnaire, number=command["version"], published_at__isnull=False
    ).first()
    given = [command["switch"]] if is_house_rule else command.get("answers", {})
    return PublishedAnswers(
        questionnaire=questionnaire,
        title=_title(questionnaire),
        version=command["version"],
        step=command.get("step", ""),
        questions=tuple(sorted(given if row is None else row.answers)),
        is_readable=row is not None,
    )


def _title(questionnaire: str) -> str:
    """What sentences call a questionnaire."""
    if questionnaire == HOUSE_RULES:
        return HOUSE_RULES_TITLE
    return (own_questionnaire(()) if questionnaire == OWN else get_questionnaire(questionnaire)).title


STALE_AFTER = timedelta(days=7)
"""Entries older than this when they are delivered are no news."""
MOST_WAITING = 1000
"""The most messages that may wait for one webhook; beyond that it is stopped, since nobody takes them."""
SEND_JOB = "send_webhook"
SETTLEMENT_COMMAND = "close_settlement"
PlannedDeliveries = tuple[Webhook, list[Delivery] | None]
"""A webhook and the messages to write for it; None if so many wait that it must be stopped."""
STOPPED_SENTENCE = "The webhook was stopped."
OVERFLOW_SENTENCE = "So many messages wait for it that it was stopped: make another when it answers again."


def rows_with_listeners(rows: Collection[Outbox]) -> set[int]:
    """The rows of leagues that have an active webhook."""
    leagues = {row.season_id.partition("/")[0] for row in rows}
    heard = set(Webhook.objects.filter(league_id__in=leagues, stopped_at=None).values_list("league_id", flat=True))
    return {row.pk for row in rows if row.season_id.partition("/")[0] in heard}


@outbox_receiver(EVERY_TOPIC, concerned=rows_with_listeners, reads_first=True)
def publish_entry(season_id: str, number: int, _topic: str, at: datetime) -> Write | None:
    """Publish an entry to every webhook that wants its events and whose person may read it."""
    league = season_id.partition("/")[0]
    hooks = list(active_webhooks(league))
    if not hooks:
        return None
    found = Entry.objects.select_related("season__league").filter(season_id=season_id, number=number)
    entry = found.filter(season__forked_from="", at__gt=at - STALE_AFTER).first()
    if entry is None:
        return None
    messages = list(_entry_messages(entry))
    hooks = [hook for hook in hooks if any(wants_event(hook.kinds, message.event) for message in messages)]
    people = {hook.user_id: hook.user for hook in hooks if getattr(hook, "belongs", False)}
    planned: list[PlannedDeliveries] = []
    for user, person in people.items():
        viewer = viewer_of(person, entry.season.league)
        readable = visible_entries(season_id, viewer).filter(number=number).exists()
        own_hooks = [hook for hook in hooks if hook.user_id == user]
        planned += _plan_deliveries(own_hooks, messages if readable else [], at=at)
    ended_hooks = [hook for hook in hooks if not getattr(hook, "belongs", True)]
    return partial(_write_deliveries, planned, ended_hooks, at=at) if planned or ended_hooks else None


def publish_event(
    event: str,
    *,
    season: Season,
    key: str,
    says: str,
    at: datetime,
    about: Mapping[str, Any],
    to: Collection[int] | None = None,
) -> None:
    """Publish an event without an entry, such as a claim, to a league's webhooks; each key only once.

    `about` are the event's own fields; `to` are the users who may know of it, None for every member. It writes rows
    in the caller's transaction, and nothing is sent before that is committed. Nothing is published of a rehearsal.
    """
    if season.forked_from:
        return
    message = Message(
        event=EVENTS[event].name,
        league=season.league_id,
        season=season.name,
        key=f"{season.name}/{key}",
        says=says,
        at=at,
        fields=dict(about),
    )
    hooks = [
        hook
        for hook in active_webhooks(season.league_id)
        if wants_event(hook.kinds, event) and (to is None or hook.user_id in to)
    ]
    planned = _plan_deliveries([hook for hook in hooks if getattr(hook, "belongs", False)], [message], at=at)
    _write_deliveries(planned, [hook for hook in hooks if not getattr(hook, "belongs", True)], at=at)


def publish_claim(
    *, season: Season, match: str, side: str, claim: int, teams: Collection[str], disputed: bool, at: datetime
) -> None:
    """Publish a claimed report, and if `disputed` that reports differ: to commissioners and owners in the match.

    `side` is the franchise that claims, empty for the commissioner; `teams` are those in the match, by short names.
    """
    league = season.league_id
    members = [*franchise_owners(league, teams), *league_commissioners(league)]
    to = {member.user_id for member in members}
    name = Franchise.objects.filter(pk=f"{league}/{side}").values_list("name", flat=True).first()
    claimant = (name or side) if side else "The commissioner"
    about = {"match": match, "side": side}
    title = _title_in_sentence(season.pk, match)
    sentence = f"{claimant} claimed a report of {title}."
    publish_event("report.claimed", season=season, key=f"claim/{claim}", says=sentence, at=at, about=about, to=to)
    if disputed:
        sentence = f"The reports of {title} differ."
        publish_event(
            "report.disputed",
            season=season,
            key=f"claim/{claim}",
            says=sentence,
            at=at,
            about={"match": match},
            to=to,
        )


def publish_reveal(season: Season, reveal: Reveal, event: str, *, at: datetime) -> None:
    """Publish that the reveal of a round was set, moved or called off, or that the round is revealed."""
    number = reveal.number
    when = "" if reveal.at is None else f"{reveal.at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    sentences = {
        "reveal.set": f"The matches of round {number} are played and revealed together, {when}.",
        "reveal.moved": f"Round {number} is revealed at another time, {when}.",
        "reveal.called_off": f"The matches of round {number} are not revealed together any more.",
        "round.revealed": f"Round {number} is revealed.",
    }
    moment = None if reveal.at is None else reveal.at.astimezone(UTC)
    about = {"number": number, "reveal_at": moment} if "reveal_at" in EVENTS[event].fields else {"number": number}
    key = f"reveal/{number}" if event == "round.revealed" else f"reveal/{number}/{reveal.changes}"
    publish_event(event, season=season, key=key, says=sentences[event], at=at, about=about)


def enqueue_sending(hook: int, key: str, *, at: datetime) -> None:
    """Enqueue the sending of a webhook's due messages, once for that key."""
    enqueue(SEND_JOB, key=f"{SEND_JOB}/{hook}/{key}", at=at, arguments={"webhook": hook})


def deactivate_webhook(hook: Webhook, *, at: datetime, said: str) -> None:
    """Deactivate a webhook; waiting messages are never sent, and each records why. Repeating it changes nothing.

    It may run inside another transaction: if more messages wait than one turn may write, a job does the rest.
    """
    waiting = Delivery.objects.filter(webhook=hook, next_at__isnull=False)
    with short_transaction():
        Webhook.objects.filter(pk=hook.pk, stopped_at=None).update(stopped_at=at)
        first = list(waiting.values_list("pk", flat=True)[: MOST_ROWS + 1])
        waiting.filter(pk__in=first[:MOST_ROWS]).update(next_at=None, said=said)
        if len(first) > MOST_ROWS:
            arguments = {"webhook": hook.pk, "said": said}
            enqueue(SEND_JOB, key=f"{SEND_JOB}/{hook.pk}/stopped", at=at, arguments=arguments)


def drop_waiting_messages(hook: int, *, said: str) -> int:
    """Drop the waiting messages of a stopped webhook, in several transactions; how many there were."""
    waiting = Delivery.objects.filter(webhook=hook, webhook__stopped_at__isnull=False, next_at__isnull=False)
    return update_in_pieces(waiting, next_at=None, said=said)


def _plan_deliveries(
    hooks: Collection[Webhook], messages: Collection[Message], *, at: datetime
) -> list[PlannedDeliveries]:
    """The messages that each webhook wants, as rows; webhooks that want none are left out."""
    planned: list[PlannedDeliveries] = []
    for hook in hooks:
        relevant = [message for message in messages if wants_event(hook.kinds, message.event)]
        if not relevant:
            continue
        if getattr(hook, "waiting", 0) + len(relevant) > MOST_WAITING:
            planned.append((hook, None))
            continue
        resting = getattr(hook, "resting", None)
        rows = [
            Delivery(
                webhook=hook,
                message=message.id,
                kind=message.event,
                body=encode_body(message, hook.shape),
                made_at=at,
                next_at=max(at, resting) if resting else at,
            )
            for message in relevant
        ]
        planned.append((hook, rows))
    return planned


def _write_deliveries(
    planned: Collection[PlannedDeliveries], ended_hooks: Collection[Webhook], *, at: datetime
) -> None:
    """Write each webhook's messages and enqueue their sending; stop webhooks whose person has left."""
    for hook, rows in planned:
        if rows is None:
            deactivate_webhook(hook, at=at, said=OVERFLOW_SENTENCE)
            continue
        Delivery.objects.bulk_create(rows, ignore_conflicts=True)
        resting = getattr(hook, "resting", None)
        if resting is None or resting <= at:
            enqueue_sending(hook.pk, rows[0].message, at=at)
    for hook in ended_hooks:
        deactivate_webhook(hook, at=at, said="Its person has left the league.")


def _title_in_sentence(season: str, match: str) -> str:
    """What a match is called within a sentence, by its short id."""
    return title_in_sentence(match_titles([f"{season}/{match}"]).get(f"{season}/{match}", match))


def _entry_messages(entry: Entry) -> Iterator[Message]:
    """The messages of an entry, the one about the entry itself last."""
    body = entry_body.load_body(entry.body)
    facts = body.parsed_facts()
    names = _names_by_id(entry, facts)
    if entry.command == AMEND_TAG:
        numbers = sorted(int(number) for number in body.command.get("corrections", {}))
        text = ", ".join(map(str, numbers))
        yield _build_message(entry, "result.amended", f"What was done in {text} was amended.", {"entries": numbers})
    if entry.command == SETTLEMENT_COMMAND:
        match = str(body.command["match"])
        sentence = f"The settlement of {_title_in_sentence(entry.season_id, match)} is closed."
        yield _build_message(entry, "match.settled", sentence, {"match": match})
    if (published := published_answers_in(entry, body.command)) is not None:
        yield _published_answers_message(entry, published)
    for number, fact in enumerate(facts):
        if (event := EVENT_BY_FACT.get(fact.tag)) is None:
            continue
        document = fact_document(fact)
        fields = {name: document.get(name, getattr(fact, name)) for name in EVENTS[event].fields}
        yield _build_message(entry, event, _fact_sentence(fact, names), fields, part=number)
    yield _build_message(entry, EVERY_ENTRY, f"Entry {entry.number} was written.", {"command": entry.command})


def _build_message(entry: Entry, event: str, sentence: str, fields: Mapping[str, Any], *, part: int = 0) -> Message:
    return Message(
        event=event,
        league=entry.season.league_id,
        season=entry.season.name,
        entry=entry.number,
        head=entry.hash,
        key=f"{entry.season.name}/{entry.number}/{part}",
        says=sentence,
        at=entry.at,
        fields=fields,
    )


def _published_answers_message(entry: Entry, published: PublishedAnswers) -> Message:
    return Message(
        event=ANSWERS_PUBLISHED,
        league=entry.season.league_id,
        season=entry.season.name,
        entry=entry.number,
        head=entry.hash,
        key=f"{entry.season.name}/{published.key}",
        says=published.sentence,
        at=entry.at,
        fields=published.fields,
        has_version=published.is_readable,
    )


def _fact_sentence(fact: Fact, names: Mapping[str, str]) -> str:
    if fact.tag == "trade_proposed":  # what each side would give can be read at the link
        document = fact_document(fact)
        proposer, partner = (names.get(document[name], document[name]) for name in ("franchise", "partner"))
        return f"{proposer} offered {partner} a trade."
    line = fact_line(fact, names)
    return f"R{line[1:]}" if line.startswith("round ") else line


def _names_by_id(entry: Entry, facts: Collection[Fact]) -> dict[str, str]:
    """The names of the franchises, drivers and matches in facts."""
    relevant = [fact for fact in facts if fact.tag in EVENT_BY_FACT]
    league = entry.season.league_id
    franchises = {str(getattr(fact, name, "")) for fact in relevant for name in ("franchise", "partner")} - {""}
    drivers = {str(getattr(fact, "driver", "")) for fact in relevant} - {""}
    found: dict[str, str] = {}
    for model, ids in ((Franchise, franchises), (Driver, drivers)):
        if ids:
            rows = model.objects.filter(pk__in=[f"{league}/{id}" for id in ids]).values_list("pk", "name")
            found |= {pk.rsplit("/", 1)[-1]: name for pk, name in rows if name}
    matches = {f"{entry.season_id}/{match}" for fact in relevant if (match := getattr(fact, "match", ""))}
    found |= {pk.rsplit("/", 1)[-1]: title_in_sentence(title) for pk, title in match_titles(matches).items()}
    return found
