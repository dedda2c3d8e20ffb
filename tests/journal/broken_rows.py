"""Edits that each break one constraint of the database, for the table of invariants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import F, Q

from drivers.models import Appearance, Contract, Sheet
from franchises.models import Car, FranchiseSeason, Item, LedgerLine, Offer, Sponsor, Trade
from league.models import (
    Acknowledgement,
    Announcement,
    AnswerVersion,
    Appeal,
    Appointment,
    AwaitedWords,
    Batch,
    BeaconRound,
    Calendar,
    Checkpoint,
    ClaimedLog,
    CupAward,
    Delivery,
    DraftPick,
    Duel,
    DuelEntry,
    Entry,
    FeedKey,
    FinalLine,
    HandoverOffer,
    HomeNight,
    Invitation,
    Job,
    LeagueTemplate,
    LineUp,
    Match,
    Membership,
    NameChange,
    Notice,
    NoticeChoice,
    Outbox,
    PersonalDelivery,
    Preferences,
    ProcedureUse,
    ProposedTime,
    PutQuestion,
    Report,
    ReportClaim,
    ReportPart,
    Retold,
    Reveal,
    Round,
    RoundPlan,
    Ruling,
    Season,
    Seat,
    SeatAd,
    SeatRequest,
    Settlement,
    SigningKey,
    StandingsLine,
    StoredAnswer,
    WaitingNotice,
    Window,
    Wording,
)

S, ENDED = "rust-belt/s1", "wastes/s1"

EVERYTHING = Q()


@dataclass(frozen=True)
class Edit:
    """A change of an existing row of a model."""

    model: type[models.Model]
    changes: dict[str, Any]
    where: Any = EVERYTHING

    def write(self) -> None:
        """Change the first row that matches."""
        rows = self.model._default_manager
        row = rows.filter(self.where).order_by("pk").first()
        assert row is not None
        assert rows.filter(pk=row.pk).update(**self.changes) == 1


@dataclass(frozen=True)
class Copy(Edit):
    """A copy of an existing row with a new key and some changes."""

    def write(self) -> None:
        """Copy the first row that matches."""
        row = self.model._default_manager.filter(self.where).order_by("pk").first()
        assert row is not None
        row.pk = None
        row.__dict__.update(self.changes)
        row.save(force_insert=True)


OWNER, BOSS = Q(role="owner"), Q(role="commissioner")
DATABASE: dict[str, Edit] = {
    "one_membership_a_role": Copy(Membership, {"handle": "another"}, BOSS),
    "one_owner_a_franchise": Copy(Membership, {"handle": "another", "league_id": "dust-bowl"}, OWNER),
    "membership_role_is_known": Edit(Membership, {"role": "guest"}, BOSS),
    "invitation_not_overused": Edit(Invitation, {"used": 2}),
    "only_owners_have_a_franchise": Edit(Membership, {"role": "spectator"}, OWNER),
    "one_season_a_name": Copy(Season, {"id": "rust-belt/other"}),
    "season_step_is_known": Edit(Season, {"step": "S9"}),
    "season_number_from_one": Edit(Season, {"number": 0}),
    "one_batch_a_key": Copy(Batch, {}),
    "batch_has_an_entry": Edit(Batch, {"last": F("first") - 1}, Q(first__gt=1)),
    "one_entry_a_number": Copy(Entry, {"previous": "another"}),
    "one_entry_after_another": Copy(Entry, {"number": 9999}),
    "entries_from_one": Edit(Entry, {"number": 0}),
    "only_seals_are_opened_later": Edit(Entry, {"opened_by": 9999}, Q(seal="")),
    "one_checkpoint_an_entry": Copy(Checkpoint, {}),
    "told_once": Copy(Outbox, {}),
    "retold_once": Copy(Retold, {}),
    "retold_by_a_later_entry": Edit(Retold, {"by": 1}),
    "retold_standing_is_known": Edit(Retold, {"standing": "wobbles"}),
    "job_state_is_known": Edit(Job, {"state": "asleep"}),
    "ended_jobs_have_an_end": Edit(Job, {"state": "done"}),
    "job_not_overdone": Edit(Job, {"done": 2, "total": 1}),
    "results_are_known": Edit(Calendar, {"results": "guessed"}),
    "one_window_a_wait": Copy(Window, {}),
    "a_window_ends_or_is_paused": Edit(Window, {"left": 60}, Q(closes_at__isnull=False)),
    "one_announcement_a_number": Copy(Announcement, {"key": "another"}),
    "announced_once_a_key": Copy(Announcement, {"number": 9}),
    "what_is_withdrawn_is_not_pinned": Edit(Announcement, {"withdrawn_at": F("posted_at")}),
    "one_wording_a_number": Copy(Wording, {"title": "Another"}),
    "told_a_member_once": Copy(Notice, {"about": "another"}),
    "one_claim_a_key": Copy(ReportClaim, {"side": "another"}),
    "one_plan_a_round": Copy(RoundPlan, {}),
    "one_open_handover_each": Copy(HandoverOffer, {}),
    "handover_state_is_known": Edit(HandoverOffer, {"state": "mulled"}),
    "pace_of_a_seat_is_known": Edit(SeatAd, {"pace": "hasty"}),
    "experience_of_a_seat_is_known": Edit(SeatAd, {"experience": "vast"}),
    "one_open_seat_request_a_league": Copy(SeatRequest, {}),
    "seat_request_state_is_known": Edit(SeatRequest, {"state": "mulled"}),
    "template_version_from_one": Edit(LeagueTemplate, {"version": 0}),
    "one_reveal_a_round": Copy(Reveal, {}),
    "named_kind_is_known": Edit(NameChange, {"kind": "planet"}),
    "a_name_change_changes_it": Edit(NameChange, {"name": F("former")}),
    "only_seasons_lose_their_name": Edit(NameChange, {"name": ""}),
    "one_feed_key_a_person": Copy(FeedKey, {"digest": "another"}),
    "one_appointment_a_match": Copy(Appointment, {}),
    "an_agreed_appointment_has_its_time": Edit(Appointment, {"standing": "agreed"}),
    "one_proposed_time_a_number": Copy(ProposedTime, {}),
    "one_home_night_a_franchise": Copy(HomeNight, {}),
    "one_answer_a_key": Copy(StoredAnswer, {}),
    "one_claimed_log_a_match": Copy(ClaimedLog, {}),
    "one_part_a_heat": Copy(ReportPart, {}),
    "one_appeal_a_result": Copy(Appeal, {}),
    "an_answered_appeal_has_its_time": Edit(Appeal, {"answer": "upheld"}),
    "beacon_rounds_from_one": Edit(BeaconRound, {"number": 0}),
    "one_hash_of_words_a_member": Copy(AwaitedWords, {}),
    "one_key_signs": Copy(SigningKey, {"id": "another"}),
    "one_delivery_a_message": Copy(Delivery, {}),
    "one_personal_delivery_a_message": Copy(PersonalDelivery, {}),
    "one_choice_a_group": Copy(NoticeChoice, {}, Q(league=None)),
    "one_choice_a_group_and_league": Copy(NoticeChoice, {}, Q(league__isnull=False)),
    "a_choice_is_known": Edit(NoticeChoice, {"delivery": "often"}),
    "a_notice_waits_once_a_channel": Copy(WaitingNotice, {}),
    "digests_have_a_time": Edit(Preferences, {"digest_hour": 24}),
    "quiet_hours_have_both_ends": Edit(Preferences, {"quiet_from": 3, "quiet_to": None}),
    "one_ruling_a_key": Copy(Ruling, {}),
    "ruling_standing_is_known": Edit(Ruling, {"standing": "mulled", "answered_at": F("at")}),
    "ruling_waits_until_answered": Edit(Ruling, {"answered_at": F("at")}),
    "nobody_confirms_his_own_ruling": Edit(
        Ruling, {"standing": "confirmed", "answered_by": F("actor"), "answered_at": F("at"), "entry": 2}
    ),
    "ruling_has_its_entry": Edit(Ruling, {"entry": 2}),
    "one_version_a_number": Copy(AnswerVersion, {}, Q(published_at__isnull=False)),
    "one_draft_a_questionnaire": Copy(AnswerVersion, {"number": 9}, Q(published_at=None)),
    "published_versions_have_an_entry": Edit(AnswerVersion, {"entry": None}, Q(published_at__isnull=False)),
    "acknowledged_once": Copy(Acknowledgement, {}),
    "one_put_question_a_number": Copy(PutQuestion, {}),
    "put_question_standing_is_known": Edit(PutQuestion, {"standing": "mulled"}),
    "put_question_has_its_ruling": Edit(PutQuestion, {"entry": 2}),
    "one_duel_a_number": Copy(Duel, {"key": "another"}),
    "one_duel_a_key": Copy(Duel, {"number": 9}),
    "duel_number_from_one": Edit(Duel, {"number": 0}),
    "duel_ends_at_a_close": Edit(Duel, {"ended": F("closed") + 1}),
    "one_duel_entry_a_number": Copy(DuelEntry, {"key": "another"}),
    "one_duel_entry_a_key": Copy(DuelEntry, {"number": 999}),
    "duel_act_is_known": Edit(DuelEntry, {"act": "dance"}),
    "round_step_is_known": Edit(Round, {"step": "begun"}),
    "round_number_from_one": Edit(Round, {"number": 0}),
    "match_step_is_known": Edit(Match, {"step": "M9"}),
    "match_place_from_one": Edit(Match, {"place": 0}),
    "shopping_is_known": Edit(LineUp, {"shopping": "late"}),
    "match_has_a_heat": Edit(Match, {"heats": 0}),
    "one_line_up_a_franchise": Copy(LineUp, {"id": f"{S}/another"}),
    "match_points_within_bounds": Edit(LineUp, {"points": -1_000_001}),
    "one_seat_a_car": Copy(Seat, {"id": f"{S}/another"}),
    "nobody_in_both_seats": Edit(Seat, {"gunner": F("driver")}),
    "procedureuse_from_one_fact": Copy(ProcedureUse, {"use": "another"}),
    "one_procedure_a_use": Copy(ProcedureUse, {"fact": 999}),
    "report_from_one_fact": Copy(Report, {"match_id": f"{S}/m2"}),
    "one_report_a_match": Copy(Report, {"fact": 999}),
    "settlement_from_one_fact": Copy(Settlement, {"match_id": f"{S}/m2"}),
    "one_settlement_a_franchise": Copy(Settlement, {"fact": 999}),
    "profit_not_negative": Edit(Settlement, {"profit": -1}),
    "net_income_adds_up": Edit(Settlement, {"net_income": F("net_income") + 1}),
    "standingsline_from_one_fact": Copy(StandingsLine, {"match_id": f"{S}/m2"}),
    "one_standings_line_a_match": Copy(StandingsLine, {"fact": 999}),
    "one_final_line_a_franchise": Copy(FinalLine, {"fact": 999, "rank": 99}),
    "one_franchise_a_final_rank": Copy(FinalLine, {"fact": 999, "franchise_id": f"{S}/razors"}),
    "finalline_from_one_fact": Copy(FinalLine, {"franchise_id": f"{S}/razors", "rank": 99}),
    "final_rank_from_one": Edit(FinalLine, {"rank": 0}),
    "one_cup_a_season": Copy(CupAward, {"fact": 999}),
    "cup_bonus_not_negative": Edit(CupAward, {"bonus": -1}),
    "draftpick_from_one_fact": Copy(DraftPick, {}, Q(driver=None)),
    "a_driver_is_drafted_once": Copy(DraftPick, {"fact": 999}, Q(driver__isnull=False)),
    "picks_are_numbered": Edit(DraftPick, {"number": None}, Q(driver__isnull=False)),
    "one_sheet_a_season": Copy(Sheet, {"id": f"{S}/another"}),
    "availability_is_known": Edit(Sheet, {"availability": "tired"}),
    "level_from_one": Edit(Sheet, {"level": 0}),
    "fee_not_negative": Edit(Contract, {"fee": -1}),
    "origin_is_known": Edit(Contract, {"origin": "stolen"}),
    "sponsor_kind_is_known": Edit(Sponsor, {"kind": "tobacco"}),
    "joined_from_one": Edit(Sponsor, {"joined": 0}),
    "contract_phase_is_known": Edit(Contract, {"phase": "lent"}),
    "contract_has_its_sheets_id": Copy(Contract, {"id": f"{S}/another"}),
    "appearance_from_one_fact": Copy(Appearance, {"match_id": f"{S}/m2"}),
    "one_appearance_a_match": Copy(Appearance, {"fact": 999}),
    "one_row_a_franchise_and_season": Copy(FranchiseSeason, {"id": f"{S}/another"}),
    "balance_not_negative": Edit(FranchiseSeason, {"balance": -1}),
    "staff_rating_one_to_four": Edit(FranchiseSeason, {"staff_rating": 5}),
    "staff_held_at_most_four": Edit(FranchiseSeason, {"staff_held": 5}),
    "first_season_from_one": Edit(FranchiseSeason, {"first_season": 0}),
    "money_to_come_not_negative": Edit(FranchiseSeason, {"holding_payout": -1}),
    "car_phase_is_known": Edit(Car, {"phase": "sold"}),
    "car_gearing_is_known": Edit(Car, {"gearing": 2}),
    "item_origin_is_known": Edit(Item, {"origin": "stolen"}),
    "item_in_one_place": Edit(Item, {"car_id": "yards/s1/razors.car1", "driver_id": "yards/s1/razors.d1"}),
    "item_not_on_itself": Edit(Item, {"weapon_id": F("id")}),
    "item_gearing_is_known": Edit(Item, {"gearing": 2}),
    "item_paid_not_negative": Edit(Item, {"paid": -1}),
    "offer_source_is_known": Edit(Offer, {"source": "found"}),
    "offer_price_not_negative": Edit(Offer, {"price": -1}),
    "offered_sponsor_kind_is_known": Edit(Offer, {"sponsor_kind": "bakery"}),
    "trade_partner_is_another": Edit(Trade, {"partner_id": F("franchise_id")}),
    "paid_not_negative": Edit(Car, {"paid": -1}),
    "ledgerline_from_one_fact": Copy(LedgerLine, {}),
    "ledger_balance_not_negative": Edit(LedgerLine, {"balance": -1}),
}
