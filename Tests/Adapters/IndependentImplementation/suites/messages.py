"""What all suites share: their form, reading the fields of a message, and the two ways of not answering it."""

from __future__ import annotations

import abc
import json
import os
from typing import Any, ClassVar, Dict, FrozenSet, List, Optional

from abt.codec import dialect as dialects
from abt.codec.errors import DialectError
from abt.storage import Storage

Message = Dict[str, Any]
#: What stands for values that a reply cannot hold.
TOO_LARGE: Message = {"tooLarge": True}


class Suite(abc.ABC):
    """One start of a part of the implementation."""

    #: What ``hello`` says of the suite.
    CLAIM: ClassVar[Message] = {}

    @abc.abstractmethod
    def __init__(self, start: Message, storage: Storage) -> None:
        """Begin as a ``start`` says, with the storage that it asks for."""

    @abc.abstractmethod
    def step(self, message: Message) -> Message:
        """Do what a ``step`` says; the members of ``observed``."""


class Unsupported(Exception):
    """A request that this adapter does not know, or cannot adopt."""


class AdapterFault(Exception):
    """Trouble of the adapter's own, or a request that breaks the protocol."""


def field(message: Message, name: str, kind: Any, default: Any = None) -> Any:
    """The field ``name``, checked; absent or null gives ``default``."""
    value = message.get(name)
    if value is None:
        return default
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise AdapterFault("field %r has the wrong type" % name)
    return value


def required(message: Message, name: str, kind: Any) -> Any:
    """The field ``name``, checked; absent or null is a fault."""
    value = field(message, name, kind)
    if value is None:
        raise AdapterFault("field %r is missing" % name)
    return value


def texts(message: Message, name: str) -> List[str]:
    """The field ``name``, an array of texts; absent or null gives an empty one."""
    value: List[str] = field(message, name, list, [])
    if not all(isinstance(item, str) for item in value):
        raise AdapterFault("field %r holds something else than texts" % name)
    return value


def implemented(start: Message) -> FrozenSet[str]:
    """The callbacks that the app has, by the start's configuration."""
    return frozenset(texts(required(start, "configuration", dict), "implements"))


def storage_of(start: Message, previous: Optional[Storage]) -> Storage:
    """The storage that a start asks for: its folder, or memory, which is ``previous`` where it is to be kept."""
    folder = field(start, "storage", str)
    if folder is not None:
        if not os.path.isdir(folder):
            raise AdapterFault("storage is no folder")
        return Storage(folder)
    return previous if previous is not None and keeps(start) else Storage()


def keeps(start: Message) -> bool:
    """Whether persistent state survives this start."""
    return bool(field(start, "keep", bool, False))


def dialect_of(configuration: Message) -> dialects.Dialect:
    """The dialect that a configuration asks for; null, and an empty one, are wire profile 1."""
    dialect = field(configuration, "dialect", dict)
    if not dialect:
        return dialects.Dialect()
    try:
        return dialects.parse(json.dumps(dialect))
    except DialectError as error:
        raise Unsupported("the dialect: %s" % error) from None
