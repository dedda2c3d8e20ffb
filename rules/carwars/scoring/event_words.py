"""Each event of a duel in a sentence, for the story of its log. Rules CW-S-002 to CW-S-022, CW-S-040 to CW-S-049."""

from __future__ import annotations

from rules.carwars.scoring.causes import (
    Attack,
    Avoided,
    Bounced,
    Burned,
    Cause,
    LostControl,
    NobodyElse,
    Pushed,
    ShedObstacle,
)
from rules.carwars.scoring.duel import Duel
from rules.carwars.scoring.events import (
    Armed,
    BurnModifier,
    Checkpoint,
    ControlState,
    Counter,
    Crew,
    DuelEvent,
    Extinguished,
    FireRoll,
    Hazard,
    Hit,
    Jump,
    Kill,
    LeftArena,
    NotKilled,
    Reach,
    Speed,
    Surrender,
    Takeover,
    Target,
    TimeCalled,
)

CONTROL_WORDS = {
    "controlled": "is in control",
    "skidding": "skids",
    "spinning": "spins",
    "rolling": "rolls over",
}
KILL_WORDS = {
    "mobility": "can no longer move under power",
    "complete": "can no longer affect the duel",
    "destroyed": "is destroyed",
}
LANDING_WORDS = {
    "ramp": "lands on the ramp",
    "overshot": "overshoots the ramp",
    "short": "lands short of the ramp",
}
DAMAGE_WORDS = {
    "vehicular": "",
    "burst": " with burst damage",
    "flechette": " with flechettes",
    "hand_weapon": " with a hand weapon",
}


def event_sentence(duel: Duel, event: DuelEvent) -> str:
    """An event as a sentence, by the names of the duel."""
    name = duel.name_of
    match event:
        case Hit(by=by, on=on, hazard=hazard):
            return f"{name(by)} hits {name(on)}{' and puts them in a hazard' if hazard else ''}."
        case Hazard(by=by, on=on):
            return f"{name(by)} puts {name(on)} in a hazard."
        case Kill(on=on, part=part, because=because):
            return f"{name(on)} {KILL_WORDS[part]}: {cause_words(duel, because)}."
        case NotKilled(on=on, note=note):
            return f"The referee finds that {name(on)} is not out yet: {note}"
        case BurnModifier() | Extinguished() | FireRoll():
            return _fire_sentence(duel, event)
        case Checkpoint() | Target() | Jump() | Counter():
            return _arena_sentence(duel, event)
        case Surrender() | LeftArena() | Takeover() | TimeCalled():
            return _departure_sentence(duel, event)
        case _:
            return _condition_sentence(duel, event)


def _condition_sentence(duel: Duel, event: Speed | ControlState | Crew | Armed | Reach) -> str:
    name = duel.name_of(event.of)
    match event:
        case Speed(mph=0):
            return f"{name} stands still."
        case Speed(mph=mph, voluntary=voluntary):
            by_choice = ", by choice" if voluntary else ""
            return f"{name} goes {'back ' if mph < 0 else ''}at {abs(mph)} miles an hour{by_choice}."
        case ControlState(state=state):
            return f"{name} {CONTROL_WORDS[state]}."
        case Crew(alive=0):
            return f"Nobody aboard {name} is alive."
        case Crew(alive=alive, can_drive=can_drive):
            drives = "and the vehicle has a driver" if can_drive else "and nobody can drive"
            return f"Aboard {name} {alive} {'is' if alive == 1 else 'are'} alive, {drives}."
        case Armed(can_fire=can_fire):
            return f"{name} can fire again." if can_fire else f"{name} has nothing left to fire."
        case Reach(reaches=reaches):
            still = "can still" if reaches else "can no longer"
            return f"The referee finds that {name} {still} harm somebody before it stops."


def _fire_sentence(duel: Duel, event: BurnModifier | Extinguished | FireRoll) -> str:
    match event:
        case BurnModifier(by=by, on=on, modifier=modifier, turns=turns):
            lasting = f", for {turns} more {'turn' if turns == 1 else 'turns'}" if turns else ""
            return f"{duel.name_of(by)} puts a burn modifier of {modifier} on {duel.name_of(on)}{lasting}."
        case Extinguished(on=on, personal=personal):
            return f"{duel.name_of(on)} is put out{' with a personal extinguisher' if personal else ''}."
        case FireRoll(on=on, roll=roll):
            return f"The roll for fire on {duel.name_of(on)} is {roll}."


def _arena_sentence(duel: Duel, event: Checkpoint | Target | Jump | Counter) -> str:
    name = duel.name_of(event.by)
    match event:
        case Checkpoint(name=feature):
            return f"{name} touches the checkpoint {feature}."
        case Target(name=feature, points=points, damage=damage):
            counted = "1 point" if points == 1 else f"{points} points"
            return f"{name} damages the target {feature} by {counted}{DAMAGE_WORDS[damage]}."
        case Jump(name=feature, landed=landed):
            return f"{name} jumps {feature} and {LANDING_WORDS[landed]}."
        case Counter(gas=gas):
            return f"{name} drops {'a cloud' if gas else 'a counter'} in a no-drop zone."


def _departure_sentence(duel: Duel, event: Surrender | LeftArena | Takeover | TimeCalled) -> str:
    name = duel.name_of
    match event:
        case Surrender(of=of, to=to):
            return f"{name(of)} surrenders{f' to {name(to)}' if to else ''}."
        case LeftArena(of=of):
            return f"{name(of)} leaves the arena."
        case Takeover(of=of, into=into):
            return f"A survivor of {name(of)} takes over {name(into)}."
        case TimeCalled():
            return "Time is called."


def cause_words(duel: Duel, cause: Cause) -> str:
    """A chain of causes in words, from its last link to its first."""
    name = duel.name_of
    match cause:
        case Attack(by=by):
            return f"{name(by)} hit it"
        case Pushed(driver=driver, because=because, voluntary=voluntary):
            turned = " and turned into it by choice" if voluntary else ""
            return f"{name(driver)} was pushed into it{turned}, because {cause_words(duel, because)}"
        case LostControl(because=because):
            return f"a hazard cost the driver control, because {cause_words(duel, because)}"
        case Bounced(off=off):
            return f"the driver rammed {name(off)} and lost control by it"
        case Avoided(owner=owner):
            return f"the driver lost control while avoiding what {name(owner)} dropped"
        case ShedObstacle(by=by):
            return f"an obstacle fell off {name(by)}"
        case Burned(on=on):
            return f"the fire on {name(on)}" if on else "it burned"
        case NobodyElse():
            return "nobody else had a part in it"
