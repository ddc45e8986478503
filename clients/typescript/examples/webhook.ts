// Receives the messages of a subscription, and refuses messages that the shop has not signed: webhook.ts SECRET
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TradelogError, verifyWebhook } from '@tradelog/client'

const [secret = ''] = process.argv.slice(2)
const server = createServer(async (request, response) => {
  try {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { change } = (await verifyWebhook(secret, request.headers, Buffer.concat(parts))).data
    // Store the message before answering: after a status from 200 to 299 the shop does not send it again.
    console.log(change.position, change.resource, change.id, change.what)
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof TradelogError ? 401 : 500).end()
  }
})
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
