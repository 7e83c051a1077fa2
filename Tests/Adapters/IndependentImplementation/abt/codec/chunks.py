"""Chunked data: numbers, splitting and joining (section 4.10)."""

from __future__ import annotations

import re
from typing import List, Mapping, Tuple

from .errors import ChunkError, ChunkLimitError

_DECIMAL = re.compile(r"[1-9][0-9]*", re.ASCII)


def _number(text: str) -> int:
    if not _DECIMAL.fullmatch(text):
        raise ChunkError("a chunk number that is no positive decimal number")
    # 19 digits are beyond every limit, and spare the conversion of long texts.
    return int(text[:19])


def parse_numbers(index_text: str, total_text: str, max_chunks: int) -> Tuple[int, int]:
    """The 1-based index and the total of a piece (ABT-CHUNK-07, ABT-CHUNK-08).

    Signs, spaces and leading zeros are refused.
    """
    total = _number(total_text)
    index = _number(index_text)
    if total > max_chunks:
        raise ChunkLimitError("more than %d chunks" % max_chunks)
    if index > total:
        raise ChunkError("a chunk index above the total")
    return index, total


def split(packed: bytes, total: int) -> List[bytes]:
    """``packed`` cut into ``total`` consecutive pieces, none empty, of lengths that differ by one at most."""
    if not 1 <= total <= len(packed):
        raise ChunkError("cannot cut %d bytes into %d pieces" % (len(packed), total))
    size, larger = divmod(len(packed), total)
    pieces, start = [], 0
    for number in range(total):
        end = start + size + (1 if number < larger else 0)
        pieces.append(packed[start:end])
        start = end
    return pieces


def join(pieces: Mapping[int, bytes], total: int) -> bytes:
    """The packed bytes from the pieces 1 to ``total``."""
    if len(pieces) != total or any(index not in pieces for index in range(1, total + 1)):
        raise ChunkError("pieces are missing")
    return b"".join(pieces[index] for index in range(1, total + 1))
