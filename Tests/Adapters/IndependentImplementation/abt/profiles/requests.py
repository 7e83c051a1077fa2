"""From a payload to the URLs that carry it (MGR-01 to MGR-07, MGR-12)."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ..codec import base64_strict, blowfish, packing, plist, tokens, urls
from ..codec.dialect import Dialect
from ..codec.errors import CodecError

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*", re.ASCII)
#: What a Base64 character takes more where it is percent-encoded.
_ESCAPE = 2
#: Four Base64 characters, the least that can be cut off, take no more than this.
_MAX_GROUP = 12


class RequestError(ValueError):
    """A payload that cannot be sent to its app."""


@dataclass(frozen=True)
class InstalledApp:
    """An app on the device: its scheme (None is the default one), its secrets, and whether it is known to support chunks."""

    bundle_identifier: str
    api_key: str
    url_scheme: Optional[str] = None
    encryption_secret: Optional[str] = None
    chunks: bool = False


@dataclass(frozen=True)
class Target:
    """Where a request goes: an app, its scheme as the URL has it, and whether the data is encrypted."""

    app: InstalledApp
    scheme: str
    encrypted: bool


class RequestCompiler:
    """Compiles dictionaries and URLs for a dialect. ``allow_chunks`` is whether data may be sent in pieces at all."""

    def __init__(self, apps: Sequence[InstalledApp], dialect: Dialect, allow_chunks: bool) -> None:
        self._apps = tuple(apps)
        self._dialect = dialect
        self._allow_chunks = allow_chunks

    def target(self, bundle_identifier: str, url_scheme: Optional[str], encrypted: bool) -> Optional[Target]:
        """Where a payload goes, or None where its app is not installed (MGR-02, MGR-03).

        The app must have both the bundle identifier and the scheme, so that no token and no data go to another app.
        """
        scheme = url_scheme if url_scheme is not None else self._dialect.scheme_prefix + bundle_identifier
        for app in self._apps:
            own = app.url_scheme if app.url_scheme is not None else self._dialect.scheme_prefix + app.bundle_identifier
            if app.bundle_identifier == bundle_identifier and own.lower() == scheme.lower():
                return Target(app, scheme, encrypted)
        return None

    def token(self, app: InstalledApp) -> str:
        """The token of an app (MGR-05); raises :class:`RequestError` where it cannot be made."""
        dialect = self._dialect
        try:
            return tokens.make(dialect.token_algorithm, app.bundle_identifier, app.api_key, dialect.token_command)
        except CodecError as error:
            raise RequestError(str(error)) from None

    # -- dictionaries --------------------------------------------------------------------------------------------------

    def apply_dictionary(self, category: Optional[str], configuration: Dict[str, Any]) -> bytes:
        """The property list of an apply (MGR-06)."""
        return self._dictionary(category, self._dialect.dictionary_keys.configuration, configuration)

    def reset_dictionary(self, category: Optional[str], keys: Sequence[str]) -> bytes:
        """The property list of a reset (MGR-08)."""
        return self._dictionary(category, self._dialect.dictionary_keys.keys, list(keys))

    def _dictionary(self, category: Optional[str], name: str, content: Any) -> bytes:
        """Raises :class:`RequestError` for values that no property list holds, and for more than a library accepts."""
        names = self._dialect.dictionary_keys
        dictionary = {names.version: 1, name: content}
        if category is not None:
            dictionary[names.category] = category
        try:
            encoded = plist.write(dictionary)
        except CodecError as error:
            raise RequestError(str(error)) from None
        if len(self._dialect.magic) + len(encoded) > self._dialect.limits.max_inflated_bytes:
            raise RequestError("more data than a library accepts")
        return encoded

    # -- URLs ----------------------------------------------------------------------------------------------------------

    def urls(self, target: Target, verb: str, profile: str, payload: str, dictionary: bytes) -> List[str]:
        """The one URL of a request, or one for each piece where it is too long and the app supports chunks (MGR-04, MGR-12)."""
        dialect = self._dialect
        if not _SCHEME.fullmatch(target.scheme):
            raise RequestError("no URL scheme")
        packed = packing.pack(dictionary, dialect.magic)
        parameter = dialect.parameters.data
        if target.encrypted:
            parameter = dialect.parameters.encrypted_data
            packed = self._encrypt(packed, target.app)
        token = self.token(target.app)

        def url(data: bytes, chunk: Optional[Tuple[int, int]] = None) -> str:
            return urls.build_request(target.scheme, verb, token, profile, payload, parameter, data, chunk, dialect)

        limits = dialect.limits
        whole = url(packed)
        if len(whole) <= limits.max_url_bytes:
            return [whole]
        if not (self._allow_chunks and target.app.chunks) or len(packed) > limits.max_packed_bytes:
            raise RequestError("more data than a URL holds")
        pieces = _cut(packed, limits.max_url_bytes - len(url(b"", (limits.max_chunks, limits.max_chunks))), limits.max_chunks)
        return [url(piece, (index, len(pieces))) for index, piece in enumerate(pieces, start=1)]

    def _encrypt(self, packed: bytes, app: InstalledApp) -> bytes:
        if app.encryption_secret is None:
            raise RequestError("no secret to encrypt with")
        key = blowfish.derive_key(self._dialect.key_hash, app.bundle_identifier, app.encryption_secret)
        return blowfish.encrypt(packed, key, self._dialect.cipher_mode)


def _cut(packed: bytes, room: int, max_chunks: int) -> List[bytes]:
    """Consecutive pieces, each of which takes at most ``room`` characters of a URL as percent-encoded Base64."""
    text = base64_strict.encode(packed)
    pieces: List[bytes] = []
    start = 0
    while start < len(text):
        length = min(room, len(text) - start) // 4 * 4
        while length > 0:
            piece = text[start : start + length]
            excess = length + _ESCAPE * sum(piece.count(character) for character in b"+/=") - room
            if excess <= 0:
                break
            length -= 4 * -(-excess // _MAX_GROUP)
        if length <= 0 or len(pieces) >= max_chunks:
            raise RequestError("more data than the chunks of a request hold")
        pieces.append(base64.b64decode(text[start : start + length]))
        start += length
    return pieces
