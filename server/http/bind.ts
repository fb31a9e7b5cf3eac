/** Joins a declared endpoint to the verb that fulfils it; `serve.ts` puts the pairs on the wire. */
import type { Endpoint, RefusalOf, ReplyOf, Result, VerbInput } from '#contract/endpoint.ts'
import type { Ctx, PlayerCtx } from '../deps.ts'
import type { FileReply, Upload } from './files.ts'
import type { OperatorActor } from '../platform/actor.ts'
import type { Redirect } from './redirect.ts'

/** The raw request of a partner: the signature covers these bytes, not what was parsed from them. */
export type PartnerCtx = Ctx & { partner: { rawBody: Buffer; header(name: string): string | undefined } }

/** The key has been checked on this very call, and the permission with it. */
export type OperatorCtx = Ctx & { actor: OperatorActor }

/** A player's call that brings a file. */
export type UploadCtx = PlayerCtx & { upload: Upload }

type CtxOf<E extends Endpoint> = E extends { multipart: object }
  ? UploadCtx
  : E['access'] extends 'player'
    ? PlayerCtx
    : E['access'] extends 'partner'
      ? PartnerCtx
      : E['access'] extends 'operator'
        ? OperatorCtx
        : Ctx
type ValueOf<E extends Endpoint> = E extends { isDownload: true } ? FileReply : ReplyOf<E>
type AnswerOf<E extends Endpoint> = Promise<Result<ValueOf<E>, RefusalOf<E>>>
type Verb<E extends Endpoint> = (ctx: CtxOf<E>, input: VerbInput<E>) => AnswerOf<E>
/** Runs before the body is parsed, over the raw bytes. */
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

/** As `bind`, for addresses that a browser is sent to and that send it on. */
export function bindRedirect<const E extends Endpoint>(
  endpoint: E,
  verb: (ctx: CtxOf<E>, input: VerbInput<E>) => Promise<Result<Redirect, RefusalOf<E>>>,
): BoundRoute {
  return { endpoint, verb }
}

/** As `bind`, for calls of a partner: `verify` must accept the raw request before the verb sees a parsed one. */
export function bindPartner<const E extends Endpoint>(endpoint: E, verify: Verify<E>, verb: Verb<E>): BoundRoute {
  return { endpoint, verb, verify }
}
