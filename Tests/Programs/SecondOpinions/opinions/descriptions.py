"""The canonical description of a value, which Swift and Python write alike (README.md, "Descriptions")."""

from __future__ import annotations

import struct
from typing import Any, Tuple

from abt.codec.values import Date


def describe(value: Any) -> bytes:
    """The description of a value of :mod:`abt.codec.values`; integers must fit 64 bits, texts must be Unicode."""
    output = bytearray()
    _describe(value, output)
    return bytes(output)


def _section(content: bytes, output: bytearray) -> None:
    output += struct.pack(">I", len(content))
    output += content


def _describe(value: Any, output: bytearray) -> None:
    if value is True:
        output += b"t"
    elif value is False:
        output += b"f"
    elif isinstance(value, str):
        output += b"s"
        _section(value.encode(), output)
    elif isinstance(value, int):
        output += struct.pack(">cq", b"i", value)
    elif isinstance(value, float):
        output += struct.pack(">cd", b"r", value)
    elif isinstance(value, Date):
        output += struct.pack(">cd", b"d", value.seconds)
    elif isinstance(value, bytes):
        output += b"b"
        _section(value, output)
    elif isinstance(value, list):
        output += struct.pack(">cI", b"a", len(value))
        for element in value:
            _describe(element, output)
    elif isinstance(value, dict):
        output += struct.pack(">cI", b"m", len(value))
        for key, member in sorted((key.encode(), member) for key, member in _keyed(value)):
            _section(key, output)
            output += member
    else:
        raise TypeError("no value of a property list: %r" % (value,))


def _keyed(value: dict):
    for key, member in value.items():
        yield key, describe(member)


def undescribe(description: bytes) -> Any:
    """The value of a description."""
    value, end = _undescribe(description, 0)
    if end != len(description):
        raise ValueError("%d bytes after the description" % (len(description) - end))
    return value


def _read_section(data: bytes, at: int) -> Tuple[bytes, int]:
    (length,) = struct.unpack_from(">I", data, at)
    end = at + 4 + length
    if end > len(data):
        raise ValueError("a section beyond the end")
    return data[at + 4 : end], end


def _undescribe(data: bytes, at: int) -> Tuple[Any, int]:
    tag = data[at : at + 1]
    at += 1
    if tag == b"t" or tag == b"f":
        return tag == b"t", at
    if tag == b"s" or tag == b"b":
        content, end = _read_section(data, at)
        return (content.decode() if tag == b"s" else content), end
    if tag == b"i":
        return struct.unpack_from(">q", data, at)[0], at + 8
    if tag == b"r":
        return struct.unpack_from(">d", data, at)[0], at + 8
    if tag == b"d":
        return Date(struct.unpack_from(">d", data, at)[0]), at + 8
    (count,) = struct.unpack_from(">I", data, at)
    at += 4
    if tag == b"a":
        elements = []
        for _ in range(count):
            element, at = _undescribe(data, at)
            elements.append(element)
        return elements, at
    if tag == b"m":
        members = {}
        for _ in range(count):
            key, at = _read_section(data, at)
            members[key.decode()], at = _undescribe(data, at)
        return members, at
    raise ValueError("no tag: %r" % tag)
