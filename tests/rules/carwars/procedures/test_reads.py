"""Procedures read the questions that name them, and no others."""

from __future__ import annotations

import pytest

from rules.carwars.procedures.table import all_procedures
from rules.carwars.questionnaire import questions


@pytest.mark.parametrize("rule", sorted({procedure.rule for procedure in all_procedures().values()}))
def test_the_procedures_of_a_rule_read_the_questions_that_name_it(rule: str) -> None:
    read = {key for procedure in all_procedures().values() if procedure.rule == rule for key in procedure.reads}
    assert read == {question.key for question in questions().values() if rule in question.procedures}


@pytest.mark.parametrize("tag", all_procedures())
def test_a_procedure_cites_its_rule_and_its_questions(tag: str) -> None:
    procedure = all_procedures()[tag]
    cited = {procedure.rule, *(questions()[key].id for key in procedure.reads)}
    assert {rule for rule in cited if rule not in (procedure.perform.__doc__ or "")} == set()
