"""The client has the version of the project it belongs to, which is in that project's pyproject.toml.

An archive of the client alone does not contain that file; its version is in the PKG-INFO it was packed with.
"""  # noqa: INP001 - setuptools needs it here

import tomllib
from email import message_from_string
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).resolve().parent


def version() -> str:
    """The version of the archive this was unpacked from, or of the checkout it is in."""
    packed = HERE / "PKG-INFO"
    if packed.exists():
        return str(message_from_string(packed.read_text(encoding="utf-8"))["Version"])
    project = HERE.parents[1] / "pyproject.toml"
    return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])


setup(version=version())
