/** Classifies errors by the caller's possible reaction. */
export type Kind =
  | 'invalid' // the request is wrong
  | 'unauthorized' // no login, or a wrong one
  | 'forbidden' // the login lacks a right
  | 'not_found'
  | 'conflict' // a concurrent change of the same resource, or a name is taken
  | 'changed' // the resource is not as the caller required
  | 'precondition' // a rule of the shop forbids it
  | 'rate_limited'
  | 'unavailable'
  | 'internal'
  | 'network' // no answer, or none that can be read
  | 'signature' // a webhook is not signed by the shop, or too old
  | 'log_replaced' // the feed of changes begins anew: read everything again
  | 'key_reused' // the key belongs to an earlier request with another body: the answer is that request's

const kinds: Record<number, Kind> = {
  400: 'invalid', 401: 'unauthorized', 403: 'forbidden', 404: 'not_found', 405: 'invalid', 406: 'invalid', 408: 'unavailable',
  409: 'conflict', 412: 'changed', 413: 'invalid', 415: 'invalid', 422: 'precondition', 429: 'rate_limited', 502: 'unavailable',
  503: 'unavailable', 504: 'unavailable',
}

/** A field of the request that is wrong. */
export interface Violation {
  /** The path in the body, such as `items[2].qty`, or the name of a parameter. */
  field: string
  /** The rule that the value breaks, such as `required`. */
  code: string
  /** For people. */
  message: string
  /** The state that the value does not go with, if the shop tells it. */
  present?: unknown
}

/** The members of a TradelogError, besides its message. */
export interface Failure {
  kind: Kind
  code?: string
  status?: number
  requestId?: string
  retryable?: boolean
  retryAfter?: number
  violations?: readonly Violation[]
  cause?: unknown
}

/** A failure of a call. Calls that are cancelled fail with the reason of their signal instead. */
export class TradelogError extends Error {
  override readonly name = 'TradelogError'
  readonly kind: Kind
  /** The shop's code, such as `invalid_coupon`; empty: no answer. */
  readonly code: string
  /** The status of the answer; 0: no answer. */
  readonly status: number
  /** The shop's ID of the request, for its operators. */
  readonly requestId: string
  /** Tells whether the same request may succeed later. */
  readonly retryable: boolean
  /** The wait that the shop asks for, in seconds; 0: none. */
  readonly retryAfter: number
  /** The fields that are wrong; empty: the failure is not about the input. */
  readonly violations: readonly Violation[]

  constructor(message: string, failure: Failure) {
    super(message, failure.cause === undefined ? undefined : { cause: failure.cause })
    this.kind = failure.kind
    this.code = failure.code ?? ''
    this.status = failure.status ?? 0
    this.requestId = failure.requestId ?? ''
    this.retryable = failure.retryable ?? false
    this.retryAfter = failure.retryAfter ?? 0
    this.violations = failure.violations ?? []
  }
}

/** Converts an answer to an error. */
export function failureOf(status: number, headers: Headers, body: string, now: number): TradelogError {
  const kind = kinds[status] ?? 'internal'
  let told: { error?: unknown; message?: unknown; violations?: unknown } = {}
  try {
    told = JSON.parse(body) ?? {}
  } catch {
    // A proxy may answer with text.
  }
  return new TradelogError(typeof told.message === 'string' ? told.message : `the shop answered ${status}`, {
    kind, status, code: typeof told.error === 'string' ? told.error : '', requestId: headers.get('x-request-id') ?? '',
    retryable: kind === 'rate_limited' || kind === 'unavailable' || (kind === 'internal' && status >= 500),
    retryAfter: retryAfter(headers.get('retry-after'), now),
    violations: Array.isArray(told.violations) ? (told.violations as Violation[]) : [],
  })
}

/** The error of an answer that belongs to an earlier request with the same key and another body. */
export function reused(status: number, headers: Headers): TradelogError | undefined {
  if (headers.get('x-idempotency-body-differs') !== 'true') return undefined
  return new TradelogError('the idempotency key belongs to an earlier request with another body: this one was not carried out', {
    kind: 'key_reused', status, requestId: headers.get('x-request-id') ?? '',
  })
}

/** Reads a number of seconds or a date. now is in milliseconds. */
function retryAfter(text: string | null, now: number): number {
  if (text === null) return 0
  if (/^\d+$/.test(text.trim())) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(at - now, 0) / 1000
}

/** Converts an error of the network. */
export function unreachable(cause: unknown): TradelogError {
  const words = cause instanceof Error ? cause.message : String(cause)
  return new TradelogError(words, { kind: 'network', retryable: true, cause })
}
