"""Schemas of league templates."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from league.league_templates.contents import TemplateContents
from league.league_templates.document import TemplateDocument

Dice = Literal["leaves", "beacon", "beacon-live", "reveal"]
"""What the dice of a season rest on."""


class TemplateSummaryOut(msgspec.Struct, frozen=True, kw_only=True):
    """A league template without its contents."""

    key: str
    """Key of the template, by which addresses name it."""
    title: str
    """Title of the template."""
    about: str
    """Its description."""
    maker: str | None
    """Display name of who made it; null if they left the site."""
    credit: str | None
    """Display name of the maker of the template it was copied from; null if it was not, or if they left the site."""
    system: str
    """Match system by its name, or `reported`."""
    franchises: int
    """Number of franchises."""
    rounds: int
    """Number of rounds of a season."""
    version: int
    """Version of its contents, from 1."""
    uses: int
    """How many leagues were founded from it."""
    state: Literal["private", "published", "hidden"]
    """Who may read it: its maker, everybody, or its maker since the operator hid it."""
    changed_at: datetime
    """When it was last changed."""


class TemplatesOut(msgspec.Struct, frozen=True, kw_only=True):
    """League templates."""

    templates: tuple[TemplateSummaryOut, ...]
    """The templates that everybody may read, in the order that was asked for."""
    own: tuple[TemplateSummaryOut, ...]
    """Those of the token's person, the last changed first; empty without a token."""


class TemplateOut(msgspec.Struct, frozen=True, kw_only=True):
    """A league template with its contents."""

    template: TemplateSummaryOut
    """Its title, its maker, and who may read it."""
    document: TemplateDocument
    """The document that can be imported into another site."""
    left_out: tuple[str, ...]
    """A sentence for everything in it that this site does not know."""


class SeasonTemplateOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a template of a season would hold."""

    season: str
    """Id of the season."""
    contents: TemplateContents
    """The contents of the template."""
    left_out: tuple[str, ...]
    """A sentence for everything that is left out of it."""
    reveals: tuple[str, ...]
    """What everybody would read who reads the template, though only members can today; empty if there is nothing."""


class TemplateLeagueOut(msgspec.Struct, frozen=True, kw_only=True):
    """A league that was founded from a template."""

    league: str
    """Short name of the league."""
    name: str
    """Name of the league."""
    season: str
    """Id of its first season."""
    template: str
    """Key of the template."""
    version: int
    """Version of the template."""


class TemplateMakeIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a season is made a template."""

    title: str = ""
    """Title of a new template, in at most 80 characters."""
    about: str = ""
    """Description of a new one, in at most 2,000 characters."""
    replaces: str = ""
    """Key of a template of yours of which this is the next version; empty for a new one."""
    publish: bool = False
    """Whether a new one is published at once."""
    confirmed: bool = False
    """Whether everybody may read what only members can read today."""


class TemplateImportIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A template from elsewhere."""

    document: Any
    """The document, as `template` answers it or as a file has it."""
    leave_out: bool = False
    """Whether to leave out what this site does not know."""


class TemplatePublishIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a template is published."""

    confirmed: bool = False
    """Whether everybody may read what only members of its league can read today."""


class TemplateTextIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of a private template."""

    title: str
    """Title of the template, in at most 80 characters."""
    about: str = ""
    """Its description, in at most 2,000 characters."""


class TemplateLeagueIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A league to be founded from a template. What is left out is as in the template."""

    name: str
    """Name of the league."""
    version: int
    """Version of the template that you read."""
    franchises: int | None = None
    """Number of franchises."""
    rounds: int | None = None
    """Number of rounds."""
    system: str = ""
    """Match system by its name, or `reported`."""
    public: bool | None = None
    """Whether everybody may read it."""
    own_seat: bool = False
    """Whether you run one of the franchises."""
    time_zone: str = "UTC"
    """Time zone of its deadlines, such as Europe/Berlin."""
    unattended: bool | None = None
    """Whether the season goes on by itself when a deadline passes."""
    dice: Dice | None = None
    """What its dice rest on."""
    leave_out: bool = False
    """Whether to leave out what does not fit such a league."""
    words: str = ""
    """Random words for the dice of the founding: 64 hex digits, or empty."""
