// Tests that need a clock, a foreign origin or a caller that gives up. The suite of all libraries tests the rest on a real shop.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { Client, customerLogin, Decimal, serviceLogin, StoragePlace, tokenLogin, TradelogError } from '@tradelog/client'
import { FilePlace } from '@tradelog/client/node'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

async function serve(t: TestContext, handle: Handle): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function json(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

test('a token is renewed before it ends, by refresh, and by a login if that fails', async (t) => {
  let now = 0
  let refuse = false
  const logins: string[] = []
  const sent: (string | undefined)[] = []
  const url = await serve(t, (request, response) => {
    const path = request.url ?? ''
    if (!path.includes('/auth/')) {
      sent.push(request.headers.authorization)
      return json(response, {})
    }
    logins.push(path.replace('/api/rest/v2', ''))
    if (refuse && path.endsWith('/refresh')) return json(response, { error: 'authentication_error', message: 'No' }, 401)
    json(response, { token: `t${logins.length}`, expires_in: 100 })
  })
  const shop = new Client(url, { login: customerLogin('a@example.com', 'secret'), now: () => now })
  await Promise.all([shop.request('GET', '/a'), shop.request('GET', '/b')])
  assert.deepEqual(logins, ['/auth/token'])
  now = 89_000 // a tenth of the lifetime is left from 90 s on
  await shop.request('GET', '/a')
  now = 91_000
  await shop.request('GET', '/a')
  refuse = true
  now = 91_000 + 95_000
  await shop.request('GET', '/a')
  now += 200_000 // the token has ended: refresh is not tried
  await shop.request('GET', '/a')
  assert.deepEqual(logins, ['/auth/token', '/auth/refresh', '/auth/refresh', '/auth/token', '/auth/token'])
  assert.deepEqual(sent, ['Bearer t1', 'Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t4', 'Bearer t5'])
})

test('a token that still works is used while the shop gives no other', async (t) => {
  let now = 0
  let down = false
  const url = await serve(t, (request, response) => {
    if (!request.url?.includes('/auth/')) return json(response, { by: request.headers.authorization })
    if (down) return json(response, {}, 503)
    json(response, { token: 'first', expires_in: 100 })
  })
  const shop = new Client(url, { login: serviceLogin('id', 'secret'), now: () => now, attempts: 1 })
  await shop.request('GET', '/a')
  down = true
  now = 95_000
  assert.deepEqual((await shop.request('GET', '/b')).value, { by: 'Bearer first' })
  now = 101_000
  await assert.rejects(shop.request('GET', '/c'), { kind: 'unavailable' })
})

test('a link to another origin is refused', async (t) => {
  const url = await serve(t, (_, response) => json(response, [{ id: 1 }], 200, { link: '<http://127.0.0.1:1/api/rest/v2/a?page=2>; rel="next"' }))
  const ids: number[] = []
  await assert.rejects(async () => {
    for await (const row of new Client(url).rows<{ id: number }>('/a')) ids.push(row.id)
  }, /leads elsewhere/)
  assert.deepEqual(ids, [1])
})

test('Retry-After is respected, in seconds and as a date, up to a minute', async (t) => {
  const now = Date.parse('2026-03-01T09:30:00Z')
  const answers: [string, number | undefined][] = [['120', 120], ['Sun, 01 Mar 2026 09:32:00 GMT', 120], ['61', 61]]
  for (const [text, seconds] of answers) {
    let requests = 0
    const url = await serve(t, (_, response) => {
      requests++
      json(response, {}, 429, { 'retry-after': text })
    })
    await assert.rejects(new Client(url, { now: () => now }).request('GET', '/a'), { kind: 'rate_limited', retryAfter: seconds })
    assert.equal(requests, 1)
  }
})

test('a call is cancelled while it waits for an answer, for the next attempt, and for a login', async (t) => {
  const reason = new Error('enough')
  const cancel = new AbortController()
  const waiting = await serve(t, () => cancel.abort(reason))
  await assert.rejects(new Client(waiting).request('GET', '/a', { signal: cancel.signal }), reason)
  await assert.rejects(new Client(waiting).request('GET', '/a', { signal: cancel.signal }), reason)

  const between = new AbortController()
  const later = await serve(t, (_, response) => {
    response.on('finish', () => setImmediate(() => between.abort(reason)))
    json(response, {}, 503, { 'retry-after': '50' })
  })
  await assert.rejects(new Client(later).request('GET', '/a', { signal: between.signal }), reason)

  const login = new AbortController()
  const silent = await serve(t, () => login.abort(reason))
  const shop = new Client(silent, { login: serviceLogin('id', 'secret') })
  await assert.rejects(shop.request('GET', '/a', { signal: login.signal }), reason)
})

test('an answer that does not come in time is a failure of the network', async (t) => {
  const url = await serve(t, () => {})
  await assert.rejects(new Client(url, { timeout: 20, attempts: 1 }).request('GET', '/a'), { kind: 'network', retryable: true })
})

test('the position stays before a page whose handler fails', async (t) => {
  const asked: (string | null)[] = []
  const url = await serve(t, (request, response) => {
    const after = new URL(request.url ?? '', 'http://shop').searchParams.get('after')
    asked.push(after)
    const change = { position: 7, resource: 'orders', id: 1, what: 'created', fields: [], time: '' }
    json(response, after === 'a.7' ? { changes: [], next: 9, cursor: 'a.9' } : { changes: [change], next: 7, cursor: 'a.7' })
  })
  const folder = await mkdtemp(join(tmpdir(), 'tradelog-'))
  const place = new FilePlace(join(folder, 'position'))
  const shop = new Client(url)
  await assert.rejects(
    shop.follow({ place }, () => {
      throw new Error('full')
    }),
    /full/,
  )
  assert.deepEqual(await readdir(folder), [])
  let told = 0
  await shop.follow({ place, until: 8 }, async () => void told++)
  assert.equal(told, 1)
  assert.deepEqual(asked, ['0', '0', 'a.7'])
  assert.equal(await readFile(join(folder, 'position'), 'utf8'), 'a.9')
  assert.deepEqual(await readdir(folder), ['position'])
})

test('a follower is ended by its signal, and begins where it is told', async (t) => {
  const reason = new Error('enough')
  const cancel = new AbortController()
  let after: string | null = null
  const url = await serve(t, (request) => {
    after = new URL(request.url ?? '', 'http://shop').searchParams.get('after')
    cancel.abort(reason)
  })
  const stored = new Map<string, string>()
  const place = new StoragePlace({ getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) }, 'cursor')
  await assert.rejects(new Client(url).follow({ place, from: 'latest', signal: cancel.signal }, () => {}), reason)
  assert.equal(after, 'latest')
  await place.store('a.1')
  assert.equal(await place.load(), 'a.1')
})

