"""Sending of requests. An application may implement its own transport, such as one that uses a proxy."""

from __future__ import annotations

import gzip
import http.client
import socket
import ssl
import threading
import zlib
from dataclasses import dataclass, field
from typing import Dict, List, Mapping, Optional, Protocol, Tuple
from urllib.parse import urlsplit

from .cancellation import Cancellation
from .errors import NetworkError


@dataclass(frozen=True)
class Request:
    """A request as it is sent."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes] = None
    timeout: float = 30.0
    cancellation: Optional[Cancellation] = None
    fresh: bool = False
    """Tells whether the request needs a new connection, because it must not be repeated if an idle one has ended."""


@dataclass(frozen=True)
class Answer:
    """An answer as it was received. The names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


class Transport(Protocol):
    """Sends a request and returns its answer, with any status. Without a complete answer it raises `NetworkError`."""

    def send(self, request: Request) -> Answer: ...

    def close(self) -> None: ...


_Place = Tuple[str, str, int]


class HTTPTransport:
    """Sends requests over connections that stay open. Several threads may use it."""

    def __init__(self, context: Optional[ssl.SSLContext] = None, idle: int = 8) -> None:
        self._context = context
        self._most = idle
        self._idle: Dict[_Place, List[http.client.HTTPConnection]] = {}
        self._lock = threading.Lock()

    def send(self, request: Request) -> Answer:
        parts = urlsplit(request.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{request.url} is no address of a shop")
        place = (parts.scheme, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80))
        connection = self._connection(place, request)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Accept-Encoding": "gzip", **request.headers}
        cancellation = request.cancellation or Cancellation()
        try:
            with cancellation.ends(connection):
                connection.request(request.method, target, body=request.body, headers=headers)
                response = connection.getresponse()
                body = response.read()
            received = {name.lower(): value for name, value in response.getheaders()}
            body = _decoded(body, received)
        except (OSError, http.client.HTTPException, EOFError, zlib.error) as error:
            connection.close()
            # Other idle connections have probably ended as well.
            self._forget(place)
            cancellation.check()
            raise NetworkError(f"{request.method} {parts.path}: {error or type(error).__name__}") from error
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self._keep(place, connection)
        return Answer(response.status, received, body)

    def close(self) -> None:
        """Ends all idle connections."""
        with self._lock:
            places = list(self._idle)
        for place in places:
            self._forget(place)

    def _connection(self, place: _Place, request: Request) -> http.client.HTTPConnection:
        if not request.fresh:
            with self._lock:
                idle = self._idle.get(place)
                connection = idle.pop() if idle else None
            if connection is not None and connection.sock is not None:
                connection.timeout = request.timeout
                connection.sock.settimeout(request.timeout)
                return connection
        scheme, host, port = place
        try:
            if scheme == "https":
                context = self._context or ssl.create_default_context()
                connection = http.client.HTTPSConnection(host, port, timeout=request.timeout, context=context)
            else:
                connection = http.client.HTTPConnection(host, port, timeout=request.timeout)
            connection.connect()
            if connection.sock is not None:
                connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            raise NetworkError(f"{host}:{port}: {error}") from error
        return connection

    def _keep(self, place: _Place, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            idle = self._idle.setdefault(place, [])
            if len(idle) < self._most:
                idle.append(connection)
                return
        connection.close()

    def _forget(self, place: _Place) -> None:
        with self._lock:
            idle = self._idle.pop(place, [])
        for connection in idle:
            connection.close()


def _decoded(body: bytes, headers: Mapping[str, str]) -> bytes:
    if body and headers.get("content-encoding", "").lower() == "gzip":
        return gzip.decompress(body)
    return body
