"""Receives webhooks and prints messages with a valid signature: webhook.py SECRET"""

import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from tradelog_client import SignatureError, webhooks


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            message = webhooks.verify(sys.argv[1], dict(self.headers.items()), body)
        except SignatureError as error:
            self.send_error(401, str(error))
            return
        # A real receiver stores the message before it answers, and skips known ids.
        change = message["data"]["change"]
        print(change["position"], change["resource"], change["id"], change["what"], flush=True)
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Leaves the error output to errors."""


server = HTTPServer(("127.0.0.1", 0), Receiver)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
