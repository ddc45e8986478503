// Sets the stock of a product, as a service account: restock.ts SKU QUANTITY
import { Client, serviceLogin, TradelogError } from '@tradelog/client'

const [sku = '', quantity] = process.argv.slice(2)
const { TRADELOG_URL = '', TRADELOG_CLIENT_ID = '', TRADELOG_CLIENT_SECRET = '' } = process.env
const shop = new Client(TRADELOG_URL, { login: serviceLogin(TRADELOG_CLIENT_ID, TRADELOG_CLIENT_SECRET) })
try {
  // If the answer is lost, the library repeats the request with the same idempotency key, so the stock is set once.
  const stock = await shop.inventory.update({ sku, qty: Number(quantity) })
  console.log(`${stock.sku}: ${stock.previousQty} -> ${stock.qty}`)
} catch (error) {
  if (!(error instanceof TradelogError) || error.kind !== 'not_found') throw error
  console.error(`there is no product ${sku}`)
  process.exitCode = 1
}
