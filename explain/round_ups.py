"""The sentences of round-ups: a bank of whole sentences for every kind of event, and which of them is told.

The choice follows from the season and the round alone, so that a round-up reads the same whenever it is read, and no
sentence of the bank stands in it twice.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from string import Formatter

from explain.names import Segment

SENTENCES_FILE = "round_up_sentences.tsv"
LEAST = 60
"""The fewest sentences that a kind of event has."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a round or a season: its kind, and what stands for every placeholder.

    `slots` are single names and figures; `lists` are enumerations of several names, in pieces with their links.
    """

    kind: str
    slots: Mapping[str, Segment]
    lists: Mapping[str, tuple[Segment, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """An event with the sentence that tells it."""

    event: Event
    sentence: str
    pieces: tuple[Segment, ...]

    @property
    def text(self) -> str:
        """The sentence with its names and figures."""
        return "".join(piece.text for piece in self.pieces)


@cache
def sentence_bank() -> Mapping[str, tuple[str, ...]]:
    """The sentences of every kind of event. Each states what its placeholders say, and nothing else."""
    text = files("explain").joinpath(SENTENCES_FILE).read_text(encoding="utf-8")
    bank: dict[str, list[str]] = {}
    for row in csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        bank.setdefault(row["kind"], []).append(row["sentence"])
    return {kind: tuple(sentences) for kind, sentences in bank.items()}


def tell(events: Iterable[Event], *, season: str, round: int) -> list[ToldEvent]:
    """The events, each in a sentence; `season` is a stored id, and `round` 0 for the season as a whole.

    Further events of a kind than it has sentences are left out.
    """
    bank, told = sentence_bank(), []
    orders: dict[str, list[str]] = {}
    for event in events:
        if event.kind not in orders:
            orders[event.kind] = _order(bank[event.kind], f"{season}/{round}")
        if orders[event.kind]:
            sentence = orders[event.kind].pop(0)
            told.append(ToldEvent(event, sentence, tuple(_pieces(sentence, event))))
    return told


def _order(sentences: Iterable[str], seed: str) -> list[str]:
    """The sentences of a kind in the order they are used: shuffled, by the seed alone."""
    return sorted(sentences, key=lambda sentence: hashlib.sha256(f"{seed}/{sentence}".encode()).digest())


def _pieces(sentence: str, event: Event) -> Iterator[Segment]:
    """A sentence in pieces with names and figures; its first letter is a capital one unless a name begins it."""
    first = True
    for literal, name, _, _ in Formatter().parse(sentence):
        if literal:
            yield Segment(literal)
            first = False
        if name:
            for piece in event.lists.get(name) or (event.slots[name],):
                yield Segment(piece.text[:1].upper() + piece.text[1:], piece.href) if first else piece
                first = False
