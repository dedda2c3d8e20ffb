"""The forms of a referee's table that need no script: to open a duel, and to enter an event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

from django import forms

from league.pages.command_forms.base import new_key
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.duels.opening import LONGEST_NAME, LONGEST_TITLE, Entrant
from league.pages.number_fields import WholeNumberField
from rules.core.refusals import Malformed
from rules.match.duels.book import CauseKind, Document, EventField, EventKind

FEATURES = (("checkpoints", "Checkpoints"), ("targets", "Targets"), ("jumps", "Jumps"))
FEWEST_ROWS, MOST_ROWS = 6, 20
"""Rows for entrants that the form shows, and at most."""
MOST_OCCUPANTS = 6
MOST_LINKS = 4
"""Links of a chain of causes that the form asks for."""
NOBODY_CHOICE = ("", "Nobody")
Choices = list[tuple[str, str]]


class _RowField(forms.CharField):
    """A field of a row that may be left empty as a whole, so that its label does not say that it is optional."""

    counts = True


class _RowChoiceField(LenientChoiceField):
    """The same for a choice."""

    counts = True


OWN_POINTS = re.compile(r"(?P<name>.*\S)\s*:\s*(?P<points>[0-9]{1,4})")
"""A feature with the points that the arena's sheet gives it, such as `Gap: 10`."""


class NewDuelForm(forms.Form):
    """A duel's title, its entrants with their starting speeds, and the features of its arena by name.

    `cars` are those of a match, by id with their names; without any the entrants are entered by hand. `worth` is what
    the questionnaire says each kind of feature is worth; a figure after a name is what the arena's sheet says.
    """

    key = forms.CharField(widget=forms.HiddenInput, required=False)
    match = forms.CharField(widget=forms.HiddenInput, required=False)
    title = forms.CharField(label="Title", required=False, widget=forms.TextInput(attrs={"maxlength": LONGEST_TITLE}))

    def __init__(
        self,
        given: Any = None,
        *,
        match: str,
        cars: Mapping[str, str],
        speeds: range,
        worth: Mapping[str, int],
        rows: int = FEWEST_ROWS,
    ) -> None:
        super().__init__(given, initial={"key": new_key(), "match": match}, label_suffix="")
        self.cars, self.row_count = cars, 0 if cars or match else min(max(rows, FEWEST_ROWS), MOST_ROWS)
        choices = [(str(speed), str(speed)) for speed in speeds]
        for car, name in cars.items():
            self.fields[f"speed:{car}"] = LenientChoiceField(label=name, choices=choices)
        for number in range(1, self.row_count + 1):
            self._add_row(number, choices)
        for name, label in FEATURES:
            self.fields[name] = forms.CharField(
                label=label,
                required=False,
                widget=forms.Textarea(attrs={"rows": 3}),
                help_text=f"A name on each line, each worth {worth[name]}; “Gap: 10” makes the gap worth 10.",
            )

    def _add_row(self, number: int, speeds: Choices) -> None:
        name = forms.TextInput(attrs={"maxlength": LONGEST_NAME})
        aboard = [(str(count), str(count)) for count in range(1, MOST_OCCUPANTS + 1)]
        self.fields[f"name:{number}"] = _RowField(label="Name", required=False, widget=name)
        self.fields[f"team:{number}"] = forms.CharField(label="Team", required=False, widget=name)
        self.fields[f"occupants:{number}"] = _RowChoiceField(label="Aboard", choices=aboard, required=False)
        self.fields[f"speed:{number}"] = _RowChoiceField(label="Starting speed", choices=speeds, required=False)

    @property
    def rows(self) -> list[tuple[forms.BoundField, ...]]:
        """The fields of each entrant that is entered by hand."""
        columns = ("name", "team", "occupants", "speed")
        return [tuple(self[f"{column}:{number}"] for column in columns) for number in range(1, self.row_count + 1)]

    @property
    def car_speeds(self) -> list[forms.BoundField]:
        """The starting speeds of a match's cars."""
        return [self[f"speed:{car}"] for car in self.cars]

    @property
    def features(self) -> list[forms.BoundField]:
        """The features of the arena."""
        return [self[name] for name, _ in FEATURES]

    def entrants(self) -> list[Entrant]:
        """The entrants who were entered by hand. Raises `Malformed`."""
        return [
            Entrant(
                name=name,
                team=_line(self.cleaned_data.get(f"team:{number}")),
                occupants=_whole(self.cleaned_data.get(f"occupants:{number}") or "1", thing="people aboard"),
                speed=_whole(self.cleaned_data.get(f"speed:{number}") or "", thing="starting speed"),
            )
            for number in range(1, self.row_count + 1)
            if (name := _line(self.cleaned_data.get(f"name:{number}")))
        ]

    def speeds(self) -> dict[str, int]:
        """The starting speeds of a match's cars. Raises `Malformed`."""
        return {car: _whole(self.cleaned_data.get(f"speed:{car}") or "", thing="starting speed") for car in self.cars}

    def arena(self) -> dict[str, list[str]]:
        """The names of the arena's features, without repetitions."""
        return {kind: list(features) for kind, features in self._features().items()}

    def arena_points(self) -> dict[str, dict[str, int]]:
        """The points of those features that have a figure of their own, by kind and name."""
        return {
            kind: {name: points for name, points in features.items() if points is not None}
            for kind, features in self._features().items()
        }

    def _features(self) -> dict[str, dict[str, int | None]]:
        features: dict[str, dict[str, int | None]] = {}
        for kind, _ in FEATURES:
            lines = filter(None, map(_line, str(self.cleaned_data.get(kind) or "").splitlines()))
            features[kind] = dict(map(_feature, lines))
        return features


