/** Shared by all calls of a sportsbook: the signature, and the answer that a repeated request gets again. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { namedLock } from '../../kernel/locks.ts'
import { commitRefusal } from '../../kernel/db/connect.ts'
import type { Deps, KernelDeps, Tx } from '../../deps.ts'
import type { PartnerCtx } from '../../kernel/http/bind.ts'
import type { Sportsbook } from '../../partners/sportsbook/port.ts'

export async function verifySportsbookCall(
  ctx: PartnerCtx,
  params: Record<string, string>,
): Promise<Result<void, 'signatureInvalid' | 'unknownSportsbook'>> {
  const sportsbook = findSportsbook(ctx, params.sportsbook ?? '')
  if (!sportsbook) return refuse('unknownSportsbook')
  return sportsbook.isGenuine({ ...ctx.partner, now: ctx.clock.now() }) ? ok() : refuse('signatureInvalid')
}

export function findSportsbook({ partners }: Deps, slug: string): Sportsbook | undefined {
  return partners.sportsbook?.slug === slug ? partners.sportsbook : undefined
}

export const actorOf = (sportsbook: string): string => `sportsbook:${sportsbook}`

const Answer = z.union([z.object({ value: z.looseObject({}) }), z.object({ refusal: z.string() })])

type Call = { sportsbook: string; requestId: string; betId: string }
/** Refusals that a later repetition of the same call may not get again; nothing is stored for them. */
const passing = new Set(['betNotAccepted', 'transactionNotLast'])

/**
 * Runs a call once, with everything about its bet locked, and stores the answer, refusals included. `work` refuses
 * before it writes anything.
 */
export async function once<T extends object, R extends string>(
  ctx: KernelDeps,
  call: Call,
  work: (tx: Tx, digest: string) => Promise<Result<T, R>>,
): Promise<Result<T, R | 'requestConflict'>> {
  const digest = digestOf(call)
  const key = { sportsbook: call.sportsbook, request_id: call.requestId }
  return ctx.db.transaction(async (tx): Promise<Result<T, R | 'requestConflict'>> => {
    // A request with the same id that is being answered is waited for here. What is new locks its bet, which may have no
    // row yet: a decline and its bet may arrive together.
    const inserted = await tx
      .with('inserted', (db) =>
        db
          .insertInto('sports.requests')
          .values({ ...key, digest, at: ctx.clock.now() })
          .onConflict((conflict) => conflict.doNothing())
          .returning('request_id'),
      )
      .selectFrom('inserted')
      .select(namedLock('sports bet', `${call.sportsbook} ${call.betId}`).as('lock'))
      .executeTakeFirst()
    if (!inserted) {
      const row = await tx
        .selectFrom('sports.requests')
        .select(['digest', 'answer'])
        .where('sportsbook', '=', key.sportsbook)
        .where('request_id', '=', key.request_id)
        .executeTakeFirstOrThrow()
      if (row.digest !== digest) return refuse('requestConflict')
      const first = Answer.parse(JSON.parse(row.answer!))
      return 'value' in first ? ok(first.value as T) : refuse(first.refusal as R)
    }
    const result = await work(tx, digest)
    if (!result.ok && passing.has(result.refusal)) return result
    await tx
      .updateTable('sports.requests')
      .set({ answer: JSON.stringify(result.ok ? { value: result.value } : { refusal: result.refusal }) })
      .where('sportsbook', '=', key.sportsbook)
      .where('request_id', '=', key.request_id)
      .execute()
    return result.ok ? result : commitRefusal(result)
  })
}

/** Without the request's id, and without the token: a call repeated with a newer token is still the same call. */
function digestOf({ requestId: _id, ...content }: Call & { token?: string }): string {
  const { token: _token, ...rest } = content
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex')
}

/** Of a decision alone, so that the same decision under another request is recognised. */
export function decisionDigest(decision: object): string {
  const { requestId: _id, ...content } = decision as { requestId: string }
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
