"""The rows of drivers that a form shows, each as its markup and as the words in it."""

from __future__ import annotations

import re
from html import unescape

TABLE = re.compile(r'<table class="drivers".*?<tbody[^>]*>(.*?)</tbody>', re.DOTALL)
ROW = re.compile(r"<tr role=\"row\".*?</tr>", re.DOTALL)
CELL_END, TAG = re.compile(r"</t[hd]>"), re.compile(r"<[^>]+>")


def driver_rows(html: str) -> list[str]:
    """The markup of each row of a driver on a page, in order."""
    return [row for table in TABLE.findall(html) for row in ROW.findall(table)]


def words_of(row: str) -> str:
    """The words of a row, with one space between cells and between words."""
    return " ".join(unescape(TAG.sub("", CELL_END.sub(" ", row))).split())
