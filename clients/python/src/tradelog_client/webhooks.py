"""Checks the signatures of webhooks (Standard Webhooks)."""

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
"""The greatest accepted difference between the time of a message and the clock, in seconds."""


class EventData(TypedDict):
    """The required data of an event."""

    change: Change


class Event(EventData, total=False):
    """The data of an event. `document` is the resource if the subscription asks for it, and None if it was deleted."""

    document: Optional[Dict[str, Any]]


class Message(TypedDict):
    """A message: one CloudEvent. Skip messages with a known `id`."""

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

    `body` is the received body, unchanged. `secret` is the secret of the subscription, or several during a rotation. `now` is the time in
    seconds since 1970, by default the clock's.
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
            # All are compared, so that the time does not reveal the matching one.
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
            # Anybody could sign with it.
            raise ValueError("the secret of a webhook is empty")
        keys.append(key)
    return keys
