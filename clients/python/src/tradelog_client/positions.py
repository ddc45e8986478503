"""Positions of the event log in answers of the shop."""

from __future__ import annotations

import threading
from typing import Optional, Tuple


class NewestPosition:
    """The newest position of a client's own writes. Reads that send it see these writes."""

    def __init__(self) -> None:
        self._value: Optional[str] = None
        self._lock = threading.Lock()

    def get(self) -> Optional[str]:
        """Returns the position, or None without a write."""
        with self._lock:
            return self._value

    def met(self, value: Optional[str]) -> None:
        """Records the position of a write. A position of another log replaces the former one."""
        if not value:
            return
        with self._lock:
            if self._value is not None:
                log, number = _parts(self._value)
                other, later = _parts(value)
                if log == other and later <= number:
                    return
            self._value = value

    def forget(self, value: str) -> None:
        """Drops a position, unless a newer one has replaced it."""
        with self._lock:
            if self._value == value:
                self._value = None


def _parts(value: str) -> Tuple[str, int]:
    log, _, number = value.rpartition(".")
    return log, int(number) if number.isdigit() else 0
