"""When a call is repeated, and after how long."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Callable, Optional


@dataclass(frozen=True)
class Retry:
    """Waits between attempts: a random time whose bound doubles each time, and at least as long as the shop asks for."""

    attempts: int = 5
    """How often a call is sent at most."""
    first: float = 0.2
    """Seconds. The wait before attempt n is random, up to this time two to the power of n."""
    longest: float = 10.0
    """The longest wait that this library chooses."""
    patience: float = 60.0
    """The longest wait that the shop may ask for with Retry-After. Beyond it, the error is raised."""
    random: Callable[[], float] = field(default=random.random, compare=False)

    def delay(self, attempt: int, retry_after: Optional[float]) -> float:
        """Returns the seconds to wait before an attempt. The first one has number 1."""
        # From 30 attempts on the power is beyond any wait.
        jittered = min(self.longest, self.first * 2.0 ** min(attempt, 30)) * self.random()
        return jittered if retry_after is None else retry_after + min(jittered, self.first)
