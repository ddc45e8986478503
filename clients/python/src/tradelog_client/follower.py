"""Follows the feed of changes from a stored position. No change is missed; after a crash some are repeated."""

from __future__ import annotations

import os
from typing import Callable, Iterator, List, Optional, Protocol, Sequence, Union

from .cancellation import Cancellation
from .client import Client
from .errors import Cancelled, LogReplaced, TradelogError
from .types import Change, Changes


class PositionStore(Protocol):
    """Stores the position up to which changes were handled."""

    def load(self) -> Optional[str]:
        """Returns the stored position, or None."""

    def save(self, position: str) -> None:
        """Stores a position durably: it must survive a power cut."""


class PositionFile:
    """Stores a position in a file, whole or not at all."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self._path = os.fspath(path)

    def load(self) -> Optional[str]:
        try:
            with open(self._path, encoding="ascii") as file:
                return file.read().strip() or None
        except FileNotFoundError:
            return None

    def save(self, position: str) -> None:
        folder = os.path.dirname(os.path.abspath(self._path))
        beside = self._path + ".new"
        with open(beside, "w", encoding="ascii") as file:
            file.write(position)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self._path)
        if os.name == "posix":
            # Syncing the folder makes the new name durable.
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


class Follower:
    """Reads the changes of resources in the order of the log.

    `start` is the start without a stored position: `0` is the beginning of the log, and `latest` skips all changes so far.
    """

    def __init__(
        self,
        client: Client,
        positions: PositionStore,
        resources: Sequence[str] = (),
        *,
        start: str = "0",
        wait: int = 25,
        limit: int = 1000,
        cancellation: Optional[Cancellation] = None,
    ) -> None:
        self._client = client
        self._positions = positions
        self._resources = ",".join(resources)
        self._start = start
        self._wait = wait
        self._limit = limit
        self._cancellation = cancellation or Cancellation()

    def pages(self) -> Iterator[List[Change]]:
        """Yields the changes page by page, also empty pages. The position of a page is stored when the next page is requested.

        A page after which the loop was left is repeated by the next run. During outages of the shop, the iterator waits. It raises
        `LogReplaced` if the shop's log was replaced since the position was stored. It ends when it is cancelled.
        """
        return self._follow(None)

    def run(self, handle: Callable[[Change], None], stored: Optional[Callable[[str], None]] = None) -> None:
        """Calls `handle` for each change until it is cancelled. An error of `handle` ends it, and the next run repeats the page.

        `stored` is called with the stored position after each page, even an empty one.
        """
        for page in self._follow(stored):
            for change in page:
                handle(change)

    def _follow(self, stored: Optional[Callable[[str], None]]) -> Iterator[List[Change]]:
        after = self._positions.load()
        failures = 0
        if after is None and self._start != "latest":
            after = self._start
        while not self._cancellation.cancelled():
            try:
                page = self._page(after)
                failures = 0
            except Cancelled:
                return
            except TradelogError as error:
                if not error.retryable:
                    raise
                failures += 1
                try:
                    self._cancellation.wait(self._client.retry.delay(failures + 1, error.retry_after))
                except Cancelled:
                    return
                continue
            if after is not None:
                yield page["changes"]
            if page["cursor"] != after:
                self._positions.save(page["cursor"])
            if stored is not None:
                stored(page["cursor"])
            after = page["cursor"]

    def _page(self, after: Optional[str]) -> Changes:
        try:
            return self._client.request(
                "GET",
                "/changes",
                Changes,
                query={
                    "after": after if after is not None else "latest",
                    "resources": self._resources or None,
                    "wait": self._wait if after is not None else 0,
                    "limit": self._limit,
                },
                timeout=self._wait + 30.0,
                cancellation=self._cancellation,
            ).data
        except TradelogError as error:
            if error.status != 409:
                raise
            raise LogReplaced(error.message, code=error.code, status=error.status, request_id=error.request_id) from error
