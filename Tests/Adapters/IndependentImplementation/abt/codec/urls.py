"""Request URLs and callback URLs (section 2, ABT-URL, ABT-CB)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from . import base64_strict, packing, percent, plist
from .dialect import Dialect
from .errors import CodecError, PercentCodingError, UrlError

_END_OF_AUTHORITY = re.compile(rb"[/?#]")
_PORT = re.compile(rb":[0-9]*\Z")
_NO_PART_OF_A_URI = re.compile(r"[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})", re.ASCII)
_ERROR_CODE = re.compile(r"-?[0-9]{1,10}", re.ASCII)



@dataclass
class Parameter:
    """All occurrences of one parameter, undecoded, in order."""

    raw: List[bytes] = field(default_factory=list)

    def value(self) -> str:
        """The percent-decoded value.

        Raises :class:`PercentCodingError` where any occurrence is malformed (ABT-URL-18), and :class:`UrlError` where
        occurrences differ (ABT-URL-13); the same value several times counts as once.
        """
        value: Optional[str] = None
        for raw in self.raw:
            decoded = percent.decode_text(raw)
            if value is not None and decoded != value:
                raise UrlError("a parameter occurs twice with different values")
            value = decoded
        if value is None:
            raise UrlError("a parameter is missing")
        return value

    @property
    def is_single(self) -> bool:
        return len(self.raw) == 1


@dataclass(frozen=True)
class RequestUrl:
    """The parts of a request URL that the protocol looks at."""

    verb: str
    parameters: Dict[str, Parameter]


def scheme_of(url: bytes) -> Optional[bytes]:
    """What stands before the first colon, lower-cased; None where there is no colon."""
    colon = url.find(b":")
    return None if colon < 0 else url[:colon].lower()


def _segments(query: bytes) -> Iterator[bytes]:
    """The texts between ampersands, one at a time, so that many empty ones cost no memory."""
    start = 0
    while start <= len(query):
        end = query.find(b"&", start)
        if end < 0:
            end = len(query)
        yield query[start:end]
        start = end + 1


def parse_request(url: bytes, names: Sequence[str]) -> RequestUrl:
    """Split a request URL; of the parameters only those in ``names`` are kept (ABT-URL-09, ABT-URL-17).

    User info, port, path and fragment are passed over (ABT-URL-15). The verb is lower-cased (ABT-URL-07) and, like the
    parameter names, not percent-decoded. A URL without authority has the empty verb (ABT-URL-19).
    """
    rest = url[url.find(b":") + 1 :]
    authority, query = b"", b""
    if rest.startswith(b"//"):
        end = _END_OF_AUTHORITY.search(rest, 2)
        authority = rest[2 : end.start()] if end else rest[2:]
        rest = rest[end.start() :] if end else b""
    fragment = rest.find(b"#")
    if fragment >= 0:
        rest = rest[:fragment]
    question = rest.find(b"?")
    if question >= 0:
        query = rest[question + 1 :]
    verb = _PORT.sub(b"", authority.rpartition(b"@")[2])
    known = {name.encode("utf-8"): name for name in names}
    parameters: Dict[str, Parameter] = {}
    for segment in _segments(query):
        if not segment:
            continue
        name, _, value = segment.partition(b"=")
        if name in known:
            parameters.setdefault(known[name], Parameter()).raw.append(value)
    return RequestUrl(verb.decode("latin-1").lower(), parameters)


def build_request(
    scheme: str,
    verb: str,
    token: str,
    profile: str,
    payload: str,
    data_parameter: str,
    data: bytes,
    chunk: Optional[Tuple[int, int]] = None,
    dialect: Optional[Dialect] = None,
) -> str:
    """A request URL as a profile manager builds it; ``data`` are the packed bytes, or a piece of them."""
    names = (dialect or Dialect()).parameters
    parameters = [
        (names.token, token),
        (names.profile, profile),
        (names.payload, payload),
        (data_parameter, base64_strict.encode(data).decode("ascii")),
    ]
    if chunk is not None:
        parameters += [(names.chunk, str(chunk[0])), (names.chunks, str(chunk[1]))]
    return "%s://%s?%s" % (scheme, verb, _query(parameters))


def _query(parameters: Sequence[Tuple[str, str]]) -> str:
    return "&".join("%s=%s" % (name, percent.encode(value)) for name, value in parameters)


@dataclass(frozen=True)
class Callback:
    """The content of a callback URL; None stands for a parameter that is left out."""

    status: str
    profile: Optional[str] = None
    payload: Optional[str] = None
    token: Optional[str] = None
    changed_values: Optional[Tuple[str, ...]] = None
    error_code: Optional[int] = None
    error_message: Optional[str] = None
    chunk: Optional[str] = None


def pack_changed_values(keys: Sequence[str], dialect: Optional[Dialect] = None) -> str:
    """The value of ``changedValues`` (ABT-CHG-09)."""
    dialect = dialect or Dialect()
    magic = dialect.magic if dialect.changed_values_magic else b""
    return base64_strict.encode(packing.pack(plist.write(list(keys)), magic)).decode("ascii")


def unpack_changed_values(text: str, dialect: Optional[Dialect] = None) -> Tuple[str, ...]:
    """The keys in a value of ``changedValues``."""
    dialect = dialect or Dialect()
    magic = dialect.magic if dialect.changed_values_magic else b""
    packed = base64_strict.decode(text.encode("utf-8"))
    unpacked = packing.unpack(packed, magic, dialect.limits.max_inflated_bytes)
    reading = plist.read(unpacked, configuration_key=None, max_references=plist.CEILING.objects)
    if not reading.has_value or not isinstance(reading.value, list):
        raise UrlError("changedValues is no property list with an array")
    if not all(isinstance(key, str) for key in reading.value):
        raise UrlError("changedValues holds something else than strings")
    return tuple(reading.value)


def build_callback(callback: Callback, dialect: Optional[Dialect] = None) -> str:
    """The callback URL; every value is escaped, so that none can add or change a parameter (ABT-CB-08, ABT-CB-09)."""
    dialect = dialect or Dialect()
    names = dialect.parameters
    changed = None if callback.changed_values is None else pack_changed_values(callback.changed_values, dialect)
    candidates = (
        (names.profile, callback.profile),
        (names.payload, callback.payload),
        (names.token, callback.token),
        (names.status, callback.status),
        (names.chunk, callback.chunk),
        (names.changed_values, changed),
        (names.error_code, None if callback.error_code is None else str(callback.error_code)),
        (names.error_message, callback.error_message),
    )
    return dialect.callback_prefix + _query([(name, value) for name, value in candidates if value is not None])


def callback_parameters(url: str, dialect: Optional[Dialect] = None, *, passes_over_unknown: bool = False) -> Dict[str, str]:
    """The parameters of a callback URL, percent-decoded.

    Raises :class:`UrlError` where the URL has another prefix or a fragment, is no URI by RFC 3986 (ABT-CB-02, ABT-CB-09), or
    holds a known parameter that is repeated or malformed (ABT-CB-08). So do unknown parameters, where they are not passed over.
    """
    dialect = dialect or Dialect()
    if not url.startswith(dialect.callback_prefix):
        raise UrlError("another callback prefix")
    if _NO_PART_OF_A_URI.search(url) or "#" in url:
        raise UrlError("no URI without fragment by RFC 3986")
    names = dialect.parameters
    known = (
        names.profile,
        names.payload,
        names.token,
        names.status,
        names.chunk,
        names.changed_values,
        names.error_code,
        names.error_message,
    )
    values: Dict[str, str] = {}
    for segment in _segments(url[len(dialect.callback_prefix) :].encode("ascii")):
        encoded_name, equals, value = segment.partition(b"=")
        name = encoded_name.decode("ascii")
        if passes_over_unknown and name not in known:
            continue
        if not equals or name not in known or name in values:
            raise UrlError("an unknown, repeated or malformed parameter")
        try:
            values[name] = percent.decode_text(value)
        except PercentCodingError as error:
            raise UrlError(str(error)) from None
    return values


def parse_callback(url: str, dialect: Optional[Dialect] = None) -> Callback:
    """Read a callback URL strictly: any breach of ABT-CB-02, 04, 06, 08 and 09 and of ABT-CHG-09's decoding is an error.

    Unknown parameters are an error too.
    """
    dialect = dialect or Dialect()
    return read_callback(callback_parameters(url, dialect), dialect)


def read_callback(values: Mapping[str, str], dialect: Optional[Dialect] = None) -> Callback:
    """The callback that consists of these parameters; any that do not fit together are an error."""
    dialect = dialect or Dialect()
    names = dialect.parameters
    status = values.get(names.status)
    statuses = dialect.statuses
    if status not in (statuses.success, statuses.error, statuses.canceled):
        raise UrlError("an unknown status")
    code, message = values.get(names.error_code), values.get(names.error_message)
    if status != statuses.error and (code is not None or message is not None):
        raise UrlError("an error code or message without an error")
    if code is not None and not _ERROR_CODE.fullmatch(code):
        raise UrlError("an error code that is no decimal integer")
    changed = values.get(names.changed_values)
    if changed is not None and status != statuses.success:
        raise UrlError("changedValues without success")
    try:
        keys = None if changed is None else unpack_changed_values(changed, dialect)
    except CodecError as error:
        raise UrlError(str(error)) from None
    return Callback(
        status=status,
        profile=values.get(names.profile),
        payload=values.get(names.payload),
        token=values.get(names.token),
        changed_values=keys,
        error_code=None if code is None else int(code),
        error_message=message,
        chunk=values.get(names.chunk),
    )
