"""Typed values for league templates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateSummary:
    """A league template without its contents; `state` is `private`, `published` or `hidden`."""

    key: str
    title: str
    about: str
    maker: str | None
    credit: str | None
    system: str
    franchises: int
    rounds: int
    version: int
    uses: int
    state: str
    changed_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Templates:
    """The league templates that everybody may read, and those of the token's person."""

    templates: tuple[TemplateSummary, ...]
    own: tuple[TemplateSummary, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A league template with the document that can be imported, and what this site leaves out of it."""

    template: TemplateSummary
    document: dict[str, Any]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTemplate:
    """What a template of a season would hold, what is left out of it, and what it reveals that only members read."""

    season: str
    contents: dict[str, Any]
    left_out: tuple[str, ...]
    reveals: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateLeague:
    """A league that was founded from a version of a template."""

    league: str
    name: str
    season: str
    template: str
    version: int
