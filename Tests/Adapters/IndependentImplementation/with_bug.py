#!/usr/bin/env python3
"""The adapter of this implementation with one bug in it that was found in the field: `with_bug.py BUG`.

The cases of `Corpus/regressions` are run against it, to show that each of them still finds its bug. Where the bug is that of a reader
of property lists, that reader itself is put in place of our own.
"""

from __future__ import annotations

import datetime
import os
import plistlib
import sys
import zlib
from pathlib import Path
from typing import Any, Callable, Dict

sys.path.insert(0, str(Path(__file__).resolve().parent))

import adapter  # noqa: E402
from abt.codec import packing, percent, plist, values  # noqa: E402
from abt.codec.errors import InflateError, PercentCodingError  # noqa: E402
from abt.codec.values import Date  # noqa: E402

_EPOCH = datetime.datetime(2001, 1, 1)


def _walk(value: Any) -> None:
    """Visit all of a tree, as every app does, and keep nothing of it."""
    if isinstance(value, (list, dict)):
        for element in value.values() if isinstance(value, dict) else value:
            _walk(element)


def _value(value: Any) -> Any:
    """What plistlib read, as values of our own."""
    if isinstance(value, datetime.datetime):
        return Date((value - _EPOCH).total_seconds())
    if isinstance(value, plistlib.UID):
        return value.data
    if isinstance(value, list):
        return [_value(element) for element in value]
    if isinstance(value, dict):
        return {key: _value(member) for key, member in value.items()}
    return value


def use_plistlib() -> None:
    """Property lists are read by Python's own plistlib, which is told that they are binary ones."""

    def load(data: bytes, **_: Any) -> plist.Reading:
        try:
            read = plistlib.loads(data, fmt=plistlib.FMT_BINARY)
            _walk(read)
            value = _value(read)
        except (plistlib.InvalidFileException, ValueError, OverflowError):
            return plist.Reading(plist.Verdict.REFUSE, defect=plist.Defect.NOT_BINARY)
        except RecursionError as error:
            # A library that throws ends the process of its app.
            print("%s: %s" % (type(error).__name__, error), file=sys.stderr, flush=True)
            os._exit(1)
        return plist.Reading(plist.Verdict.ACCEPT, has_value=True, value=value)

    plist.read = load


def bound_dates_too_narrowly() -> None:
    """The first instant of the year 1 is two days off, and the last year is missing: the bounds that this implementation had."""
    plist.FIRST_DATE = values.FIRST_DATE + 2 * 86_400
    plist.END_OF_DATES = values.END_OF_DATES - 365 * 86_400


def refuse_lower_case_escapes() -> None:
    """`%2f` is refused, `%2F` is not."""
    decode = percent.decode

    def strictly(text: bytes) -> bytes:
        for escape in text.split(b"%")[1:]:
            if escape[:2] != escape[:2].upper():
                raise PercentCodingError("an escape in lower case")
        return decode(text)

    percent.decode = strictly


def take_the_largest_window_only() -> None:
    """A zlib stream whose header announces a window of less than 32 KiB is refused."""
    inflate = packing.inflate

    def strictly(stream: bytes, limit: int) -> bytes:
        if stream[:1] and stream[0] >> 4 != zlib.MAX_WBITS - 8:
            raise InflateError("a window of another size")
        return inflate(stream, limit)

    packing.inflate = strictly


BUGS: Dict[str, Callable[[], None]] = {
    "plistlib": use_plistlib,
    "narrow-dates": bound_dates_too_narrowly,
    "upper-case-escapes-only": refuse_lower_case_escapes,
    "largest-window-only": take_the_largest_window_only,
}


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1] not in BUGS:
        print("usage: with_bug.py %s" % "|".join(BUGS), file=sys.stderr)
        return 2
    BUGS[sys.argv[1]]()
    return adapter.main()


if __name__ == "__main__":
    sys.exit(main())
