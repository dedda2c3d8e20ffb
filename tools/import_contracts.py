"""A contract type for import-linter: layers of a package, one of which is every package that no layer names."""

from __future__ import annotations

from typing import Any

from grimp import ImportGraph
from importlinter.contracts.layers import Layer, LayersContract, ModuleTail
from importlinter.domain.contract import ContractCheck

REST = "..."
"""The layer of the packages that no other layer names, as a contract writes it."""


class OpenLayersContract(LayersContract):
    """Layers in one container, of which one may be `...`: all packages that are in no other layer and not in
    `exhaustive_ignores`. None of these may import another.
    """

    type_name = "open_layers"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Check the imports after putting the packages in the place of `...`."""
        options: Any = self  # its fields are declared as the classes that read them
        (container,) = options.containers
        named = {tail.name for layer in options.layers for tail in layer.module_tails}
        children = {child.rpartition(".")[2] for child in graph.find_children(str(container))}
        rest = children - named - (options.exhaustive_ignores or set())
        layer_of_rest = Layer({ModuleTail(name) for name in rest})
        options.layers = [
            layer_of_rest if ModuleTail(REST) in layer.module_tails else layer for layer in options.layers
        ]
        return super().check(graph, verbose)
