/**
 * One declaration per HTTP call: the browser takes its types from it, the server its
 * validation, the OpenAPI document its status codes.
 */
import type { z } from 'zod'
import type { Scope } from './desk/scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: anyone, a signed-in player (bearer token), a partner (signed raw body), or a signed-in operator (a session
 * of the desk, or a token).
 */
export type Access = 'public' | 'player' | 'partner' | 'operator'

/** An expected refusal. `code` is the numeric code that clients branch on; `fields` means per-field messages are included. */
export type RefusalSpec = { status: number; code?: number; description?: string; fields?: true }

export type Endpoint = {
  method: Method
  /** Path with `{name}` placeholders, as in the OpenAPI document. */
  path: `/${string}`
  access: Access
  /** The scope that access `operator` requires; null admits every operator. */
  scope?: Scope | null
  /** For calls every few seconds whose answer tells nothing about a player: they are not in the audit log. */
  isUnrecorded?: true
  /** Without a scope, because it answers to every operator with what they may read; it is in the audit log nevertheless. */
  isRecorded?: true
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The maximum size of the body; 4 kB by default. */
  bodyBytes?: number
  /** Parts of a multipart/form-data body, in place of `body`; the verb reads them as a stream. */
  multipart?: z.ZodType
  reply?: z.ZodType
  /** Responds with a file instead of JSON. */
  isDownload?: true
  /** Names and statuses of every expected refusal; validation (422) and session (401) are implied by `access` and the schemas. */
  refusals?: Record<string, RefusalSpec>
}

/** Access `operator` requires a scope; no other access has one. */
type Permitted = { access: 'operator'; scope: Scope | null } | { access: Exclude<Access, 'operator'>; scope?: never }

export function endpoint<const E extends Endpoint & Permitted>(declaration: E): E {
  return declaration
}

/** An endpoint with the names of its file and of its export. */
export type Declaration = { module: string; name: string; endpoint: Endpoint }

/** By name, because not every loader keeps the exports of a module in the same order. */
export function declarationsIn(modules: Record<string, object>): Declaration[] {
  return Object.entries(modules).flatMap(([module, exports]) =>
    Object.entries(exports)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, found]) => ({ module, name, endpoint: found })),
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

/** Of the exports of a module, those that are endpoints. */
export type EndpointIn<Exports> = {
  [Name in keyof Exports]: Exports[Name] extends Endpoint ? Exports[Name] : never
}[keyof Exports]

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a caller sends: the input types of the schemas. */
export type RequestOf<E extends Endpoint> = (E['params'] extends z.ZodType
  ? { params: InputOf<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query?: InputOf<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? { body: InputOf<E['body']> } : { body?: undefined })

/** What a verb receives: params, query and body, parsed, in one flat object. */
export type VerbInput<E extends Endpoint> = Flat<
  (E['params'] extends z.ZodType ? OutputOf<E['params']> : unknown) &
    (E['query'] extends z.ZodType ? OutputOf<E['query']> : unknown) &
    (E['body'] extends z.ZodType ? OutputOf<E['body']> : unknown)
>
type Flat<T> = { [K in keyof T]: T[K] }

/** The success response in its wire form. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? OutputOf<E['reply']> : void
export type RefusalOf<E extends Endpoint> =
  E['refusals'] extends Record<string, RefusalSpec> ? keyof E['refusals'] & string : never

export type Ok<T> = { ok: true; value: T }
export type Refused<R extends string> = {
  ok: false
  refusal: R
  /** Field name -> messages, for refusals declared with `fields`. */
  fields?: Record<string, string[]>
  /**
   * The message in the player's language. If absent, the refusal's text in `content/<locale>/refusals.json` is sent.
   */
  message?: string
  /** Seconds until the same call can succeed. */
  retryAfterSeconds?: number
}
export type Result<T, R extends string = never> = Ok<T> | Refused<R>

export function ok(): Ok<void>
export function ok<T>(value: T): Ok<T>
export function ok<T>(value?: T): Ok<T | undefined> {
  return { ok: true, value }
}

export function refuse<const R extends string>(
  refusal: R,
  detail: Omit<Refused<R>, 'ok' | 'refusal'> = {},
): Refused<R> {
  return { ok: false, refusal, ...detail }
}

/** The body of every 4xx and 5xx answer. */
export type ErrorReply = {
  error: {
    /** The refusal's name, or `validation`, `unauthorized`, `notFound`, `rateLimited`, `internal`, `unavailable`. */
    name: string
    message: string
    code?: number
    fields?: Record<string, string[]>
    /** Seconds until the same call can succeed. */
    retryAfterSeconds?: number
  }
}
