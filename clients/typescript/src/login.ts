import { TradelogError } from './errors.ts'

/** The credentials of a client. A client without a login is a guest. */
export interface Login {
  /** The body of POST /auth/token. */
  readonly body?: Record<string, string>
  /** A token from elsewhere, which is never renewed. */
  readonly token?: string
  /** Tells whether a token that still works can be exchanged for a new one. */
  readonly refresh?: boolean
}

/** The login of a service account, by client credentials. Keep it out of browsers. */
export function serviceLogin(clientId: string, clientSecret: string): Login {
  return { body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret } }
}

/** The login of a customer. */
export function customerLogin(email: string, password: string): Login {
  return { body: { grant_type: 'customer', email, password }, refresh: true }
}

/** The login with a token from elsewhere, which is never renewed. */
export function tokenLogin(token: string): Login {
  return { token }
}

/** Requests a token from the shop, by the body of a login or by a token that still works. */
export type Ask = (by: { body: Record<string, string> } | { token: string }) => Promise<unknown>

/** A login with its current token. Concurrent requests share one login. */
export class Session {
  readonly login: Login
  readonly #ask: Ask
  readonly #now: () => number
  #token = ''
  #renewAt = 0
  #end = 0
  #turn: Promise<string> | undefined

  constructor(login: Login, ask: Ask, now: () => number) {
    this.login = login
    this.#ask = ask
    this.#now = now
  }

  /** Returns the token for a request, and renews it if necessary. The token spent no longer works. */
  current(spent: string): Promise<string> {
    if (this.login.token !== undefined) return Promise.resolve(this.login.token)
    if (this.#turn) return this.#turn
    if (this.#token === spent) this.#token = ''
    if (this.#token && this.#now() < this.#renewAt) return Promise.resolve(this.#token)
    this.#turn = this.#another().finally(() => {
      this.#turn = undefined
    })
    return this.#turn
  }

  async #another(): Promise<string> {
    const usable = this.#token !== '' && this.#now() < this.#end
    if (usable && this.login.refresh) {
      try {
        return await this.#renew({ token: this.#token })
      } catch {
        // The shop may have revoked the token, or the answer was lost. A login follows.
      }
    }
    try {
      return await this.#renew({ body: this.login.body ?? {} })
    } catch (error) {
      const refused = error instanceof TradelogError && error.kind === 'unauthorized'
      if (usable && !refused) return this.#token // the shop does not answer, and the token still works
      throw error
    }
  }

  async #renew(by: Parameters<Ask>[0]): Promise<string> {
    const asked = this.#now()
    const answer = (await this.#ask(by)) as { token?: unknown; expires_in?: unknown } | undefined
    if (typeof answer?.token !== 'string' || typeof answer.expires_in !== 'number') {
      throw new TradelogError('the answer to a login has no token', { kind: 'network', status: 200 })
    }
    const lifetime = answer.expires_in * 1000
    this.#token = answer.token
    this.#end = asked + lifetime
    this.#renewAt = this.#end - Math.min(lifetime / 10, 60_000)
    return this.#token
  }
}
