"""The client has the version of the project it comes with, which stands in that project's pyproject.toml.

An archive of the client alone does not hold that file; it has the version in the PKG-INFO it was packed with.
"""  # noqa: INP001 - setuptools reads it where it lies

import tomllib
from email import message_from_string
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).resolve().parent


def version() -> str:
    """The version of the archive this was unpacked from, or of the checkout it lies in."""
    packed = HERE / "PKG-INFO"
    if packed.exists():
        return str(message_from_string(packed.read_text(encoding="utf-8"))["Version"])
    project = HERE.parents[1] / "pyproject.toml"
    return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])


setup(version=version())
