"""Questionnaires: answers drafted, published, acknowledged, printed and compared. Also the house acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from explain import links
from explain.printed_names import quantity
from explain.question_pages import QuestionPage
from league.models import Membership
from league.pages.command_forms.answers import SECTION_TAG
from league.pages.dice.receipt_cookie import set_receipt_cookie_by_number
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import redirect_to_login, restore_form_and_notify
from league.pages.number_fields import whole_number
from league.pages.questionnaire.comparison_page import answers_to_take, comparison_page, starting_points
from league.pages.questionnaire.editions import booklet_page, differences_page
from league.pages.questionnaire.frame import owner_memberships
from league.pages.questionnaire.league_questionnaire import (
    QUESTION_FIELD_PREFIX,
    Answers,
    DraftChanged,
    LeagueQuestionnaire,
    Typed,
)
from league.pages.questionnaire.list_page import questionnaires_page
from league.pages.questionnaire.page import questionnaire_page
from league.pages.questionnaire.question_lines import QuestionQuery, RejectedAnswers
from league.pages.questionnaire.season_questionnaires import find_questionnaire
from league.pages.questionnaire.version_pages import answers_draft_page, version_page
from league.pages.questionnaire.versions import RuledAnswer, acknowledge, publish, ruled_answer, save_draft, versions
from league.pages.season.house_acts import house_acts_page
from rules.campaign.core.questionnaires import HOUSE_RULES
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal, Unknown

UNPROCESSABLE, CONFLICT = 422, 409
ANSWERS = "saved"
"""The id of the place on a page of questions that says what was saved."""


@require_safe
def house_acts(request: Any, league: str, season: str) -> HttpResponse:
    """The house acts of a season, and for commissioners those that are possible."""
    before = whole_number(request.GET.get("before", ""))
    context = house_acts_page(league=request.league, season=request.season, viewer=request.viewer, before=before)
    return render(request, "league/acts.html", context)


def old_address(request: Any, league: str, season: str, rest: str = "") -> HttpResponse:
    """The address that pages of the house rules had while they were the only questionnaire: it redirects for good."""
    home = reverse("questionnaire", args=[league, season, HOUSE_RULES])
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return HttpResponsePermanentRedirect(f"{home}{rest}{query}", preserve_request=request.method == "POST")


@require_safe
def questionnaires(request: Any, league: str, season: str) -> HttpResponse:
    """The list of the questionnaires."""
    context = questionnaires_page(league=request.league, season=request.season, viewer=request.viewer)
    return render(request, "league/questionnaires.html", context)


def questionnaire(request: Any, league: str, season: str, questionnaire: str) -> HttpResponse:
    """The first page of a questionnaire, or what is sought; POST saves a commissioner's answers in the draft.

    An address that asks for one section, or one question, leads to the page of it.
    """
    asked = _questionnaire(request, questionnaire)
    sought = QuestionQuery.from_query(request.GET)
    if request.method != "POST" and not asked.fits_one_page:
        page = asked.page_of(request.GET.get("question", ""))
        if page is None and sought.is_section:
            page = next((page for page in asked.pages if page.section == sought.chapter), None)
        if page is not None:
            return HttpResponseRedirect(links.question_section_url(request.season.pk, asked.id, page.slug))
    return _questions(request, asked, sought)


def questionnaire_section(request: Any, league: str, season: str, questionnaire: str, section: str) -> HttpResponse:
    """The questions of a section with their answers; POST saves a commissioner's answers in the draft."""
    asked = _questionnaire(request, questionnaire)
    page = next((page for page in asked.pages if page.slug == section), None)
    if page is None:
        raise Http404("There is no such section.")
    return _questions(request, asked, QuestionQuery(), page)


