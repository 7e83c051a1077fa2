"""What an app documents of its managed configuration: keys, types, ranges and defaults (MC-05 to MC-09)."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple, Union

from ..codec.values import Date

Number = Union[int, float]

#: What an integer of a property list can hold on the usual platforms.
_INTEGERS = range(-(1 << 63), 1 << 63)
_MAX_PORT = 65_535
_MAX_HOST = 253

_LABEL = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_WEB_ADDRESS = re.compile(
    r"(?i:https?)://(?P<host>%s(?:\.%s){0,126}\.?)(?::(?P<port>[0-9]{0,5}))?(?:[/?#].*)?" % (_LABEL, _LABEL),
    re.ASCII | re.DOTALL,
)
#: What RFC 3986 does not allow in a path, a query or a fragment.
_NO_PART_OF_A_URI = re.compile(r"[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})", re.ASCII)


def is_web_address(text: str) -> bool:
    """Whether ``text`` is an http or https URL with a DNS host or an IPv4 address, without anything that RFC 3986 forbids."""
    match = _WEB_ADDRESS.fullmatch(text)
    if match is None or _NO_PART_OF_A_URI.search(text):
        return False
    return len(match["host"]) <= _MAX_HOST and int(match["port"] or 0) <= _MAX_PORT


class Kind(enum.Enum):
    """The type of a value, and the Python type that stands for it."""

    STRING = "string"
    INTEGER = "integer"
    REAL = "real"
    BOOLEAN = "boolean"
    DATE = "date"
    DATA = "data"
    ARRAY = "array"
    DICTIONARY = "dictionary"

    def fits(self, value: Any) -> bool:
        """Whether ``value`` is of exactly this type. Booleans are no integers, and integers are no reals."""
        if isinstance(value, bool):
            return self is Kind.BOOLEAN
        return isinstance(value, _TYPES[self])


_TYPES: Dict[Kind, type] = {
    Kind.STRING: str,
    Kind.INTEGER: int,
    Kind.REAL: float,
    Kind.BOOLEAN: bool,
    Kind.DATE: Date,
    Kind.DATA: bytes,
    Kind.ARRAY: list,
    Kind.DICTIONARY: dict,
}


class Format(enum.Enum):
    """What a string must be beyond its type."""

    URL = "url"


@dataclass(frozen=True)
class Key:
    """One documented key. The bounds belong to the range; None stands for no bound, no format and no default value."""

    name: str
    kind: Kind
    default: Any = None
    minimum: Optional[Number] = None
    maximum: Optional[Number] = None
    format: Optional[Format] = None

    def accepts(self, value: Any) -> bool:
        """Whether the app can use ``value``."""
        if not self.kind.fits(value):
            return False
        if self.kind is Kind.INTEGER and value not in _INTEGERS:
            return False
        if self.kind in (Kind.INTEGER, Kind.REAL):
            return (self.minimum is None or value >= self.minimum) and (self.maximum is None or value <= self.maximum)
        return self.format is None or (isinstance(value, str) and is_web_address(value))


@dataclass(frozen=True)
class Schema:
    """The documented keys of the configuration, and the counters of the feedback."""

    keys: Tuple[Key, ...]
    counters: Tuple[str, ...]

    def settings(self, configuration: Any) -> Dict[str, Any]:
        """The effective settings: each key has its configured value where that can be used, else its default.

        Only documented keys are looked at, so that the work does not grow with the dictionary. Anything else than a
        dictionary configures nothing.
        """
        configured = configuration if isinstance(configuration, dict) else {}
        settings = {}
        for key in self.keys:
            value = configured.get(key.name)
            settings[key.name] = value if key.accepts(value) else key.default
        return settings
