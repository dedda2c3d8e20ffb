"""The base of every command form and of those about one match: fields, idempotency key, where a refusal shows."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import fields as fields_of
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from explain import links
from explain.command_preview import sentence_with_names
from explain.plain_words import COMMAND_FORM_TITLES
from explain.printed_names import as_title
from explain.season_names import Choices
from journal.input_validation import LONGEST_REASON
from journal.transfer.permanent_ids import KIND_BY_ATTRIBUTE
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.dice_faces import FACES_FIELD_PREFIX, DiceFacesForm
from league.pages.command_forms.fields import LenientChoiceField, NewIdField
from league.pages.form_recovery import focus_first_error
from league.pages.number_fields import MoneyField, WholeNumberField
from league.queries.names import title_in_season
from rules.campaign.core import state
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import Command, CommandType, Giver, command_type
from rules.campaign.core.dice_by_hand import DICE_BY_HAND, EVERYBODY, NOBODY
from rules.core.refusals import Refusal
from rules.core.terms import K
from rules.core.typed_numbers import write_number

SHARED_FIELDS = ("reason", "key", "seen", "back", "real_dice", "witness")
"""The fields that every form has in addition to those of its command."""
FORMS: dict[str, type[CommandForm]] = {}
"""Every form, by the tag of its command."""


def register_form(tag: str) -> Any:
    """Register a form class as the form of the command with that tag."""

    def register(cls: type[CommandForm]) -> type[CommandForm]:
        if tag in FORMS:
            raise ValueError(f"two forms give {tag}")
        command_type(tag)
        cls.tag = tag
        FORMS[tag] = cls
        COMMAND_FORM_TITLES[tag] = cls.title
        return cls

    return register


class CommandForm(DiceFacesForm):
    """A form that gives one command; its fields have the names of the command's fields.

    A subclass sets its `title` and the `verb` of its button, declares fields, and fills in their choices in `lay_out`
    from the season (`self.desk`). If its fields differ from the command's, it overrides `document`.
    """

    tag: ClassVar[str]
    title: str
    verb: str
    lead: str = ""
    """What the command does, if its own summary is not enough; shown above the fields."""
    final: str = ""
    """What cannot be undone about it; the page asks for confirmation with this text."""
    throws: ClassVar[bool] = False
    """Whether it may throw dice, so that faces thrown at a table can be typed in where the season allows it."""
    template: ClassVar[str] = "league/desk/form.html"
    filled_because: str = ""
    """Why its fields arrive filled in, in a sentence; empty if they do not, or if its template says so itself."""
    shows_drivers: ClassVar[bool] = False
    """Whether it has a table of drivers to choose from."""
    rewritable: ClassVar[bool] = True
    """Whether a given command can be shown in the form again, to put another in its place."""

    def __init__(
        self,
        *,
        desk: CommandContext,
        given: QueryDict | None = None,
        asked: dict[str, Any] | None = None,
        written: Mapping[str, Any] | None = None,
    ) -> None:
        """`given` is the posted form, `asked` are initial values from the address.

        `written` is the document of a command that was given before, whose values the form shows.
        """
        initial = {**(asked or {}), **(self.initial_from_document(written) if written else {})}
        super().__init__(given, initial={"back": "", **initial}, label_suffix="")
        self.desk, self.given, self.written = desk, given, written
        self.asked = frozenset(asked or ())
        self.row = self.row_of()
        self._add_franchise()
        self.lay_out()
        self._add_shared_fields()
        for name, field in self.fields.items():
            if isinstance(field, NewIdField) and name not in self.initial:
                self.initial[name] = self._inherited_id(name) or self.fresh_id(name)

    @classmethod
    def row_of(cls) -> CommandType:
        """The registry's row of its command."""
        return command_type(cls.tag)

    # ------------------------------------------------------------------------------- what a subclass writes

    def lay_out(self) -> None:
        """Fill in the choices of the fields."""

    def offer(self, name: str, choices: Choices, *, none: str = "") -> None:
        """Set a field's choices; `none` is the label of the empty choice, if there is one."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - only choice fields have choices
        field.choices = [("", none), *choices] if none else choices

    def fresh_id(self, name: str) -> str:
        """A new id for what the command creates, for the hidden field with that name."""
        raise NotImplementedError(f"{type(self).__name__} has no id for {name}")

    def document(self) -> dict[str, Any]:
        """The command as a document for the codec, without empty fields."""
        command_fields = {field.name for field in fields_of(self.row.cls)}
        fields = {
            name: value
            for name, value in self.cleaned_data.items()
            if name in command_fields and value not in (None, "")
        }
        return {"type": self.tag, **fields}

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """The values of the fields for a command's document: the inverse of `document`."""
        fields = cls.base_fields
        return {name: _to_field_value(fields.get(name), value) for name, value in written.items() if name != "type"}

    def documents(self) -> list[dict[str, Any]]:
        """The documents of all commands the form gives, usually one; they are performed together."""
        return [self.document()]

    @property
    def is_locked(self) -> bool:
        """Whether the form only shows what was decided, since it can no longer be changed."""
        return False

    @property
    def awaited(self) -> str:
        """The name of the wait that the form answers, such as `M3/m4`, whose deadline its page shows; "" for none."""
        return ""

    def is_done(self) -> bool:
        """Whether the season is already as the form asks, so that giving its command would change nothing."""
        return False

    def consequence(self) -> str:
        """What follows from the values in the form that no fact says, in sentences; "" for nothing."""
        return ""

    def get_success_url(self) -> str:
        """The address to go to afterwards, if the form has no `back`; "" for the default."""
        return ""

    # --------------------------------------------------------------------------------------- for its view

    def commands(self) -> list[Command]:
        """The form's commands. Raises `Malformed`."""
        return [command_from_document(document) for document in self.documents()]

    def add_refusal(self, refusal: Refusal) -> None:
        """Show a refusal beside the field it is about, or above the form."""
        self.add_error(self._field_of_refusal(refusal), sentence_with_names(refusal.sentence, self.desk.called.names))

    def renew(self) -> None:
        """Give the form a new key, the season's current length and new ids, for when it is shown again."""
        if self.given is None:
            return
        renewed = self.given.copy()
        renewed["key"], renewed["seen"] = new_key(), str(self.desk.row.length)
        for name, field in self.fields.items():
            if isinstance(field, NewIdField) and name not in (self.written or ()):
                renewed[name] = self._inherited_id(name) or self.fresh_id(name)
        self.data = self.given = renewed

    def focus_first_error(self) -> None:
        """Give the focus to the first visible field that has errors."""
        focus_first_error(self)

    @property
    def has_open_fields(self) -> bool:
        """Whether the address left any field open, so that the person can still avoid a refusal."""
        return bool({field.name for field in self.own_fields} - self.asked)

    @property
    def takes_faces(self) -> bool:
        """Whether faces of dice thrown at a table can be typed in (HOUSE-011).

        A commissioner also enters the faces of whatever follows from a command, so every form may need them.
        """
        setting = self.desk.season.setting(DICE_BY_HAND)
        if self.desk.viewer.is_commissioner:
            return setting != NOBODY
        return self.throws and setting == EVERYBODY

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The command's visible fields, in order."""
        return [
            field
            for field in self.visible_fields()
            if field.name not in SHARED_FIELDS and not field.name.startswith(FACES_FIELD_PREFIX)
        ]

    # ------------------------------------------------------------------------------------------- its own

    def _inherited_id(self, name: str) -> str:
        """An id that a struck command left, which the command in its place inherits; "" if there is none."""
        return next(
            (
                str(left["id"])
                for left in self.desk.row.left
                if (left["command"], left["franchise"]) == (self.tag, self.desk.franchise)
                and KIND_BY_ATTRIBUTE[left["shelf"]] == name
            ),
            "",
        )

    def _add_franchise(self) -> None:
        """Add the field for the franchise of an owner's command, hidden unless there are several to choose from."""
        if self.row.by is not Giver.OWNER or "franchise" in self.fields:
            return
        choices = self.desk.called.franchise_choices(self.desk.may_act_for())
        self.fields["franchise"] = LenientChoiceField(choices=choices, label="Franchise")
        self.initial.setdefault("franchise", self.desk.franchise)
        if len(choices) <= 1 or self.desk.franchise:
            self.fields["franchise"].widget = forms.HiddenInput()
        self.order_fields(["franchise"])

    def _add_shared_fields(self) -> None:
        if self.desk.needs_reason(self.row):
            self.fields["reason"] = forms.CharField(
                label="Reason", max_length=LONGEST_REASON, help_text="Everybody can read it.", strip=True
            )
        if self.takes_faces:
            self.fields["real_dice"] = forms.BooleanField(label="We throw real dice at the table", required=False)
            self.fields["witness"] = forms.CharField(label="Who watched", required=False, max_length=120)
            self.add_typed_fields()
        self.fields["key"] = forms.CharField(widget=forms.HiddenInput, initial=new_key)
        self.fields["seen"] = WholeNumberField(widget=forms.HiddenInput, initial=self.desk.row.length)
        self.fields["back"] = forms.CharField(widget=forms.HiddenInput, required=False)

    def _field_of_refusal(self, refusal: Refusal) -> str | None:
        """The field that a refusal is about: the one with the longest value in its sentence, or whose name is in
        it.
        """
        if refusal.pointer == "/seen":  # hidden, and about no field in particular
            return None
        named_fields = [name for name in self.fields if f": {name}:" in refusal.sentence]
        if named_fields:
            return named_fields[0]
        matches = [
            (len(str(value)), name)
            for name, value in self.cleaned_data.items()
            if name in self.fields
            and name not in SHARED_FIELDS
            and len(str(value)) > 1
            and str(value) in refusal.sentence
        ]
        visible_matches = [match for match in matches if not self.fields[match[1]].widget.is_hidden]
        return max(visible_matches)[1] if visible_matches else self._field_named_in(refusal.sentence)

    def _field_named_in(self, sentence: str) -> str | None:
        """The first field whose name is in the sentence."""
        names = (
            field.name for field in self.own_fields if re.search(rf"\b{field.name.replace('_', ' ')}\b", sentence)
        )
        return next(names, None)


