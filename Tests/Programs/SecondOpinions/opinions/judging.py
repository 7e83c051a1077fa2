"""What each peer makes of one input, in one of a few words, and whether our verdict allows it."""

from __future__ import annotations

from typing import Any

from abt.codec import packing, plist
from abt.codec.errors import CodecError

from .descriptions import describe, undescribe
from .limits import READING, limit_of, limits
from .program import ACCEPTED, FREE, REFUSED, Case, Verdict

#: The behaviours that buckets count, beside `crashes: …` and `hangs`.
ACCEPTS, OTHER_VALUE, REFUSES, CALLS_FREE = "accepts", "accepts another value", "refuses", "calls it free"
#: Our reasons that the specification does not name, or leaves to a SHOULD: the independent implementation binds itself there.
_NOT_CALLED_FREE = frozenset({"narrowWidth", "notANumberPayload", "distanceBeyondWindow"})
_SHOULD_REFUSE = frozenset({"trailingBytes"})
#: Accepts, but our value holds what the peer cannot hold: nothing to compare.
NOT_COMPARED = "accepts, not compared: "

_MAGIC = b"ABTC"
_MAX_INFLATED_BYTES = 1_048_576
_OUR_TOP_IS_NO_DICTIONARY = "topNotDictionary"


# -- the independent Python implementation -------------------------------------------------------------------------------


def _codec_reading(case: Case) -> plist.Reading:
    data = case.data
    if case.kind == "packed":
        data = packing.unpack(data, _MAGIC, _MAX_INFLATED_BYTES)
    return plist.read(data)


def codec_behaviour(case: Case) -> str:
    """The independent implementation's word on an input."""
    try:
        reading = _codec_reading(case)
    except CodecError:
        return REFUSES
    except Exception as error:  # noqa: BLE001 - a reader that throws anything else has a fault
        return "crashes: %s" % type(error).__name__
    if reading.verdict is plist.Verdict.REFUSE:
        return REFUSES
    if case.kind == "packed" and _is_no_dictionary(case, reading):
        return REFUSES
    if reading.has_value and case.ours.value is not None and describe(reading.value) != case.ours.value:
        return OTHER_VALUE
    return ACCEPTS if reading.verdict is plist.Verdict.ACCEPT else CALLS_FREE


def _is_no_dictionary(case: Case, reading: plist.Reading) -> bool:
    """The codec leaves this demand on requests (ABT-DATA-12) to the library around it, which refuses what has no value."""
    if reading.has_value:
        return not isinstance(reading.value, dict)
    return case.ours.reason == _OUR_TOP_IS_NO_DICTIONARY


# -- plistlib and libplist -----------------------------------------------------------------------------------------------


class ForeignJudge:
    """A peer's word on property lists. plistlib may run in our process; libplist needs one of its own."""

    def __init__(self, peer: Any) -> None:
        self._peer = peer
        self._rows = limits(peer.name, READING)

    def behaviour(self, data: bytes, ours: Verdict) -> str:
        """The value is looked at only where ours is binding and the peer can hold it."""
        limit = ""
        if ours.verdict == ACCEPTED and ours.value is not None:
            limit = limit_of(undescribe(ours.value), self._rows)
        try:
            if ours.verdict != ACCEPTED or limit:
                self._peer.load(data)
                return NOT_COMPARED + limit if limit else ACCEPTS
            value = self._peer.read(data)
        except Exception:  # noqa: BLE001 - whatever it throws, it refuses
            return REFUSES
        try:
            return ACCEPTS if describe(value) == ours.value else OTHER_VALUE
        except Exception:  # noqa: BLE001 - a value that no description holds
            return OTHER_VALUE


# -- the rule ------------------------------------------------------------------------------------------------------------


def is_codec_right(ours: Verdict, behaviour: str) -> bool:
    """`is_allowed`, and stricter about what is free, for both sides know what that means.

    Where we have a value there is no defect in sight, so that a refusal contradicts us; and what we call free must not bind others,
    except where the specification leaves room for that.
    """
    if ours.verdict == FREE and behaviour == REFUSES:
        return ours.value is None or ours.reason in _SHOULD_REFUSE
    if ours.verdict == FREE and behaviour == ACCEPTS:
        return ours.reason in _NOT_CALLED_FREE
    return is_allowed(ours, behaviour)


def is_allowed(ours: Verdict, behaviour: str) -> bool:
    """Accepted: the same value must be accepted. Refused: it must be refused. Free: anything but a crash or another value."""
    if behaviour.startswith(NOT_COMPARED):
        return ours.verdict == ACCEPTED
    if ours.verdict == ACCEPTED:
        return behaviour == ACCEPTS
    if ours.verdict == REFUSED:
        return behaviour == REFUSES
    assert ours.verdict == FREE
    return behaviour in (ACCEPTS, REFUSES, CALLS_FREE)
