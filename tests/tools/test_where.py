"""`make where` leads from every rule and every public name to its code and its tests."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from django.urls import resolve

from api.errors import all_problem_kinds
from explain import rulebook_links
from league.pages.command_forms import chapters
from league.pages.command_forms.base import FORMS
from rules.campaign.core.command import COMMAND_TYPES, Giver
from rules.campaign.core.facts import FACT_TYPES
from rules.campaign.core.switches import every_switch
from rules.core.refusals import Refusal
from rules.rulebook.books import book_name_of_rule, books
from tests.guards.findings import report
from tests.sampling import like, only
from tools.named_things import (
    CATALOGUE_URLS,
    FORM_URL,
    GLOSSARY,
    ClassPlace,
    NamedThing,
    all_named_things,
    classes_by_name,
    slug_of,
)
from tools.rule_places import NO_CODE_STATES, Checkout, RulePlaces, find_rule, read_checkout
from tools.rulebook import rule_marks
from tools.source_texts import Place, SourceText
from tools.where import USAGE, main, meant_things, rule_lines, word_lines
from webhooks.events import EVENTS

assert chapters
ROOT = Path(__file__).parents[2]
EVERY = only([12], [1, 12])
"""One in this many rules is followed: all in the nightly run, every twelfth in CI."""
READING = "what tools/named_things.py looks for in the source is not what declares them: set its pattern right"


@pytest.fixture(scope="module")
def checkout() -> Checkout:
    return read_checkout(ROOT)


@pytest.fixture(scope="module")
def things(checkout: Checkout) -> list[NamedThing]:
    return all_named_things(checkout.product, checkout.documents)


def names_of(things: list[NamedThing], kind: str) -> dict[str, NamedThing]:
    """The things of that kind, by name."""
    return {thing.name: thing for thing in things if thing.kind == kind}


def a_house(folder: Path, *, code: str = "", tests: str = "", chapter: str = "") -> Path:
    """A checkout with two rules of one system, one module, one chapter, one test file and a glossary."""
    for name in ("docs/rules", "tests", "rules/campaign/rulebook", "rules/rulebook", "templates"):
        (folder / name).mkdir(parents=True)
    files = {
        "docs/rules/campaign.tsv": "id\ttitle\nDM-C-001\tMoney\nDM-C-002\tDice\nDM-C-003\tD66\n",
        "docs/rules/recorded.tsv": "id\treason\nDM-C-003\tA table of names\n",
        "docs/glossary.md": "# Words\n| word | means |\n|---|---|\n| **settle** | to work out an **outcome** |\n",
        "rules/__init__.py": "",
        "rules/dice.py": code,
        "rules/campaign/rulebook/01-money.md": chapter,
        "rules/rulebook/rulings.tsv": "rule\truling\nDM-C-001\tExact money needs no rule.\n",
        "tests/test_dice.py": tests,
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


# ------------------------------------------------------------------------------------------------ rules


def uncited(places: RulePlaces) -> bool:
    """Whether no code cites a rule that code should perform."""
    return not places.code and places.state not in NO_CODE_STATES


def uncited_sentence(places: RulePlaces) -> str:
    """The sentence that says what to do about an uncited rule."""
    return (
        f"{places.rule} ({places.title}) is {places.state}, and no code cites it: name it in the docstring of what "
        "performs it, or say in docs/rules/recorded.tsv why nothing does."
    )


def test_every_rule_is_cited_by_code_unless_it_is_recorded_that_none_performs_it(checkout: Checkout) -> None:
    quiet = [find_rule(rule, checkout) for rule in checkout.rules if rule not in checkout.citations]
    report(map(uncited_sentence, filter(uncited, quiet)), seen=checkout.rules, of="rules")


def test_the_guard_of_citations_says_what_to_do(tmp_path: Path) -> None:
    house = a_house(tmp_path, tests='import pytest\n\n@pytest.mark.rule("DM-C-002")\ndef test_dice(): ...\n')
    read = read_checkout(house)
    assert [uncited_sentence(places) for rule in read.rules if uncited(places := find_rule(rule, read))] == [
        (
            "DM-C-002 (Dice) is tested, and no code cites it: name it in the docstring of what performs it, or say "
            "in docs/rules/recorded.tsv why nothing does."
        )
    ]


@pytest.mark.long
@pytest.mark.parametrize("every", EVERY)
def test_every_rule_leads_somewhere_and_to_where_the_site_shows_it(checkout: Checkout, every: int) -> None:
    on_the_site = {rule.id for book in books() for rule in book.rules}
    problems: list[str] = []
    for rule in list(checkout.rules)[::every]:
        places = find_rule(rule, checkout)
        url = f"{rulebook_links.book_url(book_name_of_rule(rule))}#{rule}" if rule in on_the_site else ""
        if places.url != url:
            problems.append(f"{rule} is at {url or 'no address'}: set RULE_URL of tools/rule_places.py right.")
        if (
            not (ROOT / places.listed.path)
            .read_text(encoding="utf-8")
            .splitlines()[places.listed.line - 1]
            .startswith(f"{rule}\t")
        ):
            problems.append(f"{rule} is not listed at {places.listed}: look at tools/rule_places.py.")
    report(problems, seen=on_the_site, of="rules of the site")


@like("tests/tools/test_where.py::test_a_rule_is_reported_with_its_list_its_page_its_ruling_its_code_and_its_tests")
@pytest.mark.long
def test_every_mark_of_a_rule_is_found_with_the_test_it_stands_over(checkout: Checkout) -> None:
    marked: dict[str, list[str]] = {}
    for mention in rule_marks(ROOT):
        marked.setdefault(mention.rule, []).append(mention.path)
    problems = []
    for rule, paths in marked.items():
        places = find_rule(rule, checkout).tests
        if sorted(place.path for place in places) != sorted(paths) or not all(place.text for place in places):
            problems.append(f"make where ID={rule} finds other tests than make rules: look at tools/rule_places.py.")
    report(problems, seen=marked, of="marks")


def test_a_rule_is_reported_with_its_list_its_page_its_ruling_its_code_and_its_tests(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = a_house(
        tmp_path,
        code='"""Money.\n\nRules DM-C-001 to DM-C-003.\n"""\n\n\nPRICE = 3  # as printed (DM-C-001)\n',
        chapter="# Money\n\n## DM-C-001 Money\nWhole credits.\n\n## DM-C-002 Dice\nSee DM-C-001.\n",
        tests=(
            "import pytest\n\n\n"
            'class TestMoney:\n    @pytest.mark.rule("DM-C-002", "DM-C-001")\n    def test_money(self): ...\n\n\n'
            'CASES = [pytest.param(1, marks=pytest.mark.rule("DM-C-001"))]\n'
        ),
    )
    assert main(["--root", str(house), "--id", "dm-c-1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "DM-C-001 Money",
        "  listed     docs/rules/campaign.tsv:2  tested",
        "  rulebook   /rulebook/campaign/#DM-C-001  rules/campaign/rulebook/01-money.md:3",
        "  ruling     rules/rulebook/rulings.tsv:2",
        "Code that cites it: 2",
        "  rules/dice.py:3  Rules DM-C-001 to DM-C-003.",
        "  rules/dice.py:7  PRICE = 3 # as printed (DM-C-001)",
        "Tests marked with it: 2",
        "  tests/test_dice.py:5  test_money",
        "  tests/test_dice.py:9  CASES",
        "Documents that name it: 1",
        "  rules/campaign/rulebook/01-money.md:7  See DM-C-001.",
    ]


def test_a_rule_between_the_ends_of_a_range_is_cited_by_it(tmp_path: Path) -> None:
    read = read_checkout(a_house(tmp_path, code='"""Rules DM-C-001 to DM-C-003."""\n'))
    text = '"""Rules DM-C-001 to DM-C-003."""'
    assert find_rule("DM-C-002", read).code == [Place("rules/dice.py", 1, text)]


def test_a_question_is_in_the_rulebook_where_its_section_asks_it(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    (house / "rules/duel/questions").mkdir(parents=True)
    section = 'title = "Money"\n\n[[question]]\nid = "DM-C-001"\n'
    (house / "rules/duel/questions/01-money.toml").write_text(section, encoding="utf-8")
    found = find_rule("DM-C-001", read_checkout(house))
    assert found.paragraph == Place("rules/duel/questions/01-money.toml", 4, 'id = "DM-C-001"')
    assert (found.url, found.documents) == ("/rulebook/duel/#DM-C-001", [])


def test_a_rule_that_is_recorded_is_reported_with_its_reason(tmp_path: Path) -> None:
    read = read_checkout(a_house(tmp_path))
    assert list(rule_lines(find_rule("DM-C-003", read))) == [
        "DM-C-003 D66",
        "  listed     docs/rules/campaign.tsv:4  recorded, as docs/rules/recorded.tsv:2 says: A table of names",
        "  rulebook   in no book of the site",
        "Code that cites it: none",
        "Tests marked with it: none",
        "Documents that name it: none",
    ]


def test_a_whole_file_and_a_scenario_are_reported_as_such(tmp_path: Path) -> None:
    house = a_house(tmp_path, tests='import pytest\n\npytestmark = [pytest.mark.rule("DM-C-001")]\n')
    (house / "tests/scenarios").mkdir()
    (house / "tests/scenarios/one.json").write_text(
        '{"expect": "DM-C-001",\n "rules": [\n  "DM-C-001"]}', encoding="utf-8"
    )
    (house / "tests/scenarios/two.json").write_text('{"expect": "DM-C-001"}', encoding="utf-8")
    assert find_rule("DM-C-001", read_checkout(house)).tests == [
        Place("tests/scenarios/one.json", 3, "a scenario"),
        Place("tests/test_dice.py", 3, "the whole file"),
    ]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("DM-C-004", "There is no rule DM-C-004. Near it: DM-C-003 (D66), DM-C-002 (Dice), DM-C-001 (Money)."),
        ("dice", "There is no rule dice. Near it: DM-C-002 (Dice)."),
        ("XY-9", "There is no rule XY-9: IDs begin with DM-C; make rules ARGS=--ids lists them."),
        ("-", "There is no rule -: IDs begin with DM-C; make rules ARGS=--ids lists them."),
    ],
)
def test_a_rule_there_is_not_is_refused_with_those_near_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], written: str, sentence: str
) -> None:
    assert main(["--root", str(a_house(tmp_path)), "--id", written]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"{sentence}\n")


def test_a_mark_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = a_house(tmp_path, tests='import pytest\n\n@pytest.mark.rule(RULE)\ndef test_dice(why="DM-C-001"): ...\n')
    assert main(["--root", str(house), "--id", "DM-C-001"]) == 1
    assert capsys.readouterr().err == "tests/test_dice.py:3: write the IDs of a rule mark out, one text each.\n"


# ------------------------------------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("kind", "registered"),
    [
        ("command", set(COMMAND_TYPES)),
        ("kind of fact", set(FACT_TYPES)),
        ("house rule", {switch.name for switch in every_switch()}),
        ("webhook event", set(EVENTS)),
    ],
)
def test_everything_a_registry_has_is_found_in_the_source(
    things: list[NamedThing], kind: str, registered: set[str]
) -> None:
    named = names_of(things, kind)
    problems = [
        f"{name} is no {kind} that is found, or one too many: {READING}." for name in registered ^ named.keys()
    ]
    report(problems, seen=registered, of=f"names of each {kind}")
    assert all(thing.says and (ROOT / thing.place.path).exists() for thing in named.values())


def test_every_problem_of_the_api_is_found_as_a_refusal_or_a_type_of_its_own(things: list[NamedThing]) -> None:
    problems = {slug_of(name) for name in names_of(things, "refusal")} | set(names_of(things, "problem type"))
    sentence = "The problem {} is not found: {}."
    missing = sorted(all_problem_kinds().keys() - problems)
    report((sentence.format(name, READING) for name in missing), seen=problems, of="problems")


def test_what_is_found_as_a_refusal_is_one(things: list[NamedThing]) -> None:
    for thing in names_of(things, "refusal").values():
        module = import_module(thing.place.path.removesuffix(".py").replace("/", "."))
        assert issubclass(getattr(module, thing.class_name), Refusal), thing


def test_every_command_is_reported_with_where_it_is_performed_and_its_form(things: list[NamedThing]) -> None:
    for tag, thing in names_of(things, "command").items():
        details = dict(thing.details)
        assert details["performed"].startswith("rules/"), tag
        path, _, line = details["performed"].rpartition(":")
        assert "def perform(" in (ROOT / path).read_text(encoding="utf-8").splitlines()[int(line) - 1]
        form = FORMS.get(tag)
        assert (form is None) == (COMMAND_TYPES[tag].by is Giver.SEASON)
        where = f"{FORM_URL.format(name=tag)}  {form.__module__.replace('.', '/')}.py:" if form else "none: "
        assert details["form"].startswith(where), tag


def test_the_addresses_of_a_name_are_those_of_the_site(things: list[NamedThing]) -> None:
    url = FORM_URL.format(name="settle_match").replace("<league>", "midden").replace("<season>", "s1")
    assert resolve(url).kwargs == {"league": "midden", "season": "s1", "tag": "settle_match"}
    for kind in CATALOGUE_URLS:
        thing = next(iter(names_of(things, kind).values()))
        assert resolve(thing.catalogue_url).url_name, kind


def test_a_command_is_performed_by_the_base_that_does_it_for_several() -> None:
    module = SourceText(
        "rules/cars.py",
        "@command(steps=STEPS, by=Giver.OWNER)\n@dataclass\nclass BuyCar(Purchase):\n"
        '    """Buy a car."""\n\n\nclass Purchase(Command):\n    def perform(self, season, dice): ...\n',
    )
    (thing,) = all_named_things([module], [])
    assert (thing.name, thing.says, thing.place.line) == ("buy_car", "Buy a car.", 3)
    assert thing.details == (
        ("given", "steps=STEPS, by=Giver.OWNER"),
        ("performed", "rules/cars.py:8"),
        ("form", "none: no person gives it"),
    )


def test_bases_are_read_with_and_without_their_module_and_parameters() -> None:
    module = SourceText("rules/no.py", "class No(refusals.Refusal, Generic[K, V]):\n    pass\n")
    assert classes_by_name([module]) == {"No": [ClassPlace("No", ("Refusal", "Generic"), "", module, 0)]}


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("settle_match", ["settle_match"]),
        ("SettleMatch", ["settle_match"]),
        ("SETTLE-MATCH", ["settle_match"]),
        ("settle_mat", ["settle_match"]),
        ("roster-full", ["RosterFull"]),
        ("rosterfull", ["RosterFull"]),
        ("Match.Locked", ["match.locked"]),
        ("franchises_per_player", ["league.franchises_per_player"]),
        ("too-many-requests", ["too-many-requests"]),
        ("visible state", ["reader"]),
        ("guard", ["guard"]),
    ],
)
def test_a_name_is_found_in_any_case_and_by_a_part_that_it_alone_has(
    things: list[NamedThing], written: str, named: list[str]
) -> None:
    assert [thing.name for thing in meant_things(written, things)] == named


def test_what_goes_by_one_name_is_reported_one_after_the_other(checkout: Checkout) -> None:
    lines = word_lines("SponsorPooled", checkout)
    titles = [line for line in lines if line.endswith((": kind of fact", ": refusal"))]
    assert titles == ["sponsor_pooled: kind of fact", "SponsorPooled: refusal"]


def test_a_command_is_reported_with_its_words_its_code_and_its_tests(
    capsys: pytest.CaptureFixture[str], things: list[NamedThing]
) -> None:
    assert main(["--root", str(ROOT), "--word", "settle_match"]) == 0
    lines = capsys.readouterr().out.splitlines()
    thing = names_of(things, "command")["settle_match"]
    assert lines[:3] == ["settle_match: command", f"  {thing.says}", f"  declared   {thing.place}  SettleMatch"]
    assert "  API        /api/v1/catalogue/commands/settle_match" in lines
    assert any(line.startswith(f"  glossary   {GLOSSARY}:") and "settle: to work out" in line for line in lines)
    code, tests = (lines.index(next(line for line in lines if line.startswith(head))) for head in ("Code", "Tests"))
    assert 1 < tests - code < len(lines) - code - 1
    assert all(" tests/" not in line for line in lines[code + 1 : tests])
    assert all(line.startswith("  tests/") for line in lines[tests + 1 :])


def test_the_code_that_names_a_thing_is_reported_without_its_imports_and_its_own_line(tmp_path: Path) -> None:
    house = a_house(
        tmp_path,
        code='from rules.core.refusals import (\n    Refusal,\n)\n\n\nclass Broke(Refusal):\n    """No money."""\n',
        tests="from rules.dice import Broke\n\nassert Broke\n",
    )
    (house / "rules/money.py").write_text("from rules.dice import Broke\n\nraise Broke(1)\n", encoding="utf-8")
    assert list(word_lines("broke", read_checkout(house))) == [
        "Broke: refusal",
        "  No money.",
        "  declared   rules/dice.py:6  Broke",
        "  API        /api/v1/problems/broke",
        "Code that names it: 1",
        "  rules/money.py:3",
        "Tests that name it: 2",
        "  tests/test_dice.py:1, 3",
    ]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("setle", "Nothing goes by the name setle. Near it: settle (word)."),
        (
            "qqq",
            (
                "Nothing goes by the name qqq: write a part of it. manage.py commands lists the commands, "
                "docs/glossary.md the words."
            ),
        ),
        (
            "e",
            "e is a part of several names: Brief (refusal), Broke (refusal), settle (word). Write one of them out.",
        ),
        ("dm-c-002", "DM-C-002 is a rule: make where ID=DM-C-002."),
    ],
)
def test_a_name_there_is_not_is_refused_with_those_near_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], written: str, sentence: str
) -> None:
    house = a_house(tmp_path, code="class Broke(Refusal): ...\n\n\nclass Brief(Refusal): ...\n")
    assert main(["--root", str(house), "--word", written]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"{sentence}\n")


# ------------------------------------------------------------------------------------------------ the task


@pytest.mark.parametrize("arguments", [[], ["--id", "", "--word", ""], ["--id", " "]])
def test_without_a_rule_and_a_name_it_says_how_it_is_asked(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"{USAGE}\n")


def test_a_rule_and_a_name_are_reported_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(a_house(tmp_path)), "--id", "DM-C-002", "--word", "settle"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0], lines[-3:]) == (
        "DM-C-002 Dice",
        ["settle: word", "  to work out an **outcome**", "  declared   docs/glossary.md:4"],
    )
