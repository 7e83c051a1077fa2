"""Typed values: property-list values as JSON, so that no type is lost (adapter protocol, "Typed values")."""

from __future__ import annotations

import base64
from typing import Any, Dict, List

from .codec.values import Date, has_lone_surrogate, have_equivalent_keys

#: Levels of JSON that a message may have.
MAX_LEVELS = 512
_MAX_DIGITS = 4_000


class TypedValueError(ValueError):
    """JSON that is no typed value."""


def _real_text(value: float) -> str:
    if value != value:
        return "nan"
    return repr(value)  # the shortest text that reads back to the same value; "inf", "-inf" and "-0.0" come out as such


def _text(value: str) -> Dict[str, Any]:
    if has_lone_surrogate(value):
        return {"utf16": base64.b64encode(value.encode("utf-16-be", "surrogatepass")).decode("ascii")}
    return {"string": value}


def encode_members(members: Dict[str, Any], levels: int = MAX_LEVELS) -> Dict[str, Any]:
    """The members of a dictionary: an object, or ``{"pairs": …}`` where keys could be lost in an object.

    A key that is no valid Unicode travels as a typed value in the place of the text.
    """
    return _encode_members(members, levels)


def decode_members(members: Dict[str, Any]) -> Dict[str, Any]:
    """The dictionary of which :func:`encode_members` gives the members."""
    if _are_pairs(members):
        return _decode_pairs(members["pairs"], MAX_LEVELS)
    return {key: _decode(value, MAX_LEVELS) for key, value in members.items()}


def _encode_members(members: Dict[str, Any], levels: int) -> Dict[str, Any]:
    if any(has_lone_surrogate(key) for key in members) or have_equivalent_keys(members):
        pairs: List[List[Any]] = []
        for key, value in members.items():
            pairs.append([_text(key) if has_lone_surrogate(key) else key, _encode(value, levels - 3)])
        return {"pairs": pairs}
    return {key: _encode(value, levels - 1) for key, value in members.items()}


def encode(value: Any, levels: int = MAX_LEVELS) -> Any:
    """The typed value for ``value``, of at most ``levels`` levels of JSON; None stands for no value."""
    return _encode(value, levels)


def _encode(value: Any, levels: int) -> Any:
    if levels <= 0:
        raise TypedValueError("nested too deeply")
    if value is None:
        return None
    if isinstance(value, bool):
        return {"boolean": value}
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        return {"integer": str(value)}
    if isinstance(value, float):
        return {"real": _real_text(value)}
    if isinstance(value, Date):
        return {"date": _real_text(value.seconds)}
    if isinstance(value, bytes):
        return {"data": base64.b64encode(value).decode("ascii")}
    if isinstance(value, list):
        return {"array": [_encode(item, levels - 2) for item in value]}
    if isinstance(value, dict):
        members = _encode_members(value, levels - 1)
        return members if _are_pairs(members) else {"dictionary": members}
    raise TypedValueError("a value of type %s" % type(value).__name__)


def _are_pairs(members: Dict[str, Any]) -> bool:
    return len(members) == 1 and isinstance(members.get("pairs"), list)


def decode(typed: Any, levels: int = MAX_LEVELS) -> Any:
    """The value of a typed value; JSON's null gives None."""
    return _decode(typed, levels)


def _decode(typed: Any, levels: int) -> Any:
    if levels <= 0:
        raise TypedValueError("nested too deeply")
    if typed is None:
        return None
    if not isinstance(typed, dict) or len(typed) != 1:
        raise TypedValueError("a typed value is an object with one member")
    ((kind, content),) = typed.items()
    if kind == "array":
        if not isinstance(content, list):
            raise TypedValueError("array takes an array")
        return [_decode(item, levels - 2) for item in content]
    if kind == "dictionary":
        if not isinstance(content, dict):
            raise TypedValueError("dictionary takes an object")
        if _are_pairs(content):
            return _decode_pairs(content["pairs"], levels - 2)
        return {key: _decode(value, levels - 2) for key, value in content.items()}
    if kind == "pairs":
        return _decode_pairs(content, levels - 2)
    if kind == "boolean":
        if not isinstance(content, bool):
            raise TypedValueError("boolean takes true or false")
        return content
    return _decode_text(kind, content)


def _decode_pairs(pairs: Any, levels: int) -> Dict[str, Any]:
    if not isinstance(pairs, list):
        raise TypedValueError("pairs takes an array")
    result: Dict[str, Any] = {}
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2:
            raise TypedValueError("a pair is an array of two")
        key = pair[0] if isinstance(pair[0], str) else _decode(pair[0], levels)
        if not isinstance(key, str):
            raise TypedValueError("a key is a text")
        result[key] = _decode(pair[1], levels)
    return result


def _decode_text(kind: str, content: Any) -> Any:
    """The kinds whose JSON is a text."""
    if not isinstance(content, str):
        raise TypedValueError("%s takes a text" % kind)
    try:
        if kind == "string":
            return content
        if kind == "integer":
            if len(content) > _MAX_DIGITS:
                raise TypedValueError("an integer that is too long")
            return int(content)
        if kind == "real":
            return float(content)
        if kind == "date":
            return Date(float(content))
        if kind == "data":
            return base64.b64decode(content, validate=True)
        if kind == "utf16":
            return base64.b64decode(content, validate=True).decode("utf-16-be", "surrogatepass")
    except ValueError as error:
        raise TypedValueError("%s: %s" % (kind, error)) from None
    raise TypedValueError("unknown type %r" % kind)
