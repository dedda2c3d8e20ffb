"""Faces of dice thrown at a table, typed into a form throw by throw."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.http import QueryDict

from journal import TypedFaces
from rules.core.dice import NeedsDice
from rules.core.refusals import Malformed

FACES_FIELD_PREFIX = "dice:"
"""The prefix of the names of fields for faces; the dice's path follows."""


class DiceFacesForm(forms.Form):
    """A form whose dice may be thrown at a table: `real_dice` says they are, `witness` who watched."""

    given: QueryDict | None

    def read_typed_faces(self, typist: str) -> TypedFaces | None:
        """The typed faces of dice thrown at a table, None if the season throws its own.

        Raises `Malformed` if a text has anything but faces.
        """
        if not self.cleaned_data.get("real_dice"):
            return None
        faces = {
            name.removeprefix(FACES_FIELD_PREFIX): _faces(value)
            for name, value in self.typed_fields()
            if value.strip()
        }
        return TypedFaces(faces, typist=typist, witness=self.cleaned_data.get("witness", ""))

    def add_faces_field(self, needed: NeedsDice) -> None:
        """Require a field for the needed faces; faces already typed for that path precede the new ones."""
        name = f"{FACES_FIELD_PREFIX}{needed.path}"
        before = self.data.get(name, "")
        text = f"After {before}: throw" if before else "Throw"
        self.fields.setdefault(name, forms.CharField(required=False))
        field = self[name]
        field.label = f"{text} {needed.dice}, {needed.reason}"
        field.field.required = True
        field.field.widget.attrs |= {"autofocus": True, "inputmode": "numeric", "autocomplete": "off"}
        self.errors.setdefault(
            name, self.error_class([f"Throw {needed.dice} and type every face, separated by spaces."])
        )

    def add_typed_fields(self) -> None:
        """Add the fields of faces that were already typed in."""
        for name, value in self.typed_fields():
            self.fields[name] = forms.CharField(
                label=f"Faces of {name.removeprefix(FACES_FIELD_PREFIX)}", initial=value
            )

    @property
    def dice_fields(self) -> list[forms.BoundField]:
        """The fields of faces, whether needed or already typed in."""
        return [field for field in self.visible_fields() if field.name.startswith(FACES_FIELD_PREFIX)]

    def typed_fields(self) -> Iterator[tuple[str, str]]:
        """The name of each posted field of faces, with its text."""
        for name in self.given or ():
            if self.given is not None and name.startswith(FACES_FIELD_PREFIX):
                yield name, " ".join(value for value in self.given.getlist(name) if isinstance(value, str))


def _faces(text: str) -> list[int]:
    try:
        return [int(face) for face in text.replace(",", " ").split()]
    except ValueError:
        raise Malformed(
            f"{text.strip()[:80]!r} are not faces of dice: type whole numbers separated by spaces."
        ) from None
