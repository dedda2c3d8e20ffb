"""The methods of a client about league templates: read, made, shared, and founded from."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from dethmetal_client.asking import Asking
from dethmetal_client.paths import league_path
from dethmetal_client.shapes import decode_as
from dethmetal_client.template_shapes import SeasonTemplate, Template, TemplateLeague, Templates, TemplateSummary


class LeagueTemplates:
    """League templates, read and changed by `asking`. Each change takes effect once under its key."""

    asking: Asking

    def templates(
        self, *, words: str = "", system: str = "", order: str = "newest", limit: int | None = None
    ) -> Templates:
        """The templates that everybody may read, by words and match system, and the token's person's own."""
        sought = {"q": words, "system": system, "order": order, "limit": limit}
        query = {name: value for name, value in sought.items() if value}
        return decode_as(Templates, self.asking.get("/templates", query))

    def template(self, template: str) -> Template:
        """A template with its document."""
        return decode_as(Template, self.asking.get(_path(template)))

    def season_template(self, league: str, season: str) -> SeasonTemplate:
        """What a template of a season would hold; nothing is saved."""
        return decode_as(SeasonTemplate, self.asking.get(_season_path(league, season)))

    def make_template(
        self,
        league: str,
        season: str,
        title: str,
        *,
        key: str,
        about: str = "",
        publish: bool = False,
        confirmed: bool = False,
    ) -> TemplateSummary:
        """Make a template of a season. To publish what only members read today has to be `confirmed`."""
        body = {"title": title, "about": about, "publish": publish, "confirmed": confirmed}
        answer = self.asking.post(_season_path(league, season), body, key=key)
        return decode_as(TemplateSummary, answer.document)

    def renew_template(
        self, league: str, season: str, template: str, *, key: str, confirmed: bool = False
    ) -> TemplateSummary:
        """Make a season the next version of a template of one's own."""
        body = {"replaces": template, "confirmed": confirmed}
        answer = self.asking.post(_season_path(league, season), body, key=key)
        return decode_as(TemplateSummary, answer.document)

    def import_template(
        self, document: Mapping[str, object], *, key: str, leave_out: bool = False
    ) -> TemplateSummary:
        """Add a document from elsewhere to one's own templates; `leave_out` drops what the site does not know."""
        body = {"document": dict(document), "leave_out": leave_out}
        return decode_as(TemplateSummary, self.asking.post("/templates", body, key=key).document)

    def describe_template(self, template: str, title: str, *, key: str, about: str = "") -> TemplateSummary:
        """Give a private template of one's own another title and description."""
        return self._change_template(template, "description", {"title": title, "about": about}, key=key)

    def publish_template(self, template: str, *, key: str, confirmed: bool = False) -> TemplateSummary:
        """Let everybody read a template of one's own."""
        return self._change_template(template, "publication", {"confirmed": confirmed}, key=key)

    def withdraw_template(self, template: str, *, key: str) -> TemplateSummary:
        """Make a published template of one's own private again."""
        return self._change_template(template, "withdrawal", {}, key=key)

    def copy_template(self, template: str, *, key: str) -> TemplateSummary:
        """Copy a published template into one's own."""
        return self._change_template(template, "copies", {}, key=key)

    def delete_template(self, template: str, *, key: str) -> Templates:
        """Delete a private template of one's own."""
        return decode_as(Templates, self.asking.post(_path(template), {}, key=key, method="DELETE").document)

    def found_from_template(
        self, template: str, name: str, version: int, *, key: str, **choices: object
    ) -> TemplateLeague:
        """Found a league from the version of a template that was read.

        `choices` are `franchises`, `rounds`, `system`, `public`, `own_seat`, `time_zone`, `unattended`, `dice`,
        `leave_out` and `words`; what is left out is as in the template.
        """
        body = {"name": name, "version": version, **choices}
        return decode_as(TemplateLeague, self.asking.post(f"{_path(template)}/leagues", body, key=key).document)

    def _change_template(self, template: str, part: str, body: Mapping[str, object], *, key: str) -> TemplateSummary:
        answer = self.asking.post(f"{_path(template)}/{part}", dict(body), key=key)
        return decode_as(TemplateSummary, answer.document)


def _path(template: str) -> str:
    return f"/templates/{quote(template, safe='')}"


def _season_path(league: str, season: str) -> str:
    return f"{league_path(league, season)}/template"
