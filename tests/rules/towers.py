"""A whole book made of what the books share: cars pile dice into towers, and there is no map.

Each turn every car is asked how many dice it piles (`{"dice": 1}` to 3). Their sum is added to its tower. A pair of
ones among them brings the tower down, and then its driver either stays in or is out of action. `setting` has the
number of `turns`, by default 3. The highest tower scores its height. With `towers.rickety` a single one brings a
tower down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core.dice import Dice
from rules.core.switches import Setting, Switch
from rules.match.engine import Engine
from rules.match.laws import Laws
from rules.match.log import LogEntry
from rules.match.packet import Packet
from rules.match.packet_ruleset import PacketRuleset
from rules.match.recorder import MatchRecorder
from rules.match.recording import RecordedOrders, digest_of_state
from rules.match.replay.frames import BareScene, CarAppearance, CarView, Frame
from rules.match.report import CarReport, DriverReport, Report, team_reports
from rules.match.ruleset import Document, ErrorDetail, Fixture, Page
from rules.match.stepwise_play import MatchOver, NobodyAsked, OrderIllegal, OrderRequest
from rules.match.text_tables import Column, Table, make_table
from rules.match.toughness_check import DEFAULT_TOUGHNESS, passes_toughness_check

EDITION, TITLE, RULE = 1, "Towers", "FW-154"
TURNS, MOST_DICE, PILED, MOST_TEAMS = 3, 3, 2, 3
RICKETY = Switch("towers.rickety", False, RULE, "A single one brings a tower down.")
STOCK: dict[str, Document] = {"brick": {"base": 1}, "slab": {"base": 4}}


@dataclass(slots=True)
class Moment:
    """The position in the match: the car at index `place` is asked next, in `turn`."""

    heat: int = 1
    turn: int = 1
    phase: int = 0
    place: int = 0


@dataclass(slots=True)
class Tower:
    """A car's tower."""

    id: str
    driver: str
    franchise: str
    height: int = 0
    fell: bool = False
    out: bool = False


@dataclass(slots=True)
class State:
    """Everything that changes."""

    towers: list[Tower]
    moment: Moment = field(default_factory=Moment)


class Play(MatchRecorder):
    """A match under way. A car without an order piles two dice, unless the orders of a log are replayed."""

    def __init__(self, packet: Packet, dice: Dice, recorded: RecordedOrders | None = None) -> None:
        super().__init__(match=packet.match, dice=dice)
        self.packet, self.recorded = packet, recorded
        self.turns = int(packet.setting.get("turns", TURNS))
        self.state = State([
            Tower(seat.car.id, seat.driver.id, team.franchise, height=int(seat.car.design.get("base", 0)))
            for team in packet.teams
            for seat in team.seats
        ])  # fmt: skip

    @property
    def moment(self) -> Moment:
        return self.state.moment

    def asked(self) -> OrderRequest | None:
        if is_over(self) or self.moment.place == len(self.state.towers):
            return None
        tower = self.state.towers[self.moment.place]
        step = f"t{self.moment.turn}/{tower.id}"
        return OrderRequest(step=step, car=tower.id, kind="pile", may={"dice": [1, MOST_DICE]})


def is_over(play: Play) -> bool:
    """Whether the last turn has been played."""
    return play.moment.turn > play.turns


def step(play: Play, order: Document | None = None) -> list[LogEntry]:
    """Play one car's pile, or the end of the turn."""
    if is_over(play):
        raise MatchOver(f"{play.match} is over: nobody piles any more.")
    began, question = len(play.log.entries), play.asked()
    if question is None:
        if order is not None:
            raise NobodyAsked("The turn ends here, and asks nobody: give no order.")
        _end_turn(play)
    else:
        choice = order
        if choice is None:
            choice = {"dice": PILED} if play.recorded is None else play.recorded.order(question.step, question.car)
        _pile(play, question, choice)
    return play.log.entries[began:]


