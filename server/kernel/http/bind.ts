/** Binds a declared endpoint to its verb; `serve.ts` turns the pairs into routes. */
import type { Endpoint, RefusalOf, ReplyOf, Result, VerbInput } from '#contract/endpoint.ts'
import type { Ctx, PlayerCtx, Tx } from '../../deps.ts'
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

/**
 * Of an act that one operator asks for and another one approves (`server/operators/requests.ts`). The verb writes in one
 * transaction of `ctx.db`. It runs when it is asked for, to find out what it would refuse, and is rolled back if a second
 * person is needed; and once when it is approved, together with the end of the request.
 */
type SecondPerson<Input> = {
  /**
   * Whether this input needs one, for instance because of its amount. Without it, every input does. Called in the verb's
   * transaction, with the locks of `versionOf`, so that of several acts at the same moment each counts those before it.
   */
  isNeeded?(ctx: DeskCtx, tx: Tx, input: Input): Promise<boolean>
  /** What the act is about, as an operator reads it, such as `withdrawal 1234`. */
  subjectOf(ctx: DeskCtx, input: Input): Promise<string>
  /**
   * What the subject is at the moment, as text; an approval requires that it is still the same. Takes the locks that the
   * verb takes first, so that the subject cannot change before the verb runs.
   */
  versionOf(tx: Tx, input: Input): Promise<string>
}

export type BoundRoute = {
  endpoint: Endpoint
  verb: (ctx: never, input: never) => Promise<Result<unknown, string>>
  verify?: (ctx: PartnerCtx, params: Record<string, string>) => Promise<Result<void, string>>
  secondPerson?: SecondPerson<never>
}

export function bind<const E extends Endpoint>(endpoint: E, verb: Verb<E>): BoundRoute {
  return { endpoint, verb }
}

/** Like `bind`, for endpoints of the desk, which may answer with a session, and may need a second person. */
export function bindDesk<const E extends Endpoint>(
  endpoint: E,
  verb: (ctx: CtxOf<E>, input: VerbInput<E>) => Promise<Result<ValueOf<E> | CookieReply<ReplyOf<E>>, RefusalOf<E>>>,
  { secondPerson }: { secondPerson?: SecondPerson<VerbInput<E>> } = {},
): BoundRoute {
  return { endpoint, verb, ...(secondPerson && { secondPerson: secondPerson }) }
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
