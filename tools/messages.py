"""The translations of the site, in `locale/<language>/LC_MESSAGES`: `django.po`, and `.mo`, which the site reads.

python -m tools.messages            add new sentences, drop those that are gone, compile
python -m tools.messages --check    report what is missing, change nothing
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from tools.source_index import SITE_PACKAGES

CHECKOUT = Path(__file__).parents[1]
LOCALE = CHECKOUT / "locale"
LANGUAGES = ("fr",)
KEYWORDS = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
FIXED_TIME = datetime(2026, 1, 1, tzinfo=UTC)
"""The timestamp of compiled catalogs, so that only a changed sentence changes the file."""
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")


def sources() -> Iterator[tuple[str, str]]:
    """Every template and module that may hold sentences, by its path; a template is converted to Python source."""
    from django.utils.translation.template import templatize  # after the settings

    for path in sorted((CHECKOUT / "templates").rglob("*.html")):
        source = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        yield path.relative_to(CHECKOUT).as_posix(), "\n".join(line.strip() for line in source.splitlines())
    for room in SITE_PACKAGES:
        for path in sorted((CHECKOUT / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "gettext" in text:
                yield path.relative_to(CHECKOUT).as_posix(), text


def collect_messages() -> Catalog:
    """Every sentence to translate, with the files that contain it."""
    found = Catalog(charset="utf-8")
    for path, text in sources():
        for _, message, _, context in extract("python", io.BytesIO(text.encode()), keywords=KEYWORDS):
            found.add(message, locations=[(path, 0)], context=context)
    return found


def po_path(language: str) -> Path:
    """The path of a language's `django.po`."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def translations(language: str) -> Catalog:
    """A language's translations so far; an empty catalog if it has none."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as lines:
        return read_po(lines, locale=language)


def update_catalog(language: str) -> Catalog:
    """A language's translations of exactly the sentences the site has now; new ones are empty."""
    old, new = translations(language), Catalog(locale=language, charset="utf-8", fuzzy=False)
    new.mime_headers = [("Content-Type", "text/plain; charset=utf-8"), ("Plural-Forms", old.plural_forms)]
    for message in sorted(collect_messages(), key=_sort_key):
        if not message.id:
            continue
        before = old.get(message.id, message.context)
        files = sorted({name for name, _ in message.locations})
        string = before.string if before is not None and "fuzzy" not in before.flags else ""
        new.add(message.id, string, locations=[(name, 0) for name in files], context=message.context)
    return new


def serialize_catalog(catalog: Catalog) -> bytes:
    """A catalog as it is stored: without line numbers or times, so that only a changed sentence changes the file."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, omit_header=True, include_lineno=False, width=118)
    head = (
        f"Language: {catalog.locale_identifier}",
        "Content-Type: text/plain; charset=UTF-8",
        f"Plural-Forms: {catalog.plural_forms}",
    )
    lines = "".join(f'"{line}\\n"\n' for line in head)
    return f'msgid ""\nmsgstr ""\n{lines}\n'.encode() + buffer.getvalue().lstrip(b"\n")


def compile_catalog(catalog: Catalog) -> bytes:
    """A catalog in the compiled form that the site reads."""
    buffer = io.BytesIO()
    catalog.creation_date = catalog.revision_date = FIXED_TIME
    write_mo(buffer, catalog)
    return buffer.getvalue()


def read_compiled(mo: bytes) -> dict[Any, Any]:
    """The translations in a compiled catalog, by sentence and context."""
    return {(str(message.id), message.context): message.string for message in read_mo(io.BytesIO(mo)) if message.id}


def translation_errors(language: str) -> list[str]:
    """One sentence for everything that is wrong with a language's translations."""
    catalog, path = update_catalog(language), po_path(language)
    if not path.exists() or path.read_bytes() != serialize_catalog(catalog):
        return [f"{path.relative_to(CHECKOUT)} is not what the site says: run python -m tools.messages."]
    errors = [error for message in catalog if message.id for error in _message_errors(message)]
    mo = path.with_suffix(".mo")
    if not mo.exists() or read_compiled(mo.read_bytes()) != read_compiled(compile_catalog(translations(language))):
        errors.append(f"{mo.relative_to(CHECKOUT)} is out of date: run python -m tools.messages.")
    return errors


def _message_errors(message: Message) -> Iterator[str]:
    ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
    strings = [
        string or "" for string in (message.string if isinstance(message.string, tuple | list) else (message.string,))
    ]
    if not all(strings):
        yield f"Not translated: {ids[0]}"
    elif any(set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(ids[-1])) for text in strings):
        yield f"Names other things than the English: {ids[0]}"


def _sort_key(message: Message) -> tuple[str, str]:
    return (str(message.id[0] if isinstance(message.id, tuple | list) else message.id), message.context or "")


def main(arguments: list[str]) -> int:
    """Update the catalogs, compile and check them; 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    errors = []
    for language in LANGUAGES:
        if not options.check:
            path = po_path(language)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(serialize_catalog(update_catalog(language)))
            path.with_suffix(".mo").write_bytes(compile_catalog(translations(language)))
        errors += translation_errors(language)
    print("\n".join(errors) or f"{', '.join(LANGUAGES)}: everything is translated.")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
