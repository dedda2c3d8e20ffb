"""Why somebody has the points of a kill, in the words of RHAD. Rule RH-090.

The scorer of duels says it in steps, the last one first, which are stored with the points. They are written for
referees at a table, who see what happened.
"""

from __future__ import annotations

import re

from rules.match.log import LogEntry

KILL_REASON = re.compile(
    r"(?:The (?P<gained>\w+) kill of (?P<victim>\S+)|Lost by the (?P<lost>\w+) kill)\. (?P<why>.+)"
)
"""The scorer's reason for the points of a kill."""
RAMMED = re.compile(r"The driver rammed (\S+) and lost control by it")
PUSHED = re.compile(r"(\S+) was pushed into it, and did nothing of their own since")
DID_IT = re.compile(r"(\S+) did it")
LOST_CONTROL = "A hazard cost the driver control"
RULING = re.compile(r" \(([A-Z]+-\d+)\)$")
"""The rule that a ruling of the engine names; the line of the log has it as well."""


def format_kill_reason(reason: str, victim: str) -> str:
    """The reason for the points of the kill of `victim`, without a full stop at its end."""
    steps = [step for step in reason.removesuffix(".").split(". ") if step]
    if PUSHED.fullmatch(steps[0]):
        return "; ".join(_pushed_texts(steps, victim))
    if rammed := RAMMED.fullmatch(steps[0]):
        return ". ".join([f"{victim} rammed {rammed[1]} itself", *steps[1:]])
    if steps[0] == LOST_CONTROL and len(steps) > 1 and (doer := DID_IT.fullmatch(steps[1])):
        return ". ".join([f"{victim} lost control after what {doer[1]} did", *steps[2:]])
    return RULING.sub("", ". ".join(steps))


def _pushed_texts(steps: list[str], victim: str) -> list[str]:
    """A chain of cars that ran into each other without control, the last one first, and who began it."""
    texts: list[str] = []
    struck = victim
    for step in steps:
        if pushed := PUSHED.fullmatch(step):
            texts.append(f"{'before that ' if texts else ''}{pushed[1]} could not help running into {struck}")
            struck = pushed[1]
        elif doer := DID_IT.fullmatch(step):
            texts.append(f"{doer[1]} began it")
        elif step != LOST_CONTROL:
            texts.append(step)
    return texts


def kill_of(entry: LogEntry) -> tuple[str, str, str]:
    """The kill for which a car's points change: `mobility` or `complete`, the car that was killed, and why somebody
    has the points. Empty texts for a change that is for no kill.
    """
    reason, _, _ = entry.more["reason"].partition(" [")
    found = KILL_REASON.fullmatch(reason.removesuffix("."))
    if found is None:
        return "", "", ""
    why, _, _ = found["why"].partition(" Proposed: ")
    victim = found["victim"] or entry.car
    return found["gained"] or found["lost"], victim, format_kill_reason(why, victim)
