"""What the tests need: the built program, and lists made by hand."""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path
from typing import Sequence

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import opinions  # noqa: E402, F401 - makes the independent implementation importable


def program() -> str:
    """The path of the built second-opinions: the environment's SECOND_OPINIONS, else the release build's."""
    built = Path(__file__).resolve().parents[4] / ".build" / "release" / "second-opinions"
    return os.environ.get("SECOND_OPINIONS", str(built))


def property_list(objects: Sequence[bytes], *, header: bytes = b"bplist00", reference_width: int = 1) -> bytes:
    """A list of these encoded objects, the first on top."""
    data = header
    offsets = []
    for encoded in objects:
        offsets.append(len(data))
        data += encoded
    table = len(data)
    return data + bytes(offsets) + struct.pack(">6xBBQQQ", 1, reference_width, len(objects), 0, table)
