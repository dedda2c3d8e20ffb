"""All events by name: when each occurs, and what its message contains besides the common fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.core.refusals import Refusal

EVERY_ENTRY, TEST_EVENT = "entry.written", "webhook.test"
ANSWERS_PUBLISHED = "answers.published"
REVEAL_EVENTS = ("reveal.set", "reveal.moved", "reveal.called_off", "round.revealed")
"""The events about watch parties, in which no entry of the journal and no match is named."""


class UnknownEvent(Refusal):
    """The webhook names an event that does not exist."""


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """An event that a webhook can receive.

    `says` is when it occurs, `sentence` the sentence of its example, `fields` what it contains besides the common
    fields, each with its example.
    """

    name: str
    says: str
    sentence: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    entry: bool = True
    """Whether an entry of the journal causes it."""

    @property
    def is_opt_in(self) -> bool:
        """Whether only webhooks that name it receive it."""
        return self.name == EVERY_ENTRY


OFFER_EXAMPLE = {"trade": "t1", "franchise": "scrappers", "partner": "razors"}
EVENTS: Mapping[str, WebhookEvent] = {
    event.name: event
    for event in (
        WebhookEvent("season.opened", "A season was opened.", "The season was opened for 9 rounds.", {"rounds": 9}),
        WebhookEvent(
            "step.reached", "The season went on to a step.", "The season went on to the rounds.", {"step": "M"}
        ),
        WebhookEvent(
            ANSWERS_PUBLISHED,
            "A version of the answers to a questionnaire was published.",
            "Version 2 of the house rules was published, in force from r4 on.",
            {
                "questionnaire": "house-rules",
                "version": 2,
                "in_force_from": "r4",
                "questions": ["round.idle_may_shop"],
            },
        ),
        WebhookEvent(
            "round.announced", "A round was announced.", "Round 2, r2, was announced.", {"round": "r2", "number": 2}
        ),
        WebhookEvent(
            "reveal.set",
            "A watch party was set: the matches of a round are played and revealed together, at `reveal_at`.",
            "The matches of round 2 are played and revealed together, 2026-03-20 19:00 UTC.",
            {"number": 2, "reveal_at": "2026-03-20T19:00:00Z"},
            entry=False,
        ),
        WebhookEvent(
            "reveal.moved",
            "A watch party was moved to another time.",
            "Round 2 is revealed at another time, 2026-03-21 19:00 UTC.",
            {"number": 2, "reveal_at": "2026-03-21T19:00:00Z"},
            entry=False,
        ),
        WebhookEvent(
            "reveal.called_off",
            "A watch party was called off: each match of the round is played once its line-ups are locked.",
            "The matches of round 2 are not revealed together any more.",
            {"number": 2},
            entry=False,
        ),
        WebhookEvent(
            "round.revealed",
            "The time of a watch party came, or a commissioner revealed the round earlier: its matches are played.",
            "Round 2 is revealed.",
            {"number": 2},
            entry=False,
        ),
        WebhookEvent(
            "match.announced",
            "A match was announced.",
            "Round 3, match A was announced: race, 1 heats, 3 cars a team.",
            {"match": "m3", "event": "race"},
        ),
        WebhookEvent(
            "appointment.agreed",
            "The teams of a match agreed on its time, or a commissioner set it.",
            "Round 3, match A is played 2026-03-20 19:00 UTC.",
            {"match": "m3", "plays_at": "2026-03-20T19:00:00Z"},
            entry=False,
        ),
        WebhookEvent(
            "appointment.moved",
            "The time of a match was moved.",
            "Round 3, match A is played at another time, 2026-03-21 19:00 UTC.",
            {"match": "m3", "plays_at": "2026-03-21T19:00:00Z"},
            entry=False,
        ),
        WebhookEvent(
            "appointment.called_off",
            "The time that was agreed on for a match was called off.",
            "Round 3, match A is not played at the time that was agreed on.",
            {"match": "m3"},
            entry=False,
        ),
        WebhookEvent(
            "match.step_reached",
            "A match went on to a step.",
            "Round 3, match A reached M3.",
            {"match": "m3", "step": "M3"},
        ),
        WebhookEvent(
            "match.locked",
            "The line-ups of a match were locked.",
            "The line-ups of round 3, match A are locked.",
            {"match": "m3"},
        ),
        WebhookEvent(
            "match.forfeited",
            "A franchise forfeited a match.",
            "Scrappers forfeited round 3, match A.",
            {"match": "m3", "franchise": "scrappers"},
        ),
        WebhookEvent("match.voided", "A match was voided.", "Round 3, match A was voided.", {"match": "m3"}),
        WebhookEvent(
            "report.claimed",
            "A side, or the commissioner, claimed a report of a match.",
            "Scrappers claimed a report of round 3, match A.",
            {"match": "m3", "side": "scrappers"},
            entry=False,
        ),
        WebhookEvent(
            "report.disputed",
            "The sides of a match claimed different reports: a commissioner rules.",
            "The reports of round 3, match A differ.",
            {"match": "m3"},
            entry=False,
        ),
        WebhookEvent(
            "result.accepted",
            "The report of a match was accepted.",
            "The report of round 3, match A was accepted.",
            {"match": "m3", "digest": "5e" * 32},
        ),
        WebhookEvent(
            "match.settled",
            "The settlement of a match was closed.",
            "The settlement of round 3, match A is closed.",
            {"match": "m3"},
        ),
        WebhookEvent(
            "result.amended",
            "The past was amended: read again what depends on those entries.",
            "What was done in 118 was amended.",
            {"entries": [118]},
        ),
        WebhookEvent(
            "ruling.given",
            "A commissioner ruled on a question that was put during play.",
            "Ruled for round 3, match A: May a turret fire backward? – Yes.",
            {"match": "m3", "put": "May a turret fire backward?", "answer": "Yes."},
        ),
        WebhookEvent("round.closed", "A round was closed.", "Round 2, r2, is closed.", {"round": "r2", "number": 2}),
        WebhookEvent(
            "trade.proposed",
            "A trade was proposed. Sent only to its two sides, unless the league plays with open offers.",
            "Scrappers offered Razors a trade.",
            OFFER_EXAMPLE,
        ),
        WebhookEvent(
            "trade.accepted",
            "The other side of a trade agreed, and a commissioner is asked.",
            "Razors agreed to the trade t1 of Scrappers; a commissioner has to approve it.",
            OFFER_EXAMPLE,
        ),
        WebhookEvent("trade.made", "A trade was made.", "Scrappers and Razors made the trade t1.", OFFER_EXAMPLE),
        WebhookEvent(
            "trade.refused",
            "A commissioner refused a trade.",
            "A commissioner refused the trade t1 of Scrappers and Razors.",
            OFFER_EXAMPLE,
        ),
        WebhookEvent(
            "trade.withdrawn",
            "A trade was called off.",
            "Scrappers called off the trade t1 with Razors.",
            OFFER_EXAMPLE,
        ),
        WebhookEvent(
            "driver.hired",
            "A franchise hired a driver.",
            "Scrappers hired Vega for 20k.",
            {"franchise": "scrappers", "driver": "scrappers.d4"},
        ),
        WebhookEvent(
            "driver.retired",
            "A driver retired.",
            "Vega retired from the sport.",
            {"franchise": "scrappers", "driver": "scrappers.d4"},
        ),
        WebhookEvent(
            "franchise.folded",
            "A franchise folded.",
            "Scrappers folded: standing orders run it to the season's end.",
            {"franchise": "scrappers"},
        ),
        WebhookEvent(
            "cup.awarded",
            "The Metal Cup was awarded.",
            "Scrappers won the Metal Cup, and 100k for its next income.",
            {"franchise": "scrappers"},
        ),
        WebhookEvent(
            "draft.picked",
            "A franchise picked a driver in the draft.",
            "Scrappers drafted Vega with pick 3, in round 1.",
            {"franchise": "scrappers", "driver": "razors.d2", "round": 1, "number": 3},
        ),
        WebhookEvent(
            "draft.passed",
            "A franchise passed its turn in the draft.",
            "Scrappers passed in round 1 of the draft.",
            {"franchise": "scrappers", "round": 1},
        ),
        WebhookEvent("season.closed", "A season was closed.", "Season 1 is over.", {"number": 1}),
        WebhookEvent(
            EVERY_ENTRY,
            "An entry of the journal that the webhook's person may read was written. Sent only to webhooks that "
            "name this event.",
            "Entry 118 was written.",
            {"command": "hire_rookie"},
        ),
        WebhookEvent(
            TEST_EVENT, "Somebody tried the webhook.", "This is a test of the webhook our bot.", {}, entry=False
        ),
    )
}
"""Every event, in the order in which they occur in a season."""
SELECTABLE_EVENTS = tuple(name for name in EVENTS if name != TEST_EVENT)
"""The events that a webhook may ask for."""
EVENT_BY_FACT: Mapping[str, str] = {
    "season_opened": "season.opened",
    "season_step_reached": "step.reached",
    "round_announced": "round.announced",
    "match_announced": "match.announced",
    "match_step_reached": "match.step_reached",
    "line_ups_locked": "match.locked",
    "match_forfeited": "match.forfeited",
    "match_voided": "match.voided",
    "report_accepted": "result.accepted",
    "ruling_given": "ruling.given",
    "round_closed": "round.closed",
    "trade_proposed": "trade.proposed",
    "trade_accepted": "trade.accepted",
    "trade_made": "trade.made",
    "trade_refused": "trade.refused",
    "trade_withdrawn": "trade.withdrawn",
    "driver_hired": "driver.hired",
    "veteran_hired": "driver.hired",
    "driver_retired": "driver.retired",
    "franchise_folded": "franchise.folded",
    "cup_awarded": "cup.awarded",
    "driver_drafted": "draft.picked",
    "pick_passed": "draft.passed",
    "season_closed": "season.closed",
}
"""The event for a fact of an entry, by the fact's tag."""


def wants_event(kinds: list[str], event: str) -> bool:
    """Whether a webhook with those kinds receives this event; naming none means all that are not opt-in."""
    return event == TEST_EVENT or (event in kinds if kinds else not EVENTS[event].is_opt_in)


def clean_kinds(kinds: list[str]) -> list[str]:
    """Those events in their usual order, without duplicates. Raises `UnknownEvent`."""
    if unknown := sorted(set(kinds) - set(SELECTABLE_EVENTS)):
        raise UnknownEvent(
            f"There is no event {unknown[0][:60]!r}: choose from {', '.join(SELECTABLE_EVENTS)}, or name none for "
            "all but "
            f"{EVERY_ENTRY}."
        ).at("kinds")
    return [name for name in SELECTABLE_EVENTS if name in kinds]
