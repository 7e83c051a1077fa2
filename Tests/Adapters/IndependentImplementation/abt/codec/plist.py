"""Binary property lists: a strict, bounded reader that classifies, and a canonical writer.

The reader follows section 2.1 of the specification. It tells what every library *must accept*, what every library *must refuse*,
and what is left *free*, each with the reason. It works on the object graph, visits every object once whatever the number of
references to it, and uses no recursion: its work is bounded by the references it reads, its memory by the objects it meets.
"""

from __future__ import annotations

import enum
import math
import struct
from dataclasses import dataclass
from typing import Any, Dict, FrozenSet, List, Optional, Tuple

from .errors import PropertyListError
from .values import END_OF_DATES, FIRST_DATE, Date, has_lone_surrogate, have_equivalent_keys

_HEADER_LENGTH = 8
_TRAILER_LENGTH = 32
_SUM_CEILING = 1 << 62


class Verdict(enum.Enum):
    """What section 2.1 asks of a reader for one input."""

    ACCEPT = "accept"
    REFUSE = "refuse"
    FREE = "free"


class Defect(enum.Enum):
    """Why an input must be refused (ABT-DATA-06, ABT-DATA-07)."""

    NOT_BINARY = "no binary property list of format 0"
    TRUNCATED_TRAILER = "truncated trailer"
    WIDTH = "zero or oversized offset or reference width"
    OFFSET_TABLE = "offset table beyond the data"
    OFFSET = "object offset beyond the data"
    REFERENCE = "object reference out of range"
    CYCLE = "reference cycle"
    COUNT = "count or object beyond the data"
    MARKER = "unknown marker"
    KEY_TYPE = "key of the dictionary or of the configuration that is not a string"


class Freedom(enum.Enum):
    """Why an input may be accepted or refused (section 2.1, "free")."""

    FORMAT_DIGIT = "bplist0x with x not 0"
    NULL = "null"
    FILL = "fill byte"
    UID = "UID"
    SET = "set"
    WIDE_INTEGER = "integer or count wider than 8 bytes"
    KEY_TYPE = "key that is not a string below the configuration's own keys"
    LONE_SURROGATE = "lone surrogate"
    HIGH_ASCII = "byte above 0x7F in an ASCII string"
    DUPLICATE_KEY = "duplicate key"
    EQUIVALENT_KEYS = "canonically equivalent keys"
    SHARED_CONTAINER = "container shared by reference"
    OVERLAP = "overlapping objects, tables or trailer"
    UNREFERENCED = "object that nothing refers to"
    GAP = "bytes between the objects and tables"
    TRAILER_PADDING = "bytes in the trailer's padding"
    DATE = "date not finite or outside the years 1 to 9999"
    BOUNDS = "tree above the bounds that must be accepted"


#: Freedoms that say nothing about the values: what was read is unambiguous in spite of them.
HARMLESS: FrozenSet[Freedom] = frozenset(
    {Freedom.SHARED_CONTAINER, Freedom.UNREFERENCED, Freedom.GAP, Freedom.TRAILER_PADDING, Freedom.BOUNDS}
)


@dataclass(frozen=True)
class Bounds:
    """The size of an expanded tree: objects (keys included), bytes of scalar content, and nested containers."""

    objects: int
    content: int
    depth: int


#: What every library must accept (section 2.1).
GUARANTEED = Bounds(objects=10_000, content=1_048_576, depth=32)
#: Up to where this reader still builds values.
CEILING = Bounds(objects=16_384, content=2_097_152, depth=64)


@dataclass(frozen=True)
class Reading:
    """The outcome for one input.

    ``value`` is meaningful where ``has_value`` says so: always for ACCEPT, never for REFUSE, and for FREE where every
    freedom is in :data:`HARMLESS` and the tree is within the ceiling.
    """

    verdict: Verdict
    defect: Optional[Defect] = None
    freedoms: FrozenSet[Freedom] = frozenset()
    has_value: bool = False
    value: Any = None

    @property
    def reasons(self) -> Tuple[str, ...]:
        """The reasons in words, in a stable order."""
        if self.defect is not None:
            return (self.defect.value,)
        return tuple(sorted(freedom.value for freedom in self.freedoms))


class _Refused(Exception):
    def __init__(self, defect: Defect) -> None:
        super().__init__(defect.value)
        self.defect = defect


