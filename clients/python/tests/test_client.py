"""Calls: keys, attempts, memory, positions, lists and errors."""

import unittest
from decimal import Decimal

from fake import FakeTransport, Waits, answer, client, lost, refusal
from tradelog_client import (
    Cancellation,
    Cancelled,
    Changed,
    Client,
    Conflict,
    ETagMemory,
    File,
    InvalidRequest,
    KeyReused,
    Kind,
    NetworkError,
    NotFound,
    RateLimited,
    RuleViolation,
    ServerError,
    ServiceLogin,
    TradelogError,
    Unavailable,
    Violation,
    path,
)


class Keys(unittest.TestCase):
    def test_every_attempt_of_a_write_has_its_key(self):
        shop, transport = client(lost(), refusal(503), answer({"id": 1}))
        self.assertEqual(shop.post("/orders", {"a": 1}, cancellation=Waits()), {"id": 1})
        keys = {request.headers["X-Idempotency-Key"] for request in transport.requests}
        self.assertEqual((len(transport.requests), len(keys)), (3, 1))
        self.assertRegex(keys.pop(), "^[a-zA-Z0-9_-]{1,255}$")

    def test_two_writes_have_two_keys(self):
        shop, transport = client(answer())
        shop.put("/inventory", {"sku": "A", "qty": 1})
        shop.put("/inventory", {"sku": "A", "qty": 1})
        self.assertEqual(len({request.headers["X-Idempotency-Key"] for request in transport.requests}), 2)

    def test_a_key_of_the_caller(self):
        shop, transport = client(answer())
        shop.patch("/addresses/1", {}, key="mine")
        self.assertEqual(transport.requests[0].headers["X-Idempotency-Key"], "mine")

    def test_an_answer_to_another_body_is_an_error(self):
        shop, transport = client(
            answer({"id": 1}, 201, x_idempotency_replayed="true", x_idempotency_body_differs="true", x_request_id="r-1")
        )
        with self.assertRaises(KeyReused) as raised:
            shop.post("/orders", {}, key="mine")
        error = raised.exception
        self.assertEqual((error.kind, error.status, error.request_id, error.retryable), (Kind.KEY_REUSED, 201, "r-1", False))
        self.assertEqual(len(transport.requests), 1)

    def test_reads_and_deletes_have_none(self):
        shop, transport = client(answer())
        shop.get("/orders/1")
        shop.delete("/coupons/1")
        for request in transport.requests:
            self.assertNotIn("X-Idempotency-Key", request.headers)


