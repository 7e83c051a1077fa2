"""Dialects: what a vendor's library may do differently from wire profile 1 (section 3).

A dialect file is one JSON object. Every member is optional, and what is left out keeps profile 1's value::

    {
      "verbs": {"apply": "apply", "reset": "reset"},
      "parameters": {"token": "token", "profile": "profile", "payload": "payload", "data": "data", "encryptedData": "data-x",
                     "chunk": "chunk", "chunks": "chunks", "status": "status", "changedValues": "changedValues",
                     "errorCode": "errorCode", "errorMessage": "errorMessage"},
      "schemePrefix": "x-absolutemanageconfig.",
      "callbackPrefix": "absoluteapps://thirdpartyprofilestatus?",
      "magic": "41425443",
      "token": {"algorithm": "hmac-sha256-hex", "command": ["only", "with", "the", "algorithm", "external"]},
      "keyHash": "sha256",
      "cipher": "blowfish-cbc-iv",
      "keys": {"version": "Version", "category": "Category", "configuration": "Configuration", "keys": "Keys"},
      "statuses": {"success": "Success", "error": "Error", "canceled": "Canceled"},
      "errorCodes": {"malformedRequest": 1},
      "limits": {"maxURLBytes": 1048576, "maxInflatedBytes": 1048576, "maxDepth": 32, "maxChunks": 256, "maxAssemblies": 16,
                 "maxPackedBytes": 1048576},
      "changedValuesCarryMagic": false
    }

A wrong or unknown member is a :class:`DialectError` that names the member and its line.
"""

from __future__ import annotations

import dataclasses
import json
import re
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

from . import blowfish, tokens
from .errors import DialectError


@dataclass(frozen=True)
class Verbs:
    """The hosts of request URLs."""

    apply: str = "apply"
    reset: str = "reset"


@dataclass(frozen=True)
class Parameters:
    """The names of URL parameters."""

    token: str = "token"
    profile: str = "profile"
    payload: str = "payload"
    data: str = "data"
    encrypted_data: str = "data-x"
    chunk: str = "chunk"
    chunks: str = "chunks"
    status: str = "status"
    changed_values: str = "changedValues"
    error_code: str = "errorCode"
    error_message: str = "errorMessage"


@dataclass(frozen=True)
class DictionaryKeys:
    """The keys of the unpacked dictionary."""

    version: str = "Version"
    category: str = "Category"
    configuration: str = "Configuration"
    keys: str = "Keys"


@dataclass(frozen=True)
class Statuses:
    """The words of a callback's status."""

    success: str = "Success"
    error: str = "Error"
    canceled: str = "Canceled"


@dataclass(frozen=True)
class ErrorCodes:
    """The error table of section 2."""

    malformed_request: int = 1
    unknown_action: int = 2
    invalid_token: int = 3
    missing_data: int = 4
    encryption_unsupported: int = 5
    encryption_required: int = 6
    undecodable_data: int = 7
    data_too_large: int = 8
    invalid_dictionary: int = 9
    unsupported_version: int = 10
    delegate_failed: int = 11
    invalid_chunk: int = 12
    too_many_chunks: int = 13


@dataclass(frozen=True)
class Limits:
    """The limits of section 2."""

    max_url_bytes: int = 1_048_576
    max_inflated_bytes: int = 1_048_576
    max_depth: int = 32
    max_chunks: int = 256
    max_assemblies: int = 16
    max_packed_bytes: int = 1_048_576


@dataclass(frozen=True)
class Dialect:
    """One dialect; the default is wire profile 1."""

    verbs: Verbs = field(default_factory=Verbs)
    parameters: Parameters = field(default_factory=Parameters)
    scheme_prefix: str = "x-absolutemanageconfig."
    callback_prefix: str = "absoluteapps://thirdpartyprofilestatus?"
    magic: bytes = b"ABTC"
    token_algorithm: str = "hmac-sha256-hex"
    token_command: Tuple[str, ...] = ()
    key_hash: str = "sha256"
    cipher_mode: str = "blowfish-cbc-iv"
    dictionary_keys: DictionaryKeys = field(default_factory=DictionaryKeys)
    statuses: Statuses = field(default_factory=Statuses)
    error_codes: ErrorCodes = field(default_factory=ErrorCodes)
    limits: Limits = field(default_factory=Limits)
    changed_values_magic: bool = False


