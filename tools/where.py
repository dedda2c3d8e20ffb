"""Finds a rule, or a thing with a public name: `make where ID=DM-C-100`, `make where WORD=settle_match`.

For a rule it prints its coverage, its place in the lists and on the site, every line that cites it and every test
marked with it. For a command, a kind of fact, a house rule, a refusal, a problem type, a webhook event or a word of
the glossary it prints what it is, where it is declared, and which code and tests name it. A name may be written in
any case and with or without hyphens; a part of a name is enough if only one name has it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from tools.named_things import NamedThing, all_named_things, comparable
from tools.rule_places import Checkout, RulePlaces, find_rule, read_checkout
from tools.rulebook import RULE_ID, UnreadableMark
from tools.source_texts import Place, SourceText, lines_with

USAGE = (
    "Name a rule or a word: make where ID=DM-C-100 says which code and tests are about that rule, "
    "make where WORD=settle_match where that command, fact, house rule, refusal, problem type, webhook event "
    "or word of the glossary is."
)
MOST_SUGGESTIONS = 8
LEAST_LIKENESS = 0.6
HEADING_WIDTH = 11


class NotFound(Exception):
    """There is no such rule or name, or several names have that part; the message names some that exist."""


def main(arguments: Sequence[str]) -> int:
    """Print where the rule and the word are; 1 if there is none, or neither was given."""
    parser = argparse.ArgumentParser(prog="make where", description="Where a rule or a name is in the house.")
    parser.add_argument("--id", default="", help="the ID of a rule, such as DM-C-100")
    parser.add_argument("--word", default="", help="a name, such as settle_match, or a part that one name alone has")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if not (options.id.strip() or options.word.strip()):
        print(USAGE, file=sys.stderr)
        return 1
    try:
        checkout = read_checkout(options.root)
        lines = [
            *(rule_lines(find_rule(known_rule(options.id, checkout), checkout)) if options.id.strip() else ()),
            *(word_lines(options.word, checkout) if options.word.strip() else ()),
        ]
    except (NotFound, UnreadableMark, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(lines))
    return 0


# ------------------------------------------------------------------------------------------------ a rule


def known_rule(written: str, checkout: Checkout) -> str:
    """The ID that was meant, in any case and without leading zeros. Raises NotFound."""
    prefix, hyphen, number = written.strip().upper().rpartition("-")
    rule = f"{prefix}{hyphen}{number.zfill(3)}"
    if rule in checkout.rules:
        return rule
    sought = written.strip().lower()
    titled = [known for known, title in checkout.rules.items() if len(sought) > 2 and sought in title.lower()]
    near = titled or get_close_matches(rule, checkout.rules, MOST_SUGGESTIONS, LEAST_LIKENESS)
    if near:
        raise NotFound(f"There is no rule {written.strip()}. Near it: {_titled_list(near, checkout.rules)}.")
    begins = ", ".join(sorted({known.rpartition("-")[0] for known in checkout.rules}))
    raise NotFound(f"There is no rule {written.strip()}: IDs begin with {begins}; make rules ARGS=--ids lists them.")


def rule_lines(found: RulePlaces) -> Iterator[str]:
    """The report on a rule."""
    yield f"{found.rule} {found.title}"
    noted = f", as {found.noted} says: {found.note}" if found.noted else ""
    yield _headed("listed", f"{found.listed}  {found.state}{noted}")
    if found.paragraph:
        yield _headed("rulebook", f"{found.url}  {found.paragraph}")
    else:
        yield _headed("rulebook", "in no book of the site")
    if found.ruling:
        yield _headed("ruling", f"{found.ruling}")
    yield from _places("Code that cites it", found.code)
    yield from _places("Tests marked with it", found.tests)
    yield from _places("Documents that name it", found.documents)


def _titled_list(rules: Sequence[str], titles: Mapping[str, str]) -> str:
    named = ", ".join(f"{rule} ({titles[rule]})" for rule in rules[:MOST_SUGGESTIONS])
    return named if len(rules) <= MOST_SUGGESTIONS else f"{named} and {len(rules) - MOST_SUGGESTIONS} more"


# ------------------------------------------------------------------------------------------------ a name


def word_lines(written: str, checkout: Checkout) -> Iterator[str]:
    """The report on everything with a name. Raises NotFound."""
    if RULE_ID.fullmatch(written.strip().upper()):
        raise NotFound(f"{written.strip().upper()} is a rule: make where ID={written.strip().upper()}.")
    things = all_named_things(checkout.product, checkout.documents)
    product = [source.without_imports() for source in checkout.product]
    for number, thing in enumerate(meant_things(written, things)):
        if number:
            yield ""
        yield from thing_lines(thing, things, product=product, tests=checkout.tests)


def meant_things(written: str, things: Sequence[NamedThing]) -> list[NamedThing]:
    """All things of exactly that name, or else the only one whose name has it as a part. Raises NotFound."""
    sought = comparable(written)
    if named := [thing for thing in things if sought in thing.keys]:
        return named
    partly = [thing for thing in things if any(sought in key for key in thing.keys)]
    if len(partly) == 1:
        return partly
    if partly:
        raise NotFound(f"{written.strip()} is a part of several names: {_kinds_list(partly)}. Write one of them out.")
    names = {key: thing for thing in things for key in thing.keys}
    near = list(
        dict.fromkeys(names[key] for key in get_close_matches(sought, names, MOST_SUGGESTIONS, LEAST_LIKENESS))
    )
    if near:
        raise NotFound(f"Nothing goes by the name {written.strip()}. Near it: {_kinds_list(near)}.")
    raise NotFound(
        f"Nothing goes by the name {written.strip()}: write a part of it. manage.py commands lists the commands, "
        "docs/glossary.md the words."
    )


def thing_lines(
    thing: NamedThing, things: Iterable[NamedThing], *, product: Iterable[SourceText], tests: Iterable[SourceText]
) -> Iterator[str]:
    """The report on one thing; `product` must not contain imports."""
    yield f"{thing.name}: {thing.kind}"
    yield f"  {thing.says}"
    yield _headed("declared", f"{thing.place}  {thing.class_name}".rstrip())
    for heading, text in thing.details:
        yield _headed(heading, text)
    if thing.catalogue_url:
        yield _headed("API", thing.catalogue_url)
    if thing.kind == "word":
        return
    for entry in glossary_entries(thing, things):
        yield _headed("glossary", f"{entry.place}  {entry.name}: {entry.says}")
    pattern = thing.mention_pattern()
    yield from _files("Code that names it", lines_with(pattern, product), but=thing.place)
    yield from _files("Tests that name it", lines_with(pattern, tests))


def glossary_entries(thing: NamedThing, things: Iterable[NamedThing]) -> list[NamedThing]:
    """The glossary's entries for a thing's names, or else for the words its name is made of."""
    entries = [entry for entry in things if entry.kind == "word"]
    if exact := [entry for entry in entries if not thing.keys.isdisjoint(entry.keys)]:
        return exact
    parts = re.findall(r"[A-Z]?[a-z0-9]+", thing.name)
    return [entry for entry in entries if comparable(entry.name) in map(comparable, parts)]


def _kinds_list(things: Sequence[NamedThing]) -> str:
    named = ", ".join(f"{thing.name} ({thing.kind})" for thing in things[:MOST_SUGGESTIONS])
    return named if len(things) <= MOST_SUGGESTIONS else f"{named} and {len(things) - MOST_SUGGESTIONS} more"


# ------------------------------------------------------------------------------------------------ lines


def _headed(heading: str, text: str) -> str:
    return f"  {heading:<{HEADING_WIDTH}}{text}"


def _places(heading: str, places: Sequence[Place]) -> Iterator[str]:
    """Places under a heading, one a line with its text."""
    yield f"{heading}: {len(places) or 'none'}"
    width = max((len(f"{place}") for place in places), default=0)
    for place in places:
        yield f"  {place!s:<{width}}  {place.text}".rstrip()


def _files(heading: str, lines: Mapping[str, Sequence[int]], *, but: Place | None = None) -> Iterator[str]:
    """Files under a heading, one a line with its line numbers, without the place `but`, which was printed before."""
    before = (but.path, but.line) if but else None
    found = {path: [line for line in numbers if (path, line) != before] for path, numbers in lines.items()}
    yield f"{heading}: {sum(map(len, found.values())) or 'none'}"
    for path, numbers in found.items():
        if numbers:
            yield f"  {path}:{', '.join(map(str, numbers))}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