def _feature(line: str) -> tuple[str, int | None]:
    """The name of a feature on a line, and its own points if it has some."""
    own = OWN_POINTS.fullmatch(line)
    return (own["name"], int(own["points"])) if own else (line, None)


class EventForm(forms.Form):
    """An event of one type, at a turn and a phase."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=60)
    type = forms.CharField(widget=forms.HiddenInput)
    turn = WholeNumberField(label="Turn", widget=forms.NumberInput(attrs={"inputmode": "numeric"}))
    phase = WholeNumberField(label="Phase", widget=forms.NumberInput(attrs={"inputmode": "numeric"}))

    def __init__(
        self,
        given: Any = None,
        *,
        kind: EventKind,
        duelists: Choices,
        causes: tuple[CauseKind, ...],
        moment: tuple[int, int],
    ) -> None:
        turn, phase = moment
        initial = {"key": str(uuid4()), "type": kind.type, "turn": turn, "phase": phase}
        super().__init__(given, initial=initial, label_suffix="")
        self.kind, self.causes = kind, {cause.type: cause for cause in causes}
        named = [event_field.name for event_field in kind.fields if event_field.kind == "duelist"]
        self.initial.update({name: id for name, (id, _) in zip(named, duelists, strict=False)})
        for event_field in kind.fields:
            for name, field in _form_fields(event_field, duelists, causes):
                self.fields[name] = field

    def event(self) -> Document:
        """The event that was filled in. Raises `Malformed`."""
        cleaned = self.cleaned_data
        event: Document = {"type": self.kind.type, "turn": cleaned["turn"], "phase": cleaned["phase"]}
        for field in self.kind.fields:
            if field.kind == "cause":
                event[field.name] = self._cause(1)
            elif field.kind == "yes_no":
                event[field.name] = cleaned[field.name]
            elif (value := cleaned[field.name]) not in (None, ""):
                event[field.name] = value
        return event

    def _cause(self, number: int) -> Document:
        """The chain of causes from a link on. Raises `Malformed`."""
        chosen = self.cleaned_data.get(f"cause{number}", "")
        if chosen not in self.causes:
            raise Malformed(
                "Say what caused it."
                if number == 1
                else f"Say in link {number} of the cause what led to link {number - 1}."
            )
        kind, who = self.causes[chosen], self.cleaned_data.get(f"cause{number}_who", "")
        cause: Document = {"type": chosen}
        if kind.who and (who or not kind.may_be_empty):
            cause[kind.who] = who
        if kind.by_choice:
            cause["voluntary"] = bool(self.cleaned_data.get(f"cause{number}_by_choice"))
        if kind.leads_on:
            if number == MOST_LINKS:
                raise Malformed(f"This form takes {MOST_LINKS} links: leave out the first, which decides least.")
            cause["because"] = self._cause(number + 1)
        return cause


class RulingForm(forms.Form):
    """The referee's own credit for a kill: a share for each duelist and for nobody, and why (CW-S-010)."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=60)
    of = forms.CharField(widget=forms.HiddenInput, max_length=60)

    def __init__(self, given: Any = None, *, of: str, duelists: Choices) -> None:
        super().__init__(given, initial={"key": str(uuid4()), "of": of}, label_suffix="")
        self.ids = [id for id, _ in duelists] + [""]
        for id, name in [*duelists, NOBODY_CHOICE]:
            self.fields[f"share:{id}"] = forms.CharField(
                label=f"Share of {name}", required=False, widget=forms.TextInput(attrs={"maxlength": 9})
            )
        self.fields["note"] = forms.CharField(label="Why", widget=forms.TextInput(attrs={"maxlength": 500}))

    def shares(self) -> dict[str, str]:
        """The shares that were filled in."""
        given = {id: _line(self.cleaned_data.get(f"share:{id}")) for id in self.ids}
        return {id: share for id, share in given.items() if share}


