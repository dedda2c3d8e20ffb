"""`manage.py vendored`: compare the front-end files kept in the repository with their manifest of hashes."""

import hashlib
import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import CommandError

from league.input_files import read_file
from league.management.stoppable_command import StoppableCommand
from rules.core.refusals import Malformed

MANIFEST = "manifest.json"
WRITE_HINT = "write it with `manage.py vendored --write`"


def file_hashes(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file in the folder except the manifest, by relative path."""
    files = (path for path in folder.rglob("*") if path.is_file() and path != folder / MANIFEST)
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(files)
    }


def differences(folder: Path) -> list[str]:
    """A sentence for each file that differs from the manifest or is not in it, and each package without a license."""
    manifest = folder / MANIFEST
    if not manifest.is_file():
        return [f"{MANIFEST} is missing: {WRITE_HINT}."]
    expected = _read_manifest(manifest)
    found = file_hashes(folder)
    errors = [f"{name} is missing." for name in sorted(expected.keys() - found.keys())]
    errors += [f"{name} is not in the manifest." for name in sorted(found.keys() - expected.keys())]
    errors += [
        f"{name} was changed." for name in sorted(expected.keys() & found.keys()) if expected[name] != found[name]
    ]
    packages = sorted({name.split("/")[0] for name in found})
    errors += [f"{package} has no LICENSE." for package in packages if f"{package}/LICENSE" not in found]
    return errors


def _read_manifest(manifest: Path) -> dict[str, str]:
    """The hashes in a manifest, by path. Raises `Malformed`."""
    try:
        return msgspec.json.decode(read_file(manifest, then=WRITE_HINT), type=dict[str, str])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"{manifest} is no manifest ({error}): {WRITE_HINT}.") from None


class Command(StoppableCommand):
    """Checks `static/vendor`, or writes its manifest after a deliberate change."""

    if_stopped = "Nothing was changed: give the same command again."
    help = "Compares static/vendor with its manifest of hashes; --write records the files as they are."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--write`, and the folder."""
        parser.add_argument("--write", action="store_true", help="record the files as they are now")
        parser.add_argument("--folder", type=Path, default=Path(settings.BASE_DIR) / "static" / "vendor")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the folder, after writing the manifest if requested. Raises `CommandError` with all differences."""
        folder: Path = options["folder"]
        if options["write"]:
            (folder / MANIFEST).write_text(json.dumps(file_hashes(folder), indent=2, sort_keys=True) + "\n")
        try:
            errors = differences(folder)
        except Malformed as refusal:
            raise CommandError(refusal.sentence) from None
        if errors:
            raise CommandError(" ".join(errors))
        self.stdout.write(f"{len(file_hashes(folder))} vendored files are as recorded.")
