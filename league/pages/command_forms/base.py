"""What every form of a command is: its fields, its hidden key, and how a refusal finds the field it speaks of."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import fields as fields_of
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from explain.command_preview import sentence_with_names
from explain.plain_words import COMMAND_FORM_TITLES
from explain.season_names import Choices
from journal.input_validation import LONGEST_REASON
from journal.transfer.permanent_ids import KIND_BY_ATTRIBUTE
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.dice_faces import FACES_FIELD_PREFIX, DiceFacesForm
from league.pages.command_forms.fields import LenientChoiceField, MoneyField, NewIdField
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import Command, CommandType, Giver, command_type
from rules.campaign.core.dice_by_hand import DICE_BY_HAND, EVERYBODY, NOBODY
from rules.core.refusals import Refusal
from rules.core.terms import K

SHARED_FIELDS = ("reason", "key", "seen", "back", "real_dice", "witness")
"""The fields that every form has beside those of its command."""
FORMS: dict[str, type[CommandForm]] = {}
"""Every form, by the tag of the command it gives."""


def register_form(tag: str) -> Any:
    """Register a form as the one that gives that command."""

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
    """A form that gives one command; its fields are named as the command's are.

    A subclass says its `title` and the `verb` of its button, declares fields, and in `lay_out` fills in what they
    offer from the season (`self.desk`). One whose fields are not the command's own writes `document`.
    """

    tag: ClassVar[str]
    title: ClassVar[str]
    verb: ClassVar[str]
    lead: ClassVar[str] = ""
    """What it does, beside the command's own summary; shown above the fields."""
    final: ClassVar[str] = ""
    """What cannot be taken back about it; asked before the button is pressed."""
    throws: ClassVar[bool] = False
    """Whether it may throw dice, so that faces of a real table may be typed in where the season says so."""
    template: ClassVar[str] = "league/desk/form.html"
    rewritable: ClassVar[bool] = True
    """Whether a command that was given can be shown in it again, to put another in its place."""

    def __init__(
        self,
        *,
        desk: CommandContext,
        given: QueryDict | None = None,
        asked: dict[str, Any] | None = None,
        written: Mapping[str, Any] | None = None,
    ) -> None:
        """`given` is what was sent; `asked` what the link that led here fills in already.

        `written` is a command that was given once, by its document: the form shows it as it stands.
        """
        shown = {**(asked or {}), **(self.initial_from_document(written) if written else {})}
        super().__init__(given, initial={"back": "", **shown}, label_suffix="")
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
        """The row of the registry that its command has."""
        return command_type(cls.tag)

    # ------------------------------------------------------------------------------- what a subclass writes

    def lay_out(self) -> None:
        """Fill in what the fields offer."""

    def offer(self, name: str, choices: Choices, *, none: str = "") -> None:
        """Fill in what a field offers; `none` are the words for choosing nothing, where it may be left."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - nothing else offers anything
        field.choices = [("", none), *choices] if none else choices

    def fresh_id(self, name: str) -> str:
        """The id of what the command makes, for the hidden field of that name."""
        raise NotImplementedError(f"{type(self).__name__} has no id for {name}")

    def document(self) -> dict[str, Any]:
        """The command as the codec reads it. What was left empty is left out."""
        known = {field.name for field in fields_of(self.row.cls)}
        fields = {
            name: value for name, value in self.cleaned_data.items() if name in known and value not in (None, "")
        }
        return {"type": self.tag, **fields}

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """What the fields show for a command that was given, by its document: the inverse of `document`."""
        fields = cls.base_fields
        return {name: _to_field_value(fields.get(name), value) for name, value in written.items() if name != "type"}

    def documents(self) -> list[dict[str, Any]]:
        """The commands the form gives, all or none; almost always one."""
        return [self.document()]

    def get_success_url(self) -> str:
        """The address of the page that shows what came of it, where the form was not told where to go back to."""
        return ""

    # --------------------------------------------------------------------------------------- for its view

    def commands(self) -> list[Command]:
        """What the form says, as commands. Raises `Malformed`."""
        return [command_from_document(document) for document in self.documents()]

    def add_refusal(self, refusal: Refusal) -> None:
        """Show a refusal beside the field it speaks of, or above them all."""
        self.add_error(self._field_of_refusal(refusal), sentence_with_names(refusal.sentence, self.desk.called.names))

    def renew(self) -> None:
        """Give the form, as it will be shown again, a key of its own and the season as it is now."""
        if self.given is None:
            return
        renewed = self.given.copy()
        renewed["key"], renewed["seen"] = new_key(), str(self.desk.row.length)
        for name, field in self.fields.items():
            if isinstance(field, NewIdField) and name not in (self.written or ()):
                renewed[name] = self._inherited_id(name) or self.fresh_id(name)
        self.data = self.given = renewed

    def focus_first_error(self) -> None:
        """Let the first field that is wrong have the focus when the page is shown."""
        first = next((name for name in self.fields if name in self.errors), None)
        if first is not None and not self.fields[first].widget.is_hidden:
            self.fields[first].widget.attrs["autofocus"] = True

    @property
    def has_open_fields(self) -> bool:
        """Whether anything is left to choose that the link did not fill in: a refusal may still be avoided."""
        return bool({field.name for field in self.own_fields} - self.asked)

    @property
    def takes_faces(self) -> bool:
        """Whether dice that were thrown at a table may be typed in, and everybody sees by whom (HOUSE-011).

        A commissioner enters those of all that follows as well, so any form may need them.
        """
        setting = self.desk.season.setting(DICE_BY_HAND)
        if self.desk.viewer.is_commissioner:
            return setting != NOBODY
        return self.throws and setting == EVERYBODY

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The command's fields that are seen, in their order."""
        return [
            field
            for field in self.visible_fields()
            if field.name not in SHARED_FIELDS and not field.name.startswith(FACES_FIELD_PREFIX)
        ]

    # ------------------------------------------------------------------------------------------- its own

    def _inherited_id(self, name: str) -> str:
        """The id of one that was struck, which what takes its place inherits; "" where none is free."""
        return next(
            (
                str(each["id"])
                for each in self.desk.row.left
                if (each["command"], each["franchise"]) == (self.tag, self.desk.franchise)
                and KIND_BY_ATTRIBUTE[each["shelf"]] == name
            ),
            "",
        )

    def _add_franchise(self) -> None:
        """An owner's command is for one of the franchises they may act for: asked only where there are several."""
        if self.row.by is not Giver.OWNER or "franchise" in self.fields:
            return
        offered = self.desk.called.franchise_choices(self.desk.may_act_for())
        self.fields["franchise"] = LenientChoiceField(choices=offered, label="Franchise")
        self.initial.setdefault("franchise", self.desk.franchise)
        if len(offered) <= 1 or self.desk.franchise:
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
        self.fields["seen"] = forms.IntegerField(widget=forms.HiddenInput, initial=self.desk.row.length)
        self.fields["back"] = forms.CharField(widget=forms.HiddenInput, required=False)

    def _field_of_refusal(self, refusal: Refusal) -> str | None:
        """The field whose value, or whose name, a refusal speaks of: the longest that its sentence holds."""
        named = [name for name in self.fields if f": {name}:" in refusal.sentence]
        if named:
            return named[0]
        spoken = [
            (len(str(value)), name)
            for name, value in self.cleaned_data.items()
            if name in self.fields
            and name not in SHARED_FIELDS
            and len(str(value)) > 1
            and str(value) in refusal.sentence
        ]
        visible = [each for each in spoken if not self.fields[each[1]].widget.is_hidden]
        return max(visible)[1] if visible else self._field_named_in(refusal.sentence)

    def _field_named_in(self, sentence: str) -> str | None:
        """The field that a sentence calls by its name."""
        called = (
            field.name for field in self.own_fields if re.search(rf"\b{field.name.replace('_', ' ')}\b", sentence)
        )
        return next(called, None)


def new_key() -> str:
    """A key for one giving of a form: sent twice, it is done once."""
    return f"form.{secrets.token_hex(10)}"


def _to_field_value(field: forms.Field | None, value: Any) -> Any:
    """A command's value as its field shows it: money in k, numbers that are picked as text."""
    if isinstance(field, MoneyField):
        return f"{value / K:g}"
    if isinstance(field, LenientChoiceField) and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value
