#!/usr/bin/env python3
"""Makes the golden vectors of WireFormatTests and PayloadCipherTests.

Nothing here uses the code under test: property lists come from plistlib, compression from Python's
zlib, tokens from hmac, Blowfish from the `openssl` command (16-byte keys, which is all that it takes)
and from the cipher below, which computes its tables from the digits of pi and is first checked
against `openssl`. Run it in any folder; it rewrites the two Swift files beside the tests.
"""

import base64
import datetime
import hashlib
import hmac
import math
import pathlib
import plistlib
import struct
import subprocess
import zlib

HERE = pathlib.Path(__file__).resolve().parent
EPOCH = datetime.datetime(2001, 1, 1)
MAGIC = b"ABTC"


# --- Values as Swift source -------------------------------------------------------------------

def text(value):
    parts = []
    for character in value:
        code = ord(character)
        parts.append(character if 32 <= code < 127 and character not in '"\\' else "\\u{%X}" % code)
    return '"' + "".join(parts) + '"'


def swift(value):
    if value is True or value is False:
        return ".boolean(%s)" % str(value).lower()
    if isinstance(value, str):
        return ".string(%s)" % text(value)
    if isinstance(value, int):
        return ".integer(%d)" % value if value > -(1 << 63) else ".integer(.min)"
    if isinstance(value, float):
        bits = "0x7FF8000000000000" if math.isnan(value) else "0x%016X" % int.from_bytes(
            struct.pack(">d", value), "big")
        return ".real(Double(bitPattern: %s))" % bits
    if isinstance(value, datetime.datetime):
        return ".date(%r)" % (value - EPOCH).total_seconds()
    if isinstance(value, bytes):
        return ".data(%s)" % list(value)
    if isinstance(value, list):
        return ".array([%s])" % ", ".join(swift(member) for member in value)
    members = ", ".join(
        "PropertyList.Member(key: %s, value: %s)" % (text(k), swift(v)) for k, v in value.items())
    return ".dictionary([%s])" % members


# --- Blowfish, from its definition ------------------------------------------------------------

