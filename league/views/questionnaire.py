"""The questionnaire: answers drafted, published as versions and acknowledged by owners. Also the house acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from explain import links
from explain.house_rule_questions import HOUSE_RULES
from explain.printed_names import quantity
from league.models import Membership
from league.pages.dice.receipt_cookie import set_receipt_cookie_by_number
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import redirect_to_login, restore_form_and_notify
from league.pages.questionnaire.answers import Answers, read_answer
from league.pages.questionnaire.page import (
    QUESTION_FIELD_PREFIX,
    QuestionQuery,
    RejectedAnswers,
    answers_draft_page,
    owner_memberships,
    questionnaire_page,
    version_page,
)
from league.pages.questionnaire.versions import DraftChanged, acknowledge, publish, save_draft, versions
from league.pages.season.house_acts import house_acts_page
from league.pages.season.journal import whole_number
from rules.core.refusals import Refusal
from rules.core.switches import Setting

UNPROCESSABLE, CONFLICT = 422, 409


@require_safe
def house_acts(request: Any, league: str, season: str) -> HttpResponse:
    """The house acts of a season, and for commissioners those that are possible."""
    before = whole_number(request.GET.get("before", ""))
    context = house_acts_page(league=request.league, season=request.season, viewer=request.viewer, before=before)
    return render(request, "league/acts.html", context)


def questionnaire(request: Any, league: str, season: str) -> HttpResponse:
    """The questions with their answers; POST saves a commissioner's answers in the draft."""
    sought = QuestionQuery.from_query(request.GET)
    if request.method != "POST":
        expired_form = restore_form_and_notify(request)
        return _render_questionnaire(
            request, sought, None if expired_form is None else RejectedAnswers(_typed_answers(expired_form))
        )
    _commissioner(request)
    typed = _typed_answers(request.POST)
    answers, errors = _parse_answers(typed)
    if errors:
        return _render_questionnaire(request, sought, RejectedAnswers(typed, errors), status=UNPROCESSABLE)
    draft = versions(request.season.pk).filter(published_at=None).first()
    draft_answers = (
        {} if draft is None else {id: response for id, response in draft.answers.items() if id not in answers}
    )
    try:
        saved = save_draft(
            request.season,
            {**draft_answers, **answers},
            actor=_commissioner(request).handle,
            at=timezone.now(),
            revision=whole_number(request.POST.get("revision", "")) or 0,
            note="" if draft is None else draft.note,
            step="" if draft is None else draft.step,
        )
    except DraftChanged as refusal:
        return _render_questionnaire(
            request, sought, RejectedAnswers(typed, refusal=refusal.sentence), status=CONFLICT
        )
    if saved is None:
        messages.info(request, "No answer is other than it stands: there is no draft.")
    elif request.POST.get("act") == "review":
        return HttpResponseRedirect(_draft_url(request))
    else:
        count = len(saved.answers)
        messages.success(request, f"Saved in the draft: {quantity(count, 'answer')}. Nothing is published yet.")
    query = f"?{sought.query}" if sought.query else ""
    return HttpResponseRedirect(f"{links.questionnaire_url(request.season.pk)}{query}")


def draft(request: Any, league: str, season: str) -> HttpResponse:
    """The draft of answers; POST saves its note and step, publishes it, or discards it."""
    member = _commissioner(request)
    if request.method != "POST":
        return _render_draft(request, typed=restore_form_and_notify(request))
    draft_row = versions(request.season.pk).filter(published_at=None).first()
    if draft_row is None:
        messages.info(request, "The draft was published or thrown away already.")
        return HttpResponseRedirect(links.questionnaire_url(request.season.pk))
    act, at = request.POST.get("act", ""), timezone.now()
    answers = {} if act == "discard" else draft_row.answers
    if left_out := request.POST.get("leave_out"):
        answers = {id: response for id, response in answers.items() if id != left_out}
    note = " ".join(request.POST.get("note", "").split())
    try:
        saved = save_draft(
            request.season,
            answers,
            actor=member.handle,
            at=at,
            revision=whole_number(request.POST.get("revision", "")) or 0,
            note=note,
            step=request.POST.get("step", "")[:8],
        )
        if saved is None:
            messages.success(request, "The draft was thrown away; everything stands as it did.")
            return HttpResponseRedirect(links.questionnaire_url(request.season.pk))
        if act != "publish":
            return HttpResponseRedirect(_draft_url(request))
        words = submitted_words(request.POST)
        version = publish(request.season, actor=member.handle, at=at, revision=saved.revision, words=words)
    except Refusal as refusal:
        return _render_draft(
            request, refusal=refusal, status=CONFLICT if isinstance(refusal, DraftChanged) else UNPROCESSABLE
        )
    messages.success(request, f"Version {version.number} is published, and every owner was told.")
    redirect = HttpResponseRedirect(links.questionnaire_url(request.season.pk, version.number))
    return set_receipt_cookie_by_number(redirect, request.season, version.entry, at=at)


