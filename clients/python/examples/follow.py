"""Prints changes until a position is stored: follow.py FOLDER RESOURCES POSITION

Killing it is safe at any moment: some changes may be printed twice, but none is missing.
"""

import os
import sys

from tradelog_client import Cancellation, Client, Follower, PositionFile, ServiceLogin
from tradelog_client.types import Change

folder, resources, until = sys.argv[1:]
done = Cancellation()


def handle(change: Change) -> None:
    print(change["position"], change["resource"], change["id"], change["what"], flush=True)


def stored(cursor: str) -> None:
    if int(cursor.rpartition(".")[2]) >= int(until):
        done.cancel()


login = ServiceLogin(os.environ["TRADELOG_CLIENT_ID"], os.environ["TRADELOG_CLIENT_SECRET"])
with Client(os.environ["TRADELOG_URL"], login) as shop:
    positions = PositionFile(os.path.join(folder, "position"))
    Follower(shop, positions, resources.split(","), cancellation=done).run(handle, stored)
