"""A configuration library after the specification (Protocol.md), plain edition, for any reader of property lists.

Everything but the property list is done here. A stack is an object with two methods:

    read(data) -> value     raises Refused where the stack says that it cannot read the data
    write(strings) -> data  a binary property list: an array of strings
"""

import base64
import binascii
import hashlib
import hmac
import re
import zlib
from urllib.parse import quote

CALLBACK = "absoluteapps://thirdpartyprofilestatus?"
MAGIC = b"ABTC"
MAX_INFLATED_BYTES = 1_048_576

MALFORMED_REQUEST = 1
UNKNOWN_ACTION = 2
INVALID_TOKEN = 3
MISSING_DATA = 4
ENCRYPTION_UNSUPPORTED = 5
UNDECODABLE_DATA = 7
DATA_TOO_LARGE = 8
INVALID_DICTIONARY = 9
UNSUPPORTED_VERSION = 10
DELEGATE_FAILED = 11

_MALFORMED_ESCAPE = re.compile("%(?![0-9A-Fa-f]{2})")
_BASE64 = re.compile("[A-Za-z0-9+/]*={0,2}")


class Refused(Exception):
    """A request that is answered with an error code."""

    def __init__(self, code=UNDECODABLE_DATA):
        super().__init__(code)
        self.code = code


class ConfigurationLibrary:
    """`delegate` has apply(category, values) -> (answers yes, keys applied, keys not applied) and
    revert(category, keys) -> answers yes; `open_url` is given the callback."""

    def __init__(self, bundle_identifier, api_key, url_scheme, stack):
        self._scheme = url_scheme or "x-absolutemanageconfig." + bundle_identifier
        self._token = hmac.new(api_key.encode(), bundle_identifier.encode(), hashlib.sha256).hexdigest()
        self._stack = stack

    def handle_config_url(self, url, delegate, open_url):
        scheme, colon, rest = url.partition(":")
        if not colon or not _is_same_scheme(scheme, self._scheme):
            return False
        location, _, query = rest.partition("#")[0].partition("?")
        values, malformed = _parameters(query)
        try:
            changed = self._process(_verb(location), values, malformed, delegate)
            status = {"status": "Success"}
            if changed is not None:
                packed = zlib.compress(self._stack.write(changed))
                status["changedValues"] = base64.b64encode(packed).decode()
        except Refused as error:
            status = {"status": "Error", "errorCode": str(error.code)}
        echoed = {name: values[name] for name in ("profile", "payload", "token") if name in values}
        open_url(CALLBACK + "&".join(f"{name}={quote(value, safe='')}" for name, value in {**echoed, **status}.items()))
        return True

    def _process(self, verb, values, malformed, delegate):
        """The changed keys of an apply, None for a reset. Raises Refused."""
        token = values.get("token", "").encode()
        if "token" not in malformed and not hmac.compare_digest(token, self._token.encode()):
            raise Refused(INVALID_TOKEN)
        if malformed or not values.get("profile") or not values.get("payload"):
            raise Refused(MALFORMED_REQUEST)
        if verb not in ("apply", "reset"):
            raise Refused(UNKNOWN_ACTION)
        if not values.get("data"):
            raise Refused(ENCRYPTION_UNSUPPORTED if "data-x" in values else MISSING_DATA)
        content = self._stack.read(_unpack(values["data"]))
        category = _check(content)
        return _apply(content, category, delegate) if verb == "apply" else _reset(content, category, delegate)


def _is_same_scheme(one, other):
    """Without regard to case, as far as a scheme has letters: lower() alone takes a Kelvin sign for a k."""
    return one.isascii() == other.isascii() and one.lower() == other.lower()


def _verb(location):
    """The host of what stands between scheme and query, without user info, port and path."""
    authority = location[2:].partition("/")[0] if location.startswith("//") else ""
    return authority.rpartition("@")[2].partition(":")[0].lower()


def _parameters(query):
    """The decoded parameters, and the names of those that are malformed or contradict each other."""
    values, malformed = {}, set()
    for parameter in query.split("&"):
        name, _, raw = parameter.partition("=")
        if name == "data-x":
            values[name] = ""  # The plain edition does not look at it.
        if name not in ("token", "profile", "payload", "data"):
            continue
        try:
            value = _percent_decode(raw)
            if values.setdefault(name, value) != value:
                raise ValueError
        except ValueError:
            malformed.add(name)
    return {name: value for name, value in values.items() if name not in malformed}, malformed


def _percent_decode(text):
    """A plus is a plus. Raises ValueError for a malformed escape, or bytes that are not UTF-8."""
    if _MALFORMED_ESCAPE.search(text):
        raise ValueError
    # Not unquote(), which holds a list of all pieces: they take 80 MiB for 1 MiB of escapes.
    data, decoded, start = text.encode(), bytearray(), 0
    while (escape := data.find(b"%", start)) >= 0:
        decoded += data[start:escape]
        decoded.append(int(data[escape + 1 : escape + 3], 16))
        start = escape + 3
    return (decoded + data[start:]).decode()


def _unpack(text):
    """The property list in `data`: Base64, zlib, magic."""
    if len(text) % 4 or not _BASE64.fullmatch(text):
        raise Refused()
    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(binascii.a2b_base64(text), MAX_INFLATED_BYTES + 1)
    except (zlib.error, binascii.Error):
        raise Refused() from None
    if len(data) > MAX_INFLATED_BYTES:
        raise Refused(DATA_TOO_LARGE)
    if not inflater.eof or inflater.unused_data or not data.startswith(MAGIC):
        raise Refused()
    return data[len(MAGIC) :]


def _check(content):
    """Checks what both verbs need; the category, or None."""
    if not isinstance(content, dict) or not _has_string_keys(content):
        raise Refused(INVALID_DICTIONARY)
    version = content.get("Version")
    if type(version) is not int:
        raise Refused(INVALID_DICTIONARY)
    if version != 1:
        raise Refused(UNSUPPORTED_VERSION)
    category = content.get("Category")
    if "Category" in content and not isinstance(category, str):
        raise Refused(INVALID_DICTIONARY)
    return category


def _apply(content, category, delegate):
    configuration = content.get("Configuration")
    if not isinstance(configuration, dict) or not _has_string_keys(configuration):
        raise Refused(INVALID_DICTIONARY)
    answers_yes, applied, not_applied = delegate.apply(category, configuration)
    if not answers_yes:
        raise Refused(DELEGATE_FAILED)
    return list(dict.fromkeys(applied)) or [key for key in configuration if key not in not_applied]


def _reset(content, category, delegate):
    keys = content.get("Keys")
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise Refused(INVALID_DICTIONARY)
    if not delegate.revert(category, list(dict.fromkeys(keys))):
        raise Refused(DELEGATE_FAILED)


def _has_string_keys(dictionary):
    return all(isinstance(key, str) for key in dictionary)
