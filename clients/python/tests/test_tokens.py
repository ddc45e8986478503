"""Logins and the renewal of tokens."""

import threading
import unittest
from functools import partial

from fake import answer, client, lost, refusal
from tradelog_client import CustomerLogin, ServiceLogin, Unauthorized, exact
from tradelog_client.tokens import TokenKeeper

REFUSED = refusal(401, "authentication_error", "Token has been revoked")


def grant(token, lifetime=3600):
    return answer({"token": token, "token_type": "Bearer", "expires_in": lifetime})


class Logins(unittest.TestCase):
    def test_a_service_account_logs_in_once(self):
        shop, transport = client(grant("t1"), answer([]), login=ServiceLogin("id", "secret"))
        shop.get("/orders")
        shop.get("/orders")
        self.assertEqual(len(transport.requests), 3)
        self.assertEqual(
            exact.loads(transport.requests[0].body),
            {"grant_type": "client_credentials", "client_id": "id", "client_secret": "secret"},
        )
        self.assertNotIn("X-Idempotency-Key", transport.requests[0].headers)
        self.assertEqual(transport.requests[2].headers["Authorization"], "Bearer t1")

    def test_threads_share_one_login(self):
        logins = []
        entered = threading.Event()
        release = threading.Event()

        def post(path, body, token):
            logins.append(path)
            entered.set()
            release.wait()
            return {"token": "t", "expires_in": 3600}

        keeper = TokenKeeper(ServiceLogin("id", "secret"))
        tokens = []
        threads = [threading.Thread(target=lambda: tokens.append(keeper.token(post))) for _ in range(4)]
        for thread in threads:
            thread.start()
        entered.wait()
        release.set()
        for thread in threads:
            thread.join()
        self.assertEqual((logins, tokens), (["/auth/token"], ["t"] * 4))

    def test_a_refused_token_is_renewed_once_with_the_same_key(self):
        shop, transport = client(grant("t1"), REFUSED, grant("t2"), answer({}), login=ServiceLogin("id", "secret"))
        shop.post("/coupons", {})
        first, second = transport.requests[1], transport.requests[3]
        self.assertEqual(second.headers["Authorization"], "Bearer t2")
        self.assertEqual(first.headers["X-Idempotency-Key"], second.headers["X-Idempotency-Key"])
        shop, transport = client(grant("t1"), REFUSED, grant("t2"), REFUSED, login=ServiceLogin("id", "secret"))
        with self.assertRaises(Unauthorized):
            shop.get("/orders")
        self.assertEqual(len(transport.requests), 4)

    def test_a_given_token_is_never_renewed(self):
        shop, transport = client(REFUSED)
        with self.assertRaises(Unauthorized):
            shop.get("/orders")
        self.assertEqual(len(transport.requests), 1)

    def test_a_wrong_password_is_told(self):
        shop, _ = client(refusal(401, "invalid_credentials"), login=CustomerLogin("a@example.com", "wrong"))
        with self.assertRaises(Unauthorized) as raised:
            shop.get("/customers/me")
        self.assertEqual(raised.exception.code, "invalid_credentials")

    def test_secrets_are_not_shown(self):
        self.assertNotIn("hidden", repr(ServiceLogin("id", "hidden")) + repr(CustomerLogin("a@example.com", "hidden")))

    def test_logout(self):
        shop, transport = client(grant("t1"), answer([]), answer({}), grant("t2"), answer([]), login=ServiceLogin("id", "s"))
        shop.get("/orders")
        shop.logout()
        shop.get("/orders")
        self.assertTrue(transport.requests[2].url.endswith("/auth/logout"))
        self.assertEqual(transport.requests[2].headers["Authorization"], "Bearer t1")
        self.assertEqual(transport.requests[4].headers["Authorization"], "Bearer t2")


class Renewal(unittest.TestCase):
    def setUp(self):
        self.now = 0.0
        self.posts = []
        self.answers = []

    def keeper(self, login):
        def post(path, body, token):
            self.posts.append((path, token))
            step = self.answers.pop(0)
            if isinstance(step, Exception):
                raise step
            return {"token": step, "expires_in": 3600}

        keeper = TokenKeeper(login, clock=lambda: self.now)
        keeper.token = partial(keeper.token, post)
        return keeper

    def test_a_customer_is_renewed_before_the_end(self):
        self.answers = ["t1", "t2"]
        keeper = self.keeper(CustomerLogin("a@example.com", "p"))
        self.assertEqual(keeper.token(), "t1")
        self.now = 3539
        self.assertEqual(keeper.token(), "t1")
        self.now = 3541
        self.assertEqual(keeper.token(), "t2")
        self.assertEqual(self.posts, [("/auth/token", None), ("/auth/refresh", "t1")])

    def test_a_renewal_that_fails_is_another_login(self):
        self.answers = ["t1", Unauthorized("no", status=401), "t2"]
        keeper = self.keeper(CustomerLogin("a@example.com", "p"))
        keeper.token()
        self.now = 3550
        self.assertEqual(keeper.token(), "t2")
        self.assertEqual([path for path, _ in self.posts], ["/auth/token", "/auth/refresh", "/auth/token"])

    def test_after_the_end_there_is_nothing_to_renew(self):
        self.answers = ["t1", "t2"]
        keeper = self.keeper(CustomerLogin("a@example.com", "p"))
        keeper.token()
        self.now = 3600
        self.assertEqual(keeper.token(), "t2")
        self.assertEqual([path for path, _ in self.posts], ["/auth/token", "/auth/token"])

    def test_an_outage_does_not_spoil_a_valid_token(self):
        self.answers = ["t1", lost(), "t2"]
        keeper = self.keeper(ServiceLogin("id", "secret"))
        keeper.token()
        self.now = 3550
        self.assertEqual(keeper.token(), "t1")
        self.assertEqual(keeper.token(), "t2")

    def test_a_newer_token_survives_the_refusal_of_an_older_one(self):
        self.answers = ["t1", "t2"]
        keeper = self.keeper(ServiceLogin("id", "secret"))
        first = keeper.token()
        keeper.reject(first)
        self.assertEqual(keeper.token(), "t2")
        keeper.reject(first)
        self.assertEqual(keeper.token(), "t2")


if __name__ == "__main__":
    unittest.main()
