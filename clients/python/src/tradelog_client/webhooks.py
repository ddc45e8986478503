"""Checks the signatures of webhooks, as Standard Webhooks has them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from typing import Any, Dict, Mapping, Optional, Sequence, TypedDict, Union, cast

from . import exact
from .errors import SignatureError
from .types import Change

TOLERANCE = 300.0
"""How many seconds the time of a message may be off, either way."""


class EventData(TypedDict):
    """What an event is about."""

    change: Change


class Event(EventData, total=False):
    """The data of an event. `document` is the resource if the subscription asks for it, and None if it is not there any more."""

    document: Optional[Dict[str, Any]]


class Message(TypedDict):
    """A message: one CloudEvent. Skip a message whose `id` you have."""

    specversion: str
    id: str
    source: str
    type: str
    subject: str
    time: str
    datacontenttype: str
    partitionkey: str
    position: str
    data: Event


def verify(
    secret: Union[str, Sequence[str]],
    headers: Mapping[str, str],
    body: bytes,
    *,
    tolerance: float = TOLERANCE,
    now: Optional[float] = None,
) -> Message:
    """Returns the message of a request, or raises `SignatureError`.

    `body` is the body as it was received. `secret` is the secret of the subscription, or several during a rotation. `now` are seconds
    since 1970, the clock's by default.
    """
    received = {name.lower(): value for name, value in headers.items()}
    try:
        identifier, sent, signatures = (received["webhook-" + name] for name in ("id", "timestamp", "signature"))
    except KeyError as error:
        raise SignatureError(f"the header {error.args[0]} is missing") from None
    if not (sent.isascii() and sent.isdigit()):
        raise SignatureError("the header webhook-timestamp is no time")
    if abs((time.time() if now is None else now) - int(sent)) > tolerance:
        raise SignatureError("the message is too old, or its time lies ahead")
    signed = f"{identifier}.{sent}.".encode() + body
    given = [value for version, _, value in (s.partition(",") for s in signatures.split()) if version == "v1"]
    right = False
    for key in _keys(secret):
        expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        for signature in given:
            # All are compared, so that the time tells nothing of which one is right.
            right = hmac.compare_digest(expected, signature.encode()) or right
    if not right:
        raise SignatureError("no signature is right")
    try:
        message = exact.loads(body)
    except ValueError as error:
        raise SignatureError(f"the body is no JSON: {error}") from error
    if not isinstance(message, dict):
        raise SignatureError("the body is no message")
    return cast(Message, message)


def _keys(secret: Union[str, Sequence[str]]) -> Sequence[bytes]:
    keys = []
    for text in [secret] if isinstance(secret, str) else secret:
        try:
            key = base64.b64decode(text[len("whsec_") :] if text.startswith("whsec_") else text, validate=True)
        except (binascii.Error, ValueError):
            raise ValueError("the secret of a webhook is whsec_ and base64") from None
        if not key:
            # Everybody could sign with it.
            raise ValueError("the secret of a webhook is empty")
        keys.append(key)
    return keys
