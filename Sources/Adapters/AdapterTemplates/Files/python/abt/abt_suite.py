"""The suite `abt`: starts libraries and opens URLs. You need not change this file."""

import base64

from adapter_loop import AdapterTrouble, Unsupported, library_call
from scripted_delegate import ScriptedDelegate


class ABTSuite:
    """`make_library(app)` makes a library within a fresh app; `app` is the
    configuration of the request `start`. The library has
    `open(url, delegate) -> bool`; `url` is a str, or bytes if it is not UTF-8
    (those come only if the capability `bytes` is claimed). `plain_value(value)` says
    what a value of the library's own type is, or None."""

    def __init__(self, make_library, editions, capabilities, plain_value=None):
        self.claim = {"editions": editions, "capabilities": capabilities}
        self._make_library = make_library
        self._plain_value = plain_value
        self._library = None
        self._late = []

    def start(self, configuration, request):
        self._library = None
        if configuration.get("edition") not in self.claim["editions"]:
            raise Unsupported(f"there is no edition {configuration.get('edition')!r}")
        has_dialect = configuration.get("dialect") is not None
        if has_dialect and "dialect" not in self.claim["capabilities"]:
            raise Unsupported("this library speaks the default dialect only")
        self._library = library_call(self._make_library, configuration)

    def step(self, action, request):
        if action != "open":
            raise Unsupported(f"the suite abt has no action {action!r}")
        if self._library is None:
            raise AdapterTrouble("no library is started")
        delegate = ScriptedDelegate(
            request, self.claim["capabilities"], self._late, self._plain_value
        )
        handled = library_call(self._library.open, self._url(request), delegate)
        return {"handled": bool(handled), **delegate.finish()}

    def take_late(self):
        late = self._late[:]
        del self._late[: len(late)]
        return late

    def _url(self, request):
        if isinstance(request.get("url"), str):
            return request["url"]
        if "urlBase64" not in request:
            raise AdapterTrouble("the step has neither url nor urlBase64")
        if "bytes" not in self.claim["capabilities"]:
            raise Unsupported(
                "this library takes URLs as text, and these bytes are not UTF-8"
            )
        return base64.b64decode(request["urlBase64"], validate=True)
