"""Searches products without a login: products.py WORD"""

import os
import sys

from tradelog_client import Client
from tradelog_client.types import ProductRow

with Client(os.environ["TRADELOG_URL"]) as shop:
    for product in shop.list("/products", ProductRow, query={"search": sys.argv[1]}):
        print(product["sku"], product["name"], product["price"])
