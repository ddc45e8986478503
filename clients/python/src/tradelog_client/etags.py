"""A bounded memory of answers by their ETags."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Optional, Tuple

from .transport import Answer

Key = Tuple[str, ...]


class ETagMemory:
    """Remembers the most recently used answers. Several threads may use it."""

    def __init__(self, entries: int = 100, size: int = 8 << 20) -> None:
        self._entries = entries
        self._size = size
        self._used = 0
        self._answers: "OrderedDict[Key, Answer]" = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Optional[Answer]:
        """Returns the remembered answer."""
        with self._lock:
            answer = self._answers.get(key)
            if answer is not None:
                self._answers.move_to_end(key)
            return answer

    def put(self, key: Key, answer: Answer) -> None:
        """Remembers an answer, and drops the oldest ones beyond the bounds."""
        with self._lock:
            former = self._answers.pop(key, None)
            if former is not None:
                self._used -= len(former.body)
            if len(answer.body) > self._size:
                return
            self._answers[key] = answer
            self._used += len(answer.body)
            while len(self._answers) > self._entries or self._used > self._size:
                _, oldest = self._answers.popitem(last=False)
                self._used -= len(oldest.body)

    def __len__(self) -> int:
        with self._lock:
            return len(self._answers)
