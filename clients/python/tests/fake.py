"""A transport with scripted answers, and a client that does not wait."""

import json
from typing import Callable, List, Union

from tradelog_client import Answer, Cancellation, Client, NetworkError, Request, Retry

Step = Union[Answer, Exception, Callable[[Request], Answer]]


class FakeTransport:
    """Answers requests with the steps in turn, and further ones with the last step."""

    def __init__(self, *steps: Step) -> None:
        self.steps: List[Step] = list(steps)
        self.requests: List[Request] = []

    def send(self, request: Request) -> Answer:
        self.requests.append(request)
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        if isinstance(step, Exception):
            raise step
        return step(request) if callable(step) else step

    def close(self) -> None:
        pass


def answer(data=None, status=200, **headers) -> Answer:
    """Returns an answer with JSON. Underscores in the names of headers stand for hyphens."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, {"content-type": "application/json", **sent}, json.dumps(data).encode())


def refusal(status, code="", message="no", **headers) -> Answer:
    """Returns an answer that is a failure."""
    return answer({"error": code, "message": message, "code": status}, status, x_request_id="r-1", **headers)


def lost() -> NetworkError:
    """Returns the error of a connection that was lost."""
    return NetworkError("lost")


class Waits(Cancellation):
    """Records the waits of a call instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: List[float] = []

    def wait(self, seconds: float) -> None:
        self.seconds.append(seconds)


def client(*steps: Step, login="token", **options):
    """Returns a client and its transport. The waits between attempts have the maximum length but take no time."""
    transport = FakeTransport(*steps)
    options.setdefault("retry", Retry(random=lambda: 1.0))
    return Client("https://shop.example", login, transport=transport, **options), transport
