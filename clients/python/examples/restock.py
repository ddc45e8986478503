"""Sets the quantity of a product in stock: restock.py SKU QUANTITY"""

import os
import sys

from tradelog_client import Client, ServiceLogin
from tradelog_client.types import CatalogInventoryUpdateBody

login = ServiceLogin(os.environ["TRADELOG_CLIENT_ID"], os.environ["TRADELOG_CLIENT_SECRET"])
with Client(os.environ["TRADELOG_URL"], login) as shop:
    # If the connection is lost, the library repeats the write with the same idempotency key, so the stock is set once.
    update: CatalogInventoryUpdateBody = {"sku": sys.argv[1], "qty": int(sys.argv[2])}
    stock = shop.inventory.update(update)
    print(f"{stock['sku']}: {stock['previousQty']} -> {stock['qty']}")
