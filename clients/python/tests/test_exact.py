"""Numbers that stay exact, both ways."""

import unittest
from decimal import Decimal

from tradelog_client import exact


class Exact(unittest.TestCase):
    def test_no_digit_is_lost(self):
        for text in ("0.1", "999999999999.9999", "-12.50", "123456789012345678901234567890.123456789", "12345678901234567890"):
            self.assertEqual(exact.dumps(exact.loads(text)), text)
        self.assertEqual(exact.loads("[10,1.5]"), [10, Decimal("1.5")])
        self.assertIsInstance(exact.loads("1.0"), Decimal)

    def test_exponents_are_written_out(self):
        self.assertEqual(exact.dumps(Decimal("1E+3")), "1000")
        self.assertEqual(exact.loads("1e-2"), Decimal("0.01"))

    def test_documents(self):
        self.assertEqual(exact.dumps({"a": [None, True, "é\n", ("b", 1)]}), '{"a":[null,true,"\\u00e9\\n",["b",1]]}')

    def test_a_binary_float_is_refused(self):
        for value in (0.1, {"price": [1.5]}):
            with self.assertRaises(TypeError):
                exact.dumps(value)

    def test_what_json_has_not(self):
        for value in (Decimal("NaN"), Decimal("Infinity")):
            with self.assertRaises(ValueError):
                exact.dumps(value)
        for value in ({1: 2}, object(), {"a": b"bytes"}):
            with self.assertRaises(TypeError):
                exact.dumps(value)


if __name__ == "__main__":
    unittest.main()
