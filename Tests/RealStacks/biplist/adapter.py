"""biplist from PyPI."""

from importlib.metadata import version
from io import BytesIO

import biplist

from configuration_library import Refused
from stack_adapter import serve, unreadable

UNREADABLE = unreadable(biplist.InvalidPlistException, biplist.NotBinaryPlistException)


class Biplist:
    def read(self, data):
        try:
            # Not readPlistFromString, which also reads XML.
            return biplist.PlistReader(BytesIO(data)).parse()
        except UNREADABLE:
            raise Refused() from None

    def write(self, strings):
        return biplist.writePlistToString(strings)


serve("biplist", version("biplist"), Biplist())