class Attempts(unittest.TestCase):
    def test_five_attempts_with_growing_waits(self):
        shop, transport = client(refusal(503))
        waits = Waits()
        with self.assertRaises(Unavailable) as raised:
            shop.get("/orders", cancellation=waits)
        self.assertTrue(raised.exception.retryable)
        self.assertEqual(len(transport.requests), 5)
        self.assertEqual(waits.seconds, [0.8, 1.6, 3.2, 6.4])

    def test_retry_after_is_respected(self):
        shop, _ = client(refusal(429, retry_after="7"), answer([]))
        waits = Waits()
        shop.get("/orders", cancellation=waits)
        self.assertTrue(7 <= waits.seconds[0] <= 7.2, waits.seconds)

    def test_retry_after_as_a_date_that_has_passed(self):
        shop, transport = client(refusal(503, retry_after="Thu, 01 Jan 2026 00:00:00 GMT"), answer([]))
        waits = Waits()
        shop.get("/orders", cancellation=waits)
        self.assertEqual(len(transport.requests), 2)
        self.assertLessEqual(waits.seconds[0], 0.2)

    def test_a_longer_wait_than_the_patience_fails_at_once(self):
        shop, transport = client(refusal(429, retry_after="61"))
        with self.assertRaises(RateLimited) as raised:
            shop.get("/orders")
        self.assertEqual((len(transport.requests), raised.exception.retry_after), (1, 61.0))

    def test_writes_of_guests_are_repeated_after_429_alone(self):
        for step, times in ((refusal(429), 2), (refusal(503), 1), (lost(), 1)):
            shop, transport = client(step, answer(), login=None)
            try:
                shop.post("/guest-carts", cancellation=Waits())
            except TradelogError:
                pass
            self.assertEqual(len(transport.requests), times)
            self.assertTrue(transport.requests[0].fresh)
            self.assertNotIn("X-Idempotency-Key", transport.requests[0].headers)

    def test_a_key_in_use_is_waited_for(self):
        shop, transport = client(
            lost(), refusal(409, "conflict", "A request with this idempotency key is already being processed"), answer({"id": 2})
        )
        self.assertEqual(shop.post("/orders", {}, cancellation=Waits()), {"id": 2})
        self.assertEqual(len(transport.requests), 3)

    def test_other_conflicts_are_not_repeated(self):
        shop, transport = client(refusal(409, "conflict", "taken"))
        with self.assertRaises(Conflict):
            shop.post("/coupons", {})
        self.assertEqual(len(transport.requests), 1)

    def test_a_repeated_delete_that_finds_nothing_has_succeeded(self):
        shop, transport = client(lost(), refusal(404))
        self.assertIsNone(shop.delete("/coupons/1", cancellation=Waits()))
        self.assertEqual(len(transport.requests), 2)
        shop, _ = client(refusal(404))
        with self.assertRaises(NotFound):
            shop.delete("/coupons/1")
        shop, _ = client(refusal(429), refusal(404))
        with self.assertRaises(NotFound):
            shop.delete("/coupons/1", cancellation=Waits())

    def test_a_login_is_cancelled(self):
        cancellation = Cancellation()

        def cancels(request):
            cancellation.cancel()
            return refusal(503)

        shop, transport = client(cancels, login=ServiceLogin("id", "secret"))
        with self.assertRaises(Cancelled):
            shop.get("/orders", cancellation=cancellation)
        self.assertEqual(len(transport.requests), 1)

    def test_cancelled_while_waiting(self):
        cancellation = Cancellation()

        def cancels(request):
            cancellation.cancel()
            return refusal(503, retry_after="50")

        shop, transport = client(cancels)
        with self.assertRaises(Cancelled):
            shop.get("/orders", cancellation=cancellation)
        with self.assertRaises(Cancelled):
            shop.get("/orders", cancellation=cancellation)
        self.assertEqual(len(transport.requests), 1)


class Memory(unittest.TestCase):
    def test_an_unchanged_answer_comes_from_memory(self):
        shop, transport = client(answer({"id": 1}, etag='"a"'), answer(status=304, etag='"a"'))
        first = shop.get("/products/1")
        first["id"] = 5  # the caller's own copy
        self.assertEqual(shop.get("/products/1"), {"id": 1})
        self.assertEqual(transport.requests[1].headers["If-None-Match"], '"a"')

    def test_another_address_or_store_is_another_answer(self):
        memory = ETagMemory()
        shop, transport = client(answer({"id": 1}, etag='"a"'), etags=memory)
        shop.get("/products/1")
        shop.get("/products/1", query={"fields": "id"})
        other = Client("https://shop.example", "token", store="de", transport=transport, etags=memory)
        other.get("/products/1")
        for request in transport.requests:
            self.assertNotIn("If-None-Match", request.headers)

    def test_it_is_bounded(self):
        memory = ETagMemory(entries=2, size=20)
        for name in "abc":
            memory.put((name,), answer(1))
        self.assertIsNone(memory.get(("a",)))
        self.assertIsNotNone(memory.get(("c",)))
        memory.put(("d",), answer("0123456789012345"))
        self.assertEqual(len(memory), 2)
        memory.put(("e",), answer("0123456789012345"))
        self.assertEqual(len(memory), 1)
        memory.put(("f",), answer("x" * 30))
        self.assertIsNone(memory.get(("f",)))

    def test_what_must_not_be_stored_is_not(self):
        shop, transport = client(answer({}, etag='"a"', cache_control="no-store"))
        shop.get("/changes")
        shop.get("/changes")
        self.assertNotIn("If-None-Match", transport.requests[1].headers)


