"""The newest heads of seasons: one query for many leagues, the current season first, and no rehearsals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from journal.gate import open_gate
from league.models import Season
from league.queries.journal_heads import newest_head, newest_heads
from tests.journal.forger import exported
from tests.league.small_league import founded
from tests.verifier.test_findings import run

pytestmark = pytest.mark.django_db


def test_the_current_season_comes_first_and_a_rehearsal_has_no_head() -> None:
    table = founded()
    with open_gate():
        for number, name in ((2, "s2"), (3, "unbegun"), (3, "rehearsal")):
            row = {field.attname: getattr(table.row, field.attname) for field in Season._meta.concrete_fields}
            own = {"id": f"rust-belt/{name}", "name": name, "number": number, "head": f"{number}f" * 32}
            own |= (
                {"length": 0} if name == "unbegun" else {"forked_from": table.season} if name == "rehearsal" else {}
            )
            Season.objects.create(**{**row, **own})
    with CaptureQueriesContext(connection) as queries:
        heads = newest_heads([table.league, table.league, "nowhere"])
    assert len(queries) == 1
    rows = {row.pk: row for row in Season.objects.all()}
    assert list(heads) == ["rust-belt/s2", "rust-belt/s1"]
    assert {season: (head.number, head.hash) for season, head in heads.items()} == {
        season: (rows[season].length, rows[season].head) for season in heads
    }
    assert newest_head(rows["rust-belt/rehearsal"]) is None
    assert newest_head(rows["rust-belt/unbegun"]) is None
    assert newest_head(rows["rust-belt/s2"]) == heads["rust-belt/s2"]


def test_the_command_that_a_head_comes_with_checks_an_export_against_it(tmp_path: Path) -> None:
    table = founded()
    head = newest_head(table.row)
    assert head is not None
    program, name, *options = head.verify_command.split()[1:]
    assert (program, name) == ("verify.py", "rust-belt.s1.json")
    export = tmp_path / name
    export.write_text(json.dumps(exported(table.season)))
    assert "heads: 1 you noted are in the chain" in run(str(export), *options).stdout
    forged = exported(table.season)
    forged["entries"] = forged["entries"][:-1]
    export.write_text(json.dumps(forged))
    assert run(str(export), *options).returncode == 1
