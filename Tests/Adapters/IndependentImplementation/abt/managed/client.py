"""An app's client for managed configuration and feedback, for one run of the app."""

from __future__ import annotations

from typing import Any, Dict

from .defaults import CONFIGURATION_KEY, FEEDBACK_KEY, UserDefaults
from .schema import Schema

#: Counters stay within what a property list's integer holds.
_MAX_COUNT = (1 << 63) - 1


class ManagedConfiguration:
    """Reads the configuration at the start and on every change, and counts in the feedback.

    The feedback in the user defaults is the only place where counts are kept: the server may take them and erase them at any
    time, and counting goes on from what is there (MC-10 to MC-12). It holds documented counters and nothing else (MC-13,
    MC-14). The configuration is only read (MC-16).
    """

    def __init__(self, schema: Schema, defaults: UserDefaults) -> None:
        self._schema = schema
        self._defaults = defaults
        # The observer comes first, so that no change falls in between (MC-02).
        defaults.add_observer(self._read_configuration)
        self._read_configuration()

    @property
    def settings(self) -> Dict[str, Any]:
        """The effective settings by key; None where a key has neither a value that can be used nor a default."""
        return dict(self._settings)

    def count(self, counter: str, times: int = 1) -> None:
        """Count events, in one write. A counter that is not documented is not counted."""
        if counter not in self._schema.counters or times <= 0:
            return
        feedback = self._feedback()
        feedback[counter] = min(feedback.get(counter, 0) + times, _MAX_COUNT)
        self._defaults.set_value(FEEDBACK_KEY, feedback)

    def _read_configuration(self) -> None:
        self._settings = self._schema.settings(self._defaults.value(CONFIGURATION_KEY))

    def _feedback(self) -> Dict[str, int]:
        """The documented counters in the feedback as it stands."""
        feedback = self._defaults.value(FEEDBACK_KEY)
        if not isinstance(feedback, dict):
            return {}
        counts = ((counter, feedback.get(counter)) for counter in self._schema.counters)
        return {
            counter: value for counter, value in counts if isinstance(value, int) and not isinstance(value, bool) and value >= 0
        }
