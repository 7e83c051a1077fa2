"""XML property lists: a strict, bounded reader for configuration profiles (Protocol.md, section 5).

It uses no recursion, reads nothing outside of the document, and refuses documents that declare entities, so that no small
document expands.
"""

from __future__ import annotations

import datetime
import re
from typing import Any, Dict, List, Optional
from xml.parsers import expat

from . import base64_strict
from .errors import Base64Error, PropertyListError
from .values import Date

_SCALARS = frozenset({"string", "integer", "real", "date", "data", "true", "false"})
_CONTAINERS = frozenset({"array", "dict"})
_SPACE = " \t\r\n"
_SPACES = re.compile("[ \t\r\n]+")
#: The document goes to the parser in pieces of this many bytes, so that it cannot collect a tag with a million attributes.
_STEP = 65_536
_MAX_TAG = 4 * _STEP
#: No legal number or date is longer.
_MAX_NUMBER = 64
_INTEGER = re.compile(r"[+-]?(?:0[xX][0-9A-Fa-f]+|[0-9]+)", re.ASCII)
_REAL = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?|nan)", re.ASCII | re.IGNORECASE)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", re.ASCII)
_EPOCH = datetime.datetime(2001, 1, 1)


class _Container:
    """An array or a dictionary that is still open."""

    def __init__(self, name: str) -> None:
        self.is_dictionary = name == "dict"
        self.items: List[Any] = []
        self.members: Dict[str, Any] = {}
        self.key: Optional[str] = None

    @property
    def value(self) -> Any:
        return self.members if self.is_dictionary else self.items


class _Builder:
    """Builds the value while the parser goes through the document."""

    def __init__(self, max_objects: int, max_depth: int) -> None:
        self._objects_left = max_objects
        self._max_depth = max_depth
        self._containers: List[_Container] = []
        self._in_root = False
        self._scalar: Optional[str] = None
        self._text: List[str] = []
        self.values: List[Any] = []

    def start(self, name: str, attributes: Dict[str, str]) -> None:
        if self._scalar is not None:
            raise PropertyListError("an element inside a %s" % self._scalar)
        if not self._in_root:
            if name != "plist":
                raise PropertyListError("no property list")
            self._in_root = True
            return
        self._objects_left -= 1
        if self._objects_left < 0:
            raise PropertyListError("too many objects")
        container = self._containers[-1] if self._containers else None
        if name == "key":
            if container is None or not container.is_dictionary or container.key is not None:
                raise PropertyListError("a key in the wrong place")
        elif container is not None and container.is_dictionary and container.key is None:
            raise PropertyListError("a value without a key")
        if name in _CONTAINERS:
            if len(self._containers) >= self._max_depth:
                raise PropertyListError("nested too deeply")
            self._containers.append(_Container(name))
        elif name in _SCALARS or name == "key":
            self._scalar = name
        else:
            raise PropertyListError("an unknown element")

    def text(self, text: str) -> None:
        if self._scalar is not None:
            self._text.append(text)
        elif text.strip(_SPACE):
            raise PropertyListError("text outside of the values")

    def end(self, name: str) -> None:
        if name == "plist":
            return
        if name in _CONTAINERS:
            container = self._containers.pop()
            if container.key is not None:
                raise PropertyListError("a key without a value")
            self._add(container.value)
            return
        text = "".join(self._text)
        self._text.clear()
        self._scalar = None
        if name == "key":
            self._containers[-1].key = text
        else:
            self._add(_scalar(name, text))

    def _add(self, value: Any) -> None:
        if not self._containers:
            self.values.append(value)
            return
        container = self._containers[-1]
        if not container.is_dictionary:
            container.items.append(value)
            return
        assert container.key is not None
        if container.key in container.members:
            raise PropertyListError("a key that occurs twice")
        container.members[container.key] = value
        container.key = None


def _scalar(name: str, text: str) -> Any:
    if name == "string":
        return text
    if name == "data":
        try:
            return base64_strict.decode(_SPACES.sub("", text).encode("utf-8"))
        except Base64Error:
            raise PropertyListError("data that is no Base64") from None
    if name in ("true", "false"):
        if text.strip(_SPACE):
            raise PropertyListError("text in a boolean")
        return name == "true"
    text = text.strip(_SPACE)
    if len(text) > _MAX_NUMBER:
        raise PropertyListError("a number or date that is too long")
    if name == "integer" and _INTEGER.fullmatch(text):
        return int(text, 16 if "x" in text.lower() else 10)
    if name == "real" and _REAL.fullmatch(text):
        return float(text)
    if name == "date" and _DATE.fullmatch(text):
        try:
            moment = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ")
        except ValueError:
            raise PropertyListError("a date that does not exist") from None
        return Date((moment - _EPOCH).total_seconds())
    raise PropertyListError("%s of another form" % name)


def _refuse(*_: Any) -> None:
    raise PropertyListError("an entity of the document's own")


def read(data: bytes, *, max_objects: int, max_depth: int) -> Any:
    """The value of an XML property list of at most ``max_objects`` elements and ``max_depth`` nested containers.

    Raises :class:`PropertyListError` for everything else.
    """
    builder = _Builder(max_objects, max_depth)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.EntityDeclHandler = _refuse
    parser.SkippedEntityHandler = _refuse
    try:
        for start in range(0, len(data), _STEP):
            parser.Parse(data[start : start + _STEP], False)
            if start + _STEP - parser.CurrentByteIndex > _MAX_TAG:
                raise PropertyListError("a tag or comment that is too long")
        parser.Parse(b"", True)
    except PropertyListError:
        raise
    except (expat.ExpatError, LookupError, ValueError):  # the latter two come from the names of encodings
        raise PropertyListError("no well-formed XML") from None
    if len(builder.values) != 1:
        raise PropertyListError("not exactly one value")
    return builder.values[0]
