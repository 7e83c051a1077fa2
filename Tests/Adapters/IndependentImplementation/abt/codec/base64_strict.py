"""Base64 by RFC 4648 section 4, and nothing else (ABT-DATA-02)."""

from __future__ import annotations

import base64
import re

from .errors import Base64Error
from .plist import Verdict

_FORM = re.compile(rb"[A-Za-z0-9+/]*={0,2}")
#: The unused trailing bits of the last digit before "=" and "==" (RFC 4648 section 3.5).
_UNUSED_BITS = {1: 0b11, 2: 0b1111}
_DIGITS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def encode(data: bytes) -> bytes:
    """Base64 with padding and without line breaks."""
    return base64.b64encode(data)


def decode(text: bytes) -> bytes:
    """The bytes that ``text`` stands for. Foreign characters, impossible lengths and wrong padding are refused.

    Unused trailing bits that are not zero are tolerated.
    """
    if len(text) % 4 or not _FORM.fullmatch(text):
        raise Base64Error("no Base64 of RFC 4648 section 4")
    return base64.b64decode(text)


def classify(text: bytes) -> Verdict:
    """ACCEPT for canonical Base64, FREE where only the unused trailing bits are not zero, else REFUSE."""
    if len(text) % 4 or not _FORM.fullmatch(text):
        return Verdict.REFUSE
    padding = len(text) - len(text.rstrip(b"="))
    if padding and _DIGITS.index(text[-padding - 1]) & _UNUSED_BITS[padding]:
        return Verdict.FREE
    return Verdict.ACCEPT
