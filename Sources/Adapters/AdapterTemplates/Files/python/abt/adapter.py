"""The adapter between assay and a library that is configured through URLs.

Change what is marked `>>> YOUR LIBRARY`; the other files can stay as they are.
Run it with:  assay run -- python3 adapter.py
"""

from abt_suite import ABTSuite
from adapter_loop import AdapterLoop

# >>> YOUR LIBRARY: import it here, and delete stub_library.py.
from stub_library import StubLibrary

# >>> YOUR LIBRARY: its name and version, as the report will show them.
IMPLEMENTATION = {"name": "Stub", "version": "0.1.0", "language": "Python"}

# >>> YOUR LIBRARY: what it can do; README.md lists the words. What you do not claim is
# not tested. Always claim "sequence": the adapter sees to it.
EDITIONS = ["plain"]
CAPABILITIES = ["sequence"]


def plain_value(value):
    """What a value of the library's own type is, in a type of typed_values.py. None if
    it is none of those: the step is then a failure that names the type."""
    # >>> YOUR LIBRARY: a line for each type that it has and the protocol has not, as in
    # if isinstance(value, plistlib.UID): return value.data
    # if isinstance(value, (set, frozenset)): return list(value)
    return None


class Library:
    """One library within one fresh app."""

    def __init__(self, app):
        # >>> YOUR LIBRARY: create a new one. It must remember nothing of earlier ones.
        # For the encrypting edition, app also has "encryptionSecret" and
        # "allowUnencrypted".
        self._library = StubLibrary(
            app["bundleIdentifier"], app["apiKey"], app.get("urlScheme")
        )

    def open(self, url, delegate):
        # >>> YOUR LIBRARY: give it the URL as the system would, its delegate, and
        # what it calls to open URLs; return whether it says that the URL was for it.
        handled = self._library.handle_config_url(
            url, AppDelegate(delegate), delegate.opened
        )
        # >>> YOUR LIBRARY: if it goes on working afterwards, wait for its callback:
        # if handled: delegate.wait_until_quiet()
        return handled


class AppDelegate:
    """What the library calls in the app. >>> YOUR LIBRARY: in the form that it wants."""

    def __init__(self, scripted):
        self._scripted = scripted

    def apply_configuration(self, configuration_set):
        def record(entry):
            if not entry.applied:
                configuration_set.did_not_apply(entry.key)
            elif entry.has_old_value:
                configuration_set.did_apply(entry.key, entry.old_value)
            else:
                configuration_set.did_apply(entry.key)

        answer = self._scripted.apply(
            configuration_set.category, configuration_set.values, record
        )
        # >>> YOUR LIBRARY: "cancel" (answer.word), and answer.error_code and
        # answer.error_message, if its delegate can say so.
        return answer.word == "yes"

    def revert_configuration(self, category, keys):
        return self._scripted.revert(category, keys).word == "yes"


if __name__ == "__main__":
    suite = ABTSuite(Library, EDITIONS, CAPABILITIES, plain_value)
    AdapterLoop(IMPLEMENTATION, {"abt": suite}).run()
