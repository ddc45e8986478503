"""JSON without binary floats: numbers with decimal places are `Decimal`, both ways."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, Mapping, Union


def loads(text: Union[str, bytes]) -> Any:
    """Reads JSON. A number with a fraction or an exponent becomes a `Decimal` with the same digits, any other an `int`."""
    return json.loads(text, parse_float=Decimal)


def dumps(value: Any) -> str:
    """Writes JSON. A `float` is refused, because it is not exact."""
    if value is None or isinstance(value, (bool, str)):
        return json.dumps(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is no number of JSON")
        return format(value, "f")
    if isinstance(value, float):
        raise TypeError(f"{value!r} is a binary float, which is not exact: use Decimal")
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{_name(name)}:{dumps(member)}" for name, member in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(dumps, value)) + "]"
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the member {name!r} is not named by a text")
    return json.dumps(name)