def _questions(
    request: Any, asked: LeagueQuestionnaire, sought: QuestionQuery, section: QuestionPage | None = None
) -> HttpResponse:
    """A page of questions; POST saves what was typed on it in the draft."""
    numbered = whole_number((request.POST if request.method == "POST" else request.GET).get("ruling", ""))
    ruled = ruled_answer(asked, request.season, request.viewer, numbered)
    if request.method != "POST":
        expired_form = restore_form_and_notify(request)
        typed = _typed_answers(expired_form) if expired_form else {} if ruled is None else ruled.typed_in(asked)
        return _render_questionnaire(request, asked, sought, section, RejectedAnswers(typed), ruled=ruled)
    actor = _commissioner(request).handle
    typed = _typed_answers(request.POST)
    draft = versions(request.season.pk, asked.id).filter(published_at=None).first()
    drafted = {} if draft is None else draft.answers
    answers, errors = asked.read_answers(typed, {**asked.standing(request.season), **drafted})
    if errors:
        rejected = RejectedAnswers(typed, errors)
        return _render_questionnaire(request, asked, sought, section, rejected, ruled=ruled, status=UNPROCESSABLE)
    as_printed = request.POST.get("act") == "as_printed"
    try:
        saved = save_draft(
            request.season,
            {**drafted, **answers},
            questionnaire=asked.id,
            actor=actor,
            at=timezone.now(),
            revision=whole_number(request.POST.get("revision", "")) or 0,
            note=(draft.note if draft else "") or (ruled.note if ruled else ""),
            step="" if draft is None else draft.step,
            as_printed=as_printed,
        )
    except DraftChanged as refusal:
        rejected = RejectedAnswers(_without_untouched(request, asked, typed, answers), refusal=refusal.sentence)
        return _render_questionnaire(request, asked, sought, section, rejected, ruled=ruled, status=CONFLICT)
    if saved is None:
        text = "No answer differs from those in force: there is no draft."
        messages.info(request, text, extra_tags=f"{SECTION_TAG}{ANSWERS}")
    elif as_printed or request.POST.get("act") == "review":
        return HttpResponseRedirect(links.answers_draft_url(request.season.pk, asked.id))
    else:
        count = len(saved.answers)
        text = f"Saved: {quantity(count, 'answer')} in the draft. Nothing is published yet."
        messages.success(request, text, extra_tags=f"{SECTION_TAG}{ANSWERS}")
    page = (
        links.question_section_url(request.season.pk, asked.id, section.slug)
        if section
        else links.questionnaire_url(request.season.pk, asked.id)
    )
    parts = [sought.page_query] if sought.query else []
    if ruled is not None and saved is None:  # the ruling is not drafted yet: its panel stays
        parts.append(f"ruling={ruled.number}")
    query = f"?{'&'.join(parts)}" if parts else ""
    return HttpResponseRedirect(f"{page}{query}#{ANSWERS}")


def draft(request: Any, league: str, season: str, questionnaire: str) -> HttpResponse:
    """The draft of answers; POST saves its note and step, publishes it, or discards it."""
    asked = _questionnaire(request, questionnaire)
    member = _commissioner(request)
    home = links.questionnaire_url(request.season.pk, asked.id)
    if request.method != "POST":
        return _render_draft(request, asked, typed=restore_form_and_notify(request))
    draft_row = versions(request.season.pk, asked.id).filter(published_at=None).first()
    if draft_row is None:
        messages.info(request, "The draft was published or thrown away already.")
        return HttpResponseRedirect(home)
    act, at = request.POST.get("act", ""), timezone.now()
    answers = {} if act == "discard" else draft_row.answers
    if left_out := request.POST.get("leave_out"):
        answers = {key: answer for key, answer in answers.items() if key != left_out}
    note, step = " ".join(request.POST.get("note", "").split()), request.POST.get("step", "")[:8]
    try:
        if not is_readable(f"{note}{step}"):
            raise Malformed("The reason has marks in it that nobody can see: leave them out, or type it anew.")
        saved = save_draft(
            request.season,
            answers,
            questionnaire=asked.id,
            actor=member.handle,
            at=at,
            revision=whole_number(request.POST.get("revision", "")) or 0,
            note=note,
            step=step,
            as_printed=not draft_row.answers and act != "discard",
        )
        if saved is None:
            messages.success(request, "The draft was thrown away; everything stands as it did.")
            return HttpResponseRedirect(home)
        if act != "publish":
            return HttpResponseRedirect(links.answers_draft_url(request.season.pk, asked.id))
        words = submitted_words(request.POST)
        version = publish(
            request.season, questionnaire=asked.id, actor=member.handle, at=at, revision=saved.revision, words=words
        )
    except Refusal as refusal:
        status = CONFLICT if isinstance(refusal, DraftChanged) else UNPROCESSABLE
        return _render_draft(request, asked, refusal=refusal, typed={"note": note, "step": step}, status=status)
    heard = "Nobody is notified of it" if request.season.forked_from else "Every owner was notified"
    messages.success(request, f"Version {version.number} is published. {heard}.")
    redirect = HttpResponseRedirect(links.questionnaire_url(request.season.pk, asked.id, version.number))
    return set_receipt_cookie_by_number(redirect, request.season, version.entry, at=at)


