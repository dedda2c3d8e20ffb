"""The supervisor restarts programs that die, stops them in order, and kills those that do not stop."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from tests.jobs.harness import CHECKOUT, wait_for

SUPERVISED = """
import sys
from league.management import supervisor
from league.management.supervisor import Program, Supervisor

supervisor.SHORT_LIFE_SECONDS = 0.0
marks = sys.argv[1]
lives = "import time, pathlib, sys, os; pathlib.Path(sys.argv[1], sys.argv[2]).write_text(str(os.getpid()));"
stubborn = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
def part(name, code, patience=30.0):
    return Program(name, (sys.executable, "-c", code + "time.sleep(600)", marks, name), patience)
parts = [part("web", lives), part("worker 1", stubborn + lives, 0.3), part("worker 2", lives)]
Supervisor(parts, {}, lambda line: print(line, flush=True)).run()
print("over", flush=True)
"""


def test_a_part_that_dies_is_started_again_and_all_are_stopped_in_order(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", SUPERVISED, str(tmp_path)], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True
    )

    def wait_for_start(name: str, *, but: str = "") -> str:
        mark = tmp_path / name
        return wait_for(lambda: mark.exists() and (found := mark.read_text()) not in {"", but} and found, name)

    first = wait_for_start("web")
    wait_for_start("worker 1")
    wait_for_start("worker 2")
    subprocess.run(["kill", "-9", first], check=True)
    assert wait_for_start("web", but=first) != first
    child.send_signal(signal.SIGTERM)
    output, _ = child.communicate(timeout=60)
    assert child.returncode == 0
    lines = output.splitlines()
    assert lines[0].startswith("web was killed by signal 9 after ")
    assert lines[0].endswith("it is started again now.")
    assert lines[1:] == [
        "web stopped.",
        "worker 1 did not stop within 0 seconds and was killed.",
        "worker 2 stopped.",
        "over",
    ]


def test_a_part_that_cannot_live_is_started_ever_more_slowly() -> None:
    code = """
import sys, time
from league.management import supervisor
from league.management.supervisor import Program, Supervisor
part = Program("web", (sys.executable, "-c", "raise SystemExit(3)"))
said = []
watch = Supervisor([part], {}, said.append)
moment = 0.0
supervisor.time = type("", (), {"monotonic": staticmethod(lambda: moment), "sleep": staticmethod(lambda _: None)})
watch._start(part)
while len(said) < 7:
    if part.running: part.running.wait()
    moment += 0.5
    watch._restart_if_ended(part)
print([line.split(" ")[-2] for line in said], said[0])
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    assert done.stdout == (
        "['1', '2', '4', '8', '16', '30', '30'] web ended with 3 after 0 seconds: it is started again in 1 seconds.\n"
    )
