"""Python values that stand for property-list values.

======================  =================================
property list           Python
======================  =================================
string                  ``str`` (may hold lone surrogates)
integer                 ``int``
real                    ``float``
boolean                 ``bool``
date                    :class:`Date`
data                    ``bytes``
array                   ``list``
dictionary              ``dict`` with ``str`` keys
======================  =================================
"""

from __future__ import annotations

import io
import unicodedata
from dataclasses import dataclass
from typing import Dict, Iterable


@dataclass(frozen=True)
class Date:
    """A point in time, in seconds since 2001-01-01T00:00:00Z."""

    seconds: float


#: Seconds since 2001 of 0001-01-01T00:00:00Z, the first instant that a reader must accept (section 2.1).
FIRST_DATE = -63_113_904_000.0
#: Seconds since 2001 of 10000-01-01T00:00:00Z, the first instant behind the years that a reader must accept.
END_OF_DATES = 252_423_993_600.0


def has_lone_surrogate(text: str) -> bool:
    """Whether ``text`` is no valid Unicode: it holds a surrogate that is not part of a pair."""
    if text.isascii():
        return False
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


#: Up to this length the library function is used; its time grows with the square of the length of runs of combining marks.
_SHORT_TEXT = 256


def canonical_form(text: str) -> str:
    """The canonical decomposition of ``text`` (Unicode normalisation form D), in less than quadratic time."""
    if text.isascii():
        return text
    if len(text) <= _SHORT_TEXT:
        return unicodedata.normalize("NFD", text)
    # Runs of marks are sorted by their combining class, keeping the order within a class. Texts are collected in string
    # buffers: lists of single characters would take many times the memory.
    result = io.StringIO()
    marks: Dict[int, io.StringIO] = {}

    def flush() -> None:
        for combining_class in sorted(marks):
            result.write(marks[combining_class].getvalue())
        marks.clear()

    for character in text:
        for part in character if character.isascii() else unicodedata.normalize("NFD", character):
            combining_class = unicodedata.combining(part)
            if combining_class:
                if combining_class not in marks:
                    marks[combining_class] = io.StringIO()
                marks[combining_class].write(part)
                continue
            if marks:
                flush()
            result.write(part)
    flush()
    return result.getvalue()


def have_equivalent_keys(keys: Iterable[str]) -> bool:
    """Whether two of ``keys`` are canonically equivalent, so that some languages' maps cannot tell them apart."""
    seen = set()
    for key in keys:
        form = canonical_form(key)
        if form in seen:
            return True
        seen.add(form)
    return False