class Positions(unittest.TestCase):
    def test_reads_see_writes(self):
        shop, transport = client(
            answer(x_event_position="log.12"), answer(x_event_position="log.9"), answer([]), answer(x_event_position="new.3"), answer([])
        )
        shop.put("/products/1", {})
        shop.put("/products/2", {})
        shop.get("/products")
        shop.put("/products/1", {})
        shop.get("/orders")
        self.assertEqual(transport.requests[2].headers["X-Min-Position"], "log.12")
        self.assertEqual(transport.requests[4].headers["X-Min-Position"], "new.3")

    def test_a_replaced_log_is_forgotten(self):
        shop, transport = client(answer(x_event_position="log.12"), refusal(409), answer([1]), answer([2]))
        shop.put("/products/1", {})
        self.assertEqual(shop.get("/products"), [1])
        self.assertEqual(shop.get("/orders"), [2])
        sent = ["X-Min-Position" in request.headers for request in transport.requests]
        self.assertEqual(sent, [False, True, False, False])


class Lists(unittest.TestCase):
    def test_pages_are_asked_for_when_needed(self):
        following = '</api/rest/v2/orders?after=>; rel="first"; total="3", </api/rest/v2/orders?after=x&status=new>; rel="next"; total="3"'
        shop, transport = client(answer([{"id": 1}, {"id": 2}], link=following), answer([{"id": 3}]))
        rows = shop.list("/orders", query={"status": "new", "storeId": None})
        self.assertEqual(len(transport.requests), 0)
        self.assertEqual([next(rows)["id"], next(rows)["id"]], [1, 2])
        self.assertEqual(len(transport.requests), 1)
        self.assertEqual([row["id"] for row in rows], [3])
        first, second = (request.url for request in transport.requests)
        self.assertEqual(first, "https://shop.example/api/rest/v2/orders?status=new&after=&itemsPerPage=100")
        self.assertEqual(second, "https://shop.example/api/rest/v2/orders?after=x&status=new")

    def test_counted_pages(self):
        shop, transport = client(answer([]))
        list(shop.list("/orders", query={"page": 2, "itemsPerPage": 20}))
        list(shop.list("/products", query={"search": "pot"}))
        list(shop.list("/products", query={"search": "pot", "sortBy": "name"}))
        self.assertEqual(
            [request.url.partition("?")[2] for request in transport.requests],
            ["page=2&itemsPerPage=20", "search=pot&itemsPerPage=100", "search=pot&sortBy=name&after=&itemsPerPage=100"],
        )

    def test_the_token_goes_to_no_other_origin(self):
        shop, transport = client(answer([1], link='<https://other.example/orders?page=2>; rel="next"'))
        with self.assertRaises(NetworkError):
            list(shop.list("/orders"))
        self.assertEqual(len(transport.requests), 1)

    def test_what_is_no_list(self):
        shop, _ = client(answer({"id": 1}))
        with self.assertRaises(NetworkError):
            list(shop.list("/orders/1"))


class Errors(unittest.TestCase):
    def test_kinds(self):
        for status, kind, retryable in (
            (400, Kind.INVALID, False),
            (403, Kind.FORBIDDEN, False),
            (404, Kind.NOT_FOUND, False),
            (409, Kind.CONFLICT, False),
            (412, Kind.CHANGED, False),
            (415, Kind.INVALID, False),
            (418, Kind.INTERNAL, False),
            (422, Kind.PRECONDITION, False),
            (429, Kind.RATE_LIMITED, True),
            (500, Kind.INTERNAL, True),
            (504, Kind.UNAVAILABLE, True),
        ):
            shop, _ = client(refusal(status, "a_code", "a reason"))
            with self.assertRaises(TradelogError) as raised:
                shop.get("/orders", cancellation=Waits())
            error = raised.exception
            self.assertEqual((error.kind, error.retryable, error.status), (kind, retryable, status))
            self.assertEqual((error.code, error.message, error.request_id), ("a_code", "a reason", "r-1"))

    def test_violations_name_the_fields(self):
        wrong = {"field": "items[2].qty", "code": "range", "message": "too many", "present": {"qty": 3}}
        shop, _ = client(answer({"error": "bad_request", "message": "no", "violations": [wrong]}, 400))
        with self.assertRaises(InvalidRequest) as raised:
            shop.post("/orders", {})
        self.assertEqual(raised.exception.violations, (Violation(**wrong),))

    def test_classes(self):
        for status, kind in ((412, Changed), (422, RuleViolation), (500, ServerError)):
            shop, _ = client(refusal(status))
            with self.assertRaises(kind):
                shop.get("/orders", cancellation=Waits())

    def test_an_answer_that_is_no_json(self):
        shop, _ = client(lambda request: answer().__class__(200, {"content-type": "application/json"}, b"{"))
        with self.assertRaises(NetworkError) as raised:
            shop.get("/orders")
        self.assertEqual(raised.exception.kind, Kind.NETWORK)

    def test_a_page_of_a_proxy(self):
        shop, _ = client(lambda request: answer().__class__(502, {"content-type": "text/html"}, b"<html>"))
        with self.assertRaises(Unavailable):
            shop.get("/orders", cancellation=Waits())


