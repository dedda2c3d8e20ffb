"""Everything that has a public name, read from the source: commands, kinds of facts, house rules, refusals, problem
types, webhook events, and the words of the glossary.

Nothing is imported, so that a name is found at once. `tests/tools/test_where.py` compares what is read here with the
registries themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from tools.source_texts import Place, SourceText, numbered_lines

Kind = Literal["command", "kind of fact", "house rule", "refusal", "problem type", "webhook event", "word"]
GLOSSARY = "docs/glossary.md"
FORM_URL = "/l/<league>/<season>/do/{name}/"
"""The address of a command's form; a test compares it with the site's own."""
CATALOGUE_URLS: Mapping[Kind, str] = {
    "command": "/api/v1/catalogue/commands/{name}",
    "kind of fact": "/api/v1/catalogue/facts",
    "house rule": "/api/v1/catalogue/switches",
    "refusal": "/api/v1/problems/{slug}",
    "problem type": "/api/v1/problems/{name}",
    "webhook event": "/api/v1/webhook-events",
}
CLASS = re.compile(r'^ *class (\w+)(?:\(([^()]*)\))?:\s*(?:"""(.*?)(?:"""|\n\s*\n))?', re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^@command\((.*?)\)\n(?:@[^\n]*\n)*class (\w+)", re.MULTILINE | re.DOTALL)
FACT = re.compile(r"^@fact\n(?:@[^\n]*\n)*class (\w+)", re.MULTILINE)
FORM = re.compile(r'^@register_form\(\s*"(\w+)"\s*\)', re.MULTILINE)
SWITCH = re.compile(r'Switch\(\s*(?:"([^"]+)"|([A-Z_]+)),\s*("[^"]*"|[^,"]+),\s*"([\w-]+)",\s*((?:"[^"]*"\s*)+)')
HOUSE_RULE = re.compile(
    r'^    (\w+): \w+ = house_rule\(\s*("[^"]*"|[^,"]+),\s*"([\w-]+)",\s*((?:"[^"]*"\s*)+)(?:,\s*group="(\w+)")?',
    re.MULTILINE,
)
SETTINGS = re.compile(r"rules/(\w+)/settings\.py")
PROBLEM_KIND = re.compile(r'ProblemKind\(\s*"([^"]+)",\s*\w+,\s*"([^"]*)"')
EVENT = re.compile(r'WebhookEvent\(\s*(?:"([^"]+)"|([A-Z_]+)),\s*"([^"]*)"')
PERFORM = re.compile(r"^    def perform\(", re.MULTILINE)
GLOSSARY_ROW = re.compile(r"^\| (\*\*.*?) \| (.*?) \|$")
GLOSSARY_SENTENCE = re.compile(r"\*\*(\w[\w ]*)\*\*: ([^.]*\.)")
BOLD = re.compile(r"\*\*([^*]+)\*\*")


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedThing:
    """A thing with a public name, and where it is declared.

    `class_name` is empty if it is not a class. `details` are further lines of a report, each with its heading.
    """

    kind: Kind
    name: str
    says: str
    place: Place
    class_name: str = ""
    other_names: tuple[str, ...] = ()
    details: tuple[tuple[str, str], ...] = ()

    @property
    def keys(self) -> frozenset[str]:
        """Its names in the form in which they are compared."""
        return frozenset(map(comparable, (self.name, *filter(None, (self.class_name,)), *self.other_names)))

    @property
    def catalogue_url(self) -> str:
        """Where the API describes it; empty if it does not."""
        return CATALOGUE_URLS.get(self.kind, "").format(name=self.name, slug=slug_of(self.class_name))

    def mention_pattern(self) -> re.Pattern[str]:
        """A pattern that matches its mentions in code: its class, or its name in quotes or in an address."""
        names = [re.escape(name) for name in (self.name, slug_of(self.class_name)) if name]
        quoted = rf"""(?<=["'/])(?:{"|".join(names)})(?=["'/?])"""
        words = [rf"\b{re.escape(name)}\b" for name in (self.class_name, *self.other_names) if name]
        return re.compile("|".join([quoted, *words]))


@dataclass(frozen=True, slots=True)
class ClassPlace:
    """A class: its name, those of its bases, the first paragraph of its docstring, and where it is."""

    name: str
    bases: tuple[str, ...]
    says: str
    source: SourceText
    begin: int

    @property
    def place(self) -> Place:
        """The line where the class begins."""
        return self.source.place_at(self.begin)


def comparable(name: str) -> str:
    """A name in lower case without separators: `RosterFull` and `roster-full` are the same."""
    return re.sub(r"[\s_-]", "", name).lower()


def snake_name(class_name: str) -> str:
    """The tag of a command or fact, by its class name."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", class_name).lower()


def slug_of(class_name: str) -> str:
    """The slug of a refusal in the API, by its class name."""
    return snake_name(class_name).replace("_", "-")


def all_named_things(product: Iterable[SourceText], documents: Iterable[SourceText]) -> list[NamedThing]:
    """Everything that has a public name, kind by kind."""
    modules = [source for source in product if source.path.endswith(".py")]
    classes = classes_by_name(modules)
    return [
        *commands(modules, classes),
        *facts(modules, classes),
        *switches(modules),
        *settings(modules),
        *refusals(classes),
        *problem_kinds(modules),
        *webhook_events(modules),
        *glossary_words(documents),
    ]


def classes_by_name(modules: Iterable[SourceText]) -> dict[str, list[ClassPlace]]:
    """Every class, by name; a few names belong to several."""
    found: dict[str, list[ClassPlace]] = {}
    for source in modules:
        for match in CLASS.finditer(source.text):
            name, bases, docstring = match.groups()
            base_names = tuple(re.findall(r"(\w+)\s*(?=,|$)", re.sub(r"\[.*?\]", "", bases or "")))
            begin = match.start() + match[0].index("class ")
            found.setdefault(name, []).append(ClassPlace(name, base_names, _in_one_line(docstring), source, begin))
    return found


def commands(modules: Iterable[SourceText], classes: Mapping[str, list[ClassPlace]]) -> Iterator[NamedThing]:
    """Every command: its class, its steps and giver, where it is performed, and its form."""
    forms = dict(_forms(modules))
    for source in modules:
        for match in COMMAND.finditer(source.text):
            declaration, class_name = match.groups()
            declared = _class_in(source, class_name, classes)
            tag = snake_name(class_name)
            details = [("given", _in_one_line(declaration).rstrip(","))]
            if performed := _perform_place(declared, classes):
                details.append(("performed", f"{performed}"))
            if form := forms.get(tag):
                details.append(("form", f"{FORM_URL.format(name=tag)}  {form}"))
            else:
                details.append(("form", "none: no person gives it"))
            yield NamedThing(
                kind="command",
                name=tag,
                says=declared.says,
                place=declared.place,
                class_name=class_name,
                details=tuple(details),
            )


def facts(modules: Iterable[SourceText], classes: Mapping[str, list[ClassPlace]]) -> Iterator[NamedThing]:
    """Every kind of fact."""
    for source in modules:
        for match in FACT.finditer(source.text):
            declared = _class_in(source, match[1], classes)
            yield NamedThing(
                kind="kind of fact",
                name=snake_name(match[1]),
                says=declared.says,
                place=declared.place,
                class_name=match[1],
            )


def switches(modules: Iterable[SourceText]) -> Iterator[NamedThing]:
    """Every house rule, with its printed setting and the rule it changes."""
    for source in modules:
        for match in SWITCH.finditer(source.text):
            literal, constant, setting, rule, says = match.groups()
            name = literal or _imported_text(constant, source, modules)
            yield NamedThing(
                kind="house rule",
                name=name,
                says=_literal_text(says),
                place=source.place_at(match.start()),
                other_names=(constant,) if constant else (),
                details=(("printed", _imported_text(setting, source, modules).strip('"')), ("bends", rule)),
            )


def settings(modules: Iterable[SourceText]) -> Iterator[NamedThing]:
    """Every house rule that a match system declares, with its printed setting and the rule it changes."""
    for source in modules:
        if not (book := SETTINGS.fullmatch(source.path)):
            continue
        for match in HOUSE_RULE.finditer(source.text):
            attribute, setting, rule, says, group = match.groups()
            yield NamedThing(
                kind="house rule",
                name=f"{group or book[1]}.{attribute}",
                says=_literal_text(says),
                place=source.place_at(match.start()),
                details=(("printed", _imported_text(setting, source, modules).strip('"')), ("bends", rule)),
            )


def refusals(classes: Mapping[str, list[ClassPlace]]) -> Iterator[NamedThing]:
    """Every kind of refusal, which the API returns as a problem."""
    found = {"Refusal"}
    while True:
        below = {name for name, places in classes.items() for place in places if not found.isdisjoint(place.bases)}
        if below <= found:
            break
        found |= below
    for name in sorted(found - {"Refusal"}):
        for declared in classes[name]:
            if not found.isdisjoint(declared.bases):
                yield NamedThing(kind="refusal", name=name, says=declared.says, place=declared.place, class_name=name)


def problem_kinds(modules: Iterable[SourceText]) -> Iterator[NamedThing]:
    """Every type of problem that is not a refusal of the rules."""
    for source in modules:
        for match in PROBLEM_KIND.finditer(source.text):
            yield NamedThing(kind="problem type", name=match[1], says=match[2], place=source.place_at(match.start()))


def webhook_events(modules: Iterable[SourceText]) -> Iterator[NamedThing]:
    """Every event that a webhook can report."""
    for source in modules:
        for match in EVENT.finditer(source.text):
            literal, constant, says = match.groups()
            yield NamedThing(
                kind="webhook event",
                name=literal or _text_of_constant(constant, source),
                says=says,
                place=source.place_at(match.start()),
                other_names=(constant,) if constant else (),
            )


def glossary_words(documents: Iterable[SourceText]) -> Iterator[NamedThing]:
    """Every entry of the glossary; further words explained in an entry are its other names."""
    for source in documents:
        if source.path != GLOSSARY:
            continue
        for line, text in numbered_lines(source.text):
            if row := GLOSSARY_ROW.match(text):
                names = [name for found in BOLD.findall(row[1]) for name in re.split(r", | > ", found)]
                yield NamedThing(
                    kind="word",
                    name=names[0],
                    says=row[2],
                    place=Place(source.path, line),
                    other_names=(*names[1:], *BOLD.findall(row[2])),
                )
            else:
                for name, says in GLOSSARY_SENTENCE.findall(text):
                    yield NamedThing(kind="word", name=name, says=says, place=Place(source.path, line))


def _forms(modules: Iterable[SourceText]) -> Iterator[tuple[str, Place]]:
    """The form of each command that has one, by its tag."""
    for source in modules:
        for match in FORM.finditer(source.text):
            yield match[1], source.place_at(source.text.index("\nclass ", match.end()) + 1)


def _class_in(source: SourceText, name: str, classes: Mapping[str, list[ClassPlace]]) -> ClassPlace:
    return next(place for place in classes[name] if place.source is source)


def _perform_place(declared: ClassPlace, classes: Mapping[str, list[ClassPlace]]) -> Place | None:
    """Where a command is performed: in its class, or else in the nearest base that performs it."""
    text = declared.source.text
    end = re.compile(r"^\S", re.MULTILINE).search(text, declared.begin + 1)
    if found := PERFORM.search(text, declared.begin, end.start() if end else len(text)):
        return declared.source.place_at(found.start())
    bases = (place for base in declared.bases for place in classes.get(base, ()))
    return next((place for base in bases if (place := _perform_place(base, classes))), None)


def _imported_text(name: str, source: SourceText, modules: Iterable[SourceText]) -> str:
    """The text of a constant, from its module or the one it comes from; any other expression as it is written."""
    if not name.isupper():
        return name
    found = (text for module in (source, *modules) if (text := _text_of_constant(name, module)))
    return next(found, name)


def _text_of_constant(name: str, source: SourceText) -> str:
    """The text that a module assigns to a constant, alone or with others in one line; empty if it assigns none."""
    for targets, texts in re.findall(rf"^([A-Z_, ]*\b{name}\b[A-Z_, ]*) = (\"[^\n]*\")$", source.text, re.MULTILINE):
        values: dict[str, str] = dict(zip(targets.split(", "), re.findall(r'"([^"]*)"', texts), strict=False))
        return values.get(name, "")
    return ""


def _literal_text(literals: str) -> str:
    """The text of adjacent string literals."""
    return "".join(re.findall(r'"([^"]*)"', literals))


def _in_one_line(text: str | None) -> str:
    return " ".join((text or "").split())
