"""The configuration manager: Protocol.md, section 4."""

import re
import struct
import tracemalloc
import unittest
import zlib

from abt.codec import base64_strict, blowfish, chunks, packing, percent, plist, tokens
from abt.codec.dialect import parse as parse_dialect
from abt.codec.values import Date
from abt.library import Answer, Reply

from .support import (
    API_KEY,
    BUNDLE,
    KEY,
    MAGIC,
    SCHEME,
    SECRET,
    TOKEN,
    Bench,
    no,
    packed,
    raw_plist,
    request,
    request_plist,
    text,
    url,
)

GOOD = packed(request({"host": "h", "port": 993, "theme": "dark"}, "Mail"))


def encrypted(data: bytes, key: bytes = KEY) -> bytes:
    return blowfish.encrypt(data, key)


class Urls(unittest.TestCase):
    def setUp(self):
        self.bench = Bench()

    def test_schemes(self):
        """ABT-URL-01, 02, 03, 05."""
        self.assertEqual(self.bench.open(url(GOOD)).status, "Success")
        self.assertEqual(self.bench.open(url(GOOD, scheme=SCHEME.upper())).status, "Success")
        for scheme in ("https", SCHEME + "x", SCHEME[:-1], "x-absolutemanageconfig.com.other", " " + SCHEME, "acme"):
            self.assertTrue(self.bench.ignores(url(GOOD, scheme=scheme)), scheme)
        for address in ("", "x", ":", SCHEME, b"\xff\xfe:"):
            self.assertTrue(self.bench.ignores(address))
        custom = Bench(url_scheme="AcmeApp")
        self.assertEqual(custom.open(url(GOOD, scheme="acmeapp")).status, "Success")
        self.assertTrue(custom.ignores(url(GOOD)))

    def test_verbs(self):
        """ABT-URL-06, 07."""
        self.assertEqual(self.bench.open(url(GOOD, "APPLY")).status, "Success")
        for verb in ("", "delete", "applyx", "appl", "apply%20", "SetConfiguration"):
            self.assertEqual(self.bench.code(url(GOOD, verb)), 2)

    def test_order_unknown_and_case_of_parameters(self):
        """ABT-URL-08, 09, 17."""
        head, _, query = url(GOOD).partition("?")
        parts = query.split("&")
        reordered = head + "?" + "&".join(["x=%zz", "Token=no"] + parts[::-1] + ["DATA=1", "PROFILE"])
        self.assertEqual(self.bench.open(reordered).status, "Success")

    def test_decoding(self):
        """ABT-URL-10, 11; ABT-CB-03."""
        callback = self.bench.open(url(GOOD, profile="100%25+ &=", payload="é\U0001f600#"))
        self.assertEqual((callback.status, callback.profile, callback.payload), ("Success", "100%25+ &=", "é\U0001f600#"))
        plain = base64_strict.encode(GOOD).decode("ascii")
        raw = "%s://apply?token=%s&profile=a+b&payload=p&data=%s" % (SCHEME, TOKEN, plain)
        callback = self.bench.open(raw)
        self.assertEqual((callback.status, callback.profile), ("Success", "a+b"))
        everything = "".join("%%%02x" % byte for byte in plain.encode("ascii"))
        self.assertEqual(self.bench.open(raw.replace(plain, everything)).status, "Success")

    def test_missing_parameters(self):
        """ABT-URL-12, 14, 19."""
        good = url(GOOD)
        for name in ("profile", "payload"):
            for broken in (re.sub(name + "=[^&]*", name + "=", good), re.sub(name + "=[^&]*&", "", good)):
                self.assertEqual(self.bench.code(broken), 1)
        for broken in (re.sub("data=.*", "data=", good), re.sub("&data=.*", "", good), re.sub("data=.*", "data", good)):
            self.assertEqual(self.bench.code(broken), 4)
        for tail in (":", "://", "://apply", "://apply?", "://?", ":apply", "://apply?&&&", "://apply#"):
            self.bench.code(SCHEME + tail)

    def test_repeated_parameters(self):
        """ABT-URL-13."""
        good = url(GOOD, chunk=(1, 1))
        for repeated in ("token=x", "profile=x", "payload=x", "data=AAAA", "chunk=2", "chunks=2"):
            self.assertEqual(self.bench.code(good + "&" + repeated), 1)
        self.assertEqual(self.bench.open(good + "&profile=PR-1&profile=%50R-1").status, "Success")

    def test_other_parts_of_the_url(self):
        """ABT-URL-15."""
        good = url(GOOD)
        for changed in (good.replace("apply?", "apply/?"), good.replace("apply?", "u:p@apply:80/x/y?"), good + "#part"):
            self.assertEqual(self.bench.open(changed).status, "Success")

    def test_malformed_parameters(self):
        """ABT-URL-18."""
        good = url(GOOD)
        for name in ("token", "profile", "payload", "data"):
            for value in (b"%", b"%4", b"%zz", b"\xff", b"%ff", b"%ed%a0%80"):
                broken = re.sub(name.encode() + b"=[^&]*", lambda match: name.encode() + b"=" + value, good.encode())
                self.assertEqual(self.bench.code(broken), 1)
        self.assertEqual(self.bench.open(good.encode() + b"&other=%zz\xff").status, "Success")
        self.assertEqual(self.bench.code(good.replace("PR-1", "\ud800")), 1)

    def test_longest_url(self):
        """ABT-URL-16."""
        good = url(GOOD) + "&pad="
        self.assertEqual(self.bench.open(good + "x" * (1_048_576 - len(good))).status, "Success")
        self.assertEqual(self.bench.code(good + "x" * (1_048_577 - len(good))), 8)


