"""Logins, and the renewal of their tokens."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Optional, Protocol

from .errors import NetworkError, TradelogError

Post = Callable[[str, Dict[str, Any], Optional[str]], Dict[str, Any]]
"""Posts a body to a path below /auth, with a token if there is one, and returns the answer."""


class Login(Protocol):
    """A way to get a token."""

    def token(self, post: Post, valid: Optional[str]) -> Dict[str, Any]:
        """Returns an answer with `token` and `expires_in`. `valid` is the former token while it is valid."""


@dataclass(frozen=True)
class ServiceLogin:
    """The client credentials of a service account."""

    client_id: str
    client_secret: str = field(repr=False)

    def token(self, post: Post, valid: Optional[str]) -> Dict[str, Any]:
        body = {"grant_type": "client_credentials", "client_id": self.client_id, "client_secret": self.client_secret}
        return post("/auth/token", body, None)


@dataclass(frozen=True)
class CustomerLogin:
    """The e-mail address and the password of a customer. `twofa_code` returns a code of the customer's second factor."""

    email: str
    password: str = field(repr=False)
    twofa_code: Optional[Callable[[], str]] = field(default=None, repr=False)

    def token(self, post: Post, valid: Optional[str]) -> Dict[str, Any]:
        if valid is not None:
            try:
                return post("/auth/refresh", {}, valid)
            except TradelogError:
                pass  # a login returns a token as well, or fails with the reason
        body = {"grant_type": "customer", "email": self.email, "password": self.password}
        if self.twofa_code is not None:
            body["twofa_code"] = self.twofa_code()
        return post("/auth/token", body, None)


class TokenKeeper:
    """Holds the token of a login and renews it before it ends. Threads share one login."""

    def __init__(self, login: Login, clock: Callable[[], float] = time.monotonic) -> None:
        self._login = login
        self._clock = clock
        self._lock = threading.Lock()
        self._token: Optional[str] = None
        self._renew_at = 0.0
        self._ends_at = 0.0

    def token(self, post: Post) -> str:
        """Returns a token that does not end soon. `post` is called if a token must be requested."""
        with self._lock:
            now = self._clock()
            if self._token is not None and now < self._renew_at:
                return self._token
            valid = self._token if now < self._ends_at else None
            try:
                answer = self._login.token(post, valid)
            except TradelogError as error:
                if valid is not None and error.retryable:
                    return valid
                raise
            token, lifetime = answer.get("token"), answer.get("expires_in")
            if not isinstance(token, str) or not isinstance(lifetime, int):
                raise NetworkError("the answer to a login has no token")
            self._token = token
            self._ends_at = now + lifetime
            self._renew_at = self._ends_at - min(60.0, lifetime / 4)
            return token

    def reject(self, token: str) -> None:
        """Removes a token that the shop has refused, unless another thread has renewed it already."""
        with self._lock:
            if self._token == token:
                self._token = None
                self._ends_at = 0.0

    def forget(self) -> Optional[str]:
        """Removes the token and returns it."""
        with self._lock:
            token, self._token, self._ends_at = self._token, None, 0.0
            return token


class GivenToken:
    """A token that is sent as it is and never renewed."""

    def __init__(self, token: str) -> None:
        self._token = token

    def token(self, post: Post) -> str:
        """Returns the token."""
        return self._token
