"""What the tests share: builders of property lists and request URLs, a scripted delegate, and a manager around it."""

from __future__ import annotations

import struct
from typing import Any, Callable, List, Optional, Sequence, Tuple

from abt.codec import blowfish, packing, plist, tokens, urls
from abt.codec.dialect import Dialect
from abt.library import Answer, ConfigurationManager, ConfigurationSet, Reply, Settings

BUNDLE = "com.acme.app"
API_KEY = "k-3f9c-8d21-aa07-55be"
SECRET = "s3cret-fixed-key-0001"
SCHEME = "x-absolutemanageconfig." + BUNDLE
TOKEN = tokens.make("hmac-sha256-hex", BUNDLE, API_KEY)
KEY = blowfish.derive_key("sha256", BUNDLE, SECRET)
MAGIC = b"ABTC"


def raw_plist(
    objects: Sequence[bytes],
    top: int = 0,
    *,
    reference_width: int = 1,
    offset_width: int = 2,
    offsets: Optional[Sequence[int]] = None,
    count: Optional[int] = None,
    table_start: Optional[int] = None,
    header: bytes = b"bplist00",
    padding: bytes = bytes(6),
    gap: bytes = b"",
) -> bytes:
    """A binary property list from encoded objects, with anything in it that a test wants wrong."""
    output = bytearray(header)
    found = []
    for encoded in objects:
        found.append(len(output))
        output += encoded
    output += gap
    start = len(output)
    for offset in found if offsets is None else offsets:
        output += offset.to_bytes(offset_width, "big")
    return bytes(
        output
        + struct.pack(
            ">6sBBQQQ",
            padding,
            offset_width & 0xFF,
            reference_width,
            len(objects) if count is None else count,
            top,
            start if table_start is None else table_start,
        )
    )


def text(value: str) -> bytes:
    """An ASCII string object of up to 14 characters."""
    return bytes([0x50 | len(value)]) + value.encode("ascii")


def request_plist(value_object: bytes, *more: bytes, **options: Any) -> bytes:
    """{Version: 1, Configuration: {a: value}}; object 6 is the value, and further objects follow from 7."""
    objects = [
        b"\xd2\x01\x02\x03\x04",
        text("Version"),
        text("Configuration"),
        b"\x10\x01",
        b"\xd1\x05\x06",
        text("a"),
        value_object,
        *more,
    ]
    return raw_plist(objects, **options)


def request(configuration: Any, category: Optional[str] = None) -> dict:
    """The dictionary of an apply."""
    dictionary = {"Version": 1, "Configuration": configuration}
    if category is not None:
        dictionary["Category"] = category
    return dictionary


def packed(dictionary: Any) -> bytes:
    """The packed form of a dictionary, or of a property list that is already encoded."""
    encoded = dictionary if isinstance(dictionary, bytes) else plist.write(dictionary)
    return packing.pack(encoded, MAGIC)


def url(
    data: bytes,
    verb: str = "apply",
    *,
    parameter: str = "data",
    token: str = TOKEN,
    profile: str = "PR-1",
    payload: str = "PL-1",
    chunk: Optional[Tuple[int, int]] = None,
    scheme: str = SCHEME,
) -> str:
    """A request URL for packed bytes."""
    return urls.build_request(scheme, verb, token, profile, payload, parameter, data, chunk)


class Delegate:
    """Does what ``apply``, ``rollback`` and ``revert`` say, and remembers its calls."""

    def __init__(self) -> None:
        self.calls: List[Tuple[Any, ...]] = []
        self.apply: Callable[[ConfigurationSet], Any] = lambda configuration: Answer.YES
        self.rollback: Callable[[ConfigurationSet], Any] = lambda configuration: Answer.YES
        self.revert: Callable[[ConfigurationSet], Any] = lambda configuration: Answer.YES
        self.applies = 0

    def apply_configuration(self, configuration: ConfigurationSet) -> Any:
        self.calls.append(("apply", configuration.category, dict(configuration.values)))
        self.applies += 1
        return self.apply(configuration) if self.applies == 1 else self.rollback(configuration)

    def revert_configuration(self, configuration: ConfigurationSet) -> Any:
        assert not configuration.values
        self.calls.append(("revert", configuration.category, list(configuration.keys)))
        return self.revert(configuration)


class Bench:
    """A manager with a delegate, and everything that one URL made it do."""

    def __init__(
        self,
        *,
        encrypting: bool = False,
        allow_unencrypted: bool = False,
        url_scheme: Optional[str] = None,
        dialect: Optional[Dialect] = None,
    ) -> None:
        self.delegate = Delegate()
        self.opened: List[str] = []
        self.log: List[str] = []
        self.dialect = dialect or Dialect()
        self.manager = ConfigurationManager(
            Settings(
                BUNDLE,
                API_KEY,
                url_scheme=url_scheme,
                encryption_secret=SECRET if encrypting else None,
                allow_unencrypted=allow_unencrypted,
                dialect=self.dialect,
            ),
            self.delegate,
            self.opened.append,
            self.log.append,
        )

    def ignores(self, address: "str | bytes") -> bool:
        """Whether the URL is answered NO, without any effect."""
        self.delegate.calls.clear()
        self.opened.clear()
        return not self.manager.handle_config_url(address) and not self.delegate.calls and not self.opened

    def open(self, address: "str | bytes") -> urls.Callback:
        """Open a URL that must be handled, with exactly one callback."""
        self.delegate.calls.clear()
        self.delegate.applies = 0
        self.opened.clear()
        self.log.clear()
        assert self.manager.handle_config_url(address)
        assert len(self.opened) == 1, self.opened
        return urls.parse_callback(self.opened[0], self.dialect)

    def code(self, address: "str | bytes") -> Optional[int]:
        """The error code for a URL that must be refused without any call of the delegate."""
        callback = self.open(address)
        assert callback.status == "Error", callback
        assert not self.delegate.calls, self.delegate.calls
        assert callback.changed_values is None
        return callback.error_code


def no(code: Optional[int] = None, message: Optional[str] = None) -> Reply:
    """A delegate's NO."""
    return Reply(Answer.NO, code, message)