class Tokens(unittest.TestCase):
    def test_invalid_tokens(self):
        """ABT-TOK-02 to 06, 10, ABT-CB-03."""
        bench = Bench()
        for token in (
            TOKEN[:-1],
            TOKEN + "0",
            TOKEN.upper(),
            " " + TOKEN,
            TOKEN + "\n",
            TOKEN + "\0",
            "x",
            "０" + TOKEN[1:],
            ("0" if TOKEN[0] != "0" else "1") + TOKEN[1:],
            tokens.make("hmac-sha256-hex", BUNDLE + "x", API_KEY),
            tokens.make("hmac-sha256-hex", BUNDLE, API_KEY + "x"),
            API_KEY,
        ):
            self.assertEqual(bench.code(url(GOOD, token=token)), 3)
            self.assertTrue(bench.log)
            self.assertEqual(bench.open(url(GOOD, token=token)).token, token)
        for broken in (url(GOOD, token=""), url(GOOD).replace("token=" + TOKEN + "&", "")):
            self.assertEqual(bench.code(broken), 3)

    def test_token_comes_first(self):
        """ABT-TOK-07, 08, 09, ABT-CB-11."""
        bench = Bench()
        bomb = packing.deflate(MAGIC + bytes(50_000_000))
        for broken in (
            url(bomb, token="x"),
            url(GOOD, "reset", token="x"),
            url(GOOD, "none", token="x"),
            url(GOOD, token="x", profile=""),
            url(b"abc", token="x", chunk=(1, 2)),
            url(GOOD, token="x", chunk=(9, 2)),
            url(GOOD, token="x") + "&data=zz&data=%",
            url(GOOD, token="x", parameter="data-x"),
        ):
            self.assertEqual(bench.code(broken), 3)

    def test_no_secret_leaks(self):
        """ABT-TOK-11, 12."""
        bench = Bench(encrypting=True, allow_unencrypted=True)
        marker = "MARKER-1234567890-MARKER"
        bench.delegate.apply = lambda configuration: no()
        for dictionary in (
            request({"k": marker}),
            dict(request({"k": [marker]}), Version=2),
            {"Version": 1, "Configuration": marker},
            {"Version": 1, "Category": [marker], "Configuration": {}},
        ):
            for address in (url(packed(dictionary)), url(encrypted(packed(dictionary)), parameter="data-x")):
                bench.open(address)
                seen = "".join(bench.opened + bench.log)
                for secret in (marker, API_KEY, SECRET):
                    self.assertNotIn(secret, seen)


