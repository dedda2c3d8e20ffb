"""A migration operation that creates the models of several apps at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation, OperationCategory
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """Create models of several apps, which may refer to each other in any order.

    Creating them one at a time costs the square of their number, since Django renders every related model again for
    each, and models of apps that refer to each other would need their foreign keys added afterwards, for which SQLite
    copies the table. Here all models are rendered once, with all their fields, before the first table is made.

    `creations` has a `CreateModel` for every model, by the label of its app. The migration belongs to one app; the
    others need a migration that depends on it, so that each app has a node in the graph of migrations.
    """

    category = OperationCategory.ADDITION

    def __init__(self, creations: Mapping[str, Sequence[CreateModel]]) -> None:
        self.creations = creations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:  # noqa: ARG002 - each model has its own app
        """Add every model to the state, and leave it to be rendered when it is next asked for."""
        if "apps" in state.__dict__:
            del state.apps  # while it is there, adding a model renders all that it is related to
        for label, creation in self._by_label():
            creation.state_forwards(label, state)

    def database_forwards(
        self,
        app_label: str,  # noqa: ARG002 - each model has its own app
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Create every table; neither database looks at foreign keys before the migration ends."""
        for label, creation in self._by_label():
            creation.database_forwards(label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,  # noqa: ARG002 - each model has its own app
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Drop every table, the last one first."""
        for label, creation in reversed(list(self._by_label())):
            creation.database_backwards(label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """What `sqlmigrate` and `migrate --plan` call it."""
        return f"Create the models of {', '.join(self.creations)}"

    def _by_label(self) -> Iterator[tuple[str, CreateModel]]:
        for label, creations in self.creations.items():
            for creation in creations:
                yield label, creation
