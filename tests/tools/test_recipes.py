"""The recipes in `docs/contributing` work: a script follows each of them, and leaves out each step once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.guards.findings import report
from tests.sampling import like, only
from tests.tools.recipe_pages import (
    CHECKOUT,
    RECIPES_FOLDER,
    Complaint,
    Edit,
    Recipe,
    RecipeUnclear,
    Step,
    all_recipes,
    copy_checkout,
    read_recipe,
    run,
)

RECIPES = all_recipes()
PYTEST, CHECK = ".venv/bin/pytest -q", ".venv/bin/python manage.py check"
RESULTS = "tests/tools/followed"
"""A test file for each recipe, run in a checkout that followed it."""
WALK = RECIPES_FOLDER / "walk.md"
LEFT_OUT_IN_CI = ("house-rule", "Declare it")
"""The step that CI leaves out; the nightly run leaves out each in turn."""
OMISSIONS = {
    (name, step.title): (recipe, step) for name, recipe in RECIPES.items() for step in recipe.steps if step.complaints
}


def follow(recipes: Iterable[Recipe], root: Path, *, but: Step | None = None) -> Path:
    """A copy of the checkout in which the recipes were followed, except for the step `but`."""
    copy = copy_checkout(root / "checkout")
    for recipe in recipes:
        for step in recipe.steps:
            if step is not but:
                step.follow(copy)
    return copy


def result_tests(recipes: Iterable[Recipe]) -> list[str]:
    """The tests that check whether the recipes' results are there."""
    paths = [f"{RESULTS}/{recipe.name.replace('-', '_')}.py" for recipe in recipes]
    return [path for path in paths if (CHECKOUT / path).exists()]


def failed_commands(recipes: list[Recipe], root: Path) -> Iterator[str]:
    """The command and output of each check of the recipes that fails in that checkout."""
    checks = [line for recipe in recipes for line in recipe.checks]
    for command in [*dict.fromkeys(checks), *(f"{PYTEST} {path}" for path in result_tests(recipes))]:
        code, printed = run(command, root)
        if code:
            yield f"{command}\n{printed[-6000:]}"


def in_one_line(text: str) -> str:
    """A text with its line breaks and repeated spaces replaced by single spaces."""
    return " ".join(text.split())


# --------------------------------------------------------------------------------------------- followed


def test_there_is_a_recipe_for_each_thing_that_people_add() -> None:
    assert list(RECIPES) == ["column", "house-rule", "item", "match-system", "ruling", "smallest-match-system"]
    guide = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    sentence = "CONTRIBUTING.md does not lead to docs/contributing/{0}.md: link to it."
    pages = sorted(path.stem for path in RECIPES_FOLDER.glob("*.md"))
    report(
        (sentence.format(name) for name in pages if f"(docs/contributing/{name}.md)" not in guide),
        seen=pages,
        of="pages",
    )


def test_a_recipe_says_what_comes_of_it_how_long_it_takes_and_what_complains() -> None:
    for name, recipe in RECIPES.items():
        text = (RECIPES_FOLDER / f"{name}.md").read_text(encoding="utf-8")
        assert "\n**At the end** " in text, name
        assert re.search(r"\bIt takes about|takes an hour", text), name
        assert sum(bool(step.complaints) for step in recipe.steps) >= 3, name
        assert recipe.checks, name


def test_the_smallest_match_system_has_fewer_than_200_lines() -> None:
    edits = [edit for step in RECIPES["smallest-match-system"].steps for edit in step.edits]
    lines = [line for edit in edits for line in edit.text.splitlines()]
    assert len(lines) < 200
    assert [edit.path for edit in edits if edit.where != "new"] == ["rules/match/registry.py"]


@pytest.mark.long
def test_all_recipes_together_lead_where_they_say(tmp_path: Path) -> None:
    root = follow(RECIPES.values(), tmp_path)
    edits = [edit for recipe in RECIPES.values() for step in recipe.steps for edit in step.edits]
    tests = [edit.path for edit in edits if edit.where == "new" and Path(edit.path).match("test_*.py")]
    for command in (CHECK, " ".join([PYTEST, *tests, *result_tests(RECIPES.values())])):
        code, printed = run(command, root)
        assert code == 0, printed[-6000:]


