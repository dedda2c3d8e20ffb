"""The lead on points: who takes it, and that drawing level takes nothing."""

from __future__ import annotations

from fractions import Fraction

from rules.match.turning_points import PointsLead


def test_a_team_leads_that_has_more_than_every_other() -> None:
    lead = PointsLead()
    taken = [lead.credit(team, points) for team, points in (("a", 2), ("a", 1), ("b", 3), ("b", Fraction(1, 2)))]
    assert taken == [True, False, False, True]
    assert (lead.leader, lead.totals) == ("b", {"a": 3, "b": Fraction(7, 2)})


def test_nobody_leads_without_points() -> None:
    lead = PointsLead()
    assert [lead.credit("a", 0), lead.credit("b", -1)] == [False, False]
    assert lead.leader == ""


def test_a_team_that_is_level_again_leads_still() -> None:
    lead = PointsLead()
    assert [lead.credit("a", 2), lead.credit("b", 2), lead.credit("a", 1)] == [True, False, False]
