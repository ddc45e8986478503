// Carries out commands with the library, for the tests that all client libraries share. clients/README.md lists the behaviours.
import { createInterface } from 'node:readline'
import { Client, customerLogin, serviceLogin, tokenLogin, TradelogError, verifyWebhook } from '@tradelog/client'
import type { Login, Values } from '@tradelog/client'
import { FilePlace } from '@tradelog/client/node'

interface Command {
  do: string
  auth: string
  token: string
  attempts?: number
  etags?: number
  method: string
  path: string
  query?: Values
  body?: unknown
  key?: string
  member: string
  limit: number
  file: string
  resources: string[]
  until: number
  secret: string
  headers: Record<string, string>
  now: number
}

const env = (name: string) => process.env[name] ?? ''
const say = (answer: object) => process.stdout.write(JSON.stringify(answer) + '\n')
let shop = new Client(env('TRADELOG_URL'))

function login(command: Command): Login | undefined {
  switch (command.auth) {
    case 'service':
      return serviceLogin(env('TRADELOG_CLIENT_ID'), env('TRADELOG_CLIENT_SECRET'))
    case 'customer':
      return customerLogin(env('TRADELOG_EMAIL'), env('TRADELOG_PASSWORD'))
    case 'token':
      return tokenLogin(command.token)
  }
  return undefined
}

const commands: Record<string, (command: Command) => Promise<object>> = {
  async open(command) {
    const who = login(command)
    const { attempts = 5, etags = 100 } = command
    shop = new Client(env('TRADELOG_URL'), { attempts, etags, maxBackoff: 50, ...(who ? { login: who } : {}) })
    return {}
  },
  async get({ path, query = {} }) {
    return { value: (await shop.request('GET', path, { query })).value }
  },
  async amount({ path, member }) {
    const { value } = await shop.request<Record<string, unknown>>('GET', path)
    return { text: String(value[member]) }
  },
  async write({ method, path, body, key }) {
    const { value, position, replayed } = await shop.request(method, path, { body, ...(key ? { key } : {}) })
    return { value, position, replayed }
  },
  async list({ path, query = {}, limit }) {
    const ids: number[] = []
    for await (const row of shop.rows<{ id: number }>(path, { query })) {
      ids.push(row.id)
      if (ids.length === limit) break
    }
    return { ids }
  },
  async follow({ file, resources, until }) {
    const place = new FilePlace(file)
    await shop.follow({ resources, place, until }, (change) => void say({ change }))
    return { cursor: await place.load() }
  },
  async verify({ secret, headers, body, now }) {
    return { value: await verifyWebhook(secret, headers, body as string, { now: now * 1000 }) }
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line) as Command
  try {
    const carryOut = commands[command.do]
    if (!carryOut) throw new Error(`there is no command ${command.do}`)
    say(await carryOut(command))
  } catch (error) {
    const told = error instanceof TradelogError ? error : { kind: 'other' }
    say({ error: { ...told, message: String((error as Error).message) } })
  }
}
