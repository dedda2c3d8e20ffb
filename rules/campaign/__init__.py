"""The season of a Dethmatch league: its state, its commands, and a package for each part of a league's year.

All subpackages are imported with this one, so that the registry of commands is complete whichever module is imported
first.
"""

from importlib import import_module
from pkgutil import walk_packages

for _chapter in walk_packages(__path__, f"{__name__}."):
    if not _chapter.name.startswith(f"{__name__}.dry_run"):  # `dry_run` registers no commands
        import_module(_chapter.name)
