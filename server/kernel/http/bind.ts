/** Binds a declared endpoint to its verb; `serve.ts` turns the pairs into routes. */
import type { Endpoint, RefusalOf, ReplyOf, Result, VerbInput } from '#contract/endpoint.ts'
import type { Ctx, PlayerCtx } from '../../deps.ts'
import type { FileReply, Upload } from './files.ts'
import type { CookieReply, DeskCtx } from './desk-session.ts'
import type { Redirect } from './redirect.ts'

/** A partner's raw request: the signature covers these bytes, not the parsed body. */
export type PartnerCtx = Ctx & { partner: { rawBody: Buffer; header(name: string): string | undefined } }

/** A player's request with a file upload. */
export type UploadCtx = PlayerCtx & { upload: Upload }

type CtxOf<E extends Endpoint> = E extends { multipart: object }
  ? UploadCtx
  : E['access'] extends 'player'
    ? PlayerCtx
    : E['access'] extends 'partner'
      ? PartnerCtx
      : E['access'] extends 'operator'
        ? DeskCtx
        : Ctx
type ValueOf<E extends Endpoint> = E extends { isDownload: true } ? FileReply : ReplyOf<E>
type AnswerOf<E extends Endpoint> = Promise<Result<ValueOf<E>, RefusalOf<E>>>
type Verb<E extends Endpoint> = (ctx: CtxOf<E>, input: VerbInput<E>) => AnswerOf<E>
/** Runs on the raw bytes, before the body is parsed. */
type Verify<E extends Endpoint> = (
  ctx: PartnerCtx,
  params: Record<string, string>,
) => Promise<Result<void, RefusalOf<E>>>

export type BoundRoute = {
  endpoint: Endpoint
  verb: (ctx: never, input: never) => Promise<Result<unknown, string>>
  verify?: (ctx: PartnerCtx, params: Record<string, string>) => Promise<Result<void, string>>
}

export function bind<const E extends Endpoint>(endpoint: E, verb: Verb<E>): BoundRoute {
  return { endpoint, verb }
}

/** Like `bind`, for endpoints of the desk, which may answer with a session. */
export function bindDesk<const E extends Endpoint>(
  endpoint: E,
  verb: (ctx: CtxOf<E>, input: VerbInput<E>) => Promise<Result<ReplyOf<E> | CookieReply<ReplyOf<E>>, RefusalOf<E>>>,
): BoundRoute {
  return { endpoint, verb }
}

/** Like `bind`, for addresses that redirect the browser. */
export function bindRedirect<const E extends Endpoint>(
  endpoint: E,
  verb: (ctx: CtxOf<E>, input: VerbInput<E>) => Promise<Result<Redirect, RefusalOf<E>>>,
): BoundRoute {
  return { endpoint, verb }
}

/** Like `bind`, for calls of a partner: `verify` must accept the raw request before the verb sees a parsed one. */
export function bindPartner<const E extends Endpoint>(endpoint: E, verify: Verify<E>, verb: Verb<E>): BoundRoute {
  return { endpoint, verb, verify }
}
