"""Property lists: section 2.1, ABT-DATA-01, 06, 07, 10, 11, 14."""

import datetime
import math
import plistlib
import random
import struct
import time
import unittest

from abt.codec import plist
from abt.codec.errors import PropertyListError
from abt.codec.plist import Defect, Freedom, Verdict
from abt.codec.values import END_OF_DATES, FIRST_DATE, Date, canonical_form, have_equivalent_keys

from .support import raw_plist, request, request_plist, text

EPOCH = datetime.datetime(2001, 1, 1)


def comparable(value):
    """A form in which values of different types are never equal, and NaN equals itself."""
    if isinstance(value, datetime.datetime):
        return ("date", (value - EPOCH).total_seconds())
    if isinstance(value, Date):
        return ("date", round(value.seconds, 6))
    if isinstance(value, dict):
        return ("dictionary", tuple(sorted((key, comparable(item)) for key, item in value.items())))
    if isinstance(value, list):
        return ("array", tuple(map(comparable, value)))
    return (type(value).__name__, repr(value))


def for_plistlib(value):
    if isinstance(value, Date):
        return EPOCH + datetime.timedelta(seconds=value.seconds)
    if isinstance(value, dict):
        return {key: for_plistlib(item) for key, item in value.items()}
    if isinstance(value, list):
        return [for_plistlib(item) for item in value]
    return value


VALUES = {
    "strings": ["", "a", "naïve", "e\u0301", "\U0001f600", "nul\0inside", "x" * 5000],
    "integers": [0, 1, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63 - 1, -1, -(2**63)],
    "reals": [0.0, -0.0, 1.5, math.inf, -math.inf, math.nan, 5e-324, 1.7976931348623157e308],
    "booleans": [True, False],
    "dates": [Date(0.0), Date(387417600.0), Date(-1.0e9)],
    "data": [b"", b"\0\xff", bytes(300)],
    "empty": [[], {}],
    "": {"ключ": {"deeper": [[[]]]}},
}


class Accepting(unittest.TestCase):
    def accept(self, data):
        reading = plist.read(data)
        self.assertEqual(reading.verdict, Verdict.ACCEPT, reading.reasons)
        return reading.value

    def value(self, encoded, *more, **options):
        return self.accept(request_plist(encoded, *more, **options))["Configuration"]["a"]

    def test_round_trip_of_every_type(self):
        for document in (VALUES, request(VALUES)):
            encoded = plist.write(document)
            self.assertEqual(comparable(self.accept(encoded)), comparable(document))
            self.assertEqual(plist.write(self.accept(encoded)), encoded)

    def test_agreement_with_another_reader_and_writer(self):
        document = dict(VALUES)
        encoded = plist.write(document)
        self.assertEqual(comparable(plistlib.loads(encoded)), comparable(document))
        document["reals"] = [real for real in VALUES["reals"] if real != 0]  # plistlib writes both zeros as the first one
        other = plistlib.dumps(for_plistlib(document), fmt=plistlib.FMT_BINARY)
        self.assertEqual(comparable(self.accept(other)), comparable(document))

    def test_integers_of_1_2_4_bytes_are_unsigned_and_of_8_signed(self):
        self.assertEqual(self.value(b"\x10\xff"), 255)
        self.assertEqual(self.value(b"\x11\xff\xff"), 65535)
        self.assertEqual(self.value(b"\x12\xff\xff\xff\xff"), 2**32 - 1)
        self.assertEqual(self.value(b"\x13" + b"\xff" * 8), -1)

    def test_32_bit_reals_are_widened(self):
        self.assertEqual(self.value(b"\x22" + struct.pack(">f", 0.1)), struct.unpack(">f", struct.pack(">f", 0.1))[0])
        self.assertTrue(math.isnan(self.value(b"\x22\x7f\xc0\x00\x01")))

    def test_booleans_are_no_integers(self):
        self.assertIs(self.value(b"\x09"), True)
        self.assertIs(self.value(b"\x08"), False)
        self.assertIs(type(self.value(b"\x10\x01")), int)

    def test_every_offset_and_reference_width(self):
        for width in range(1, 9):
            with self.subTest(width=width):
                self.assertEqual(self.value(b"\x10\x07", offset_width=width), 7)
                numbers = [0, 1, 2, 3, 4, 5, 6]
                top = b"\xd2" + b"".join(n.to_bytes(width, "big") for n in (1, 2, 3, 4))
                inner = b"\xd1" + b"".join(n.to_bytes(width, "big") for n in (5, 6))
                objects = [top, text("Version"), text("Configuration"), b"\x10\x01", inner, text("a"), b"\x10\x07"]
                self.assertEqual(len(objects), len(numbers))
                data = raw_plist(objects, reference_width=width)
                self.assertEqual(self.accept(data), request({"a": 7}))

    def test_every_count_form(self):
        for marker, width in ((0x10, 1), (0x11, 2), (0x12, 4), (0x13, 8)):
            for kind, payload, expected in (
                (0x5F, b"xyz", "xyz"),
                (0x4F, b"xyz", b"xyz"),
                (0x6F, "xyz".encode("utf-16-be"), "xyz"),
            ):
                encoded = bytes([kind, marker]) + (3).to_bytes(width, "big") + payload
                self.assertEqual(self.value(encoded), expected)
        self.assertEqual(self.value(b"\xaf\x10\x02\x03\x03"), [1, 1])

    def test_scalars_shared_by_reference(self):
        self.assertEqual(self.value(b"\xa3\x07\x07\x03", text("same")), ["same", "same", 1])

    def test_bounds_are_inclusive(self):
        # dictionary, three keys, version, configuration, array: 7 objects beside the members.
        self.accept(plist.write(request({"a": [0] * 9_993})))
        self.assertIn(Freedom.BOUNDS, plist.read(plist.write(request({"a": [0] * 9_994}))).freedoms)

    def test_nesting_of_32_containers(self):
        def nested(levels):
            value = "x"
            for _ in range(levels - 2):
                value = [value]
            return request({"a": value})

        self.accept(plist.write(nested(32)))
        reading = plist.read(plist.write(nested(33)))
        self.assertEqual(reading.freedoms, {Freedom.BOUNDS})
        self.assertEqual(reading.value, nested(33))

    def test_first_and_last_dates(self):
        for seconds in (FIRST_DATE, END_OF_DATES - 1):
            self.assertEqual(self.value(b"\x33" + struct.pack(">d", seconds)), Date(seconds))


