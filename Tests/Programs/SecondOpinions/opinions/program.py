"""Talking frames with the Swift program `second-opinions`."""

from __future__ import annotations

import struct
import subprocess
from dataclasses import dataclass
from typing import BinaryIO, Iterator, Optional

ACCEPTED, REFUSED, FREE = "accepted", "refused", "free"
#: Of whole requests only: a piece that is to be kept, not to be handled at all, and with a parameter that is no text.
KEPT, NOT_HANDLED, UNREADABLE = "kept", "not handled", "unreadable"
_VERDICTS = {
    ord("A"): ACCEPTED,
    ord("R"): REFUSED,
    ord("F"): FREE,
    ord("K"): KEPT,
    ord("N"): NOT_HANDLED,
    ord("U"): UNREADABLE,
}
_SMALL = 0x20

#: What the bytes of an input are; the numbers are those of the frames.
KINDS = {0: "request", 1: "plist", 2: "packed"}
NUMBERS = {name: number for number, name in KINDS.items()}


class ProgramFailed(Exception):
    """The program ended, or answered with what is no frame."""


@dataclass(frozen=True)
class Verdict:
    """What our reader says: the reason is empty for `accepted`; the value is described, or None where there is none."""

    verdict: str
    reason: str
    value: Optional[bytes]
    #: Of a request: whether it may be left to the app as well.
    may_decline: bool = False


@dataclass(frozen=True)
class Case:
    """One generated input with our verdict on it."""

    kind: str
    data: bytes
    ours: Verdict


def read_frame(stream: BinaryIO) -> Optional[bytes]:
    """The next frame, or None where the stream ends in front of one."""
    head = stream.read(4)
    if not head:
        return None
    if len(head) < 4:
        raise ProgramFailed("the answer ended inside a frame's length")
    (length,) = struct.unpack(">I", head)
    frame = stream.read(length)
    if len(frame) < length:
        raise ProgramFailed("the answer ended inside a frame")
    return frame


def write_frame(stream: BinaryIO, frame: bytes) -> None:
    stream.write(struct.pack(">I", len(frame)) + frame)


def parse_verdict(frame: bytes, at: int = 0) -> Verdict:
    """The verdict that stands at `at` up to the end of the frame."""
    letter = frame[at]
    (length,) = struct.unpack_from(">I", frame, at + 1)
    end = at + 5 + length
    reason = frame[at + 5 : end].decode()
    (length,) = struct.unpack_from(">I", frame, end)
    value = frame[end + 4 : end + 4 + length]
    is_small = bool(letter & _SMALL)
    letter &= ~_SMALL
    if letter not in _VERDICTS or len(value) != length or end + 4 + length != len(frame):
        raise ProgramFailed("no verdict: %s" % frame[:64].hex())
    if _VERDICTS[letter] == ACCEPTED and not value:
        raise ProgramFailed("accepted, but without a value to compare: %s" % frame[:64].hex())
    return Verdict(_VERDICTS[letter], reason, value or None, is_small)


def parse_case(frame: bytes) -> Case:
    """A frame of a generator: kind, section of the input, verdict."""
    (length,) = struct.unpack_from(">I", frame, 1)
    return Case(KINDS[frame[0]], frame[5 : 5 + length], parse_verdict(frame, 5 + length))


class Conversation:
    """A command of the program that answers frames with frames, one at a time."""

    def __init__(self, program: str, command: str) -> None:
        self._process = subprocess.Popen([program, command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, frame: bytes) -> bytes:
        assert self._process.stdin is not None and self._process.stdout is not None
        write_frame(self._process.stdin, frame)
        self._process.stdin.flush()
        answer = read_frame(self._process.stdout)
        if answer is None:
            raise ProgramFailed("the program ended with status %s" % self._process.wait())
        return answer

    def __enter__(self) -> "Conversation":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()


class OurCodec:
    """Our writer and our reader."""

    def __init__(self, program: str) -> None:
        self._writer = Conversation(program, "write")
        self._reader = Conversation(program, "read")

    def write(self, description: bytes) -> bytes:
        """Our property list of a described value."""
        return self._writer.ask(description)

    def read(self, data: bytes, kind: str = "plist") -> Verdict:
        return parse_verdict(self._reader.ask(bytes([NUMBERS[kind]]) + data))

    def __enter__(self) -> "OurCodec":
        return self

    def __exit__(self, *error: object) -> None:
        self._writer.__exit__(*error)
        self._reader.__exit__(*error)


def generated(program: str, generator: str, seed: int, first: int, count: int) -> Iterator[Case]:
    """The cases `first` up to `first + count` of a generator: `mutate`, `forge`, or any command that writes the same frames."""
    command = [program, generator, "--seed", str(seed), "--first", str(first), "--count", str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=1 << 18) as process:
        assert process.stdout is not None
        while True:
            frame = read_frame(process.stdout)
            if frame is None:
                break
            yield parse_case(frame)
    if process.returncode != 0:
        raise ProgramFailed("%s ended with status %d" % (" ".join(command), process.returncode))