class Data(unittest.TestCase):
    def setUp(self):
        self.bench = Bench()

    def test_values_are_unchanged(self):
        """ABT-DATA-01."""
        values = {
            "s": ["", "e\u0301", "\U0001f600", "\0"],
            "i": [-(2**63), 2**63 - 1, 1],
            "r": [-0.0, 1.0, float("inf"), 5e-324],
            "b": [True, False],
            "d": Date(-1.5),
            "x": b"\0\xff",
            "": {},
            "[]": [],
        }
        self.assertEqual(self.bench.open(url(packed(request(values)))).status, "Success")
        ((_, _, received),) = self.bench.delegate.calls
        self.assertEqual(repr(received), repr({key: values[key] for key in sorted(values)}))

    def test_base64(self):
        """ABT-DATA-02."""
        plain = base64_strict.encode(GOOD).decode("ascii")
        for broken in (
            plain[:-1],
            plain + "=",
            plain + "A",
            plain[:8] + "\n" + plain[8:],
            "-" + plain[1:],
            "!" + plain,
            plain + " ",
        ):
            address = "%s://apply?token=%s&profile=p&payload=q&data=%s" % (SCHEME, TOKEN, percent.encode(broken))
            self.assertEqual(self.bench.code(address), 7)

    def test_zlib_and_magic(self):
        """ABT-DATA-03, 04, 05, 06."""
        encoded = plist.write(request({}))
        for broken in (
            GOOD[:-1],
            GOOD[:-6],
            GOOD + b"\0",
            b"\0" + GOOD,
            encoded,
            zlib.compress(encoded),
            zlib.compress(b"ABT" + encoded),
            zlib.compress(b"abtc" + encoded),
            zlib.compress(b""),
            zlib.compress(b"ABTC"),
            zlib.compress(b"AB"),
            b"x",
            zlib.compress(b"ABTC<?xml version='1.0'?><plist version='1.0'><dict/></plist>"),
            zlib.compress(b'ABTC{"Version":1}'),
            zlib.compress(b"ABTC" + encoded.replace(b"bplist00", b"bplist15")),
        ):
            self.assertEqual(self.bench.code(url(broken)), 7)

    def test_broken_property_lists(self):
        """ABT-DATA-07, 10, 11."""
        for encoded in (
            request_plist(b"\xa1\x06"),
            request_plist(b"\xa1\x63"),
            request_plist(b"\xff"),
            request_plist(b"\x5f\x12\x7f\xff\xff\xff"),
        ):
            self.assertEqual(self.bench.code(url(packed(encoded))), 7)
        laughs = [b"\xaa" + bytes([index + 1] * 10) for index in range(7, 37)]
        self.assertEqual(self.bench.code(url(packed(request_plist(b"\xa1\x07", *laughs, text("lol"))))), 8)
        deep = "x"
        for _ in range(20_000):
            deep = [deep]
        self.assertEqual(self.bench.code(url(packed(request({"a": deep})))), 8)

    def test_size_limit(self):
        """ABT-DATA-08, 09."""

        def sized(size):
            empty = len(plist.write(request({"a": "x" * 70_000})))
            data = MAGIC + plist.write(request({"a": "x" * (70_000 + size - len(MAGIC) - empty)}))
            self.assertEqual(len(data), size)
            return packing.deflate(data)

        self.assertEqual(self.bench.open(url(sized(1_048_576))).status, "Success")
        self.assertEqual(self.bench.code(url(sized(1_048_577))), 8)
        bomb = url(packing.deflate(bytes(100_000_000)))
        tracemalloc.start()
        try:
            self.assertEqual(self.bench.code(bomb), 8)
            self.assertLess(tracemalloc.get_traced_memory()[1], 8_000_000)
        finally:
            tracemalloc.stop()

    def test_top_objects(self):
        """ABT-DATA-12, 13."""
        for top in ([request({})], "text", 1, [], True):
            self.assertEqual(self.bench.code(url(packed(top))), 9)
        profile = {"PayloadType": "Configuration", "PayloadVersion": 1, "PayloadContent": [request({})]}
        self.assertEqual(self.bench.code(url(packed(profile))), 9)

    def test_must_accept(self):
        """ABT-DATA-14."""
        for encoded in (
            request_plist(b"\x10\x05", offset_width=8),
            request_plist(b"\xa2\x07\x07", text("x")),
            request_plist(b"\x13" + bytes(8)),
        ):
            self.assertEqual(self.bench.open(url(packed(encoded))).status, "Success")


