"""A league that is played at random: what fits its step, what does not, what is spoilt, and what is asked twice."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from random import Random

from hypothesis import currently_in_test_context, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from rules.campaign.core.codec import command_document, copy_season
from rules.campaign.core.command import COMMAND_TYPES, MATCH_STEPS, SEASON_STEPS, Command, tag_of
from rules.campaign.core.facts import Fact
from rules.campaign.core.season_json import season_bytes
from rules.campaign.core.state import Match, Season
from rules.campaign.core.switches import SWITCH_BY_NAME
from rules.campaign.founding.season_start import FoundFranchise, OpenSeason
from rules.campaign.founding.setup import LEAST_FRANCHISES
from rules.campaign.match_day.announcing import AnnounceRound
from rules.campaign.match_day.report_acceptance import AcceptReport
from rules.campaign.match_day.stand_in import stand_in_report
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import perform
from rules.campaign.season.house_rules import settings_contradiction
from rules.campaign.season_end.off_season import next_season
from rules.campaign.steward import Orders, answers, next_commissioner_command
from rules.core.dice import Dice, KeyRing, Roll
from rules.core.refusals import Refusal
from rules.core.switches import Setting
from rules.core.terms import FranchiseId, MatchId
from rules.match.registry import temporarily_installed
from tests.machine.arguments import command, settings_of, spoilt
from tests.machine.book import Book, unsaid
from tests.machine.counts import Counts
from tests.machine.scene import awaited, bargains, fitting
from tests.rules.ladder import LADDER

Said = tuple[Command, list[Fact], list[Roll]]
"""A command that was performed, and what was said and thrown."""
PLAYING = ("M3", "M4", "M5.4", "M5.10")
ENDING = ("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "closed")
TARGETS = ("S1", "S3", "M", *PLAYING, *PLAYING, *("M5.10",) * 3, *ENDING, "closed")
"""Where a season is played to; most of what there is to do is done in the rounds."""
ORDERS = (
    Orders(),
    Orders(reserve_k=0, party_k=300, staff_rating=4, staff_k=300, roster=10, garage=5, gunner_stations=True),
    Orders(party_k=150, staff_rating=3, match_mechanic=True, world_trade=False, trades="leave", medical=False),
    Orders(party_k=0, roster=3, staff_rating=1, replace_k=0, repair_k=0, keep_staff=False, pick=False),
)
TURNED: tuple[Mapping[str, Setting], ...] = (
    {"season.setup_single_window": False},
    {"advancement.choose_trait": True},
    {"roster.min": 2, "roster.max": 3, "hire.midseason": True},
    {"roster.min": 1, "roster.max": 2, "season.setup_single_window": False},
    {"garage.min": 2, "garage.max": 3},
    {"garage.min": 5},
    {"sponsors.max": 3},
    {"franchise.seed_money_k": 250},
    {"match.forfeit_fee_k": 30},
    {"season.parallel_matches": False},
    {"stores.free_ammo": False},
    {"round.idle_may_shop": True, "hire.midseason": True},
    {"sponsors.holding_payout_subject_to_overhead": True},
)
"""House rules without which some commands, limits, or ways through them, are never met."""
NEXT, FITS, RARE, OPEN, OUT, SPOILT, SAME, ON = (
    "the next thing to do",
    "what fits",
    "what is rare",
    "what stands open",
    "what is out of step",
    "something spoilt",
    "the same again",
    "play on",
)
MANNERS = (NEXT, NEXT, FITS, FITS, FITS, *(RARE,) * 4, *(OPEN,) * 3, OUT, OUT, SPOILT, SPOILT, SAME, ON, ON)
"""What a step may be, as often as it stands here."""
RAREST = 8
PATIENCE = 12
"""How many steps a league may stand at one place before it is led on."""
BARGAINED = 2
"""One step in so many is about a trade while one may be made, which is seldom and never for long."""
GROUPED_FROM = 4
MOST_COMMANDS = 2000
"""No season needs as many from one step to the next, whatever happened in it."""


def _place(step: str) -> int:
    """Where a step stands in a season; those of a match stand in the rounds."""
    return SEASON_STEPS.index("M" if step in MATCH_STEPS else step)


def _tell(line: str) -> None:
    """Told with the steps of a league in which something broke."""
    if currently_in_test_context():
        note(line)


def hold(found: Iterable[str]) -> None:
    """Raise with every sentence of what is not as it should be."""
    if told := list(found):
        raise AssertionError("\n".join(told))


class SeasonMachine(RuleBasedStateMachine):
    """One league in memory; every command goes through `give`, and everything is looked at after each."""

    def __init__(self, counts: Counts) -> None:
        super().__init__()
        self._borrowed = ExitStack()
        self._borrowed.enter_context(temporarily_installed(LADDER))
        self.counts = counts
        self.serial = 0
        self.secret = b""
        self.rounds = 1
        self.orders = ORDERS[0]
        self.in_groups = False
        self.last: Command | None = None
        self.given: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.order: dict[str, int] = {}
        self.place: tuple[object, ...] = ()
        self.stood = 0
        self.sound = True
        self.enter(Season())

    def teardown(self) -> None:
        """The ruleset that matches could be given to goes with the league."""
        self._borrowed.close()

    @initialize(
        secret=st.binary(min_size=1, max_size=2),
        rounds=st.integers(1, 3),
        franchises=st.sampled_from((2, 3, 4, 4, 5, 0, 0)),
        turned=st.lists(st.sampled_from(range(len(TURNED))), max_size=4, unique=True),
        data=st.data(),
    )
    def found(self, *, secret: bytes, rounds: int, franchises: int, turned: list[int], data: st.DataObject) -> None:
        """A league is founded, with house rules of its own, and from a sheet where it has no franchises."""
        self.counts.leagues += 1
        self.secret, self.rounds = secret, rounds
        tags = sorted(COMMAND_TYPES)
        Random(secret).shuffle(tags)
        self.order = {tag: place for place, tag in enumerate(tags)}
        self.orders = data.draw(st.sampled_from(ORDERS))
        self.in_groups = data.draw(st.booleans())
        odd = data.draw(st.sampled_from(sorted(SWITCH_BY_NAME)))
        switches: dict[str, Setting] = {
            "trade.commissioner_approval": data.draw(st.sampled_from((True, True, False)))
        }
        for each in (
            *(TURNED[place] for place in sorted(turned)),
            {odd: data.draw(settings_of(SWITCH_BY_NAME[odd]))},
        ):
            if not settings_contradiction({**switches, **each}):
                switches |= each
        self.open(OpenSeason(rounds=rounds, switches=switches))
        if not franchises:
            self._ask(data, ["open_from_sheet"])
        for number in range(1, franchises + 1):
            self.give(FoundFranchise(franchise=FranchiseId(f"team{number}")))

    @rule(manner=st.sampled_from(MANNERS), data=st.data())
    def act(self, *, manner: str, data: st.DataObject) -> None:
        """One step. It is one rule, since of several some would be left out of whole leagues by turns."""
        self.counts.steps += 1
        self.sound = False
        if self._has_stood_long():
            self.lead()
        trading = bargains(self.season)
        fits = fitting(self.season)
        if trading and data.draw(st.integers(1, BARGAINED)) == 1:
            self._ask(data, self._rarest(trading)[:2])
        elif manner == ON:
            self.play_to(data.draw(st.sampled_from(TARGETS)))
        elif manner == SAME and self.last is not None:
            self.give(self.last)
        elif manner == OUT:
            self._ask(data, self._rarest(COMMAND_TYPES.keys() - fits, of=self.refused))
        elif not fits or manner in {NEXT, SAME}:
            self.lead()
        else:
            among = {RARE: self._rarest(fits), OPEN: self._rarest(awaited(self.season) or fits)}
            self._ask(data, among.get(manner, sorted(fits)), spoil=manner == SPOILT)
        self.sound = True

    def play_to(self, step: str) -> None:
        """Everybody does what is next until a step is reached; one that is past is left at the next thing to do."""
        if _place(step) < _place(self.season.step):
            self.lead()
            return
        for _ in range(MOST_COMMANDS):
            if _place(self.season.step) > _place(step) or self.season.step == "closed":
                return
            self.lead()
            if step in self._steps():
                return
        raise AssertionError(f"Season {self.season.number} never came to {step}: it stands at {self.season.step}.")

    def _ask(self, data: st.DataObject, tags: list[str], *, spoil: bool = False) -> None:
        """Somebody gives one of these commands."""
        self.serial += 1
        given = data.draw(command(self.season, data.draw(st.sampled_from(tags)), serial=self.serial))
        self.give(data.draw(spoilt(self.season, given)) if spoil else given)

    def _rarest(self, tags: Iterable[str], *, of: Counter[str] | None = None) -> list[str]:
        """Of these commands those the league was given, or refused, least so far; equals in an order of its own."""
        counted = self.given if of is None else of
        return sorted(tags, key=lambda tag: (counted[tag], self.order[tag]))[:RAREST]

    def _steps(self) -> set[str]:
        return {self.season.step, *(match.step for match in self.season.matches.values())}

    def _has_stood_long(self) -> bool:
        """Whether so much was asked at one step that it is time to go on: the rounds have the most to ask for."""
        place = (self.season.number, *sorted(self._steps()))
        self.stood = self.stood + 1 if place == self.place else 0
        self.place = place
        return self.stood > (PATIENCE if self.season.step == "M" else PATIENCE // 3)

    # ------------------------------------------------------------------------------------- what leads a season on

    def lead(self) -> None:
        """The next thing that is to be done: none of it is ever refused, and there always is one."""
        if self.season.step == "closed":
            self.follow()
            return
        found = next(self._next(), None)
        if found is None:
            raise AssertionError(f"Season {self.season.number} stands still at {self.season.step}.")
        for each in found:
            if not self.give(each):
                raise AssertionError(f"{each} was named as the next thing to do, and refused.")

    def _next(self) -> Iterator[list[Command]]:
        season = self.season
        if not season.rounds_planned:
            yield [OpenSeason(rounds=self.rounds)]
        if season.step == "S0" and len(season.franchises) < LEAST_FRANCHISES:
            self.serial += 1
            yield [FoundFranchise(franchise=FranchiseId(f"f{self.serial}"))]
        for franchise in sorted(season.franchises):
            if answered := answers(season, franchise, self.orders):
                yield answered
        if (following := next_commissioner_command(season)) is not None:
            yield [self._grouped(following)]
        for _, match in sorted(season.matches.items()):
            if match.step == "M4":
                yield [self._played(match)]

    def _grouped(self, given: Command) -> Command:
        """In a league that races in groups a round is announced for every second franchise alone."""
        if not (self.in_groups and isinstance(given, AnnounceRound) and len(self.season.franchises) >= GROUPED_FROM):
            return given
        matches = [replace(match, franchises=match.franchises[::2]) for match in given.matches]
        return replace(given, matches=matches, uneven=True)

    def _played(self, match: Match) -> Command:
        dice = Dice(KeyRing(hashlib.sha256(self.secret + match.id.encode()).digest()))
        return AcceptReport(match=MatchId(match.id), report=stand_in_report(self.season, match, dice))

    def follow(self) -> None:
        """The closed season is followed by the next."""
        closed = self.season
        self.enter(next_season(closed))
        self.carried_over(closed)
        self.look()

    def carried_over(self, closed: Season) -> None:
        """What a season had is in the next to the last credit."""
        self.counts.rollovers += 1
        staying = {franchise.id: franchise.balance for franchise in closed.all_franchises() if not franchise.folded}
        carried = {franchise.id: franchise.balance for franchise in self.season.all_franchises()}
        hold([f"{staying} was carried over as {carried}."] if staying != carried else [])

    # --------------------------------------------------------------------------------------------- the one door

    def open(self, opening: OpenSeason) -> None:
        """Open the league's first season."""
        self.give(opening)

    def enter(self, opened: Season) -> None:
        """Go on with a season, and a book of its own that begins as it stands."""
        self.season = opened
        self.book = Book.of(opened)
        self.bytes = season_bytes(opened)
        self.last = None
        self.counts.longest = max(self.counts.longest, opened.number)

    def give(self, given: Command) -> bool:
        """Give a command and let the season do what is due: whether it was performed."""
        self.last = given
        self.given[tag_of(type(given))] += 1
        _tell(f"{self.season.step}: {command_document(given)}")
        try:
            said = self.perform(given)
        except Refusal as no:
            _tell(f"  {no.code}: {no.sentence}")
            self.refused[tag_of(type(given))] += 1
            self.counts.refuse(given, no)
            self.look_after_refusal(no)
            return False
        self.take(said)
        return True

    def perform(self, given: Command) -> list[Said]:
        """Perform a command and all that is due after it. Raises `Refusal`, of the command itself alone."""
        said = [self._performed(given)]
        while following := due_commands(self.season):
            try:
                said.append(self._performed(following[0]))
            except Refusal as no:
                raise AssertionError(f"{following[0]} was due, and refused: {no.sentence}") from no
        return said

    def _performed(self, given: Command) -> Said:
        before = copy_season(self.season)
        dice = Dice(KeyRing(self.key(), {match.id: match.words for match in self.season.matches.values()}))
        facts = perform(self.season, given, dice)
        hold(unsaid(before, self.season, given, facts))
        return given, facts, dice.log

    def key(self) -> bytes:
        """The secret of the season, made from the league's."""
        return hashlib.sha256(self.secret + bytes([self.season.number])).digest()

    def take(self, said: list[Said]) -> None:
        """Write down what was said, and look at everything."""
        self.bytes = season_bytes(self.season)
        for performed, facts, rolls in said:
            self.counts.perform(performed, facts)
            self.book.add(performed, facts, rolls)
        self.look()

    # ------------------------------------------------------------------------------------------- what is held

    def look(self) -> None:
        """Nothing is other than it was told."""
        hold(self.book.differences(self.season))

    def look_after_refusal(self, no: Refusal) -> None:
        """Not a byte has changed, and the sentence is one."""
        if season_bytes(self.season) != self.bytes:
            raise AssertionError(f"{self.last} was refused and changed the season all the same.")
        if not no.sentence.strip().endswith("."):
            raise AssertionError(f"{no.code} is no sentence: {no.sentence!r}.")