def _form_fields(
    field: EventField, duelists: Choices, causes: tuple[CauseKind, ...]
) -> Iterator[tuple[str, forms.Field]]:
    options: dict[str, Any] = {"label": field.label, "initial": field.default}
    match field.kind:
        case "duelist":
            yield field.name, LenientChoiceField(choices=duelists, **options)
        case "duelist_or_nobody":
            yield field.name, LenientChoiceField(choices=[NOBODY_CHOICE, *duelists], required=False, **options)
        case "choice":
            yield field.name, LenientChoiceField(choices=list(field.choices), **options)
        case "yes_no":
            yield field.name, forms.BooleanField(required=False, **options)
        case "number":
            widget = forms.NumberInput(attrs={"inputmode": "numeric"})
            yield field.name, WholeNumberField(required=field.required, widget=widget, **options)
        case "cause":
            yield from _cause_fields(duelists, causes)
        case _:
            yield field.name, forms.CharField(required=field.required, max_length=500, **options)


def _cause_fields(duelists: Choices, causes: tuple[CauseKind, ...]) -> Iterator[tuple[str, forms.Field]]:
    kinds = [(cause.type, cause.label) for cause in causes]
    for number in range(1, MOST_LINKS + 1):
        label = "Cause" if number == 1 else f"Because, link {number}"
        yield (
            f"cause{number}",
            LenientChoiceField(
                label=label, choices=kinds if number == 1 else [("", "–"), *kinds], required=number == 1
            ),
        )
        yield (
            f"cause{number}_who",
            LenientChoiceField(label=f"Who, link {number}", choices=[NOBODY_CHOICE, *duelists], required=False),
        )
        yield (
            f"cause{number}_by_choice",
            forms.BooleanField(label=f"The pushed driver acted by choice since, link {number}", required=False),
        )


def _line(text: object) -> str:
    """Text in one line, without space around it."""
    return " ".join(str(text or "").split())


def _whole(text: str, *, thing: str) -> int:
    if not text.isdecimal() or len(text) > 4:
        raise Malformed(f"Give the {thing} as a whole number.")
    return int(text)
