"""The ways in which an entry can be amended, and the form that asks for the way and the reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from explain.fact_rendering import command_words
from explain.misread_dice import EnteredDie
from journal.amends.misread_dice import Misreading
from journal.amends.timeline import AMEND_TAG
from journal.input_validation import LONGEST_REASON
from league.access import Viewer
from league.models import Season
from league.pages.command_forms.base import new_key
from league.pages.command_forms.dice_faces import DiceFacesForm
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.form_recovery import focus_first_error
from league.pages.number_fields import WholeNumberField
from rules.campaign.core.dice_by_hand import DICE_BY_HAND, NOBODY

REPLACE, MISREAD, STRIKE, AS_GIVEN, VOID, FORFEIT, UNDO, TAKE_BACK = (
    "another",
    "misread",
    "strike",
    "as_given",
    "void",
    "forfeit",
    "undo",
    "back",
)
WAYS = {
    REPLACE: "Put another in its place",
    MISREAD: "A die was misread: enter the face that fell",
    FORFEIT: "A team forfeits the match after all",
    VOID: "Void the match: it counts as not made",
    STRIKE: "Strike it: it counts as never done",
    AS_GIVEN: "Give it its own words back",
    UNDO: "Undo this amend: what stood before it stands again",
    TAKE_BACK: "Take it back",
}
"""The ways in which an entry can be amended, in the words of the form."""
MISREAD_FIELD_PREFIX = "die:"
"""The prefix of the field of a die that may have been misread; its path and number follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendSubject:
    """An entry that the viewer wants to amend.

    `own` is its command as it was given, `standing` the commands that are in its place now. `ways` is what the viewer
    can do about it; if it is empty, `why_not` says why.
    """

    row: Season
    viewer: Viewer
    number: int
    tag: str
    own: dict[str, Any]
    standing: list[dict[str, Any]]
    ways: tuple[str, ...]
    why_not: str = ""
    dice: tuple[EnteredDie, ...] = ()
    """Its dice whose faces were entered by hand and may have been misread."""

    @property
    def title(self) -> str:
        """The page's title."""
        if self.tag == AMEND_TAG:
            return f"Undo amend {self.number}"
        name = command_words(self.tag)
        return (
            f"Take back entry {self.number}: {name}"
            if self.ways == (TAKE_BACK,)
            else f"Correct entry {self.number}: {name}"
        )

    @property
    def match(self) -> str:
        """The match it is about, "" if there is none."""
        match = self.own.get("match", "")
        return match if isinstance(match, str) else ""


class AmendForm(DiceFacesForm):
    """What is done about an entry, and why; the fields of a replacing command are a form of their own."""

    way = forms.ChoiceField(label="What is to be done", widget=forms.RadioSelect)
    forfeits = LenientChoiceField(label="Who forfeits", required=False)
    reason = forms.CharField(
        label="Reason", max_length=LONGEST_REASON, help_text="Everybody can read it.", strip=True
    )
    real_dice = forms.BooleanField(label="We throw real dice at the table", required=False)
    witness = forms.CharField(label="Who watched", required=False, max_length=120)
    key = forms.CharField(widget=forms.HiddenInput, initial=new_key)

    def __init__(
        self, subject: AmendSubject, *, teams: list[tuple[str, str]], given: QueryDict | None, way: str
    ) -> None:
        initial_way = way if way in subject.ways else next(iter(subject.ways), "")
        super().__init__(given, label_suffix="", initial={"way": initial_way})
        self.given = given
        field = self.fields["way"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [(option, WAYS[option]) for option in subject.ways]
        if len(subject.ways) == 1:
            field.widget = forms.HiddenInput()
        if FORFEIT in subject.ways:
            self.fields["forfeits"].choices = [("", "–"), *teams]  # type: ignore[attr-defined]
        else:
            del self.fields["forfeits"]
        self._add_dice(subject)
        by_hand = subject.row.switches.get(DICE_BY_HAND, NOBODY) != NOBODY
        if subject.ways == (TAKE_BACK,):
            del self.fields["reason"]
        if subject.ways == (TAKE_BACK,) or not by_hand:
            del self.fields["real_dice"], self.fields["witness"]
        else:
            self.add_typed_fields()

    def _add_dice(self, subject: AmendSubject) -> None:
        """Add a field for the face of each die that may have been misread."""
        self.dice = {f"{MISREAD_FIELD_PREFIX}{die.path}:{die.die}": die for die in subject.dice}
        for name, die in self.dice.items():
            field = WholeNumberField(
                label=f"{die.why}, die {die.die}",
                help_text=die.path,
                initial=die.face,
                min_value=1,
                max_value=die.sides,
                required=False,
            )
            field.widget.attrs["inputmode"] = "numeric"
            field.counts = True  # type: ignore[attr-defined] # its label does not say that it may be left empty
            self.fields[name] = field

    @property
    def misread_fields(self) -> list[forms.BoundField]:
        """The fields of dice that may have been misread."""
        return [self[name] for name in self.dice]

    def misreadings(self) -> list[Misreading]:
        """The dice whose faces were changed; a field that was left empty changes nothing."""
        return [
            Misreading(die.path, die.die, die.face, face)
            for name, die in self.dice.items()
            if (face := self.cleaned_data.get(name)) is not None and face != die.face
        ]

    def clean(self) -> dict[str, Any] | None:
        """Require a team only for a forfeit, no reason from an owner who takes a command back, and dice only if
        misread.
        """
        cleaned_data = super().clean()
        if self.cleaned_data.get("way") == FORFEIT and not self.cleaned_data.get("forfeits"):
            self.add_error("forfeits", "Choose the team that forfeits.")
        if self.cleaned_data.get("way") == TAKE_BACK:
            self.errors.pop("reason", None)
        if self.cleaned_data.get("way") != MISREAD:
            for name in self.dice:
                self.errors.pop(name, None)
        return cleaned_data

    def focus_first_error(self) -> None:
        """Give the focus to the first visible field that has errors."""
        focus_first_error(self)

    def renew(self) -> None:
        """Give the form a new key for when it is shown again."""
        if self.given is not None:
            renewed = self.given.copy()
            renewed["key"] = new_key()
            self.data = self.given = renewed
