"""The configuration manager: what an app's library does with a request URL (Protocol.md, section 4)."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from ..codec import base64_strict, blowfish, chunks, packing, plist, tokens, urls
from ..codec.dialect import Dialect
from ..codec.errors import ChunkError, ChunkLimitError, CodecError, PercentCodingError, SizeLimitError, UrlError
from .assemblies import AssemblyKey, AssemblyStore
from .configuration_set import Answer, ConfigurationSet, Reply

#: ABT-CB-07, counted in UTF-16 code units so that it holds for every way of counting characters.
MAX_MESSAGE_UNITS = 256
#: A delegate's code beyond this is not passed on: it would not fit what callers expect of a code (ABT-CB-06).
MAX_CODE = 1 << 31


@dataclass(frozen=True)
class Settings:
    """How an app configures its library. Without ``encryption_secret`` it is the plain edition."""

    bundle_identifier: str
    api_key: str
    url_scheme: Optional[str] = None
    encryption_secret: Optional[str] = None
    allow_unencrypted: bool = False
    dialect: Dialect = field(default_factory=Dialect)

    @property
    def encrypting(self) -> bool:
        """Whether this is the encrypting edition."""
        return self.encryption_secret is not None

    @property
    def scheme(self) -> str:
        """The one scheme that is handled: the custom one where there is one, else the default one (ABT-URL-01, 02)."""
        return self.url_scheme or self.dialect.scheme_prefix + self.bundle_identifier


class Failure(enum.Enum):
    """The library's own errors: the field of the dialect's error table, and a fixed text.

    The texts never quote anything, so that no secret and no value can leak (ABT-TOK-11, ABT-TOK-12).
    """

    MALFORMED_REQUEST = ("malformed_request", "The request is malformed.")
    UNKNOWN_ACTION = ("unknown_action", "The action is unknown.")
    INVALID_TOKEN = ("invalid_token", "The token is invalid.")
    MISSING_DATA = ("missing_data", "The data is missing.")
    ENCRYPTION_UNSUPPORTED = ("encryption_unsupported", "Encrypted data is not supported.")
    ENCRYPTION_REQUIRED = ("encryption_required", "The data must be encrypted.")
    UNDECODABLE_DATA = ("undecodable_data", "The data cannot be decoded.")
    DATA_TOO_LARGE = ("data_too_large", "The data is too large.")
    INVALID_DICTIONARY = ("invalid_dictionary", "The dictionary is invalid.")
    UNSUPPORTED_VERSION = ("unsupported_version", "The version is not supported.")
    DELEGATE_FAILED = ("delegate_failed", "The app refused the request.")
    INVALID_CHUNK = ("invalid_chunk", "The chunk is invalid.")
    TOO_MANY_CHUNKS = ("too_many_chunks", "A chunk limit is exceeded.")


class _Rejected(Exception):
    """A request that ends with an error of the library's own."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.name)
        self.failure = failure


@dataclass
class _Request:
    """A request under way: what its callback echoes, and what was read of it so far."""

    profile: Optional[str] = None
    payload: Optional[str] = None
    token: Optional[str] = None
    chunk: Optional[str] = None
    verb: str = ""
    parameter: str = ""


@dataclass(frozen=True)
class _Result:
    """What the callback reports."""

    status: str
    changed: Optional[List[str]] = None
    code: Optional[int] = None
    message: Optional[str] = None


