"""A ground at night: the dark colors in which a replay shows it, in both themes.

Grounds are drawn in medium colors for any page. Here each of their colors has a dark one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.match.drawing.svg import GRAY, INK

COLOR = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b")
NIGHT: Mapping[str, str] = {
    # Surfaces of tracks and arenas.
    "#8e949b": "#3a4049",
    "#bcbab2": "#3f4248",
    "#c39c6c": "#4d3d2c",
    "#d8c295": "#554a36",
    "#a17c74": "#4a3733",
    "#876545": "#3a2c1f",
    "#e8eef2": "#59636c",
    "#a6d4ea": "#35505f",
    "#d3dbe0": "#4a525a",
    "#3c3f45": "#0f1114",
    # Corners of circuits, their paved rows and starting places.
    "#a9adb3": "#3a4049",
    "#f4f4f4": "#23272d",
    "#f2c14e": "#5c4d22",
    "#ef8a4a": "#633a1f",
    "#d6495c": "#622a33",
    # Tables and their terrain.
    "#d9d2bf": "#3b3a36",
    "#b98f5a": "#54432c",
    "#4a4e57": "#15181c",
    # Obstacles, checkpoints, lines and words.
    "#f4d35e": "#8d7a36",
    "#6b1f7b": "#8a55a0",
    INK: "#0b0c0e",
    GRAY: "#6a727d",
    "#ffffff": "#c9ced6",
    "#fff": "#c9ced6",
}
"""The dark color for each color of a ground. Colors of teams stay as they are."""
NIGHT_WORDS = "#9aa2ad"
GUIDE_LINE, FAINT_GUIDE_LINE = 'stroke="#fff" stroke-opacity=".9"', 'stroke="#fff" stroke-opacity=".28"'
"""The line along the middle of a track, which would be the brightest thing on it at night."""
WORDS_IN_INK = re.compile(rf'(<text [^>]*fill="){INK}"')
MINE = (
    '<circle r="5" fill="#1b1d21" stroke="#fbbf24" stroke-width="1.4"/><circle class="blink" r="2" fill="#ff5a4f"/>'
)
MARKERS: Mapping[str, str] = {
    "smoke": (
        '<circle r="12" fill="#c9ccd2" fill-opacity=".38"/>'
        '<circle cx="4" cy="-4" r="8" fill="#e3e5ea" fill-opacity=".3"/>'
    ),
    "oil": (
        '<path d="M-12-2q3-7 10-6t9-1q6 2 4 8t-10 6-10 0-3-7z" fill="#030405" stroke="#000"/>'
        '<path d="M-7-2q5-4 11-2" stroke="#9a8bff" stroke-width="1.3" fill="none"/>'
        '<path d="M-4 2q5 2 10-1" stroke="#3fd0c0" stroke-width="1.2" fill="none"/>'
    ),
    "caltrops": '<path d="M-5 4L0-6 5 4M-6-2H6" fill="none" stroke="#e3e6ea" stroke-width="1.5"/>',
    "spikes": '<path d="M-6 5-3-5 0 5 3-5 6 5" fill="none" stroke="#e3e6ea" stroke-width="1.5"/>',
    "mine": MINE,
    "mines": MINE,
    "debris": (
        '<path d="M-7-2h6l-2 4zM2-5h5v3h-4zM0 3l6-1-1 4z" fill="#8d949e" stroke="#0b0c0e" stroke-width=".8"/>'
    ),
    "flag": '<path d="M-4 8V-8L7-3-4 2" fill="#fff" stroke="#0b0c0e" stroke-width="1.5"/>',
    "bomb": '<circle r="6" fill="#1b1d21" stroke="#e3e6ea"/><path d="M3-5l4-5" stroke="#ff9a2e" stroke-width="2"/>',
}
"""The drawings of things on the ground, for a ground at night, by their kinds."""
DEFINITIONS = (
    '<radialGradient id="arena-smoke"><stop offset="0" stop-color="#b9bcc2" stop-opacity=".62"/>'
    '<stop offset="1" stop-color="#6f747c" stop-opacity="0"/></radialGradient>'
    '<radialGradient id="arena-black"><stop offset="0" stop-color="#1a1c20" stop-opacity=".9"/>'
    '<stop offset="1" stop-color="#2c3036" stop-opacity="0"/></radialGradient>'
    '<radialGradient id="arena-fire"><stop offset="0" stop-color="#fff3b0"/><stop offset=".4" stop-color="#ff9a2e"/>'
    '<stop offset="1" stop-color="#e8420c" stop-opacity="0"/></radialGradient>'
    '<radialGradient id="arena-lamp"><stop offset="0" stop-color="#ffd9a8" stop-opacity=".3"/>'
    '<stop offset="1" stop-color="#ffd9a8" stop-opacity="0"/></radialGradient>'
    '<linearGradient id="arena-beam"><stop offset="0" stop-color="#fff1cf" stop-opacity=".42"/>'
    '<stop offset="1" stop-color="#fff1cf" stop-opacity="0"/></linearGradient>'
    '<pattern id="arena-crowd" width="9" height="9" patternUnits="userSpaceOnUse">'
    '<circle cx="2" cy="2" r="1.3" fill="#5b4638"/><circle cx="6.5" cy="6" r="1.3" fill="#3c4450"/></pattern>'
)
"""Gradients and patterns that the drawings of cars and effects refer to."""


def at_night(drawn: str) -> str:
    """A ground in dark colors; words that were in ink are light."""
    drawn = drawn.replace(GUIDE_LINE, FAINT_GUIDE_LINE)
    lit = WORDS_IN_INK.sub(rf'\g<1>{NIGHT_WORDS}"', drawn)
    return COLOR.sub(lambda color: NIGHT.get(color[0].lower(), color[0]), lit)
