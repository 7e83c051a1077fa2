"""Each row of opinions/known.py, shown on inputs of its own, and that its predicate is no blank cheque."""

from __future__ import annotations

import unittest

from . import support

from opinions.judging import ForeignJudge, is_allowed
from opinions.known import KNOWN, explanation
from opinions.peers import LibplistPeer, Plistlib
from opinions.program import OurCodec

_KEY = b"\x51k"

WITNESSES = {
    ("accepted", "libplist", "refuses"): [support.property_list([b"\xd1\x01\x02", _KEY, b"\x60"])],
    ("refused keyNotString", "plistlib", "accepts"): [support.property_list([b"\xd1\x01\x01", b"\x10\x05"])],
    ("refused notBinaryPropertyList", "plistlib", "accepts"): [support.property_list([b"\xd0"], header=b"bplast00")],
    ("refused referenceCycle", "plistlib", "accepts"): [support.property_list([b"\xd1\x01\x00", _KEY])],
    ("refused referenceWidth", "plistlib", "accepts"): [
        support.property_list([b"\xd0"], reference_width=9),
        support.property_list([_KEY], reference_width=0),
    ],
    ("refused referenceWidth", "libplist", "accepts"): [support.property_list([b"\xd0"], reference_width=9)],
    ("refused truncatedObject", "plistlib", "accepts"): [
        # The offset of the value is that of the file's last byte, 0x12: the marker of an integer of four bytes.
        bytes.fromhex("62706c6973743030d10102516b1515151515080b34000000000000010100000000000000030000000000000000" "0000000000000012")
    ],
    ("refused truncatedTrailer", "plistlib", "accepts"): [
        bytes.fromhex("62706c6973743030d008000101000000000000000100000000000000000000000000000009")
    ],
}


class KnownTests(unittest.TestCase):
    def test_every_row_is_a_disagreement(self) -> None:
        judges = {peer.name: ForeignJudge(peer) for peer in (Plistlib(), LibplistPeer())}
        with OurCodec(support.program()) as ours:
            for known in KNOWN:
                bucket = (known.ours, known.peer, known.behaviour)
                for data in WITNESSES[bucket]:
                    with self.subTest(bucket=bucket, data=data.hex()):
                        verdict = ours.read(data)
                        self.assertEqual(" ".join(filter(None, (verdict.verdict, verdict.reason))), known.ours)
                        behaviour = judges[known.peer].behaviour(data, verdict)
                        self.assertEqual(behaviour, known.behaviour)
                        self.assertFalse(is_allowed(verdict, behaviour))
                        self.assertEqual(explanation(bucket, data), known.reason)

    def test_another_input_of_the_bucket_stays_unexplained(self) -> None:
        plain = support.property_list([b"\xd1\x01\x01", _KEY])
        for known in KNOWN:
            bucket = (known.ours, known.peer, known.behaviour)
            with self.subTest(bucket=bucket):
                # Of these two the bucket says it all.
                says_all = known.ours in ("refused keyNotString", "refused referenceCycle")
                self.assertEqual(explanation(bucket, plain), known.reason if says_all else "")

    def test_the_independent_implementation_has_no_row(self) -> None:
        self.assertEqual({known.peer for known in KNOWN} - {"plistlib", "libplist"}, set())


if __name__ == "__main__":
    unittest.main()
