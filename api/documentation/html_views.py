"""The views of the HTML documentation: its contents with a search, and a page of a chapter."""

from __future__ import annotations

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from api.documentation.chapters import MAX_QUERY_LENGTH, address_of, chapters, find
from api.documentation.html_page import BASE_PATH, address_parts, webhook_answers, webhook_headers
from api.documentation.views import openapi_document
from api.errors import OPENAPI_URL, PROBLEM_TYPES_URL
from api.limits import limits
from api.view_decorators import read_only_page
from league.pages.base_context import Breadcrumb

MAX_NUMBER_DIGITS = 6


@read_only_page
def docs(request: HttpRequest) -> HttpResponse:
    """The contents of the documentation, or what a search finds in it.

    With `part`, the anchor of an operation, a schema or another entry, it leads to the page that has it.
    """
    if address := address_of(request.GET.get("part", "")):
        return HttpResponseRedirect(address)
    query = request.GET.get("q", "").strip()[:MAX_QUERY_LENGTH]
    hits, more = find(query)
    context = {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("API")],
        "release": openapi_document()["info"]["version"],
        "document_at": OPENAPI_URL,
        "chapters": list(chapters().values()),
        "sought": query,
        "found": hits,
        "more": more,
    }
    return render(request, "league/api_docs.html", context)


@read_only_page
def chapter(request: HttpRequest, noun: str) -> HttpResponse:
    """A page of a chapter: the one with the anchor `part`, or the one with the number `page`."""
    shown = chapters().get(noun)
    if shown is None:
        raise Http404("There is no such chapter.")
    asked = request.GET.get("page", "")
    number = int(asked) if asked.isdecimal() and len(asked) <= MAX_NUMBER_DIGITS else 1
    page = shown.page_with(request.GET.get("part", "")) or min(max(1, number), len(shown.pages))
    every = list(chapters().values())
    at = every.index(shown)
    context = {
        "crumbs": [Breadcrumb("Leagues", "/"), Breadcrumb("API", reverse("docs")), Breadcrumb(shown.title)],
        "chapter": shown,
        "chapters": every,
        "page": page,
        "pages": shown.links(page),
        "before": every[at - 1] if at else None,
        "after": every[at + 1] if at + 1 < len(every) else None,
        "told": _render_entries(shown.slug, page),
    }
    return render(request, "league/api_docs_chapter.html", context)


@read_only_page
def redirect_to_docs(_request: HttpRequest) -> HttpResponse:
    """Redirect from `/api/` to the documentation."""
    return HttpResponseRedirect(reverse("docs"))


@cache
def _render_entries(slug: str, page: int) -> SafeString:
    """The entries of a page, rendered once since they are the same for every reader."""
    shown, document = chapters()[slug], openapi_document()
    context = {
        "first": page == 1,
        "entries": shown.entries_on(page),
        "base": BASE_PATH,
        "document_at": OPENAPI_URL,
        "problems_at": PROBLEM_TYPES_URL,
        "shapes_at": chapters()["shapes"].url(),
        "headers": webhook_headers(document),
        "limits": limits(),
        "parts": address_parts(),
        "receivers": webhook_answers(document),
    }
    return render_to_string(shown.template, context)