class Dictionary(unittest.TestCase):
    def setUp(self):
        self.bench = Bench()

    def test_version(self):
        """ABT-DICT-01, 02, 03."""
        for version in (0, 2, -1, 2**32 + 1, 2**63 - 1):
            self.assertEqual(self.bench.code(url(packed({"Version": version, "Configuration": {}}))), 10)
        for version in ("1", 1.0, True, [1], b"1", Date(1.0)):
            self.assertEqual(self.bench.code(url(packed({"Version": version, "Configuration": {}}))), 9)
        self.assertEqual(self.bench.code(url(packed({"Configuration": {}}))), 9)

    def test_category(self):
        """ABT-DICT-04, 05."""
        self.bench.open(url(GOOD))
        self.assertEqual(self.bench.delegate.calls[0][1], "Mail")
        self.bench.open(url(packed(request({}))))
        self.assertIsNone(self.bench.delegate.calls[0][1])
        for category in (1, True, [], b"x", {}):
            self.assertEqual(self.bench.code(url(packed({"Version": 1, "Category": category, "Configuration": {}}))), 9)

    def test_configuration(self):
        """ABT-DICT-06, 07, 08; ABT-ENC-11."""
        for configuration in ([], "x", 1):
            self.assertEqual(self.bench.code(url(packed({"Version": 1, "Configuration": configuration}))), 9)
        self.assertEqual(self.bench.code(url(packed({"Version": 1, "Keys": []}))), 9)
        self.assertEqual(self.bench.open(url(packed(request({})))).changed_values, ())
        extra = dict(request({}), Keys=1, Other=[], **{"com.absolute.thirdpartyconfig.DataEncryption": True})
        self.assertEqual(self.bench.open(url(packed(extra))).status, "Success")

    def test_keys(self):
        """ABT-DICT-09, 10, 11; ABT-DEL-02, 03."""
        for keys in ("x", {}, [1], ["a", b"b"], 1):
            self.assertEqual(self.bench.code(url(packed({"Version": 1, "Keys": keys}), "reset")), 9)
        self.assertEqual(self.bench.code(url(packed(request({})), "reset")), 9)
        callback = self.bench.open(
            url(packed({"Version": 1, "Keys": ["b", "a", "b"], "Configuration": 3, "Category": "C"}), "reset")
        )
        self.assertEqual((callback.status, callback.changed_values), ("Success", None))
        self.assertEqual(self.bench.delegate.calls, [("revert", "C", ["b", "a"])])
        self.bench.open(url(packed({"Version": 1, "Keys": []}), "reset"))
        self.assertEqual(self.bench.delegate.calls, [("revert", None, [])])


class Changes(unittest.TestCase):
    def changed(self, *records):
        bench = Bench()

        def apply(configuration):
            for name, *arguments in records:
                getattr(configuration, name)(*arguments)
            return True

        bench.delegate.apply = apply
        callback = bench.open(url(GOOD))
        self.assertEqual(callback.status, "Success")
        self.assertEqual(len(bench.delegate.calls), 1)
        return sorted(callback.changed_values)

    def test_rules(self):
        """ABT-CHG-01 to 06, 09; ABT-ROLL-06."""
        self.assertEqual(self.changed(), ["host", "port", "theme"])
        self.assertEqual(self.changed(("did_not_apply", "host")), ["port", "theme"])
        self.assertEqual(self.changed(*(("did_not_apply", key) for key in ("host", "port", "theme"))), [])
        self.assertEqual(self.changed(("did_apply", "host"), ("did_apply", "host")), ["host"])
        self.assertEqual(self.changed(("did_apply", "port"), ("did_not_apply", "host")), ["port"])
        self.assertEqual(self.changed(("did_apply", "port", 1), ("did_apply", "theme", None)), ["port", "theme"])

    def test_decisions(self):
        """ABT-CHG-07, 08."""
        self.assertEqual(self.changed(("did_apply", "foreign")), ["host", "port", "theme"])
        self.assertEqual(self.changed(("did_not_apply", "host"), ("did_apply", "host")), ["host"])

    def test_nothing_carries_over(self):
        """ABT-DEL-04, ABT-MULTI-04."""
        bench = Bench()
        kept = []
        bench.delegate.apply = lambda configuration: kept.append(configuration) or configuration.did_apply("host") or True
        self.assertEqual(bench.open(url(GOOD)).changed_values, ("host",))
        bench.delegate.apply = lambda configuration: kept[0].did_apply("port") or True
        self.assertEqual(sorted(bench.open(url(GOOD)).changed_values), ["host", "port", "theme"])


