"""Percent-coding of RFC 3986, on bytes. A ``+`` is a plus (ABT-URL-10, ABT-URL-11, ABT-CB-08)."""

from __future__ import annotations

import re

from .errors import PercentCodingError

_MALFORMED = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ENCODED = tuple(chr(byte) if byte in _UNRESERVED else "%%%02X" % byte for byte in range(256))
#: Long texts are encoded in slices of this many bytes, so that only the result takes memory.
_SLICE = 16_384


def decode(text: bytes) -> bytes:
    """Decode ``text`` exactly once; a malformed escape is refused."""
    if b"%" not in text:
        return text
    if _MALFORMED.search(text):
        raise PercentCodingError("malformed percent escape")
    result = bytearray()
    position = 0
    while True:
        escape = text.find(b"%", position)
        if escape < 0:
            result += text[position:]
            return bytes(result)
        result += text[position:escape]
        result.append(int(text[escape + 1 : escape + 3], 16))
        position = escape + 3


def decode_text(text: bytes) -> str:
    """Decode ``text`` exactly once to a string; malformed escapes and invalid UTF-8 are refused (ABT-URL-18)."""
    try:
        return decode(text).decode("utf-8")
    except UnicodeDecodeError:
        raise PercentCodingError("not valid UTF-8") from None


def encode(text: "str | bytes") -> str:
    """Escape everything but RFC 3986's unreserved characters."""
    data = text.encode("utf-8") if isinstance(text, str) else text
    slices = (data[start : start + _SLICE] for start in range(0, len(data), _SLICE))
    return "".join(["".join(map(_ENCODED.__getitem__, part)) for part in slices])
