"""A duel as scripts read it: where it is, its score sheet, and its log in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from explain import links
from explain.misread_dice import members_as_known
from league.pages.base_context import franchise_color
from league.pages.duels.table import DuelTable, duel_frame
from rules.match.duels.book import Document

RULING_TYPE = "ruling"
"""The type of a ruling among the entries of a log."""


def duel_state(table: DuelTable, *, can_enter: bool) -> dict[str, Any]:
    """A duel in plain values; points are exact, a whole number or a fraction."""
    row, scored = table.row, table.scored
    turn, phase = table.turns.moment(table.open_phase)
    return {
        "version": row.version,
        "number": row.number,
        "title": row.title,
        "match": row.match,
        "closed": table.log.closed,
        "phases_per_turn": table.turns.phases_per_turn,
        "turn": turn,
        "phase": phase,
        "can_enter": can_enter,
        "reported": row.reported_at is not None,
        "ended": _end(table) if table.ended else None,
        "ends_at_close": _end(table) if scored.end is not None and not table.ended else None,
        "duelists": [
            {name: duelist[name] for name in ("id", "name", "team", "occupants", "speed")}
            | {"color": franchise_color(duelist["team"]) if duelist["team"] else ""}
            for duelist in row.duelists
        ],
        "settings": row.settings,
        "arena": row.arena,
        "sheet": scored.sheet,
        "conditions": [asdict(outcome) for outcome in scored.outcomes],
        "log": list(log_lines(table)),
        "proposals": scored.sheet["proposals"],
        "state_url": links.duel_state_url(row.season_id, row.number),
        "actions_url": links.duel_actions_url(row.season_id, row.number),
    }


def log_lines(table: DuelTable) -> Iterator[dict[str, Any]]:
    """Every event and ruling in the order it was entered, in a sentence."""
    words = members_as_known({entry.by for entry in table.entries})
    logged = {entry.key: entry for entry in table.log.entries.values()}
    shown = [entry for entry in table.entries if entry.act in ("enter", "rule") and entry.key in logged]
    events = [entry.value for entry in shown if entry.act == "enter"]
    sentences = iter(table.book.narrate(duel_frame(table.row), events))
    for entry in shown:
        logged_entry = logged[entry.key]
        line = {
            "key": entry.key,
            "number": entry.number,
            "by": words[entry.by],
            "at": entry.at.isoformat(),
            "undone": logged_entry.undone,
        }
        if entry.act == "enter":
            yield line | {**_event_line(table, entry.value), "says": next(sentences)}
        else:
            kill = logged[logged_entry.of].document
            yield line | _ruling_line(table, kill, of=logged_entry.of, ruled=entry.value["ruled"])


def _event_line(table: DuelTable, event: Document) -> dict[str, Any]:
    return {
        "index": table.log.index_of(event),
        "turn": event["turn"],
        "phase": event["phase"],
        "type": event["type"],
        "document": event,
        "note": (event.get("ruled") or {}).get("note", "") or event.get("note", ""),
    }


def _ruling_line(table: DuelTable, kill: Document, *, of: str, ruled: Mapping[str, Any]) -> dict[str, Any]:
    names = {duelist["id"]: duelist["name"] or duelist["id"] for duelist in table.row.duelists} | {"": "nobody"}
    shares = ", ".join(f"{names.get(id, id)} {share}" for id, share in ruled["shares"].items())
    return {
        "index": table.log.index_of(kill),
        "turn": kill["turn"],
        "phase": kill["phase"],
        "type": RULING_TYPE,
        "document": {"of": of, **ruled},
        "says": f"The referee rules on {names.get(kill['on'], kill['on'])}: {shares}.",
        "note": ruled["note"],
    }


def _end(table: DuelTable) -> dict[str, Any]:
    scored = table.scored
    return {
        **(scored.sheet["end"] or {}),
        "moment": table.turns.words(scored.end or 1),
        "sentence": scored.end_sentence,
        "rule": scored.end_rule,
    }
