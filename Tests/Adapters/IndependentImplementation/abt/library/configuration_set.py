"""What the library hands to its delegate, and what the delegate answers (ABT-DEL, ABT-CHG, ABT-ROLL)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

_NOT_GIVEN = object()


class Answer(enum.Enum):
    """What the delegate made of a request."""

    YES = "yes"
    NO = "no"
    CANCEL = "cancel"


@dataclass(frozen=True)
class Reply:
    """The delegate's answer, with an error code and message of its own where it answers NO and has them (ABT-CB-10)."""

    answer: Answer
    code: Optional[int] = None
    message: Optional[str] = None


class ConfigurationSet:
    """The configuration of one request, or the keys to revert, with what the delegate records while it works on them.

    ``values`` maps keys to values; in a rollback set the value None means that the key had no value before (ABT-ROLL-02).
    A revert set has ``keys`` only, and ``values`` is empty (ABT-DEL-03).
    """

    def __init__(self, category: Optional[str], keys: Sequence[str], values: Optional[Mapping[str, Any]] = None) -> None:
        self.category = category
        self.keys: Tuple[str, ...] = tuple(keys)
        self.values: Dict[str, Any] = dict(values or {})
        self._applied: Dict[str, None] = {}
        self._not_applied: Dict[str, None] = {}
        self._old_values: Dict[str, Any] = {}
        self._open = True

    def did_apply(self, key: str, old_value: Any = _NOT_GIVEN) -> None:
        """Record that the value for ``key`` was applied; ``old_value`` is what it replaced, None where there was nothing."""
        if not self._open:
            return
        self._applied[key] = None
        if old_value is not _NOT_GIVEN:
            self._old_values.setdefault(key, old_value)

    def did_not_apply(self, key: str) -> None:
        """Record that the value for ``key`` was not applied."""
        if self._open:
            self._not_applied[key] = None

    def close(self) -> None:
        """End the recording: what comes later belongs to no request (ABT-DEL-04)."""
        self._open = False

    @property
    def changed_keys(self) -> List[str]:
        """The keys to report as changed, by the four rules (ABT-CHG-01 to 06), in the order of the configuration.

        Recorded keys that the configuration does not hold do not count (ABT-CHG-07); of a key recorded both ways, the
        record that it was applied counts (ABT-CHG-08).
        """
        applied = [key for key in self.keys if key in self._applied]
        if applied:
            return applied
        return [key for key in self.keys if key not in self._not_applied]

    @property
    def old_values(self) -> Dict[str, Any]:
        """The first old value recorded for each key that has one (ABT-ROLL-01 to 03, ABT-ROLL-07)."""
        return dict(self._old_values)
