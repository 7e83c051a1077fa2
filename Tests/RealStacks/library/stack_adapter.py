"""Serves one stack: joins it to the configuration library and to assay's adapter kit for Python."""

import sys

from abt_suite import ABTSuite
from adapter_loop import AdapterLoop
from configuration_library import ConfigurationLibrary, Refused

# Members of containers, counted as often as they occur. The kit shows no values with more.
MAX_MEMBERS = 60_000


def serve(name, version, stack):
    implementation = {"name": name, "version": version, "language": "Python"}
    suite = ABTSuite(lambda app: Library(app, stack), ["plain"], ["sequence"])
    AdapterLoop(implementation, {"abt": suite}).run()


def unreadable(*documented):
    """The exceptions that an adapter takes for "cannot be read": those that the stack documents, or all of
    them with --catch-all. Any other one ends the process."""
    return (Exception,) if "--catch-all" in sys.argv[1:] else documented


class Library:
    def __init__(self, app, stack):
        self._library = ConfigurationLibrary(app["bundleIdentifier"], app["apiKey"], app.get("urlScheme"), stack)

    def open(self, url, delegate):
        return self._library.handle_config_url(url, AppDelegate(delegate), delegate.opened)


class AppDelegate:
    def __init__(self, scripted):
        self._scripted = scripted

    def apply(self, category, values):
        check_members(values)
        applied, not_applied = [], []
        answer = self._scripted.apply(
            category, values, lambda record: (applied if record.applied else not_applied).append(record.key)
        )
        return answer.word == "yes", applied, not_applied

    def revert(self, category, keys):
        return self._scripted.revert(category, keys).word == "yes"


def check_members(values):
    """Refuses what no app has a use for: keys that are not strings, and kinds of values that have no name in the
    adapter protocol. Values too large to be looked at are passed on as they are."""
    waiting, count = [values], 0
    while waiting and count <= MAX_MEMBERS:
        value = waiting.pop()
        if isinstance(value, dict):
            if not all(isinstance(key, str) for key in value):
                raise Refused()
            waiting.extend(value.values())
            count += len(value)
        elif isinstance(value, list):
            waiting.extend(value)
            count += len(value)
        elif not hasattr(value, "isoformat") and not isinstance(value, (str, bytes, bool, int, float)):
            raise Refused()
