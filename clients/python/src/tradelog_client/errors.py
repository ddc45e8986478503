"""Errors of the library. Each has a kind, and tells whether the same call may succeed later."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Dict, Optional, Sequence, Tuple, Type


class Kind(str, Enum):
    """The kind of a failure, by the caller's possible reaction."""

    INVALID = "invalid"
    """The request is wrong: change it."""
    UNAUTHORIZED = "unauthorized"
    """There is no login, or a wrong one."""
    FORBIDDEN = "forbidden"
    """The login lacks a right: use another."""
    NOT_FOUND = "not_found"
    """There is no such thing, or the caller may not see it."""
    CONFLICT = "conflict"
    """A concurrent change of the same resource, or a name is taken: load again."""
    CHANGED = "changed"
    """The resource does not have the ETag in `if_match`: load it again and decide anew."""
    PRECONDITION = "precondition"
    """A rule of the shop forbids it now."""
    RATE_LIMITED = "rate_limited"
    """Too many calls: wait."""
    UNAVAILABLE = "unavailable"
    """A part of the shop is down or behind: repeat later."""
    INTERNAL = "internal"
    """Any other failure of the shop."""
    NETWORK = "network"
    """There was no answer, or none that can be read."""
    SIGNATURE = "signature"
    """A webhook is not the shop's, or too old."""
    LOG_REPLACED = "log_replaced"
    """The feed of changes begins anew: read all resources again."""
    KEY_REUSED = "key_reused"
    """The idempotency key belongs to an earlier request with another body, and the answer is that request's."""


@dataclass(frozen=True)
class Violation:
    """A field of the request that is wrong."""

    field: str
    """The path in the body, such as `items[2].qty`, or the name of a parameter."""
    code: str
    """The rule that the value breaks, such as `required`."""
    message: str
    """For people."""
    present: Any = None
    """The state that the value does not go with, if the shop tells it."""


class TradelogError(Exception):
    """A call that failed.

    `code` is the shop's code of the failure, such as `invalid_coupon`. Without an answer, it is empty and `status` is 0. `retryable` tells
    whether the same call, with the same key, may succeed later. `violations` names the fields that are wrong, if the failure is about the
    input.
    """

    kind: Kind = Kind.INTERNAL

    def __init__(
        self,
        message: str,
        *,
        code: str = "",
        status: int = 0,
        request_id: str = "",
        retryable: bool = False,
        retry_after: Optional[float] = None,
        violations: Sequence[Violation] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.request_id = request_id
        self.retryable = retryable
        self.retry_after = retry_after
        self.violations: Tuple[Violation, ...] = tuple(violations)

    def __str__(self) -> str:
        where = f" ({self.status} {self.code})" if self.status else ""
        request = f" [request {self.request_id}]" if self.request_id else ""
        return f"{self.message}{where}{request}"


class InvalidRequest(TradelogError):
    """The request is malformed."""

    kind = Kind.INVALID


class Unauthorized(TradelogError):
    """There is no valid identity."""

    kind = Kind.UNAUTHORIZED


class Forbidden(TradelogError):
    """The identity lacks the right."""

    kind = Kind.FORBIDDEN


class NotFound(TradelogError):
    """There is no such thing, or the caller may not see it."""

    kind = Kind.NOT_FOUND


class Conflict(TradelogError):
    """A concurrent change of the same resource, or a name is taken."""

    kind = Kind.CONFLICT


class LogReplaced(Conflict):
    """The shop's log was replaced since the position was stored: read all resources again."""

    kind = Kind.LOG_REPLACED


class KeyReused(TradelogError):
    """The idempotency key belongs to an earlier request with another body. This one was not carried out."""

    kind = Kind.KEY_REUSED


class Changed(TradelogError):
    """The resource does not have the ETag in `if_match`."""

    kind = Kind.CHANGED


class RuleViolation(TradelogError):
    """A rule of the business forbids the call now."""

    kind = Kind.PRECONDITION


class RateLimited(TradelogError):
    """There were too many calls."""

    kind = Kind.RATE_LIMITED


class Unavailable(TradelogError):
    """A part of the shop is down or behind."""

    kind = Kind.UNAVAILABLE


class ServerError(TradelogError):
    """The shop failed in another way."""

    kind = Kind.INTERNAL


class NetworkError(TradelogError):
    """There was no answer, or none that can be read."""

    kind = Kind.NETWORK

    def __init__(self, message: str, *, status: int = 0, request_id: str = "") -> None:
        super().__init__(message, status=status, request_id=request_id, retryable=True)


class SignatureError(TradelogError):
    """A webhook is not the shop's, or too old."""

    kind = Kind.SIGNATURE


class Cancelled(Exception):
    """The caller has cancelled the call. The shop may have carried it out."""


_classes: Dict[int, Type[TradelogError]] = {
    400: InvalidRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    405: InvalidRequest,
    406: InvalidRequest,
    408: Unavailable,
    409: Conflict,
    412: Changed,
    413: InvalidRequest,
    415: InvalidRequest,
    422: RuleViolation,
    429: RateLimited,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}


def of_answer(
    status: int,
    code: str,
    message: str,
    request_id: str,
    retry_after: Optional[float],
    violations: Sequence[Violation] = (),
) -> TradelogError:
    """Returns the error of an answer."""
    kind = _classes.get(status, ServerError)
    return kind(
        message or f"The shop answered {status}.",
        code=code,
        status=status,
        request_id=request_id,
        retryable=status in (408, 429) or status >= 500,
        retry_after=retry_after,
        violations=violations,
    )
