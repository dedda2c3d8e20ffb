"""In every book, names of designs, grounds and duels are accepted in any script and refused with invisible tricks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.carcult.designs.design_errors import document_errors as carcult_design_errors
from rules.carcult.ground.table_document_errors import table_document_errors
from rules.carwars.scoring.duel import Duel, Duelist, refuse_bad_duel
from rules.carwars.scoring.event_checks import DuelEventsRefused
from rules.carwars.scoring.events import Ruled
from rules.carwars.scoring.settings import ScoringSettings, refuse_bad_settings
from rules.core.quoted_text import printable_name, replace_unreadable
from rules.core.refusals import Malformed
from rules.dethmatch.designs.design_errors import design_errors as dethmatch_design_errors
from rules.dethmatch.ground.track_file import TrackUnreadable, read_track
from rules.formule.designs.design_errors import Limits
from rules.formule.designs.design_errors import document_errors as formule_design_errors
from rules.formule.ground.circuit_errors import circuit_errors
from rules.match.text_tables import Column, lines_of, make_table
from rules.rhad.designs.design_errors import design_errors as rhad_design_errors
from rules.rhad.ground.arena_errors import arena_errors
from tests.rules.carcult.test_own_tables import LAKE
from tests.rules.carwars.duels import duel, kill, scored
from tests.rules.dethmatch.courses import ring_road
from tests.rules.dethmatch.paper_cars import PLAIN
from tests.rules.formule.test_circuit import small
from tests.rules.formule.test_designs import plain
from tests.rules.rhad.paper_cars import armed, changed
from tests.rules.rhad.test_arenas import DISC
from tests.rules.test_procedure_inputs import RANGE, faults

LEGIBLE = ("می\u200cخواهم", "ශ්\u200dරී", "Ann 👩\u200d🔧", "ホール\u3000一", "20\xa0miles", "Zoë", "🫨")
"""Persian and Sinhala with their joiners, an emoji sequence, spaces of other widths, and an emoji that is too new."""
TRICKS = ("Ra\u200dzor", "\u200cRazor", "Razor\U000e0062", "a\u202eb", "a\u200bb", "a\nb", "a\x1b[2J")
"""Joiners and tags that nothing needs, and characters that nobody sees."""


def _accepts_track(name: str) -> bool:
    try:
        read_track(ring_road() | {"name": name})
    except TrackUnreadable:
        return False
    return True


def _accepts_duelist(name: str) -> bool:
    try:
        refuse_bad_duel(Duel((Duelist(id=name, name=name, team=name), Duelist(id="b"))))
    except Malformed:
        return False
    return True


PLACES: dict[str, Callable[[str], bool]] = {
    "car cult design": lambda name: (
        not carcult_design_errors({"name": name, "engine": "hauler", "cards": []}, switches={})
    ),
    "car cult table": lambda name: not table_document_errors({**LAKE, "name": "own", "title": name}),
    "car wars duelist": _accepts_duelist,
    "dethmatch design": lambda name: not dethmatch_design_errors(replace(PLAIN, name=name), budget=60),
    "dethmatch track": _accepts_track,
    "formule design": lambda name: (
        "bad_name" not in [error.code for error in formule_design_errors(plain(name=name), limits=Limits())]
    ),
    "formule circuit": lambda name: not circuit_errors(small() | {"title": name}),
    "rhad design": lambda name: not rhad_design_errors(changed(name=name), budget=None),
    "rhad weapon": lambda name: not rhad_design_errors(armed(name=name), budget=None),
    "rhad arena": lambda name: not arena_errors({**DISC, "title": name}),
}
"""Whether each thing of a book that has a name may have the given one."""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", LEGIBLE)
def test_a_name_in_any_script_is_accepted(place: str, name: str) -> None:
    assert PLACES[place](name)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", TRICKS)
def test_a_name_with_an_invisible_trick_is_refused(place: str, name: str) -> None:
    assert not PLACES[place](name)


@pytest.mark.parametrize("text", LEGIBLE)
def test_notes_and_texts_are_accepted_in_any_script(text: str) -> None:
    refuse_bad_settings(ScoringSettings(mobility_kill_definition=text))
    scored(duel(), kill(3, "b", "a", ruled=Ruled(shares={"a": "1"}, note=text)))
    assert faults("measure_range", {**RANGE, "target_name": text}) == []


@pytest.mark.parametrize("text", TRICKS[3:5])
def test_notes_and_texts_that_nobody_can_read_are_refused(text: str) -> None:
    with pytest.raises(Malformed):
        refuse_bad_settings(ScoringSettings(mobility_kill_definition=text))
    with pytest.raises(DuelEventsRefused):
        scored(duel(), kill(3, "b", "a", ruled=Ruled(shares={"a": "1"}, note=text)))
    assert [pointer for pointer, _ in faults("measure_range", {**RANGE, "target_name": text})] == ["/target_name"]


def test_a_refusal_shows_a_legible_name_as_it_is_and_escapes_any_other() -> None:
    assert printable_name(LEGIBLE[0]) == LEGIBLE[0]
    assert printable_name("Ra\u200dzor") == r"'Ra\u200dzor'"
    assert replace_unreadable("a\x1b[2J می\u200cخواهم") == "a?[2J می\u200cخواهم"


def test_columns_stay_in_line_under_names_with_marks_joiners_and_wide_characters() -> None:
    names = ("Razors", "Zoe\u0308", "ホール", "می\u200cخوا")
    lines = lines_of([make_table("Cars", (Column("car"), Column("hits")), [(name, 7) for name in names])])
    assert lines[1:] == [
        "car     hits",
        "------  ----",
        "Razors     7",
        "Zoe\u0308        7",
        "ホール     7",
        "می\u200cخوا      7",
    ]