def _pile(play: Play, question: OrderRequest, order: object) -> None:
    dice = order.get("dice") if isinstance(order, dict) and set(order) == {"dice"} else None
    if type(dice) is not int or not 1 <= dice <= MOST_DICE:
        raise OrderIllegal(f"{question.car} piles 1 to {MOST_DICE} dice: say how many.")
    play.log.orders.append((question.step, question.car, {"dice": dice}))
    tower = play.state.towers[play.moment.place]
    play.begin_procedure(question.step)
    pile, before = play.roll(dice, "the pile"), tower.height
    ones = 1 if play.packet.switches.get(RICKETY.name, False) else 2
    tower.fell = pile.faces.count(1) >= ones
    tower.height = 0 if tower.fell else before + pile.total
    play.moment.place += 1
    play.note("pile", RULE, tower, before={"height": before}, after={"height": tower.height}, dice=dice)
    if tower.fell and not tower.out:
        tower.out = not passes_toughness_check(
            play, tower.driver, toughness=DEFAULT_TOUGHNESS, rule=RULE, why="the fall"
        )


def _end_turn(play: Play) -> None:
    moment = play.moment
    play.log.digests.append((1, moment.turn, digest_of_state(play.state)))
    play.note("turn_end", RULE)
    moment.turn, moment.place = moment.turn + 1, 0


def _played(
    packet: Packet, dice: Dice, recorded: RecordedOrders | None = None, seen: Callable[[Play], None] | None = None
) -> Play:
    play = Play(packet, dice, recorded)
    play.watch = seen
    while not is_over(play):
        step(play)
    return play


class Skyline(BareScene):
    """The scene: there is no ground, so each tower is described in words."""

    ground = None

    def __init__(self, play: Play) -> None:
        """Ignores the match."""

    def frame(self, play: Play) -> Frame:
        """Every tower with its height."""
        cars = (
            CarView(id=tower.id, looks=CarAppearance.GONE, place="in a row", condition=f"{tower.height} high")
            for tower in play.state.towers
        )
        return Frame(part="", phase=0, cars=tuple(cars))


LAWS: Laws[Play] = Laws()


@LAWS.always
def no_tower_is_higher_than_its_dice(play: Play) -> Iterator[str]:
    """No tower is higher than its base and six for each die it may have had."""
    most = 6 * MOST_DICE * play.turns
    yield from (f"{tower.id} is {tower.height} high" for tower in play.state.towers if tower.height > most + 4)


@LAWS.after_a_turn
def everybody_was_asked(play: Play) -> Iterator[str]:
    """A turn ends after its last car."""
    if play.moment.place != len(play.state.towers):
        yield f"turn {play.moment.turn} ended with {play.moment.place}"


class Piling:
    """The engine, which is a module in other books: matches played one step at a time."""

    EDITION = EDITION
    start = staticmethod(Play)
    is_over = staticmethod(is_over)
    legal_orders = staticmethod(Play.asked)
    step = staticmethod(step)


def _fixture_errors(fixture: Fixture) -> list[ErrorDetail]:
    """Errors in the event, the number of teams, and the number of turns."""
    errors = []
    if fixture.event != "towers":
        errors.append(
            ErrorDetail(code="unknown_event", rule=RULE, sentence="Towers are all that is played: play it.")
        )
    if fixture.teams > MOST_TEAMS:
        sentence = f"{fixture.teams} teams are entered and Towers takes {MOST_TEAMS}: enter fewer."
        errors.append(ErrorDetail(code="too_many_teams", rule="", sentence=sentence))
    turns = fixture.setting.get("turns", TURNS)
    if type(turns) is not int or not 1 <= turns <= 9:
        errors.append(ErrorDetail(code="turns", rule=RULE, sentence="It lasts 1 to 9 turns: say how many."))
    return errors


def _default_fixture(*, number: int, teams: int, vehicles_per_team: int) -> Fixture:
    """One more turn each round, up to nine."""
    setting = {"turns": min(number, 9)}
    return Fixture(event="towers", teams=teams, vehicles_per_team=vehicles_per_team, setting=setting)