@require_safe
def published_version(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """A published version, with what it changed and who has acknowledged it."""
    context = version_page(league=request.league, season=request.season, viewer=request.viewer, number=number)
    if context is None:
        raise Http404("There is no such version.")
    return render(request, "league/questionnaire_version.html", context)


@require_POST
def acknowledge_version(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """Acknowledge a version, for every franchise of the owner."""
    if not request.user.is_authenticated:
        return redirect_to_login(request, back=links.questionnaire_url(request.season.pk, number))
    memberships = owner_memberships(request.viewer)
    if not memberships:
        raise PermissionDenied("Only the owners of the league acknowledge its house rules.")
    try:
        acknowledge(request.season, number, members=memberships, at=timezone.now())
    except Refusal as refusal:
        raise Http404(refusal.sentence) from refusal
    messages.success(request, f"You have acknowledged version {number}.")
    return HttpResponseRedirect(links.questionnaire_url(request.season.pk, number))


def _commissioner(request: Any) -> Membership:
    """The viewer's commissioner membership. Raises `PermissionDenied`."""
    role = Membership.Role.COMMISSIONER
    membership: Membership | None = next(
        (member for member in request.viewer.memberships if member.role == role), None
    )
    if membership is None:
        raise PermissionDenied("The questionnaire is answered by the league's commissioners.")
    return membership


def _typed_answers(form: Mapping[str, str]) -> dict[str, str]:
    """The typed answers, by question."""
    return {
        name.removeprefix(QUESTION_FIELD_PREFIX): text
        for name, text in form.items()
        if name.startswith(QUESTION_FIELD_PREFIX)
    }


def _parse_answers(typed: dict[str, str]) -> tuple[Answers, dict[str, str]]:
    """The typed answers as values, and the errors of those that cannot be parsed, both by question."""
    questions = HOUSE_RULES.by_id()
    answers: dict[str, Setting] = {}
    errors: dict[str, str] = {}
    for id, text in typed.items():
        if id in questions:
            try:
                answers[id] = read_answer(questions[id], text)
            except Refusal as refusal:
                errors[id] = refusal.sentence
    return answers, errors


def _render_questionnaire(
    request: Any, sought: QuestionQuery, rejected: RejectedAnswers | None = None, *, status: int = 200
) -> HttpResponse:
    context = questionnaire_page(
        league=request.league, season=request.season, viewer=request.viewer, sought=sought, sent=rejected
    )
    return render(request, "league/questionnaire.html", context, status=status)


def _render_draft(
    request: Any, *, refusal: Refusal | None = None, typed: Mapping[str, str] | None = None, status: int = 200
) -> HttpResponse:
    context = answers_draft_page(league=request.league, season=request.season, viewer=request.viewer, refusal=refusal)
    if context is None:
        messages.info(request, "There is no draft: answer a question otherwise first.")
        return HttpResponseRedirect(links.questionnaire_url(request.season.pk))
    if typed is not None:
        context["draft"].note, context["draft"].step = typed.get("note", ""), typed.get("step", "")
    return render(request, "league/questionnaire_draft.html", context, status=status)


def _draft_url(request: Any) -> str:
    return reverse("answers_draft", args=request.season.pk.split("/"))
