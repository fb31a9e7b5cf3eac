/**
 * Exchanges a passkey assertion for a session. With user verification it counts as two factors, so no other is
 * required.
 */
import type * as contract from '#contract/credentials.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../kernel/http/address-block.ts'
import { forgetAttempt, perQuarterHour } from '../../kernel/attempts.ts'
import { mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { audit } from '../../kernel/audit.ts'
import { lockAccess, readPlayer } from '../players/players.ts'
import { openSession } from '../sessions/sessions.ts'
import { restrictionOf } from '../../reference/index.ts'
import { isCurrent, takeAssertion } from './passkey-assertion.ts'

type Endpoint = typeof contract.signInByPasskey

const attempts = (ip: string) => [
  { key: `passkey-sign-in:address:${addressOf(ip)}`, limit: perQuarterHour(20), isShared: true },
  { key: `passkey-sign-in:prefix:${prefixOf(ip)}`, limit: perQuarterHour(60), isShared: true },
]

export async function signInByPasskey(
  ctx: Ctx,
  { assertion, fingerprint }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (restrictionOf(ctx.settings, ctx.caller.country).restrictType === 2) return refuse('countryRestricted')
  const limits = attempts(ctx.caller.ip)
  if (!(await mayPass(ctx, limits))) return refuseCrowded(ctx)
  const proven = await takeAssertion(ctx, assertion, { purpose: 'sign-in', playerId: null })
  const player = proven && (await readPlayer(ctx.db.kysely, proven.playerId))
  if (!player || player.status === PlayerStatus.closed) return refuseAs(ctx, 'passkeyUnknown', player?.id ?? null)
  if (player.status === PlayerStatus.blocked) return refuseAs(ctx, 'accountBlocked', player.id)
  await forgetAttempt(ctx, limits)
  const entered = await ctx.db.transaction(async (tx): Promise<Result<string, 'passkeyUnknown' | 'accountBlocked'>> => {
    // This lock orders the sign-in and a concurrent closure or block: either it is refused, or its session is ended.
    const { status } = await lockAccess(tx, player.id)
    if (status === PlayerStatus.closed) return refuse('passkeyUnknown')
    if (status === PlayerStatus.blocked) return refuse('accountBlocked')
    if (!(await isCurrent(tx, proven))) return refuse('passkeyUnknown')
    const session = await openSession(tx, ctx, {
      playerId: player.id,
      fingerprint: fingerprint ?? null,
      method: 'passkey',
    })
    await audit(tx, ctx, {
      action: 'signed-in',
      playerId: player.id,
      sessionId: session.sessionId,
      detail: { passkey: proven.passkeyId },
    })
    return ok(session.accessToken)
  })
  return entered.ok ? ok({ accessToken: entered.value }) : refuseAs(ctx, entered.refusal, player.id)
}

async function refuseAs(ctx: Ctx, why: 'passkeyUnknown' | 'accountBlocked', playerId: string | null) {
  await audit(ctx.db.kysely, ctx, { action: 'sign-in-refused', playerId, detail: { why, method: 'passkey' } })
  return refuse(why)
}