class _OverBudget(Exception):
    """More references than the reader is willing to follow."""


# Kinds of objects. A node is a tuple (kind, payload start, count, end): `count` counts bytes for data and ASCII strings, code
# units for UTF-16 strings, members for containers and pairs for dictionaries, and is the width for numbers.
_NULL, _FILL, _FALSE, _TRUE, _INTEGER, _REAL, _DATE, _DATA, _ASCII, _UTF16, _UID, _ARRAY, _SET, _DICTIONARY = range(14)
_CONTAINERS = frozenset({_ARRAY, _SET, _DICTIONARY})
_STRINGS = frozenset({_ASCII, _UTF16})
_SINGLES = {0x00: _NULL, 0x08: _FALSE, 0x09: _TRUE, 0x0F: _FILL}
_COUNTED = {0x4: _DATA, 0x5: _ASCII, 0x6: _UTF16, 0xA: _ARRAY, 0xB: _SET, 0xC: _SET, 0xD: _DICTIONARY}

_Node = Tuple[int, int, int, int]


class _Reader:
    """One pass over one input."""

    def __init__(self, data: bytes, max_references: int, ceiling: Bounds, configuration_key: Optional[str]) -> None:
        self.data = data
        self.size = len(data)
        self.references_left = max_references
        self.ceiling = ceiling
        self.configuration_key = configuration_key
        self.freedoms: set = set()
        self.nodes: Dict[int, _Node] = {}
        self.postorder: List[int] = []
        self.totals: Tuple[int, int, int] = (0, 0, 0)

    # -- header, trailer and offset table ------------------------------------------------------------------------------

    def read_frame(self) -> None:
        data = self.data
        if data[:7] != b"bplist0":
            raise _Refused(Defect.NOT_BINARY)
        if self.size < _HEADER_LENGTH + _TRAILER_LENGTH:
            raise _Refused(Defect.TRUNCATED_TRAILER)
        trailer = struct.unpack(">6sBBQQQ", data[-_TRAILER_LENGTH:])
        padding, self.offset_width, self.reference_width, self.object_count, self.top, self.table_start = trailer
        if any(padding):
            self.freedoms.add(Freedom.TRAILER_PADDING)
        if not 1 <= self.offset_width <= 8 or not 1 <= self.reference_width <= 8:
            raise _Refused(Defect.WIDTH)
        self.table_end = self.table_start + self.object_count * self.offset_width
        if self.table_end > self.size:
            raise _Refused(Defect.OFFSET_TABLE)
        if self.top >= self.object_count:
            raise _Refused(Defect.REFERENCE)

    # -- single objects ------------------------------------------------------------------------------------------------

    def parse(self, index: int) -> _Node:
        """The node of the object at ``index`` of the offset table; checks everything but its references."""
        if index >= self.object_count:
            raise _Refused(Defect.REFERENCE)
        entry = self.table_start + index * self.offset_width
        offset = int.from_bytes(self.data[entry : entry + self.offset_width], "big")
        if offset >= self.size:
            raise _Refused(Defect.OFFSET)
        marker = self.data[offset]
        high, low = marker >> 4, marker & 0x0F
        start = offset + 1
        if high == 0x0:
            kind = _SINGLES.get(marker)
            if kind is None:
                raise _Refused(Defect.MARKER)
            if kind == _NULL:
                self.freedoms.add(Freedom.NULL)
            elif kind == _FILL:
                self.freedoms.add(Freedom.FILL)
            count, length = 0, 0
        elif high == 0x1:
            kind, count = _INTEGER, 1 << low
            length = count
            if count > 8:
                self.freedoms.add(Freedom.WIDE_INTEGER)
        elif high == 0x2:
            if low not in (2, 3):
                raise _Refused(Defect.MARKER)
            kind, count = _REAL, 1 << low
            length = count
        elif marker == 0x33:
            kind, count, length = _DATE, 8, 8
        elif high == 0x8:
            kind, count = _UID, low + 1
            length = count
            self.freedoms.add(Freedom.UID)
        elif high in _COUNTED:
            kind = _COUNTED[high]
            count, start = self.parse_count(low, start)
            if kind == _SET:
                self.freedoms.add(Freedom.SET)
            if kind == _UTF16:
                length = 2 * count
            elif kind == _DICTIONARY:
                length = 2 * count * self.reference_width
            elif kind in _CONTAINERS:
                length = count * self.reference_width
            else:
                length = count
        else:
            raise _Refused(Defect.MARKER)
        end = start + length
        if end > self.size:
            raise _Refused(Defect.COUNT)
        if kind == _DATE:
            (seconds,) = struct.unpack(">d", self.data[start:end])
            if not (math.isfinite(seconds) and FIRST_DATE <= seconds < END_OF_DATES):
                self.freedoms.add(Freedom.DATE)
        self.extents.append((offset, end))
        return kind, start, count, end

    def parse_count(self, low: int, start: int) -> Tuple[int, int]:
        """The count of an object whose marker ends in ``low``, and where its payload starts."""
        if low != 0x0F:
            return low, start
        if start >= self.size:
            raise _Refused(Defect.COUNT)
        marker = self.data[start]
        if marker >> 4 != 0x1:
            raise _Refused(Defect.MARKER)
        width = 1 << (marker & 0x0F)
        if width > 8:
            self.freedoms.add(Freedom.WIDE_INTEGER)
        end = start + 1 + width
        if end > self.size:
            raise _Refused(Defect.COUNT)
        return int.from_bytes(self.data[start + 1 : end], "big"), end

    def reference(self, start: int, position: int) -> int:
        at = start + position * self.reference_width
        return int.from_bytes(self.data[at : at + self.reference_width], "big")

    # -- the graph -----------------------------------------------------------------------------------------------------

    def walk(self) -> None:
        """Visit every reachable object once, depth first; find cycles; sum up the expanded tree in ``totals``."""
        self.extents: List[Tuple[int, int]] = []
        nodes = self.nodes
        done: Dict[int, Tuple[int, int, int]] = {}
        # A frame: [index, reference start, references, position, objects, content, deepest container below].
        frames: List[List[int]] = []

        def enter(index: int) -> Optional[Tuple[int, int, int]]:
            """Parse an object met for the first time: its totals if it is a scalar, else None and a new frame."""
            node = nodes[index] = self.parse(index)
            kind, start, count, end = node
            if kind not in _CONTAINERS:
                totals = done[index] = (1, end - start, 0)
                self.postorder.append(index)
                return totals
            references = 2 * count if kind == _DICTIONARY else count
            self.references_left -= references
            if self.references_left < 0:
                raise _OverBudget()
            frames.append([index, start, references, 0, 1, 0, 0])
            return None

        totals = enter(self.top)
        while frames:
            frame = frames[-1]
            if frame[3] < frame[2]:
                child = self.reference(frame[1], frame[3])
                frame[3] += 1
                totals = done.get(child)
                if totals is None:
                    if child in nodes:
                        raise _Refused(Defect.CYCLE)
                    totals = enter(child)
                    if totals is None:
                        continue
                elif nodes[child][0] in _CONTAINERS:
                    self.freedoms.add(Freedom.SHARED_CONTAINER)
            else:
                frames.pop()
                index = frame[0]
                totals = done[index] = (frame[4], frame[5], frame[6] + 1)
                self.postorder.append(index)
                if not frames:
                    break
                frame = frames[-1]
            frame[4] = min(frame[4] + totals[0], _SUM_CEILING)
            frame[5] = min(frame[5] + totals[1], _SUM_CEILING)
            frame[6] = max(frame[6], totals[2])
        assert totals is not None
        self.totals = totals

    def check_coverage(self) -> None:
        """Find overlaps, gaps and table entries that nothing refers to."""
        if len(self.nodes) < self.object_count:
            self.freedoms.add(Freedom.UNREFERENCED)
        extents = self.extents + [
            (0, _HEADER_LENGTH),
            (self.table_start, self.table_end),
            (self.size - _TRAILER_LENGTH, self.size),
        ]
        extents.sort()
        covered = 0
        for start, end in extents:
            if start < covered:
                self.freedoms.add(Freedom.OVERLAP)
            elif start > covered:
                self.freedoms.add(Freedom.GAP)
            covered = max(covered, end)

    # -- keys ----------------------------------------------------------------------------------------------------------

    def is_text(self, index: int, text: str) -> bool:
        """Whether the object at ``index`` is the string ``text``, in either encoding."""
        kind, start, _, end = self.nodes[index]
        if kind == _ASCII:
            return text.isascii() and self.data[start:end] == text.encode("ascii")
        if kind == _UTF16:
            return self.data[start:end] == text.encode("utf-16-be", "surrogatepass")
        return False

    def check_key_types(self) -> None:
        """Keys that are not strings: a defect in the dictionary and its configuration, a freedom elsewhere (ABT-DATA-07)."""
        strict = set()
        if self.nodes[self.top][0] == _DICTIONARY:
            strict.add(self.top)
            _, start, count, _ = self.nodes[self.top]
            if self.configuration_key is not None:
                found = [
                    self.reference(start, count + position)
                    for position in range(count)
                    if self.is_text(self.reference(start, position), self.configuration_key)
                ]
                if len(found) == 1:
                    strict.add(found[0])
        for index, (kind, start, count, _) in self.nodes.items():
            if kind != _DICTIONARY:
                continue
            for position in range(count):
                if self.nodes[self.reference(start, position)][0] not in _STRINGS:
                    if index in strict:
                        raise _Refused(Defect.KEY_TYPE)
                    self.freedoms.add(Freedom.KEY_TYPE)
                    break

    # -- values --------------------------------------------------------------------------------------------------------

    def build(self) -> Any:
        """The value of the top object. Scalars and containers shared by reference are shared in the result too."""
        values: Dict[int, Any] = {}
        for index in self.postorder:
            kind, start, count, end = self.nodes[index]
            if kind == _ARRAY or kind == _SET:
                values[index] = [values[self.reference(start, position)] for position in range(count)]
            elif kind == _DICTIONARY:
                values[index] = self.build_dictionary(values, start, count)
            else:
                values[index] = self.build_scalar(kind, self.data[start:end])
        return values[self.top]

    def build_dictionary(self, values: Dict[int, Any], start: int, count: int) -> Dict[str, Any]:
        result: Dict[str, Any] = {}
        for position in range(count):
            key = values[self.reference(start, position)]
            if not isinstance(key, str):
                continue
            if key in result:
                self.freedoms.add(Freedom.DUPLICATE_KEY)
            result[key] = values[self.reference(start, count + position)]
        if have_equivalent_keys(result):
            self.freedoms.add(Freedom.EQUIVALENT_KEYS)
        return result

    def build_scalar(self, kind: int, payload: bytes) -> Any:
        if kind == _ASCII:
            if not payload.isascii():
                self.freedoms.add(Freedom.HIGH_ASCII)
            return payload.decode("latin-1")
        if kind == _UTF16:
            text = payload.decode("utf-16-be", "surrogatepass")
            if has_lone_surrogate(text):
                self.freedoms.add(Freedom.LONE_SURROGATE)
            return text
        if kind == _INTEGER:
            return int.from_bytes(payload, "big", signed=len(payload) >= 8)
        if kind == _REAL:
            return struct.unpack(">f" if len(payload) == 4 else ">d", payload)[0]
        if kind == _DATE:
            return Date(struct.unpack(">d", payload)[0])
        if kind == _DATA:
            return payload
        if kind == _TRUE or kind == _FALSE:
            return kind == _TRUE
        return None


