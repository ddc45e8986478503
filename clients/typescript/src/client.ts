import { failureOf, reused, TradelogError, unreachable } from './errors.ts'
import { parse, stringify } from './exact.ts'
import { follow, type Following, type Handler } from './follow.ts'
import { type Login, Session } from './login.ts'
import { Memory } from './memory.ts'
import { Resources } from './resources.ts'
import type { Answer, CallOptions, Operation, PathWith, ReadOf, Row, WriteOf } from './types.ts'

/** Options of a Client. */
export interface ClientOptions {
  /** The credentials; a guest without them. */
  login?: Login
  /** Sends requests; the global fetch by default. */
  fetch?: typeof globalThis.fetch
  /** The code of a store view; the shop's default without it. */
  store?: string
  /** The code of a currency; the store's default without it. */
  currency?: string
  /** Bounds the number of times that a request is sent; 5 by default. */
  attempts?: number
  /** Bounds each attempt, in milliseconds; a minute by default. */
  timeout?: number
  /** Bounds the wait between attempts, in milliseconds, unless the shop asks for more; 10,000 by default. */
  maxBackoff?: number
  /** The number of remembered answers; 100 by default. */
  etags?: number
  /** Tells whether reads have `Prefer: handling=strict`, which makes the shop refuse misspelt filters; by default outside browsers. */
  strict?: boolean
  /** Tells the time in milliseconds; Date.now by default. */
  now?: () => number
}

/** Values of a query or of the variables of a path. */
export type Values = Record<string, string | number | boolean | null | undefined>

/** A request of Client.request. */
export interface Request extends CallOptions {
  /** Variables of the path, such as `{ id: 7 }` for `/products/{id}`. */
  path?: object | undefined
  query?: object | undefined
  body?: unknown
  /** A body of the type multipart/form-data. A File or a Blob is a file, other values are text. */
  form?: object
  key?: string
  ifMatch?: string
  /** Makes the shop decide a write and store nothing. */
  dryRun?: boolean
}

/** An answer of Client.request. */
export interface Reply<T> {
  status: number
  headers: Headers
  value: T
  /** The position of a write in the event log. Later reads of the client are at least that recent. */
  position: string
  /** Tells whether this is the stored answer of an earlier request with the same key. */
  replayed: boolean
}

/** One request with all its attempts. */
interface Call {
  method: string
  url: string
  body: string | Blob | undefined
  mediaType: string
  headers: Record<string, string>
  plain: boolean // has no headers of the caller, on which the answer may depend
  key: string
  ifMatch: string
  attempts: number
  login: boolean // uses the client's login
  token: string
  fresh: boolean // uses neither remembered answers nor X-Min-Position
  timeout: number
  signal: AbortSignal | undefined
  position: string
  spent: string
  uncertain: boolean // an earlier attempt may have taken effect
}

const api = '/api/rest/v2'
const keyInUse = 'A request with this idempotency key is already being processed'
const otherLog = 'X-Min-Position belongs to another'

/** The longest accepted Retry-After, in seconds. With a longer one the request fails at once. */
const maxRetryAfter = 60

/** A client of a shop. */
export class Client extends Resources {
  readonly #base: string
  readonly #fetch: typeof globalThis.fetch
  readonly #options: ClientOptions
  readonly #attempts: number
  readonly #session: Session | undefined
  readonly #memory: Memory
  readonly #now: () => number
  #position = ''

  /** Makes a client of the shop at an address, such as https://shop.example. It sends no request yet. */
  constructor(address: string, options: ClientOptions = {}) {
    super()
    const at = new URL(address)
    if (at.protocol !== 'https:' && at.protocol !== 'http:') throw new TypeError('the address of a shop is like https://shop.example')
    this.#base = at.origin + at.pathname.replace(/\/+$/, '') + api
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
    this.#options = options
    this.#attempts = options.attempts ?? 5
    this.#memory = new Memory(options.etags ?? 100)
    this.#now = options.now ?? Date.now
    if (options.login) this.#session = new Session(options.login, (by) => this.#ask(by), this.#now)
  }

  /** The position of the last write in the event log, or ''. */
  get position(): string {
    return this.#position
  }

  /** Makes later reads at least as recent as a position. */
  reach(position: string): void {
    this.#position = later(this.#position, position)
  }

