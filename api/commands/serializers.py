"""Serializers of trials. They show no dice faces and nothing that depends on how dice fell in a single dry run."""

from __future__ import annotations

from api.commands.schemas import ChanceOut, PriceOut, ReadOnOut, ThrowOut, TrialOut
from api.errors import Problem
from explain.command_preview import CommandPreview
from rules.campaign.dry_run.commands import MoneyMovement, Throw
from rules.campaign.dry_run.table_odds import ThrowTable
from rules.rulebook.books import book_name_of_rule, get_rule


def serialize_trial(preview: CommandPreview, problem: Problem | None) -> TrialOut:
    """A trial of commands; `problem` is the answer the commands would get if they would be refused."""
    return TrialOut(
        facts=tuple(fact.sentence for fact in preview.told),
        throws=tuple(_serialize_throw(throw) for throw in preview.throws),
        prices=tuple(_serialize_price(price) for price in preview.prices),
        refusal=preview.refusal,
        may_be_refused=preview.may_be_refused,
        opens_seal=preview.opens,
        problem=problem,
    )


def _serialize_throw(throw: Throw) -> ThrowOut:
    return ThrowOut(
        dice=throw.dice,
        why=throw.why,
        always=throw.always,
        times=throw.times,
        more=throw.more,
        table=None if throw.read_on is None else _serialize_table(throw.read_on),
    )


def _serialize_table(table: ThrowTable) -> ReadOnOut:
    rule = get_rule(table.rule)
    return ReadOnOut(
        book=book_name_of_rule(table.rule),
        rule=table.rule,
        title="" if rule is None else rule.title,
        odds=tuple(
            ChanceOut(on=chance.on, result=chance.result, ways=chance.ways, of=chance.of) for chance in table.odds
        ),
    )


def _serialize_price(price: MoneyMovement) -> PriceOut:
    return PriceOut(
        franchise=price.franchise,
        kind=price.kind,
        rule=price.rule,
        amount=price.least if price.certain else None,
        least=price.least,
        most=price.most,
    )
