"""Round-ups are true in every clause: each event of the example seasons is derived again from the journal's facts.

The sentences of the bank state nothing beside their placeholders, so that a sentence is true if its event is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from django.test import Client

from explain.names import Segment
from explain.round_ups import LEAST, Event, sentence_bank, tell
from jobs import shutdown
from jobs.worker import run_due_jobs
from league.example_archives.catalog import examples
from league.example_archives.loading import ask_for_examples
from league.models import Job, Season
from league.pages.round_ups.events import complete_rounds, round_events, season_events
from league.pages.round_ups.page import SECTIONS, season_sources, tell_round, tell_season
from league.queries.jobs import LOAD_EXAMPLE
from tests.league.small_league import settled
from tests.pages.round_up_facts import disproof, journal_of, one_more, season_disproof

AT = datetime(2026, 11, 20, 12, tzinfo=UTC)
SLOTS = {
    "win": {"match", "points", "count", "winner", "margin"},
    "level": {"match", "points", "count", "names"},
    "upset": {"match", "winner", "loser", "winner_rank", "loser_rank"},
    "points_record": {"team", "points", "count", "match"},
    "top": {"leader", "points", "before"},
    "stays": {"leader", "points", "before"},
    "rise": {"team", "rank", "ranks"},
    "fall": {"team", "rank", "ranks"},
    "streak": {"team", "wins", "nth"},
    "rivalry": {"one", "other", "match", "nth", "nth_plain", "times", "ahead", "behind", "ahead_times"},
    "kills": {"driver", "team", "match", "kills", "count"},
    "level_up": {"reached"},
    "first_casualty": {"driver", "team", "match"},
    "first_out": {"driver", "team", "match"},
    "toll": {"drivers", "count"},
    "unhurt": set(),
    "champion": {"team", "points", "wins"},
    "runner_up": {"team", "points", "behind"},
    "season_wins": {"team", "wins", "count"},
    "season_climb": {"team", "from", "to"},
    "season_score": {"team", "points", "count", "match"},
    "season_kills": {"driver", "team", "kills", "count"},
    "season_level": {"driver", "team", "level"},
    "season_toll": {"count", "times"},
}  # fmt: skip
"""What the event of each kind states."""
NAMES = {"names", "winner", "loser", "leader", "before", "one", "other", "team", "driver", "match", "reached"}
"""The placeholders a sentence may begin with: every other one is a figure."""
TAIL = 0.6
"""How much of the longer of two sentences may not be how both end."""
UNHURT = Event("unhurt", {"round": Segment("1")})
JUDGMENTS = re.compile(
    r"\b(easily|narrowly|barely|deserved\w*|lucky|luck|sadly|happily|surpris\w+|brilliant\w*|crush\w*|humiliat\w*|"
    r"finally|at last|again and again|dominat\w*|heroic\w*|unfortunately|thank\w*|should)\b",
    re.IGNORECASE,
)
"""Words that say more than a fact does."""


# ------------------------------------------------------------------------------------------------------- the bank


def test_every_kind_of_event_has_sixty_sentences_or_more_and_none_twice() -> None:
    bank = sentence_bank()
    assert bank.keys() == SLOTS.keys()
    assert {kind: len(sentences) for kind, sentences in bank.items() if len(set(sentences)) < LEAST} == {}
    everything = [sentence for sentences in bank.values() for sentence in sentences]
    assert len(everything) == len(set(everything))


def test_every_kind_of_event_has_its_place_on_the_page() -> None:
    assert sorted(kind for _, kinds in SECTIONS for kind in kinds) == sorted(SLOTS)


@pytest.mark.parametrize("kind", sorted(SLOTS))
def test_a_sentence_states_what_its_placeholders_say_and_nothing_else(kind: str) -> None:
    for sentence in sentence_bank()[kind]:
        fields = {name for _, name, _, _ in Formatter().parse(sentence) if name}
        assert fields <= SLOTS[kind] | {"round", "season"}, sentence
        literal = "".join(text for text, *_ in Formatter().parse(sentence))
        assert not re.search(r"\d", literal), sentence
        assert not JUDGMENTS.search(literal), sentence
        assert sentence.endswith("."), sentence
        assert sentence[0].isupper() or sentence[0] == "{", sentence
        assert "  " not in sentence, sentence
        begins = re.match(r"\{(\w+)\}", sentence)
        assert begins is None or begins[1] in NAMES, f"it begins with a figure: {sentence}"
        assert not re.search(r"[.?!] \{match\}", sentence), f"match A is lower-case after a full stop: {sentence}"


def words(sentence: str) -> list[str]:
    """The words and placeholders of a sentence, without case and punctuation."""
    return re.findall(r"\{\w+\}|[\w'-]+", sentence.lower())


def end_alike(one: str, other: str) -> bool:
    """Whether two sentences differ in how they begin and in little more."""
    mine, theirs = words(one), words(other)
    length = math.ceil(TAIL * max(len(mine), len(theirs)))
    return mine[-length:] == theirs[-length:]


@pytest.mark.parametrize("kind", sorted(SLOTS))
def test_no_sentence_of_a_kind_is_another_with_a_different_opening_or_in_another_order(kind: str) -> None:
    sentences = sentence_bank()[kind]
    pairs = list(combinations(sentences, 2))
    assert [pair for pair in pairs if end_alike(*pair)] == []
    assert [pair for pair in pairs if sorted(words(pair[0])) == sorted(words(pair[1]))] == []


def test_a_sentence_with_a_different_opening_is_noticed() -> None:
    assert end_alike("Nobody went out of action.", "This round, nobody went out of action.")
    assert end_alike("{team} climbed {ranks} to {rank}.", "In round {round}, {team} climbed {ranks} to {rank}.")
    assert not end_alike("{team} climbed {ranks} to {rank}.", "Up {ranks} in the table: {team}, now {rank}.")


def test_the_sentences_of_a_round_up_follow_from_its_season_and_its_round() -> None:
    events = [UNHURT] * 3
    first, again = (tell(events, season="a/s1", round=3) for _ in range(2))
    assert first == again
    others = {tuple(it.sentence for it in tell(events, season="a/s1", round=round)) for round in range(12)}
    assert len(others) > 6


def test_more_events_of_a_kind_than_it_has_sentences_are_left_out() -> None:
    told = tell([UNHURT] * 100, season="a/s1", round=1)
    assert len(told) == len({it.sentence for it in told}) == len(sentence_bank()["unhurt"])


# ----------------------------------------------------------------------------------------- the example seasons


@pytest.fixture
def _own_folder(settings: Any, tmp_path: Path) -> Iterator[None]:
    """A separate folder for the log-ins that loading an example writes."""
    settings.VAR_DIR = tmp_path
    yield
    shutdown.clear_stop()


def load(league: str) -> list[Season]:
    """The seasons of an example league, which is loaded here."""
    ask_for_examples(at=AT)
    Job.objects.filter(kind=LOAD_EXAMPLE).exclude(key=f"{LOAD_EXAMPLE} {league}").update(
        state=Job.State.CANCELLED, ended_at=AT
    )
    run_due_jobs(clock=lambda: AT + timedelta(minutes=1))
    return list(Season.objects.filter(league_id=league, forked_from="").order_by("number"))


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.usefixtures("_own_folder")
@pytest.mark.parametrize("league", [example.league for example in examples()])
def test_every_clause_of_the_round_ups_of_an_example_follows_from_its_facts(league: str) -> None:
    seasons = load(league)
    assert seasons
    for season in seasons:
        sources, journal = season_sources(season), journal_of(season)
        rounds = complete_rounds(sources.table)
        assert rounds
        for round in rounds:
            told = tell_round(sources, round)
            assert told
            assert len({it.sentence for it in told}) == len(told)
            wrong = [(it.text, why) for it in told if (why := disproof(journal, it.event, round))]
            assert wrong == [], (season.pk, round)
            unnoticed = [it for shown in told for it in one_more(shown.event) if not disproof(journal, it, round)]
            assert unnoticed == [], "a figure that is one too high would not be noticed"
        told = tell_season(sources, season.number)
        assert bool(told) == sources.table.final
        assert len({it.sentence for it in told}) == len(told)
        wrong = [(it.text, why) for it in told if (why := season_disproof(journal, it.event, rounds))]
        assert wrong == [], season.pk
        unnoticed = [it for shown in told for it in one_more(shown.event) if not season_disproof(journal, it, rounds)]
        assert unnoticed == [], "a figure that is one too high would not be noticed"


# ------------------------------------------------------------------------------------------------------ the pages


@pytest.mark.django_db
def test_a_settled_round_has_a_page_whose_events_follow_from_its_facts() -> None:
    table = settled()
    sources, journal = season_sources(table.row), journal_of(table.row)
    events = round_events(sources, 1)
    assert {"win", "toll"} & {event.kind for event in events}
    assert [event for event in events if disproof(journal, event, 1)] == []
    page = Client().get(f"/l/{table.season}/round-ups/1/")
    assert page.status_code == 200
    assert "Round 1 in short" in page.content.decode()


@pytest.mark.django_db
def test_the_home_shows_the_results_of_the_newest_round_in_the_words_of_its_round_up() -> None:
    table = settled()
    home = Client().get(f"/l/{table.season}/").content.decode()
    page = Client().get(f"/l/{table.season}/round-ups/1/").content.decode()
    shown = re.search(r'<section class="panel" id="round-up".*?</section>', home, re.DOTALL)
    assert shown is not None
    sentences = [re.sub(r"<[^>]+>", "", item) for item in re.findall(r"<li>(.*?)</li>", shown[0])]
    assert sentences
    text = re.sub(r"<[^>]+>", "", page)
    assert [sentence for sentence in sentences if sentence not in text] == []


@pytest.mark.django_db
def test_a_season_that_is_not_over_says_when_its_round_up_comes() -> None:
    table = settled()
    page = Client().get(f"/l/{table.season}/round-ups/").content.decode()
    assert "The season is not over." in page
    assert season_events(season_sources(table.row), 1) == []


@pytest.mark.django_db
def test_a_round_that_does_not_exist_has_no_page() -> None:
    table = settled()
    assert Client().get(f"/l/{table.season}/round-ups/2/").status_code == 404
