// Searches products without a login: products.ts WORD
import { Client } from '@tradelog/client'

const [word = ''] = process.argv.slice(2)
const shop = new Client(process.env.TRADELOG_URL ?? '')
for await (const product of shop.products.list({ search: word })) {
  console.log(product.sku, product.name, String(product.price))
}
