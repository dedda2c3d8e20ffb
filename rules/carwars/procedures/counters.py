"""What dropped counters do to a vehicle that touches several of them, or one for long. Rules CW-P-029 to CW-P-031."""

from __future__ import annotations

from typing import Literal

from rules.carwars.procedures.phases import PHASES, Moment, moment_at, moment_text, phase_index
from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible, Outcome, procedure
from rules.carwars.procedures.quantities import Distance, Few, Name, refuse_repeated
from rules.core.dice import Stream

NEAR_A_SOLID = 25
"""How near a vehicle passes a solid counter that affects it, in hundredths of an inch."""
LONGEST_CONTACT = 100
"""The most phases between the first and the last of a contact."""
SLICKS = {"ice": 4, "oil": 2}
"""What each slick adds to the difficulty of hazards."""


class TouchedCounter(Inputs, frozen=True):
    """A dropped counter on the way of a vehicle."""

    name: Name
    """What this counter is called."""
    weapon: Name
    """The type of dropped weapon it is of, such as mines or oil."""
    state: Literal["solid", "liquid", "gas"]
    """Mines and spikes are solid, oil and ice liquid, smoke and flame clouds gas."""
    distance: Distance
    """How near the vehicle passes it, in hundredths of an inch: 0 if it touches it."""


class StackingInputs(Inputs, frozen=True):
    """The counters that a vehicle touches or passes at one spot."""

    counters: Few[TouchedCounter]
    """The counters, in any order."""


@procedure("CW-P-029", "Counters that add up", reads=("drop.stacking",))
def list_stacked_effects(inputs: StackingInputs, answers: Answers, _stream: Stream) -> Outcome:
    """List the counters that affect a vehicle where several lie together (CW-P-029, CW-Q-043)."""
    refuse_repeated((counter.name for counter in inputs.counters), "counters")
    stacking = str(answers.part("drop.stacking", "stacking"))
    states: dict[str, str] = {}
    effects: dict[str, list[str]] = {}
    for counter in inputs.counters:
        if states.setdefault(counter.weapon, counter.state) != counter.state:
            raise InputsImpossible(f"Counters of {counter.weapon} are of one state: correct that of {counter.name}.")
        reach = NEAR_A_SOLID if counter.state == "solid" else 0
        if counter.distance <= reach and _adds_up(counter, stacking, effects.get(counter.weapon)):
            effects.setdefault(counter.weapon, []).append(counter.name)
    says = tuple(f"{weapon}: {', '.join(names)}." for weapon, names in effects.items())
    return Outcome(values={"effects": effects}, says=says or ("The vehicle is near none of them.",))


def _adds_up(counter: TouchedCounter, stacking: str, earlier: list[str] | None) -> bool:
    """Whether a counter has an effect besides those of its type that count already."""
    return not earlier or stacking == "all" or (stacking == "solids_only" and counter.state == "solid")


class Contact(Inputs, frozen=True):
    """A time during which some part of the vehicle touched a counter of the type without a break."""

    begins: Moment
    """The phase of the first contact."""
    ends: Moment
    """The last phase of the contact."""


class ContactClockInputs(Inputs, frozen=True):
    """The contacts of a vehicle with clouds or slicks of one type."""

    contacts: Few[Contact]
    """The contacts in order. Between two of them the vehicle was clear of all counters of the type."""


@procedure("CW-P-030", "Contact with clouds and slicks", reads=("drop.reentry_interval", PHASES))
def time_contact_effects(inputs: ContactClockInputs, answers: Answers, _stream: Stream) -> Outcome:
    """List the phases in which a run of clouds or slicks affects a vehicle (CW-P-030, CW-Q-044).

    The phases of a turn are those of the duel (CW-Q-148).
    """
    interval = answers.number("drop.reentry_interval", "interval")
    clear_since = phase_index(inputs.contacts[0].begins, answers)
    effects: list[int] = []
    for contact in inputs.contacts:
        begins, ends = phase_index(contact.begins, answers), phase_index(contact.ends, answers)
        if not clear_since <= begins <= ends:
            raise InputsImpossible("Contacts follow each other and end after they begin: put their phases in order.")
        if ends - begins > LONGEST_CONTACT:
            raise InputsImpossible(f"A contact lasts at most {LONGEST_CONTACT} phases here: divide it.")
        effects += range(begins, ends + 1, interval)
        clear_since = ends
    affected = ", ".join(moment_text(index, answers) for index in effects)
    following = effects[-1] + interval
    return Outcome(
        values={"effects": [moment_at(index, answers) for index in effects], "next": moment_at(following, answers)},
        says=(
            f"The vehicle is affected in {affected}.",
            f"If the last contact goes on, the next effect is in {moment_text(following, answers)}.",
        ),
    )


class SlickInputs(Inputs, frozen=True):
    """The slicks that a vehicle touches at once."""

    slicks: Few[Literal["ice", "oil"]]
    """One entry for each counter."""


@procedure("CW-P-031", "Overlapping slicks", reads=("drop.slick_combination",))
def find_slick_modifier(inputs: SlickInputs, answers: Answers, _stream: Stream) -> Outcome:
    """Find what overlapping slicks add to hazards (CW-P-031, CW-Q-045)."""
    added = [SLICKS[slick] for slick in inputs.slicks]
    worst = answers.part("drop.slick_combination", "combination") == "worst"
    modifier = max(added) if worst else sum(added)
    each = ", ".join(f"{slick} D{SLICKS[slick]}" for slick in inputs.slicks)
    rule = "Only the worst counts" if worst else "All of them count"
    return Outcome(
        values={"difficulty": modifier}, says=(f"Touched: {each}.", f"{rule}: hazards get D{modifier} more.")
    )
