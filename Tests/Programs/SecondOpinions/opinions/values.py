"""Random values: every type, with the edges of each; a function of the random state alone."""

from __future__ import annotations

import math
import random
import struct
import sys
import unicodedata
from typing import Any, Callable, List

from abt.codec.values import Date

_TEXTS = (
    "", "\0", "a\0b", "é", "e\u0301", "\u212b", "\u00c5", "\U0001f600", "\U0010ffff", "\ufeffx", "\uffff", "\ufffe", "\x7f", "\x80",
    "\ud7ff\ue000", "a\u0300\u0316", "שלום", "漢字", "👩‍👩‍👧", "x" * 14, "x" * 15, "x" * 16,
    "x" * 255, "x" * 256, "é" * 15,
)  # fmt: skip
_REALS = (
    0.0, -0.0, 1.0, -1.5, 0.1, math.inf, -math.inf, math.nan, 5e-324, -5e-324, sys.float_info.min, sys.float_info.max, 2.0**-149,
    float(2**53), 1e300,
)  # fmt: skip
_DATES = (0.0, -0.0, 0.5, -0.5, 0.1, 1e-7, -1.0, 2.0**31 - 1, 2.0**31, -(2.0**31), -63_113_904_000.0, 252_423_993_599.0)


class RandomValues:
    """Draws dictionaries without the scalars for which `excluded` holds."""

    def __init__(self, state: random.Random, excluded: Callable[[Any], bool]) -> None:
        self._state = state
        self._excluded = excluded
        self._scalars = (self._text, self._text, self._integer, self._real, self._date, self._data, self._boolean)

    def dictionary(self) -> dict:
        self._budget = 60 if self._state.random() < 0.02 else self._state.choice((0, 1, 3, 6, 10, 14))
        # Drawn from again and again, so that scalars are shared.
        self._pool: List[Any] = []
        return self._members(0)

    def _members(self, depth: int) -> dict:
        result: dict = {}
        forms = set()
        for _ in range(self._state.randint(0, max(self._budget, 0))):
            self._budget -= 1
            key = self._allowed(self._text)
            # Keys that differ in normalization only are free (section 2.1).
            form = unicodedata.normalize("NFD", key)
            if form not in forms:
                forms.add(form)
                result[key] = self._value(depth + 1)
        return result

    def _value(self, depth: int) -> Any:
        if depth < 30 and self._budget > 0 and self._state.random() < 0.25:
            if self._state.random() < 0.5:
                return self._members(depth)
            elements = []
            for _ in range(self._state.randint(0, self._budget)):
                self._budget -= 1
                elements.append(self._value(depth + 1))
            return elements
        if self._pool and self._state.random() < 0.2:
            return self._state.choice(self._pool)
        self._pool.append(self._allowed(self._state.choice(self._scalars)))
        return self._pool[-1]

    def _allowed(self, draw: Callable[[], Any]) -> Any:
        while True:
            scalar = draw()
            if not self._excluded(scalar):
                return scalar

    def _text(self) -> str:
        state = self._state
        choice = state.random()
        if choice < 0.25:
            return state.choice(_TEXTS)
        if choice < 0.252:
            return "".join(state.choice(("x", "é", "\U0001f600")) for _ in range(10_000))
        if choice < 0.7:
            return "".join(chr(state.randint(0x20, 0x7E)) for _ in range(state.randint(0, 20)))
        return "".join(self._character() for _ in range(state.randint(0, 20)))

    def _character(self) -> str:
        number = self._state.choice((0x7F, 0x7FF, 0xFFFF, 0x10FFFF))
        while True:
            character = self._state.randint(0, number)
            if not 0xD800 <= character <= 0xDFFF:
                return chr(character)

    def _integer(self) -> int:
        power = 1 << self._state.randint(0, 63)
        number = self._state.choice((power - 1, power, -power, self._state.randint(0, 300), self._state.getrandbits(64)))
        return (number + (1 << 63)) % (1 << 64) - (1 << 63)

    def _real(self) -> float:
        if self._state.random() < 0.4:
            return self._state.choice(_REALS)
        number = struct.unpack(">d", self._state.getrandbits(64).to_bytes(8, "big"))[0]
        # Other NaN than the usual one are free (section 2.1).
        return math.nan if math.isnan(number) else number

    def _date(self) -> Date:
        choice = self._state.random()
        if choice < 0.3:
            return Date(self._state.choice(_DATES))
        if choice < 0.5:
            return Date(self._state.randint(-(2**40), 2**40) / 64)
        if choice < 0.6:
            return Date(self._state.uniform(-63_113_904_000.0, 252_423_993_599.0))
        return Date(float(self._state.randint(-(2**31), 2**31 - 1)))

    def _data(self) -> bytes:
        return self._state.randbytes(self._state.choice((0, 1, 2, 14, 15, 16, 40, 255, 256, 700)))

    def _boolean(self) -> bool:
        return self._state.random() < 0.5
