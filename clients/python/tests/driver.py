"""Carries out commands of the tests with the library: reads one JSON object a line, and prints one."""

import os
import sys
from decimal import Decimal

from tradelog_client import (
    Client,
    CustomerLogin,
    ETagMemory,
    FilePlace,
    Retry,
    ServiceLogin,
    TradelogError,
    exact,
    webhooks,
)


class Driver:
    """Holds the client made by `open`."""

    def open(self, command):
        login = {
            "service": lambda: ServiceLogin(os.environ["TRADELOG_CLIENT_ID"], os.environ["TRADELOG_CLIENT_SECRET"]),
            "customer": lambda: CustomerLogin(os.environ["TRADELOG_EMAIL"], os.environ["TRADELOG_PASSWORD"]),
            "guest": lambda: None,
            "token": lambda: command["token"],
        }[command["auth"]]()
        self.client = Client(
            os.environ["TRADELOG_URL"],
            login,
            retry=Retry(attempts=command.get("attempts", 5), longest=0.05),
            etags=ETagMemory(entries=command.get("etags", 100)),
        )
        return {}

    def get(self, command):
        return {"value": self.client.get(command["path"], query=command.get("query"))}

    def write(self, command):
        result = self.client.request(
            command["method"], command["path"], body=command.get("body"), key=command.get("key")
        )
        return {"value": result.data, "position": result.position or "", "replayed": result.replayed}

    def list(self, command):
        ids = []
        for row in self.client.list(command["path"], query=command.get("query")):
            ids.append(row["id"])
            if len(ids) == command.get("limit", 0):
                break
        return {"ids": ids}

    def amount(self, command):
        amount = self.client.get(command["path"])[command["member"]]
        assert isinstance(amount, (Decimal, int)), type(amount)
        return {"text": str(amount)}

    def follow(self, command):
        place = FilePlace(command["file"])
        self.client.follow(
            lambda change: say({"change": change}), place=place, resources=command["resources"], until=command["until"]
        )
        return {"cursor": place.load()}

    def verify(self, command):
        return {
            "value": webhooks.verify(
                command["secret"], command["headers"], command["body"].encode(), now=command.get("now")
            )
        }


def say(answer):
    print(exact.dumps(answer), flush=True)


def main():
    driver = Driver()
    for line in sys.stdin:
        command = exact.loads(line)
        try:
            say(getattr(driver, command["do"])(command))
        except TradelogError as error:
            say(
                {
                    "error": {
                        "kind": error.kind.value,
                        "code": error.code,
                        "status": error.status,
                        "message": error.message,
                        "requestId": error.request_id,
                        "retryable": error.retryable,
                        "violations": [vars(violation) for violation in error.violations],
                    }
                }
            )


if __name__ == "__main__":
    main()
