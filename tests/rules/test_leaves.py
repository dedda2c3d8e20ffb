"""Leaves and roots, by which dice are committed to, checked against hashes computed here step by step."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.dice_leaves import HEIGHT, LEAVES_PER_ROOT, LeafProof, Leaves, Purpose, key_of, root_over

SEED = bytes(range(32))
LEAVES = Leaves(SEED)
PURPOSE = Purpose(season="rust-belt/s1", entry=7, what="entry", head="ab" * 32, words="cd" * 32, beacon="ef" * 32)


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


@pytest.mark.rule("DM-C-002")
def test_a_leaf_is_made_of_the_seed_and_its_index() -> None:
    assert LEAVES.leaf(0) == hmac.new(SEED, b"leaf|0", hashlib.sha256).digest()
    assert LEAVES.leaf(5000) == hmac.new(SEED, b"leaf|5000", hashlib.sha256).digest()


@pytest.mark.rule("DM-C-002")
@pytest.mark.parametrize("number", [0, 1])
def test_a_root_stands_over_4096_leaves(number: int) -> None:
    row = [sha(b"\x00", LEAVES.leaf(4096 * number + place)) for place in range(4096)]
    height = 0
    while len(row) > 1:
        row = [sha(b"\x01", first, right) for first, right in zip(row[::2], row[1::2], strict=True)]
        height += 1
    assert (LEAVES.root(number), LEAVES_PER_ROOT, HEIGHT) == (row[0], 4096, height)


@pytest.mark.rule("DM-C-002")
@given(st.integers(0, 3 * 4096 - 1))
def test_every_leaf_is_shown_to_be_under_its_root_and_under_no_other(index: int) -> None:
    proof, number = LEAVES.proof(index), index // 4096
    assert proof.is_under(LEAVES.root(number))
    assert not proof.is_under(LEAVES.root((number + 1) % 3))
    assert sum(map(len, proof.beside)) + len(proof.leaf) < 600


@pytest.mark.rule("DM-C-002")
@given(st.integers(0, 4095), st.integers(0, HEIGHT - 1), st.integers(0, 255))
def test_no_other_leaf_index_or_node_passes_for_one_that_was_committed(index: int, at: int, bit: int) -> None:
    proof, root = LEAVES.proof(index), LEAVES.root(0)
    flipped = bytearray(proof.leaf)
    flipped[bit // 8] ^= 1 << bit % 8
    assert not replace(proof, leaf=bytes(flipped)).is_under(root)
    assert not replace(proof, index=index ^ 1 << at).is_under(root)
    beside = list(proof.beside)
    beside[at] = sha(beside[at])
    assert not replace(proof, beside=tuple(beside)).is_under(root)


@pytest.mark.rule("DM-C-002")
def test_a_way_up_that_is_too_short_or_too_long_leads_nowhere() -> None:
    proof, root = LEAVES.proof(3), LEAVES.root(0)
    first = sha(b"\x01", *(sha(b"\x00", LEAVES.leaf(number)) for number in (2, 3)))
    assert not replace(proof, beside=proof.beside[:-1]).is_under(root)
    assert not replace(proof, beside=(*proof.beside, root)).is_under(root)
    assert not LeafProof(1, first, proof.beside[1:]).is_under(root)
    assert not replace(proof, index=-4093).is_under(root)
    assert not replace(LEAVES.proof(4095), index=-1).is_under(root)


@pytest.mark.rule("DM-C-002")
def test_a_key_is_made_of_the_leaf_and_all_that_it_is_thrown_for() -> None:
    text = (
        f'{{"beacon":"{"ef" * 32}","entry":7,"head":"{"ab" * 32}","purpose":"entry","season":"rust-belt/s1",'
        f'"words":"{"cd" * 32}"}}'
    )
    assert key_of(LEAVES.leaf(4), PURPOSE) == hmac.new(LEAVES.leaf(4), text.encode(), hashlib.sha256).digest()


@pytest.mark.rule("DM-C-002")
def test_whatever_is_otherwise_about_a_throw_makes_another_key() -> None:
    others = [
        replace(PURPOSE, season="rust-belt/s2"),
        replace(PURPOSE, entry=8),
        replace(PURPOSE, what="amend"),
        replace(PURPOSE, head="ac" * 32),
        replace(PURPOSE, words=""),
        replace(PURPOSE, beacon=""),
    ]
    keys = {key_of(LEAVES.leaf(0), purpose) for purpose in (PURPOSE, *others)} | {key_of(LEAVES.leaf(1), PURPOSE)}
    assert len(keys) == len(others) + 2


@pytest.mark.rule("DM-C-002")
@pytest.mark.parametrize("shown", [[0], [4095], [0, 1, 2, 3, 4], [7, 9, 4000], list(range(300)), [4097, 4100]])
def test_leaves_that_are_shown_together_come_to_their_root_with_no_more_nodes_than_are_wanted(
    shown: list[int],
) -> None:
    together = [index for index in shown if index // LEAVES_PER_ROOT == shown[0] // LEAVES_PER_ROOT]
    beside, root = LEAVES.sibling_nodes(together), LEAVES.root(together[0] // LEAVES_PER_ROOT)
    leaves = {index: LEAVES.leaf(index) for index in together}
    assert root_over(leaves, beside) == root
    assert len(beside) <= HEIGHT * len(shown)
    assert root_over(leaves, beside[:-1]) != root
    assert root_over(leaves, [*beside, b"\x00" * 32]) == b""
    assert root_over({**leaves, shown[0]: b"\x00" * 32}, beside) != root


@pytest.mark.rule("DM-C-002")
def test_a_row_of_leaves_shares_nearly_every_node() -> None:
    assert len(LEAVES.sibling_nodes(range(1000))) <= HEIGHT
    assert LEAVES.sibling_nodes([]) == []
