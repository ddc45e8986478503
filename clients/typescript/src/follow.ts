import type { Reply, Values } from './client.ts'
import { TradelogError } from './errors.ts'
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
  /** Ends following with its reason. */
  signal?: AbortSignal
}

/** Handles a change. If it fails, following ends with its error, and the position of the page is not stored. */
export type Handler = (change: Change) => void | Promise<void>

interface Feed {
  page(query: Values, wait: number, signal: AbortSignal | undefined): Promise<Reply<Schemas['Changes']>>
  pause(failures: number, error: TradelogError, signal: AbortSignal | undefined): Promise<void>
}

/**
 * Ends with the signal, at until, or at a permanent failure; while the shop does not answer, it tries again. handle gets each change at
 * least once. An error of kind log_replaced means that the log was replaced: read all resources again, and begin with an empty place and
 * 'latest'.
 */
export async function follow(feed: Feed, following: Following, handle: Handler): Promise<void> {
  const { place, signal, until, wait = 25 } = following
  const query: Values = { after: (await place.load()) || (following.from ?? '0'), wait }
  if (following.resources?.length) query['resources'] = following.resources.join(',')
  for (let failures = 0; ; ) {
    let page: Schemas['Changes']
    try {
      page = (await feed.page(query, wait, signal)).value
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof TradelogError)) throw error
      if (error.status === 409) {
        const { code, status, requestId } = error
        throw new TradelogError(error.message, { kind: 'log_replaced', code, status, requestId, cause: error })
      }
      if (!error.retryable) throw error
      await feed.pause(++failures, error, signal)
      continue
    }
    failures = 0
    for (const change of page.changes) {
      signal?.throwIfAborted()
      await handle(change)
    }
    if (page.cursor !== query['after']) {
      await place.store(page.cursor)
      query['after'] = page.cursor
    }
    if (until !== undefined && page.next >= until) return
  }
}
