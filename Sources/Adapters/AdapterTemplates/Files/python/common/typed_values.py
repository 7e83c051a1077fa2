"""Property-list values in the adapter protocol.

    string      str             {"string": "x"}, or {"utf16": Base64} for halves
                                of surrogate pairs
    integer     int             {"integer": "-12"}
    real        float           {"real": "0.5"}, also "nan", "inf", "-inf", "-0.0"
    boolean     bool            {"boolean": true}
    date        PlistDate       {"date": "387417600.0"}
    data        bytes           {"data": Base64}
    array       list            {"array": [...]}
    dictionary  dict, Pairs     {"dictionary": {...}}, or {"pairs": [[key, value], ...]}
    no value    None            null

If your library has types of its own for some of these (datetime, plistlib.UID),
convert them before you hand them to `encode_values`.
"""

import base64
import datetime
import json

from adapter_loop import AdapterTrouble, RawJSON, wire_text

# Anything larger becomes {"tooLarge": true}. A reply may have 16 MiB, and no request
# that a library must accept comes anywhere near half of that.
MAX_VALUES_BYTES = 8 * 1024 * 1024
MAX_LEVELS = 500

# Counted before anything is rendered: a small list whose parts are shared can expand
# without end, and the time of rendering would be held against the library. A request
# that a library must accept has at most 10,000 objects and 1 MiB of content.
MAX_NODES = 60_000
MAX_CONTENT = 4 * 1024 * 1024

_EPOCH = datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc)


class PlistDate:
    """A date: seconds since 2001-01-01T00:00:00Z as a 64-bit real. A datetime
    cannot hold all of them."""

    def __init__(self, seconds):
        self.seconds = float(seconds)

    @classmethod
    def from_datetime(cls, date):
        """From a datetime; one without a time zone is UTC, as plistlib gives it."""
        if date.tzinfo is None:
            date = date.replace(tzinfo=datetime.timezone.utc)
        return cls((date - _EPOCH).total_seconds())

    def __eq__(self, other):
        return isinstance(other, PlistDate) and self.seconds == other.seconds

    def __hash__(self):
        return hash(self.seconds)

    def __repr__(self):
        return f"PlistDate({self.seconds!r})"


class Pairs(list):
    """A dictionary as a list of (key, value), in case a key occurs twice."""


def encode_values(values):
    """The `values` of an apply call, rendered at once: the library may change
    them later. `values` is a dict or `Pairs`."""
    if not _fits(values):
        return {"tooLarge": True}
    out = bytearray()
    try:
        if _needs_pairs(values):
            out += b'{"pairs":['
            _render(out, [(_pairs(values), b"]}")])
        else:
            out += b"{"
            _render(out, [(_members(values), b"}")])
    except _TooLarge:
        return {"tooLarge": True}
    return RawJSON(bytes(out))


def _fits(values):
    """Whether the values have few enough nodes and little enough content, counted as
    often as they occur."""
    nodes, content = MAX_NODES, MAX_CONTENT
    waiting = [values]
    while waiting:
        value = waiting.pop()
        if isinstance(value, (str, bytes, bytearray)):
            content -= len(value)
        elif isinstance(value, (dict, list, tuple)):
            nodes -= len(value)
            if nodes < 0:
                return False
            waiting.extend(value)
            if isinstance(value, dict):
                waiting.extend(value.values())
        if content < 0:
            return False
    return True


def decode(value):
    """The Python value of a typed value, such as an old value of a record."""
    if value is None:
        return None
    if not isinstance(value, dict) or len(value) != 1:
        raise AdapterTrouble("a typed value is null or an object with one member")
    ((kind, content),) = value.items()
    if kind == "string" or kind == "boolean":
        if not isinstance(content, str if kind == "string" else bool):
            raise AdapterTrouble(f"this is not a {kind}: {content!r}")
        return content
    if kind == "integer":
        return int(content)
    if kind == "real":
        return _decode_real(content)
    if kind == "date":
        return PlistDate(_decode_real(content))
    if kind == "data":
        return base64.b64decode(content, validate=True)
    if kind == "utf16":
        return base64.b64decode(content, validate=True).decode(
            "utf-16-be", "surrogatepass"
        )
    if kind == "array":
        return list(map(decode, content))
    if kind == "dictionary":
        return dict(zip(content, map(decode, content.values())))
    if kind == "pairs":
        pairs = Pairs(map(_decode_pair, content))
        members = dict(pairs)
        return members if len(members) == len(pairs) else pairs
    raise AdapterTrouble(f"there is no type {kind!r} of value")


def _decode_pair(pair):
    key, value = pair
    return (key if isinstance(key, str) else decode(key), decode(value))


def _decode_real(text):
    return float.fromhex(text) if "x" in text else float(text)


class _TooLarge(Exception):
    pass


def _render(out, levels):
    """Writes what the iterators of `levels` yield, innermost last. A loop and no
    recursion: how deep the values are nested is up to the library."""
    is_first = True
    while levels:
        members, end = levels[-1]
        try:
            prefix, value, suffix = next(members)
        except StopIteration:
            levels.pop()
            out += end
            is_first = False
            continue
        out += prefix if is_first else b"," + prefix
        is_first = False
        scalar = _scalar(value)
        if scalar is not None:
            out += scalar
            out += suffix
        elif len(levels) >= MAX_LEVELS:
            raise _TooLarge
        else:
            is_first = True
            if isinstance(value, (list, tuple)) and not isinstance(value, Pairs):
                out += b'{"array":['
                levels.append((((b"", item, b"") for item in value), b"]}" + suffix))
            elif _needs_pairs(value):
                out += b'{"pairs":['
                levels.append((_pairs(value), b"]}" + suffix))
            else:
                out += b'{"dictionary":{'
                levels.append((_members(value), b"}}" + suffix))
        if len(out) > MAX_VALUES_BYTES:
            raise _TooLarge


def _scalar(value):
    """The JSON text of a value that holds no others; None for one that does."""
    if value is None:
        return b"null"
    if isinstance(value, bool):  # Before int, of which bool is a kind.
        return b'{"boolean":true}' if value else b'{"boolean":false}'
    if isinstance(value, str):
        text = wire_text(value)
        return _json({"string": text} if isinstance(text, str) else text)
    if isinstance(value, int):
        return b'{"integer":"%d"}' % value
    if isinstance(value, float):
        return _json({"real": repr(value)})
    if isinstance(value, PlistDate):
        return _json({"date": repr(value.seconds)})
    if isinstance(value, datetime.datetime):
        return _scalar(PlistDate.from_datetime(value))
    if isinstance(value, (bytes, bytearray, memoryview)):
        return b'{"data":"' + base64.b64encode(value) + b'"}'
    if isinstance(value, (dict, list, tuple)):
        return None
    raise AdapterTrouble(f"no typed value for {type(value).__name__}: convert it first")


def _needs_pairs(members):
    if isinstance(members, Pairs):
        return True
    for key in members:
        if not isinstance(key, str):
            raise AdapterTrouble(f"a key is a {type(key).__name__}, not a string")
        if not isinstance(wire_text(key), str):
            return True
    return False


def _members(members):
    for key, value in members.items():
        yield _json(wire_text(key)) + b":", value, b""


def _pairs(members):
    for key, value in members if isinstance(members, Pairs) else members.items():
        yield b"[" + _json(wire_text(key)) + b",", value, b"]"


def _json(value):
    return json.dumps(value, separators=(",", ":")).encode("ascii")
