"""The client: one call for each method of HTTP, and iterators over lists."""

from __future__ import annotations

import email.utils
import re
import time
import uuid
from dataclasses import dataclass, replace
from typing import Any, Callable, Dict, Generic, Iterator, List, Mapping, Optional, Sequence, Type, TypeVar, Union, overload
from urllib.parse import urlencode, urljoin, urlsplit

from . import exact, form as forms
from .cancellation import Cancellation
from .errors import KeyReused, NetworkError, TradelogError, Violation, of_answer
from .etags import ETagMemory
from .following import Place, Reading, follow
from .positions import NewestPosition
from .resource import Query, path
from .resources import Resources
from .retries import Retry
from .tokens import GivenToken, Login, TokenKeeper
from .transport import Answer, HTTPTransport, Request, Transport
from .version import VERSION

T = TypeVar("T")
_base = "/api/rest/v2"
_page = 100
_in_use = "A request with this idempotency key is already being processed"


@dataclass(frozen=True)
class Result(Generic[T]):
    """A decoded answer."""

    data: T
    status: int
    headers: Mapping[str, str]
    """The names of headers are in lower case."""

    @property
    def etag(self) -> Optional[str]:
        """The ETag, to be sent as `if_match`."""
        return self.headers.get("etag")

    @property
    def position(self) -> Optional[str]:
        """The position of the write in the event log."""
        return self.headers.get("x-event-position")

    @property
    def replayed(self) -> bool:
        """Tells whether this is the stored answer of an earlier request with the same key."""
        return self.headers.get("x-idempotency-replayed") == "true"

    @property
    def request_id(self) -> str:
        """The identifier of the request in the logs of the shop."""
        return self.headers.get("x-request-id", "")

    @property
    def total(self) -> Optional[int]:
        """The number of rows on all pages of a list."""
        total = self.headers.get("x-total-count", "")
        return int(total) if total.isdigit() else None


