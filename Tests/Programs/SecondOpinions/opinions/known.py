"""Disagreements of plistlib and libplist with our verdicts that are known and explained.

The independent implementation has no row here: it and we must agree. A row that no input meets is not an error, for which inputs are
made depends on seed and number.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Callable, Iterator, Tuple

#: (our verdict and reason, peer, behaviour)
Bucket = Tuple[str, str, str]


def object_offsets(data: bytes) -> Iterator[int]:
    """The offsets of all objects of a list; none for broken tables."""
    if len(data) < 32:
        return
    offset_width, _, count, _, table = struct.unpack(">BBQQQ", data[-26:])
    for number in range(min(count, len(data))):
        yield int.from_bytes(data[table + number * offset_width :][:offset_width], "big")


def has_marker(data: bytes, marker: int) -> bool:
    """Whether an object of a list begins with this marker."""
    return any(data[offset : offset + 1] == bytes([marker]) for offset in object_offsets(data))


def has_container_on_top(data: bytes) -> bool:
    """Whether the top object is an array or a dictionary."""
    (top,) = struct.unpack(">Q", data[-16:-8])
    offset = next((offset for number, offset in enumerate(object_offsets(data)) if number == top), len(data))
    return data[offset : offset + 1] != b"" and data[offset] >> 4 in (0xA, 0xD)


def has_cut_integer(data: bytes) -> bool:
    """Whether the bytes end inside an integer."""
    return any(
        offset < len(data) and data[offset] >> 4 == 1 and offset + 1 + (1 << (data[offset] & 15)) > len(data)
        for offset in object_offsets(data)
    )


@dataclass(frozen=True)
class Known:
    """`explains` tells of the single input whether the reason holds for it; other inputs of the bucket stay unexplained."""

    ours: str
    peer: str
    behaviour: str
    reason: str
    explains: Callable[[bytes], bool] = lambda data: True


KNOWN: Tuple[Known, ...] = (
    Known(
        "accepted",
        "libplist",
        "refuses",
        "It takes the empty result of converting an empty UTF-16 string for a failure.",
        lambda data: has_marker(data, 0x60),
    ),
    Known("refused keyNotString", "plistlib", "accepts", "Any hashable Python value is a key to it."),
    Known(
        "refused notBinaryPropertyList",
        "plistlib",
        "accepts",
        "Told that the format is binary, it does not look at the header.",
        lambda data: data[:7] != b"bplist0",
    ),
    Known(
        "refused referenceCycle",
        "plistlib",
        "accepts",
        "It enters a container into its table before it reads the members, so that a cycle becomes a Python list or dict that holds "
        "itself.",
    ),
    Known(
        "refused referenceWidth",
        "plistlib",
        "accepts",
        "It takes references of any width but 0 (here of more than 8 bytes), and 0 too where it reads none.",
        lambda data: data[-25] > 8 or data[-25] == 0 and not has_container_on_top(data),
    ),
    Known(
        "refused referenceWidth",
        "libplist",
        "accepts",
        "It takes any width but 0 for lists in which no reference is read.",
        lambda data: data[-25] > 8,
    ),
    Known(
        "refused truncatedObject",
        "plistlib",
        "accepts",
        "It makes an integer of as many bytes as there are.",
        has_cut_integer,
    ),
    Known(
        "refused truncatedTrailer",
        "plistlib",
        "accepts",
        "It lets the trailer overlap the header.",
        lambda data: len(data) < 40,
    ),
)


def explanation(bucket: Bucket, data: bytes) -> str:
    """Why the disagreement is known, or an empty text."""
    for known in KNOWN:
        if (known.ours, known.peer, known.behaviour) == bucket and known.explains(data):
            return known.reason
    return ""
