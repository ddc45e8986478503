"""What the resources of the client have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Iterator, Mapping, Optional, Union
from urllib.parse import quote

from .cancellation import Cancellation

Query = Mapping[str, Union[str, int, bool, None]]


def path(*segments: Union[str, int]) -> str:
    """Returns a path, with escaped segments: `path("inventory", sku, "movements")`."""
    return "".join("/" + quote(str(segment), safe="") for segment in segments)


class Caller(ABC):
    """Carries out the calls of resources."""

    @abstractmethod
    def _value(self, method: str, path: str, **options: Any) -> Any:
        """Returns the decoded answer of a request."""

    @abstractmethod
    def _rows(
        self,
        path: str,
        *,
        query: Optional[Query] = None,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Iterator[Any]:
        """Yields the rows of a list that has pages."""


class Resource:
    """The operations of a resource. They have these options: `query`; of writes `key`, the idempotency key, a random one by default,
    `if_match`, the ETag that the resource must have, and `dry_run`, which makes the shop decide and store nothing; `headers`; and
    `cancellation`."""

    def __init__(self, caller: Caller) -> None:
        self._value = caller._value
        self._rows = caller._rows