test('remembered answers are bounded, and callers may change what they get', async (t) => {
  const sent: (string | undefined)[] = []
  const url = await serve(t, (request, response) => {
    sent.push(request.headers['if-none-match'])
    if (request.headers['if-none-match']) return response.writeHead(304).end()
    json(response, { list: [1] }, 200, { etag: '"e"' })
  })
  const shop = new Client(url, { etags: 1 })
  const first = await shop.request<{ list: number[] }>('GET', '/a')
  first.value.list.push(2)
  assert.deepEqual((await shop.request('GET', '/a')).value, { list: [1] })
  await shop.request('GET', '/b')
  await shop.request('GET', '/a')
  assert.deepEqual(sent, [undefined, '"e"', undefined, undefined])
})

test('variables of paths are escaped and needed', async (t) => {
  let asked: string | undefined
  const url = await serve(t, (request, response) => {
    asked = request.url
    json(response, {})
  })
  const shop = new Client(url + '/behind/')
  await shop.get('/orders/{id}', { path: { id: 7 }, query: { asOf: '12' } })
  assert.equal(asked, '/behind/api/rest/v2/orders/7?asOf=12')
  await shop.request('GET', '/media/{path}', { path: { path: 'a/b c' } })
  assert.equal(asked, '/behind/api/rest/v2/media/a%2Fb%20c')
  await assert.rejects(shop.request('GET', '/orders/{id}', { path: {} }), TypeError)
})

