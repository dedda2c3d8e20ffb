"""The season of a Dethmatch league: its state, its commands, and one module for each chapter of the book.

Every chapter is imported with the package, so that the registry is whole whoever asks it first.
"""

from importlib import import_module
from pkgutil import iter_modules

for _chapter in iter_modules(__path__):
    import_module(f"{__name__}.{_chapter.name}")
