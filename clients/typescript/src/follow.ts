import type { Reply, Values } from './client.ts'
import { TradelogError } from './errors.ts'
import { batched } from './lists.ts'
import type { Change, Schemas } from './types.ts'

/** Stores the position of a follower. */
export interface Place {
  /** Returns the last stored cursor, or '' or undefined if there is none. */
  load(): Promise<string | undefined>
  /** Stores a cursor durably: after it resolves, the cursor must survive a power cut. */
  store(cursor: string): Promise<void>
}

/** A place in the storage of a browser, such as localStorage. */
export class StoragePlace implements Place {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly #key: string

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, key: string) {
    this.#storage = storage
    this.#key = key
  }

  async load(): Promise<string | undefined> {
    return this.#storage.getItem(this.#key) ?? undefined
  }

  async store(cursor: string): Promise<void> {
    this.#storage.setItem(this.#key, cursor)
  }
}

/** Configures Client.follow. */
export interface Following {
  /** Names as in paths, such as orders; by default all that the login may read. */
  resources?: readonly string[]
  /** Stores the position. */
  place: Place
  /** The start while no cursor is stored: '0', the default, is the beginning of the log, 'latest' its end. */
  from?: '0' | 'latest' | (string & {})
  /** Ends following once a position of at least this is stored. */
  until?: number
  /** The time that the shop waits for a change, in seconds; 25 by default, 30 at most. */
  wait?: number
  /**
   * Reads what has changed, and passes it to the handler. 'documents' are read one by one, as they are now. 'rows' are those of the lists,
   * as of the end of the page: up to 100 by one request. Resources whose lists take no ids are read as documents then. By default nothing
   * is read.
   */
  read?: 'documents' | 'rows'
  /** Ends following with its reason. */
  signal?: AbortSignal
}

/**
 * Handles a change. If it fails, following ends with its error, and the position of the page is not stored. With Following.read, document
 * is the changed resource. It is null if the resource was deleted, or has left the stores of the login: delete your copy.
 */
export type Handler = (change: Change, document: unknown) => void | Promise<void>

interface Feed {
  page(query: Values, wait: number, signal: AbortSignal | undefined): Promise<Reply<Schemas['Changes']>>
  read(path: string, query: Values, signal: AbortSignal | undefined): Promise<unknown>
  pause(failures: number, error: TradelogError, signal: AbortSignal | undefined): Promise<void>
}

/** The number of rows that a list returns by their IDs. */
const batch = 100

/**
 * Ends with the signal, at until, or at a permanent failure; while the shop does not answer, it tries again. handle gets each change at
 * least once. An error of kind log_replaced means that the log was replaced: read all resources again, and begin with an empty place and
 * 'latest'.
 */
export async function follow(feed: Feed, following: Following, handle: Handler): Promise<void> {
  const { place, signal, until, wait = 25 } = following
  const query: Values = { after: (await place.load()) || (following.from ?? '0') }
  if (following.resources?.length) query['resources'] = following.resources.join(',')
  for (let failures = 0; ; ) {
    let page: Schemas['Changes']
    let documents: Map<string, unknown> | undefined
    // The latest position is stored at once, so that a crash meanwhile loses no change.
    query['wait'] = query['after'] === 'latest' ? 0 : wait
    try {
      page = await fetched(feed, query, wait, signal)
      if (following.read) documents = await changed(feed, page.changes, following.read, signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof TradelogError) || !error.retryable) throw error
      await feed.pause(++failures, error, signal)
      continue
    }
    failures = 0
    for (const change of page.changes) {
      signal?.throwIfAborted()
      await handle(change, documents && (documents.get(nameOf(change)) ?? null))
    }
    if (page.cursor !== query['after']) {
      await place.store(page.cursor)
      query['after'] = page.cursor
    }
    if (until !== undefined && page.next >= until) return
  }
}

async function fetched(feed: Feed, query: Values, wait: number, signal: AbortSignal | undefined): Promise<Schemas['Changes']> {
  try {
    return (await feed.page(query, wait, signal)).value
  } catch (error) {
    if (!(error instanceof TradelogError) || error.status !== 409) throw error
    const { code, status, requestId } = error
    throw new TradelogError(error.message, { kind: 'log_replaced', code, status, requestId, cause: error })
  }
}

const nameOf = (change: Change) => `${change.resource}/${change.id}`

/** Reads the resources of a page. Those that are gone are not in the result. */
async function changed(
  feed: Feed, changes: readonly Change[], how: 'documents' | 'rows', signal: AbortSignal | undefined,
): Promise<Map<string, unknown>> {
  const documents = new Map<string, unknown>()
  const lists = new Map<string, Map<string, string>>() // names of changes by the IDs that lists take
  const asOf = changes.at(-1)?.position
  for (const [name, change] of new Map(changes.map((change) => [nameOf(change), change]))) {
    if (how === 'rows' && batched.has(change.resource)) {
      const list = lists.get(change.resource) ?? new Map<string, string>()
      lists.set(change.resource, list.set(String(change.productId ?? change.id), name))
      continue
    }
    try {
      documents.set(name, await feed.read(`/${change.resource}/${encodeURIComponent(change.id)}`, {}, signal))
    } catch (error) {
      if (!(error instanceof TradelogError) || (error.kind !== 'not_found' && error.kind !== 'forbidden')) throw error
    }
  }
  for (const [resource, names] of lists) {
    const ids = [...names.keys()]
    for (let at = 0; at < ids.length; at += batch) {
      const rows = (await feed.read(`/${resource}`, { ids: ids.slice(at, at + batch).join(','), asOf }, signal)) as Record<string, unknown>[]
      for (const row of rows) {
        const name = names.get(String(row['id'] ?? row['productId']))
        if (name !== undefined) documents.set(name, row)
      }
    }
  }
  return documents
}
