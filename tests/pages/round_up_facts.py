"""What the round-ups of a season may say, derived again from the facts of its journal and not from its tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from explain.names import Segment
from explain.round_ups import Event
from journal.entry_body import load_standing_body
from league.models import Entry, Match, Retold, Season
from league.queries.standings import season_table, tiebreak_figures
from rules.campaign.core.codec import fact_from_document
from rules.campaign.core.facts import Fact


@dataclass
class Journal:
    """What the facts of a season say, read from its journal and not from its tables."""

    season: Season
    facts: list[tuple[int, Fact]]
    round_of: dict[str, int]
    letter_of: dict[str, str]
    names: dict[str, str]
    people: dict[str, str]
    void: set[str] = field(default_factory=set)

    @cached_property
    def results(self) -> dict[str, dict[str, Any]]:
        """The points_scored facts of each match by franchise, the last of them for each."""
        found: dict[str, dict[str, Any]] = {}
        for _, fact in self.facts:
            if fact.tag == "points_scored" and fact.match not in self.void:  # type: ignore[attr-defined]
                found.setdefault(fact.match, {})[fact.franchise] = fact  # type: ignore[attr-defined]
        return found

    @cached_property
    def appeared(self) -> list[Any]:
        """The driver_appeared facts, in order."""
        return [fact for _, fact in self.facts if fact.tag == "driver_appeared" and fact.match not in self.void]  # type: ignore[attr-defined]

    def ranks(self, round: int) -> dict[str, int]:
        """The rank of each franchise after a round, from the totals that its facts state; {} while all have none."""
        totals = dict.fromkeys(self.names, (0, 0, 0))
        latest = 0
        for _, fact in self.facts:
            if fact.tag not in ("points_scored", "points_awarded"):
                continue
            if fact.tag == "points_scored":
                latest = max(latest, self.round_of[fact.match])  # type: ignore[attr-defined]
            of = self.round_of[fact.match] if fact.tag == "points_scored" else latest  # type: ignore[attr-defined]
            if of <= round:
                before = totals[fact.franchise]  # type: ignore[attr-defined]
                added = (fact.points, int(getattr(fact, "won", False)) + getattr(fact, "wins", 0), fact.criticals)  # type: ignore[attr-defined]
                totals[fact.franchise] = tuple(map(sum, zip(before, added, strict=True)))  # type: ignore[attr-defined, assignment]
        if not any(points or wins for points, wins, _ in totals.values()):
            return {}
        figures = tiebreak_figures(self.season.switches)
        merit = {
            team: (points, *({"wins": wins, "criticals": criticals}[figure] for figure in figures))
            for team, (points, wins, criticals) in totals.items()
        }
        return {team: 1 + sum(other > own for other in merit.values()) for team, own in merit.items()}

    def points(self, round: int) -> dict[str, int]:
        """The points of each franchise after a round."""
        totals: Counter[str] = Counter(dict.fromkeys(self.names, 0))
        latest = 0
        for _, fact in self.facts:
            if fact.tag == "points_scored":
                latest = max(latest, self.round_of[fact.match])  # type: ignore[attr-defined]
                if self.round_of[fact.match] <= round:  # type: ignore[attr-defined]
                    totals[fact.franchise] += fact.points  # type: ignore[attr-defined]
            elif fact.tag == "points_awarded" and latest <= round:
                totals[fact.franchise] += fact.points  # type: ignore[attr-defined]
        return dict(totals)

    def matches(self, round: int) -> list[str]:
        """The matches of a round that have a result."""
        return [match for match in self.results if self.round_of[match] == round]

    def id(self, name: str) -> str:
        """The franchise of that name."""
        return next(id for id, called in self.names.items() if called == name)


def journal_of(season: Season) -> Journal:
    """The facts of a season that now count, in the journal's order."""
    retold = dict(Retold.objects.filter(season=season).values_list("number", "body"))
    facts = [
        (number, fact_from_document(document))
        for number, body in Entry.objects.filter(season=season).order_by("number").values_list("number", "body")
        for document in load_standing_body(body, retold.get(number)).facts
    ]
    rows = Match.objects.filter(season=season).select_related("round")
    return Journal(
        season,
        facts,
        {row.pk.rsplit("/", 1)[1]: row.round.number for row in rows},
        {row.pk.rsplit("/", 1)[1]: f"match {chr(ord('A') + row.place - 1)}" for row in rows},
        {standing.franchise.rsplit("/", 1)[1]: standing.name for standing in season_table(season).standings},
        {},
        {row.pk.rsplit("/", 1)[1] for row in rows if row.step == "void"},
    )


def number(text: str) -> int:
    """The number a text begins with: 3 of "3 points" or "3rd"; of "once" and "twice" 1 and 2."""
    if text in ("once", "twice"):
        return 1 + ("once", "twice").index(text)
    found = re.match(r"-?\d+", text)
    assert found is not None, text
    return int(found[0])


