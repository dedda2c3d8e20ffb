"""Changes to league templates: made, renewed, published, withdrawn, copied, imported, and deleted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from league.access import NotYours
from league.league_templates.content_checks import check_contents, is_legible, refuse_unknown_parts
from league.league_templates.contents import TemplateContents, contents_from_json, contents_to_json
from league.league_templates.document import TemplateDocument
from league.league_templates.season_contents import season_contents
from league.models import League, LeagueTemplate, Membership, Season
from league.models.league_templates import new_template_key
from league.name_checks import NameTaken
from league.name_text import clean_name, skeleton
from rules.core.refusals import Malformed, Refusal, Unknown

LONGEST_ABOUT = 2000
MOST_TEMPLATES, MOST_PUBLISHED = 50, 20
"""How many templates a person may have, and how many of them may be published."""
KEY = re.compile("[0-9a-f]{12}")


class TooManyTemplates(Refusal):
    """The person has as many templates, or as many published ones, as allowed."""


class TemplatePublished(Refusal):
    """The template is published, so that it cannot be deleted or described otherwise."""


class TemplateNotPublished(Refusal):
    """The template is not published, or the operator hid it."""


class TemplateReveals(Refusal):
    """To publish the template would reveal what only members of its league can read, and nobody confirmed that."""


@dataclass(frozen=True, slots=True)
class TemplateText:
    """The title of a template and its description."""

    title: str
    about: str = ""

    def cleaned(self) -> TemplateText:
        """The same as it is stored. Raises `Malformed`."""
        return TemplateText(clean_title(self.title), clean_about(self.about))


def clean_title(text: str) -> str:
    """The title of a template, which is checked as every name is. Raises `Malformed`."""
    if not text.strip():
        raise Malformed("The template has no title: give it one.").at("title")
    try:
        return clean_name(text)
    except Malformed as refusal:
        raise Malformed(refusal.sentence).at("title") from None


def clean_about(text: str) -> str:
    """The description of a template: lines without spaces at their ends. Raises `Malformed`."""
    about = "\n".join(line.rstrip() for line in text.splitlines()).strip()
    if len(about) > LONGEST_ABOUT:
        raise Malformed(
            f"A description has at most {LONGEST_ABOUT:,} characters, and this one has {len(about):,}: shorten it."
        ).at("about")
    if not is_legible(about):
        raise Malformed("The description has a character that nobody can see: type it instead of pasting it.").at(
            "about"
        )
    return about


@transaction.atomic
def make_template(
    *, season: Season, by: Membership, text: TemplateText, at: datetime, key: str = ""
) -> LeagueTemplate:
    """Make a private template of a season of a league, by a commissioner of it.

    `key` is that of the form: the same person's template of that key is returned as it is. Raises `NotYours`,
    `TemplateOfRehearsal`, `TooManyTemplates`, `NameTaken` or `Malformed`.
    """
    _refuse_stranger(season, by)
    maker = _lock_person(by.user)
    if (before := _made_before(maker, key)) is not None:
        return before
    found = season_contents(season)
    return _create(
        maker,
        text,
        found.contents,
        at=at,
        key=key,
        made_of=season.league_id,
        reveals=bool(found.reveals),
    )


@transaction.atomic
def make_and_publish(
    *, season: Season, by: Membership, text: TemplateText, confirmed: bool, at: datetime, key: str = ""
) -> LeagueTemplate:
    """Make a template of a season and publish it at once. Raises what the two raise; then neither is done."""
    made = make_template(season=season, by=by, text=text, at=at, key=key)
    return publish_template(template=made, user=by.user, confirmed=confirmed, at=at)


@transaction.atomic
def renew_template(
    *, template: LeagueTemplate, season: Season, by: Membership, confirmed: bool, at: datetime
) -> LeagueTemplate:
    """Replace the contents of a template by those of a season, as its next version; the same contents change nothing.

    Leagues that were founded from an earlier version stay as they are. A published template needs `confirmed` if the
    new version reveals what only members can read. Raises `NotYours`, `Unknown`, `TemplateOfRehearsal` or
    `TemplateReveals`.
    """
    _refuse_stranger(season, by)
    row = _lock_own(template, by.user)
    found = season_contents(season)
    contents = contents_to_json(found.contents)
    if row.contents == contents and row.made_of == season.league_id:
        return row
    if row.published_at is not None and found.reveals and not confirmed:
        raise _reveals(found.reveals)
    row.contents, row.system, row.made_of = contents, found.contents.system, season.league_id
    row.reveals, row.credit = bool(found.reveals), None
    row.version, row.changed_at = row.version + 1, at
    row.save()
    return row


@transaction.atomic
def describe_template(*, template: LeagueTemplate, user: Any, text: TemplateText, at: datetime) -> LeagueTemplate:
    """Give a private template another title, and another text about itself.

    Raises `Unknown`, `TemplatePublished`, `NameTaken` or `Malformed`.
    """
    row = _lock_own(template, user)
    if row.published_at is not None:
        raise TemplatePublished(
            "A published template keeps its title and description: withdraw it first, and publish it again."
        )
    cleaned = text.cleaned()
    _refuse_alike(cleaned.title, LeagueTemplate.objects.filter(maker=user).exclude(pk=row.pk))
    row.title, row.about, row.changed_at = cleaned.title, cleaned.about, at
    row.save(update_fields=["title", "about", "changed_at"])
    return row


@transaction.atomic
def publish_template(*, template: LeagueTemplate, user: Any, confirmed: bool, at: datetime) -> LeagueTemplate:
    """Let everybody read a template; one that is published already stays as it is.

    What only members of its league can read needs `confirmed`, and a maker who still runs that league. Raises
    `Unknown`, `NotYours`, `TemplateReveals`, `TooManyTemplates` or `NameTaken`.
    """
    # Only one publication at a time, so that no two titles are published that are too alike.
    list(LeagueTemplate.objects.select_for_update(no_key=True).order_by("made_at", "key")[:1])
    row = _lock_own(template, user)
    if row.published_at is not None:
        return row
    _refuse_revealing(row, user, confirmed=confirmed)
    published = LeagueTemplate.objects.filter(published_at__isnull=False)
    if published.filter(maker=user).count() >= MOST_PUBLISHED:
        raise TooManyTemplates(f"A person has at most {MOST_PUBLISHED} published templates: withdraw one first.")
    _refuse_alike(row.title, published)
    row.published_at = at
    row.save(update_fields=["published_at"])
    return row


@transaction.atomic
def withdraw_template(*, template: LeagueTemplate, user: Any) -> LeagueTemplate:
    """Make a published template private again; leagues that were founded from it stay as they are.

    Raises `Unknown` or `TemplateNotPublished`.
    """
    row = _lock_own(template, user)
    if row.published_at is None:
        raise TemplateNotPublished("The template is not published: there is nothing to withdraw.")
    row.published_at = None
    row.save(update_fields=["published_at"])
    return row


@transaction.atomic
def delete_template(*, template: LeagueTemplate, user: Any) -> None:
    """Delete a private template for good. Raises `Unknown` or `TemplatePublished`."""
    row = _lock_own(template, user)
    if row.published_at is not None:
        raise TemplatePublished("The template is published: withdraw it before you delete it.")
    row.delete()


@transaction.atomic
def copy_template(*, template: LeagueTemplate, user: Any, at: datetime, key: str = "") -> LeagueTemplate:
    """Copy a published template into a person's private ones; its maker is credited.

    Raises `TemplateNotPublished`, `TooManyTemplates` or `NameTaken`.
    """
    person = _lock_person(user)
    if (before := _made_before(person, key)) is not None:
        return before
    row = LeagueTemplate.objects.filter(pk=template.pk).select_related("maker", "credit").first()
    if row is None or not row.is_listed:
        raise TemplateNotPublished("That template is not published any more, so it cannot be copied.")
    contents = contents_from_json(row.contents)
    credit = row.credit or row.maker
    return _create(
        person,
        TemplateText(row.title, row.about),
        contents,
        at=at,
        key=key,
        credit=None if credit == user else credit,
    )


@transaction.atomic
def import_template(
    *, document: TemplateDocument, user: Any, leaves_out: bool, at: datetime, key: str = ""
) -> LeagueTemplate:
    """Make a private template of a document from elsewhere.

    With `leaves_out`, what this site does not know is left out. Raises `TemplatePartsUnknown` for it otherwise,
    `TooManyTemplates`, `NameTaken`, or `Malformed` for everything else that is wrong, with a pointer.
    """
    person = _lock_person(user)
    if (before := _made_before(person, key)) is not None:
        return before
    try:
        checked = check_contents(document.contents)
    except Refusal as refusal:
        for other in refusal.together or (refusal,):
            other.below("/contents")
        raise
    if not leaves_out:
        refuse_unknown_parts(checked)
    return _create(person, TemplateText(document.title, document.about), checked.contents, at=at, key=key)


def _create(
    maker: Any,
    text: TemplateText,
    contents: TemplateContents,
    *,
    at: datetime,
    key: str,
    credit: Any = None,
    made_of: str = "",
    reveals: bool = False,
) -> LeagueTemplate:
    own, cleaned = LeagueTemplate.objects.filter(maker=maker), text.cleaned()
    if own.count() >= MOST_TEMPLATES:
        raise TooManyTemplates(f"A person has at most {MOST_TEMPLATES} templates: delete one that you do not need.")
    _refuse_alike(cleaned.title, own)
    return LeagueTemplate.objects.create(
        key=key or new_template_key(),
        maker=maker,
        credit=credit,
        title=cleaned.title,
        about=cleaned.about,
        contents=contents_to_json(contents),
        system=contents.system,
        made_of=made_of,
        reveals=reveals,
        made_at=at,
        changed_at=at,
    )


def _made_before(maker: Any, key: str) -> LeagueTemplate | None:
    """The template that the same form made before. Raises `Malformed` for a key that is none, or somebody else's."""
    if not key:
        return None
    if not KEY.fullmatch(key):
        raise Malformed("The form has lost its key: open it again and send it once more.")
    before = LeagueTemplate.objects.filter(key=key).first()
    if before is not None and before.maker_id != maker.pk:
        raise Malformed("The form has lost its key: open it again and send it once more.")
    return before


