"""The forms of commands, one module for each chapter of a season; imported here, so that each is registered."""

from importlib import import_module
from pkgutil import iter_modules

__all__ = [module.name for module in iter_modules(__path__)]

for _name in __all__:
    import_module(f"{__name__}.{_name}")
