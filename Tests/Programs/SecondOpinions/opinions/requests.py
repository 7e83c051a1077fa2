"""What the independent library does with whole requests, in one of a few words, and whether our verdict allows it."""

from __future__ import annotations

import functools
import struct
from dataclasses import dataclass
from typing import Any, List, Optional, Tuple

from abt.codec import urls
from abt.codec.errors import CodecError
from abt.library import Answer, ConfigurationManager, ConfigurationSet, Settings

from .descriptions import describe
from .judging import ACCEPTS, OTHER_VALUE, REFUSES
from .program import ACCEPTED, FREE, KEPT, NOT_HANDLED, REFUSED, UNREADABLE, Case, ProgramFailed, Verdict

#: The behaviours of the library beside those of readers.
KEEPS, DECLINES, SILENT = "keeps", "declines", "does not call back"
#: What no verdict allows begins so: the words that follow say what was seen.
MISBEHAVES = "misbehaves: "

_PLAIN, _ENCRYPTING, _ALLOWING = b"p", b"e", b"a"


@dataclass(frozen=True)
class RequestInput:
    """How the app configures its library, and the URLs that come to it; all but the last are pieces that have to be kept."""

    settings: Settings
    urls: Tuple[bytes, ...]


@functools.lru_cache(maxsize=4_096)
def _settings(letter: bytes, texts: Tuple[str, ...]) -> Settings:
    identifier, key, scheme, secret = texts
    if letter not in (_PLAIN, _ENCRYPTING, _ALLOWING):
        raise ProgramFailed("no letter of an edition: %r" % letter)
    return Settings(
        identifier,
        key,
        url_scheme=scheme or None,
        encryption_secret=None if letter == _PLAIN else secret,
        allow_unencrypted=letter == _ALLOWING,
    )


def parse_input(data: bytes) -> RequestInput:
    """The input of a frame of kind 0."""
    at = 1

    def section() -> bytes:
        nonlocal at
        (length,) = struct.unpack_from(">I", data, at)
        start, at = at + 4, at + 4 + length
        if at > len(data):
            raise ProgramFailed("a section beyond the end")
        return data[start:at]

    texts = tuple(section().decode() for _ in range(4))
    (count,) = struct.unpack_from(">I", data, at)
    at += 4
    return RequestInput(_settings(data[:1], texts), tuple(section() for _ in range(count)))


class _Delegate:
    """Answers YES and keeps what it was shown."""

    def __init__(self) -> None:
        self.calls: List[Tuple[str, ConfigurationSet]] = []

    def apply_configuration(self, configuration: ConfigurationSet) -> Answer:
        self.calls.append(("apply", configuration))
        return Answer.YES

    def revert_configuration(self, configuration: ConfigurationSet) -> Answer:
        self.calls.append(("revert", configuration))
        return Answer.YES


def _description(method: str, configuration: ConfigurationSet) -> Optional[bytes]:
    """What the delegate was shown; None where no description holds it, as an integer of 16 bytes."""
    shown: dict = {} if configuration.category is None else {"category": configuration.category}
    if method == "apply":
        shown["apply"] = configuration.values
    else:
        shown["revert"] = sorted(configuration.keys, key=lambda key: key.encode("utf-8", "surrogatepass"))
        if configuration.values:
            return None
    try:
        return describe(shown)
    except (struct.error, UnicodeEncodeError):
        return None


def library_behaviour(case: Case) -> str:
    """The independent library's word on the last URL of a request, or on the first of the others that it does not keep."""
    request = parse_input(case.data)
    delegate = _Delegate()
    callbacks: List[str] = []
    word = ""
    try:
        manager = ConfigurationManager(request.settings, delegate, callbacks.append)
        for number, url in enumerate(request.urls, start=1):
            delegate.calls.clear()
            callbacks.clear()
            handled = manager.handle_config_url(url)
            is_last = number == len(request.urls)
            word = _word(handled, delegate.calls, callbacks, case.ours.value if is_last else None)
            if not is_last and word != KEEPS:
                return MISBEHAVES + "%s as a piece" % word
    except Exception as error:  # noqa: BLE001 - a library that throws has a fault
        return "crashes: %s" % type(error).__name__
    return word


def _word(handled: Any, calls: List[Tuple[str, ConfigurationSet]], callbacks: List[str], value: Optional[bytes]) -> str:
    if handled is False:
        return MISBEHAVES + "acts on what it declines" if calls or callbacks else DECLINES
    if handled is not True or len(callbacks) > 1 or len(calls) > 1:
        return MISBEHAVES + "%r with %d calls and %d callbacks" % (handled, len(calls), len(callbacks))
    if not callbacks:
        return MISBEHAVES + "calls the delegate, but not back" if calls else SILENT
    try:
        callback = urls.parse_callback(callbacks[0])
    except CodecError as error:
        return MISBEHAVES + "calls back with %s" % error
    if (callback.status, len(calls)) == ("Error", 0):
        return REFUSES
    if callback.status != "Success":
        return MISBEHAVES + "%s with %d calls" % (callback.status, len(calls))
    if not calls:
        return KEEPS if callback.changed_values is None else MISBEHAVES + "changed values without a call"
    method, configuration = calls[0]
    # A delegate that records nothing has changed all keys (ABT-CHG-01, 09).
    changed = sorted(configuration.keys) if method == "apply" else None
    if changed != (None if callback.changed_values is None else sorted(callback.changed_values)):
        return MISBEHAVES + "other changed values than its keys"
    return OTHER_VALUE if value is not None and _description(method, configuration) != value else ACCEPTS


_ALLOWED = {
    ACCEPTED: {ACCEPTS},
    REFUSED: {REFUSES},
    KEPT: {KEEPS},
    NOT_HANDLED: {DECLINES},
    UNREADABLE: {REFUSES, SILENT},
    FREE: {ACCEPTS, REFUSES, KEEPS},
}


def is_library_right(ours: Verdict, behaviour: str) -> bool:
    """Whether our verdict allows what the library does. Crashes and breaches of the rules on callbacks are allowed nowhere."""
    return behaviour in _ALLOWED[ours.verdict] or ours.may_decline and behaviour == DECLINES