def _exceeds(totals: Tuple[int, int, int], bounds: Bounds) -> bool:
    return totals[0] > bounds.objects or totals[1] > bounds.content or totals[2] > bounds.depth


def read(
    data: bytes,
    *,
    configuration_key: Optional[str] = "Configuration",
    max_references: int = 1_000_000,
    ceiling: Bounds = CEILING,
) -> Reading:
    """Classify ``data`` by section 2.1, and read its value where it has an unambiguous one.

    ``configuration_key`` names the member of the top dictionary whose own keys must be strings (None: there is no such
    member, as in a reset). A reachable defect wins over any freedom, except that of an unknown format digit. Beyond
    ``max_references`` references the reader gives up, and the input is free as a tree above the bounds.
    """
    data = bytes(data)
    reader = _Reader(data, max_references, ceiling, configuration_key)
    freedoms = reader.freedoms
    value, has_value = None, False
    try:
        if data[:7] == b"bplist0" and data[7:8] not in (b"0", b""):
            return Reading(Verdict.FREE, freedoms=frozenset({Freedom.FORMAT_DIGIT}))
        reader.read_frame()
        reader.walk()
        reader.check_key_types()
        reader.check_coverage()
        if _exceeds(reader.totals, GUARANTEED):
            freedoms.add(Freedom.BOUNDS)
        if not _exceeds(reader.totals, ceiling):
            value = reader.build()
            has_value = freedoms <= HARMLESS
    except _Refused as refusal:
        return Reading(Verdict.REFUSE, defect=refusal.defect)
    except _OverBudget:
        freedoms.add(Freedom.BOUNDS)
    return Reading(
        Verdict.FREE if freedoms else Verdict.ACCEPT,
        freedoms=frozenset(freedoms),
        has_value=has_value,
        value=value if has_value else None,
    )