def pi_words(count):
    """The fraction of pi in words of 32 bits, by Machin's formula."""
    bits = 32 * count + 128
    one = 1 << bits

    def arctan(inverse):
        total = term = one // inverse
        square, divisor, sign = inverse * inverse, 3, -1
        while term:
            term //= square
            total += sign * (term // divisor)
            divisor, sign = divisor + 2, -sign
        return total

    fraction = 4 * (4 * arctan(5) - arctan(239)) - 3 * one
    return [(fraction >> (bits - 32 * (i + 1))) & 0xFFFFFFFF for i in range(count)]


PI = pi_words(18 + 1024)


class Blowfish:
    def __init__(self, key):
        stream = (key * (72 // len(key) + 1))[:72]
        self.p = [
            PI[i] ^ int.from_bytes(stream[4 * i : 4 * i + 4], "big") for i in range(18)]
        self.s = [PI[18 + 256 * box : 18 + 256 * (box + 1)] for box in range(4)]
        left = right = 0
        for i in range(0, 18, 2):
            left, right = self.block(left, right)
            self.p[i : i + 2] = left, right
        for box in range(4):
            for i in range(0, 256, 2):
                left, right = self.block(left, right)
                self.s[box][i : i + 2] = left, right

    def block(self, left, right):
        s = self.s
        for i in range(16):
            left ^= self.p[i]
            mixed = (s[0][left >> 24] + s[1][left >> 16 & 255]) & 0xFFFFFFFF
            mixed = ((mixed ^ s[2][left >> 8 & 255]) + s[3][left & 255]) & 0xFFFFFFFF
            left, right = right ^ mixed, left
        left, right = right, left
        return left ^ self.p[17], right ^ self.p[16]

    def encrypt(self, plain, vector):
        """CBC with PKCS #7; ECB where there is no vector."""
        padding = 8 - len(plain) % 8
        plain += bytes([padding]) * padding
        output = b""
        for start in range(0, len(plain), 8):
            block = plain[start : start + 8]
            if vector is not None:
                block = bytes(a ^ b for a, b in zip(block, vector))
            left, right = self.block(
                int.from_bytes(block[:4], "big"), int.from_bytes(block[4:], "big"))
            vector_or_block = left.to_bytes(4, "big") + right.to_bytes(4, "big")
            if vector is not None:
                vector = vector_or_block
            output += vector_or_block
        return output


def openssl(mode, key, vector, plain):
    command = ["openssl", "enc", "-" + mode, "-provider", "legacy", "-provider", "default",
               "-K", key.hex()]
    if vector is not None:
        command += ["-iv", vector.hex()]
    return subprocess.run(command, input=plain, stdout=subprocess.PIPE, check=True).stdout


# --- The vectors ------------------------------------------------------------------------------

LISTS = {
    "empty dictionary": {},
    "empty array": [],
    "integers": [0, 1, 127, 128, 255, 256, 65535, 65536, 4294967295, 4294967296,
                 (1 << 63) - 1, -1, -128, -(1 << 31), -(1 << 63)],
    "reals": [1.5, -0.0, math.inf, -math.inf, math.nan, 5e-324, 1.7976931348623157e308, 0.1],
    "booleans and look-alikes": [True, 1, 1.0, False, 0, "1", "true"],
    "strings": ["", "a", "fourteen chars", "fifteen charact", "x" * 255, "y" * 300,
                "caf\u00e9", "cafe\u0301", "\U0001F600", "a\0b", "\u00ff\ufffd\ufeff", "\r\n\t"],
    "long text beyond ASCII": ["\u00e9" * 14, "\u00e9" * 15, "\U00010000" * 130],
    "data": [b"", b"\x00", bytes(range(14)), bytes(range(15)), bytes(300)],
    "dates": [EPOCH, datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31, 23, 59, 59),
              datetime.datetime(1970, 1, 1, 0, 0, 0, 500000)],
    "shared scalars": {"a": "a", "b": ["a", "a", 7, 7, True, True, b"7", b"7"], "7": 7},
    "keys": {"": 1, "\u00e9": 2, "key with \0": 3, "K": 4, "k": 5, "\U0001F511": 6},
    "nested": {"a": {"b": {"c": [[], {}, [[1]]]}}, "b": [{"a": 1}, {"a": 2}]},
    "three hundred texts": ["text %d" % i for i in range(300)],
    "request": {"Version": 1, "Category": "Mail",
                "Configuration": {"Server": "imap.example.com", "Port": 993, "TLS": True}},
}

REQUEST = LISTS["request"]


def hex_literal(data):
    return '"%s"' % data.hex()


def streams():
    plain = b"".join(b"%d the same words again and again; " % (i * i) for i in range(40))
    for level in (0, 1, 6, 9):
        yield "level %d" % level, plain, zlib.compress(plain, level)
    for window in range(9, 16):
        maker = zlib.compressobj(9, zlib.DEFLATED, window)
        yield "window of 2^%d" % window, plain, maker.compress(plain) + maker.flush()
    for name in ("Z_FILTERED", "Z_HUFFMAN_ONLY", "Z_RLE", "Z_FIXED"):
        maker = zlib.compressobj(6, zlib.DEFLATED, 15, 8, getattr(zlib, name))
        yield name, plain, maker.compress(plain) + maker.flush()
    maker = zlib.compressobj()
    pieces = [maker.compress(plain[i : i + 100]) + maker.flush(zlib.Z_FULL_FLUSH)
              for i in range(0, len(plain), 100)]
    yield "flushed often", plain, b"".join(pieces) + maker.flush()
    yield "nothing", b"", zlib.compress(b"")


def wire_vectors():
    lines = ["// swift-format-ignore-file",
             "// Made by Vectors/make_vectors.py: plistlib, zlib, hmac and base64 of Python.", "",
             "import WireFormat", "",
             "/// Vectors that the code under test had no part in.", "enum Golden {",
             "  /// Property lists of plistlib.",
             "  static let lists: [(name: String, bytes: String, value: PropertyList)] = ["]
    for number, (name, value) in enumerate(LISTS.items()):
        encoded = plistlib.dumps(value, fmt=plistlib.FMT_BINARY, sort_keys=False)
        lines.append("    (%s, %s, value%d)," % (text(name), hex_literal(encoded), number))
    lines.append("  ]")
    for number, value in enumerate(LISTS.values()):
        lines.append("  private static let value%d: PropertyList = %s" % (number, swift(value)))
    lines += ["", "  /// zlib streams of Python and what they hold.",
              "  static let streams: [(name: String, plain: String, packed: String)] = ["]
    for name, plain, packed in streams():
        lines.append("    (%s, %s,\n      %s)," % (
            text(name), hex_literal(plain), hex_literal(packed)))
    lines += ["  ]", "",
              "  /// Bundle identifier, API key; then hmac-sha256, hmac-sha1, sha256 in hexadecimal.",
              "  static let tokens: [(String, String, [String])] = ["]
    for bundle, key in (("com.example.app", "0123456789abcdef"), ("", ""), ("com.example.app", ""),
                        ("caf\u00e9", "\U0001F511" * 40)):
        b, k = bundle.encode(), key.encode()
        hashes = [hmac.new(k, b, hashlib.sha256).hexdigest(), hmac.new(k, b, hashlib.sha1).hexdigest(),
                  hashlib.sha256(b + k).hexdigest()]
        lines.append("    (%s, %s,\n      [%s])," % (
            text(bundle), text(key), ", ".join('"%s"' % h for h in hashes)))
    lines += ["  ]", "", "  /// The value of `data` for the list named \"request\".",
              "  static let data =\n    \"%s\"" % base64.b64encode(zlib.compress(
                  MAGIC + plistlib.dumps(REQUEST, fmt=plistlib.FMT_BINARY, sort_keys=False))).decode(),
              "", "  /// The value of `changedValues` for Server, Port, \"caf\u00e9\".",
              "  static let changedValues =\n    \"%s\"" % base64.b64encode(zlib.compress(
                  plistlib.dumps(["Server", "Port", "caf\u00e9"], fmt=plistlib.FMT_BINARY))).decode(),
              "}", ""]
    return "\n".join(lines)


def cipher_vectors():
    plains = [b"", b"7 bytes", b"8 bytes.", b"seventeen bytes..", bytes(range(256))]
    vector = bytes.fromhex("fedcba9876543210")
    lines = ["// swift-format-ignore-file",
             "// Made by Vectors/make_vectors.py of WireFormatTests: the openssl command for keys of 16",
             "// bytes, and for the others Blowfish in Python from the digits of pi.", "",
             "/// Vectors that the code under test had no part in; all in hexadecimal.",
             "enum GoldenCipher {",
             "  /// A mode's word, key, vector, message, and what is sent.",
             "  static let messages: [(String, String, String, String, String)] = ["]
    md5 = hashlib.md5(b"com.example.app" + b"fixed secret").digest()
    for key in (md5, hashlib.sha256(b"com.example.app" + b"fixed secret").digest(),
                hashlib.sha1(b"com.example.app" + b"fixed secret").digest()):
        cipher = Blowfish(key)
        for plain in plains:
            for word, mode, iv in (("blowfish-cbc-iv", "bf-cbc", vector),
                                   ("blowfish-cbc-zero-iv", "bf-cbc", bytes(8)),
                                   ("blowfish-ecb", "bf-ecb", None)):
                sealed = cipher.encrypt(plain, iv)
                if len(key) == 16:
                    assert sealed == openssl(mode, key, iv, plain), "Blowfish in Python is wrong"
                sent = (vector if word == "blowfish-cbc-iv" else b"") + sealed
                lines.append('    ("%s", "%s", "%s",\n      "%s",\n      "%s"),' % (
                    word, key.hex(), vector.hex(), plain.hex(), sent.hex()))
    lines += ["  ]", "", "  /// Bundle identifier, secret; then sha256, sha1, md5 of both.",
              "  static let keys: [(String, String, [String])] = ["]
    for bundle, secret in (("com.example.app", "fixed secret"), ("", ""), ("caf\u00e9", "\U0001F511")):
        both = bundle.encode() + secret.encode()
        lines.append("    (%s, %s,\n      [%s])," % (text(bundle), text(secret), ", ".join(
            '"%s"' % hashlib.new(h, both).hexdigest() for h in ("sha256", "sha1", "md5"))))
    lines += ["  ]", "}", ""]
    return "\n".join(lines)


(HERE / "Golden.swift").write_text(wire_vectors())
(HERE.parent.parent / "PayloadCipherTests" / "GoldenCipher.swift").write_text(cipher_vectors())
