// A receiver of webhooks as an integrator writes it, with the official libraries of Standard Webhooks and of CloudEvents. It prints its
// address, reads the secret from its input, and prints each message that both libraries accept as one line of JSON.
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { HTTP } from 'cloudevents'
import { Webhook } from 'standardwebhooks'

let webhook
createInterface({ input: process.stdin }).on('line', (secret) => { webhook = new Webhook(secret) })

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString('utf8')
  let status = 204
  try {
    webhook.verify(body, request.headers)
    const { id, type, source, subject, time, position, data } = HTTP.toEvent({ headers: request.headers, body })
    console.log(JSON.stringify({ id, type, source, subject, time, position, data }))
  } catch (problem) {
    status = problem.name === 'WebhookVerificationError' ? 401 : 400
    console.error(`${status} ${problem.message}`)
  }
  response.writeHead(status).end()
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/hooks`))