# -- writing -----------------------------------------------------------------------------------------------------------


def _sized(high: int, count: int) -> bytes:
    """A marker with its count, in the shortest form."""
    if count < 15:
        return bytes([high << 4 | count])
    return bytes([high << 4 | 0x0F]) + _integer(count)


def _integer(value: int) -> bytes:
    if 0 <= value < 1 << 8:
        return struct.pack(">BB", 0x10, value)
    if 0 <= value < 1 << 16:
        return struct.pack(">BH", 0x11, value)
    if 0 <= value < 1 << 32:
        return struct.pack(">BI", 0x12, value)
    if -(1 << 63) <= value < 1 << 63:
        return struct.pack(">Bq", 0x13, value)
    raise PropertyListError("an integer outside the signed 64-bit range")


def _scalar(value: Any) -> bytes:
    """The encoding of a scalar; booleans are told from integers."""
    if value is True:
        return b"\x09"
    if value is False:
        return b"\x08"
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, float):
        return b"\x23" + struct.pack(">d", value)
    if isinstance(value, Date):
        return b"\x33" + struct.pack(">d", value.seconds)
    if isinstance(value, (bytes, bytearray)):
        return _sized(0x4, len(value)) + bytes(value)
    if isinstance(value, str):
        if value.isascii():
            return _sized(0x5, len(value)) + value.encode("ascii")
        encoded = value.encode("utf-16-be", "surrogatepass")
        return _sized(0x6, len(encoded) // 2) + encoded
    raise PropertyListError("a value of type %s, which no property list holds" % type(value).__name__)


def _width(maximum: int) -> int:
    for width in (1, 2, 4):
        if maximum < 1 << 8 * width:
            return width
    return 8


def write(value: Any, *, max_objects: int = 1_000_000) -> bytes:
    """The canonical encoding of ``value``: equal values of equal types give equal bytes.

    Equal scalars are written once, containers once per occurrence. Objects are numbered breadth first from the top object,
    dictionaries are sorted by key, and every count, reference and offset has the smallest usual width.
    """
    encodings: List[Any] = []  # bytes of a scalar, or (marker, references) of a container
    scalars: Dict[bytes, int] = {}
    waiting: List[Tuple[int, Any]] = []

    def add(item: Any) -> int:
        if isinstance(item, (list, tuple, dict)):
            encodings.append(None)
            waiting.append((len(encodings) - 1, item))
        else:
            encoded = _scalar(item)
            if encoded in scalars:
                return scalars[encoded]
            scalars[encoded] = len(encodings)
            encodings.append(encoded)
        if len(encodings) > max_objects:
            raise PropertyListError("more than %d objects" % max_objects)
        return len(encodings) - 1

    add(value)
    position = 0
    while position < len(waiting):
        index, container = waiting[position]
        position += 1
        if isinstance(container, dict):
            if not all(isinstance(key, str) for key in container):
                raise PropertyListError("a dictionary key that is not a string")
            keys = sorted(container)
            references = [add(key) for key in keys] + [add(container[key]) for key in keys]
            encodings[index] = (_sized(0xD, len(keys)), references)
        else:
            encodings[index] = (_sized(0xA, len(container)), [add(item) for item in container])

    reference_width = _width(len(encodings) - 1)
    output = bytearray(b"bplist00")
    offsets = []
    for encoding in encodings:
        offsets.append(len(output))
        if isinstance(encoding, bytes):
            output += encoding
        else:
            marker, references = encoding
            output += marker
            for reference in references:
                output += reference.to_bytes(reference_width, "big")
    table_start = len(output)
    offset_width = _width(table_start)
    for offset in offsets:
        output += offset.to_bytes(offset_width, "big")
    output += struct.pack(">6xBBQQQ", offset_width, reference_width, len(encodings), 0, table_start)
    return bytes(output)
