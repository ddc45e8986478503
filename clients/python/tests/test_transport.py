"""The transport over real connections."""

import gzip
import socket
import threading
import unittest

from tradelog_client import Cancellation, Cancelled, HTTPTransport, NetworkError, Request


class Server:
    """Answers requests with the given bytes in turn. None closes the connection; an empty answer lets the client wait."""

    def __init__(self, *answers):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = "http://127.0.0.1:%d/x?y=1" % self.socket.getsockname()[1]
        self.answers = list(answers)
        self.connections = 0
        self.requests = []
        self.waiting = threading.Event()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while self.answers:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            self.connections += 1
            with connection:
                self.talk(connection)

    def talk(self, connection):
        while self.answers:
            received = b""
            while b"\r\n\r\n" not in received:
                part = connection.recv(65536)
                if not part:
                    return
                received += part
            self.requests.append(received)
            answer = self.answers.pop(0)
            if answer is None:
                return
            if not answer:
                self.waiting.set()
                connection.recv(1)
                return
            connection.sendall(answer)
            if b"Connection: close" in answer:
                return

    def close(self):
        self.socket.close()


def answer(body=b"{}", *headers):
    lines = [b"HTTP/1.1 200 OK", b"Content-Length: %d" % len(body), *headers]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


class Transport(unittest.TestCase):
    def serve(self, *answers):
        server = Server(*answers)
        self.addCleanup(server.close)
        self.transport = HTTPTransport()
        self.addCleanup(self.transport.close)
        return server

    def test_connections_stay_open(self):
        server = self.serve(answer(), answer(b"[1]"))
        self.transport.send(Request("GET", server.url, {}))
        self.assertEqual(self.transport.send(Request("GET", server.url, {})).body, b"[1]")
        self.assertEqual(server.connections, 1)
        self.assertTrue(server.requests[0].startswith(b"GET /x?y=1 HTTP/1.1\r\n"))

    def test_compressed_answers(self):
        server = self.serve(answer(gzip.compress(b"[2]"), b"Content-Encoding: gzip", b"ETag: \"a\""))
        received = self.transport.send(Request("GET", server.url, {}))
        self.assertEqual((received.body, received.headers["etag"]), (b"[2]", '"a"'))

    def test_a_connection_that_is_cut(self):
        for step in (None, answer(b"0123456789")[:-5] + b""):
            closing = step if step is None else step.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1)
            server = self.serve(closing)
            with self.assertRaises(NetworkError) as raised:
                self.transport.send(Request("GET", server.url, {}))
            self.assertTrue(raised.exception.retryable)

    def test_nobody_listens(self):
        server = self.serve()
        server.close()
        with self.assertRaises(NetworkError):
            self.transport.send(Request("GET", server.url, {}))

    def test_no_answer_in_time(self):
        server = self.serve(b"")
        with self.assertRaises(NetworkError):
            self.transport.send(Request("GET", server.url, {}, timeout=0.05))

    def test_a_call_that_waits_is_cancelled(self):
        server = self.serve(b"")
        cancellation = Cancellation()

        def cancel():
            server.waiting.wait()
            cancellation.cancel()

        thread = threading.Thread(target=cancel)
        thread.start()
        with self.assertRaises(Cancelled):
            self.transport.send(Request("GET", server.url, {}, cancellation=cancellation))
        thread.join()

    def test_what_must_not_be_lost_goes_over_a_new_connection(self):
        server = self.serve(answer(b"{}", b"Connection: close"), answer())
        self.transport.send(Request("GET", server.url, {}))
        self.transport.send(Request("POST", server.url, {}, b"{}", fresh=True))
        self.assertEqual(server.connections, 2)


if __name__ == "__main__":
    unittest.main()