def counted(text: str, thing: str) -> bool:
    """Whether a text is a number with that thing in the right form."""
    return text == f"{number(text)} {thing}{'' if number(text) == 1 else 's'}"


def often(text: str) -> bool:
    """Whether a text says how often in the right form: "once", "twice", "3 times"."""
    return text in ("once", "twice") or (number(text) > 2 and counted(text, "time"))


def match_of(journal: Journal, event: Event, round: int) -> str:
    """The match an event names."""
    (match,) = (
        id for id, title in journal.letter_of.items()
        if title == event.slots["match"].text and journal.round_of[id] == round
    )  # fmt: skip
    assert event.slots["match"].href.endswith(f"/{match}/")
    return match


def order_in(journal: Journal, match: str) -> dict[str, tuple[bool, bool, int]]:
    """What places each franchise in a match: the win, having appeared, and its points."""
    forfeits = {
        fact.franchise
        for _, fact in journal.facts
        if fact.tag == "match_forfeited" and fact.match == match  # type: ignore[attr-defined]
    }
    return {id: (fact.won, id not in forfeits, fact.points) for id, fact in journal.results[match].items()}


def disproof(journal: Journal, event: Event, round: int) -> str:
    """Why an event of a round does not follow from the facts; "" if it does."""
    slots = {name: slot.text for name, slot in event.slots.items()}
    assert slots.get("round", str(round)) == str(round)
    claims = chain(CHECKS[event.kind](journal, event, slots, round), [figure_alone(slots)])
    return next((why for why, holds in claims if not holds), "")


def figure_alone(slots: dict[str, str]) -> tuple[str, bool]:
    """Whether the figure without its unit is the one that the event states with it."""
    stated = [slots[name] for name in ("points", "kills", "wins", "drivers", "times") if name in slots]
    return "count", "count" not in slots or [slots["count"]] == [str(number(text)) for text in stated]


Claims = Iterator[tuple[str, bool]]


