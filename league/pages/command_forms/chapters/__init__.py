"""The command forms by chapter of a season. Every module is imported here, so that its forms are registered."""

from importlib import import_module
from pkgutil import iter_modules

__all__ = [module.name for module in iter_modules(__path__)]

for _name in __all__:
    import_module(f"{__name__}.{_name}")
