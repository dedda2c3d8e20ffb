"""No query sorts by a time alone, since rows with equal times would come in any order."""

from collections.abc import Iterator
from pathlib import Path

from tests.guards.findings import report
from tests.guards.test_packages import CHECKOUT, files
from tools.source_index import SITE_PACKAGES, read_source


def ending_in_a_moment(path: Path) -> Iterator[str]:
    """A sentence for each query order whose last column is a time, which two rows may share."""
    for line, column in read_source(path).sorted_last:
        if column == "at" or column.endswith("_at"):
            where = path.relative_to(CHECKOUT) if path.is_relative_to(CHECKOUT) else path
            yield (
                f"{where}:{line} sorts by {column!r} last, and rows of the same moment come in any order: add a "
                "column that tells them apart, such as 'pk', or 'key' where the id is drawn at random."
            )


def test_no_order_of_rows_ends_in_a_moment_that_two_of_them_may_share() -> None:
    looked_at = list(files(*SITE_PACKAGES, "tools", "benchmarks"))
    orders = [order for path in looked_at for order in read_source(path).sorted_last]
    report(
        (sentence for path in looked_at for sentence in ending_in_a_moment(path)), seen=orders, of="orders of queries"
    )
