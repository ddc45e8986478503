"""Signatures of webhooks."""

import base64
import hashlib
import hmac
import unittest

from tradelog_client import Kind, SignatureError, webhooks

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
OTHER = "whsec_" + base64.b64encode(b"another-secret-of-thirty-two-byt").decode()
BODY = b'{"id":"e.1.0","position":"813","data":{"change":{"position":813,"resource":"inventory","qtyAfter":4.50}}}'
NOW = 1_770_000_000


def signature(secret, identifier="e.1.0", sent=NOW, body=BODY):
    key = base64.b64decode(secret[len("whsec_") :])
    mac = hmac.new(key, f"{identifier}.{sent}.".encode() + body, hashlib.sha256).digest()
    return "v1," + base64.b64encode(mac).decode()


def headers(signatures, sent=str(NOW)):
    return {"Webhook-Id": "e.1.0", "Webhook-Timestamp": sent, "Webhook-Signature": signatures}


class Signatures(unittest.TestCase):
    def test_a_right_one(self):
        message = webhooks.verify(SECRET, headers(signature(SECRET)), BODY, now=NOW + 300)
        self.assertEqual(message["id"], "e.1.0")
        self.assertEqual(str(message["data"]["change"]["qtyAfter"]), "4.50")

    def test_the_example_of_the_standard(self):
        body = b'{"test": 2432232314}'
        sent = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        message = webhooks.verify("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", sent, body, now=1614265330)
        self.assertEqual(message["test"], 2432232314)

    def test_a_rotation(self):
        both = signature(OTHER) + " v2,x " + signature(SECRET)
        webhooks.verify(SECRET, headers(both), BODY, now=NOW)
        webhooks.verify([OTHER, SECRET], headers(signature(SECRET)), BODY, now=NOW)

    def test_wrong_ones(self):
        right = signature(SECRET)
        for sent, body, now in (
            (headers(signature(OTHER)), BODY, NOW),
            (headers(right), BODY + b" ", NOW),
            (headers(right), BODY, NOW + 301),
            (headers(right), BODY, NOW - 301),
            (headers(right, str(NOW + 1)), BODY, NOW),
            (headers(right, "soon"), BODY, NOW),
            (headers(right.replace("v1,", "v2,")), BODY, NOW),
            (headers(""), BODY, NOW),
            ({}, BODY, NOW),
        ):
            with self.assertRaises(SignatureError) as raised:
                webhooks.verify(SECRET, sent, body, now=now)
            self.assertEqual((raised.exception.kind, raised.exception.retryable), (Kind.SIGNATURE, False))

    def test_what_is_signed_and_no_message(self):
        for body in (b"[]", b"{"):
            with self.assertRaises(SignatureError):
                webhooks.verify(SECRET, headers(signature(SECRET, body=body)), body, now=NOW)

    def test_a_secret_that_is_none(self):
        for secret in ("", "whsec_", "whsec_%%"):
            with self.assertRaises(ValueError):
                webhooks.verify(secret, headers(signature(SECRET)), BODY, now=NOW)


if __name__ == "__main__":
    unittest.main()
