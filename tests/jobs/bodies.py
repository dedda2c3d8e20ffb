"""A kind of job for tests that start programs. It writes a row for each step and can be made to wait.

Arguments: `of` is the number of steps. With a folder `hold`, the job creates the file `reached` there before its
second step and waits for the file `go`.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from jobs.kinds import JobRun, job_kind
from jobs.queue import enqueue


@job_kind("stepped", title="Stepped", cancellable=True)
def stepped(run: JobRun) -> None:
    """Queue an effect for each step, under a key that makes repetitions harmless."""
    steps = run.arguments["of"]
    for number in range(1, steps + 1):
        if number == 2 and (hold := run.arguments.get("hold")):
            Path(hold, "reached").write_text(str(os.getpid()))
            while not Path(hold, "go").exists():
                run.progress(number - 1, steps)
                time.sleep(0.02)
        enqueue("effect", key=f"{run.job.key}/{number}", at=run.now(), due_at=run.now().replace(year=9000))
        run.progress(number, steps, f"step {number}")
        run.raise_if_cancelled()
