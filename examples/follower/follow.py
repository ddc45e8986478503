# Keeps a copy of resources of a shop, a file for each. It may be killed at any moment: a page whose end is not stored is read again.
#     TOKEN=... python3 follow.py http://127.0.0.1:8080/api/rest/v2 products,orders copy
import json, os, sys, time, urllib.error, urllib.parse, urllib.request

api, resources, folder = sys.argv[1:]


def get(path):
    request = urllib.request.Request(api + path, headers={"Authorization": "Bearer " + os.environ["TOKEN"]})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read()


def read(path):
    try:
        return get(path)
    except urllib.error.HTTPError as error:
        if error.code not in (403, 404):
            raise
        return None  # it was deleted, or has left the stores of the token


def store(name, content):
    file = os.path.join(folder, name)
    if content is None:
        return os.path.exists(file) and os.remove(file)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file + ".new", "wb") as new:
        new.write(content)
    os.replace(file + ".new", file)  # whole or not at all


while True:
    try:
        place = os.path.join(folder, "cursor")
        after = open(place).read() if os.path.exists(place) else "0"
        page = json.loads(get(f"/changes?after={after}&resources={resources}&wait=25&limit=1000"))
        for resource, id in {(c["resource"], str(c["id"])) for c in page["changes"]}:
            store(f"{resource}/{urllib.parse.quote(id, '')}", read(f"/{resource}/{urllib.parse.quote(id, '')}"))
        store("cursor", page["cursor"].encode())
        print(page["cursor"], flush=True)
    except Exception as error:
        print(error, file=sys.stderr)
        time.sleep(1)
