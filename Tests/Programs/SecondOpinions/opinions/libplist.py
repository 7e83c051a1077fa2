"""libplist (the library of the libimobiledevice project) through its C interface, in memory."""

from __future__ import annotations

import ctypes
import ctypes.util
from typing import Any, Optional

from abt.codec.values import Date

_Node = ctypes.c_void_p
_U8, _U32, _U64, _I32 = ctypes.c_uint8, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int32
_Text, _Double = ctypes.c_char_p, ctypes.c_double

_SIGNATURES = {
    "plist_new_dict": (_Node,),
    "plist_new_array": (_Node,),
    "plist_new_string": (_Node, _Text),
    "plist_new_bool": (_Node, _U8),
    "plist_new_uint": (_Node, _U64),
    "plist_new_real": (_Node, _Double),
    "plist_new_data": (_Node, _Text, _U64),
    "plist_new_date": (_Node, _I32, _I32),
    "plist_dict_set_item": (None, _Node, _Text, _Node),
    "plist_array_append_item": (None, _Node, _Node),
    "plist_free": (None, _Node),
    "plist_to_bin": (None, _Node, ctypes.POINTER(_Node), ctypes.POINTER(_U32)),
    "plist_to_bin_free": (None, _Node),
    "plist_from_bin": (None, _Text, _U32, ctypes.POINTER(_Node)),
    "plist_get_node_type": (ctypes.c_int, _Node),
    "plist_get_bool_val": (None, _Node, ctypes.POINTER(_U8)),
    "plist_get_uint_val": (None, _Node, ctypes.POINTER(_U64)),
    "plist_get_real_val": (None, _Node, ctypes.POINTER(_Double)),
    "plist_get_date_val": (None, _Node, ctypes.POINTER(_I32), ctypes.POINTER(_I32)),
    "plist_get_string_ptr": (_Node, _Node, ctypes.POINTER(_U64)),
    "plist_get_data_ptr": (_Node, _Node, ctypes.POINTER(_U64)),
    "plist_array_get_size": (_U32, _Node),
    "plist_array_get_item": (_Node, _Node, _U32),
    "plist_dict_new_iter": (None, _Node, ctypes.POINTER(_Node)),
    "plist_dict_next_item": (None, _Node, _Node, ctypes.POINTER(_Node), ctypes.POINTER(_Node)),
}

_BOOLEAN, _UINT, _REAL, _STRING, _ARRAY, _DICT, _DATE, _DATA = range(8)


class LibplistMissing(Exception):
    """The library cannot be loaded."""


class Libplist:
    """Values to bytes and back. Hostile bytes belong into a process of their own (:mod:`opinions.worker`)."""

    def __init__(self) -> None:
        name = ctypes.util.find_library("plist-2.0")
        if name is None:
            raise LibplistMissing("libplist-2.0 is not installed; on Debian: apt-get install libplist3")
        self._library = ctypes.CDLL(name)
        for function, (result, *arguments) in _SIGNATURES.items():
            symbol = getattr(self._library, function)
            symbol.restype, symbol.argtypes = result, arguments
        self._libc = ctypes.CDLL(None)
        self._libc.free.argtypes, self._libc.free.restype = [_Node], None

    # -- writing -------------------------------------------------------------------------------------------------------

    def write(self, value: Any) -> bytes:
        """libplist's binary property list of `value`."""
        node = self._node(value)
        output, length = _Node(), _U32()
        try:
            self._library.plist_to_bin(node, ctypes.byref(output), ctypes.byref(length))
        finally:
            self._library.plist_free(node)
        if not output.value:
            raise ValueError("libplist wrote nothing")
        data = ctypes.string_at(output.value, length.value)
        self._library.plist_to_bin_free(output)
        return data

    def _node(self, value: Any) -> Any:
        library = self._library
        if isinstance(value, bool):
            return library.plist_new_bool(value)
        if isinstance(value, int):
            return library.plist_new_uint(value & (1 << 64) - 1)
        if isinstance(value, float):
            return library.plist_new_real(value)
        if isinstance(value, str):
            return library.plist_new_string(value.encode())
        if isinstance(value, bytes):
            return library.plist_new_data(value, len(value))
        if isinstance(value, Date):
            seconds = int(value.seconds // 1)
            return library.plist_new_date(seconds, round((value.seconds - seconds) * 1_000_000))
        if isinstance(value, list):
            node = library.plist_new_array()
            for element in value:
                library.plist_array_append_item(node, self._node(element))
            return node
        node = library.plist_new_dict()
        for key, member in value.items():
            library.plist_dict_set_item(node, key.encode(), self._node(member))
        return node

    # -- reading -------------------------------------------------------------------------------------------------------

    def load(self, data: bytes) -> None:
        """ValueError where libplist refuses the bytes."""
        node = self._parse(data)
        if node is None:
            raise ValueError("libplist refuses the bytes")
        self._library.plist_free(node)

    def read(self, data: bytes) -> Any:
        """The value of `data`; ValueError where libplist refuses it, or where its value is of no kind of ours."""
        node = self._parse(data)
        if node is None:
            raise ValueError("libplist refuses the bytes")
        try:
            return self._value(node)
        finally:
            self._library.plist_free(node)

    def _parse(self, data: bytes) -> Optional[int]:
        node = _Node()
        self._library.plist_from_bin(data, len(data), ctypes.byref(node))
        return node.value

    def _value(self, node: int) -> Any:
        library = self._library
        kind = library.plist_get_node_type(node)
        if kind == _STRING or kind == _DATA:
            length = _U64()
            get = library.plist_get_string_ptr if kind == _STRING else library.plist_get_data_ptr
            content = ctypes.string_at(get(node, ctypes.byref(length)) or 0, length.value) if node else b""
            return content.decode() if kind == _STRING else content
        if kind == _BOOLEAN:
            truth = _U8()
            library.plist_get_bool_val(node, ctypes.byref(truth))
            return bool(truth.value)
        if kind == _UINT:
            number = _U64()
            library.plist_get_uint_val(node, ctypes.byref(number))
            return number.value - (1 << 64) if number.value >> 63 else number.value
        if kind == _REAL:
            real = _Double()
            library.plist_get_real_val(node, ctypes.byref(real))
            return real.value
        if kind == _DATE:
            seconds, micro = _I32(), _I32()
            library.plist_get_date_val(node, ctypes.byref(seconds), ctypes.byref(micro))
            return Date(seconds.value + micro.value / 1_000_000)
        if kind == _ARRAY:
            return [
                self._value(library.plist_array_get_item(node, position))
                for position in range(library.plist_array_get_size(node))
            ]
        if kind == _DICT:
            return self._dictionary(node)
        raise ValueError("libplist's node of type %d" % kind)

    def _dictionary(self, node: int) -> dict:
        library = self._library
        iterator, key, member = _Node(), _Node(), _Node()
        library.plist_dict_new_iter(node, ctypes.byref(iterator))
        result = {}
        try:
            while True:
                library.plist_dict_next_item(node, iterator, ctypes.byref(key), ctypes.byref(member))
                if not member.value:
                    return result
                text = ctypes.string_at(key.value).decode()
                self._libc.free(key)
                result[text] = self._value(member.value)
        finally:
            self._libc.free(iterator)
