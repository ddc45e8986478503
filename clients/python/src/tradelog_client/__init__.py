"""A client of the shop's REST interface. It needs only the standard library."""

from . import exact, types, webhooks
from .cancellation import Cancellation
from .client import Client, Result
from .errors import (
    Cancelled,
    Changed,
    Conflict,
    Forbidden,
    InvalidRequest,
    KeyReused,
    Kind,
    LogReplaced,
    NetworkError,
    NotFound,
    RateLimited,
    RuleViolation,
    ServerError,
    SignatureError,
    TradelogError,
    Unauthorized,
    Unavailable,
    Violation,
)
from .etags import ETagMemory
from .following import FilePlace, Place, Reading
from .form import File
from .resource import path
from .retries import Retry
from .tokens import CustomerLogin, Login, ServiceLogin
from .transport import Answer, HTTPTransport, Request, Transport
from .version import VERSION

__version__ = VERSION

__all__ = [
    "Answer",
    "Cancellation",
    "Cancelled",
    "Changed",
    "Client",
    "Conflict",
    "CustomerLogin",
    "ETagMemory",
    "File",
    "FilePlace",
    "Forbidden",
    "HTTPTransport",
    "InvalidRequest",
    "KeyReused",
    "Kind",
    "LogReplaced",
    "Login",
    "NetworkError",
    "NotFound",
    "Place",
    "RateLimited",
    "Reading",
    "Request",
    "Result",
    "Retry",
    "RuleViolation",
    "ServerError",
    "ServiceLogin",
    "SignatureError",
    "TradelogError",
    "Transport",
    "Unauthorized",
    "Unavailable",
    "Violation",
    "exact",
    "path",
    "types",
    "webhooks",
]