class Refusing(unittest.TestCase):
    def refuse(self, data, defect, **options):
        reading = plist.read(data, **options)
        self.assertEqual((reading.verdict, reading.defect), (Verdict.REFUSE, defect), reading.reasons)
        self.assertFalse(reading.has_value)

    def test_other_formats(self):
        good = plist.write(request({}))
        for data in (
            b"",
            b"bplist",
            b"<?xml version='1.0'?><plist/>",
            b'{"Version":1}',
            b"bplist15" + good[8:],
            b"bplist1\0" + good[8:],
            bytes(range(200)),
            good[1:],
        ):
            self.refuse(data, Defect.NOT_BINARY)

    def test_truncated(self):
        self.refuse(b"bplist00", Defect.TRUNCATED_TRAILER)
        good = plist.write(request({"a": "b"}))
        for length in range(len(good)):
            self.assertNotEqual(plist.read(good[:length]).verdict, Verdict.ACCEPT)

    def test_widths(self):
        good = bytearray(plist.write(request({})))
        for position in (-26, -25):
            for width in (0, 9, 255):
                broken = bytearray(good)
                broken[position] = width
                self.refuse(bytes(broken), Defect.WIDTH)

    def test_offset_table_beyond_the_data(self):
        self.refuse(request_plist(b"\x10\x01", table_start=2**63), Defect.OFFSET_TABLE)
        self.refuse(request_plist(b"\x10\x01", count=2**40), Defect.OFFSET_TABLE)

    def test_top_object_out_of_range(self):
        self.refuse(request_plist(b"\x10\x01", top=7), Defect.REFERENCE)
        self.refuse(raw_plist([]), Defect.REFERENCE)

    def test_references_and_offsets_out_of_range(self):
        self.refuse(request_plist(b"\xa1\x63"), Defect.REFERENCE)
        self.refuse(raw_plist([b"\xa1\x01", b"\x09"], offsets=[8, 60_000]), Defect.OFFSET)

    def test_cycles(self):
        self.refuse(request_plist(b"\xa1\x06"), Defect.CYCLE)
        self.refuse(request_plist(b"\xa1\x07", b"\xa1\x06"), Defect.CYCLE)
        self.refuse(request_plist(b"\xa1\x00"), Defect.CYCLE)
        self.refuse(request_plist(b"\xd1\x01\x04"), Defect.CYCLE)
        self.refuse(raw_plist([b"\xa1\x00"]), Defect.CYCLE)

    def test_counts_beyond_the_data(self):
        for encoded in (
            b"\x5f\x12\x7f\xff\xff\xff",
            b"\xaf\x13\x00\x00\x00\x01\x00\x00\x00\x00",
            b"\xdf\x13" + b"\xff" * 8,
            b"\x4f\x11\xff\xff",
            b"\x6f\x12\x00\x10\x00\x00",
        ):
            self.refuse(request_plist(encoded), Defect.COUNT)

    def test_unknown_markers(self):
        for marker in [0x01, 0x07, 0x0A, 0x0C, 0x0D, 0x0E, 0x20, 0x21, 0x24, 0x30, 0x32, 0x34, 0x70, 0x90, 0xE0, 0xFF]:
            self.refuse(request_plist(bytes([marker]) + bytes(64)), Defect.MARKER)
        self.refuse(request_plist(b"\x5f\x50abc"), Defect.MARKER)

    def test_keys_that_are_not_strings(self):
        objects = [b"\xd1\x01\x01", b"\x10\x01"]
        self.refuse(raw_plist(objects), Defect.KEY_TYPE)
        own = raw_plist([b"\xd2\x01\x02\x03\x04", text("Version"), text("Configuration"), b"\x10\x01", b"\xd1\x03\x03"])
        self.refuse(own, Defect.KEY_TYPE)
        self.assertEqual(plist.read(own, configuration_key=None).freedoms, {Freedom.KEY_TYPE})
        self.assertEqual(plist.read(request_plist(b"\xd1\x03\x03")).freedoms, {Freedom.KEY_TYPE})

    def test_a_defect_wins_over_a_freedom(self):
        self.refuse(request_plist(b"\xa2\x07\x63", b"\x00"), Defect.REFERENCE)

    def test_a_broken_object_that_nothing_refers_to_is_no_defect(self):
        reading = plist.read(request_plist(b"\x10\x05", b"\xff"))
        self.assertEqual(reading.verdict, Verdict.FREE)
        self.assertEqual(reading.value, request({"a": 5}))


