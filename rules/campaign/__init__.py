"""The season of a Dethmatch league: its state, its commands, and a package for each part of a league's year.

Every chapter is imported with the package, so that the registry is whole whoever asks it first.
"""

from importlib import import_module
from pkgutil import walk_packages

for _chapter in walk_packages(__path__, f"{__name__}."):
    if not _chapter.name.startswith(f"{__name__}.dry_run"):  # it has no commands
        import_module(_chapter.name)