def win(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    scored = journal.results[match_of(journal, event, round)]
    winner = journal.id(slots["winner"])
    points = sorted((fact.points for fact in scored.values()), reverse=True)
    yield "won", scored[winner].won
    yield (
        "points",
        scored[winner].points == points[0] == number(slots["points"]) and counted(slots["points"], "point"),
    )
    yield "margin", points[0] - points[1] == number(slots["margin"]) > 0 and counted(slots["margin"], "point")


def level(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    scored = journal.results[match_of(journal, event, round)]
    most = max(fact.points for fact in scored.values())
    names = set(re.split(r", | and ", slots["names"]))
    yield "points", most == number(slots["points"]) > 0
    yield "names", names == {journal.names[id] for id, fact in scored.items() if fact.points == most}
    yield "more than one", len(names) > 1


def upset(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    match = match_of(journal, event, round)
    winner, loser = journal.id(slots["winner"]), journal.id(slots["loser"])
    ranks, order = journal.ranks(round - 1), order_in(journal, match)
    yield "won", journal.results[match][winner].won and not journal.results[match][loser].won
    yield "ahead", order[winner] > order[loser]
    yield "winner's rank", ranks[winner] == number(slots["winner_rank"])
    yield "loser's rank", ranks[loser] == number(slots["loser_rank"])
    yield "lower", ranks[winner] - ranks[loser] >= 3


def leader(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    before, after = journal.ranks(round - 1), journal.ranks(round)
    now, was = journal.id(slots["leader"]), journal.id(slots["before"])
    yield "leads alone", [id for id, rank in after.items() if rank == 1] == [now]
    yield "led alone", [id for id, rank in before.items() if rank == 1] == [was]
    yield "changed", (now == was) == (event.kind == "stays")
    yield "points", journal.points(round)[now] == number(slots["points"])


def move(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    before, after = journal.ranks(round - 1), journal.ranks(round)
    team, sign = journal.id(slots["team"]), 1 if event.kind == "rise" else -1
    moves = {id: sign * (before[id] - after[id]) for id in after}
    yield "rank", after[team] == number(slots["rank"])
    yield "ranks", moves[team] == number(slots["ranks"]) > 0 and counted(slots["ranks"], "place")
    yield "the longest alone", [id for id, by in moves.items() if by == max(moves.values())] == [team]


def streak(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    team = journal.id(slots["team"])
    played = sorted(
        (match for match in journal.results if team in journal.results[match] and journal.round_of[match] <= round),
        key=lambda match: (journal.round_of[match], journal.letter_of[match]),
    )
    run = 0
    for match in played:
        run = run + 1 if journal.results[match][team].won else 0
    yield "run", run == number(slots["wins"]) == number(slots["nth"]) >= 3


def rivalry(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    match = match_of(journal, event, round)
    one, other = journal.id(slots["one"]), journal.id(slots["other"])
    met = [id for id in journal.results if {one, other} <= journal.results[id].keys()]
    met = [id for id in met if journal.round_of[id] < round or id == match]
    orders = [order_in(journal, id) for id in met]
    ahead = sum(order[one] > order[other] for order in orders)
    behind = sum(order[one] < order[other] for order in orders)
    order = order_in(journal, match)
    yield "ahead in it", order[one] > order[other]
    yield "the two best", sorted(order.values(), reverse=True)[1] == order[other]
    yield "meetings", len(met) == number(slots["nth"]) == number(slots["nth_plain"]) >= 2
    yield "ahead", ahead == number(slots["ahead"]) and ahead == number(slots["ahead_times"])
    yield "how often", often(slots["ahead_times"]) and often(slots["times"]) and number(slots["times"]) == len(met)
    yield "behind", behind == number(slots["behind"])


def points_record(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    match, team = match_of(journal, event, round), journal.id(slots["team"])
    so_far = [
        (fact.points, id, franchise)
        for id, scored in journal.results.items()
        if journal.round_of[id] <= round
        for franchise, fact in scored.items()
    ]
    points = number(slots["points"])
    yield "the most alone", [it for it in so_far if it[0] >= points] == [(points, match, team)]
    yield "not the first round", any(journal.round_of[id] < round for _, id, _ in so_far)


def ran_in(journal: Journal, round: int) -> list[Any]:
    return [fact for fact in journal.appeared if journal.round_of[fact.match] == round]


def driver_fact(journal: Journal, event: Event, round: int) -> Any:
    """The fact of the driver an event names, in the match it names."""
    match = match_of(journal, event, round)
    driver = event.slots["driver"].href.rstrip("/").rpartition("/")[2]
    (fact,) = (it for it in ran_in(journal, round) if it.driver == driver and it.match == match)
    return fact


def kills(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    fact = driver_fact(journal, event, round)
    yield "team", journal.names[fact.franchise] == slots["team"]
    yield "kills", fact.kills == number(slots["kills"]) >= 2 and counted(slots["kills"], "kill")
    yield "the most alone", [it for it in ran_in(journal, round) if it.kills >= fact.kills] == [fact]


def level_up(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    pieces = event.lists["reached"]
    names = [piece for piece in pieces if piece.href]
    levels = [int(found[1]) for piece in pieces if (found := re.fullmatch(r" \(level (\d+)\)", piece.text))]
    named = [
        (piece.href.rstrip("/").rpartition("/")[2], team.text, level)
        for piece, team, level in zip(names[::2], names[1::2], levels, strict=True)
    ]
    others = number(pieces[-1].text.removeprefix(" and ")) if pieces[-1].text.startswith(" and ") else 0
    reached = [
        (it.driver, journal.names[it.franchise], it.level)
        for entry, it in journal.facts
        if it.tag == "driver_appeared"
        and it.match not in journal.void  # type: ignore[attr-defined]
        and journal.round_of[it.match] == round  # type: ignore[attr-defined]
        and _levels_reached(journal, entry, it.driver)[-1:] == [it.level]  # type: ignore[attr-defined]
    ]
    yield "each reached in it", set(named) <= set(reached) and len(set(named)) == len(named)
    yield "the highest first", levels == sorted(levels, reverse=True)
    yield "how many others", 0 <= others <= len(reached) - len(named)


def _levels_reached(journal: Journal, entry: int, driver: str) -> list[int]:
    return sorted(
        it.level  # type: ignore[attr-defined]
        for number, it in journal.facts
        if number == entry and it.tag == "level_reached" and it.driver == driver  # type: ignore[attr-defined]
    )


def first_out(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    fact = driver_fact(journal, event, round)
    appeared = [it for it in journal.appeared if it.driver == fact.driver]
    times = [it for it in appeared if it.out]
    yield "team", journal.names[fact.franchise] == slots["team"]
    yield "out, and first then", times[0] is fact
    yield "in action before", appeared[0] is not fact
    yield "not the season's first round of them", _first_round_with_casualties(journal) < round


def first_casualty(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    fact = driver_fact(journal, event, round)
    yield "team", journal.names[fact.franchise] == slots["team"]
    yield "out", fact.out
    yield "the season's first round of them", _first_round_with_casualties(journal) == round


def _first_round_with_casualties(journal: Journal) -> int:
    return min(journal.round_of[it.match] for it in journal.appeared if it.out)


def toll(journal: Journal, event: Event, slots: dict[str, str], round: int) -> Claims:
    out = {it.driver for it in ran_in(journal, round) if it.out}
    if event.kind == "unhurt":
        yield "nobody", not out and bool(ran_in(journal, round))
    else:
        yield "how many", len(out) == number(slots["drivers"]) == number(slots["count"]) > 1


CHECKS: dict[str, Any] = {
    "win": win, "level": level, "upset": upset, "top": leader, "stays": leader, "rise": move, "fall": move,
    "streak": streak, "rivalry": rivalry, "points_record": points_record, "kills": kills, "level_up": level_up,
    "first_out": first_out, "first_casualty": first_casualty, "toll": toll, "unhurt": toll,
}  # fmt: skip


def season_disproof(journal: Journal, event: Event, rounds: list[int]) -> str:
    """Why an event of a season does not follow from the facts; "" if it does."""
    slots = {name: slot.text for name, slot in event.slots.items()}
    claims = chain(season_claims(journal, event, slots, rounds), [figure_alone(slots)])
    return next((why for why, holds in claims if not holds), "")


def season_claims(journal: Journal, event: Event, slots: dict[str, str], rounds: list[int]) -> Claims:
    final = {fact.franchise: fact for _, fact in journal.facts if fact.tag == "final_rank"}  # type: ignore[attr-defined]
    ranked: list[Any] = sorted(final.values(), key=lambda fact: fact.rank)
    match event.kind:
        case "champion" | "runner_up":
            fact = ranked[0 if event.kind == "champion" else 1]
            yield "team", journal.names[fact.franchise] == slots["team"]
            yield "points", fact.points == number(slots["points"])
            if event.kind == "champion":
                yield "wins", fact.wins == number(slots["wins"]) and counted(slots["wins"], "win")
            else:
                yield "behind", ranked[0].points - fact.points == number(slots["behind"]) > 0
        case "season_wins":
            fact = final[journal.id(slots["team"])]
            yield "wins", fact.wins == number(slots["wins"])  # type: ignore[attr-defined]
            yield "the most alone", [it for it in ranked if it.wins >= fact.wins] == [fact]  # type: ignore[attr-defined]
        case "season_climb":
            first, team = journal.ranks(rounds[0]), journal.id(slots["team"])
            climbs = {it.franchise: first[it.franchise] - it.rank for it in ranked}
            yield "from", first[team] == number(slots["from"])
            yield "to", final[team].rank == number(slots["to"])  # type: ignore[attr-defined]
            yield "the longest alone", [id for id, up in climbs.items() if up == max(climbs.values())] == [team]
        case "season_score":
            points, team = number(slots["points"]), journal.id(slots["team"])
            best = [
                (match, id)
                for match, scored in journal.results.items()
                for id, it in scored.items()
                if it.points >= points
            ]
            yield "the most alone", [id for _, id in best] == [team]
            (match, _), *_ = best
            title = f"round {journal.round_of[match]}, {journal.letter_of[match]}"
            yield "match", slots["match"] == title and event.slots["match"].href.endswith(f"/{match}/")
        case "season_kills" | "season_level":
            figures: Counter[str] = Counter()
            for it in journal.appeared:
                figures[it.driver] = figures[it.driver] + it.kills if event.kind == "season_kills" else it.level
            driver = event.slots["driver"].href.rstrip("/").rpartition("/")[2]
            last = [it for it in journal.appeared if it.driver == driver][-1]
            figure = number(slots["kills" if event.kind == "season_kills" else "level"])
            yield "figure", figures[driver] == figure
            yield "the most alone", [id for id, it in figures.items() if it >= figure] == [driver]
            yield "team", journal.names[last.franchise] == slots["team"]
        case "season_toll":
            count = sum(it.out for it in journal.appeared)
            yield (
                "count",
                count == number(slots["count"]) == number(slots["times"]) > 0 and often(slots["times"]),
            )
        case _:
            yield f"no check of {event.kind}", False


def one_more(event: Event) -> Iterator[Event]:
    """The event with one of its figures too high by one, for each figure it has."""
    for name, slot in event.slots.items():
        if slot.text in ("once", "twice"):
            yield Event(event.kind, {**event.slots, name: Segment("twice" if slot.text == "once" else "3 times")})
        elif slot.text[:1].isdigit() and name not in ("round", "season", "team", "driver"):
            text = re.sub(r"^\d+", lambda figure: str(int(figure[0]) + 1), slot.text)
            yield Event(event.kind, {**event.slots, name: Segment(text, slot.href)})
    for name, pieces in event.lists.items():
        for place, piece in enumerate(pieces):
            if re.fullmatch(r" \(level \d+\)", piece.text):
                text = re.sub(r"\d+", lambda figure: str(int(figure[0]) + 1), piece.text)
                more = (*pieces[:place], Segment(text), *pieces[place + 1 :])
                yield Event(event.kind, event.slots, {**event.lists, name: more})