# -- JSON with lines ---------------------------------------------------------------------------------------------------

_MAX_NESTING = 16
_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_ATOM = re.compile(r"-?[0-9][0-9.eE+-]*|true|false|null")


@dataclass(frozen=True)
class _Located:
    """A JSON value with the line that it starts on; members of objects are located too."""

    value: Any
    line: int


class _JsonReader:
    """A small JSON reader that remembers lines and refuses repeated members."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def error(self, what: str) -> DialectError:
        return DialectError("line %d: %s" % (self.line(), what))

    def line(self) -> int:
        return self.text.count("\n", 0, self.position) + 1

    def skip(self) -> str:
        """Skip white space and return the next character, empty at the end."""
        match = _SPACE.match(self.text, self.position)
        assert match is not None
        self.position = match.end()
        return self.text[self.position : self.position + 1]

    def expect(self, character: str) -> None:
        if self.skip() != character:
            raise self.error("expected %r" % character)
        self.position += 1

    def token(self, pattern: "re.Pattern[str]") -> Any:
        match = pattern.match(self.text, self.position)
        if match is None:
            raise self.error("no JSON value")
        try:
            value = json.loads(match.group())
        except ValueError:
            raise self.error("no JSON value") from None
        self.position = match.end()
        return value

    def document(self) -> _Located:
        result = self.read(0)
        if self.skip():
            raise self.error("text behind the JSON value")
        return result

    def read(self, nesting: int) -> _Located:
        if nesting > _MAX_NESTING:
            raise self.error("nested too deeply")
        character = self.skip()
        line = self.line()
        if character == "{":
            return _Located(self.read_object(nesting), line)
        if character == "[":
            return _Located(self.read_array(nesting), line)
        return _Located(self.token(_STRING if character == '"' else _ATOM), line)

    def read_object(self, nesting: int) -> Dict[str, _Located]:
        members: Dict[str, _Located] = {}
        self.expect("{")
        if self.skip() == "}":
            self.position += 1
            return members
        while True:
            self.skip()
            line = self.line()
            name = self.token(_STRING)
            if name in members:
                raise self.error("member %r occurs twice" % name)
            self.expect(":")
            members[name] = _Located(self.read(nesting + 1).value, line)
            if self.skip() == ",":
                self.position += 1
                continue
            self.expect("}")
            return members

    def read_array(self, nesting: int) -> List[Any]:
        items: List[Any] = []
        self.expect("[")
        if self.skip() == "]":
            self.position += 1
            return items
        while True:
            items.append(self.read(nesting + 1).value)
            if self.skip() == ",":
                self.position += 1
                continue
            self.expect("]")
            return items


# -- Fields ------------------------------------------------------------------------------------------------------------

_NAME = re.compile(r"[A-Za-z0-9._~-]+", re.ASCII)
_SCHEME_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*", re.ASCII)
_CALLBACK_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9._~/!$'()*,;:@-]*\?", re.ASCII)
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2})*", re.ASCII)


def _text(pattern: "re.Pattern[str]", what: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise ValueError(what)
        return value

    return check


def _choice(choices: Sequence[str]) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if value not in choices:
            raise ValueError("must be one of " + ", ".join(choices))
        return value

    return check


def _any_text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("must be a text that is not empty")
    return value


def _whole_number(lowest: int, highest: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            raise ValueError("must be a whole number from %d to %d" % (lowest, highest))
        return value

    return check


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _magic(value: Any) -> bytes:
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise ValueError("must be bytes in hexadecimal digits")
    return bytes.fromhex(value)


def _command(value: Any) -> Tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(item, str) and item for item in value):
        raise ValueError("must be an array of texts that is not empty")
    return tuple(value)


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join("URL" if part == "url" else part.capitalize() for part in tail)


#: Members that are no objects: the field of Dialect and the check of its value.
_SIMPLE: Dict[str, Tuple[str, Callable[[Any], Any]]] = {
    "schemePrefix": ("scheme_prefix", _text(_SCHEME_PREFIX, "must be the beginning of a URL scheme")),
    "callbackPrefix": ("callback_prefix", _text(_CALLBACK_PREFIX, "must be a URL that ends in a question mark")),
    "magic": ("magic", _magic),
    "keyHash": ("key_hash", _choice(blowfish.KEY_HASHES)),
    "cipher": ("cipher_mode", _choice(blowfish.MODES)),
    "changedValuesCarryMagic": ("changed_values_magic", _boolean),
}
_URL_NAME = _text(_NAME, "must be a name of unreserved URL characters")
#: The members of ``token``: the field of Dialect and the check of its value.
_TOKEN: Dict[str, Tuple[str, Callable[[Any], Any]]] = {
    "algorithm": ("token_algorithm", _choice(tokens.ALGORITHMS)),
    "command": ("token_command", _command),
}
#: Members that are objects: the field of Dialect, its class, the check of each value, and whether values must differ.
_GROUPS: Dict[str, Tuple[str, Any, Callable[[Any], Any], bool]] = {
    "verbs": ("verbs", Verbs, _URL_NAME, True),
    "parameters": ("parameters", Parameters, _URL_NAME, True),
    "keys": ("dictionary_keys", DictionaryKeys, _any_text, True),
    "statuses": ("statuses", Statuses, _URL_NAME, True),
    "errorCodes": ("error_codes", ErrorCodes, _whole_number(-9_999_999_999, 9_999_999_999), False),
    "limits": ("limits", Limits, _whole_number(1, 1 << 30), False),
}


def _fail(line: int, name: str, what: str) -> DialectError:
    return DialectError("line %d: %s: %s" % (line, name, what))


def _members(located: _Located, name: str) -> Mapping[str, _Located]:
    if not isinstance(located.value, dict):
        raise _fail(located.line, name, "must be an object")
    return located.value


def _checked(check: Callable[[Any], Any], located: _Located, name: str) -> Any:
    try:
        return check(located.value)
    except ValueError as error:
        raise _fail(located.line, name, str(error)) from None


def _group(located: _Located, group: str) -> Any:
    _, kind, check, distinct = _GROUPS[group]
    fields = {_camel(item.name): item.name for item in dataclasses.fields(kind)}
    changes = {}
    for name, member in _members(located, group).items():
        if name not in fields:
            raise _fail(member.line, "%s.%s" % (group, name), "unknown field")
        changes[fields[name]] = _checked(check, member, "%s.%s" % (group, name))
    result = kind(**changes)
    values = list(dataclasses.astuple(result))
    if distinct and len({str(value).lower() if group == "verbs" else value for value in values}) < len(values):
        raise _fail(located.line, group, "two fields have the same value")
    return result


def parse(text: str) -> Dialect:
    """The dialect in a dialect file."""
    document = _JsonReader(text).document()
    changes: Dict[str, Any] = {}
    lines: Dict[str, int] = {}
    for name, member in _members(document, "dialect").items():
        lines[name] = member.line
        if name == "token":
            for part, value in _members(member, name).items():
                if part not in _TOKEN:
                    raise _fail(value.line, "token.%s" % part, "unknown field")
                attribute, check = _TOKEN[part]
                changes[attribute] = _checked(check, value, "token.%s" % part)
        elif name in _GROUPS:
            changes[_GROUPS[name][0]] = _group(member, name)
        elif name in _SIMPLE:
            attribute, check = _SIMPLE[name]
            changes[attribute] = _checked(check, member, name)
        else:
            raise _fail(member.line, name, "unknown field")
    dialect = Dialect(**changes)
    if dialect.token_algorithm == "external" and not dialect.token_command:
        raise _fail(lines["token"], "token.command", "external needs a command")
    if dialect.token_command and dialect.token_algorithm != "external":
        raise _fail(lines["token"], "token.command", "only for the algorithm external")
    return dialect
