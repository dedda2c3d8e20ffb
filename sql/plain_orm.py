"""The switch under which Django's ORM does everything that it can do: `PLAIN_ORM=1`.

Every function of this package with hand-written SQL calls `is_plain_orm`, and can use the ORM with the same result.
So each can be compared with the ORM, and a new Django or database can be tried without hand-written SQL.
"""

from __future__ import annotations

from django.conf import settings

NO_ORM_EQUIVALENT = {
    "sql.collation_check.check_collation": "the ORM asks tables, and the collation is in the catalog of PostgreSQL",
    "sql.connections.require_answer": "the ORM asks tables, and a database that answers may have none yet",
    "sql.connections.set_lock_timeout": "the ORM sets nothing of a transaction but its isolation",
    "sql.short_transactions": "the ORM counts the rows of one statement and not those of a transaction",
    "sql.sqlite_options.INIT_COMMAND": "Django opens SQLite with the PRAGMAs it is given, and knows none itself",
}
"""What does not change under the switch, each with its reason: a function, a constant, or a whole module."""


def is_plain_orm() -> bool:
    """Whether everything should use the plain ORM; settings may change while a program runs, as in tests."""
    return bool(settings.PLAIN_ORM)
