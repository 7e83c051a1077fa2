"""A library that knows its URLs and its token, and refuses everything.

It lets the adapter run at once. Delete it when yours is in place.
"""

import hashlib
import hmac
from urllib.parse import quote, unquote

INVALID_TOKEN = 3
UNDECODABLE_DATA = 7


class StubLibrary:
    def __init__(self, bundle_identifier, api_key, url_scheme=None):
        self._scheme = url_scheme or "x-absolutemanageconfig." + bundle_identifier
        self._token = hmac.new(
            api_key.encode(), bundle_identifier.encode(), hashlib.sha256
        ).hexdigest()

    def handle_config_url(self, url, delegate, open_url):
        scheme, _, rest = url.partition(":")
        if scheme.lower() != self._scheme.lower():
            return False
        query = rest.partition("?")[2].partition("#")[0]
        parameters = {}
        for parameter in query.split("&"):
            name, _, value = parameter.partition("=")
            # unquote(), not unquote_plus(): a plus is a plus.
            parameters.setdefault(name, unquote(value))

        token = parameters.get("token", "").encode("utf-8", "replace")
        if not hmac.compare_digest(token, self._token.encode()):
            code = INVALID_TOKEN
        else:
            # A library would unpack the data here and call
            # delegate.apply_configuration or delegate.revert_configuration.
            code = UNDECODABLE_DATA

        callback = "absoluteapps://thirdpartyprofilestatus?"
        for name in ("profile", "payload", "token"):
            if name in parameters:
                value = quote(parameters[name], safe="", errors="replace")
                callback += f"{name}={value}&"
        open_url(f"{callback}status=Error&errorCode={code}")
        return True
