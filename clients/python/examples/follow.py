"""Prints changes until a position is stored: follow.py FOLDER RESOURCES POSITION

Killing it is safe at any moment: some changes may be printed twice, but none is missing.
"""

import os
import sys

from tradelog_client import Client, FilePlace, ServiceLogin
from tradelog_client.types import Change

folder, resources, until = sys.argv[1:]


def handle(change: Change) -> None:
    print(change["position"], change["resource"], change["id"], change["what"], flush=True)


login = ServiceLogin(os.environ["TRADELOG_CLIENT_ID"], os.environ["TRADELOG_CLIENT_SECRET"])
with Client(os.environ["TRADELOG_URL"], login) as shop:
    place = FilePlace(os.path.join(folder, "position"))
    shop.follow(handle, place=place, resources=resources.split(","), until=int(until))