class Requests(unittest.TestCase):
    def test_headers(self):
        shop, transport = client(answer(), store="de", currency="EUR")
        shop.get("/products")
        shop.put("/products/1", {"price": Decimal("9.90")}, if_match='"a"')
        read, write = transport.requests
        self.assertEqual(read.headers["Prefer"], "handling=strict")
        self.assertEqual((read.headers["X-Store-Code"], read.headers["X-Currency-Code"]), ("de", "EUR"))
        self.assertEqual(read.headers["Authorization"], "Bearer token")
        self.assertNotIn("Prefer", write.headers)
        self.assertEqual((write.headers["If-Match"], write.body), ('"a"', b'{"price":9.90}'))

    def test_calls_have_names(self):
        def answers(request):
            if request.url.endswith("/pdf"):
                return answer().__class__(200, {"content-type": "application/pdf"}, b"%PDF\xff")
            return answer({"id": 7})

        shop, transport = client(answers)
        self.assertEqual(shop.orders.get(7), {"id": 7})
        self.assertEqual(shop.orders.pdf(7), b"%PDF\xff")
        shop.orders.refund(7, {}, dry_run=True, headers={"X-Store-Code": "de"})
        shop.orders.details("100000001", "secret")
        for _ in range(2):
            shop.media.create({"file": File("a.png", b"\x89PNG"), "filename": "b"}, key="mine:7/8")
        sent = [f"{request.method} {request.url.partition('/v2')[2]}" for request in transport.requests]
        self.assertEqual(
            sent,
            ["GET /orders/7", "GET /orders/7/pdf", "POST /orders/7/credit-memos", "GET /orders/100000001/details"] + 2 * ["POST /media"],
        )
        refund, details, upload, again = transport.requests[2:]
        self.assertEqual((refund.headers["X-Dry-Run"], refund.headers["X-Store-Code"]), ("true", "de"))
        self.assertEqual(details.headers["X-Order-Token"], "secret")
        self.assertEqual(upload.headers["Content-Type"], "multipart/form-data; boundary=tradelog-mine-7-8")
        self.assertIn(b'name="file"; filename="a.png"\r\nContent-Type: application/octet-stream\r\n\r\n\x89PNG\r\n', upload.body)
        self.assertIn(b'name="filename"\r\n\r\nb\r\n--tradelog-mine-7-8--\r\n', upload.body)
        self.assertEqual(upload.body, again.body)

    def test_rows_have_names(self):
        shop, transport = client(answer([{"id": 1}]))
        self.assertEqual([row["id"] for row in shop.orders.list(query={"status": "new"})], [1])
        self.assertIn("/orders?status=new&after=", transport.requests[0].url)

    def test_answers_to_other_headers_are_not_remembered(self):
        shop, transport = client(answer({"id": 1}, etag='"a"'))
        shop.get("/products/1", headers={"X-Store-Code": "de"})
        shop.get("/products/1")
        self.assertNotIn("If-None-Match", transport.requests[1].headers)

    def test_strictness_can_be_switched_off(self):
        shop, transport = client(answer(), strict=False)
        shop.get("/products")
        self.assertNotIn("Prefer", transport.requests[0].headers)

    def test_guests_send_no_token(self):
        shop, transport = client(answer(), login=None)
        shop.get("/products")
        self.assertNotIn("Authorization", transport.requests[0].headers)

    def test_paths_are_escaped(self):
        self.assertEqual(path("inventory", "A/B c", "movements"), "/inventory/A%2FB%20c/movements")

    def test_an_address_that_is_none(self):
        with self.assertRaises(ValueError):
            Client("shop.example", transport=FakeTransport(answer()))


if __name__ == "__main__":
    unittest.main()