@like("tests/tools/test_recipes.py::test_all_recipes_together_lead_where_they_say")
@pytest.mark.long
@pytest.mark.parametrize("recipe", RECIPES.values(), ids=list(RECIPES))
def test_each_recipe_leads_where_it_says(recipe: Recipe, tmp_path: Path) -> None:
    assert list(failed_commands([recipe], follow([recipe], tmp_path))) == []


@pytest.mark.long
@pytest.mark.parametrize("omission", only([LEFT_OUT_IN_CI], list(OMISSIONS)), ids=": ".join)
def test_a_step_that_is_left_out_is_complained_of_in_the_words_of_the_page(
    omission: tuple[str, str], tmp_path: Path
) -> None:
    recipe, step = OMISSIONS[omission]
    root = follow([recipe], tmp_path, but=step)
    for complaint in step.complaints:
        code, printed = run(complaint.command, root)
        assert code, f"{complaint.command} does not fail without the step {step.title!r}"
        assert in_one_line(complaint.text) in in_one_line(printed), printed[-6000:]


# --------------------------------------------------------------------------------------------- the walk


def test_every_function_of_the_walk_is_in_the_file_it_links_to() -> None:
    text = WALK.read_text(encoding="utf-8")
    links = re.findall(r"\[`([\w.]+)`\]\(\.\./\.\./([\w/]+\.py)\)", text)
    lost = [
        f"docs/contributing/walk.md says that {path} has {name}, and it has not: name the place where it is now."
        for name, path in links
        if not re.search(
            rf"^\s*(?:def|class) {name.rpartition('.')[2]}\b", (CHECKOUT / path).read_text("utf-8"), re.MULTILINE
        )
    ]
    report(lost, seen=links, of="functions")
    way = [path.partition("/")[0] for _, path in links]
    crossings = sum(package != before for before, package in pairwise(way))
    assert f"{len(links)} functions and classes in {len(set(way))} packages" in text
    assert f"crosses from one package into another {crossings} times" in text


# --------------------------------------------------------------------------------------------- reading a page


PAGE = """# Add a thing
It takes about a minute.

## 1. Write it
In `a.py`, after `one = 1`:
```python
two = 2
```

In `b/`, right behind `name =`:
```python
 not
```

A new file `c.md`:
```markdown
Words.
```

Forgotten? `.venv/bin/pytest -q c.py` says:
```text
Nothing.
```

## Does it work?
```sh
.venv/bin/pytest -q c.py
```
"""


def test_a_page_is_read_as_steps_and_followed(tmp_path: Path) -> None:
    recipe = read_recipe("thing", PAGE)
    (step,) = recipe.steps
    assert (step.title, recipe.checks) == ("Write it", [".venv/bin/pytest -q c.py"])
    assert step.complaints == [Complaint(".venv/bin/pytest -q c.py", "Nothing.\n")]
    (tmp_path / "b").mkdir()
    (tmp_path / "a.py").write_text("one = 1\nthree = 3\n", encoding="utf-8")
    (tmp_path / "b" / "x.py").write_text("name = other\n", encoding="utf-8")
    step.follow(tmp_path)
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == "one = 1\ntwo = 2\nthree = 3\n"
    assert (tmp_path / "b" / "x.py").read_text(encoding="utf-8") == "name = not other\n"
    assert (tmp_path / "c.md").read_text(encoding="utf-8") == "Words.\n"


@pytest.mark.parametrize("anchor", ["two", "one"])
def test_a_place_that_is_not_there_or_there_twice_is_refused(anchor: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one\none\n", encoding="utf-8")
    with pytest.raises(RecipeUnclear, match="name one line of it"):
        Edit(path="a.py", where="after", anchor=anchor, text="x\n").apply(tmp_path)


def test_a_block_that_says_of_no_file_where_it_goes_is_refused() -> None:
    with pytest.raises(RecipeUnclear, match="says of no file where this goes"):
        read_recipe("thing", "## 1. Write it\nHere is some code:\n```python\nx = 1\n```\n")
