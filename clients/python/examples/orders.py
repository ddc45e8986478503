"""Lists the orders of a customer."""

import os

from tradelog_client import Client, CustomerLogin, Kind, TradelogError

login = CustomerLogin(os.environ["TRADELOG_EMAIL"], os.environ["TRADELOG_PASSWORD"])
try:
    with Client(os.environ["TRADELOG_URL"], login) as shop:
        for order in shop.me.orders():
            prices = order["prices"]
            # Amounts are exact: a Decimal, or an int if they are whole.
            print(order["incrementId"], order["status"], prices["grandTotal"] if prices else "-")
except TradelogError as error:
    if error.kind is not Kind.UNAUTHORIZED:
        raise
    raise SystemExit("The e-mail address or the password is wrong.") from error