class Answers(unittest.TestCase):
    def setUp(self):
        self.bench = Bench()
        self.reset = url(packed({"Version": 1, "Keys": ["a"]}), "reset")

    def test_no(self):
        """ABT-CB-04, 06, 07, 10; ABT-ROLL-11."""
        for method, address in (("apply", url(GOOD)), ("revert", self.reset)):
            for answer in (False, None, Answer.NO, no()):
                setattr(self.bench.delegate, method, lambda configuration: answer)
                callback = self.bench.open(address)
                self.assertEqual((callback.status, callback.error_code, callback.changed_values), ("Error", 11, None))
                self.assertEqual(len(self.bench.delegate.calls), 1)
            setattr(self.bench.delegate, method, lambda configuration: no(-2147483648, "why & how\r\n"))
            callback = self.bench.open(address)
            self.assertEqual((callback.error_code, callback.error_message), (-2147483648, "why & how\r\n"))

    def test_long_messages_and_codes(self):
        for message, expected in (
            ("x" * 257, "x" * 256),
            ("\U0001f600" * 129, "\U0001f600" * 128),
            ("x" + "\U0001f600" * 128, "x" + "\U0001f600" * 127),
            ("\ud800", "\ufffd"),
        ):
            self.bench.delegate.apply = lambda configuration: no(1, message)
            self.assertEqual(self.bench.open(url(GOOD)).error_message, expected)
        self.bench.delegate.apply = lambda configuration: no(10**20)
        self.assertEqual(self.bench.open(url(GOOD)).error_code, 11)

    def test_cancel(self):
        """ABT-CB-05, 06."""
        self.bench.delegate.apply = self.bench.delegate.revert = lambda configuration: Reply(Answer.CANCEL, 5, "ignored")
        for address in (url(GOOD), self.reset):
            callback = self.bench.open(address)
            self.assertEqual((callback.status, callback.error_code, callback.error_message), ("Canceled", None, None))

    def test_a_delegate_that_raises(self):
        def fail(configuration):
            raise RuntimeError("MARKER")

        self.bench.delegate.apply = self.bench.delegate.revert = fail
        for address in (url(GOOD), self.reset):
            self.assertEqual(self.bench.open(address).error_code, 11)
            self.assertNotIn("MARKER", "".join(self.bench.log + self.bench.opened))


class Rollback(unittest.TestCase):
    def run_with(self, reply, *records):
        bench = Bench()

        def apply(configuration):
            for name, *arguments in records:
                getattr(configuration, name)(*arguments)
            return reply

        bench.delegate.apply = apply
        bench.delegate.rollback = lambda configuration: configuration.did_apply("theme", "again") or no(99, "rollback")
        return bench.open(url(GOOD)), bench.delegate.calls

    def test_rollback(self):
        """ABT-ROLL-01 to 03, 05, 07 to 09."""
        callback, calls = self.run_with(
            no(1207, "first"),
            ("did_apply", "host"),
            ("did_apply", "port", 443),
            ("did_apply", "port", 444),
            ("did_apply", "theme", None),
            ("did_not_apply", "host"),
        )
        self.assertEqual((callback.status, callback.error_code, callback.error_message), ("Error", 1207, "first"))
        self.assertEqual(calls[1:], [("apply", "Mail", {"port": 443, "theme": None})])

    def test_no_old_values_no_rollback(self):
        """ABT-ROLL-04, 06."""
        for records in ((), (("did_apply", "host"),), (("did_not_apply", "host"),)):
            _, calls = self.run_with(no(), *records)
            self.assertEqual(len(calls), 1)
        _, calls = self.run_with(True, ("did_apply", "host", "old"))
        self.assertEqual(len(calls), 1)

    def test_cancel_is_rolled_back(self):
        """ABT-ROLL-10."""
        callback, calls = self.run_with(Answer.CANCEL, ("did_apply", "host", "old"))
        self.assertEqual(callback.status, "Canceled")
        self.assertEqual(calls[1:], [("apply", "Mail", {"host": "old"})])