class Free(unittest.TestCase):
    def free(self, data, *freedoms, has_value=False):
        reading = plist.read(data)
        self.assertEqual(reading.verdict, Verdict.FREE, reading.reasons)
        self.assertEqual(reading.freedoms, set(freedoms), reading.reasons)
        self.assertEqual(reading.has_value, has_value)
        self.assertEqual(reading.reasons, tuple(sorted(freedom.value for freedom in freedoms)))

    def test_objects(self):
        self.free(request_plist(b"\x00"), Freedom.NULL)
        self.free(request_plist(b"\x0f"), Freedom.FILL)
        self.free(request_plist(b"\x80\x01"), Freedom.UID)
        self.free(request_plist(b"\xc1\x03"), Freedom.SET)
        self.free(request_plist(b"\xb1\x03"), Freedom.SET)
        self.free(request_plist(b"\x14" + bytes(15) + b"\x05"), Freedom.WIDE_INTEGER)
        self.free(request_plist(b"\x5f\x14" + bytes(15) + b"\x01x"), Freedom.WIDE_INTEGER)
        self.free(request_plist(b"\x61\xd8\x00"), Freedom.LONE_SURROGATE)
        self.free(request_plist(b"\x51\xff"), Freedom.HIGH_ASCII)
        for seconds in (math.nan, math.inf, FIRST_DATE - 1, END_OF_DATES):
            self.free(request_plist(b"\x33" + struct.pack(">d", seconds)), Freedom.DATE)

    def test_keys(self):
        self.free(request_plist(b"\xd2\x05\x05\x03\x03"), Freedom.DUPLICATE_KEY)
        self.free(request_plist(b"\xd2\x05\x07\x03\x03", text("a")), Freedom.DUPLICATE_KEY)
        self.free(request_plist(b"\xd2\x07\x08\x03\x03", b"\x61\x00\xe9", b"\x62\x00e\x03\x01"), Freedom.EQUIVALENT_KEYS)

    def test_structure(self):
        self.free(request_plist(b"\xa2\x07\x07", b"\xa0"), Freedom.SHARED_CONTAINER, has_value=True)
        self.free(request_plist(b"\x09", padding=b"\1\0\0\0\0\0"), Freedom.TRAILER_PADDING, has_value=True)
        self.free(request_plist(b"\x09", gap=b"??"), Freedom.GAP, has_value=True)
        self.free(request_plist(b"\x09", header=b"bplist01"), Freedom.FORMAT_DIGIT)
        self.free(request_plist(b"\x5f\x10\x0cx"), Freedom.OVERLAP)
        self.free(raw_plist([b"\xa2\x01\x02", b"\x52\x10\x07"], offsets=[8, 11, 12], count=3), Freedom.OVERLAP)

    def test_expansion_through_shared_references(self):
        # 30 arrays of 10 references each to the next one: 10 to the 30th strings.
        objects = [b"\xaa" + bytes([index + 1] * 10) for index in range(7, 37)]
        self.free(
            request_plist(b"\xa1\x07", *[encoded for encoded in objects], text("lol")),
            Freedom.SHARED_CONTAINER,
            Freedom.BOUNDS,
        )

    def test_long_string_with_many_references(self):
        encoded = plist.write(request({"a": ["x" * 60_000] * 40}))
        self.assertLess(len(encoded), 70_000)
        self.free(encoded, Freedom.BOUNDS)


