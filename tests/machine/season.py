"""A league played at random: with fitting, unfitting, invalid and repeated commands."""

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

from rules.campaign.core.codec import command_document, copy_season, season_bytes
from rules.campaign.core.command import COMMAND_TYPES, MATCH_STEPS, SEASON_STEPS, Command, tag_of
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Match, Season
from rules.campaign.core.switches import SWITCH_BY_NAME
from rules.campaign.founding.season_start import FoundFranchise, OpenSeason
from rules.campaign.founding.setup import LEAST_FRANCHISES
from rules.campaign.match_day.announcing import AnnounceRound
from rules.campaign.match_day.reports import AcceptReport
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
"""A performed command with its facts and rolls."""
PLAYING = ("M3", "M4", "M5.4", "M5.10")
ENDING = ("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "closed")
TARGETS = ("S1", "S3", "M", *PLAYING, *PLAYING, *("M5.10",) * 3, *ENDING, "closed")
"""The steps to which a season is advanced; most things happen in the rounds."""
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
"""House rules without which some commands and limits never occur."""
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
"""The possible kinds of a step, repeated according to their weight."""
RAREST = 8
PATIENCE = 12
"""How many steps a league may stay in one place before it is advanced."""
BARGAINED = 2
"""One in this many steps is about a trade while one may be made, which is rarely and briefly."""
GROUPED_FROM = 4
MOST_COMMANDS = 2000
"""More commands than a season ever needs from one step to the next."""


def _place(step: str) -> int:
    """The position of a step in a season; the steps of a match count as the rounds."""
    return SEASON_STEPS.index("M" if step in MATCH_STEPS else step)


def _tell(line: str) -> None:
    """Note a line with Hypothesis, which prints it with the steps of a failing league."""
    if currently_in_test_context():
        note(line)


def hold(found: Iterable[str]) -> None:
    """Raise an AssertionError with all the sentences, if there are any."""
    if sentences := list(found):
        raise AssertionError("\n".join(sentences))


class SeasonMachine(RuleBasedStateMachine):
    """One league in memory; every command goes through `give`, and everything is checked after each."""

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
        """Give back the borrowed ruleset."""
        self._borrowed.close()

    @initialize(
        secret=st.binary(min_size=1, max_size=2),
        rounds=st.integers(1, 3),
        franchises=st.sampled_from((2, 3, 4, 4, 5, 0, 0)),
        turned=st.lists(st.sampled_from(range(len(TURNED))), max_size=4, unique=True),
        data=st.data(),
    )
    def found(self, *, secret: bytes, rounds: int, franchises: int, turned: list[int], data: st.DataObject) -> None:
        """Found a league with some house rules; with no franchises, open it from a sheet."""
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
        for changed in (
            *(TURNED[place] for place in sorted(turned)),
            {odd: data.draw(settings_of(SWITCH_BY_NAME[odd]))},
        ):
            if not settings_contradiction({**switches, **changed}):
                switches |= changed
        self.open(OpenSeason(rounds=rounds, switches=switches))
        if not franchises:
            self._ask(data, ["open_from_sheet"])
        for number in range(1, franchises + 1):
            self.give(FoundFranchise(franchise=FranchiseId(f"team{number}")))

    @rule(manner=st.sampled_from(MANNERS), data=st.data())
    def act(self, *, manner: str, data: st.DataObject) -> None:
        """One step. It is a single rule, since Hypothesis leaves some of several rules out of whole leagues."""
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
        """Give the next commands until a step is reached; if it is past already, give the next ones once."""
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
        """Draw one of these commands and give it."""
        self.serial += 1
        given = data.draw(command(self.season, data.draw(st.sampled_from(tags)), serial=self.serial))
        self.give(data.draw(spoilt(self.season, given)) if spoil else given)

    def _rarest(self, tags: Iterable[str], *, of: Counter[str] | None = None) -> list[str]:
        """The commands given (or refused) least often in this league; ties follow the league's own order."""
        counted = self.given if of is None else of
        return sorted(tags, key=lambda tag: (counted[tag], self.order[tag]))[:RAREST]

    def _steps(self) -> set[str]:
        return {self.season.step, *(match.step for match in self.season.matches.values())}

    def _has_stood_long(self) -> bool:
        """Whether the league has been in one place so long that it should advance; the rounds get more time."""
        place = (self.season.number, *sorted(self._steps()))
        self.stood = self.stood + 1 if place == self.place else 0
        self.place = place
        return self.stood > (PATIENCE if self.season.step == "M" else PATIENCE // 3)

    # ----------------------------------------------------------------------------------------- advancing a season

    def lead(self) -> None:
        """Give the next commands that are due: there always are some, and none may be refused."""
        if self.season.step == "closed":
            self.follow()
            return
        commands = next(self._next(), None)
        if commands is None:
            raise AssertionError(f"Season {self.season.number} stands still at {self.season.step}.")
        for next_command in commands:
            if not self.give(next_command):
                raise AssertionError(f"{next_command} was named as the next thing to do, and refused.")

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
        """In a league that races in groups, announce a round only for every second franchise."""
        if not (self.in_groups and isinstance(given, AnnounceRound) and len(self.season.franchises) >= GROUPED_FROM):
            return given
        matches = [replace(match, franchises=match.franchises[::2]) for match in given.matches]
        return replace(given, matches=matches, uneven=True)

    def _played(self, match: Match) -> Command:
        dice = Dice(KeyRing(hashlib.sha256(self.secret + match.id.encode()).digest()))
        return AcceptReport(match=MatchId(match.id), report=stand_in_report(self.season, match, dice))

    def follow(self) -> None:
        """Open the season that follows the closed one."""
        closed = self.season
        self.enter(next_season(closed))
        self.carried_over(closed)
        self.look()

    def carried_over(self, closed: Season) -> None:
        """The balances carried over to the next season equal those of the closed one."""
        self.counts.rollovers += 1
        staying = {franchise.id: franchise.balance for franchise in closed.all_franchises() if not franchise.folded}
        carried = {franchise.id: franchise.balance for franchise in self.season.all_franchises()}
        hold([f"{staying} was carried over as {carried}."] if staying != carried else [])

    # ------------------------------------------------------------------------------------------ giving commands

    def open(self, opening: OpenSeason) -> None:
        """Open the league's first season."""
        self.give(opening)

    def enter(self, opened: Season) -> None:
        """Continue with a season, and with a new book that starts from its state."""
        self.season = opened
        self.book = Book.of(opened)
        self.bytes = season_bytes(opened)
        self.last = None
        self.counts.longest = max(self.counts.longest, opened.number)

    def give(self, given: Command) -> bool:
        """Give a command and perform what is due after it; returns whether it was performed."""
        self.last = given
        self.given[tag_of(type(given))] += 1
        _tell(f"{self.season.step}: {command_document(given)}")
        try:
            performed = self.perform(given)
        except Refusal as refusal:
            _tell(f"  {refusal.code}: {refusal.sentence}")
            self.refused[tag_of(type(given))] += 1
            self.counts.refuse(given, refusal)
            self.look_after_refusal(refusal)
            return False
        self.take(performed)
        return True

    def perform(self, given: Command) -> list[Said]:
        """Perform a command and everything that is due after it. Raises `Refusal` only for the command itself."""
        performed = [self._performed(given)]
        while following := due_commands(self.season):
            try:
                performed.append(self._performed(following[0]))
            except Refusal as refusal:
                raise AssertionError(f"{following[0]} was due, and refused: {refusal.sentence}") from refusal
        return performed

    def _performed(self, given: Command) -> Said:
        before = copy_season(self.season)
        dice = Dice(KeyRing(self.key(), {match.id: match.words for match in self.season.matches.values()}))
        facts = perform(self.season, given, dice)
        hold(unsaid(before, self.season, given, facts))
        return given, facts, dice.log

    def key(self) -> bytes:
        """The season's secret, derived from the league's."""
        return hashlib.sha256(self.secret + bytes([self.season.number])).digest()

    def take(self, performed_commands: list[Said]) -> None:
        """Record the performed commands, and check everything."""
        self.bytes = season_bytes(self.season)
        for performed, facts, rolls in performed_commands:
            self.counts.perform(performed, facts)
            self.book.add(performed, facts, rolls)
        self.look()

    # ------------------------------------------------------------------------------------------------- checks

    def look(self) -> None:
        """Check the season against its book."""
        hold(self.book.differences(self.season))

    def look_after_refusal(self, no: Refusal) -> None:
        """Check that no byte changed and that the refusal is a sentence."""
        if season_bytes(self.season) != self.bytes:
            raise AssertionError(f"{self.last} was refused and changed the season all the same.")
        if not no.sentence.strip().endswith("."):
            raise AssertionError(f"{no.code} is no sentence: {no.sentence!r}.")
