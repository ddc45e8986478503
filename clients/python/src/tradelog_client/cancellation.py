"""Cancelling of calls from another thread."""

from __future__ import annotations

import http.client
import socket
import threading
from contextlib import contextmanager
from typing import Iterator, List

from .errors import Cancelled


class Cancellation:
    """Cancels calls that it was given to. A call that waits for the shop, or for its next attempt, ends with `Cancelled`."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._connections: List[http.client.HTTPConnection] = []

    def cancel(self) -> None:
        """Cancels all calls, those that begin later included."""
        with self._lock:
            self._event.set()
            connections = list(self._connections)
        for connection in connections:
            _end(connection)

    def cancelled(self) -> bool:
        """Reports whether `cancel` was called."""
        return self._event.is_set()

    def check(self) -> None:
        """Raises `Cancelled` if `cancel` was called."""
        if self._event.is_set():
            raise Cancelled()

    def wait(self, seconds: float) -> None:
        """Waits, and raises `Cancelled` as soon as `cancel` is called."""
        if self._event.wait(seconds):
            raise Cancelled()

    @contextmanager
    def ends(self, connection: http.client.HTTPConnection) -> Iterator[None]:
        """Ends a connection if `cancel` is called meanwhile."""
        with self._lock:
            self._connections.append(connection)
        try:
            self.check()
            yield
        finally:
            with self._lock:
                self._connections.remove(connection)


def _end(connection: http.client.HTTPConnection) -> None:
    connected = connection.sock
    if connected is None:
        return
    try:
        # A thread that reads from the connection finds its end. Closing alone would leave it waiting.
        connected.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # it has ended already
