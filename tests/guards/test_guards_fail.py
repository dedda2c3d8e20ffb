"""The guards' checks, run on broken input, give the sentences that say what to do and where."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from django.test import Client
from packaging.version import Version

from league.views import rulebook
from rules.campaign.core.command import COMMAND_TYPES
from rules.campaign.core.facts import Fact
from rules.campaign.core.switches import SWITCH_BY_NAME
from rules.campaign.people.quirks import QUIRK_NAMES
from tests.guards import test_documents as written
from tests.guards import test_handwritten_sql as handwritten
from tests.guards import test_registry as registry
from tests.guards import test_switches as switches
from tests.guards import test_tooling as tooling
from tests.guards.findings import beyond, report
from tests.guards.page_requests import asked_for
from tests.guards.test_packages import (
    CHECKOUT,
    HEAVIEST,
    HEAVY,
    circle_errors,
    empty_names,
    off_the_floors,
    signals_in,
    strays,
    too_heavy,
    too_long,
)
from tests.guards.test_permissions import otherwise
from tests.guards.test_ruleset_independence import known_by_name
from tests.guards.test_sorting import ending_in_a_moment
from tests.guards.test_words import banned_names
from tests.pages.test_costs import grown_by, too_many
from tests.rules.test_vocabulary import differing


def said(problems: list[str], *, seen: int = 1) -> str:
    """The text a guard prints for these problems."""
    with pytest.raises(pytest.fail.Exception) as failed:
        report(problems, seen=seen, of="things")
    return str(failed.value)


def test_a_guard_prints_every_problem_once_and_whole() -> None:
    problems = [
        f"Thing {number} is missing: add it to rules/thing.py, {'which is long, ' * 40}." for number in range(60)
    ]
    assert said([*problems, problems[0]]) == "\n".join(
        ["60 things are missing or wrong:", *(f"- {problem}" for problem in problems)]
    )
    assert said(["A."]) == "One thing is missing or wrong:\n- A."


def test_a_guard_that_saw_nothing_fails_as_well_and_one_that_found_nothing_passes() -> None:
    assert said([], seen=0) == "The guard saw no things, so that it holds nothing: look at where it seeks them."
    report([], seen=["a"], of="things")
    assert beyond(["b", "a", "c"], ["a"], "{} is new.") == ["b is new.", "c is new."]


def test_house(tmp_path: Path) -> None:
    assert off_the_floors("league", ["access", "attic", "migrations"], ["(league.access) : (league.models)"]) == [
        "league.attic stands on no floor: add it to the layers of the contract floors in pyproject.toml."
    ]
    contract = {"type": "layers", "containers": ["rules.go"], "exhaustive": True}
    assert list(circle_errors("rules.go", {"inside-go": contract})) == []
    missing = "rules.go is kept from no circle: write {}, of type layers with rules.go as its container."
    open_end = "A package of rules.go may escape its layers: set exhaustive = true in {}."
    up = "rules.go keeps the import a -> b: move what needs it up, or what it needs down; then clear {}."
    where = "the contract inside-go in pyproject.toml"
    assert list(circle_errors("rules.go", {"inside-go": {**contract, "containers": ["rules"]}})) == [
        missing.format(where)
    ]
    partial = {**contract, "exhaustive": False, "ignore_imports": ["a -> b"]}
    assert list(circle_errors("rules.go", {"inside-go": partial})) == [open_end.format(where), up.format(where)]
    assert list(empty_names([CHECKOUT / "league" / "helpers.py"])) == [
        "league/helpers.py is named 'helpers', which names nothing: name it for what it holds."
    ]
    assert list(too_long({"league/access.py": 701, "static/verify.py": 900})) == [
        "league/access.py has 701 lines and may have 700: make two modules of it."
    ]
    assert strays(["rules/core/dice.py", "django-5.2-py3-none-any.whl", ".idea/a.xml", "README.md"]) == [
        f"{name} lies at the top of the checkout: take it out of git, or list it in TOP in "
        "tests/guards/test_packages.py."
        for name in (".idea", "django-5.2-py3-none-any.whl")
    ]
    heavy = dict.fromkeys(HEAVY, HEAVIEST + 1)
    (sentence,) = too_heavy({**heavy, "docs/film.gif": 2_900_000, "docs/still.png": HEAVIEST})
    assert sentence == (
        "docs/film.gif has 2,900,000 bytes and may have 500,000: take it out of git, or list it with its reason in "
        "HEAVY in tests/guards/test_packages.py."
    )
    assert [sentence.partition(" needs")[0] for sentence in too_heavy({})] == list(HEAVY)
    (tmp_path / "a.py").write_text("from django.dispatch import receiver\n", encoding="utf-8")
    (sentence,) = signals_in(tmp_path / "a.py")
    assert sentence.endswith("a.py:1 imports django.dispatch: call what is to happen, or write to the outbox.")


@pytest.mark.django_db
def test_a_page_that_fails(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def broken(**_asked: object) -> None:
        raise KeyError("nothing")

    monkeypatch.setattr(rulebook, "rulebook_page", broken)
    lines = (CHECKOUT / "league/views/rulebook.py").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, start=1) if "rulebook_page(query" in text)
    for role, who in (("owner", "the owner"), ("anonymous", "a stranger"), ("an owner", "an owner")):
        with pytest.raises(pytest.fail.Exception) as failed, asked_for("rulebook", by=role):
            Client().get("/rulebook/")
        assert str(failed.value) == (
            f"The page rulebook fails for {who} with KeyError: 'nothing', at league/views/rulebook.py:{line}: "
            "mend that line."
        )
    assert caplog.records == []


def test_sorting(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        'rows.order_by("number", "-opened_at")\nrows.order_by("at", "pk")\nrows.order_by(F("closes_at").asc())\n'
        'class Meta:\n    ordering = ["match__at"]\n',
        encoding="utf-8",
    )
    sentences = [sentence.removeprefix(f"{tmp_path}/") for sentence in ending_in_a_moment(tmp_path / "a.py")]
    assert sentences[0] == (
        "a.py:1 sorts by 'opened_at' last, and rows of the same moment come in any order: add a column that tells "
        "them apart, such as 'pk', or 'key' where the id is drawn at random."
    )
    assert [sentence.split(" last")[0] for sentence in sentences[1:]] == [
        "a.py:3 sorts by 'closes_at'",
        "a.py:5 sorts by 'at'",
    ]


def test_words_and_the_seam(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("def get_data(): ...\n", encoding="utf-8")
    assert list(banned_names([path])) == [
        "a.py names get_data, with the banned word data: name it for what it is (docs/glossary.md)."
    ]
    assert next(known_by_name(CHECKOUT / "rules" / "match" / "registry.py")) == (
        "rules/match/registry.py names carcult: ask the registry (rules/match/registry.py) instead."
    )


def test_switches() -> None:
    assert list(switches.untried([SWITCH_BY_NAME["draft.snake"]], [])) == [
        (
            "No test fails without draft.snake at True: write one in tests/rules/campaign that builds its "
            "own season or "
            'match, and mark it @pytest.mark.switch("draft.snake", True).'
        )
    ]
    marked = [("draft.snake", False), ("draft.snek", True), ("draft.snake", True)]
    first, second = switches.improper_marks(marked)
    assert first.startswith("draft.snake is False by default, so that a test marked ")
    assert "There is no switch 'draft.snek'" in second


def test_registry() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Mumbled(Fact):
        says = "it was so"

    (sentence,) = registry.mumbled("mumbled", Mumbled)
    assert sentence == (
        "The fact mumbled is told as 'it was so': make `says` of Mumbled in tests/guards/test_guards_fail.py "
        "a sentence."
    )
    assert list(registry.unspoken(COMMAND_TYPES["hire_rookie"])) == []


def test_permissions() -> None:
    expected = {"get": {"owner": 200, "rival": 403}}
    assert list(otherwise("board", expected, {"get": {"owner": 200, "rival": 200}})) == [
        (
            "The address board, asked for by rival, answers 200, not 403 as its line says: mend its view, or "
            "`get` of its "
            "line in tests/guards/permissions.py."
        )
    ]


def test_tooling() -> None:
    assert list(tooling.unpinned("requirements.txt", ["django>=9", "celery>=5"], {"django": Version("5.2")})) == [
        "pyproject.toml asks for django>=9, and requirements.txt pins it at 5.2: run make lock.",
        "pyproject.toml asks for celery>=5, and requirements.txt pins it nowhere: run make lock.",
    ]
    (sentence,) = tooling.against_contracts(
        "Down only BROKEN\n\nBroken contracts\n\nDown only\n---------\n\nNo detail.\n"
    )
    assert sentence == (
        "The contract 'Down only' of pyproject.toml is broken: run .venv/bin/lint-imports, and move what it names."
    )


def test_what_is_written_down() -> None:
    sentences = list(written.faults_of_row(["Nothing is lost", "later: `Lost`", "–"]))
    row = "The row 'Nothing is lost' of docs/invariants.md"
    assert sentences == [
        f"{row} names no level: begin its second cell with one of database, rules, audit, league, journal.",
        f"{row} names Lost, which no module raises: name a refusal there is.",
        f"{row} names no test that breaks it: write one, and name it in the third cell.",
    ]
    (sentence,) = written.faults_of_row(["Nothing is lost", "rules", "`test_none`"])
    assert sentence.endswith("tests/journal/test_invariants.py has none of that name: name one it has.")


def test_pages_and_the_vocabulary() -> None:
    small, large = {("board", "", "owner"): 5}, {("board", "", "owner"): 9}
    (sentence,) = grown_by(small, large)
    assert sentence.startswith("The page board  asks 5 queries of a small league and 9 of a large one for the owner:")
    (sentence,) = too_many(large)
    assert "asks 9 queries for the owner and may ask 8" in sentence
    assert differing([*QUIRK_NAMES, "seasick"], QUIRK_NAMES, "quirk", "QUIRKS") == [
        "A season has the quirk seasick, and no match knows it: add it to QUIRKS in rules/match/packet_vocabulary.py."
    ]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("cursor.execute(f'SELECT {name}')", "execute()"),
        ("cursor.execute(statement, [1])", "execute()"),
        ("connection.cursor()", "cursor()"),
        ("League.objects.raw(text)", "raw()"),
        ("rows.extra(where=[text])", "extra()"),
        ("rows._raw_delete('default')", "_raw_delete()"),
        ("rows.query.get_compiler('default')", "get_compiler()"),
        ("RawSQL(text, [])", "RawSQL"),
        ("def as_postgresql(self): ...", "def as_postgresql"),
        ("connection.connection.total_changes", "the driver's own connection"),
        ("text = 'UPDATE league_season SET length = 1'", "'UPDATE league_season SET lengt'"),
        ("OPTIONS = 'PRAGMA synchronous=OFF'", "'PRAGMA synchronous=OFF'"),
        ("class Joined(Func):\n    function = 'STRING_AGG'", "'STRING_AGG'"),
        ("Func('name', template='UPPER(%(expressions)s)')", "'UPPER(%(expressions)s)'"),
    ],
)
def test_sql_by_hand_outside_its_package(tmp_path: Path, line: str, what: str) -> None:
    (tmp_path / "a.py").write_text(line, encoding="utf-8")
    sentences = list(handwritten.sql_outside(tmp_path / "a.py"))
    assert any(f" writes SQL by hand ({what}): " in sentence for sentence in sentences)


def test_what_is_no_sql_by_hand(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        'def write() -> None:\n    """SELECT what is to be written."""\n    return super().execute(*args)\n'
        'text = "Select a driver; update what is out of date."\nJSONArray("a", function="JSON_BUILD_ARRAY")\n',
        encoding="utf-8",
    )
    assert list(handwritten.sql_outside(tmp_path / "a.py")) == []
    (tmp_path / "a.py").write_text("\nconnection.cursor()\n", encoding="utf-8")
    assert list(handwritten.sql_outside(tmp_path / "a.py")) == [
        (
            "a.py:2 writes SQL by hand (cursor()): put it into a module of sql/ by what it is about, with its "
            "reason, its figure and its way by the plain ORM."
        )
    ]


def test_sql_by_hand_without_a_switch_a_reason_or_a_figure() -> None:
    found = handwritten.names_with_sql(
        'def count(): return _ask()\ndef _ask(): connection.cursor()\ndef plain(): """Nothing."""\n'
        'def total():\n    """All.\n\n    Reason: r.\n    Figure: f.\n    """\n'
        "    return _ask() if not is_plain_orm() else 0\n"
        'SETTING = "PRAGMA foreign_keys=ON"\n"""S.\n\nReason: r.\nFigure: f.\n"""\n'
    )
    assert list(found) == ["count", "total", "SETTING"]
    listed = {"sql.a.SETTING": "no such thing", "sql.b": "gone"}
    assert list(handwritten.incomplete({f"sql.a.{name}": value for name, value in found.items()}, listed)) == [
        (
            "sql.a.count runs SQL by hand under PLAIN_ORM too: have it ask is_plain_orm() and go by the ORM, or list "
            "it with the reason in NO_ORM_EQUIVALENT of sql/plain_orm.py."
        ),
        "sql.a.count does not say its reason: add a line `Reason: …` to its docstring.",
        "sql.a.count does not say its figure: add a line `Figure: …` to its docstring.",
        "sql.b needs no exception: take it out of NO_ORM_EQUIVALENT of sql/plain_orm.py.",
    ]