@require_safe
def published_version(request: Any, league: str, season: str, questionnaire: str, number: int) -> HttpResponse:
    """A published version, with what it changed and who has acknowledged it."""
    asked = _questionnaire(request, questionnaire)
    context = version_page(
        league=request.league, season=request.season, viewer=request.viewer, asked=asked, number=number
    )
    if context is None:
        raise Http404("There is no such version.")
    return render(request, "league/questionnaire_version.html", context)


@require_POST
def acknowledge_version(request: Any, league: str, season: str, questionnaire: str, number: int) -> HttpResponse:
    """Acknowledge a version, for every franchise of the owner."""
    asked = _questionnaire(request, questionnaire)
    page = links.questionnaire_url(request.season.pk, asked.id, number)
    if not request.user.is_authenticated:
        return redirect_to_login(request, back=page)
    memberships = owner_memberships(request.viewer)
    if not memberships:
        raise PermissionDenied("Only the league's owners can acknowledge a version.")
    try:
        acknowledge(request.season, number, questionnaire=asked.id, members=memberships, at=timezone.now())
    except Refusal as refusal:
        raise Http404(refusal.sentence) from refusal
    messages.success(request, f"You have acknowledged version {number}.")
    return HttpResponseRedirect(page)


def _questionnaire(request: Any, id: str) -> LeagueQuestionnaire:
    """The questionnaire of an address. Raises `Http404`."""
    try:
        return find_questionnaire(id, request.season)
    except Unknown as refusal:
        raise Http404(refusal.sentence) from refusal


def _commissioner(request: Any) -> Membership:
    """The viewer's commissioner membership. Raises `PermissionDenied`."""
    role = Membership.Role.COMMISSIONER
    membership: Membership | None = next(
        (member for member in request.viewer.memberships if member.role == role), None
    )
    if membership is None:
        raise PermissionDenied("Only the league's commissioners can answer questionnaires.")
    return membership


def _typed_answers(form: QueryDict) -> dict[str, list[str]]:
    """What was typed into the fields of questions, by their names."""
    return {name: texts for name, texts in form.lists() if name.startswith(QUESTION_FIELD_PREFIX)}


def _without_untouched(
    request: Any, asked: LeagueQuestionnaire, typed: Typed, answers: Answers
) -> dict[str, Sequence[str]]:
    """What was typed, without answers as they stand to questions that somebody else has drafted meanwhile.

    Their fields show the draft, so that saving again does not take another commissioner's answers back.
    """
    draft = versions(request.season.pk, asked.id).filter(published_at=None).first()
    drafted, standing = {} if draft is None else draft.answers, asked.standing(request.season)
    untouched = {
        asked.field_name(key, part)
        for key, answer in answers.items()
        if key in drafted and answer == asked.answer(key, standing)
        for part in asked.questions[key].parts
    }
    return {name: texts for name, texts in typed.items() if name not in untouched}