def _short(message: str) -> str:
    """A prefix of ``message`` that is valid Unicode and within the length allowed (ABT-CB-07)."""
    text = message.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    units = 0
    for position, character in enumerate(text):
        units += 2 if ord(character) > 0xFFFF else 1
        if units > MAX_MESSAGE_UNITS:
            return text[:position]
    return text


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class ConfigurationManager:
    """The library inside an app.

    ``delegate`` has the methods ``apply_configuration(set)`` and ``revert_configuration(set)``; each returns a
    :class:`Reply`, an :class:`Answer` or a boolean. ``open_url`` opens a callback URL, ``log`` takes a line of text.
    """

    def __init__(
        self,
        settings: Settings,
        delegate: Any,
        open_url: Callable[[str], None],
        log: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._settings = settings
        self._dialect = settings.dialect
        self._delegate = delegate
        self._open_url = open_url
        self._log = log
        self._scheme = settings.scheme.encode("utf-8").lower()
        self._token = tokens.make(
            self._dialect.token_algorithm, settings.bundle_identifier, settings.api_key, self._dialect.token_command
        )
        self._key = b""
        if settings.encryption_secret is not None:
            self._key = blowfish.derive_key(self._dialect.key_hash, settings.bundle_identifier, settings.encryption_secret)
        limits = self._dialect.limits
        self._assemblies = AssemblyStore(limits.max_assemblies, limits.max_packed_bytes)

    # -- the one entry -------------------------------------------------------------------------------------------------

    def handle_config_url(self, url: Union[str, bytes]) -> bool:
        """Handle ``url``: False for a URL of another scheme, with no effect at all (ABT-URL-03); else True (ABT-URL-04).

        A handled URL leads to exactly one callback, after the last call of the delegate (ABT-CB-01, ABT-CB-12).
        """
        data = url.encode("utf-8", "surrogatepass") if isinstance(url, str) else bytes(url)
        if urls.scheme_of(data) != self._scheme:
            return False
        request = _Request()
        try:
            result = self._process(data, request)
        except _Rejected as rejection:
            field_name, message = rejection.failure.value
            code = getattr(self._dialect.error_codes, field_name)
            self._log("Request refused, error %d: %s" % (code, message))
            result = _Result(self._dialect.statuses.error, code=code, message=message)
        self._open_url(
            urls.build_callback(
                urls.Callback(
                    status=result.status,
                    profile=request.profile,
                    payload=request.payload,
                    token=request.token,
                    chunk=request.chunk,
                    changed_values=None if result.changed is None else tuple(result.changed),
                    error_code=result.code,
                    error_message=result.message,
                ),
                self._dialect,
            )
        )
        return True

    # -- reading the request -------------------------------------------------------------------------------------------

    def _process(self, url: bytes, request: _Request) -> _Result:
        names = self._dialect.parameters
        parsed = urls.parse_request(
            url,
            (names.token, names.profile, names.payload, names.data, names.encrypted_data, names.chunk, names.chunks),
        )
        parameters = parsed.parameters
        malformed = not self._read_echoes(parameters, request)
        self._check_token(parameters.get(names.token), request)
        numbers = self._read_numbers(parameters)
        if malformed or not request.profile or not request.payload:
            raise _Rejected(Failure.MALFORMED_REQUEST)
        request.verb = self._action(parsed.verb)
        text = self._select_data(parameters, request)
        index, total = self._check_numbers(numbers)
        if len(url) > self._dialect.limits.max_url_bytes:
            raise _Rejected(Failure.DATA_TOO_LARGE)
        try:
            packed = base64_strict.decode(text.encode("utf-8"))
        except CodecError:
            raise _Rejected(Failure.UNDECODABLE_DATA) from None
        del text
        whole = total == 1
        if not whole:
            complete = self._assemble(request, index, total, packed)
            if complete is None:
                return _Result(self._dialect.statuses.success)
            packed = complete
        dictionary = self._read_dictionary(packed, request)
        category = self._category(dictionary)
        applies = request.verb == self._dialect.verbs.apply
        configuration = self._configuration(dictionary) if applies else {}
        keys = [] if applies else self._keys(dictionary)
        if whole:
            self._assemblies.drop_payload(request.profile, request.payload)
        return self._apply(category, configuration) if applies else self._revert(category, keys)

    def _read_echoes(self, parameters: Dict[str, urls.Parameter], request: _Request) -> bool:
        """Read what the callback echoes (ABT-CB-03); False where one of it is malformed or repeated with other values.

        Those are left out of the callback. The chunk index is echoed where it is a positive decimal number.
        """
        names = self._dialect.parameters
        readable = True
        for name, attribute in ((names.profile, "profile"), (names.payload, "payload"), (names.token, "token")):
            if name in parameters:
                try:
                    setattr(request, attribute, parameters[name].value())
                except (PercentCodingError, UrlError):
                    readable = False
        if names.chunk in parameters and names.chunks in parameters:
            try:
                chunk = parameters[names.chunk].value()
                chunks.parse_numbers(chunk, parameters[names.chunks].value(), self._dialect.limits.max_chunks)
                request.chunk = chunk
            except CodecError:
                request.chunk = None
        return readable

    def _check_token(self, parameter: Optional[urls.Parameter], request: _Request) -> None:
        """Verify the token before anything else (ABT-TOK-02 to 10). One that cannot be read is a malformed request."""
        if parameter is not None and request.token is None:
            self._log("Token unreadable or repeated with different values.")
            raise _Rejected(Failure.MALFORMED_REQUEST)
        if request.token is None or not tokens.matches(self._token, request.token):
            self._log("Invalid token.")
            raise _Rejected(Failure.INVALID_TOKEN)

    def _value(self, parameter: urls.Parameter) -> str:
        try:
            return parameter.value()
        except (PercentCodingError, UrlError):
            raise _Rejected(Failure.MALFORMED_REQUEST) from None

    def _read_numbers(self, parameters: Dict[str, urls.Parameter]) -> Tuple[Optional[str], Optional[str]]:
        names = self._dialect.parameters
        index, total = parameters.get(names.chunk), parameters.get(names.chunks)
        return (
            None if index is None else self._value(index),
            None if total is None else self._value(total),
        )

    def _check_numbers(self, numbers: Tuple[Optional[str], Optional[str]]) -> Tuple[int, int]:
        """Index and total; a request without both is like piece 1 of 1 (ABT-CHUNK-02, 07, 08)."""
        index, total = numbers
        if index is None and total is None:
            return 1, 1
        try:
            return chunks.parse_numbers(index or "", total or "", self._dialect.limits.max_chunks)
        except ChunkLimitError:
            raise _Rejected(Failure.TOO_MANY_CHUNKS) from None
        except ChunkError:
            raise _Rejected(Failure.INVALID_CHUNK) from None

    def _action(self, verb: str) -> str:
        for known in (self._dialect.verbs.apply, self._dialect.verbs.reset):
            if verb == known.lower():
                return known
        raise _Rejected(Failure.UNKNOWN_ACTION)

    def _select_data(self, parameters: Dict[str, urls.Parameter], request: _Request) -> str:
        """The Base64 text of the data that this edition reads (ABT-ENC-02, 03, 04, 09; ABT-URL-14)."""
        names = self._dialect.parameters
        plain, encrypted = parameters.get(names.data), parameters.get(names.encrypted_data)
        if not self._settings.encrypting:
            if plain is None:
                raise _Rejected(Failure.ENCRYPTION_UNSUPPORTED if encrypted else Failure.MISSING_DATA)
            chosen, request.parameter = plain, names.data
        elif plain is not None and encrypted is not None:
            raise _Rejected(Failure.MALFORMED_REQUEST)
        elif encrypted is not None:
            chosen, request.parameter = encrypted, names.encrypted_data
        elif plain is None:
            raise _Rejected(Failure.MISSING_DATA)
        elif not self._settings.allow_unencrypted:
            raise _Rejected(Failure.ENCRYPTION_REQUIRED)
        else:
            chosen, request.parameter = plain, names.data
        text = self._value(chosen)
        if not text:
            raise _Rejected(Failure.MISSING_DATA)
        return text

    def _assemble(self, request: _Request, index: int, total: int, piece: bytes) -> Optional[bytes]:
        assert request.profile is not None and request.payload is not None
        key = AssemblyKey.of(request.verb, request.profile, request.payload, request.parameter, total)
        try:
            return self._assemblies.add(key, index, piece)
        except ChunkLimitError:
            raise _Rejected(Failure.TOO_MANY_CHUNKS) from None
        except ChunkError:
            raise _Rejected(Failure.INVALID_CHUNK) from None

    # -- reading the dictionary ----------------------------------------------------------------------------------------

    def _read_dictionary(self, packed: bytes, request: _Request) -> Dict[str, Any]:
        """Unpack the data (ABT-DATA). All failures but sizes look alike, so that there is no oracle (ABT-ENC-10)."""
        limit = self._dialect.limits.max_inflated_bytes
        applies = request.verb == self._dialect.verbs.apply
        try:
            if request.parameter == self._dialect.parameters.encrypted_data:
                packed = blowfish.decrypt(packed, self._key, self._dialect.cipher_mode)
            encoded = packing.unpack(packed, self._dialect.magic, limit)
        except SizeLimitError:
            raise _Rejected(Failure.DATA_TOO_LARGE) from None
        except CodecError:
            raise _Rejected(Failure.UNDECODABLE_DATA) from None
        reading = plist.read(
            encoded,
            configuration_key=self._dialect.dictionary_keys.configuration if applies else None,
            max_references=plist.CEILING.objects,
            ceiling=plist.Bounds(
                objects=plist.CEILING.objects,
                content=max(plist.CEILING.content, limit),
                depth=max(plist.CEILING.depth, self._dialect.limits.max_depth),
            ),
        )
        if not reading.has_value:
            too_large = reading.freedoms and reading.freedoms <= plist.HARMLESS
            raise _Rejected(Failure.DATA_TOO_LARGE if too_large else Failure.UNDECODABLE_DATA)
        dictionary = reading.value
        if not isinstance(dictionary, dict):
            raise _Rejected(Failure.INVALID_DICTIONARY)
        version = dictionary.get(self._dialect.dictionary_keys.version)
        if not _is_integer(version):
            raise _Rejected(Failure.INVALID_DICTIONARY)
        if version != 1:
            raise _Rejected(Failure.UNSUPPORTED_VERSION)
        return dictionary

    def _category(self, dictionary: Dict[str, Any]) -> Optional[str]:
        category = dictionary.get(self._dialect.dictionary_keys.category)
        if category is not None and not isinstance(category, str):
            raise _Rejected(Failure.INVALID_DICTIONARY)
        return category

    def _configuration(self, dictionary: Dict[str, Any]) -> Dict[str, Any]:
        configuration = dictionary.get(self._dialect.dictionary_keys.configuration)
        if not isinstance(configuration, dict):
            raise _Rejected(Failure.INVALID_DICTIONARY)
        return configuration

    def _keys(self, dictionary: Dict[str, Any]) -> List[str]:
        """The keys of a reset, each once (ABT-DICT-09 to 11)."""
        keys = dictionary.get(self._dialect.dictionary_keys.keys)
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            raise _Rejected(Failure.INVALID_DICTIONARY)
        return list(dict.fromkeys(keys))

    # -- the delegate --------------------------------------------------------------------------------------------------

    def _ask(self, method: str, configuration_set: ConfigurationSet) -> Reply:
        """Call the delegate; a delegate that raises has answered NO."""
        try:
            answer = getattr(self._delegate, method)(configuration_set)
        except Exception:
            self._log("The delegate raised an exception.")
            answer = Answer.NO
        finally:
            configuration_set.close()
        if isinstance(answer, Reply):
            return answer
        if isinstance(answer, Answer):
            return Reply(answer)
        return Reply(Answer.YES if answer else Answer.NO)

    def _apply(self, category: Optional[str], configuration: Dict[str, Any]) -> _Result:
        """Apply, and roll back what was recorded with old values where that fails (ABT-ROLL)."""
        configuration_set = ConfigurationSet(category, tuple(configuration), configuration)
        reply = self._ask("apply_configuration", configuration_set)
        if reply.answer is Answer.YES:
            return _Result(self._dialect.statuses.success, changed=configuration_set.changed_keys)
        old_values = configuration_set.old_values
        if old_values:
            self._ask("apply_configuration", ConfigurationSet(category, tuple(old_values), old_values))
        return self._failed(reply)

    def _revert(self, category: Optional[str], keys: List[str]) -> _Result:
        reply = self._ask("revert_configuration", ConfigurationSet(category, keys))
        return _Result(self._dialect.statuses.success) if reply.answer is Answer.YES else self._failed(reply)

    def _failed(self, reply: Reply) -> _Result:
        """The report of a NO or a cancellation (ABT-CB-04, 05, 10)."""
        if reply.answer is Answer.CANCEL:
            return _Result(self._dialect.statuses.canceled)
        if reply.code is None and reply.message is None:
            field_name, message = Failure.DELEGATE_FAILED.value
            return _Result(self._dialect.statuses.error, code=getattr(self._dialect.error_codes, field_name), message=message)
        code = self._dialect.error_codes.delegate_failed
        if reply.code is not None and abs(reply.code) <= MAX_CODE:
            code = reply.code
        return _Result(self._dialect.statuses.error, code=code, message=None if reply.message is None else _short(reply.message))
