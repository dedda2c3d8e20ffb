"""Who may read and post what: the expected statuses of every URL of the site, by its name."""

from __future__ import annotations

from dataclasses import dataclass

ROLES = ("anonymous", "spectator", "owner", "rival", "commissioner", "staff")
"""The roles: not logged in, spectator, owner in the league, owner in another league, commissioner, and staff of the
site without a membership.
"""


@dataclass(frozen=True)
class Access:
    """The statuses a page answers to each of `ROLES` in order. A single number stands for all roles.

    `get` is for a GET, `members_only` for a GET in a league for members, `post` for an empty form. `world` names the
    season in `WORLDS` of `test_permissions.py`.
    """

    get: str = "200"
    members_only: str = "404 200 200 404 200 404"
    post: str = "405"
    world: str = "settled"

    def of(self, way: str) -> dict[str, int]:
        """The status for each role, for one of the three fields."""
        statuses = [int(status) for status in str(getattr(self, way)).split()]
        return dict(zip(ROLES, statuses if len(statuses) > 1 else statuses * len(ROLES), strict=True))


READ = Access()
EVERYWHERE = Access(members_only="200")
"""A page that belongs to no league."""
OWN = Access(get="302 200 200 200 200 200", members_only="302 200 200 200 200 200", post="302")
"""A page about the user, independent of leagues."""
MEMBERS = Access(get="302 200 200 404 200 404")
COMMISSIONERS = Access(
    get="302 403 403 403 200 403", members_only="404 403 403 404 200 404", post="302 403 403 403 422 403"
)

