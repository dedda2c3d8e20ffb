"""The tables of all three rooms, made at once in an empty database (docs/decisions/0021).

A database that has all of the replaced migrations counts as having this one. One that has only some of them goes on
through the others, in their own order. Columns stand in the order in which the replaced migrations added them.
"""

import uuid

import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models

import league.models.leagues
from league.create_models import CreateModels

LEAGUE = [
    migrations.CreateModel(
        name="League",
        fields=[
            ("id", models.CharField(max_length=60, primary_key=True, serialize=False)),
            ("name", models.CharField(max_length=120)),
            ("public", models.BooleanField(db_default=True, default=True)),
            ("founded_at", models.DateTimeField()),
        ],
    ),
    migrations.CreateModel(
        name="Membership",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "role",
                models.CharField(
                    choices=[("commissioner", "Commissioner"), ("owner", "Owner"), ("spectator", "Spectator"), ("former", "Former member")], max_length=12
                ),
            ),
            ("handle", models.CharField(default=league.models.leagues.new_handle, max_length=121, unique=True)),
            (
                "franchise",
                models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="owners", to="franchises.franchise"),
            ),
            ("league", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="memberships", to="league.league")),
            ("user", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="memberships", to=settings.AUTH_USER_MODEL)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(condition=models.Q(("role", "owner")), fields=("franchise",), name="one_owner_a_franchise"),
                models.CheckConstraint(condition=models.Q(("role", "owner"), ("franchise", None), _connector="OR"), name="only_owners_have_a_franchise"),
                models.UniqueConstraint(
                    condition=models.Q(("franchise", None), models.Q(("role", "former"), _negated=True)),
                    fields=("league", "user", "role"),
                    name="one_membership_a_role",
                ),
                models.CheckConstraint(condition=models.Q(("role__in", ["commissioner", "owner", "spectator", "former"])), name="membership_role_is_known"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Invitation",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("digest", models.CharField(max_length=64, unique=True)),
            (
                "role",
                models.CharField(
                    choices=[("commissioner", "Commissioner"), ("owner", "Owner"), ("spectator", "Spectator"), ("former", "Former member")], max_length=12
                ),
            ),
            ("made_at", models.DateTimeField()),
            ("made_by", models.CharField(max_length=121)),
            ("expires_at", models.DateTimeField()),
            ("uses", models.PositiveIntegerField(default=1)),
            ("used", models.PositiveIntegerField(default=0)),
            ("revoked_at", models.DateTimeField(null=True)),
            ("franchise", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="franchises.franchise")),
            ("league", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="invitations", to="league.league")),
        ],
        options={
            "constraints": [models.CheckConstraint(condition=models.Q(("used__lte", models.F("uses"))), name="invitation_not_overused")],
        },
    ),
    migrations.CreateModel(
        name="LeagueLog",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("at", models.DateTimeField()),
            ("actor", models.CharField(max_length=121)),
            ("what", models.CharField(max_length=40)),
            ("subject", models.CharField(max_length=250)),
            ("league", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="log", to="league.league")),
            ("reason", models.CharField(db_default="", default="", max_length=1000)),
        ],
    ),
    migrations.CreateModel(
        name="Season",
        fields=[
            ("id", models.CharField(max_length=121, primary_key=True, serialize=False)),
            ("name", models.CharField(max_length=60)),
            ("number", models.PositiveIntegerField()),
            ("edition", models.CharField(max_length=20)),
            ("step", models.CharField(max_length=8)),
            ("rounds_planned", models.PositiveIntegerField()),
            ("switches", models.JSONField()),
            ("secret", models.CharField(max_length=128)),
            ("secret_hash", models.CharField(max_length=64)),
            ("forked_from", models.CharField(db_default="", default="", max_length=121)),
            ("genesis", models.CharField(max_length=64)),
            ("length", models.PositiveIntegerField(db_default=0, default=0)),
            ("head", models.CharField(max_length=64)),
            ("digest", models.CharField(max_length=64)),
            ("opened_at", models.DateTimeField()),
            ("league", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="seasons", to="league.league")),
            ("draft", models.JSONField(null=True)),
            ("holdings_cashed", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
            ("pending", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
            ("pool", models.JSONField(null=True)),
            ("rounds_before", models.PositiveIntegerField(db_default=0, default=0)),
        ],
        options={
            "ordering": ["league_id", "number", "name"],
            "constraints": [
                models.UniqueConstraint(fields=("league", "name"), name="one_season_a_name"),
                models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="season_number_from_one"),
                models.CheckConstraint(
                    condition=models.Q(("step__in", ("S0", "S1", "S2", "S3", "M", "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "closed"))),
                    name="season_step_is_known",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Batch",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("key", models.CharField(max_length=120)),
            ("actor", models.CharField(max_length=121)),
            ("content_hash", models.CharField(max_length=64)),
            ("first", models.PositiveIntegerField()),
            ("last", models.PositiveIntegerField()),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="batches", to="league.season")),
        ],
        options={
            "verbose_name_plural": "batches",
            "constraints": [
                models.UniqueConstraint(fields=("season", "key"), name="one_batch_a_key"),
                models.CheckConstraint(condition=models.Q(("last__gte", models.F("first"))), name="batch_has_an_entry"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Entry",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("number", models.PositiveIntegerField()),
            ("command", models.CharField(max_length=60)),
            ("subjects", models.JSONField()),
            ("actor", models.CharField(max_length=121)),
            ("on_behalf_of", models.CharField(db_default="", default="", max_length=60)),
            ("reason", models.TextField(db_default="", default="")),
            ("reason_hash", models.CharField(max_length=64)),
            ("at", models.DateTimeField()),
            ("body", models.BinaryField()),
            ("seal", models.CharField(db_default="", default="", max_length=70)),
            ("opened_by", models.PositiveIntegerField(null=True)),
            ("salt", models.CharField(max_length=32)),
            ("content_hash", models.CharField(max_length=64)),
            ("digest", models.CharField(max_length=64)),
            ("previous", models.CharField(max_length=64)),
            ("hash", models.CharField(max_length=64)),
            ("batch", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="league.batch")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="league.season")),
        ],
        options={
            "verbose_name_plural": "entries",
            "indexes": [models.Index(fields=["season", "seal"], name="entry_seals")],
            "constraints": [
                models.UniqueConstraint(fields=("season", "number"), name="one_entry_a_number"),
                models.UniqueConstraint(fields=("season", "previous"), name="one_entry_after_another"),
                models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="entries_from_one"),
                models.CheckConstraint(
                    condition=models.Q(
                        ("opened_by__isnull", True), models.Q(("opened_by__gt", models.F("number")), models.Q(("seal", ""), _negated=True)), _connector="OR"
                    ),
                    name="only_seals_are_opened_later",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Checkpoint",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("number", models.PositiveIntegerField()),
            ("digest", models.CharField(max_length=64)),
            ("state", models.BinaryField()),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="checkpoints", to="league.season")),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("season", "number"), name="one_checkpoint_an_entry")],
        },
    ),
    migrations.CreateModel(
        name="Retold",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("number", models.PositiveIntegerField()),
            ("by", models.PositiveIntegerField()),
            ("standing", models.CharField(max_length=9)),
            ("because", models.TextField(db_default="", default="")),
            ("body", models.BinaryField()),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="retold", to="league.season")),
        ],
        options={
            "verbose_name_plural": "retold",
            "constraints": [
                models.UniqueConstraint(fields=("season", "number"), name="retold_once"),
                models.CheckConstraint(condition=models.Q(("by__gt", models.F("number"))), name="retold_by_a_later_entry"),
                models.CheckConstraint(
                    condition=models.Q(("standing__in", ["corrected", "struck", "lapsed", "gave_way", "stood_in", "followed"])), name="retold_standing_is_known"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Outbox",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("entry", models.PositiveIntegerField()),
            ("topic", models.CharField(max_length=60)),
            ("sent_at", models.DateTimeField(null=True)),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="outbox", to="league.season")),
        ],
        options={
            "verbose_name_plural": "outbox",
            "indexes": [models.Index(condition=models.Q(("sent_at", None)), fields=["sent_at"], name="outbox_waiting")],
            "constraints": [models.UniqueConstraint(fields=("season", "entry", "topic"), name="told_once")],
        },
    ),
    migrations.CreateModel(
        name="Round",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("number", models.PositiveIntegerField()),
            ("step", models.CharField(max_length=10)),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="rounds", to="league.season")),
        ],
        options={
            "constraints": [
                models.CheckConstraint(condition=models.Q(("step__in", ["announced", "closed"])), name="round_step_is_known"),
                models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="round_number_from_one"),
                models.UniqueConstraint(fields=("season", "number"), name="one_round_a_number"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Match",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("event", models.CharField(max_length=80)),
            ("surface", models.CharField(max_length=80)),
            ("heats", models.PositiveSmallIntegerField()),
            ("vehicles_per_team", models.PositiveSmallIntegerField()),
            ("step", models.CharField(max_length=8)),
            ("words", models.TextField()),
            ("outcome", models.JSONField(null=True)),
            ("round", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="matches", to="league.round")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="matches", to="league.season")),
            ("place", models.PositiveSmallIntegerField(db_default=1, default=1)),
            ("repair_attempts", models.PositiveSmallIntegerField(db_default=6, default=6)),
            ("scoring", models.CharField(db_default="", default="", max_length=40)),
            ("ruleset", models.CharField(db_default="", default="", max_length=60)),
            ("setting", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)),
        ],
        options={
            "constraints": [
                models.CheckConstraint(condition=models.Q(("heats__gte", 1)), name="match_has_a_heat"),
                models.CheckConstraint(
                    condition=models.Q(("step__in", ("M2", "M3", "M4", "M5.1", "M5.4", "M5.9", "M5.10", "settled", "void"))), name="match_step_is_known"
                ),
                models.CheckConstraint(condition=models.Q(("place__gte", 1)), name="match_place_from_one"),
            ],
        },
    ),
    migrations.CreateModel(
        name="LineUp",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("named", models.BooleanField()),
            ("words", models.TextField()),
            ("match_mechanic", models.BooleanField()),
            ("garage_waived", models.BooleanField()),
            ("locked", models.JSONField()),
            ("decided", models.BooleanField()),
            ("bills", models.JSONField()),
            ("points", models.IntegerField(null=True)),
            ("won", models.BooleanField()),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="line_ups", to="franchises.franchiseseason")),
            ("match", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="line_ups", to="league.match")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="line_ups", to="league.season")),
            ("forfeited", models.BooleanField(db_default=False, default=False)),
            ("shopping", models.CharField(db_default="", default="", max_length=6)),
            ("world_trades", models.PositiveSmallIntegerField(db_default=0, default=0)),
            ("forfeit_fee", models.BigIntegerField(db_default=0, default=0)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("match", "franchise"), name="one_line_up_a_franchise"),
                models.CheckConstraint(condition=models.Q(("points__isnull", True), ("points__gte", 0), _connector="OR"), name="match_points_not_negative"),
                models.CheckConstraint(condition=models.Q(("shopping__in", ("", "open", "closed"))), name="shopping_is_known"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Seat",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("car", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="seats", to="franchises.car")),
            ("driver", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="driving_seats", to="drivers.sheet")),
            ("gunner", models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name="gunner_seats", to="drivers.sheet")),
            ("line_up", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="seats", to="league.lineup")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="league.season")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("line_up", "car"), name="one_seat_a_car"),
                models.CheckConstraint(
                    condition=models.Q(("gunner__isnull", True), models.Q(("gunner", models.F("driver")), _negated=True), _connector="OR"),
                    name="nobody_in_both_seats",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Report",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("entry", models.PositiveIntegerField()),
            ("fact", models.PositiveIntegerField()),
            ("digest", models.CharField(max_length=64)),
            ("document", models.JSONField()),
            ("match", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="reports", to="league.match")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="league.season")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season", "entry", "fact"), name="report_from_one_fact"),
                models.UniqueConstraint(fields=("match",), name="one_report_a_match"),
            ],
        },
    ),
    migrations.CreateModel(
        name="MatchLog",
        fields=[
            ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
            ("ruleset", models.CharField(max_length=60)),
            ("edition", models.PositiveIntegerField()),
            ("packet", models.BinaryField()),
            ("log", models.BinaryField()),
            ("match", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="logs", to="league.match")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="logs", to="league.season")),
        ],
    ),
    migrations.CreateModel(
        name="Settlement",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("entry", models.PositiveIntegerField()),
            ("fact", models.PositiveIntegerField()),
            ("prize", models.BigIntegerField()),
            ("sponsor_income", models.BigIntegerField()),
            ("face_income", models.BigIntegerField()),
            ("cloning", models.BigIntegerField()),
            ("replacements", models.BigIntegerField()),
            ("repairs", models.BigIntegerField()),
            ("net_income", models.BigIntegerField()),
            ("size", models.PositiveIntegerField()),
            ("profit", models.BigIntegerField()),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="settlements", to="franchises.franchiseseason")),
            ("match", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="settlements", to="league.match")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="league.season")),
            ("cup_bonus", models.BigIntegerField(db_default=0, default=0)),
            ("holding_payout", models.BigIntegerField(db_default=0, default=0)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season", "entry", "fact"), name="settlement_from_one_fact"),
                models.UniqueConstraint(fields=("match", "franchise"), name="one_settlement_a_franchise"),
                models.CheckConstraint(condition=models.Q(("profit__gte", 0)), name="profit_not_negative"),
                models.CheckConstraint(
                    condition=models.Q(
                        (
                            "net_income",
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        django.db.models.expressions.CombinedExpression(
                                            django.db.models.expressions.CombinedExpression(
                                                django.db.models.expressions.CombinedExpression(
                                                    django.db.models.expressions.CombinedExpression(models.F("prize"), "+", models.F("sponsor_income")),
                                                    "+",
                                                    models.F("face_income"),
                                                ),
                                                "+",
                                                models.F("cup_bonus"),
                                            ),
                                            "+",
                                            models.F("holding_payout"),
                                        ),
                                        "-",
                                        models.F("cloning"),
                                    ),
                                    "-",
                                    models.F("replacements"),
                                ),
                                "-",
                                models.F("repairs"),
                            ),
                        )
                    ),
                    name="net_income_adds_up",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="StandingsLine",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("entry", models.PositiveIntegerField()),
            ("fact", models.PositiveIntegerField()),
            ("points", models.IntegerField()),
            ("won", models.BooleanField(db_default=False, default=False)),
            ("criticals", models.IntegerField(db_default=0, default=0)),
            ("season_points", models.IntegerField()),
            ("season_wins", models.IntegerField()),
            ("season_criticals", models.IntegerField()),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="standings_lines", to="franchises.franchiseseason")),
            ("match", models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name="standings_lines", to="league.match")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="league.season")),
            ("wins", models.PositiveIntegerField(db_default=0, default=0)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season", "entry", "fact"), name="standingsline_from_one_fact"),
                models.UniqueConstraint(fields=("match", "franchise"), name="one_standings_line_a_match"),
            ],
        },
    ),
    migrations.CreateModel(
        name="FinalLine",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("entry", models.PositiveIntegerField()),
            ("fact", models.PositiveIntegerField()),
            ("rank", models.PositiveIntegerField()),
            ("points", models.IntegerField()),
            ("wins", models.PositiveIntegerField()),
            ("criticals", models.IntegerField()),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="final_lines", to="franchises.franchiseseason")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="league.season")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season", "entry", "fact"), name="finalline_from_one_fact"),
                models.UniqueConstraint(fields=("franchise",), name="one_final_line_a_franchise"),
                models.UniqueConstraint(fields=("season", "rank"), name="one_franchise_a_final_rank"),
                models.CheckConstraint(condition=models.Q(("rank__gte", 1)), name="final_rank_from_one"),
            ],
        },
    ),
    migrations.CreateModel(
        name="CupAward",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("entry", models.PositiveIntegerField()),
            ("fact", models.PositiveIntegerField()),
            ("bonus", models.BigIntegerField()),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="cup_awards", to="franchises.franchiseseason")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="league.season")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season",), name="one_cup_a_season"),
                models.CheckConstraint(condition=models.Q(("bonus__gte", 0)), name="cup_bonus_not_negative"),
            ],
        },
    ),
    migrations.CreateModel(
        name="DraftPick",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("entry", models.PositiveIntegerField()),
            ("fact", models.PositiveIntegerField()),
            ("round", models.PositiveIntegerField()),
            ("number", models.PositiveIntegerField(null=True)),
            ("driver", models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name="draft_picks", to="drivers.sheet")),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="draft_picks", to="franchises.franchiseseason")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="league.season")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season", "entry", "fact"), name="draftpick_from_one_fact"),
                models.UniqueConstraint(fields=("driver",), name="a_driver_is_drafted_once"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("driver__isnull", True), ("number__isnull", True)),
                        models.Q(("driver__isnull", False), ("number__isnull", False)),
                        _connector="OR",
                    ),
                    name="picks_are_numbered",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Calendar",
        fields=[
            (
                "league",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name="calendar", serialize=False, to="league.league"
                ),
            ),
            ("time_zone", models.CharField(default="UTC", max_length=60)),
            ("hours", models.JSONField(default=dict)),
            ("unattended", models.BooleanField(default=False)),
            (
                "results",
                models.CharField(choices=[("reported", "Reported by people"), ("stand_in", "Drawn by the stand-in")], default="reported", max_length=8),
            ),
            ("reminder_hours", models.PositiveIntegerField(default=24)),
            ("paused", models.JSONField(default=list)),
            ("updated_at", models.DateTimeField()),
            ("updated_by", models.CharField(max_length=121)),
            ("agreed_hours", models.PositiveIntegerField(null=True)),
            ("appeal_hours", models.PositiveIntegerField(db_default=48, default=48)),
            ("least_evidence", models.CharField(blank=True, db_default="", default="", max_length=10)),
        ],
        options={
            "constraints": [models.CheckConstraint(condition=models.Q(("results__in", ["reported", "stand_in"])), name="results_are_known")],
        },
    ),
    migrations.CreateModel(
        name="Window",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("what", models.CharField(max_length=140)),
            ("opened_at", models.DateTimeField()),
            ("closes_at", models.DateTimeField(null=True)),
            ("left", models.PositiveIntegerField(null=True)),
            ("closed_at", models.DateTimeField(null=True)),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="windows", to="league.season")),
        ],
        options={
            "indexes": [models.Index(condition=models.Q(("closed_at", None)), fields=["closes_at"], name="windows_open")],
            "constraints": [
                models.UniqueConstraint(fields=("season", "what"), name="one_window_a_wait"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("closes_at__isnull", False), ("left", None)), models.Q(("closes_at", None), ("left__isnull", False)), _connector="OR"
                    ),
                    name="a_window_ends_or_is_paused",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Notice",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("key", models.CharField(max_length=250)),
            ("about", models.CharField(max_length=40)),
            ("arguments", models.JSONField(default=dict)),
            ("at", models.DateTimeField()),
            ("read_at", models.DateTimeField(null=True)),
            ("mail_claimed_at", models.DateTimeField(null=True)),
            ("mailed_at", models.DateTimeField(null=True)),
            ("member", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="notices", to="league.membership")),
            ("season", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="notices", to="league.season")),
        ],
        options={
            "indexes": [models.Index(condition=models.Q(("mail_claimed_at", None)), fields=["at"], name="notices_unmailed")],
            "constraints": [models.UniqueConstraint(fields=("member", "key"), name="told_a_member_once")],
        },
    ),
    migrations.CreateModel(
        name="Job",
        fields=[
            ("id", models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
            ("kind", models.CharField(max_length=60)),
            ("key", models.CharField(max_length=250, unique=True)),
            ("arguments", models.JSONField(default=dict)),
            ("asked_by", models.CharField(default="", max_length=121)),
            (
                "state",
                models.CharField(
                    choices=[("queued", "Queued"), ("running", "Running"), ("done", "Done"), ("failed", "Failed"), ("cancelled", "Cancelled")],
                    default="queued",
                    max_length=9,
                ),
            ),
            ("done", models.PositiveIntegerField(default=0)),
            ("total", models.PositiveIntegerField(default=0)),
            ("log", models.JSONField(default=list)),
            ("tries", models.PositiveSmallIntegerField(default=0)),
            ("claim", models.CharField(default="", max_length=32)),
            ("cancel_asked", models.BooleanField(default=False)),
            ("failure", models.TextField(default="")),
            ("queued_at", models.DateTimeField()),
            ("due_at", models.DateTimeField()),
            ("nudged_at", models.DateTimeField(null=True)),
            ("started_at", models.DateTimeField(null=True)),
            ("heartbeat_at", models.DateTimeField(null=True)),
            ("ended_at", models.DateTimeField(null=True)),
            ("league", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="jobs", to="league.league")),
            ("season", models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="jobs", to="league.season")),
        ],
        options={
            "indexes": [
                models.Index(condition=models.Q(("state", "queued")), fields=["due_at"], name="jobs_waiting"),
                models.Index(condition=models.Q(("state", "running")), fields=["heartbeat_at"], name="jobs_running"),
            ],
            "constraints": [
                models.CheckConstraint(condition=models.Q(("state__in", ["queued", "running", "done", "failed", "cancelled"])), name="job_state_is_known"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("ended_at", None), models.Q(("state__in", ["done", "failed", "cancelled"]), _negated=True)),
                        models.Q(("ended_at__isnull", False), models.Q(("state__in", ["queued", "running"]), _negated=True)),
                        _connector="OR",
                    ),
                    name="ended_jobs_have_an_end",
                ),
                models.CheckConstraint(condition=models.Q(("total", 0), ("done__lte", models.F("total")), _connector="OR"), name="job_not_overdone"),
            ],
        },
    ),
    migrations.CreateModel(
        name="ReportClaim",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("match", models.CharField(max_length=140)),
            ("side", models.CharField(blank=True, max_length=140)),
            ("packet", models.CharField(max_length=64)),
            ("digest", models.CharField(max_length=64)),
            ("document", models.JSONField()),
            ("actor", models.CharField(max_length=121)),
            ("at", models.DateTimeField()),
            ("key", models.CharField(max_length=120)),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="claims", to="league.season")),
            ("evidence", models.CharField(blank=True, db_default="", default="", max_length=10)),
            ("findings", models.JSONField(default=list)),
            ("log", models.CharField(blank=True, db_default="", default="", max_length=64)),
            ("own_dice", models.BooleanField(db_default=False, default=False)),
        ],
        options={
            "indexes": [models.Index(fields=["season", "match"], name="claims_of_a_match")],
            "constraints": [models.UniqueConstraint(fields=("season", "key"), name="one_claim_a_key")],
        },
    ),
    migrations.CreateModel(
        name="RoundPlan",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("number", models.PositiveIntegerField()),
            ("matches", models.JSONField(default=list)),
            ("updated_at", models.DateTimeField()),
            ("updated_by", models.CharField(max_length=121)),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="plans", to="league.season")),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("season", "number"), name="one_plan_a_round")],
        },
    ),
    migrations.CreateModel(
        name="Ruling",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("match", models.CharField(blank=True, max_length=140)),
            ("franchise", models.CharField(max_length=140)),
            ("commands", models.JSONField(default=list)),
            ("corrections", models.JSONField(default=dict)),
            ("preview", models.PositiveIntegerField(null=True)),
            ("typed", models.JSONField(default=dict)),
            ("reason", models.CharField(blank=True, max_length=1000)),
            ("actor", models.CharField(max_length=121)),
            ("at", models.DateTimeField()),
            ("key", models.CharField(max_length=120)),
            (
                "standing",
                models.CharField(
                    choices=[
                        ("waiting", "waits for a second word"),
                        ("confirmed", "confirmed"),
                        ("declined", "declined"),
                        ("withdrawn", "taken back"),
                        ("alone", "ruled on their own match"),
                    ],
                    default="waiting",
                    max_length=12,
                ),
            ),
            ("answered_by", models.CharField(blank=True, max_length=121)),
            ("answered_at", models.DateTimeField(null=True)),
            ("said", models.CharField(blank=True, max_length=1000)),
            ("entry", models.PositiveIntegerField(null=True)),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="rulings", to="league.season")),
        ],
        options={
            "indexes": [models.Index(condition=models.Q(("standing", "waiting")), fields=["season"], name="rulings_waiting")],
            "constraints": [
                models.UniqueConstraint(fields=("season", "key"), name="one_ruling_a_key"),
                models.CheckConstraint(
                    condition=models.Q(("standing__in", ["waiting", "confirmed", "declined", "withdrawn", "alone"])), name="ruling_standing_is_known"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("answered_at", None), ("standing", "waiting")),
                        models.Q(models.Q(("standing", "waiting"), _negated=True), ("answered_at__isnull", False)),
                        _connector="OR",
                    ),
                    name="ruling_waits_until_answered",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("standing", "confirmed"), _negated=True), models.Q(("answered_by", models.F("actor")), _negated=True), _connector="OR"
                    ),
                    name="nobody_confirms_his_own_ruling",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("entry__isnull", False), ("standing__in", ["confirmed", "alone"])),
                        models.Q(models.Q(("standing__in", ["confirmed", "alone"]), _negated=True), ("entry", None)),
                        _connector="OR",
                    ),
                    name="ruling_has_its_entry",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="AnswerVersion",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("questionnaire", models.CharField(max_length=40)),
            ("number", models.PositiveIntegerField()),
            ("answers", models.JSONField(default=dict)),
            ("was", models.JSONField(default=dict)),
            ("standing", models.JSONField(default=dict)),
            ("note", models.TextField(default="")),
            ("step", models.CharField(default="", max_length=8)),
            ("revision", models.PositiveIntegerField(default=0)),
            ("drafted_by", models.CharField(max_length=121)),
            ("drafted_at", models.DateTimeField()),
            ("published_by", models.CharField(default="", max_length=121)),
            ("published_at", models.DateTimeField(null=True)),
            ("entry", models.PositiveIntegerField(null=True)),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="answer_versions", to="league.season")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season", "questionnaire", "number"), name="one_version_a_number"),
                models.UniqueConstraint(condition=models.Q(("published_at", None)), fields=("season", "questionnaire"), name="one_draft_a_questionnaire"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("entry", None), ("published_at", None)), models.Q(("entry__isnull", False), ("published_at__isnull", False)), _connector="OR"
                    ),
                    name="published_versions_have_an_entry",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Acknowledgement",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("at", models.DateTimeField()),
            ("member", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="acknowledgements", to="league.membership")),
            ("version", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="acknowledgements", to="league.answerversion")),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("version", "member"), name="acknowledged_once")],
        },
    ),
    migrations.CreateModel(
        name="Announcement",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("number", models.PositiveIntegerField()),
            ("key", models.CharField(max_length=120)),
            ("posted_at", models.DateTimeField()),
            ("posted_by", models.CharField(max_length=121)),
            ("pinned", models.BooleanField(default=False)),
            ("wordings", models.PositiveIntegerField(default=1)),
            ("withdrawn_at", models.DateTimeField(null=True)),
            ("withdrawn_by", models.CharField(default="", max_length=121)),
            ("league", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="announcements", to="league.league")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("league", "number"), name="one_announcement_a_number"),
                models.UniqueConstraint(fields=("league", "key"), name="announced_once_a_key"),
                models.CheckConstraint(condition=models.Q(("pinned", False), ("withdrawn_at", None), _connector="OR"), name="what_is_withdrawn_is_not_pinned"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Wording",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("number", models.PositiveIntegerField()),
            ("title", models.CharField(max_length=120)),
            ("text", models.TextField()),
            ("at", models.DateTimeField()),
            ("by", models.CharField(max_length=121)),
            ("announcement", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="worded", to="league.announcement")),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("announcement", "number"), name="one_wording_a_number")],
        },
    ),
    migrations.CreateModel(
        name="LanguageChoice",
        fields=[
            (
                "user",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="language_choice", serialize=False, to=settings.AUTH_USER_MODEL
                ),
            ),
            ("language", models.CharField(max_length=8)),
        ],
    ),
    migrations.CreateModel(
        name="AccessToken",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("name", models.CharField(max_length=60)),
            ("shown", models.CharField(max_length=20)),
            ("digest", models.CharField(max_length=64, unique=True)),
            ("scopes", models.JSONField(default=list)),
            ("made_at", models.DateTimeField()),
            ("expires_at", models.DateTimeField()),
            ("used_at", models.DateTimeField(null=True)),
            ("revoked_at", models.DateTimeField(null=True)),
            ("league", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="tokens", to="league.league")),
            ("user", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="tokens", to=settings.AUTH_USER_MODEL)),
        ],
        options={
            "indexes": [models.Index(fields=["user", "league"], name="tokens_of_a_person")],
        },
    ),
    migrations.CreateModel(
        name="StoredAnswer",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("key", models.CharField(max_length=120)),
            ("asked", models.CharField(max_length=64)),
            ("status", models.PositiveSmallIntegerField()),
            ("kind", models.CharField(max_length=60)),
            ("body", models.BinaryField()),
            ("at", models.DateTimeField(db_index=True)),
            ("user", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("user", "key"), name="one_answer_a_key")],
        },
    ),
    migrations.CreateModel(
        name="SigningKey",
        fields=[
            ("id", models.CharField(max_length=16, primary_key=True, serialize=False)),
            ("private", models.CharField(max_length=64)),
            ("public", models.CharField(max_length=64)),
            ("made_at", models.DateTimeField()),
            ("retired_at", models.DateTimeField(null=True)),
        ],
        options={
            "constraints": [models.UniqueConstraint(models.Case(models.When(retired_at__isnull=True, then=models.Value(1))), name="one_key_signs")],
        },
    ),
    migrations.CreateModel(
        name="ClaimedLog",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("match", models.CharField(max_length=140)),
            ("digest", models.CharField(max_length=64)),
            ("ruleset", models.CharField(max_length=60)),
            ("edition", models.PositiveIntegerField()),
            ("log", models.BinaryField()),
            ("at", models.DateTimeField()),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="claimed_logs", to="league.season")),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("season", "match", "digest"), name="one_claimed_log_a_match")],
        },
    ),
    migrations.CreateModel(
        name="ReportPart",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("match", models.CharField(max_length=140)),
            ("side", models.CharField(blank=True, max_length=140)),
            ("packet", models.CharField(max_length=64)),
            ("heat", models.PositiveIntegerField()),
            ("document", models.JSONField()),
            ("actor", models.CharField(max_length=121)),
            ("at", models.DateTimeField()),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="report_parts", to="league.season")),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("season", "match", "side", "packet", "heat"), name="one_part_a_heat")],
        },
    ),
    migrations.CreateModel(
        name="Appeal",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("match", models.CharField(max_length=140)),
            ("entry", models.PositiveIntegerField()),
            ("side", models.CharField(max_length=140)),
            ("actor", models.CharField(max_length=121)),
            ("said", models.TextField()),
            ("at", models.DateTimeField()),
            (
                "answer",
                models.CharField(choices=[("open", "Waits for an answer"), ("upheld", "Upheld"), ("dismissed", "Dismissed")], default="open", max_length=9),
            ),
            ("answered_by", models.CharField(blank=True, max_length=121)),
            ("answered_at", models.DateTimeField(null=True)),
            ("answer_said", models.TextField(blank=True)),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="appeals", to="league.season")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season", "entry", "side"), name="one_appeal_a_result"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("answer", "open"), ("answered_at", None)),
                        models.Q(models.Q(("answer", "open"), _negated=True), ("answered_at__isnull", False)),
                        _connector="OR",
                    ),
                    name="an_answered_appeal_has_its_time",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Webhook",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("name", models.CharField(max_length=60)),
            ("address", models.CharField(max_length=500)),
            ("secret", models.CharField(max_length=80)),
            ("kinds", models.JSONField(default=list)),
            ("shape", models.CharField(choices=[("standard", "Standard Webhooks"), ("discord", "Discord")], default="standard", max_length=8)),
            ("made_at", models.DateTimeField()),
            ("stopped_at", models.DateTimeField(null=True)),
            ("league", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="webhooks", to="league.league")),
            ("user", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
        ],
    ),
    migrations.CreateModel(
        name="Delivery",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("message", models.CharField(max_length=64)),
            ("kind", models.CharField(max_length=60)),
            ("body", models.BinaryField()),
            ("made_at", models.DateTimeField()),
            ("tries", models.PositiveSmallIntegerField(default=0)),
            ("next_at", models.DateTimeField(null=True)),
            ("taken_at", models.DateTimeField(null=True)),
            ("status", models.PositiveSmallIntegerField(null=True)),
            ("said", models.CharField(blank=True, max_length=200)),
            ("webhook", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="league.webhook")),
        ],
        options={
            "indexes": [models.Index(condition=models.Q(("next_at__isnull", False)), fields=["next_at"], name="deliveries_due")],
            "constraints": [models.UniqueConstraint(fields=("webhook", "message"), name="one_delivery_a_message")],
        },
    ),
    migrations.CreateModel(
        name="Sandbox",
        fields=[
            (
                "season",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name="sandbox", serialize=False, to="league.season"
                ),
            ),
            ("made_at", models.DateTimeField()),
            ("expires_at", models.DateTimeField()),
            ("user", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
        ],
        options={
            "indexes": [models.Index(fields=["expires_at"], name="sandboxes_by_end")],
        },
    ),
]
FRANCHISES = [
    migrations.CreateModel(
        name="Franchise",
        fields=[
            ("id", models.CharField(max_length=121, primary_key=True, serialize=False)),
            ("name", models.CharField(max_length=120)),
            ("league", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="franchises", to="league.league")),
        ],
    ),
    migrations.CreateModel(
        name="FranchiseSeason",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("balance", models.BigIntegerField()),
            ("staff_rating", models.PositiveSmallIntegerField()),
            ("points", models.IntegerField()),
            ("wins", models.PositiveIntegerField()),
            ("criticals", models.PositiveIntegerField()),
            ("party_thrown", models.BooleanField()),
            ("short_roster_known", models.BooleanField()),
            ("waiting_sponsors", models.JSONField()),
            ("identity", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="seasons", to="franchises.franchise")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="franchises", to="league.season")),
            ("contracts_named", models.BooleanField(db_default=False, default=False)),
            ("cup_bonus", models.BigIntegerField(db_default=0, default=0)),
            ("cup_plus_one", models.BooleanField(db_default=False, default=False)),
            ("first_season", models.PositiveIntegerField(db_default=1, default=1)),
            ("folded", models.BooleanField(db_default=False, default=False)),
            ("holding_payout", models.BigIntegerField(db_default=0, default=0)),
            ("picks", models.PositiveIntegerField(db_default=0, default=0)),
            ("rank", models.PositiveIntegerField(db_default=0, default=0)),
            ("safe_declared", models.BooleanField(db_default=False, default=False)),
            ("staff_decided", models.BooleanField(db_default=False, default=False)),
            ("staff_held", models.PositiveSmallIntegerField(db_default=0, default=0)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season", "identity"), name="one_row_a_franchise_and_season"),
                models.CheckConstraint(condition=models.Q(("balance__gte", 0)), name="balance_not_negative"),
                models.CheckConstraint(condition=models.Q(("staff_rating__gte", 1), ("staff_rating__lte", 4)), name="staff_rating_one_to_four"),
                models.CheckConstraint(condition=models.Q(("staff_held__lte", 4)), name="staff_held_at_most_four"),
                models.CheckConstraint(condition=models.Q(("first_season__gte", 1)), name="first_season_from_one"),
                models.CheckConstraint(condition=models.Q(("cup_bonus__gte", 0), ("holding_payout__gte", 0)), name="money_to_come_not_negative"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Car",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("name", models.CharField(db_default="", default="", max_length=120)),
            ("dp", models.PositiveIntegerField()),
            ("paid", models.BigIntegerField()),
            ("overhead", models.BooleanField()),
            ("gunner_station", models.BooleanField()),
            ("criticals", models.PositiveIntegerField()),
            ("destroyed", models.BooleanField()),
            ("phase", models.CharField(max_length=10)),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="cars", to="league.season")),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="cars", to="franchises.franchiseseason")),
            ("broken", models.BooleanField(db_default=False, default=False)),
            ("gearing", models.SmallIntegerField(db_default=0, default=0)),
            ("designs", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)),
        ],
        options={
            "constraints": [
                models.CheckConstraint(condition=models.Q(("phase__in", ["garage", "scrapped"])), name="car_phase_is_known"),
                models.CheckConstraint(condition=models.Q(("paid__gte", 0)), name="paid_not_negative"),
                models.CheckConstraint(condition=models.Q(("gearing__gte", -1), ("gearing__lte", 1)), name="car_gearing_is_known"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Sponsor",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("kind", models.CharField(max_length=20)),
            ("joined", models.PositiveIntegerField()),
            (
                "franchise",
                models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name="sponsors", to="franchises.franchiseseason"),
            ),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="sponsors", to="league.season")),
            ("safe_in", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)),
        ],
        options={
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        (
                            "kind__in",
                            [
                                "car_dealership",
                                "car_manufacturer",
                                "cloning_services",
                                "energy",
                                "engineering_firm",
                                "gun_manufacturer",
                                "holding_company",
                                "insurance",
                                "mechanic_shop",
                                "medical_services",
                                "munitions",
                                "oil",
                                "tire_company",
                            ],
                        )
                    ),
                    name="sponsor_kind_is_known",
                ),
                models.CheckConstraint(condition=models.Q(("joined__gte", 1)), name="joined_from_one"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Item",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("kind", models.CharField(max_length=40)),
            ("origin", models.CharField(max_length=12)),
            ("paid", models.BigIntegerField()),
            ("carcass", models.CharField(max_length=20)),
            ("tread", models.CharField(max_length=20)),
            ("gearing", models.SmallIntegerField()),
            ("variant", models.CharField(max_length=40)),
            ("rolled", models.JSONField()),
            ("uses", models.PositiveSmallIntegerField()),
            ("ammunition", models.PositiveSmallIntegerField(null=True)),
            ("backwards", models.BooleanField()),
            ("bound", models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name="bound_items", to="franchises.car")),
            ("car", models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name="items", to="franchises.car")),
            ("driver", models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name="items", to="drivers.sheet")),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="items", to="franchises.franchiseseason")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="items", to="league.season")),
            ("weapon", models.ForeignKey(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name="fixed", to="franchises.item")),
        ],
        options={
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(("origin__in", ("list", "world_trade", "tinkering", "house", "opening"))), name="item_origin_is_known"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("car", None), ("driver", None)),
                        models.Q(("car", None), ("weapon", None)),
                        models.Q(("driver", None), ("weapon", None)),
                        _connector="OR",
                    ),
                    name="item_in_one_place",
                ),
                models.CheckConstraint(condition=models.Q(("weapon", models.F("id")), _negated=True), name="item_not_on_itself"),
                models.CheckConstraint(condition=models.Q(("gearing__gte", -1), ("gearing__lte", 1)), name="item_gearing_is_known"),
                models.CheckConstraint(condition=models.Q(("paid__gte", 0)), name="item_paid_not_negative"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Offer",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("source", models.CharField(max_length=12)),
            ("kind", models.CharField(max_length=40)),
            ("listed", models.BigIntegerField()),
            ("price", models.BigIntegerField()),
            ("by", models.CharField(max_length=60)),
            ("carcass", models.CharField(max_length=20)),
            ("tread", models.CharField(max_length=20)),
            ("variant", models.CharField(max_length=40)),
            ("rolled", models.JSONField()),
            ("sponsor_kind", models.CharField(max_length=20)),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="offers", to="franchises.franchiseseason")),
            ("match", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="offers", to="league.match")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="offers", to="league.season")),
        ],
        options={
            "constraints": [
                models.CheckConstraint(condition=models.Q(("source__in", ("tinkering", "world_trade"))), name="offer_source_is_known"),
                models.CheckConstraint(condition=models.Q(("listed__gte", 0), ("price__gte", 0)), name="offer_price_not_negative"),
                models.CheckConstraint(
                    condition=models.Q(
                        (
                            "sponsor_kind__in",
                            [
                                "",
                                "car_dealership",
                                "car_manufacturer",
                                "cloning_services",
                                "energy",
                                "engineering_firm",
                                "gun_manufacturer",
                                "holding_company",
                                "insurance",
                                "mechanic_shop",
                                "medical_services",
                                "munitions",
                                "oil",
                                "tire_company",
                            ],
                        )
                    ),
                    name="offered_sponsor_kind_is_known",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Trade",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("gives", models.JSONField()),
            ("takes", models.JSONField()),
            ("accepted", models.BooleanField()),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="trades_proposed", to="franchises.franchiseseason")),
            ("partner", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="trades_asked", to="franchises.franchiseseason")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="trades", to="league.season")),
        ],
        options={
            "constraints": [models.CheckConstraint(condition=models.Q(("partner", models.F("franchise")), _negated=True), name="trade_partner_is_another")],
        },
    ),
    migrations.CreateModel(
        name="StandingOrders",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("document", models.JSONField(default=dict)),
            ("updated_at", models.DateTimeField()),
            ("updated_by", models.CharField(max_length=121)),
            ("franchise", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="standing_orders", to="franchises.franchise")),
        ],
        options={
            "verbose_name_plural": "standing orders",
        },
    ),
    migrations.CreateModel(
        name="LedgerLine",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("entry", models.PositiveIntegerField()),
            ("fact", models.PositiveIntegerField()),
            ("kind", models.CharField(max_length=40)),
            ("rule", models.CharField(max_length=20)),
            ("subject", models.CharField(db_default="", default="", max_length=190)),
            ("amount", models.BigIntegerField()),
            ("balance", models.BigIntegerField()),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="ledger", to="franchises.franchiseseason")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="league.season")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season", "entry", "fact"), name="ledgerline_from_one_fact"),
                models.CheckConstraint(condition=models.Q(("balance__gte", 0)), name="ledger_balance_not_negative"),
            ],
        },
    ),
]
DRIVERS = [
    migrations.CreateModel(
        name="Driver",
        fields=[
            ("id", models.CharField(max_length=121, primary_key=True, serialize=False)),
            ("name", models.CharField(max_length=120)),
            ("league", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="drivers", to="league.league")),
        ],
    ),
    migrations.CreateModel(
        name="Sheet",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("driving", models.IntegerField()),
            ("gunnery", models.IntegerField()),
            ("initiative", models.IntegerField()),
            ("toughness", models.IntegerField()),
            ("xp", models.PositiveIntegerField()),
            ("level", models.PositiveIntegerField()),
            ("talents", models.JSONField()),
            ("quirks", models.JSONField()),
            ("fatigue", models.JSONField()),
            ("ardent_spent", models.BooleanField()),
            ("availability", models.CharField(max_length=12)),
            ("retiring", models.BooleanField()),
            ("person", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="sheets", to="drivers.driver")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="sheets", to="league.season")),
            ("trait_choices", models.PositiveSmallIntegerField(db_default=0, default=0)),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season", "person"), name="one_sheet_a_season"),
                models.CheckConstraint(
                    condition=models.Q(("availability__in", ["available", "heart_out", "season_out", "barred", "retired"])), name="availability_is_known"
                ),
                models.CheckConstraint(condition=models.Q(("level__gte", 1)), name="level_from_one"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Contract",
        fields=[
            ("id", models.CharField(max_length=310, primary_key=True, serialize=False)),
            ("fee", models.BigIntegerField()),
            ("origin", models.CharField(max_length=10)),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="contracts", to="franchises.franchiseseason")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="contracts", to="league.season")),
            ("sheet", models.OneToOneField(on_delete=django.db.models.deletion.DO_NOTHING, related_name="contract", to="drivers.sheet")),
            ("phase", models.CharField(db_default="signed", default="signed", max_length=10)),
            ("protected", models.BooleanField(db_default=False, default=False)),
        ],
        options={
            "constraints": [
                models.CheckConstraint(condition=models.Q(("fee__gte", 0)), name="fee_not_negative"),
                models.CheckConstraint(condition=models.Q(("origin__in", ["rookie", "veteran", "draft", "trade"])), name="origin_is_known"),
                models.CheckConstraint(condition=models.Q(("id", models.F("sheet_id"))), name="contract_has_its_sheets_id"),
                models.CheckConstraint(condition=models.Q(("phase__in", ["signed", "reserved"])), name="contract_phase_is_known"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Appearance",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("entry", models.PositiveIntegerField()),
            ("fact", models.PositiveIntegerField()),
            ("heats", models.PositiveIntegerField()),
            ("criticals", models.PositiveIntegerField()),
            ("scores", models.PositiveIntegerField()),
            ("kills", models.PositiveIntegerField()),
            ("out", models.BooleanField()),
            ("xp_gained", models.PositiveIntegerField()),
            ("xp", models.PositiveIntegerField()),
            ("level", models.PositiveIntegerField()),
            ("franchise", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="appearances", to="franchises.franchiseseason")),
            ("match", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="appearances", to="league.match")),
            ("season", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="league.season")),
            ("driver", models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name="appearances", to="drivers.sheet")),
        ],
        options={
            "constraints": [
                models.UniqueConstraint(fields=("season", "entry", "fact"), name="appearance_from_one_fact"),
                models.UniqueConstraint(fields=("match", "driver"), name="one_appearance_a_match"),
            ],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("drivers", "0001_initial"),
        ("drivers", "0002_initial"),
        ("drivers", "0003_whole_campaign"),
        ("franchises", "0001_initial"),
        ("franchises", "0002_initial"),
        ("franchises", "0003_whole_campaign"),
        ("franchises", "0004_matches_resolved_here"),
        ("league", "0001_initial"),
        ("league", "0002_whole_campaign"),
        ("league", "0003_jobs_clock_and_amends"),
        ("league", "0004_matches_resolved_here"),
        ("league", "0005_claims_and_plans"),
        ("league", "0006_people"),
        ("league", "0007_questionnaire"),
        ("league", "0008_announcements"),
        ("league", "0009_rulings"),
        ("league", "0010_tokens"),
        ("league", "0011_programs"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels({"league": LEAGUE, "franchises": FRANCHISES, "drivers": DRIVERS}),
    ]
