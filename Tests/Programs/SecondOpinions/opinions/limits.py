"""What the other implementations cannot hold: found by experiment, proven by tests/test_limits.py.

Each row names the scalars that a peer loses, in which direction, with a value that shows it. These scalars are left out of the
random values for that peer and direction; everything else must come through unchanged.
"""

from __future__ import annotations

import datetime
import math
from dataclasses import dataclass
from typing import Any, Callable, Iterator, List, Tuple

from abt.codec.values import Date

READING, WRITING = "reading", "writing"


@dataclass(frozen=True)
class Limit:
    """`lacks` tells of one scalar (or key) whether the peer loses it in one of the `directions`; `witnesses` are whole values."""

    peer: str
    name: str
    directions: Tuple[str, ...]
    reason: str
    lacks: Callable[[Any], bool]
    witnesses: Tuple[Any, ...]


def _is_date(scalar: Any, test: Callable[[float], bool]) -> bool:
    return isinstance(scalar, Date) and test(scalar.seconds)


def _is_negative_zero(number: float) -> bool:
    return number == 0.0 and math.copysign(1.0, number) < 0


def _lost_by_datetime(seconds: float) -> bool:
    return datetime.timedelta(seconds=seconds).total_seconds() != seconds


def _lost_by_truncation(seconds: float) -> bool:
    whole = int(seconds)
    return whole + int(abs(seconds - whole) * 1_000_000) / 1_000_000 != abs(seconds - whole) + whole


def _lost_by_rounding(seconds: float) -> bool:
    whole = math.floor(seconds)
    return whole + round((seconds - whole) * 1_000_000) / 1_000_000 != seconds


def _has_nul(scalar: Any) -> bool:
    return isinstance(scalar, str) and "\0" in scalar


_BOTH = (READING, WRITING)

LIMITS: Tuple[Limit, ...] = (
    Limit(
        "plistlib",
        "date-negative-zero",
        _BOTH,
        "A datetime has no sign of zero.",
        lambda scalar: _is_date(scalar, _is_negative_zero),
        (Date(-0.0),),
    ),
    Limit(
        "plistlib",
        "date-below-microseconds",
        _BOTH,
        "A datetime counts whole microseconds: other dates are rounded.",
        lambda scalar: _is_date(scalar, _lost_by_datetime),
        (Date(1e-7), Date(123456789.1234567)),
    ),
    Limit(
        "plistlib",
        "real-negative-zero",
        (WRITING,),
        "The writer takes equal scalars of one type for the same object, and -0.0 equals 0.0: whichever comes first is written "
        "for both.",
        lambda scalar: isinstance(scalar, float) and _is_negative_zero(scalar),
        ([0.0, -0.0], [-0.0, 0.0]),
    ),
    Limit(
        "libplist",
        "text-with-nul",
        _BOTH,
        "Its strings and keys are C strings: they end at the first NUL.",
        _has_nul,
        ("a\0b", "\0", {"a\0b": 1}),
    ),
    Limit(
        "libplist",
        "date-negative-zero",
        _BOTH,
        "Dates are given and taken as whole numbers of seconds and microseconds.",
        lambda scalar: _is_date(scalar, _is_negative_zero),
        (Date(-0.0),),
    ),
    Limit(
        "libplist",
        "date-beyond-32-bits",
        _BOTH,
        "The seconds of a date are given and taken as a signed 32-bit number.",
        lambda scalar: _is_date(scalar, lambda seconds: not -(2**31) <= seconds < 2**31),
        (Date(2.0**31), Date(-(2.0**31) - 1), Date(-63_113_904_000.0), Date(252_423_993_599.0)),
    ),
    Limit(
        "libplist",
        "date-negative-fraction",
        (READING,),
        "The microseconds are given without their sign: half a second before 2001 is read as half a second after it.",
        lambda scalar: _is_date(scalar, lambda seconds: seconds < 0 and seconds != math.floor(seconds)),
        (Date(-0.5), Date(-5.25)),
    ),
    Limit(
        "libplist",
        "date-truncated-to-microseconds",
        (READING,),
        "The microseconds are cut off, not rounded, so that even most whole numbers of them lose one.",
        lambda scalar: _is_date(scalar, lambda seconds: seconds >= 0 and _lost_by_truncation(seconds)),
        (Date(1e-7), Date(123456789.123457)),
    ),
    Limit(
        "libplist",
        "date-below-microseconds",
        (WRITING,),
        "The fraction of a date is taken as a whole number of microseconds.",
        lambda scalar: _is_date(scalar, _lost_by_rounding),
        (Date(1e-7), Date(123456789.1234567)),
    ),
)


@dataclass(frozen=True)
class WideInteger:
    """What becomes of integers from 2^63 on, which our values (signed 64 bits, as the specification's) cannot hold."""

    peer: str
    verdict: str
    reason: str
    seen_as: Callable[[int], Any]


#: Section 2.1: integers wider than 8 bytes are free; those of 8 bytes are signed.
WIDE_INTEGERS: Tuple[WideInteger, ...] = (
    # plistlib writes 16 bytes.
    WideInteger("plistlib", "free", "wideInteger", lambda number: None),
    # libplist writes the same 8 bytes for 2^64 - 1 and for -1.
    WideInteger("libplist", "accepted", "", lambda number: number - (1 << 64)),
)


def scalars(value: Any) -> Iterator[Any]:
    """All scalars and keys of a value."""
    if isinstance(value, list):
        for element in value:
            yield from scalars(element)
    elif isinstance(value, dict):
        for key, member in value.items():
            yield key
            yield from scalars(member)
    else:
        yield value


def limits(peer: str, direction: str) -> List[Limit]:
    """The rows of one peer in one direction."""
    return [limit for limit in LIMITS if limit.peer == peer and direction in limit.directions]


def limit_of(value: Any, rows: List[Limit]) -> str:
    """The name of the first row that keeps `value` from being held, or an empty text."""
    for scalar in scalars(value):
        for row in rows:
            if row.lacks(scalar):
                return row.name
    return ""
