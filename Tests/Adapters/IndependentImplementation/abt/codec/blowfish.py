"""Blowfish in the modes of section 3, with PKCS #7 padding (section 2, ABT-ENC).

The block cipher comes from OpenSSL's libcrypto through ``ctypes`` where that can be loaded, else from PyCryptodome where that
is installed, else from a plain Python implementation that is slower but needs nothing.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import hashlib
import os
import struct
import sys
from typing import Any, List, Optional, Tuple

from .errors import CipherError

BLOCK = 8
ROUNDS = 16

#: Names of the cipher modes that a dialect may choose.
MODES = ("blowfish-cbc-iv", "blowfish-cbc-zero-iv", "blowfish-ecb", "none")
#: Names of the key hashes that a dialect may choose.
KEY_HASHES = ("sha256", "sha1", "md5")


def derive_key(key_hash: str, bundle_identifier: str, secret: str) -> bytes:
    """The hash of the bundle identifier followed by the fixed secret, in full."""
    if key_hash not in KEY_HASHES:
        raise CipherError("unknown key hash")
    return hashlib.new(key_hash, bundle_identifier.encode("utf-8") + secret.encode("utf-8")).digest()


# -- OpenSSL -----------------------------------------------------------------------------------------------------------


class _Schedule(ctypes.Structure):
    """OpenSSL's BF_KEY: 18 subkeys and four S-boxes of 256 words."""

    _fields_ = [("P", ctypes.c_uint * (ROUNDS + 2)), ("S", ctypes.c_uint * (4 * 256))]


def _library_names() -> List[str]:
    if sys.platform == "darwin":
        # Loading the system's unversioned libcrypto ends the process on macOS; only versioned ones are tried.
        prefixes = ("/opt/homebrew/lib/", "/usr/local/lib/", "/opt/local/lib/")
        return [prefix + name for prefix in prefixes for name in ("libcrypto.3.dylib", "libcrypto.1.1.dylib")]
    if sys.platform == "win32":
        return ["libcrypto-3-x64.dll", "libcrypto-3.dll", "libcrypto-1_1-x64.dll", "libcrypto-1_1.dll"]
    return ["libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"]


def _load_openssl() -> Optional[Any]:
    names = _library_names()
    if sys.platform not in ("darwin", "win32"):
        names.append("")  # what the system's linker finds, asked last because asking is slow
    for name in names:
        try:
            name = name or ctypes.util.find_library("crypto") or ""
            if not name:
                continue
            library = ctypes.CDLL(name)
            functions = (library.BF_set_key, library.BF_cbc_encrypt, library.BF_ecb_encrypt)
        except (OSError, AttributeError):
            continue
        for function in functions:
            function.restype = None
        library.BF_set_key.argtypes = [ctypes.POINTER(_Schedule), ctypes.c_int, ctypes.c_char_p]
        library.BF_cbc_encrypt.argtypes = [
            ctypes.c_char_p,
            ctypes.c_void_p,
            ctypes.c_long,
            ctypes.POINTER(_Schedule),
            ctypes.c_void_p,
            ctypes.c_int,
        ]
        library.BF_ecb_encrypt.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(_Schedule), ctypes.c_int]
        return library
    return None


class OpenSSLBlowfish:
    """Blowfish by libcrypto's BF_* functions."""

    name = "OpenSSL"

    def __init__(self, key: bytes) -> None:
        self._library = _openssl()
        if self._library is None:
            raise CipherError("no libcrypto with Blowfish")
        self._schedule = _Schedule()
        self._library.BF_set_key(ctypes.byref(self._schedule), len(key), key)

    def cbc(self, data: bytes, iv: bytes, encrypt: bool) -> bytes:
        output = ctypes.create_string_buffer(max(len(data), 1))
        vector = ctypes.create_string_buffer(iv, BLOCK)
        self._library.BF_cbc_encrypt(data, output, len(data), ctypes.byref(self._schedule), vector, int(encrypt))
        return ctypes.string_at(output, len(data))

    def ecb(self, data: bytes, encrypt: bool) -> bytes:
        source = ctypes.create_string_buffer(data, max(len(data), 1))
        output = ctypes.create_string_buffer(max(len(data), 1))
        source_address, output_address = ctypes.addressof(source), ctypes.addressof(output)
        schedule = ctypes.byref(self._schedule)
        for position in range(0, len(data), BLOCK):
            self._library.BF_ecb_encrypt(source_address + position, output_address + position, schedule, int(encrypt))
        return ctypes.string_at(output, len(data))


_OPENSSL: List[Optional[Any]] = []


def _openssl() -> Optional[Any]:
    if not _OPENSSL:
        _OPENSSL.append(_load_openssl())
    return _OPENSSL[0]


# -- PyCryptodome ------------------------------------------------------------------------------------------------------


class PyCryptodomeBlowfish:
    """Blowfish by the package PyCryptodome."""

    name = "PyCryptodome"

    def __init__(self, key: bytes) -> None:
        try:
            from Crypto.Cipher import Blowfish  # type: ignore
        except ImportError:
            raise CipherError("PyCryptodome is not installed") from None
        self._module = Blowfish
        self._key = key

    def cbc(self, data: bytes, iv: bytes, encrypt: bool) -> bytes:
        cipher = self._module.new(self._key, self._module.MODE_CBC, iv=iv)
        return cipher.encrypt(data) if encrypt else cipher.decrypt(data)

    def ecb(self, data: bytes, encrypt: bool) -> bytes:
        cipher = self._module.new(self._key, self._module.MODE_ECB)
        return cipher.encrypt(data) if encrypt else cipher.decrypt(data)


