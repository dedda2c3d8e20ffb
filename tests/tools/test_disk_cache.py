"""The disk cache makes a result once, shows it complete or not at all, and drops it when its sources change."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tests import disk_cache
from tests.disk_cache import digest, folder_of, read_or_make, sweep

SOURCES = ("pyproject.toml",)


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setattr(disk_cache, "ROOT", tmp_path / "made")
    monkeypatch.setattr(disk_cache, "folder_of", folder_of.__wrapped__)
    return tmp_path / "made"


def test_of_many_that_ask_at_once_one_makes_it_and_all_have_it() -> None:
    makings: list[int] = []
    read: list[str] = []
    line = threading.Barrier(6)

    def ask(number: int) -> None:
        def make(path: Path) -> None:
            makings.append(number)
            path.write_text(f"by {number}")

        line.wait()
        read.append(read_or_make(SOURCES, "it", make).read_text())

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(makings) == 1
    assert read == [f"by {makings[0]}"] * 6


def test_what_broke_half_way_is_not_there_and_is_made_by_the_next() -> None:
    def breaks(path: Path) -> None:
        path.write_text("half")
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        read_or_make(SOURCES, "it", breaks)

    def works(path: Path) -> None:
        path.write_text("whole")

    assert read_or_make(SOURCES, "it", works).read_text() == "whole"


def test_every_change_of_a_source_is_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_cache, "CHECKOUT", tmp_path)
    fresh = digest.__wrapped__
    rules, file = tmp_path / "rules", tmp_path / "rules" / "core.py"
    rules.mkdir()
    file.write_text("one = 1")
    digests = [fresh(("rules",))]
    file.write_text("one = 2")
    digests.append(fresh(("rules",)))
    file.rename(rules / "dice.py")
    digests.append(fresh(("rules",)))
    (rules / "more.json").write_text("{}")
    digests.append(fresh(("rules",)))
    assert len(set(digests)) == len(digests)
    (rules / "__pycache__").mkdir()
    (rules / "__pycache__" / "core.pyc").write_bytes(b"x")
    assert fresh(("rules",)) == digests[-1]


@pytest.mark.parametrize("sources", [disk_cache.SITE, disk_cache.PLAYED])
def test_the_sources_of_the_site_and_of_its_tests_are_all_there(sources: tuple[str, ...]) -> None:
    assert [source for source in sources if not (disk_cache.CHECKOUT / source).exists()] == []


def test_folders_that_nobody_used_for_days_are_swept(root: Path) -> None:
    for name, used in (("old", 1_000), ("new", 2_000)):
        (root / name).mkdir(parents=True)
        (root / name / "it").touch()
        os.utime(root / name, (used, used))
    sweep(root, before=1_500)
    assert [folder.name for folder in root.iterdir()] == ["new"]
    (root / "new" / "it").touch()
    os.utime(root / "new", (1_000, 1_000))
    read_or_make(SOURCES, "it", lambda path: path.touch())
    assert [folder.name for folder in root.iterdir()] == [digest(SOURCES)]
