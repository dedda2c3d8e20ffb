"""Supervises several programs: starts them together, restarts those that end, and stops them in order."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

SHORT_LIFE_SECONDS = 5.0
"""A program that ran for fewer seconds than this is restarted only after a pause."""
LONGEST_PAUSE = 30.0
POLL_SECONDS = 0.1
"""Seconds between two checks whether all programs are running."""


@dataclass
class Program:
    """A program of the site. After a stop it has `patience` seconds before it is killed."""

    name: str
    command: Sequence[str]
    patience: float = 30.0
    running: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = 0.0
    again_at: float = 0.0


@dataclass
class Supervisor:
    """Keeps programs running until it is asked to stop.

    They are stopped in the given order, those of the same kind together. `say` prints a line.
    """

    parts: Sequence[Program]
    environment: Mapping[str, str]
    say: Callable[[str], object]
    _stop: bool = field(default=False, init=False)

    def run(self) -> None:
        """Start all programs, and return after SIGTERM or Ctrl-C has ended all of them."""
        previous = {signum: signal.signal(signum, self._request_stop) for signum in (signal.SIGTERM, signal.SIGINT)}
        try:
            for part in self.parts:
                self._start(part)
            while not self._stop:
                for part in self.parts:
                    self._restart_if_ended(part)
                time.sleep(POLL_SECONDS)
        finally:
            self._stop_all()
            for signum, action in previous.items():
                signal.signal(signum, action)

    def _request_stop(self, _signum: int, _frame: object) -> None:
        self._stop = True

    def _start(self, part: Program) -> None:
        # In its own session, so that Ctrl-C reaches only the supervisor, which stops the programs in order.
        command, environment = part.command, dict(self.environment)
        part.running = subprocess.Popen(command, env=environment, start_new_session=True)  # noqa: S603 - ours, no shell
        part.started = time.monotonic()

    def _restart_if_ended(self, part: Program) -> None:
        now = time.monotonic()
        if part.running is None:
            if now >= part.again_at:
                self._start(part)
            return
        code = part.running.poll()
        if code is None:
            return
        lifetime = now - part.started
        part.pause = 0.0 if lifetime >= SHORT_LIFE_SECONDS else min(LONGEST_PAUSE, max(1.0, part.pause * 2))
        part.again_at, part.running = now + part.pause, None
        outcome = f"was killed by signal {-code}" if code < 0 else f"ended with {code}"
        when = f"in {part.pause:.0f} seconds" if part.pause else "now"
        self.say(f"{part.name} {outcome} after {lifetime:.0f} seconds: it is started again {when}.")

    def _stop_all(self) -> None:
        remaining = list(self.parts)
        while remaining:
            kind = remaining[0].name.split(" ")[0]
            group = [program for program in remaining if program.name.split(" ")[0] == kind]
            remaining = [program for program in remaining if program not in group]
            alive = [
                (program, program.running) for program in group if program.running and program.running.poll() is None
            ]
            for _, running in alive:
                running.terminate()
            for part, running in alive:
                self._wait_for_exit(part, running)

    def _wait_for_exit(self, part: Program, running: subprocess.Popen[bytes]) -> None:
        try:
            running.wait(timeout=part.patience)
            self.say(f"{part.name} stopped.")
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
            self.say(f"{part.name} did not stop within {part.patience:.0f} seconds and was killed.")
