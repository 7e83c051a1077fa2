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

A datetime is a date, and a tuple an array. `plain_value` in adapter.py is asked about
values of other types, such as plistlib.UID or a set.
"""

import base64
import datetime
import json
from collections.abc import Iterable

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


_TEXT = (str,)
_BYTES = (bytes, bytearray, memoryview)
_MEMBERS = (dict, Pairs)
_ELEMENTS = (list, tuple)
_KNOWN = (type(None), bool, int, float, PlistDate, datetime.datetime)
_KNOWN += _TEXT + _BYTES + _MEMBERS + _ELEMENTS


class Encoder:
    """Values of the library for a reply, rendered at once: the library may change
    them later. All methods raise `AdapterTrouble` for a type that neither the kit
    nor `plain_value` knows."""

    def __init__(self, plain_value=None):
        self._plain_value = plain_value or (lambda value: None)

    def values(self, values):
        """The `values` of an apply call, a dict or `Pairs`."""
        values = self._plain(values, _MEMBERS, "values of the type")
        if not self._fits(values):
            return {"tooLarge": True}
        if self._needs_pairs(values):
            return self._rendered(b'{"pairs":[', self._pairs(values), b"]}")
        return self._rendered(b"{", self._members(values), b"}")

    def text(self, value):
        """A category or key: text as it is, None, and any other value with its type."""
        value = self._plain(value)
        if value is None or isinstance(value, str):
            return wire_text(value)
        if not self._fits(value):
            return {"tooLarge": True}
        return self._rendered(b"", iter([(b"", value, b"")]), b"")

    def keys(self, keys):
        """The `keys` of a revert call."""
        if isinstance(keys, str) or not isinstance(keys, Iterable):
            keys = self._plain(keys, _ELEMENTS, "keys of the type")
        return [self.text(key) for key in keys]

    def url(self, url):
        """A URL that has been opened, as str or bytes."""
        return self._plain(url, _TEXT + _BYTES, "a URL of the type")

    def _plain(self, value, types=_KNOWN, what="a value of the type"):
        """The value if it is of these types, or else what `plain_value` makes of it."""
        if isinstance(value, types):
            return value
        plain = self._plain_value(value)
        if plain is not None and isinstance(plain, types):
            return plain
        kind = type(value)
        name = kind.__qualname__
        if kind.__module__ != "builtins":
            name = f"{kind.__module__}.{name}"
        raise AdapterTrouble(
            f"the library gave {what} {name}, and plain_value does not say what it is"
        )

    def _key(self, key):
        return self._plain(key, _TEXT, "a key of the type")

    def _items(self, members):
        for key, value in members.items() if isinstance(members, dict) else members:
            yield self._key(key), value

    def _fits(self, value):
        """Whether it has few enough nodes and little enough content, counted as often
        as they occur."""
        nodes, content = MAX_NODES, MAX_CONTENT
        waiting = [value]
        while waiting:
            value = self._plain(waiting.pop())
            if isinstance(value, _TEXT + _BYTES):
                content -= len(value)
            elif isinstance(value, _MEMBERS + _ELEMENTS):
                nodes -= len(value)
                if nodes < 0:
                    return False
                if isinstance(value, _MEMBERS):
                    for key, member in self._items(value):
                        content -= len(key)
                        waiting.append(member)
                else:
                    waiting.extend(value)
            if content < 0:
                return False
        return True

    def _needs_pairs(self, members):
        if isinstance(members, Pairs):
            return True
        # What plain_value makes of two keys can be the same.
        return any(
            not isinstance(key, str) or not isinstance(wire_text(key), str)
            for key in members
        )

    def _members(self, members):
        for key, value in self._items(members):
            yield _json(wire_text(key)) + b":", value, b""

    def _pairs(self, members):
        for key, value in self._items(members):
            yield b"[" + _json(wire_text(key)) + b",", value, b"]"

    def _rendered(self, opening, outermost, end):
        """What the iterator yields, and the iterators of the levels within. A loop and
        no recursion: how deep the values are nested is up to the library."""
        out = bytearray(opening)
        levels = [(outermost, end)]
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
            value = self._plain(value)
            if not isinstance(value, _MEMBERS + _ELEMENTS):
                out += _scalar(value) + suffix
            elif len(levels) >= MAX_LEVELS:
                return {"tooLarge": True}
            else:
                is_first = True
                if not isinstance(value, _MEMBERS):
                    out += b'{"array":['
                    elements = ((b"", element, b"") for element in value)
                    levels.append((elements, b"]}" + suffix))
                elif self._needs_pairs(value):
                    out += b'{"pairs":['
                    levels.append((self._pairs(value), b"]}" + suffix))
                else:
                    out += b'{"dictionary":{'
                    levels.append((self._members(value), b"}}" + suffix))
            if len(out) > MAX_VALUES_BYTES:
                return {"tooLarge": True}
        return RawJSON(bytes(out))


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


def decode_members(values):
    """The Python dictionary of typed values by their keys, as `values` of a call are."""
    if isinstance(values.get("pairs"), list):
        return decode(values)
    return decode({"dictionary": values})


def _decode_pair(pair):
    key, value = pair
    return (key if isinstance(key, str) else decode(key), decode(value))


def _decode_real(text):
    return float.fromhex(text) if "x" in text else float(text)


def _scalar(value):
    """The JSON text of a value that holds no others."""
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
    return b'{"data":"' + base64.b64encode(value) + b'"}'


def _json(value):
    return json.dumps(value, separators=(",", ":")).encode("ascii")
