"""The front-end files kept in the repository are unchanged since they were recorded."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

ROOT = Path(settings.BASE_DIR)
VENDOR = ROOT / "static" / "vendor"
INLINE = re.compile(
    r"""<style|<script(?! src=|[^>]* type="application/json")| style=["']| on[a-z]+=["']|javascript:"""
)


def test_every_vendored_file_is_as_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("vendored")
    assert capsys.readouterr().out == "12 vendored files are as recorded.\n"


CSS = "bootstrap-5.3.8/bootstrap.min.css"
HARMS: dict[str, tuple[Callable[[Path], object], str]] = {
    "changed": (lambda folder: (folder / CSS).write_text("a{}"), f"{CSS} was changed."),
    "missing": (
        lambda folder: (folder / "inter-5.3.0/LICENSE").unlink(),
        "inter-5.3.0/LICENSE is missing. inter-5.3.0 has no LICENSE.",
    ),
    "unrecorded": (
        lambda folder: (folder / "inter-5.3.0/extra.js").write_text(""),
        "inter-5.3.0/extra.js is not in the manifest.",
    ),
    "no manifest": (
        lambda folder: (folder / "manifest.json").unlink(),
        "manifest.json is missing: write it with `manage.py vendored --write`.",
    ),
}


@pytest.mark.parametrize(("harm", "sentence"), HARMS.values(), ids=HARMS.keys())
def test_a_vendored_file_that_is_not_as_recorded_is_named(
    tmp_path: Path, harm: Callable[[Path], object], sentence: str
) -> None:
    folder = tmp_path / "vendor"
    shutil.copytree(VENDOR, folder)
    harm(folder)
    with pytest.raises(CommandError) as refused:
        call_command("vendored", folder=folder)
    assert str(refused.value) == sentence


def test_writing_the_manifest_records_the_files_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "vendor"
    shutil.copytree(VENDOR, folder)
    (folder / "inter-5.3.0/extra.js").write_text("")
    call_command("vendored", folder=folder, write=True)
    assert capsys.readouterr().out == "13 vendored files are as recorded.\n"


def test_the_sprite_holds_exactly_the_icons_in_use() -> None:
    sprite = (VENDOR / "bootstrap-icons-1.13.2" / "sprite.svg").read_text()
    symbols = set(re.findall(r'<symbol id="([a-z0-9-]+)"', sprite))
    theme = (ROOT / "static/theme/theme.js").read_text()
    used = {f"dice-{face}-fill" for face in range(1, 7)} | set(re.findall(r'(?:auto|light|dark): "([a-z-]+)"', theme))
    for page in (ROOT / "templates").rglob("*.html"):
        used |= set(re.findall(r'{% icon "([a-z0-9-]+)" %}', page.read_text()))
    assert used == symbols


def test_no_template_carries_script_or_style_of_its_own() -> None:
    pages = sorted((ROOT / "templates").rglob("*.html"))
    assert len(pages) > 20
    inline_code = [
        f"{page.relative_to(ROOT)}: {match[0]}" for page in pages for match in INLINE.finditer(page.read_text())
    ]
    assert inline_code == []
