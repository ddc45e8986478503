import { TradelogError } from './errors.ts'
import { parse } from './exact.ts'
import type { Change } from './types.ts'

/** The greatest accepted difference between the time of a webhook and the clock, in seconds. */
export const tolerance = 300

/** A message of a webhook. */
export interface WebhookEvent {
  /** The same when a message is sent again: skip known ones. */
  id: string
  type: string
  source: string
  subject: string
  time: string
  data: {
    change: Change
    /** The resource at the time of sending; null if it was deleted, missing if the subscription sends only changes. */
    document?: unknown
  }
}

/** The headers of a message: those of fetch, or of Node's http. */
export type MessageHeaders = Headers | Record<string, string | readonly string[] | undefined>

/** Options of verifyWebhook. */
export interface VerifyOptions {
  /** The time in milliseconds; now by default. */
  now?: number
}

/**
 * Checks the signature and the time of a message, and decodes it. The body must be the received bytes, unchanged. Secrets begin with
 * whsec_; during a rotation there are two. It fails with a TradelogError of kind signature.
 */
export async function verifyWebhook(
  secrets: string | readonly string[], headers: MessageHeaders, body: string | Uint8Array, options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = header(headers, 'webhook-id')
  const sent = header(headers, 'webhook-timestamp')
  if (!id || !/^\d{1,15}$/.test(sent)) throw refused('the message has no ID or no time')
  const off = (options.now ?? Date.now()) / 1000 - Number(sent)
  if (Math.abs(off) > tolerance) throw refused('the time of the message is more than five minutes off')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const beginning = new TextEncoder().encode(`${id}.${sent}.`)
  const content = new Uint8Array(beginning.length + bytes.length)
  content.set(beginning)
  content.set(bytes, beginning.length)
  if (!(await signed(typeof secrets === 'string' ? [secrets] : secrets, content, header(headers, 'webhook-signature')))) {
    throw refused('the signature is wrong')
  }
  try {
    return parse(new TextDecoder().decode(bytes)) as WebhookEvent
  } catch (cause) {
    throw new TradelogError('the message is signed and cannot be read', { kind: 'signature', cause })
  }
}

function refused(why: string): TradelogError {
  return new TradelogError(why, { kind: 'signature' })
}

function header(headers: MessageHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const value = headers[name]
  return typeof value === 'string' ? value : (value?.join(' ') ?? '')
}

/** Tells whether any of the signatures matches any of the secrets. The platform compares in constant time. */
async function signed(secrets: readonly string[], content: Uint8Array<ArrayBuffer>, signatures: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  let right = false
  for (const secret of secrets) {
    const bytes = decoded(secret.replace(/^whsec_/, ''))
    if (!bytes?.length) throw new TypeError('the secret of a webhook is whsec_ and base64')
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    for (const signature of signatures.split(/\s+/)) {
      const given = signature.startsWith('v1,') ? decoded(signature.slice(3)) : undefined
      if (given && (await crypto.subtle.verify(algorithm, key, given, content))) right = true
    }
  }
  return right
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
  } catch {
    return undefined
  }
}
