"""Base64, percent-coding, packing, tokens, Blowfish, chunks, URLs and dialects."""

import sys
import unittest
import zlib

from abt.codec import base64_strict, blowfish, chunks, dialect, packing, percent, plist, tokens, urls
from abt.codec.dialect import Dialect
from abt.codec.errors import (
    Base64Error,
    ChunkError,
    ChunkLimitError,
    CipherError,
    CodecError,
    DialectError,
    InflateError,
    MagicError,
    PercentCodingError,
    SizeLimitError,
    TrailingDataError,
    UrlError,
)
from abt.codec.plist import Verdict


class Base64(unittest.TestCase):
    def test_rfc_4648_vectors(self):
        for data, encoded in ((b"", b""), (b"f", b"Zg=="), (b"fo", b"Zm8="), (b"foo", b"Zm9v"), (b"foobar", b"Zm9vYmFy")):
            self.assertEqual(base64_strict.encode(data), encoded)
            self.assertEqual(base64_strict.decode(encoded), data)
            self.assertIs(base64_strict.classify(encoded), Verdict.ACCEPT)

    def test_refused(self):
        for encoded in (
            b"Z",
            b"Zg",
            b"Zg=",
            b"Zg===",
            b"Zg==\n",
            b" Zg==",
            b"Zm 9v",
            b"Zm-_",
            b"====",
            b"Zg==Zg==",
            b"Zm9v=",
            b"=",
            b"Zm9\0",
            "Zmé".encode(),
            b"Zm9v\r\n",
        ):
            with self.assertRaises(Base64Error, msg=encoded):
                base64_strict.decode(encoded)
            self.assertIs(base64_strict.classify(encoded), Verdict.REFUSE)

    def test_unused_trailing_bits_are_free(self):
        for encoded in (b"Zh==", b"Zm9="):
            self.assertIs(base64_strict.classify(encoded), Verdict.FREE)
            base64_strict.decode(encoded)


class Percent(unittest.TestCase):
    def test_once_only_and_plus_is_a_plus(self):
        self.assertEqual(percent.decode(b"a%2525+%41%c3%A9"), b"a%25+A\xc3\xa9")
        self.assertEqual(percent.decode_text(b"%F0%9F%98%80"), "\U0001f600")

    def test_malformed(self):
        for encoded in (b"%", b"%4", b"%zz", b"a%4", b"%%41", b"% 41", b"%+1"):
            with self.assertRaises(PercentCodingError):
                percent.decode(encoded)
        for encoded in (b"%ff", b"\xc3", b"%ED%A0%80", b"%C0%80"):
            with self.assertRaises(PercentCodingError):
                percent.decode_text(encoded)

    def test_round_trip(self):
        everything = "".join(map(chr, list(range(0x250)) + [0xFFFF, 0x10FFFF]))
        encoded = percent.encode(everything)
        self.assertRegex(encoded, r"\A[A-Za-z0-9._~%-]*\Z")
        self.assertEqual(percent.decode_text(encoded.encode("ascii")), everything)
        self.assertEqual(percent.encode("a" * 40_000 + "&"), "a" * 40_000 + "%26")


class Packing(unittest.TestCase):
    def test_every_window_level_and_block_kind(self):
        data = b"ABTC" + bytes(range(256)) * 50
        for window in range(9, 16):
            for level in range(10):
                for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FIXED, zlib.Z_HUFFMAN_ONLY):
                    deflater = zlib.compressobj(level, zlib.DEFLATED, window, 9, strategy)
                    stream = deflater.compress(data) + deflater.flush()
                    self.assertEqual(packing.inflate(stream, len(data)), data)

    def test_limit_is_inclusive(self):
        for size in (0, 1, 65_535, 65_536, 65_537, 1_048_576):
            stream = zlib.compress(bytes(size))
            self.assertEqual(packing.inflate(stream, size), bytes(size))
            with self.assertRaises(SizeLimitError):
                packing.inflate(zlib.compress(bytes(size + 1)), size)

    def test_damage(self):
        stream = zlib.compress(b"some text to compress, some text to compress")
        for length in range(len(stream)):
            with self.assertRaises(InflateError):
                packing.inflate(stream[:length], 1000)
        raw = zlib.compressobj(9, zlib.DEFLATED, -15)
        gzip = zlib.compressobj(9, zlib.DEFLATED, 31)
        preset = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_DEFAULT_STRATEGY, b"some text")
        broken = [packer.compress(b"some text") + packer.flush() for packer in (raw, gzip, preset)]
        broken += [stream[:-1] + bytes([stream[-1] ^ 1]), bytes([stream[0] ^ 1]) + stream[1:], bytes(100)]
        for damaged in broken:
            with self.assertRaises(InflateError):
                packing.inflate(damaged, 1000)

    def test_trailing_bytes(self):
        stream = zlib.compress(b"text")
        for trailing in (b"\0", bytes(200_000), stream):
            with self.assertRaises(TrailingDataError):
                packing.inflate(stream + trailing, 1000)

    def test_magic(self):
        self.assertEqual(packing.unpack(packing.pack(b"list", b"ABTC"), b"ABTC", 8), b"list")
        for inflated in (b"", b"ABT", b"abtclist", b"XABTC"):
            with self.assertRaises(MagicError):
                packing.unpack(zlib.compress(inflated), b"ABTC", 100)