class Hostile(unittest.TestCase):
    def test_depth_far_beyond_the_bounds(self):
        objects = [b"\xa1" + (index + 1).to_bytes(4, "big") for index in range(100_000)] + [b"\x09"]
        reading = plist.read(raw_plist(objects, reference_width=4, offset_width=4))
        self.assertEqual(reading.freedoms, {Freedom.BOUNDS})

    def test_budget_of_references(self):
        objects = [b"\xaf\x12" + (50_000).to_bytes(4, "big") + bytes(100_000)]
        started = time.monotonic()
        reading = plist.read(raw_plist(objects + [b"\x09"], reference_width=2, offset_width=4), max_references=1000)
        self.assertEqual(reading.freedoms, {Freedom.BOUNDS})
        self.assertLess(time.monotonic() - started, 1.0)

    def test_keys_with_long_runs_of_combining_marks(self):
        started = time.monotonic()
        marks = "\u0301\u0316" * 120_000
        self.assertFalse(have_equivalent_keys(["a" + marks, "b" + marks]))
        self.assertTrue(have_equivalent_keys(["a" + marks, "a" + "\u0316" * 120_000 + "\u0301" * 120_000]))
        self.assertLess(time.monotonic() - started, 5.0)

    def test_canonical_form_of_long_texts(self):
        import unicodedata

        generator = random.Random(11)
        ranges = ((0x300, 0x370), (0xAC00, 0xD7A4), (0xC0, 0x250), (0x1D15E, 0x1D1C0), (0x5B0, 0x5C0), (0x61, 0x62))
        for _ in range(50):
            sample = "".join(chr(generator.randrange(*generator.choice(ranges))) for _ in range(400))
            self.assertEqual(canonical_form(sample), unicodedata.normalize("NFD", sample))

    def test_mutations_never_raise_and_agree_with_another_reader(self):
        generator = random.Random(4711)
        seeds = [plist.write(request({"p": VALUES["integers"], "q": {"r": "ü", "s": [True, b"x"]}, "t": Date(5.0)}))]
        seeds.append(plistlib.dumps(plistlib.loads(seeds[0]), fmt=plistlib.FMT_BINARY))
        for _ in range(4_000):
            mutated = bytearray(generator.choice(seeds))
            for _ in range(generator.choice((1, 1, 2, 4))):
                position = generator.randrange(len(mutated))
                mutated[position] = generator.choice((generator.randrange(256), mutated[position] ^ 1 << generator.randrange(8)))
            reading = plist.read(bytes(mutated))
            if reading.verdict is Verdict.ACCEPT:
                other = plistlib.loads(bytes(mutated), fmt=plistlib.FMT_BINARY)
                self.assertEqual(comparable(reading.value), comparable(other))


class Writing(unittest.TestCase):
    def test_canonical(self):
        self.assertEqual(plist.write({"b": 1, "a": 1}), plist.write({"a": 1, "b": 1}))
        self.assertNotEqual(plist.write({"a": 1}), plist.write({"a": True}))
        self.assertNotEqual(plist.write([0.0]), plist.write([-0.0]))

    def test_what_no_property_list_holds(self):
        for value in (None, {"a": None}, {1: 2}, 2**63, -(2**63) - 1, object()):
            with self.assertRaises(PropertyListError):
                plist.write(value)

    def test_endless_values(self):
        endless = []
        endless.append(endless)
        with self.assertRaises(PropertyListError):
            plist.write(endless, max_objects=1000)


if __name__ == "__main__":
    unittest.main()
