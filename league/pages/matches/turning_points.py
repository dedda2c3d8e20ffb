"""The story of a match: its turning points in sentences with names, each linked to its place in the replay.

What its cars looked like is kept beside them, as both take reading the log.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from string import Formatter
from threading import Lock
from urllib.parse import urlencode

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from explain import links
from journal.match_logs import read_match_log
from league.models import MatchLog
from league.pages.matches.box_score import models_of_packet
from league.queries.matches import standing_log
from rules.core.refusals import Refusal
from rules.match.drawing.car_silhouettes import CarModel
from rules.match.registry import get_ruleset
from rules.match.turning_points import TurningPoint, TurningPointsRuleset, choose

MAX_KEPT = 512
"""How many stories are kept, each a few kilobytes. A log never changes, so that one is never out of date."""
MOST_SHOWN = 10
"""The most turning points of a match's page, which has much else."""


@dataclass(frozen=True, slots=True)
class KeptStory:
    """What a log tells, by the log's digest: the turning points, and what each car looked like when it entered."""

    digest: str
    points: tuple[TurningPoint, ...] = ()
    models: Mapping[str, CarModel] = field(default_factory=dict)


_kept: OrderedDict[str, KeptStory] = OrderedDict()
"""The story of each match, by its stored id; the least recently read one comes first."""
_lock = Lock()
"""Held while `_kept` and `_searches` are read or changed, since pages are served by several threads."""
_searches: dict[str, Lock] = {}
"""The lock of each match whose story is being found, so that others wait for it instead of finding it too."""


@dataclass(frozen=True, slots=True)
class StorySentence:
    """A turning point of a match: when it was, its place in the replay, and its sentence as HTML."""

    when: str
    href: str
    said: SafeString


def story_of_match(
    match: str, *, digest: str, names: Mapping[str, str], log: MatchLog | None = None
) -> list[StorySentence]:
    """The story of a match that was run here, by its stored id and the digest of its log; empty if it cannot be read.

    `log` is that log, if it was read already. `names` are those of its cars, drivers and teams by short id.
    """
    return [
        StorySentence(
            point.when,
            f"{links.replay_url(match)}?{urlencode({'at': point.step})}",
            render_sentence(point, names),
        )
        for point in choose(turning_points_of(match, digest, log), most=MOST_SHOWN)
    ]


def render_sentence(point: TurningPoint, names: Mapping[str, str]) -> SafeString:
    """A turning point as HTML: names are bold, and the first letter is a capital one."""
    pieces: list[str] = []
    for literal, name, _, _ in Formatter().parse(point.text):
        pieces.append(escape(literal))
        if name:
            word = point.names[name]
            called = names.get(word, "")
            begins = not any(pieces)
            pieces.append(f"<b>{escape(called)}</b>" if called else escape(_capitalized(word) if begins else word))
    return mark_safe("".join(pieces))  # noqa: S308 - every piece is escaped


def _capitalized(word: str) -> str:
    return word[:1].upper() + word[1:]


def is_story_kept(match: str) -> bool:
    """Whether the story of a match, by its stored id, was found before and is still kept."""
    return match in _kept


def forget_stories() -> None:
    """Keep no story any longer."""
    with _lock:
        _kept.clear()


def turning_points_of(match: str, digest: str, log: MatchLog | None = None) -> tuple[TurningPoint, ...]:
    """The turning points of a match's log, which are kept, since the match is played again to find them.

    `log` is the log with that digest, if it was read already. They are empty if the log cannot be read here.
    """
    kept = _kept_story(match, digest)
    if kept is None:
        with _one_at_a_time(match):
            kept = _kept_story(match, digest) or _keep(match, _find(log or standing_log(match), digest))
    return kept.points


def _kept_story(match: str, digest: str) -> KeptStory | None:
    with _lock:
        kept = _kept.get(match)
        if kept is None or kept.digest != digest:
            return None
        _kept.move_to_end(match)
        return kept


def _keep(match: str, story: KeptStory) -> KeptStory:
    with _lock:
        _kept[match] = story
        while len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)
    return story


@contextmanager
def _one_at_a_time(match: str) -> Iterator[None]:
    """Let others wait who look for the story of the same match."""
    with _lock:
        search = _searches.setdefault(match, Lock())
    with search:
        try:
            yield
        finally:
            with _lock:
                _searches.pop(match, None)


def kept_models(match: str, digest: str) -> Mapping[str, CarModel]:
    """What the cars of a match looked like when they entered, by their ids; empty unless its story is kept."""
    kept = _kept.get(match)
    return kept.models if kept is not None and kept.digest == digest else {}


def _find(log: MatchLog | None, digest: str) -> KeptStory:
    if log is None:
        return KeptStory(digest)
    models: Mapping[str, CarModel] = {}
    try:
        packet, text = read_match_log(log)
        models = models_of_packet(packet)
        ruleset = get_ruleset(log.ruleset)
        if isinstance(ruleset, TurningPointsRuleset):
            return KeptStory(digest, tuple(choose(ruleset.turning_points(text))), models)
    except Refusal:
        pass
    return KeptStory(digest, models=models)
