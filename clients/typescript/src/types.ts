import type { components, paths } from './schema.ts'

/** The schemas of the OpenAPI document by name, such as `Schemas['OrderRow']`. */
export type Schemas = components['schemas']

/** A change of the feed. */
export type Change = Schemas['Change']

type Method = 'get' | 'post' | 'put' | 'delete'

/** The paths that have a method, such as `/orders/{id}`. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: { responses: unknown } } ? P : never
}[keyof paths]

/** An operation of the document. */
export type Operation<P, M extends Method> = P extends keyof paths ? (M extends keyof paths[P] ? paths[P][M] : never) : never

type Success = 200 | 201 | 202 | 203 | 204

/** The answer of an operation. */
export type Answer<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends Success ? (R[S] extends { content: { 'application/json': infer B } } ? B : R[S] extends { content: object } ? Uint8Array : undefined) : never }[keyof R]
  : never

/** A row of a list. */
export type Row<O> = Answer<O> extends readonly (infer T)[] ? T : never

/** The body of a write. */
export type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? B
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? B | undefined
    : undefined

type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? Exclude<Q, undefined> : Record<string, never>
type VariablesOf<O> = O extends { parameters: { path: infer V } } ? { path: { [N in keyof V]: V[N] extends string ? V[N] | number : V[N] } } : { path?: Record<string, never> }

/** The options of every call. */
export interface CallOptions {
  /** Cancels the call, also while it waits. */
  signal?: AbortSignal
  /** Further headers. The answer to a read with any is not remembered. */
  headers?: Record<string, string>
}

/** The options of writes. */
export interface WriteOptions extends CallOptions {
  /** The idempotency key; a random one by default. */
  key?: string
  /** The ETag that the resource must have. */
  ifMatch?: string
  /** Makes the shop decide and store nothing. */
  dryRun?: boolean
}

/** The variables and the query of a read. */
export type ReadOf<O> = CallOptions & VariablesOf<O> & { query?: QueryOf<O> }

/** The variables, the query and the body of a write. */
export type WriteOf<O> = WriteOptions & VariablesOf<O> & { query?: QueryOf<O> } & (undefined extends Body<O>
    ? { body?: Body<O> }
    : { body: Body<O> })