class Tokens(unittest.TestCase):
    def test_hmac_of_rfc_4231_test_case_2(self):
        expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        token = tokens.make("hmac-sha256-hex", "what do ya want for nothing?", "Jefe")
        self.assertEqual(token, expected)
        self.assertTrue(tokens.matches(token, expected))
        for other in ("", expected[:-1], expected + "0", expected.upper(), " " + expected, expected + "\0", "５" + expected[1:]):
            self.assertFalse(tokens.matches(token, other))

    def test_other_algorithms(self):
        self.assertEqual(
            tokens.make("hmac-sha1-hex", "what do ya want for nothing?", "Jefe"), "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        )
        self.assertEqual(tokens.make("sha256-hex", "a", "bc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        command = [sys.executable, "-c", "import sys; print(sys.argv[1] + '|' + sys.argv[2])"]
        self.assertEqual(tokens.make("external", "bundle", "key", command), "bundle|key")
        with self.assertRaises(CodecError):
            tokens.make("external", "bundle", "key", [sys.executable, "-c", "raise SystemExit(1)"])
        with self.assertRaises(CodecError):
            tokens.make("none", "bundle", "key")


class Blowfish(unittest.TestCase):
    #: Key, plain text and ciphertext of Eric Young's published test vectors.
    VECTORS = (
        ("0000000000000000", "0000000000000000", "4EF997456198DD78"),
        ("FFFFFFFFFFFFFFFF", "FFFFFFFFFFFFFFFF", "51866FD5B85ECB8A"),
        ("3000000000000000", "1000000000000001", "7D856F9A613063F2"),
        ("0123456789ABCDEF", "1111111111111111", "61F9C3802281B096"),
        ("FEDCBA9876543210", "0123456789ABCDEF", "0ACEAB0FC6A0A28D"),
    )

    @staticmethod
    def implementations(key):
        for kind in (blowfish.OpenSSLBlowfish, blowfish.PyCryptodomeBlowfish, blowfish.PythonBlowfish):
            try:
                yield kind(key)
            except CipherError:
                continue

    def test_published_vectors(self):
        for key, plain, cipher in self.VECTORS:
            for implementation in self.implementations(bytes.fromhex(key)):
                self.assertEqual(implementation.ecb(bytes.fromhex(plain), True).hex().upper(), cipher, implementation.name)
                self.assertEqual(implementation.ecb(bytes.fromhex(cipher), False).hex().upper(), plain, implementation.name)

    def test_implementations_agree(self):
        key, iv, data = bytes(range(32)), b"initvect", bytes(range(256)) * 2
        found = {implementation.cbc(data, iv, True) for implementation in self.implementations(key)}
        self.assertEqual(len(found), 1)
        (cipher,) = found
        for implementation in self.implementations(key):
            self.assertEqual(implementation.cbc(cipher, iv, False), data)

    def test_modes_round_trip(self):
        key = blowfish.derive_key("sha256", "com.acme.app", "secret")
        self.assertEqual(len(key), 32)
        for mode in blowfish.MODES:
            for length in range(20):
                data = bytes(range(length))
                self.assertEqual(blowfish.decrypt(blowfish.encrypt(data, key, mode), key, mode), data)

    def test_refused(self):
        key = bytes(32)
        for data in (b"", bytes(7), bytes(8), bytes(15), bytes(17), bytes(23)):
            with self.assertRaises(CipherError):
                blowfish.decrypt(data, key)
        cipher = blowfish.block_cipher(key)
        for last in (b"\0", b"\x09", b"\x02"):
            with self.assertRaises(CipherError):
                blowfish.decrypt(bytes(8) + cipher.cbc(bytes(7) + last, bytes(8), True), key)
        with self.assertRaises(CipherError):
            blowfish.decrypt(bytes(16), key, "rot13")
        with self.assertRaises(CipherError):
            blowfish.derive_key("crc32", "a", "b")


class Chunks(unittest.TestCase):
    def test_split_and_join(self):
        data = bytes(range(100))
        for total in range(1, 101):
            pieces = chunks.split(data, total)
            self.assertEqual(len(pieces), total)
            self.assertTrue(all(pieces))
            self.assertEqual(chunks.join({index + 1: piece for index, piece in enumerate(pieces)}, total), data)
        for total in (0, 101):
            with self.assertRaises(ChunkError):
                chunks.split(data, total)
        with self.assertRaises(ChunkError):
            chunks.join({1: b"a", 3: b"c"}, 2)

    def test_numbers(self):
        self.assertEqual(chunks.parse_numbers("1", "1", 256), (1, 1))
        self.assertEqual(chunks.parse_numbers("256", "256", 256), (256, 256))
        for index, total in (
            ("0", "1"),
            ("2", "1"),
            ("1", "0"),
            ("", "1"),
            ("1", ""),
            ("x", "1"),
            ("1", "1x"),
            ("-1", "1"),
            ("+1", "1"),
            ("01", "1"),
            (" 1", "1"),
            ("1\n", "1"),
            ("1.0", "1"),
            ("0x1", "1"),
            ("١", "1"),
            (str(2**64 + 1), "2"),
            (str(2**32 + 1), "2"),
            ("9" * 100_000, "2"),
        ):
            with self.assertRaises(ChunkError, msg=(index[:20], total)):
                chunks.parse_numbers(index, total, 256)
        for total in ("257", str(2**32 + 1), str(2**64 + 1), "9" * 100_000):
            with self.assertRaises(ChunkLimitError):
                chunks.parse_numbers("1", total, 256)


class RequestUrls(unittest.TestCase):
    def test_parts(self):
        parsed = urls.parse_request(b"s://user:pw@Apply:80/path?a=1&&b=%41&c&A=3&b=A#b=2", ("a", "b", "c"))
        self.assertEqual(parsed.verb, "apply")
        self.assertEqual(sorted(parsed.parameters), ["a", "b", "c"])
        self.assertEqual(parsed.parameters["b"].value(), "A")
        self.assertEqual(parsed.parameters["c"].value(), "")

    def test_odd_forms(self):
        for address, verb in (
            (b"s:", ""),
            (b"s:apply", ""),
            (b"s://", ""),
            (b"s://?a=1", ""),
            (b"s://apply", "apply"),
            (b"s://apply#x", "apply"),
        ):
            self.assertEqual(urls.parse_request(address, ("a",)).verb, verb)

    def test_values(self):
        parsed = urls.parse_request(b"s://v?a=1&a=2&b=%zz&c=%ff&d=x+y%2B=", ("a", "b", "c", "d"))
        with self.assertRaises(UrlError):
            parsed.parameters["a"].value()
        for name in "bc":
            with self.assertRaises(PercentCodingError):
                parsed.parameters[name].value()
        self.assertEqual(parsed.parameters["d"].value(), "x+y+=")

    def test_build(self):
        address = urls.build_request("s", "apply", "t", "p&1", "q 2", "data", b"\xfb\xff", (2, 3))
        self.assertEqual(address, "s://apply?token=t&profile=p%261&payload=q%202&data=%2B%2F8%3D&chunk=2&chunks=3")


class CallbackUrls(unittest.TestCase):
    PREFIX = "absoluteapps://thirdpartyprofilestatus?"

    def test_round_trip(self):
        for callback in (
            urls.Callback("Success", "p", "q", "t", ("a", "ü", "")),
            urls.Callback("Success", changed_values=()),
            urls.Callback("Error", "&=#%\r\n+", "é\U0001f600", "", None, -5, "no & why"),
            urls.Callback("Canceled", chunk="3"),
        ):
            address = urls.build_callback(callback)
            self.assertTrue(address.startswith(self.PREFIX))
            self.assertEqual(urls.parse_callback(address), callback)

    def test_changed_values_have_no_magic(self):
        packed = base64_strict.decode(urls.pack_changed_values(["b", "a"]).encode("ascii"))
        self.assertEqual(plist.read(zlib.decompress(packed)).value, ["b", "a"])
        magic = Dialect(changed_values_magic=True)
        self.assertEqual(urls.unpack_changed_values(urls.pack_changed_values(["x"], magic), magic), ("x",))

    def test_refused(self):
        wrong = base64_strict.encode(zlib.compress(plist.write([1]))).decode("ascii")
        for tail in (
            "",
            "status=",
            "status=success",
            "status=Success&status=Success",
            "status=Success&errorCode=1",
            "status=Success#x",
            "status=Canceled&changedValues=",
            "status=Error&errorCode=1.5",
            "status=Error&errorCode=12345678901",
            "status=Error&errorMessage=a b",
            "status=Error&errorMessage=%zz",
            "status=Error&errorMessage=%ff",
            "status=Error&x=1",
            "status=Error&errorMessage=é",
            "status=Success&changedValues=AAAA",
            "status=Error&",
            "status=Success&changedValues=" + wrong,
        ):
            with self.assertRaises(UrlError, msg=tail):
                urls.parse_callback(self.PREFIX + tail)
        with self.assertRaises(UrlError):
            urls.parse_callback("absoluteapps://other?status=Success")


class Dialects(unittest.TestCase):
    def test_default(self):
        self.assertEqual(dialect.parse("{}"), Dialect())
        self.assertEqual(Dialect().magic, bytes.fromhex("41425443"))

    def test_every_field(self):
        parsed = dialect.parse("""
            {"verbs": {"apply": "SetConfiguration", "reset": "RemoveConfiguration"},
             "parameters": {"encryptedData": "dx"}, "schemePrefix": "x-acme.", "callbackPrefix": "acme://done?",
             "magic": "00ff", "token": {"algorithm": "external", "command": ["make-token", "-v"]}, "keyHash": "md5",
             "cipher": "none", "keys": {"configuration": "Settings"}, "errorCodes": {"invalidToken": -403},
             "limits": {"maxURLBytes": 2048, "maxChunks": 4}, "changedValuesCarryMagic": true}
            """)
        self.assertEqual(parsed.verbs.apply, "SetConfiguration")
        self.assertEqual(parsed.parameters.encrypted_data, "dx")
        self.assertEqual(parsed.parameters.data, "data")
        self.assertEqual((parsed.magic, parsed.token_command), (b"\0\xff", ("make-token", "-v")))
        self.assertEqual(parsed.error_codes.invalid_token, -403)
        self.assertEqual((parsed.limits.max_url_bytes, parsed.limits.max_chunks, parsed.limits.max_assemblies), (2048, 4, 16))
        self.assertTrue(parsed.changed_values_magic)

    def test_errors_name_field_and_line(self):
        for source, expected in (
            ('{\n"magics": "00"}', r"line 2: magics"),
            ('{"limits":\n {\n "maxChunk": 1}}', r"line 3: limits\.maxChunk: unknown"),
            ('{"limits": {"maxChunks": true}}', r"line 1: limits\.maxChunks"),
            ('{"magic": "0"}', "magic"),
            ('{"cipher": "aes"}', "cipher"),
            ('{"verbs": 3}', "verbs: must be an object"),
            ('{"verbs": {"apply": "x", "reset": "X"}}', "verbs: two fields"),
            ('{"keyHash": "md5",\n"keyHash": "md5"}', "line 2: member 'keyHash' occurs twice"),
            ('{"token": {"algorithm": "external"}}', r"token\.command"),
            ('{"token": {"command": ["x"]}}', r"token\.command"),
            ('{"callbackPrefix": "acme://done"}', "callbackPrefix"),
            ('{"changedValuesCarryMagic": 1}', "changedValuesCarryMagic"),
            ("[]", "line 1: dialect"),
            ("", "line 1"),
            ('{"magic": "00"} x', "behind"),
            ('{"magic": ' + "[" * 100, "deeply"),
            ('{"magic" "00"}', "expected"),
        ):
            with self.assertRaisesRegex(DialectError, expected, msg=source):
                dialect.parse(source)


if __name__ == "__main__":
    unittest.main()
