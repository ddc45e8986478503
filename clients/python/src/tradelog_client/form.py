"""Forms with files, of the type multipart/form-data."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Tuple


@dataclass(frozen=True)
class File:
    """A file in the form of a request."""

    name: str
    content: bytes


_longest = 60  # of the part of a boundary that is the key


def encode(form: Mapping[str, Any], key: Optional[str]) -> Tuple[bytes, str]:
    """Returns the bytes of a form and their media type. The boundary follows from the key, so that a repeated request has the same body."""
    # Other characters need quotes, or are not allowed.
    boundary = "tradelog-" + re.sub("[^0-9A-Za-z]", "-", (key or uuid.uuid4().hex)[:_longest])
    out = b""
    for name, value in form.items():
        if value is None:
            continue
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_escaped(name)}"'
        if isinstance(value, File):
            head += f'; filename="{_escaped(value.name)}"\r\nContent-Type: application/octet-stream'
            out += head.encode() + b"\r\n\r\n" + value.content + b"\r\n"
        else:
            out += head.encode() + b"\r\n\r\n" + str(value).encode() + b"\r\n"
    return out + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def _escaped(name: str) -> str:
    """Escapes a name as browsers do."""
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
