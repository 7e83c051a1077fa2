"""The other implementations behind one interface: `write` a value, `read` bytes."""

from __future__ import annotations

import datetime
import plistlib
from typing import Any

from abt.codec.values import Date

from .libplist import Libplist

_EPOCH = datetime.datetime(2001, 1, 1)


class Plistlib:
    """Python's own reader and writer of property lists."""

    name = "plistlib"

    def write(self, value: Any) -> bytes:
        return plistlib.dumps(_to_plistlib(value), fmt=plistlib.FMT_BINARY, sort_keys=False)

    def load(self, data: bytes) -> None:
        """Throws where plistlib refuses the bytes."""
        plistlib.loads(data, fmt=plistlib.FMT_BINARY)

    def read(self, data: bytes) -> Any:
        return _from_plistlib(plistlib.loads(data, fmt=plistlib.FMT_BINARY))


def _to_plistlib(value: Any) -> Any:
    if isinstance(value, Date):
        return _EPOCH + datetime.timedelta(seconds=value.seconds)
    if isinstance(value, list):
        return [_to_plistlib(element) for element in value]
    if isinstance(value, dict):
        return {key: _to_plistlib(member) for key, member in value.items()}
    return value


def _from_plistlib(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return Date((value - _EPOCH).total_seconds())
    if isinstance(value, list):
        return [_from_plistlib(element) for element in value]
    if isinstance(value, dict):
        return {key: _from_plistlib(member) for key, member in value.items()}
    if value is None or isinstance(value, plistlib.UID):
        raise ValueError("a value of no kind of ours: %r" % (value,))
    return value


class LibplistPeer(Libplist):
    """libplist."""

    name = "libplist"