PERMISSIONS: dict[str, Access] = {
    "healthz": EVERYWHERE,
    "readyz": Access(get="503", members_only="503"),  # no job has run in the test
    "leagues": EVERYWHERE,
    "rulebook": EVERYWHERE,
    "docs": EVERYWHERE,
    "docs_chapter": EVERYWHERE,
    "docs_here": Access(get="302", members_only="302"),
    "glossary": EVERYWHERE,
    "book": EVERYWHERE,
    "chapter": EVERYWHERE,
    "season_rulebook": READ,
    "season_book": READ,
    "season_chapter": READ,
    "inbox": OWN,
    "me": Access(
        get="302 200 200 200 200 200", members_only="302 200 200 200 200 200", post="302 422 422 422 422 422"
    ),
    "notice_settings": Access(
        get="302 200 200 200 200 200", members_only="302 200 200 200 200 200", post="302 422 422 422 422 422"
    ),
    "unsubscribe": Access(
        get="200 200 200 200 200 200", members_only="200 200 200 200 200 200", post="200 200 200 200 200 200"
    ),
    "new": Access(
        get="302 200 200 200 200 200", members_only="302 200 200 200 200 200", post="302 422 422 422 422 422"
    ),
    "demo": Access(members_only="200", post="422"),
    "join": Access(
        get="200 409 409 200 409 200", members_only="200 409 409 409 409 409", post="200 409 409 302 409 302"
    ),
    "league": READ,
    "heads": READ,
    "records": READ,
    "standings": READ,
    "season_round_up": READ,
    "round_up": READ,
    "announcements": Access(post="302 403 403 403 422 403"),
    "announcement": Access(post="302 403 403 403 422 403", world="announced"),
    "template": Access(members_only="200", post="302 422 422 422 422 422"),
    "template_file": EVERYWHERE,
    "templates": Access(members_only="200", post="302 422 422 422 422 422"),
    "season_template": COMMISSIONERS,
    "seats": Access(members_only="200", post="302 422 422 422 422 422"),
    "league_seats": COMMISSIONERS,
    "future": Access(get="302 200 200 403 200 403", post="302 403 403 403 422 403"),
    "league_export": Access(get="405", members_only="404 405 405 404 405 404", post="302 403 403 403 409 403"),
    "people": Access(get="302 200 200 403 200 403", post="302 403 403 403 422 403"),
    "person": Access(
        get="302 403 403 403 200 403", members_only="404 403 403 404 200 404", post="302 403 403 403 422 403"
    ),
    "names": Access(post="302 403 422 403 422 403"),
    "tokens": Access(get="302 200 200 403 200 403", post="302 422 422 403 422 403"),
    "calendar_address": Access(get="302 200 200 403 200 403", post="302 422 422 403 422 403"),
    "league_calendar": READ,
    "webhooks": Access(get="302 200 200 403 200 403", post="302 422 422 403 422 403"),
    "jobs": MEMBERS,
    "job": Access(get="302 200 200 404 200 404", post="302 403 403 404 302 404"),
    "season": READ,
    "export": READ,
    "fair": READ,
    "fair_hashes": READ,
    "awaited": READ,
    "awaited_now": READ,
    "awaited_act": Access(get="405", members_only="404 405 405 404 405 404", post="302 422 422 403 422 403"),
    "tables": READ,
    "table_file": READ,
    "calendar_file": READ,
    "journal_feed": READ,
    "search": READ,
    "drivers": READ,
    "rules": READ,
    "draft": Access(post="302 403 302 403 403 403"),
    "pool": READ,
    "season_end": READ,
    "market": READ,
    "journal": READ,
    "entry": READ,
    "put_right": Access(
        get="302 403 403 403 200 403", members_only="404 403 403 404 200 404", post="302 403 403 403 422 403"
    ),
    "amends": READ,
    "amend": Access(world="amended"),
    "clock": Access(
        get="302 403 403 403 302 403", members_only="404 403 403 404 302 404", post="302 403 403 403 422 403"
    ),
    "board": COMMISSIONERS,
    "sandboxes": Access(
        get="302 403 200 403 200 403", members_only="404 403 200 404 200 404", post="302 403 422 403 422 403"
    ),
    "following": COMMISSIONERS,
    "acts": READ,
    "procedures": READ,
    "procedure-chapter": READ,
    "procedure": Access(post="302 403 403 403 422 403"),
    "rulings": Access(post="302 403 422 403 422 403"),
    "questionnaires": READ,
    "old_questionnaire": Access(get="301", members_only="404 301 301 404 301 404", post="308"),
    "old_questionnaire_page": Access(get="301", members_only="404 301 301 404 301 404", post="308"),
    "questionnaire": Access(post="302 403 403 403 302 403"),
    "questionnaire-section": Access(post="302 403 403 403 302 403"),
    "questionnaire-booklet": READ,
    "questionnaire-differences": READ,
    "questionnaire-comparison": Access(post="302 403 403 403 404 403"),
    "put-questions": Access(post="302 403 422 403 422 403"),
    "answers_draft": Access(
        get="302 403 403 403 302 403", members_only="404 403 403 404 302 404", post="302 403 403 403 302 403"
    ),
    "answers": Access(world="asked", post="405"),
    "acknowledged": Access(
        get="405", members_only="404 405 405 404 405 404", post="302 403 302 403 403 403", world="asked"
    ),
    "read_sheet": Access(get="405", members_only="404 405 405 404 405 404", post="302 403 403 403 422 403"),
    "sheet_template": READ,
    "duels": Access(world="duel"),
    "duel_new": COMMISSIONERS,
    "duel": Access(world="duel", post="302 403 403 403 422 403"),
    "duel_state": Access(world="duel"),
    "duel_actions": Access(
        get="405", members_only="404 405 405 404 405 404", post="401 403 403 403 422 403", world="duel"
    ),
    "duel_file": Access(world="duel"),
    "duel_report": Access(get="302 403 403 403 302 403", members_only="404 403 403 404 302 404", world="duel"),
    "schedule": Access(post="302 403 403 403 422 403"),
    "round_plan": Access(
        get="302 403 403 403 404 403", members_only="404 403 403 404 404 404", post="302 403 403 403 404 403"
    ),
    "match": READ,
    "reward": READ,
    "settlement": READ,
    "appeal": Access(get="405", members_only="404 405 405 404 405 404", post="302 403 422 403 422 403"),
    "report": Access(post="302 403 403 403 302 403"),
    "match_time": Access(post="302 403 422 403 422 403"),
    "sheet": READ,
    "match_log": Access(world="resolved"),
    "match_log_file": Access(world="resolved"),
    "replay": Access(world="resolved"),
    "replay_frames": Access(world="resolved"),
    "replay_still": Access(world="resolved"),
    "replay_card": Access(world="resolved"),
    "replay_clip": Access(world="resolved"),
    "design": Access(
        get="302 403 200 403 200 403", members_only="404 403 200 404 200 404", post="302 403 200 403 200 403"
    ),
    "design-comparison": Access(get="302 403 200 403 200 403", members_only="404 403 200 404 200 404", post="405"),
    "designs": Access(get="302", members_only="404 302 302 404 302 404", post="302"),
    "car": READ,
    "franchise": READ,
    "franchise-founding": Access(
        get="302 404 200 404 200 404", members_only="404 404 200 404 200 404", post="302 403 422 403 422 403"
    ),
    "franchise-crest": Access(
        get="302 404 200 404 200 404", members_only="404 404 200 404 200 404", post="302 403 422 403 422 403"
    ),
    "franchise-crest-svg": READ,
    "franchise-orders-form": Access(
        get="302 404 200 404 404 404", members_only="404 404 200 404 404 404", post="302 403 422 403 403 403"
    ),
    "franchise-stores": READ,
    "franchise-market": READ,
    "franchise-finances": READ,
    "franchise-sponsors": READ,
    "franchise-history": READ,
    "franchise-rivals": READ,
    "franchise-orders": Access(get="302 404 200 404 200 404", members_only="404 404 200 404 200 404"),
    "driver": READ,
}
