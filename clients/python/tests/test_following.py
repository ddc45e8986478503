"""The follower of changes and its stored position."""

import os
import tempfile
import unittest
from urllib.parse import parse_qs, urlsplit

from fake import answer, client, lost, refusal
from tradelog_client import FilePlace, Kind, LogReplaced, Retry, Unauthorized


def change(position):
    return {"position": position, "time": "", "resource": "orders", "id": position, "what": "changed", "fields": []}


def page(cursor, *positions):
    return answer({"changes": [change(position) for position in positions], "next": int(cursor[4:]), "cursor": cursor})


class Following(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = os.path.join(folder.name, "position")
        self.handled = []

    def follow(self, shop, until, handle=None, **options):
        """Follows until a position is stored."""
        handle = handle or (lambda told: self.handled.append(told["position"]))
        shop.follow(handle, place=FilePlace(self.file), resources=["orders"], until=until, **options)

    def test_the_position_is_stored_after_the_page(self):
        shop, transport = client(page("log.5", 3, 5), page("log.8"), page("log.9", 9))
        seen = []

        def handle(told):
            seen.append((told["position"], FilePlace(self.file).load()))

        self.follow(shop, 9, handle)
        self.assertEqual(seen, [(3, None), (5, None), (9, "log.8")])
        self.assertEqual(FilePlace(self.file).load(), "log.9")
        asked = [request.url.partition("?")[2].split("&")[0] for request in transport.requests]
        self.assertEqual(asked, ["after=0", "after=log.5", "after=log.8"])
        self.assertIn("wait=25", transport.requests[0].url)
        self.assertGreater(transport.requests[0].timeout, 25)

    def test_a_handler_that_fails_leaves_the_position(self):
        FilePlace(self.file).store("log.2")

        def fails(told):
            raise RuntimeError("full disk")

        shop, _ = client(page("log.5", 3))
        with self.assertRaises(RuntimeError):
            self.follow(shop, 5, fails)
        self.assertEqual(FilePlace(self.file).load(), "log.2")
        self.follow(client(page("log.5", 3))[0], 5)
        self.assertEqual(self.handled, [3])

    def test_latest_is_stored_before_anything_is_handled(self):
        shop, transport = client(page("log.100"), page("log.101", 101))
        self.follow(shop, 101, from_="latest")
        self.assertEqual(self.handled, [101])
        self.assertIn("after=latest", transport.requests[0].url)
        self.assertIn("after=log.100", transport.requests[1].url)

    def test_a_position_that_is_there_already(self):
        FilePlace(self.file).store("log.5")
        self.follow(client(page("log.5"))[0], 5)
        self.assertEqual(self.handled, [])

    def test_outages_are_waited_for(self):
        shop, transport = client(lost(), refusal(503), lost(), page("log.5", 5), retry=Retry(attempts=1, longest=0.001))
        self.follow(shop, 5)
        self.assertEqual((self.handled, len(transport.requests)), ([5], 4))

    def test_another_log_is_told(self):
        FilePlace(self.file).store("old.2")
        with self.assertRaises(LogReplaced) as raised:
            self.follow(client(refusal(409, "conflict", "another log"))[0], 10**9)
        self.assertEqual((raised.exception.kind, raised.exception.retryable), (Kind.LOG_REPLACED, False))
        self.assertEqual(FilePlace(self.file).load(), "old.2")

    def test_what_repeating_does_not_mend_is_raised(self):
        with self.assertRaises(Unauthorized):
            self.follow(client(refusal(401, "unauthorized"))[0], 10**9)

    def test_what_has_left_is_deleted(self):
        gone = {"1": 403, "2": 404}

        def answers(request):
            if "/changes" in request.url:
                return page("log.3", 1, 2, 3)
            id = request.url.rpartition("/")[2]
            return refusal(gone[id]) if id in gone else answer({"id": int(id)})

        read = {}
        shop, _ = client(answers)
        shop.follow(
            lambda change, order: read.update({change["id"]: order}), place=FilePlace(self.file), until=3, read="documents"
        )
        self.assertEqual(read, {1: None, 2: None, 3: {"id": 3}})
        self.assertEqual(FilePlace(self.file).load(), "log.3")

    def test_rows_are_read_at_once(self):
        def rows(request):
            query = parse_qs(urlsplit(request.url).query)
            self.assertEqual(query["asOf"], ["150"])
            return answer([{"id": int(id)} for id in query["ids"][0].split(",") if int(id) > 5])

        read = []
        shop, transport = client(page("log.250", *range(1, 151)), rows)
        shop.follow(lambda change, order: read.append(order), place=FilePlace(self.file), until=250, read="rows")
        self.assertEqual(read, [None] * 5 + [{"id": id} for id in range(6, 151)])
        self.assertEqual(len(transport.requests), 3)

    def test_a_position_is_whole_or_not_at_all(self):
        file = FilePlace(self.file)
        self.assertIsNone(file.load())
        file.store("log.1")
        with open(self.file + ".new", "w", encoding="ascii") as half:
            half.write("log.")  # a crash before the rename
        self.assertEqual(file.load(), "log.1")
        file.store("log.2")
        self.assertEqual(file.load(), "log.2")


if __name__ == "__main__":
    unittest.main()
