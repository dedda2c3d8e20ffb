"""Refusals have unique public names, which programs branch on, and docstrings that say when they occur."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api import errors
from rules.core.refusals import Refusal
from tests.guards.findings import report


def refusals() -> list[type[Refusal]]:
    """All refusal classes, including those of books that were not imported before."""
    errors.all_problem_kinds()  # imports all modules that define refusals
    return [Refusal, *errors._refusals(Refusal)]


def names_wrong(found: Iterable[type[Refusal]], taken: Iterable[str]) -> Iterator[str]:
    """A sentence for each refusal whose public name is taken or that has no docstring."""
    by_name = dict.fromkeys(taken, "no refusal but what HTTP itself says")
    for refusal in found:
        where, name = f"{refusal.__module__}.{refusal.__name__}", errors.problem_slug(refusal.__name__)
        if name in by_name:
            yield (
                f"{where} is {name} to programs, and so is {by_name[name]}: raise one and the same in both places, "
                "or call one of them something else."
            )
        by_name[name] = where
        if "__doc__" not in vars(refusal) or not (refusal.__doc__ or "").strip():
            yield f"{where} does not say when it comes: give it a docstring, which GET problems/{name} tells."


def test_every_refusal_has_a_public_name_of_its_own_and_says_when_it_comes() -> None:
    found = refusals()
    assert len(found) > 100
    taken = [errors.NEEDS_DICE_KIND.name, *(kind.name for kind in errors.HTTP_PROBLEM_KINDS.values())]
    report(names_wrong(found, taken), seen=found, of="refusals")
    assert {errors.problem_slug(refusal.__name__) for refusal in found[1:]} <= errors.all_problem_kinds().keys()


def test_two_of_one_name_and_one_that_says_nothing_are_told() -> None:
    first, second = (type("NoRoom", (Exception,), {"__doc__": "There is none."}) for _ in range(2))
    silent, known = type("Silent", (Exception,), {}), type("NotFound", (Exception,), {"__doc__": "It is not."})
    found = [first, second, silent, known]
    sentences = list(names_wrong(found, ["not-found"]))  # type: ignore[arg-type]
    assert [sentence.split(":")[0] for sentence in sentences] == [
        f"{__name__}.NoRoom is no-room to programs, and so is {__name__}.NoRoom",
        f"{__name__}.Silent does not say when it comes",
        f"{__name__}.NotFound is not-found to programs, and so is no refusal but what HTTP itself says",
    ]