def _lock_person(user: Any) -> Any:
    """The person, held, so that their templates are counted one by one."""
    return get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)


def _lock_own(template: LeagueTemplate, user: Any) -> LeagueTemplate:
    """The template as it is now, held. Raises `Unknown` unless that person made it."""
    row = LeagueTemplate.objects.select_for_update(no_key=True).filter(pk=template.pk, maker=user.pk).first()
    if row is None:
        raise Unknown("You have no such template any more: look at your own under Templates.")
    return row


def _refuse_stranger(season: Season, by: Membership) -> None:
    commissioner = Membership.Role.COMMISSIONER
    if not Membership.objects.filter(pk=by.pk, league=season.league_id, role=commissioner).exists():
        raise NotYours("A template of a league is made by its commissioners: ask one.")


def _refuse_alike(title: str, others: Iterable[LeagueTemplate]) -> None:
    """Raise `NameTaken` if one of the others has a title that looks like this one."""
    look = skeleton(title)
    for other in others:
        if skeleton(other.title) == look:
            raise NameTaken(f"There is a template called “{other.title}”: choose a title that is less alike.").at(
                "title"
            )


def _refuse_revealing(row: LeagueTemplate, user: Any, *, confirmed: bool) -> None:
    """Raise unless what only members can read may become public."""
    league = League.objects.filter(pk=row.made_of).first() if row.made_of else None
    closed = league is not None and not league.public
    if not (row.reveals or closed):
        return
    if league is not None and closed:
        runs = Membership.objects.filter(league=league, user=user, role=Membership.Role.COMMISSIONER)
        if not runs.exists():
            raise NotYours(
                "The template is made of a league for members only that you do not run any more: ask one of its "
                "commissioners to publish one."
            )
    if not confirmed:
        raise _reveals(("what only the members of its league can read",))


def _reveals(what: Iterable[str]) -> TemplateReveals:
    return TemplateReveals(
        f"Everybody would read {' and '.join(what)}: tick that you want that, or keep the template private."
    )
