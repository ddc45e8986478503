import type { Reply, Request } from './client.ts'
import type { CallOptions, WriteOptions } from './types.ts'

/** Carries out the calls of resources. */
export interface Caller {
  request<T>(method: string, path: string, options?: Request): Promise<Reply<T>>
  rows<T>(path: string, options?: Request): AsyncGenerator<T, void, undefined>
}

/** The values of a call. */
interface Given {
  path?: object
  query?: object | undefined
  body?: unknown
  form?: object
  headers?: Record<string, string>
}

/** What the resources of a client have in common. */
export abstract class Resource {
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
  }

  protected async callValue<T>(method: string, path: string, given: Given, options: WriteOptions = {}): Promise<T> {
    return (await this.#caller.request<T>(method, path, merged(given, options))).value
  }

  protected callRows<T>(path: string, given: Given, options: CallOptions = {}): AsyncGenerator<T, void, undefined> {
    return this.#caller.rows<T>(path, merged(given, options))
  }
}

function merged(given: Given, options: WriteOptions): Request {
  return { ...given, ...options, headers: { ...options.headers, ...given.headers } }
}
