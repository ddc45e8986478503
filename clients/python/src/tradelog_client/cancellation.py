"""Cancelling of calls from another thread."""

from __future__ import annotations

import http.client
import socket
import threading
from contextlib import contextmanager
from typing import Iterator, List

from .errors import Cancelled


class Cancellation:
    """Cancels the calls to which it is passed, also while they wait for the shop or the next attempt. They raise `Cancelled`."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._connections: List[http.client.HTTPConnection] = []

    def cancel(self) -> None:
        """Cancels all calls, including later ones."""
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
        """Ends the connection if `cancel` is called in the block."""
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
        # A thread that reads from the connection gets its end. After close alone, it would go on waiting.
        connected.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # it has ended already
