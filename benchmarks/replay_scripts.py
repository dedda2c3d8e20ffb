"""The script of a replay in a browser: what a frame takes while it plays, against moving its cars alone.

The league *Five Ways to Wreck a Car* is played into a temporary database and served; Chromium plays a replay of each
match system, a few seconds a round. Its matches have twelve cars, those of RHAD six.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from typing import Any

from django.core.management import call_command
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from benchmarks.load import HOST, running_server
from benchmarks.measure import Pair, pair_from_times
from tools.chromium import FLAGS, NoChromium, chromium_path

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "five-ways"
MATCHES = {"dethmatch": "m1", "formule": "m2", "rhad": "m3", "carcult": "m5"}
PLAYED_MILLISECONDS, FLOOR_FRAMES = 3000, 120
PHONE: ViewportSize = {"width": 390, "height": 844}
MEASURED_FRAMES = """
const request = window.requestAnimationFrame.bind(window);
window.frameTimes = [];
window.requestAnimationFrame = (run) => request((time) => {
  const began = performance.now();
  run(time);
  window.frameTimes.push(performance.now() - began);
});
"""
"""Keeps what each callback of an animation frame takes, in milliseconds."""
BARE_FRAMES = """(frames) => new Promise((done) => {
  const cars = [...document.querySelectorAll("g.car")];
  const places = cars.map((car) => car.getAttribute("transform"));
  const times = [];
  const move = () => {
    const began = performance.now();
    cars.forEach((car, index) => car.setAttribute("transform", places[(index + times.length) % places.length]));
    times.push(performance.now() - began);
    if (times.length < frames) window.requestAnimationFrame(move);
    else done(times);
  };
  window.requestAnimationFrame(move);
})"""
"""The floor: every car gets another place in every frame, and nothing else happens."""


def workloads(rounds: int) -> list[Pair]:
    """A pair for each match system; none where there is no Chromium."""
    try:
        executable = chromium_path()
    except NoChromium as error:
        print(f"         {error}: not measured", file=sys.stderr)
        return []
    call_command("play", str(EXAMPLE), stdout=sys.stderr)
    with running_server(1) as port, sync_playwright() as playwright:
        flags = [*FLAGS, f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=executable, args=flags)
        season = f"http://{HOST}:{port}/l/five-ways/s1"
        pairs = [script_pair(browser, f"{season}/{match}/replay/", book, rounds) for book, match in MATCHES.items()]
        browser.close()
    return pairs


def script_pair(browser: Browser, address: str, book: str, rounds: int) -> Pair:
    """The mean time of a frame's script, compared with that of moving cars; the notes have p95 and the longest."""
    work: list[float] = []
    floor: list[float] = []
    frames: list[float] = []
    cars = 0
    for _ in range(rounds):
        page = browser.new_page(viewport=PHONE)
        page.add_init_script(MEASURED_FRAMES)
        page.goto(address)
        page.locator("[data-play]:visible").wait_for()
        cars = page.locator("g.car").count()
        page.evaluate("window.frameTimes.length = 0")
        page.get_by_role("button", name="Play").click()
        page.wait_for_timeout(PLAYED_MILLISECONDS)
        times: list[float] = page.evaluate("window.frameTimes")
        page.get_by_role("button", name="Pause").click()
        bare: list[float] = page.evaluate(BARE_FRAMES, FLOOR_FRAMES)
        page.close()
        frames += times
        work.append(statistics.mean(times) / 1000)
        floor.append(statistics.mean(bare) / 1000)
    notes: dict[str, Any] = {
        "frames": len(frames),
        "milliseconds of a frame's script, p95": f"{statistics.quantiles(frames, n=20)[-1]:.1f}",
        "milliseconds, the longest": f"{max(frames):.1f}",
    }
    name = f"script of a frame of a {book} replay of {cars} cars, against moving them alone"
    return pair_from_times(name, work=work, floor=floor, notes=notes)