class Encryption(unittest.TestCase):
    def test_editions(self):
        """ABT-ENC-01 to 04, 09."""
        plain, strict, lax = Bench(), Bench(encrypting=True), Bench(encrypting=True, allow_unencrypted=True)
        secret = url(encrypted(GOOD), parameter="data-x")
        for bench in (strict, lax):
            self.assertEqual(bench.open(secret).status, "Success")
        self.assertEqual(plain.code(secret), 5)
        self.assertEqual(plain.code(url(GOOD, parameter="data-x")), 5)
        self.assertEqual(strict.code(url(GOOD)), 6)
        for bench in (plain, lax):
            self.assertEqual(bench.open(url(GOOD)).status, "Success")
        both = url(GOOD) + "&data-x=" + percent.encode(base64_strict.encode(encrypted(GOOD)))
        self.assertEqual(plain.open(both).status, "Success")
        self.assertEqual(plain.open(url(GOOD) + "&data-x=%zz&data-x=2").status, "Success")
        for bench in (strict, lax):
            self.assertIn(bench.code(both), (1, 6))

    def test_refused(self):
        """ABT-ENC-05 to 08, 10."""
        bench = Bench(encrypting=True, allow_unencrypted=True)
        good = encrypted(GOOD)
        broken = [
            encrypted(GOOD, blowfish.derive_key("sha256", BUNDLE, SECRET + "x")),
            encrypted(GOOD, blowfish.derive_key("sha256", BUNDLE + "x", SECRET)),
            encrypted(GOOD, blowfish.derive_key("sha1", BUNDLE, SECRET)),
            bytes([good[0] ^ 1]) + good[1:],
            good[:9] + bytes([good[9] ^ 1]) + good[10:],
            good[:-8],
            good[:-1],
            good[:8],
            good[:16],
            good + bytes(8),
            GOOD,
            encrypted(b""),
            encrypted(zlib.compress(b"XXXX")),
            encrypted(GOOD + b"\0"),
            encrypted(packed(request_plist(b"\xff"))),
        ]
        reports = set()
        for data in broken:
            callback = bench.open(url(data, parameter="data-x"))
            self.assertFalse(bench.delegate.calls)
            reports.add((callback.status, callback.error_code, callback.error_message))
        self.assertEqual({report[:2] for report in reports}, {("Error", 7)})
        self.assertEqual(len(reports), 1)
        self.assertEqual(bench.code(url(good)), 7)
        self.assertEqual(bench.code(url(b"", parameter="data-x")), 4)
        self.assertEqual(bench.open(url(good, parameter="data-x")).status, "Success")