def _render_questionnaire(
    request: Any,
    asked: LeagueQuestionnaire,
    sought: QuestionQuery,
    section: QuestionPage | None,
    rejected: RejectedAnswers,
    *,
    ruled: RuledAnswer | None = None,
    status: int = 200,
) -> HttpResponse:
    context = questionnaire_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        asked=asked,
        sought=sought,
        section=section,
        sent=rejected,
    )
    return render(request, "league/questionnaire.html", {**context, "ruled": ruled}, status=status)


def _render_draft(
    request: Any,
    asked: LeagueQuestionnaire,
    *,
    refusal: Refusal | None = None,
    typed: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    typed = typed or {}
    context = answers_draft_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        asked=asked,
        refusal=refusal,
        step=typed.get("step"),
    )
    if context is None:
        messages.info(request, "There is no draft: change an answer first.")
        return HttpResponseRedirect(links.questionnaire_url(request.season.pk, asked.id))
    if "note" in typed:
        context["draft"].note = typed["note"]
    return render(request, "league/questionnaire_draft.html", context, status=status)


@require_safe
def booklet(request: Any, league: str, season: str, questionnaire: str) -> HttpResponse:
    """Every question with its answer in force, to print."""
    asked = _questionnaire(request, questionnaire)
    context = booklet_page(league=request.league, season=request.season, viewer=request.viewer, asked=asked)
    return render(request, "league/questionnaire_booklet.html", context)


@require_safe
def differences(request: Any, league: str, season: str, questionnaire: str) -> HttpResponse:
    """The answers that are not the printed ones, on one page."""
    asked = _questionnaire(request, questionnaire)
    context = differences_page(league=request.league, season=request.season, viewer=request.viewer, asked=asked)
    return render(request, "league/questionnaire_differences.html", context)


def comparison(request: Any, league: str, season: str, questionnaire: str) -> HttpResponse:
    """The answers beside those of a starting point (`with`); POST takes some of them into the draft."""
    asked = _questionnaire(request, questionnaire)
    if request.method != "POST":
        return _render_comparison(request, asked, request.GET.get("with", ""))
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    actor = _commissioner(request)
    points = starting_points(asked, request.season, request.user)
    beside = request.POST.get("with", "")
    point = next((other for other in points if other.id == beside), None)
    if point is None:
        raise Http404("There are no such answers to compare with.")
    offered, wanted = answers_to_take(asked, request.season, point), set(request.POST.getlist("take"))
    taken = {key: answer for key, answer in offered.items() if key in wanted or request.POST.get("act") == "take_all"}
    if not taken:
        messages.info(request, "Nothing was chosen: check the answers to take, or take all of them.")
        return _render_comparison(request, asked, beside)
    draft = versions(request.season.pk, asked.id).filter(published_at=None).first()
    try:
        save_draft(
            request.season,
            {**({} if draft is None else draft.answers), **taken},
            questionnaire=asked.id,
            actor=actor.handle,
            at=timezone.now(),
            revision=whole_number(request.POST.get("revision", "")) or 0,
            note="" if draft is None else draft.note,
            step="" if draft is None else draft.step,
        )
    except DraftChanged as refusal:
        return _render_comparison(request, asked, beside, refusal=refusal.sentence, status=CONFLICT)
    messages.success(request, f"In the draft now: {quantity(len(taken), 'answer')}. Nothing is published yet.")
    return HttpResponseRedirect(links.answers_draft_url(request.season.pk, asked.id))


def _render_comparison(
    request: Any, asked: LeagueQuestionnaire, beside: str, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = comparison_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        user=request.user,
        asked=asked,
        beside=beside,
        refusal=refusal,
    )
    return render(request, "league/questionnaire_comparison.html", context, status=status)
