// Generated from the OpenAPI document by clients/generator.
import type { Decimal } from './exact.ts'

/** A path with these methods and no others. */
type Methods<Has> = Has & Omit<NoMethods, keyof Has>

interface NoMethods {
  parameters: NoParameters
  get?: never
  put?: never
  post?: never
  delete?: never
  options?: never
  head?: never
  patch?: never
  trace?: never
}

interface NoParameters {
  query?: never
  header?: never
  path?: never
  cookie?: never
}

/** An answer with these headers, and with this content, if it has one. */
type Answer<Named extends keyof components["headers"], Content> = {
  headers: Pick<components["headers"], Named> & { [name: string]: unknown }
} & ([Content] extends [never] ? { content?: never } : { content: Content })
