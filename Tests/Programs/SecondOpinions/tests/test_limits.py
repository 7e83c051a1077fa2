"""Each row of the tables in opinions/limits.py, shown on the peers themselves."""

from __future__ import annotations

import math
import unittest

from . import support  # noqa: F401 - first: it sets the path

from abt.codec.values import Date

from opinions.descriptions import describe
from opinions.limits import LIMITS, READING, WIDE_INTEGERS, WRITING, limit_of, limits
from opinions.peers import LibplistPeer, Plistlib
from opinions.program import OurCodec

#: Values at the edges of the rows, which every peer holds both ways.
_HELD = (
    "", "é", "e\u0301", "\U0010ffff", "\ufeff", "x" * 10_000, 0, -1, 2**63 - 1, -(2**63), 0.0, math.inf, -math.inf, math.nan, 5e-324,
    0.1, True, False, b"", b"\0a\0", Date(0.0), Date(0.5), Date(2.0**31 - 1), Date(-(2.0**31)), [], {}, [[]], [1, True, 1.0, Date(1.0)],
    ["a", b"a"], {"": 1}, ["a"] * 20,
)  # fmt: skip


class LimitTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.ours = OurCodec(support.program())
        cls.addClassCleanup(cls.ours.__exit__)
        cls.peers = {peer.name: peer for peer in (Plistlib(), LibplistPeer())}

    def survives(self, peer: str, direction: str, witness: object) -> bool:
        value = {"key": witness}
        wanted = describe(value)
        if direction == READING:
            return describe(self.peers[peer].read(self.ours.write(wanted))) == wanted
        return self.ours.read(self.peers[peer].write(value)).value == wanted

    def test_every_row_is_a_loss_in_exactly_its_directions(self) -> None:
        for limit in LIMITS:
            for witness in limit.witnesses:
                for direction in (READING, WRITING):
                    with self.subTest(peer=limit.peer, row=limit.name, witness=witness, direction=direction):
                        if direction in limit.directions:
                            self.assertFalse(self.survives(limit.peer, direction, witness))
                        elif not limit_of(witness, limits(limit.peer, direction)):
                            self.assertTrue(self.survives(limit.peer, direction, witness))

    def test_every_row_knows_its_witnesses(self) -> None:
        for limit in LIMITS:
            for witness in limit.witnesses:
                with self.subTest(peer=limit.peer, row=limit.name, witness=witness):
                    self.assertEqual(limit_of(witness, [limit]), limit.name)

    def test_what_no_row_names_comes_through(self) -> None:
        for peer in self.peers:
            for direction in (READING, WRITING):
                for value in _HELD:
                    with self.subTest(peer=peer, direction=direction, value=value):
                        self.assertEqual(limit_of(value, limits(peer, direction)), "")
                        self.assertTrue(self.survives(peer, direction, value))

    def test_integers_beyond_our_own(self) -> None:
        for row in WIDE_INTEGERS:
            for number in (2**63, 2**64 - 1):
                with self.subTest(peer=row.peer, number=number):
                    verdict = self.ours.read(self.peers[row.peer].write({"key": number}))
                    self.assertEqual((verdict.verdict, verdict.reason), (row.verdict, row.reason))
                    seen = row.seen_as(number)
                    self.assertEqual(verdict.value, None if seen is None else describe({"key": seen}))


if __name__ == "__main__":
    unittest.main()