test('an answer that is no JSON is a failure', async (t) => {
  const url = await serve(t, (_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  const failed = await new Client(url, { attempts: 1 }).request('GET', '/a').catch((error: unknown) => error)
  assert.ok(failed instanceof TradelogError)
  assert.deepEqual([failed.kind, failed.status, failed.retryable, failed.message], ['unavailable', 502, true, 'the shop answered 502'])
})

test('an answer to an earlier request with another body is an error', async (t) => {
  let requests = 0
  const url = await serve(t, (_, response) => {
    requests++
    json(response, { id: 1 }, 201, { 'x-idempotency-replayed': 'true', 'x-idempotency-body-differs': 'true' })
  })
  const shop = new Client(url, { login: tokenLogin('t') })
  await assert.rejects(shop.request('POST', '/orders', { body: {}, key: 'mine' }), { kind: 'key_reused', status: 201, retryable: false })
  assert.equal(requests, 1)
})

test('a refusal names the fields that are wrong', async (t) => {
  const violations = [{ field: 'items[2].qty', code: 'range', message: 'too many', present: { qty: 3 } }]
  const url = await serve(t, (_, response) => json(response, { error: 'bad_request', message: 'no', violations }, 400))
  await assert.rejects(new Client(url).request('GET', '/a'), { kind: 'invalid', violations })
})

test('what was deleted, or has left the stores of the login, is told as gone and stops nothing', async (t) => {
  const change = (id: number) => ({ position: id, resource: 'orders', id, what: 'changed', fields: [], time: '' })
  const status: Record<string, number> = { '/orders/1': 403, '/orders/2': 404, '/orders/3': 200 }
  for (const [read, paths] of [['documents', ['/changes', '/orders/1', '/orders/2', '/orders/3']], ['rows', ['/changes', '/orders']]] as const) {
    const asked: string[] = []
    const url = await serve(t, (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop')
      const path = pathname.replace('/api/rest/v2', '')
      asked.push(path)
      if (path === '/changes') return json(response, { changes: [change(1), change(2), change(3)], next: 3, cursor: 'a.3' })
      if (path !== '/orders') return json(response, { id: 3 }, status[path])
      assert.deepEqual([searchParams.get('ids'), searchParams.get('asOf')], ['1,2,3', '3'])
      json(response, [{ id: 3 }])
    })
    const place = new FilePlace(join(await mkdtemp(join(tmpdir(), 'tradelog-')), 'position'))
    const documents: unknown[] = []
    await new Client(url).follow({ place, until: 3, read }, (_, document) => void documents.push(document))
    assert.deepEqual(documents, [null, null, { id: 3 }])
    assert.equal(await place.load(), 'a.3')
    assert.deepEqual(asked, paths)
  }
})

test('calls have names, headers, dry runs, files and forms', async (t) => {
  const seen: { line: string; headers: IncomingMessage['headers']; body: Buffer }[] = []
  const url = await serve(t, async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const path = (request.url ?? '').replace('/api/rest/v2', '')
    seen.push({ line: `${request.method} ${path}`, headers: request.headers, body: Buffer.concat(parts) })
    if (path.endsWith('/pdf')) return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(Buffer.from('%PDF\xff', 'latin1'))
    if (path.startsWith('/orders?')) return json(response, [{ id: 1 }])
    json(response, { id: 7 })
  })
  const shop = new Client(url, { login: tokenLogin('t') })
  assert.equal((await shop.orders.get(7)).id, 7)
  assert.equal(Buffer.from(await shop.orders.pdf(7)).toString('latin1'), '%PDF\xff')
  assert.equal(Buffer.from(await shop.get('/orders/{id}/pdf', { path: { id: 7 } })).toString('latin1'), '%PDF\xff')
  await shop.orders.refund(7, { adjustmentPositive: new Decimal('9.90') }, { dryRun: true, headers: { 'x-store-code': 'de' } })
  await shop.orders.details('100000001', 'secret')
  const cart = await shop.carts.get(3)
  await shop.carts.get(cart.id ?? '')
  for (let i = 0; i < 2; i++) await shop.media.create({ file: new File(['\x89PNG'], 'a.png'), filename: 'b' }, { key: 'mine:7/8' })
  for await (const row of shop.orders.list({ status: 'pending' })) assert.equal(row.id, 1)
  assert.deepEqual(seen.map(({ line }) => line), [
    'GET /orders/7', 'GET /orders/7/pdf', 'GET /orders/7/pdf', 'POST /orders/7/credit-memos', 'GET /orders/100000001/details', 'GET /carts/3',
    'GET /carts/7', 'POST /media', 'POST /media', 'GET /orders?status=pending&after=&itemsPerPage=100',
  ])
  const [, , , refund, details, , , upload, again] = seen
  assert.deepEqual([refund?.headers['x-dry-run'], refund?.headers['x-store-code']], ['true', 'de'])
  assert.equal(refund?.body.toString(), '{"adjustmentPositive":9.90}')
  assert.equal(details?.headers['x-order-token'], 'secret')
  assert.equal(upload?.headers['content-type'], 'multipart/form-data; boundary=tradelog-mine-7-8')
  assert.match(String(upload?.body), /name="file"; filename="a.png"\r\nContent-Type: application\/octet-stream\r\n\r\n.*PNG\r\n/)
  assert.match(String(upload?.body), /name="filename"\r\n\r\nb\r\n--tradelog-mine-7-8--\r\n/)
  assert.deepEqual(upload?.body, again?.body)
})

test('amounts are exact', async (t) => {
  const url = await serve(t, (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":7,"prices":{"grandTotal":12,"taxAmount":1.1000000000000000001},"note":"1.5"}'),
  )
  const { prices } = await new Client(url).orders.get(7)
  const total: Decimal = prices?.grandTotal ?? new Decimal(0)
  assert.equal(`${total} ${prices?.taxAmount}`, '12 1.1000000000000000001')
  assert.equal(`${new Decimal('0.1').plus('0.2')} ${new Decimal('1.10').minus(2)} ${new Decimal('-1.5').times('0.5')}`, '0.3 -0.90 -0.75')
  assert.equal(`${new Decimal('2.345').rounded(2)} ${new Decimal('-2.345').rounded(2)} ${new Decimal(2).rounded(2)}`, '2.35 -2.35 2.00')
  assert.equal(`${new Decimal('1e3')} ${new Decimal('-25e-3')} ${new Decimal(1e-7)}`, '1000 -0.025 0.0000001')
  assert.deepEqual([total.compare('12.01'), total.equals('12.00'), total.toNumber(), JSON.stringify({ total })], [-1, true, 12, '{"total":"12"}'])
  assert.throws(() => new Decimal('1,5'), RangeError)
})
