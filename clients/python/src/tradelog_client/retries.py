"""The number of attempts and the waits between them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Callable, Optional


@dataclass(frozen=True)
class Retry:
    """The waits between attempts: random, up to a bound that doubles each time, and at least as long as the shop asks for."""

    attempts: int = 5
    """The greatest number of times that a call is sent."""
    first: float = 0.2
    """Seconds. The wait before attempt n is random, up to `first` times two to the power of n."""
    longest: float = 10.0
    """The longest wait that this library chooses, in seconds."""
    patience: float = 60.0
    """The longest accepted Retry-After, in seconds. With a longer one, the error is raised."""
    random: Callable[[], float] = field(default=random.random, compare=False)

    def delay(self, attempt: int, retry_after: Optional[float]) -> float:
        """Returns the seconds to wait before an attempt. The first attempt has number 1."""
        # From 30 attempts on, the bound is longer than any wait.
        jittered = min(self.longest, self.first * 2.0 ** min(attempt, 30)) * self.random()
        return jittered if retry_after is None else retry_after + min(jittered, self.first)
