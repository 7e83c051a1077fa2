"""Packing: zlib around the magic and a binary property list (section 2; ABT-DATA-03 to 05, 08, 09)."""

from __future__ import annotations

import zlib

from .errors import InflateError, MagicError, SizeLimitError, TrailingDataError

_STEP = 65_536


def deflate(data: bytes, level: int = 9) -> bytes:
    """A zlib stream (RFC 1950) of ``data``."""
    return zlib.compress(data, level)


def inflate(stream: bytes, limit: int) -> bytes:
    """What the zlib stream holds, at most ``limit`` bytes.

    Only RFC 1950 is read: no raw deflate, no gzip, no preset dictionary. The output never grows beyond ``limit`` + 1 bytes.
    Damage raises :class:`InflateError`, bytes behind the stream :class:`TrailingDataError`, a larger output
    :class:`SizeLimitError`.
    """
    inflater = zlib.decompressobj(zlib.MAX_WBITS)
    output = bytearray()
    view = memoryview(stream)
    position = 0
    try:
        while not inflater.eof:
            tail = inflater.unconsumed_tail
            if tail:
                piece = tail
            else:
                piece = bytes(view[position : position + _STEP])
                position += len(piece)
                if not piece:
                    break
            output += inflater.decompress(piece, min(_STEP, limit + 1 - len(output)))
            if len(output) > limit:
                raise SizeLimitError("more than %d bytes" % limit)
        while not inflater.eof:
            # All input is taken; output that the inflater still holds back comes out of empty input.
            more = inflater.decompress(b"", min(_STEP, limit + 1 - len(output)))
            output += more
            if len(output) > limit:
                raise SizeLimitError("more than %d bytes" % limit)
            if not more:
                raise InflateError("incomplete zlib stream")
    except zlib.error:
        raise InflateError("damaged zlib stream") from None
    if inflater.unused_data or position < len(stream):
        raise TrailingDataError("bytes behind the zlib stream")
    return bytes(output)


def pack(property_list: bytes, magic: bytes, level: int = 9) -> bytes:
    """The packed form of a property list: zlib( magic + property list )."""
    return deflate(magic + property_list, level)


def unpack(packed: bytes, magic: bytes, limit: int) -> bytes:
    """The property list in ``packed``; ``limit`` counts the magic too."""
    inflated = inflate(packed, limit)
    if not inflated.startswith(magic):
        raise MagicError("no magic byte sequence")
    return inflated[len(magic) :]
