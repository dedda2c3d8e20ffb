"""Errors in a match's file that all books check alike: its ids, and its house rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rules.core.refusals import Malformed
from rules.core.switches import Setting, Switch, unknown_switch
from rules.core.terms import printable_id, validate_id, with_article
from rules.match.ruleset import ErrorDetail


def id_errors(named: Mapping[str, Sequence[str]]) -> Iterator[ErrorDetail]:
    """Ids of each kind of thing that are invalid, since they become parts of dice paths, or that occur twice."""
    for thing, ids in named.items():
        for id, times in Counter(ids).items():
            try:
                validate_id(id, thing=thing)
            except Malformed as refusal:
                yield ErrorDetail(code="bad_id", rule="", sentence=refusal.sentence)
            if times > 1:
                text = f"The {thing} {printable_id(id)} is entered {times} times: give each an id of its own."
                yield ErrorDetail(code="same_id", rule="", sentence=text)


def shared_id_errors(named: Mapping[str, Sequence[str]]) -> Iterator[ErrorDetail]:
    """Ids that name things of different kinds, which the lines of a story could not tell apart."""
    for id in dict.fromkeys(id for ids in named.values() for id in ids):
        things = [with_article(thing) for thing, ids in named.items() if id in ids]
        if len(things) > 1:
            text = f"{printable_id(id)} is the id of {' and of '.join(things)}: give each one of its own."
            yield ErrorDetail(code="same_id", rule="", sentence=text)


def switch_errors(
    settings: Mapping[str, Setting], switches: Mapping[str, Switch], *, title: str
) -> Iterator[ErrorDetail]:
    """Switches that the book with that title does not have, and values they do not accept."""
    for name, value in settings.items():
        if name not in switches:
            yield ErrorDetail(code="unknown_switch", rule="", sentence=unknown_switch(name, switches, title=title))
            continue
        try:
            switches[name].validate(value)
        except Malformed as refusal:
            yield ErrorDetail(code="bad_switch", rule=switches[name].rule, sentence=refusal.sentence)
