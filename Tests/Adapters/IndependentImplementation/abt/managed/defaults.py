"""An app's user defaults, which it shares with the device's management."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

from .. import typed_values
from ..storage import Storage

#: The key under which the server writes its dictionary.
CONFIGURATION_KEY = "com.apple.configuration.managed"
#: The key under which the app leaves its feedback.
FEEDBACK_KEY = "com.apple.feedback.managed"

#: Levels of JSON in a stored value: what a message may have, in the longest of the forms of a dictionary.
_STORED_LEVELS = 4 * typed_values.MAX_LEVELS


class UserDefaults:
    """Values under the two keys.

    Each is stored at once, in a document of its own: to count an event does not write a large configuration again.

    The app uses :meth:`value`, :meth:`set_value` and :meth:`add_observer`; the device's management uses the methods that say
    so. Either one's change is told to all observers. Values are shared with the caller, and nobody may change them in place.
    """

    KEYS = (CONFIGURATION_KEY, FEEDBACK_KEY)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._observers: List[Callable[[], None]] = []
        self._values: Dict[str, Any] = {}
        for key in self.KEYS:
            try:
                value = typed_values.decode(storage.read(key), _STORED_LEVELS)
            except typed_values.TypedValueError:
                value = None
            if value is not None:
                self._values[key] = value

    def value(self, key: str) -> Any:
        """The value under ``key``, or None."""
        return self._values.get(key)

    def set_value(self, key: str, value: Any) -> None:
        """The app writes ``value``; None removes what is there."""
        self._change(key, value)

    def add_observer(self, observer: Callable[[], None]) -> None:
        """Call ``observer`` after every change from now on."""
        self._observers.append(observer)

    def remove_observers(self) -> None:
        """The app died, and its observers with it."""
        self._observers.clear()

    def managed_value(self, key: str) -> Any:
        """The value under ``key``, as the device's management reads it."""
        return self._values.get(key)

    def set_managed_value(self, key: str, value: Any) -> None:
        """The device's management writes ``value``; None removes what is there."""
        self._change(key, value)

    def _change(self, key: str, value: Any) -> None:
        if value is None:
            self._storage.remove(key)
            self._values.pop(key, None)
        else:
            self._storage.write(key, typed_values.encode(value, _STORED_LEVELS))
            self._values[key] = value
        for observer in tuple(self._observers):
            observer()