class Chunked(unittest.TestCase):
    def setUp(self):
        self.bench = Bench()

    def send(self, data, index, total, **options):
        return self.bench.open(url(chunks.split(data, total)[index - 1], chunk=(index, total), **options))

    def incomplete(self, callback, index):
        self.assertEqual((callback.status, callback.changed_values, callback.chunk), ("Success", None, str(index)))
        self.assertFalse(self.bench.delegate.calls)

    def complete(self, callback):
        self.assertEqual((callback.status, len(callback.changed_values), len(self.bench.delegate.calls)), ("Success", 3, 1))

    def test_any_order_and_repetition(self):
        """ABT-CHUNK-01 to 05."""
        for order in ((1, 2, 3), (3, 1, 2), (2, 2, 3, 2, 1)):
            for index in order[:-1]:
                self.incomplete(self.send(GOOD, index, 3), index)
            self.complete(self.send(GOOD, order[-1], 3))
        self.complete(self.send(GOOD, 1, 1))
        total = min(256, len(GOOD))
        for index in range(1, total):
            self.incomplete(self.send(GOOD, index, total), index)
        self.complete(self.send(GOOD, total, total))

    def test_contradiction_drops(self):
        """ABT-CHUNK-06."""
        self.incomplete(self.send(GOOD, 1, 2), 1)
        self.assertEqual(self.bench.code(url(b"other", chunk=(1, 2))), 12)
        self.incomplete(self.send(GOOD, 2, 2), 2)
        self.complete(self.send(GOOD, 1, 2))

    def test_numbers(self):
        """ABT-CHUNK-07, 08."""
        good = url(GOOD)
        for tail, code in (
            ("chunk=0&chunks=1", 12),
            ("chunk=2&chunks=1", 12),
            ("chunk=1&chunks=0", 12),
            ("chunk=1", 12),
            ("chunks=1", 12),
            ("chunk=x&chunks=1", 12),
            ("chunk=&chunks=", 12),
            ("chunk=4294967297&chunks=2", 12),
            ("chunk=1&chunks=257", 13),
            ("chunk=1&chunks=18446744073709551617", 13),
            ("chunk=18446744073709551617&chunks=1", 12),
            ("chunk=-1&chunks=-1", 12),
        ):
            self.assertEqual(self.bench.code(good + "&" + tail), code, tail)

    def test_identity(self):
        """ABT-CHUNK-09, 14; ABT-MULTI-03."""
        bench = self.bench = Bench(encrypting=True, allow_unencrypted=True)
        others = [
            dict(profile="PR-2"),
            dict(payload="PL-2"),
            dict(profile="PR-1P", payload="L-1"),
            dict(profile="PR-", payload="1PL-1"),
            dict(verb="reset"),
            dict(parameter="data-x"),
        ]
        self.incomplete(self.send(GOOD, 1, 2), 1)
        for other in others:
            verb = other.pop("verb", "apply")
            self.incomplete(bench.open(url(chunks.split(GOOD, 2)[1], verb, chunk=(2, 2), **other)), 2)
        self.incomplete(self.send(GOOD, 3, 3), 3)
        self.complete(self.send(GOOD, 2, 2))
        self.complete(self.send(GOOD, 1, 2, profile="PR-2"))

    def test_encrypted_pieces(self):
        """ABT-ENC-01 and section 4.10: cut after encryption."""
        self.bench = Bench(encrypting=True)
        data = encrypted(GOOD)
        self.assertEqual(self.bench.code(url(GOOD[:9], chunk=(1, 2))), 6)
        self.incomplete(self.send(data, 2, 2, parameter="data-x"), 2)
        self.complete(self.send(data, 1, 2, parameter="data-x"))

    def test_limits(self):
        """ABT-CHUNK-10."""
        for number in range(17):
            self.incomplete(self.send(GOOD, 1, 2, profile="P%d" % number), 1)
        self.complete(self.send(GOOD, 2, 2, profile="P16"))
        self.complete(self.send(GOOD, 2, 2, profile="P1"))
        self.incomplete(self.send(GOOD, 2, 2, profile="P0"), 2)
        big = bytes(700_000)
        self.assertEqual(self.bench.open(url(big, chunk=(1, 3), payload="big")).status, "Success")
        self.assertEqual(self.bench.code(url(big, chunk=(2, 3), payload="big")), 13)

    def test_whole_request_drops(self):
        """ABT-CHUNK-11."""
        for whole in (url(GOOD), url(GOOD, chunk=(1, 1))):
            self.incomplete(self.send(GOOD, 1, 2), 1)
            self.complete(self.bench.open(whole))
            self.incomplete(self.send(GOOD, 2, 2), 2)
            self.complete(self.send(GOOD, 1, 2))

    def test_undecodable(self):
        """ABT-CHUNK-12."""
        self.incomplete(self.send(GOOD[:-1], 1, 2), 1)
        self.assertEqual(self.bench.code(url(chunks.split(GOOD[:-1], 2)[1], chunk=(2, 2))), 7)
        self.incomplete(self.send(GOOD, 2, 2), 2)
        self.complete(self.send(GOOD, 1, 2))
        self.assertEqual(self.bench.code(url(b"", chunk=(1, 2))), 4)

    def test_partial_profiles(self):
        """ABT-CHUNK-13."""
        for configuration in ({"a": 1}, {"b": 2}):
            self.bench.open(url(packed(request(configuration))))
            self.assertEqual(self.bench.delegate.calls, [("apply", None, configuration)])