def _narrate(play: Play) -> list[str]:
    """The height of every tower, in sentences."""
    return [f"{tower.id} is {tower.height} high." for tower in play.state.towers]


def _tables(play: Play) -> list[Table]:
    """The height of every tower, in columns."""
    rows = ((tower.id, tower.franchise, tower.height) for tower in play.state.towers)
    return [make_table("Towers", (Column("tower"), Column("team"), Column("height", "points of dice")), rows)]


def _report(play: Play, packet: Packet) -> Report:
    highest = max((tower.height for tower in play.state.towers), default=0)
    points: dict[str, Any] = {tower.franchise: highest for tower in play.state.towers if tower.height == highest}
    return Report(
        teams=team_reports(packet, points),
        drivers=[
            *(DriverReport(driver=tower.driver, heats=[1], out=tower.out) for tower in play.state.towers),
            *(
                DriverReport(driver=seat.gunner.id)
                for team in packet.teams
                for seat in team.seats
                if seat.gunner is not None
            ),
        ],
        cars=[CarReport(car=tower.id) for tower in play.state.towers],
    )


class Towers(PacketRuleset[Play]):
    """The ruleset. It has no package, and its one rulebook page is here."""

    name = "towers"
    title = TITLE
    most_teams = MOST_TEAMS
    switches: tuple[Switch, ...] = (RICKETY,)
    engine: Engine[Play] = Piling()
    read_design = staticmethod(lambda document: document)
    stock_designs = staticmethod(lambda: STOCK)
    find_fixture_errors = staticmethod(_fixture_errors)
    default_fixture = staticmethod(_default_fixture)
    line_up_warnings = staticmethod(lambda _: [])
    setup_of = staticmethod(lambda packet: packet)
    replay_match = staticmethod(_played)
    report_of = staticmethod(_report)
    story_lines = staticmethod(_narrate)
    tables = staticmethod(_tables)
    scene_of = staticmethod(Skyline)
    rulebook = (Page(title="Piling", text="## FW-154 Piling\n\nPile dice."),)

    def design_errors(
        self,
        document: Document,
        *,
        dp: int,
        gunner_station: bool,  # noqa: ARG002 - nobody shoots here
        gearing: int,  # noqa: ARG002 - nothing moves here
        switches: Mapping[str, Setting],
    ) -> list[ErrorDetail]:
        """A base of 1 or more, at most 2 on rickety ground, and within the points."""
        base = document.get("base")
        if type(base) is not int or base < 1:
            return [ErrorDetail(code="no_base", rule=RULE, sentence="It stands on nothing: give it a base from 1.")]
        errors = []
        if base > dp:
            errors.append(
                ErrorDetail(code="over_budget", rule=RULE, sentence="Its base is too dear: make it smaller.")
            )
        if base > 2 and switches.get(RICKETY.name, False):
            errors.append(
                ErrorDetail(code="rickety", rule=RULE, sentence="The ground bears a base of 2: make it smaller.")
            )
        if base > 40:
            errors.append(ErrorDetail(code="broad", rule=RULE, sentence="It is rather broad.", warning=True))
        return errors

    def stock_design(
        self,
        *,
        dp: int,  # noqa: ARG002 - it costs one or two points
        gunner_station: bool,  # noqa: ARG002 - nobody shoots here
        gearing: int,  # noqa: ARG002 - nothing moves here
        kinds: Sequence[str],
        switches: Mapping[str, Setting],  # noqa: ARG002 - a base of 2 stands on any ground
    ) -> Document:
        """A base of 2 for a car that carries something, else of 1."""
        return {"base": 1 + bool(kinds)}

    def car_sheet(
        self,
        document: Document,
        *,
        dp: int,
        switches: Mapping[str, Setting],  # noqa: ARG002 - the sheet does not depend on the ground
    ) -> list[Table]:
        """A table with the base."""
        base = document.get("base")
        if type(base) is not int:
            return []
        return [
            make_table(
                "Tower", (Column("part"), Column("height")), [("base", base)], note=f"{base} of {dp} DP spent."
            )
        ]


TOWERS = Towers()