# -- Plain Python ------------------------------------------------------------------------------------------------------


def _pi_words(count: int) -> List[int]:
    """The first ``count`` 32-bit words of the fraction of pi, by Machin's formula: Blowfish's initial tables."""
    guard = 64
    one = 1 << 32 * count + guard

    def inverse_tangent(divisor: int) -> int:
        power = one // divisor
        total, term, sign = power, 1, -1
        square = divisor * divisor
        while power:
            power //= square
            term += 2
            total += sign * (power // term)
            sign = -sign
        return total

    pi = 4 * (4 * inverse_tangent(5) - inverse_tangent(239))
    digits = ((pi - 3 * one) >> guard).to_bytes(4 * count, "big")
    return list(struct.unpack(">%dI" % count, digits))


_TABLES: List[List[int]] = []


class PythonBlowfish:
    """Blowfish in plain Python."""

    name = "Python"

    def __init__(self, key: bytes) -> None:
        if not 1 <= len(key) <= 72:
            raise CipherError("a Blowfish key has 1 to 72 bytes")
        if not _TABLES:
            _TABLES.append(_pi_words(ROUNDS + 2 + 4 * 256))
        words = _TABLES[0]
        stream = (key * (4 * (ROUNDS + 2) // len(key) + 1))[: 4 * (ROUNDS + 2)]
        self._p = [word ^ part for word, part in zip(words, struct.unpack(">%dI" % (ROUNDS + 2), stream))]
        self._s = [words[ROUNDS + 2 + 256 * box : ROUNDS + 2 + 256 * (box + 1)] for box in range(4)]
        left = right = 0
        for position in range(0, ROUNDS + 2, 2):
            left, right = self._block(left, right, self._p)
            self._p[position], self._p[position + 1] = left, right
        for box in self._s:
            for position in range(0, 256, 2):
                left, right = self._block(left, right, self._p)
                box[position], box[position + 1] = left, right
        self._reversed_p = self._p[::-1]

    def _block(self, left: int, right: int, p: List[int]) -> Tuple[int, int]:
        s0, s1, s2, s3 = self._s
        for number in range(ROUNDS):
            left ^= p[number]
            mixed = (s0[left >> 24] + s1[left >> 16 & 0xFF]) ^ s2[left >> 8 & 0xFF]
            right ^= (mixed + s3[left & 0xFF]) & 0xFFFFFFFF
            left, right = right, left
        return right ^ p[ROUNDS + 1], left ^ p[ROUNDS]

    def cbc(self, data: bytes, iv: bytes, encrypt: bool) -> bytes:
        output = bytearray()
        previous = struct.unpack(">II", iv)
        for left, right in struct.iter_unpack(">II", data):
            if encrypt:
                previous = self._block(left ^ previous[0], right ^ previous[1], self._p)
                output += struct.pack(">II", *previous)
            else:
                plain = self._block(left, right, self._reversed_p)
                output += struct.pack(">II", plain[0] ^ previous[0], plain[1] ^ previous[1])
                previous = (left, right)
        return bytes(output)

    def ecb(self, data: bytes, encrypt: bool) -> bytes:
        p = self._p if encrypt else self._reversed_p
        return b"".join(struct.pack(">II", *self._block(left, right, p)) for left, right in struct.iter_unpack(">II", data))


# -- Modes -------------------------------------------------------------------------------------------------------------


def block_cipher(key: bytes) -> Any:
    """The fastest Blowfish at hand, keyed."""
    for implementation in (OpenSSLBlowfish, PyCryptodomeBlowfish):
        try:
            return implementation(key)
        except CipherError:
            continue
    return PythonBlowfish(key)


def _pad(data: bytes) -> bytes:
    length = BLOCK - len(data) % BLOCK
    return data + bytes([length]) * length


def _unpad(data: bytes) -> bytes:
    length = data[-1]
    if not 1 <= length <= BLOCK or data[-length:] != bytes([length]) * length:
        raise CipherError("invalid padding")
    return data[:-length]


def encrypt(data: bytes, key: bytes, mode: str = "blowfish-cbc-iv", iv: Optional[bytes] = None) -> bytes:
    """``data`` encrypted in ``mode``; ``iv`` is random where it is not given."""
    if mode == "none":
        return data
    if mode == "blowfish-ecb":
        return block_cipher(key).ecb(_pad(data), True)
    if mode == "blowfish-cbc-zero-iv":
        return block_cipher(key).cbc(_pad(data), bytes(BLOCK), True)
    if mode == "blowfish-cbc-iv":
        iv = os.urandom(BLOCK) if iv is None else iv
        return iv + block_cipher(key).cbc(_pad(data), iv, True)
    raise CipherError("unknown cipher mode")


def decrypt(data: bytes, key: bytes, mode: str = "blowfish-cbc-iv") -> bytes:
    """What ``data`` holds; wrong lengths and wrong padding are refused (ABT-ENC-06)."""
    if mode == "none":
        return data
    if mode == "blowfish-cbc-iv":
        iv, data = data[:BLOCK], data[BLOCK:]
    else:
        iv = bytes(BLOCK)
    if len(iv) != BLOCK or not data or len(data) % BLOCK:
        raise CipherError("ciphertext of a wrong length")
    if mode == "blowfish-ecb":
        return _unpad(block_cipher(key).ecb(data, False))
    if mode in ("blowfish-cbc-iv", "blowfish-cbc-zero-iv"):
        return _unpad(block_cipher(key).cbc(data, iv, False))
    raise CipherError("unknown cipher mode")
