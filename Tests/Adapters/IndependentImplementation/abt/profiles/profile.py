"""Reading configuration profiles: what of a ``.mobileconfig`` is meant for apps with the library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

from ..codec import plist, xml_plist
from ..codec.errors import PropertyListError
from ..codec.values import has_lone_surrogate

_PREFIX = "com.absolute.thirdpartyconfig."
_BUNDLE_IDENTIFIER = _PREFIX + "BundleIdentifier"
_CONFIGURATION = _PREFIX + "Configuration"
_CATEGORY = _PREFIX + "Category"
_DATA_ENCRYPTION = _PREFIX + "DataEncryption"
_URL_SCHEME = _PREFIX + "URLScheme"

#: How large a profile may be: several payloads of what a library must accept, and three levels around them.
BOUNDS = plist.Bounds(objects=100_000, content=16 * 1024 * 1024, depth=128)


class ProfileError(ValueError):
    """Data that is no configuration profile."""


class _PayloadError(ValueError):
    """A payload that cannot be sent, although it is meant for an app."""


@dataclass(frozen=True)
class Payload:
    """One payload for one app. ``url_scheme`` is None where the app has the default scheme."""

    identifier: str
    bundle_identifier: str
    url_scheme: Optional[str]
    encrypted: bool
    category: Optional[str]
    configuration: Dict[str, Any]


@dataclass(frozen=True)
class Profile:
    """A configuration profile, with the payloads for apps in their order, and the number of those that are broken."""

    identifier: str
    payloads: Tuple[Payload, ...]
    broken: int


def read(data: bytes) -> Profile:
    """The profile in an XML or binary property list.

    Payloads without any key of ours configure something else, and are passed over. One broken payload does not spoil the
    others. Raises :class:`ProfileError` where there is no profile to speak of.
    """
    content = _property_list(data)
    if not isinstance(content, dict) or not isinstance(content.get("PayloadContent"), list):
        raise ProfileError("no configuration profile")
    identifier = _identifier(content.get("PayloadUUID"))
    if identifier is None:
        raise ProfileError("a profile without a PayloadUUID")
    payloads: List[Payload] = []
    seen = set()
    broken = 0
    for entry in content["PayloadContent"]:
        if isinstance(entry, dict) and not any(key.startswith(_PREFIX) for key in entry):
            continue
        try:
            payload = _payload(entry, content.get(_DATA_ENCRYPTION, False))
            if payload.identifier in seen:
                raise _PayloadError("a PayloadUUID that occurs twice")
        except _PayloadError:
            broken += 1
            continue
        seen.add(payload.identifier)
        payloads.append(payload)
    return Profile(identifier, tuple(payloads), broken)


def _property_list(data: bytes) -> Any:
    if data.startswith(b"bplist"):
        reading = plist.read(data, configuration_key=None, max_references=BOUNDS.objects, ceiling=BOUNDS)
        if not reading.has_value:
            raise ProfileError("no property list that can be read: %s" % ", ".join(reading.reasons))
        return reading.value
    try:
        return xml_plist.read(data, max_objects=BOUNDS.objects, max_depth=BOUNDS.depth)
    except PropertyListError as error:
        raise ProfileError("no property list that can be read: %s" % error) from None


def _identifier(value: Any) -> Optional[str]:
    """A text that can travel in a URL and come back, or None."""
    return value if isinstance(value, str) and value and not has_lone_surrogate(value) else None


def _payload(entry: Any, encrypts_by_default: Any) -> Payload:
    """One entry. Whether to encrypt must be said clearly: what is no boolean is no reason to send data in the open."""
    if not isinstance(entry, dict):
        raise _PayloadError("a payload that is no dictionary")
    identifier, bundle_identifier = _identifier(entry.get("PayloadUUID")), _identifier(entry.get(_BUNDLE_IDENTIFIER))
    if identifier is None or bundle_identifier is None:
        raise _PayloadError("a payload without a PayloadUUID or a bundle identifier")
    configuration = entry.get(_CONFIGURATION)
    category, url_scheme = entry.get(_CATEGORY), entry.get(_URL_SCHEME)
    encrypted = entry.get(_DATA_ENCRYPTION, encrypts_by_default)
    if not isinstance(configuration, dict) or not isinstance(encrypted, bool):
        raise _PayloadError("a Configuration or a DataEncryption of another type")
    if not isinstance(category, (str, type(None))) or not isinstance(url_scheme, (str, type(None))):
        raise _PayloadError("a Category or a URLScheme of another type")
    return Payload(identifier, bundle_identifier, url_scheme, encrypted, category, configuration)
