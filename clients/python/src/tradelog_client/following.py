"""Follows the feed of changes from a stored position. No change is missed; after a crash some are repeated."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Literal, Optional, Protocol, Sequence, Tuple, Union

from .cancellation import Cancellation
from .errors import Cancelled, Forbidden, LogReplaced, NotFound, TradelogError
from .lists import BATCHED
from .resource import Query, path
from .types import Change, Changes

if TYPE_CHECKING:
    from .client import Client

Reading = Literal["documents", "rows"]
"""How a follower reads what has changed."""

_batch = 100  # rows that a list returns by their IDs


class Place(Protocol):
    """Stores the position of a follower."""

    def load(self) -> Optional[str]:
        """Returns the last stored cursor, or None if there is none."""

    def store(self, cursor: str) -> None:
        """Stores a cursor durably: after it returns, the cursor must survive a power cut."""


class FilePlace:
    """A place in a file, which is written whole or not at all."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self._path = os.fspath(path)

    def load(self) -> Optional[str]:
        try:
            with open(self._path, encoding="ascii") as file:
                return file.read().strip() or None
        except FileNotFoundError:
            return None

    def store(self, cursor: str) -> None:
        folder = os.path.dirname(os.path.abspath(self._path))
        beside = self._path + ".new"
        with open(beside, "w", encoding="ascii") as file:
            file.write(cursor)
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


def follow(
    client: "Client",
    handle: Callable[..., object],
    place: Place,
    resources: Sequence[str],
    start: str,
    until: Optional[int],
    wait: int,
    read: Optional[Reading],
    cancellation: Cancellation,
) -> None:
    """Follows changes as Client.follow describes."""
    query: Dict[str, Union[str, int, bool, None]] = {
        "after": place.load() or start,
        "resources": ",".join(resources) or None,
    }
    failures = 0
    while not cancellation.cancelled():
        # The latest position is stored at once, so that a crash meanwhile loses no change.
        query["wait"] = 0 if query["after"] == "latest" else wait
        try:
            page = _page(client, query, wait, cancellation)
            documents = _changed(client, page["changes"], read, cancellation) if read is not None else None
            failures = 0
        except Cancelled:
            return
        except TradelogError as error:
            if not error.retryable:
                raise
            failures += 1
            try:
                cancellation.wait(client.retry.delay(failures + 1, error.retry_after))
            except Cancelled:
                return
            continue
        for change in page["changes"]:
            if documents is None:
                handle(change)
            else:
                handle(change, documents.get(_name(change)))
        if page["cursor"] != query["after"]:
            place.store(page["cursor"])
            query["after"] = page["cursor"]
        if until is not None and page["next"] >= until:
            return


def _page(
    client: "Client", query: Dict[str, Union[str, int, bool, None]], wait: int, cancellation: Cancellation
) -> Changes:
    try:
        result = client.request("GET", "/changes", Changes, query=query, timeout=wait + 30.0, cancellation=cancellation)
        return result.data
    except TradelogError as error:
        if error.status != 409:
            raise
        raise LogReplaced(error.message, code=error.code, status=error.status, request_id=error.request_id) from error


_Name = Tuple[str, str]


def _name(change: Change) -> _Name:
    return change["resource"], str(change["id"])


def _changed(
    client: "Client", changes: List[Change], how: Reading, cancellation: Cancellation
) -> Dict[_Name, Dict[str, Any]]:
    """Reads the resources of a page. Those that are gone are not in the result."""
    documents: Dict[_Name, Dict[str, Any]] = {}
    lists: Dict[str, Dict[str, _Name]] = {}  # names by the IDs that lists take
    for name, change in {_name(change): change for change in changes}.items():
        if how == "rows" and name[0] in BATCHED:
            lists.setdefault(name[0], {})[str(change.get("productId", change["id"]))] = name
            continue
        try:
            documents[name] = client.get(path(*name), cancellation=cancellation)
        except (Forbidden, NotFound):
            pass  # it was deleted, or has left the stores of the login
    for resource, names in lists.items():
        ids = list(names)
        for at in range(0, len(ids), _batch):
            query: Query = {"ids": ",".join(ids[at : at + _batch]), "asOf": changes[-1]["position"]}
            for row in client.get(path(resource), query=query, cancellation=cancellation):
                documents[names[str(row.get("id", row.get("productId")))]] = row
    return documents