  /** Reads a resource. */
  async get<P extends PathWith<'get'>>(
    path: P, ...[options]: Optional<ReadOf<Operation<P, 'get'>>>
  ): Promise<Answer<Operation<P, 'get'>>> {
    return (await this.request<Answer<Operation<P, 'get'>>>('GET', path, options)).value
  }

  /** Creates a resource or carries out an action. */
  async post<P extends PathWith<'post'>>(
    path: P, ...[options]: Optional<WriteOf<Operation<P, 'post'>>>
  ): Promise<Answer<Operation<P, 'post'>>> {
    return (await this.request<Answer<Operation<P, 'post'>>>('POST', path, options)).value
  }

  /** Changes a resource. */
  async put<P extends PathWith<'put'>>(
    path: P, ...[options]: Optional<WriteOf<Operation<P, 'put'>>>
  ): Promise<Answer<Operation<P, 'put'>>> {
    return (await this.request<Answer<Operation<P, 'put'>>>('PUT', path, options)).value
  }

  /** Deletes a resource. */
  async delete<P extends PathWith<'delete'>>(
    path: P, ...[options]: Optional<WriteOf<Operation<P, 'delete'>>>
  ): Promise<Answer<Operation<P, 'delete'>>> {
    return (await this.request<Answer<Operation<P, 'delete'>>>('DELETE', path, options)).value
  }

  /**
   * Iterates over a list that has pages. It requests 100 rows at a time, when the first of them is needed. Rows added or deleted meanwhile
   * do not shift others, unless the query has a page, or a search without sortBy. Use get for lists without pages.
   */
  list<P extends PathWith<'get'>>(
    path: P, ...[options]: Optional<ReadOf<Operation<P, 'get'>>>
  ): AsyncGenerator<Row<Operation<P, 'get'>>, void, undefined> {
    return this.rows<Row<Operation<P, 'get'>>>(path, options)
  }

  /** Iterates over a list as list does, with a path that is not in the types. */
  async *rows<T>(path: string, options: Request = {}): AsyncGenerator<T, void, undefined> {
    const query: Values = { ...(options.query as Values) }
    const counted = 'page' in query || 'after' in query || ('search' in query && !('sortBy' in query))
    if (!counted) query['after'] = ''
    if (!('itemsPerPage' in query) && !('pageSize' in query)) query['itemsPerPage'] = 100
    let next: string | undefined = this.#url(path, options.path as Values, query)
    while (next !== undefined) {
      const answer: Reply<T[]> = await this.#send<T[]>(this.#call('GET', next, options))
      yield* answer.value
      next = this.#following(answer.headers)
    }
  }

