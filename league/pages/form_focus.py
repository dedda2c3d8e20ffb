"""Where the focus goes when a refused form is shown again."""

from __future__ import annotations

from django.forms import BaseForm


def focus_first_error(form: BaseForm) -> None:
    """Give the focus to the first field that has errors, unless it is hidden."""
    first_wrong = next((name for name in form.fields if name in form.errors), None)
    if first_wrong is not None and not form.fields[first_wrong].widget.is_hidden:
        form.fields[first_wrong].widget.attrs["autofocus"] = True