class DialectUse(unittest.TestCase):
    def test_a_dialect_in_every_part(self):
        dialect = parse_dialect(
            """{"verbs": {"apply": "SetConfiguration", "reset": "RemoveConfiguration"}, "parameters": {"data": "d", "profile": "uuid"},
                "schemePrefix": "x-acme.", "callbackPrefix": "acme://done?", "magic": "0001", "token": {"algorithm": "hmac-sha1-hex"},
                "keyHash": "md5", "cipher": "blowfish-ecb", "keys": {"configuration": "Settings"},
                "errorCodes": {"invalidDictionary": 900}, "changedValuesCarryMagic": true}"""
        )
        bench = Bench(encrypting=True, allow_unencrypted=True, dialect=dialect)
        token = tokens.make("hmac-sha1-hex", BUNDLE, API_KEY)

        def address(dictionary, parameter):
            data = packing.pack(plist.write(dictionary), b"\0\1")
            if parameter == "data-x":
                data = blowfish.encrypt(data, blowfish.derive_key("md5", BUNDLE, SECRET), "blowfish-ecb")
            return "x-acme.%s://setconfiguration?token=%s&uuid=1&payload=2&%s=%s" % (
                BUNDLE,
                token,
                parameter,
                percent.encode(base64_strict.encode(data)),
            )

        for parameter in ("d", "data-x"):
            callback = bench.open(address({"Version": 1, "Settings": {"a": 1}}, parameter))
            self.assertEqual((callback.status, callback.changed_values), ("Success", ("a",)))
            self.assertEqual(bench.code(address({"Version": 1, "Configuration": {"a": 1}}, parameter)), 900)


class Recovery(unittest.TestCase):
    def test_every_bit_of_a_request(self):
        """ABT-ROB-01, 04, 06 and the second rule above all others."""
        bench = Bench(encrypting=True, allow_unencrypted=True)
        dictionary = request({"host": "h", "port": 993})
        for parameter, data in (("data", packed(dictionary)), ("data-x", encrypted(packed(dictionary)))):
            for position in range(len(data) * 8):
                damaged = bytearray(data)
                damaged[position // 8] ^= 1 << position % 8
                callback = bench.open(url(bytes(damaged), parameter=parameter))
                if callback.status == "Success":
                    self.assertEqual(bench.delegate.calls, [("apply", None, dictionary["Configuration"])])
                else:
                    self.assertFalse(bench.delegate.calls)
            self.assertEqual(bench.open(url(data, parameter=parameter)).status, "Success")

    def test_many_parameters(self):
        bench = Bench()
        for filler in ("&", "&x", "&token=ab", "&profile=%41", "%41", "&data=A"):
            bench.open(url(GOOD) + filler * (300_000 // len(filler)))


class Structures(unittest.TestCase):
    def test_what_is_free_is_answered_consistently(self):
        """ABT-DATA-15."""
        bench = Bench()
        accepted = (
            request_plist(b"\xa2\x07\x07", b"\xa0"),
            request_plist(b"\x09", gap=b"??"),
            request_plist(b"\x09", b"\xff"),
            request_plist(b"\x09", padding=b"\1\0\0\0\0\0"),
            request_plist(b"\x22\x7f\xa0\x00\x01"),
        )
        refused = (
            request_plist(b"\x00"),
            request_plist(b"\x80\x01"),
            request_plist(b"\x51\xff"),
            request_plist(b"\xd2\x05\x05\x03\x03"),
            request_plist(b"\x33" + struct.pack(">d", float("nan"))),
            raw_plist([b"\xd0"], header=b"bplist01"),
        )
        for encoded in accepted:
            self.assertEqual(bench.open(url(packed(encoded))).status, "Success")
        for encoded in refused:
            self.assertEqual(bench.code(url(packed(encoded))), 7)


if __name__ == "__main__":
    unittest.main()