def new_key() -> str:
    """A new idempotency key, so that a form that is sent twice gives its command once."""
    return f"form.{secrets.token_hex(10)}"


def _to_field_value(field: forms.Field | None, value: Any) -> Any:
    """A command's value as its field shows it: money in k, numbers of choices as text."""
    if isinstance(field, MoneyField):
        return write_number(Decimal(value) / K)
    if isinstance(field, LenientChoiceField) and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value


class FranchiseMatchForm(CommandForm):
    """A form with a `match` of the franchise; the field is hidden if only one match is possible."""

    match = LenientChoiceField(label="Match")

    def lay_out(self) -> None:
        """Offer the franchise's matches at the command's steps, and choose the only one or the requested one."""
        desk = self.desk
        at_step = [id for id in franchise_matches(desk) if desk.season.match(id).step in self.row.steps]
        self.offer("match", [(id, match_label(desk.season, id)) for id in at_step])
        if len(at_step) == 1:
            self.initial.setdefault("match", at_step[0])
        if field_value(self, "match") or len(at_step) == 1:
            self.fields["match"].widget = forms.HiddenInput()

    @property
    def match_id(self) -> str:
        """The chosen match, "" if none is chosen or the season has no such match."""
        value = field_value(self, "match")
        return value if value in self.desk.season.matches else ""

    @property
    def awaited(self) -> str:
        """The wait for the franchises of the chosen match, while it is at a step of the command."""
        step = self.desk.season.match(self.match_id).step if self.match_id else ""
        return f"{step}/{self.match_id}" if step in self.row.steps else ""

    @property
    def line_up(self) -> state.LineUp | None:
        """The franchise's line-up in that match, None if it has none."""
        return self.desk.season.line_ups.get(f"{self.match_id}.{self.desk.franchise}")

    @property
    def match_name(self) -> str:
        """The match in words, "" if none is chosen."""
        return match_label(self.desk.season, self.match_id) if self.match_id else ""

    def get_success_url(self) -> str:
        """The match's page."""
        return links.match_url(f"{self.desk.row.pk}/{self.match_id}") if self.match_id else ""


def field_value(form: forms.Form, name: str) -> str:
    """The value of a form's field before validation: what was sent, or its initial value."""
    value: Any = form.data.get(name) if form.is_bound else form.initial.get(name)
    return str(value or "")


def franchise_matches(desk: CommandContext) -> list[str]:
    """The matches the franchise is in, in playing order."""
    season = desk.season
    own_matches = {line_up.match for line_up in season.line_ups.values() if line_up.franchise == desk.franchise}
    return [
        match.id for round in season.all_rounds() for match in season.matches_of(round.id) if match.id in own_matches
    ]


def match_label(season: state.Season, match: str) -> str:
    """A match in words, such as "Round 2, match A: Race"."""
    match_state = season.match(match)
    return f"{title_in_season(season, match)}: {as_title(match_state.event)}"
