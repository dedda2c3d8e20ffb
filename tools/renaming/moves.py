"""Moves modules to their new names and packages, and rewrites whatever names them.

    python -m tools.renaming.moves rules.core rules.match        # what goes to these packages
    python -m tools.renaming.moves --from rules.campaign         # what is in this one now

It is part of ADR 30, and goes when that is done. It reads `modules.tsv`, moves files with `git mv`, and rewrites
imports, dotted names and paths in every file that git holds. What it cannot decide it prints: a name that is
taken in a file, so that the module is imported under its old name there.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
from collections import Counter
from pathlib import Path

TABLE = Path(__file__).with_name("modules.tsv")
LEFT_ALONE = ("tools/renaming/", "CHANGELOG.md", "docs/tracks/", "examples/", "locale/", "docs/decisions/0030")
DOT = "\x01"
"""Stands for the dot of a name that is new already, until every old one is replaced."""
DOTTED = re.compile(r"(?<![\w.])[a-z_]+(?:\.\w+)+")
PATH = re.compile(r"(?<![\w-])[a-z_]+(?:/\w+)+\.py\b")


def table() -> dict[str, str]:
    """Every module that moves, old and new."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()[1:]
    return dict(line.split("\t")[:2] for line in lines if line.split("\t")[0] != line.split("\t")[1])


def tracked() -> list[Path]:
    """Every file of text that git holds."""
    listed = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    paths = [Path(name) for name in listed.split("\0") if name and not name.startswith(LEFT_ALONE)]
    return [path for path in paths if path.is_file() and is_text(path)]


def is_text(path: Path) -> bool:
    """Whether a file can be read as text."""
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True


def file_of(module: str) -> Path:
    """The file of a module, or the folder of a package."""
    path = Path(*module.split("."))
    return path if path.is_dir() and not path.with_suffix(".py").exists() else path.with_suffix(".py")


def renamed(dotted: str, moves: dict[str, str]) -> str:
    """A dotted name after the moves, by its longest part that moves."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        old = ".".join(parts[:length])
        if old in moves:
            return ".".join([moves[old], *parts[length:]])
    return dotted


def with_new_imports(path: Path, text: str, moves: dict[str, str]) -> str:
    """A Python file in which `from package import module` names the new package and module."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    raw = text.encode()

    def at(line: int, column: int) -> int:
        return starts[line - 1] + column

    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    bound |= {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)
    }
    imported = Counter(
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    )
    edits: list[tuple[int, int, str]] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        hit = [alias for alias in node.names if f"{node.module}.{alias.name}" in moves]
        if not hit:
            continue
        kept = [alias for alias in node.names if alias not in hit]
        indent = " " * node.col_offset
        new: list[str] = []
        if kept:
            listed = ", ".join(f"{alias.name} as {alias.asname}" if alias.asname else alias.name for alias in kept)
            new.append(f"from {node.module} import {listed}")
        for alias in hit:
            package, _, last = moves[f"{node.module}.{alias.name}"].rpartition(".")
            called = alias.asname
            if called is None and last != alias.name:
                if last in bound or imported[last] or alias.name in bound:
                    called = alias.name
                    print(f"{path}:{node.lineno}: {last} is taken, imported as {alias.name}")
                else:
                    imported[last] += 1
                    for name in names:
                        if name.id == alias.name:
                            start = at(name.lineno, name.col_offset)
                            edits.append((start, start + len(alias.name.encode()), last))
            behind = f" as {called}" if called and called != last else ""
            new.append(f"from {package.replace('.', DOT)} import {last}{behind}")
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        span = at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)
        edits.append((*span, f"\n{indent}".join(new)))
    for start, end, by in sorted(edits, reverse=True):
        raw = raw[:start] + by.encode() + raw[end:]
    return raw.decode()


def rewritten(path: Path, text: str, moves: dict[str, str], paths: dict[str, str]) -> str:
    """A file with every name and path of a module that moves replaced."""
    if path.suffix == ".py":
        text = with_new_imports(path, text, moves)
    text = DOTTED.sub(lambda found: _dotted_renamed(found[0], moves), text)
    text = PATH.sub(lambda found: _path_renamed(found[0], paths), text)
    return text.replace(DOT, ".")


def _dotted_renamed(named: str, moves: dict[str, str]) -> str:
    again = renamed(named, moves)
    return named if again == named else again.replace(".", DOT)


def _path_renamed(named: str, paths: dict[str, str]) -> str:
    if named in paths:
        return paths[named]
    for old, new in paths.items():
        if not old.endswith(".py") and named.startswith(f"{old}/"):
            return new + named[len(old) :]
    return named


def git_mv(old: Path, new: Path) -> None:
    """Moves a file or folder, making the packages it goes to."""
    new.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "mv", str(old), str(new)], check=True)


def main() -> None:
    """Move what is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--from", dest="origins", nargs="*", default=[])
    parser.add_argument("--tests", action="store_true", help="move the tests of tests.tsv, old and new paths")
    asked = parser.parse_args()
    moves = {
        old: new
        for old, new in table().items()
        if any(new == package or new.startswith(f"{package}.") for package in asked.packages)
        or any(old == origin or old.startswith(f"{origin}.") for origin in asked.origins)
    }
    moves = {old: new for old, new in moves.items() if file_of(old).exists()}
    doubled = [new for new, count in Counter(moves.values()).items() if count > 1]
    for new in doubled:
        print(f"left: several go to {new}")
    moves = {old: new for old, new in moves.items() if new not in doubled}
    files: dict[Path, Path] = {}
    for name, goes_to in moves.items():
        file, new_file = file_of(name), Path(*goes_to.split("."))
        files[file] = new_file if file.is_dir() else new_file.with_suffix(".py")
    if asked.tests:
        for line in TABLE.with_name("tests.tsv").read_text(encoding="utf-8").splitlines():
            old, new = line.split("\t")[:2]
            files[Path(old)] = Path(new)
            moves[old.removesuffix(".py").replace("/", ".")] = new.removesuffix(".py").replace("/", ".")
    paths = {old.as_posix(): new.as_posix() for old, new in files.items()}
    for path in tracked():
        text = path.read_text(encoding="utf-8")
        again = rewritten(path, text, moves, paths)
        if again != text:
            path.write_text(again, encoding="utf-8")
    parked = {file: Path("moving") / str(number) for number, file in enumerate(files)}
    for file, between in parked.items():
        git_mv(file, between)
    for file, between in parked.items():
        git_mv(between, files[file])
    Path("moving").rmdir()
    print(f"{len(moves)} modules moved")


if __name__ == "__main__":
    main()
