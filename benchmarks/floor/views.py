"""A bare page: one query, one plain table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template import engines

from benchmarks.floor.models import PageRow

PAGE = engines["django"].from_string(
    "<!doctype html><html lang=en><title>Rows</title><table>"
    "{% for row in rows %}<tr><th>{{ forloop.counter }}</th><td><a href={{ row.href }}>{{ row.name }}</a></td>"
    "<td>{{ row.played }}</td><td>{{ row.wins }}</td><td>{{ row.points }}</td><td>{{ row.criticals }}</td>"
    "<td>{{ row.form }}</td><td>{{ row.balance }}</td></tr>{% endfor %}"
    "</table></html>"
)


def rows(request: HttpRequest, count: int) -> HttpResponse:
    """The first `count` rows as a table."""
    return HttpResponse(PAGE.render({"rows": PageRow._default_manager.order_by("-points", "pk")[:count]}, request))