  /**
   * Calls handle for each change after the stored position, in the order of the log, and stores the position after each page. See
   * Following.
   */
  follow(following: Following, handle: Handler): Promise<void> {
    return follow(
      {
        page: (query, wait, signal) => {
          const call = this.#call('GET', this.#url('/changes', {}, query), signal ? { signal } : {})
          return this.#send({ ...call, attempts: 1, fresh: true, timeout: wait * 1000 + 30_000 })
        },
        read: async (path, query, signal) => (await this.request('GET', path, { query, ...(signal ? { signal } : {}) })).value,
        pause: (failures, error, signal) => sleep(this.#wait(failures, error), signal),
      },
      following, handle,
    )
  }

  /** Sends a request and repeats it if necessary. It fails with a TradelogError, or with the reason of the signal. */
  async request<T = unknown>(method: string, path: string, options: Request = {}): Promise<Reply<T>> {
    return this.#send<T>(this.#call(method, this.#url(path, options.path as Values, options.query as Values), options))
  }

  #url(path: string, variables: Values | undefined, query: Values | undefined): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = variables?.[name]
      if (value === undefined || value === null || value === '') throw new TypeError(`${path} needs ${name}`)
      return encodeURIComponent(String(value))
    })
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined && value !== null) search.set(name, String(value))
    }
    const text = search.toString()
    return this.#base + filled + (text === '' ? '' : (filled.includes('?') ? '&' : '?') + text)
  }

  #call(method: string, url: string, options: Request): Call {
    const takesKey = (method === 'POST' || method === 'PUT' || method === 'PATCH') && this.#session !== undefined // no keys of guests are stored
    const key = takesKey ? (options.key ?? randomKey()) : ''
    let body: string | Blob | undefined = options.body === undefined ? undefined : stringify(options.body)
    let mediaType = 'application/json'
    if (options.form) ({ body, mediaType } = encoded(options.form as Record<string, unknown>, key || randomKey()))
    const headers = { ...options.headers, ...(options.dryRun ? { 'x-dry-run': 'true' } : {}) }
    return {
      method, url, body, mediaType, headers, plain: Object.keys(headers).length === 0, key, ifMatch: options.ifMatch ?? '', attempts: this.#attempts, login: true, token: '',
      fresh: false, timeout: this.#options.timeout ?? 60_000, signal: options.signal, position: '', spent: '', uncertain: false,
    }
  }

  /** Requests a token. The requests have no key, and a login may be repeated without one. */
  async #ask(by: { body: Record<string, string> } | { token: string }): Promise<unknown> {
    const refresh = 'token' in by
    const call = this.#call('POST', this.#base + (refresh ? '/auth/refresh' : '/auth/token'), refresh ? {} : { body: by.body })
    const answer = await this.#send({ ...call, key: '', login: false, token: refresh ? by.token : '', attempts: refresh ? 1 : this.#attempts })
    return answer.value
  }

  /** Sends a request until it succeeds, fails for good, or has been sent often enough. */
  async #send<T>(call: Call): Promise<Reply<T>> {
    for (let attempt = 1; ; ) {
      try {
        return await this.#attempt<T>(call)
      } catch (error) {
        call.signal?.throwIfAborted()
        if (!(error instanceof TradelogError)) throw error
        if (call.method === 'DELETE' && error.status === 404 && call.uncertain) {
          // An earlier attempt succeeded.
          return { status: 204, headers: new Headers(), value: undefined as T, position: '', replayed: false }
        }
        if (this.#renewable(call, error)) {
          call.spent = call.token
          continue
        }
        if (call.method === 'GET' && error.status === 409 && call.position && error.message.startsWith(otherLog)) {
          if (this.#position === call.position) this.#position = ''
          continue
        }
        if (attempt >= call.attempts || !again(call, error) || error.retryAfter > maxRetryAfter) throw error
        call.uncertain ||= error.kind !== 'rate_limited'
        await sleep(this.#wait(attempt, error), call.signal)
        attempt++
      }
    }
  }

  /** Tells whether the token has ended and a new one may help. A request renews its token once. */
  #renewable(call: Call, error: TradelogError): boolean {
    return (
      call.login && this.#session !== undefined && this.#session.login.token === undefined && call.spent === '' &&
      error.status === 401 && error.code === 'authentication_error'
    )
  }

  /** The wait after an attempt, in milliseconds: a random time up to a bound that doubles with each attempt. */
  #wait(attempt: number, error: TradelogError): number {
    const longest = Math.min(200 * 2 ** attempt, this.#options.maxBackoff ?? 10_000)
    return Math.max(Math.random() * longest, error.retryAfter * 1000)
  }

  async #attempt<T>(call: Call): Promise<Reply<T>> {
    call.signal?.throwIfAborted()
    if (call.login && this.#session) call.token = await unlessAborted(this.#session.current(call.spent), call.signal)
    const { headers, known } = this.#headers(call)
    const timeout = AbortSignal.timeout(call.timeout)
    let answer: Response
    let body: Uint8Array
    try {
      answer = await this.#fetch(call.url, {
        method: call.method, headers, cache: 'no-store', // a browser's cache does not know of writes
        signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout, ...(call.body === undefined ? {} : { body: call.body }),
      })
      body = new Uint8Array(await answer.arrayBuffer())
    } catch (error) {
      throw unreachable(error)
    }
    if (answer.status === 304 && known) {
      return { status: 200, headers: known.headers, value: read(known.body, known.headers), position: '', replayed: false }
    }
    if (!answer.ok) throw failureOf(answer.status, answer.headers, new TextDecoder().decode(body), this.#now())
    const value = read<T>(body, answer.headers)
    const position = answer.headers.get('x-event-position') ?? ''
    if (position) this.reach(position)
    const other = reused(answer.status, answer.headers)
    if (other) throw other
    if (call.method === 'GET' && !call.fresh && call.plain) this.#memory.put(call.url, answer.headers, body)
    return { status: answer.status, headers: answer.headers, value, position, replayed: answer.headers.get('x-idempotency-replayed') === 'true' }
  }

  #headers(call: Call) {
    const headers = new Headers({ accept: 'application/json' })
    const set = (name: string, value: string | undefined) => value && headers.set(name, value)
    const withOwn = () => {
      for (const [name, value] of Object.entries(call.headers)) headers.set(name, value)
      return headers
    }
    set('x-store-code', this.#options.store)
    set('x-currency-code', this.#options.currency)
    set('x-idempotency-key', call.key)
    set('if-match', call.ifMatch)
    if (call.token) headers.set('authorization', 'Bearer ' + call.token)
    if (call.method !== 'GET') {
      if (call.method !== 'DELETE' || call.body !== undefined) headers.set('content-type', call.mediaType)
      return { headers: withOwn(), known: undefined }
    }
    if (this.#options.strict ?? !inBrowser) headers.set('prefer', 'handling=strict')
    if (call.fresh) return { headers: withOwn(), known: undefined }
    call.position = this.#position
    set('x-min-position', call.position)
    if (!call.plain) return { headers: withOwn(), known: undefined }
    const known = this.#memory.get(call.url)
    set('if-none-match', known?.etag)
    return { headers, known }
  }

  /** The URL of the next page. Links to other origins, which must not get the token, are refused. */
  #following(headers: Headers): string | undefined {
    for (const link of (headers.get('link') ?? '').split(/,\s*(?=<)/)) {
      const [, target, about] = /^<([^>]*)>(.*)$/.exec(link.trim()) ?? []
      if (target === undefined || !/;\s*rel="next"/.test(about ?? '')) continue
      const base = new URL(this.#base)
      const to = new URL(target, base)
      const at = to.pathname.indexOf(api)
      if (to.origin !== base.origin || at < 0) {
        throw new TradelogError(`the link to the next page leads elsewhere: ${target}`, { kind: 'network', status: 200 })
      }
      return this.#base + to.pathname.slice(at + api.length) + to.search
    }
    return undefined
  }
}

/** Options are optional if all their members are. */
type Optional<T> = Partial<T> extends T ? [options?: T] : [options: T]

const inBrowser = 'document' in globalThis || 'importScripts' in globalThis

/** Tells whether a request may be repeated after a failure. */
function again(call: Call, error: TradelogError): boolean {
  if (error.kind === 'rate_limited') return true // the request had no effect
  if (error.status === 409) return call.key !== '' && error.message === keyInUse
  if (!error.retryable || (error.kind === 'internal' && error.status !== 500)) return false
  return call.method === 'GET' || call.method === 'DELETE' || call.key !== '' || !call.login
}

/** Decodes JSON. A body of another type stays bytes. */
function read<T>(body: Uint8Array, headers: Headers): T {
  if (body.length === 0) return undefined as T
  const mediaType = (headers.get('content-type') ?? 'application/json').split(';')[0]?.trim() ?? ''
  if (mediaType !== 'application/json' && !mediaType.endsWith('+json')) return body.slice() as T
  try {
    return parse(new TextDecoder().decode(body)) as T
  } catch (cause) {
    throw new TradelogError('the answer cannot be read', { kind: 'network', cause })
  }
}

/** The bytes of a form. The boundary follows from the key, so that a repeated request has the same body. */
function encoded(form: Record<string, unknown>, key: string): { body: Blob; mediaType: string } {
  const boundary = 'tradelog-' + key.slice(0, 60).replace(/[^0-9A-Za-z]/g, '-') // other characters need quotes, or are not allowed
  const escaped = (name: string) => name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22')
  const parts: BlobPart[] = []
  for (const [name, value] of Object.entries(form)) {
    if (value === undefined || value === null) continue
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`
    if (value instanceof Blob) {
      const file = 'name' in value ? String(value.name) : name
      parts.push(`${head}; filename="${escaped(file)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`, value, '\r\n')
    } else {
      parts.push(`${head}\r\n\r\n${String(value)}\r\n`)
    }
  }
  return { body: new Blob([...parts, `--${boundary}--\r\n`]), mediaType: `multipart/form-data; boundary=${boundary}` }
}

/** The later of two positions. A position of another log is newer. */
function later(had: string, got: string): string {
  const [hadLog, hadNumber = ''] = had.split('.')
  const [log, number] = got.split('.')
  if (number === undefined) return had
  const earlier = number.length < hadNumber.length || (number.length === hadNumber.length && number < hadNumber)
  return log === hadLog && earlier ? had : got
}

/** A random idempotency key. randomUUID would need a page loaded over TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('')
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  return unlessAborted(slept, signal).finally(() => clearTimeout(timer))
}

/** Waits for a promise until the signal ends the wait. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