class Client(Resources):
    """A client of the shop at an address such as `https://shop.example`. Several threads may use it.

    Without a login, the client is a guest. A string as login is a token, which is never renewed. `store` is the code of a store view and
    `currency` a display currency. With `strict` the shop refuses unknown parameters of reads.
    """

    def __init__(
        self,
        url: str,
        login: Union[Login, str, None] = None,
        *,
        store: Optional[str] = None,
        currency: Optional[str] = None,
        timeout: float = 30.0,
        retry: Retry = Retry(),
        strict: bool = True,
        etags: Optional[ETagMemory] = None,
        transport: Optional[Transport] = None,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is no address of a shop")
        self._base = url.rstrip("/") + _base
        self._origin = (parts.scheme, parts.netloc)
        self._store = store
        self._currency = currency
        self._timeout = timeout
        self._retry = retry
        self._strict = strict
        self._etags = etags if etags is not None else ETagMemory()
        self._transport = transport if transport is not None else HTTPTransport()
        self._position = NewestPosition()
        # Clients that share a memory do not share answers, because their logins may get different ones.
        self._identity = uuid.uuid4().hex
        self._tokens: Union[TokenKeeper, GivenToken, None] = None
        if isinstance(login, str):
            self._tokens = GivenToken(login)
        elif login is not None:
            self._tokens = TokenKeeper(login)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends idle connections."""
        self._transport.close()

    @property
    def retry(self) -> Retry:
        """The rules for repeating calls."""
        return self._retry

    @overload
    def get(
        self,
        path: str,
        type: Type[T],
        *,
        query: Optional[Query] = None,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> T: ...

    @overload
    def get(
        self,
        path: str,
        *,
        query: Optional[Query] = None,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Any: ...

    def get(
        self,
        path: str,
        type: Any = None,
        *,
        query: Optional[Query] = None,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Any:
        """Gets a resource. `type` is the type of the answer for type checkers only."""
        return self.request("GET", path, type, query=query, headers=headers, cancellation=cancellation).data

    @overload
    def list(
        self,
        path: str,
        type: Type[T],
        *,
        query: Optional[Query] = None,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Iterator[T]: ...

    @overload
    def list(
        self,
        path: str,
        *,
        query: Optional[Query] = None,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Iterator[Dict[str, Any]]: ...

    def list(
        self,
        path: str,
        type: Any = None,
        *,
        query: Optional[Query] = None,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Iterator[Any]:
        """Yields the rows of a list that has pages. A page is requested when its first row is needed.

        Rows added or deleted meanwhile do not shift others, because the pages are read by cursors. Page numbers are used instead if the
        query has `page`, or `search` without `sortBy`, since the order of results of a search changes.
        """
        asked = dict(query or {})
        counted = "page" in asked or ("search" in asked and "sortBy" not in asked)
        if not counted:
            asked.setdefault("after", "")
        asked.setdefault("itemsPerPage", _page)
        url: Optional[str] = self._url(path, asked)
        while url is not None:
            result = self._call("GET", url, headers=headers, cancellation=cancellation)
            if not isinstance(result.data, list_type):
                raise NetworkError(f"{path} is no list", status=result.status, request_id=result.request_id)
            yield from result.data
            url = self._next(url, result.headers.get("link", ""))

    @overload
    def post(
        self,
        path: str,
        body: Any = None,
        type: None = None,
        *,
        key: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Any: ...

    @overload
    def post(
        self,
        path: str,
        body: Any,
        type: Type[T],
        *,
        key: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> T: ...

    def post(
        self,
        path: str,
        body: Any = None,
        type: Any = None,
        *,
        key: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Any:
        """Creates a resource or carries out an action. `key` is its idempotency key, a random one by default."""
        return self.request(
            "POST",
            path,
            type,
            body=body,
            key=key,
            if_match=if_match,
            dry_run=dry_run,
            headers=headers,
            cancellation=cancellation,
        ).data

    @overload
    def put(
        self,
        path: str,
        body: Any = None,
        type: None = None,
        *,
        key: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Any: ...

    @overload
    def put(
        self,
        path: str,
        body: Any,
        type: Type[T],
        *,
        key: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> T: ...

    def put(
        self,
        path: str,
        body: Any = None,
        type: Any = None,
        *,
        key: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Any:
        """Changes a resource."""
        return self.request(
            "PUT",
            path,
            type,
            body=body,
            key=key,
            if_match=if_match,
            dry_run=dry_run,
            headers=headers,
            cancellation=cancellation,
        ).data

    def patch(
        self,
        path: str,
        body: Any = None,
        *,
        key: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Any:
        """Changes a part of a resource."""
        return self.request(
            "PATCH",
            path,
            body=body,
            key=key,
            if_match=if_match,
            dry_run=dry_run,
            headers=headers,
            cancellation=cancellation,
        ).data

    def delete(
        self,
        path: str,
        *,
        body: Any = None,
        query: Optional[Query] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Any:
        """Deletes a resource."""
        return self.request(
            "DELETE",
            path,
            body=body,
            query=query,
            if_match=if_match,
            dry_run=dry_run,
            headers=headers,
            cancellation=cancellation,
        ).data

    def request(
        self,
        method: str,
        path: str,
        type: Optional[Type[T]] = None,
        *,
        query: Optional[Query] = None,
        body: Any = None,
        form: Optional[Mapping[str, Any]] = None,
        key: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
        headers: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Result[T]:
        """Sends a request and returns the answer with its headers. An answer that is no JSON is bytes.

        `form` is a body of the type multipart/form-data, whose values are text or a `File`. With `dry_run`, the shop decides a write and
        stores nothing. The answer to a read with headers of its own is not remembered.
        """
        return self._call(
            method,
            self._url(path, query),
            body=body,
            form=form,
            key=key,
            if_match=if_match,
            dry_run=dry_run,
            headers=headers,
            timeout=timeout,
            cancellation=cancellation,
        )

    def _value(self, method: str, path: str, **options: Any) -> Any:
        return self.request(method, path, **options).data

    def _rows(
        self,
        path: str,
        *,
        query: Optional[Query] = None,
        headers: Optional[Mapping[str, str]] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Iterator[Any]:
        return self.list(path, query=query, headers=headers, cancellation=cancellation)

    def follow(
        self,
        handle: Callable[..., object],
        *,
        place: Place,
        resources: Sequence[str] = (),
        from_: str = "0",
        until: Optional[int] = None,
        wait: int = 25,
        read: Optional[Reading] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> None:
        """Calls `handle` for each change after the stored position, in the order of the log, and stores the position after each page.

        `resources` are names as in paths, such as `orders`; none: all that the login may read. `place` stores the position. `from_` is the
        start while no cursor is stored: `0` is the beginning of the log, `latest` its end. Following ends once a position of at least
        `until` is stored. `wait` is the time that the shop waits for a change, in seconds, 30 at most.

        With `read`, `handle` also gets the changed resource. It is None if the resource was deleted, or has left the stores of the login:
        delete your copy. `documents` are read one by one, as they are now. `rows` are those of the lists, as of the end of the page: up to
        100 by one request. Resources whose lists take no ids are read as documents then.

        It returns when it is cancelled. An error of `handle` ends it, and the position of that page is not stored: `handle` gets each change
        at least once. During outages of the shop it waits. `LogReplaced` means that the log was replaced: read all resources again, and
        begin with an empty place and `latest`.
        """
        follow(self, handle, place, resources, from_, until, wait, read, cancellation or Cancellation())

    def logout(self) -> None:
        """Revokes the token. The next call logs in again."""
        if isinstance(self._tokens, TokenKeeper):
            token = self._tokens.forget()
            if token is not None:
                self._authenticate("/auth/logout", {}, token)

    def _url(self, path: str, query: Optional[Query]) -> str:
        written = {}
        for name, value in (query or {}).items():
            if value is not None:
                written[name] = str(value).lower() if isinstance(value, bool) else str(value)
        address = self._base + (path if path.startswith("/") else "/" + path)
        return address + ("?" + urlencode(written) if written else "")

    def _next(self, url: str, link: str) -> Optional[str]:
        """Returns the address of the next page. Other origins are refused, because they must not get the token."""
        found = re.search(r'<([^>]*)>\s*;[^,]*\brel="next"', link)
        if found is None:
            return None
        address = urljoin(url, found.group(1))
        parts = urlsplit(address)
        if (parts.scheme, parts.netloc) != self._origin:
            raise NetworkError(f"the next page is at another origin: {parts.scheme}://{parts.netloc}")
        return address

    def _authenticate(
        self, path: str, body: Dict[str, Any], token: Optional[str], cancellation: Optional[Cancellation] = None
    ) -> Dict[str, Any]:
        """Posts to /auth. The request may be repeated without a key, because it only concerns tokens."""
        headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
        written = exact.dumps(body).encode()
        sent = self._headers("POST", headers)
        call = _Call("POST", self._base + path, sent, written, repeatable=True, cancellation=cancellation)
        data = _read(self._repeat(call)).data
        return data if isinstance(data, dict) else {}

    def _headers(self, method: str, more: Mapping[str, str]) -> Dict[str, str]:
        headers = {"Accept": "application/json", "User-Agent": f"tradelog-client-python/{VERSION}"}
        if self._store is not None:
            headers["X-Store-Code"] = self._store
        if self._currency is not None:
            headers["X-Currency-Code"] = self._currency
        if method not in ("GET", "HEAD"):
            headers["Content-Type"] = "application/json"
        elif self._strict:
            headers["Prefer"] = "handling=strict"
        headers.update(more)
        return headers

    def _call(
        self,
        method: str,
        url: str,
        *,
        body: Any = None,
        form: Optional[Mapping[str, Any]] = None,
        key: Optional[str] = None,
        if_match: Optional[str] = None,
        dry_run: bool = False,
        headers: Optional[Mapping[str, str]] = None,
        timeout: Optional[float] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> Result[Any]:
        sent = self._headers(method, headers or {})
        if key is not None:
            sent["X-Idempotency-Key"] = key
        elif method in ("POST", "PUT", "PATCH") and self._tokens is not None:
            sent["X-Idempotency-Key"] = str(uuid.uuid4())
        if if_match is not None:
            sent["If-Match"] = if_match
        if dry_run:
            sent["X-Dry-Run"] = "true"
        payload = None if body is None else exact.dumps(body).encode()
        if form is not None:
            payload, sent["Content-Type"] = forms.encode(form, sent.get("X-Idempotency-Key"))
        call = _Call(method, url, sent, payload, timeout=timeout or self._timeout, cancellation=cancellation)
        call.plain = not headers
        # The shop stores no keys of guests, so their writes might take effect twice.
        call.repeatable = method in ("GET", "HEAD", "DELETE") or self._tokens is not None
        return self._identified(call)

    def _identified(self, call: "_Call") -> Result[Any]:
        """Carries out a call with a token. A token that the shop refuses is renewed once."""
        if self._tokens is None:
            return self._read_or_write(call)
        def post(path: str, body: Dict[str, Any], token: Optional[str]) -> Dict[str, Any]:
            return self._authenticate(path, body, token, call.cancellation)

        token = self._tokens.token(post)
        call.headers["Authorization"] = f"Bearer {token}"
        try:
            return self._read_or_write(call)
        except TradelogError as error:
            if error.status != 401 or error.code != "authentication_error" or not isinstance(self._tokens, TokenKeeper):
                raise
            self._tokens.reject(token)
        call.headers["Authorization"] = f"Bearer {self._tokens.token(post)}"
        return self._read_or_write(call)

    def _read_or_write(self, call: "_Call") -> Result[Any]:
        if call.method != "GET":
            result = _read(self._repeat(call))
            self._position.met(result.position)
            if result.headers.get("x-idempotency-body-differs") == "true":
                raise KeyReused(
                    "the idempotency key belongs to an earlier request with another body: this one was not carried out",
                    status=result.status,
                    request_id=result.request_id,
                )
            return result
        position = None if "X-Min-Position" in call.headers else self._position.get()
        if position is None:
            return self._remembered(call)
        try:
            return self._remembered(replace(call, headers={**call.headers, "X-Min-Position": position}))
        except TradelogError as error:
            if error.status != 409:
                raise
        # The log was replaced, for example by an older backup, so the position is invalid.
        self._position.forget(position)
        return self._remembered(call)

    def _remembered(self, call: "_Call") -> Result[Any]:
        """Reads a resource, and returns the remembered answer if it has not changed."""
        if not call.plain:
            return _read(self._repeat(call))
        names = ("Accept", "X-Store-Code", "X-Currency-Code", "Accept-Language")
        key = (self._identity, call.url, *(call.headers.get(name, "") for name in names))
        known = self._etags.get(key)
        if known is not None:
            call = replace(call, headers={**call.headers, "If-None-Match": known.headers["etag"]})
        answer = self._repeat(call)
        if answer.status == 304 and known is not None:
            return _read(replace(known, headers={**known.headers, **answer.headers}))
        result = _read(answer)
        if answer.status == 200 and "etag" in answer.headers and "no-store" not in answer.headers.get("cache-control", ""):
            self._etags.put(key, answer)
        return result

    def _repeat(self, call: "_Call") -> Answer:
        """Sends a request until it succeeds, fails for good or was sent often enough."""
        cancellation = call.cancellation or Cancellation()
        lost = False  # an earlier attempt may have taken effect
        attempt = 1
        while True:
            cancellation.check()
            again, asked = False, None
            failure: Optional[TradelogError] = None
            answer: Optional[Answer] = None
            try:
                answer = self._transport.send(call.request(self._timeout))
            except NetworkError as error:
                failure, again = error, call.repeatable
                lost = True
            else:
                asked = _retry_after(answer)
                if answer.status == 404 and call.method == "DELETE" and lost:
                    return Answer(204, answer.headers)
                again = self._changes_by_itself(call, answer)
                # With such a status, the request may have taken effect.
                lost = lost or answer.status >= 500 or answer.status == 408
            patient = asked is None or asked <= self._retry.patience
            if not again or not patient or attempt >= self._retry.attempts:
                if failure is not None:
                    raise failure
                assert answer is not None
                return answer
            attempt += 1
            cancellation.wait(self._retry.delay(attempt, asked))

    def _changes_by_itself(self, call: "_Call", answer: Answer) -> bool:
        """Reports whether another attempt may succeed and is safe."""
        if answer.status == 429:
            return True
        if not call.repeatable:
            return False
        if answer.status == 409:
            # An earlier attempt, whose answer was lost, is still running.
            return "X-Idempotency-Key" in call.headers and _failure(answer).message == _in_use
        return answer.status in (408, 500, 502, 503, 504)


list_type = list  # Client.list hides the name within the class


@dataclass
class _Call:
    method: str
    url: str
    headers: Dict[str, str]
    body: Optional[bytes]
    repeatable: bool = False
    plain: bool = True  # without headers of the caller, on which the answer may depend
    timeout: float = 0.0
    cancellation: Optional[Cancellation] = None

    def request(self, timeout: float) -> Request:
        return Request(
            self.method,
            self.url,
            self.headers,
            self.body,
            timeout=self.timeout or timeout,
            cancellation=self.cancellation,
            fresh=not self.repeatable,
        )


def _retry_after(answer: Answer) -> Optional[float]:
    """Returns Retry-After, given in seconds or as a date, in seconds."""
    text = answer.headers.get("retry-after", "").strip()
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _failure(answer: Answer) -> TradelogError:
    try:
        told = exact.loads(answer.body)
    except ValueError:
        told = None
    if not isinstance(told, dict):
        told = {}
    return of_answer(
        answer.status,
        str(told.get("error", "")),
        str(told.get("message", "")),
        answer.headers.get("x-request-id", ""),
        _retry_after(answer),
        _violations(told.get("violations")),
    )


def _violations(told: Any) -> List[Violation]:
    """Returns the fields that a refusal names."""
    return [
        Violation(str(one.get("field", "")), str(one.get("code", "")), str(one.get("message", "")), one.get("present"))
        for one in (told if isinstance(told, list) else [])
        if isinstance(one, dict)
    ]


def _read(answer: Answer) -> Result[Any]:
    """Decodes an answer, or raises its error. A body that is no JSON stays bytes."""
    if answer.status >= 400:
        raise _failure(answer)
    data: Any = answer.body
    kind = answer.headers.get("content-type", "").split(";")[0]
    if not answer.body:
        data = None
    elif kind == "application/json" or kind.endswith("+json"):
        try:
            data = exact.loads(answer.body)
        except ValueError as error:
            raise NetworkError(
                f"the answer is no JSON: {error}", status=answer.status, request_id=answer.headers.get("x-request-id", "")
            ) from error
    return Result(data, answer.status, answer.headers)
