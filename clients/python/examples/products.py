"""Searches products without a login: products.py WORD"""

import os
import sys

from tradelog_client import Client

with Client(os.environ["TRADELOG_URL"]) as shop:
    for product in shop.products.list(query={"search": sys.argv[1]}):
        print(product["sku"], product["name"], product["price"])
