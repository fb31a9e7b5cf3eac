/** Joins a declared endpoint to the verb that fulfils it; `serve.ts` puts the pairs on the wire. */
import type { Endpoint, RefusalOf, ReplyOf, Result, VerbInput } from '#contract/endpoint.ts'
import type { Ctx, PlayerCtx } from '../deps.ts'

/** The raw request of a partner: the signature covers these bytes, not what was parsed from them. */
export type PartnerCtx = Ctx & { partner: { rawBody: Buffer; header(name: string): string | undefined } }

type CtxOf<E extends Endpoint> = E['access'] extends 'player' ? PlayerCtx : E['access'] extends 'partner' ? PartnerCtx : Ctx
type AnswerOf<E extends Endpoint> = Promise<Result<ReplyOf<E>, RefusalOf<E>>>
type Verb<E extends Endpoint> = (ctx: CtxOf<E>, input: VerbInput<E>) => AnswerOf<E>
/** Runs before the body is parsed, over the raw bytes. */
type Verify<E extends Endpoint> = (ctx: PartnerCtx, params: Record<string, string>) => Promise<Result<void, RefusalOf<E>>>

export type BoundRoute = {
  endpoint: Endpoint
  verb: (ctx: never, input: never) => Promise<Result<unknown, string>>
  verify?: (ctx: PartnerCtx, params: Record<string, string>) => Promise<Result<void, string>>
}

export function bind<const E extends Endpoint>(endpoint: E, verb: Verb<E>): BoundRoute {
  return { endpoint, verb: verb as BoundRoute['verb'] }
}

/** As `bind`, for calls of a partner: `verify` must accept the raw request before the verb sees a parsed one. */
export function bindPartner<const E extends Endpoint>(endpoint: E, verify: Verify<E>, verb: Verb<E>): BoundRoute {
  return { endpoint, verb: verb as BoundRoute['verb'], verify }
}
