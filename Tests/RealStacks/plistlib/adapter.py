"""plistlib of Python's standard library."""

import platform
import plistlib

from configuration_library import Refused
from stack_adapter import serve, unreadable

UNREADABLE = unreadable(plistlib.InvalidFileException)


class Plistlib:
    def read(self, data):
        try:
            return plistlib.loads(data, fmt=plistlib.FMT_BINARY)
        except UNREADABLE:
            raise Refused() from None

    def write(self, strings):
        return plistlib.dumps(strings, fmt=plistlib.FMT_BINARY)


serve("plistlib", platform.python_version(), Plistlib())
