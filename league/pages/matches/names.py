"""The names of everything in a match that was run here, and the team of each car and driver."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from explain.printed_names import ITEM_WORDS
from league.pages.matches.story import STORY_ID_PATTERN
from rules.match.packet import Packet

POINTS_AFTER_TEAM = re.compile(r" -?\d")
"""What follows a team's id where it is listed with its points."""
LIST_SEPARATORS = (": ", ", ")
"""What precedes a team's id in such a list."""
NO_FLAG = SafeString("")
MAX_TEAMS_FLAGGED = 2
"""A line that names more teams than this gets no flag."""


def tell_cars_apart(
    cars: Mapping[str, str], *, team_of: Mapping[str, str], teams: Mapping[str, str]
) -> dict[str, str]:
    """The names of cars by id; to a name that several have, each car's own team is added in brackets.

    `team_of` has the team of each car, and `teams` the names of the teams.
    """
    name_counts = Counter(cars.values())
    return {
        car: f"{name} ({teams.get(team, team)})" if name_counts[name] > 1 and (team := team_of.get(car, "")) else name
        for car, name in cars.items()
    }


@dataclass(slots=True)
class MatchNames:
    """Names by short id, teams by their ids, the team of each car and driver, and each car's first crew."""

    names: dict[str, str] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)
    team_of: dict[str, str] = field(default_factory=dict)
    crews: dict[str, tuple[str, ...]] = field(default_factory=dict)
    flags: dict[str, SafeString] = field(default_factory=dict)
    """The flag of each team, drawn with the page's SVG symbol."""

    @classmethod
    def from_packet(cls, packet: Packet, *, teams: Mapping[str, str], names: Mapping[str, str]) -> MatchNames:
        """The names in a packet, from those of the teams, cars and drivers.

        Cars with the same name are told apart by their teams; an item has the name of its kind.
        """
        match_names = cls(teams=dict(teams), flags={id: _flag(id, name) for id, name in teams.items()})
        for team in packet.teams:
            for seat in team.seats:
                crew = match_names.crews[seat.car.id] = tuple(
                    member.id for member in (seat.driver, seat.gunner) if member
                )
                match_names.team_of |= dict.fromkeys((seat.car.id, *crew), team.franchise)
            match_names.team_of |= {driver.id: team.franchise for driver in team.fresh}
            items = (*team.stores, *(item for seat in team.seats for item in seat.car.items))
            match_names.names |= {item.id: ITEM_WORDS.get(item.kind, item.kind) for item in items}
        cars = {car: names.get(car, car) for car in match_names.crews}
        told_apart = tell_cars_apart(cars, team_of=match_names.team_of, teams=teams)
        match_names.names |= {id: told_apart.get(id, name) for id, name in names.items()}
        return match_names

    def name(self, id: str) -> str:
        """The name of an id, or the id itself if it has none."""
        return self.names.get(id, id)

    def team(self, id: str) -> str:
        """The name of a car's or driver's team, "" if it has none."""
        team = self.team_of.get(id, "")
        return self.teams.get(team, team)

    def flag(self, ids: Iterable[str]) -> SafeString:
        """The flag of the first team that one of these ids belongs to; empty if no team or more than two are
        named.
        """
        teams = list(dict.fromkeys(self.team_of[id] for id in ids if id in self.team_of))
        return self.flags.get(teams[0], NO_FLAG) if 0 < len(teams) <= MAX_TEAMS_FLAGGED else NO_FLAG

    def flag_of_line(self, text: str, ids: Sequence[str]) -> SafeString:
        """The flag of the team that the line begins with, or else the flag for all the line's ids."""
        begins_with_id = ids and ids[0] in self.team_of and text.startswith(ids[0])
        return self.flag(ids[:1] if begins_with_id else ids)

    def car_and_crew(self, car: str) -> frozenset[str]:
        """A car and its first crew; empty if the car was not in the match."""
        return frozenset((car, *self.crews[car])) if car in self.crews else frozenset()

    def highlight_names(self, text: str) -> SafeString:
        """The text as HTML, with names in place of ids; cars, drivers, teams and items are bold."""
        return pieces_as_html(self.marked_pieces(text))

    def marked_pieces(self, text: str) -> list[str]:
        """The text with names in place of ids, in pieces that are plain and bold in turn, the first plain."""
        pieces, end = [], 0
        for match in STORY_ID_PATTERN.finditer(text):
            name = self._name_at(text, match)
            if name:
                pieces += [text[end : match.start()].replace("_", " "), name]
                end = match.end()
        return [*pieces, text[end:].replace("_", " ")]

    def _name_at(self, text: str, match: re.Match[str]) -> str:
        """The name for a matched word, "" if it is an ordinary word.

        A team's id may be a common word, so it only counts as one in a list of teams with figures.
        """
        id = match[0]
        if id in self.names or id in self.team_of:
            return self.name(id)
        listed = text[: match.start()].endswith(LIST_SEPARATORS) and POINTS_AFTER_TEAM.match(text, match.end())
        return self.teams.get(id, "") if listed else ""


def pieces_as_html(pieces: Sequence[str]) -> SafeString:
    """Pieces that are plain and bold in turn as HTML."""
    marked = [f"<b>{escape(piece)}</b>" if index % 2 else escape(piece) for index, piece in enumerate(pieces)]
    return mark_safe("".join(marked))  # noqa: S308 - every piece is escaped, and there are thousands of lines


def _flag(team: str, name: str) -> SafeString:
    return format_html('<svg class="color" role="img"><title>{}</title><use href="#team-{}"></use></svg>', name, team)
