// Lists the orders of a customer.
import { Client, customerLogin } from '@tradelog/client'

const { TRADELOG_URL = '', TRADELOG_EMAIL = '', TRADELOG_PASSWORD = '' } = process.env
const shop = new Client(TRADELOG_URL, { login: customerLogin(TRADELOG_EMAIL, TRADELOG_PASSWORD) })
for await (const order of shop.me.orders()) {
  console.log(order.incrementId, order.status, String(order.prices?.grandTotal))
}
