/** Exchanges the one-time token of a link for a session. */
import type * as contract from '#contract/identity.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, Tx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../kernel/http/address-block.ts'
import { forgetAttempt, perQuarterHour } from '../../kernel/attempts.ts'
import { mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { audit } from '../../kernel/audit.ts'
import { consumeLinkCode, readLinkOwner } from '../../kernel/link-codes.ts'
import { lockPlayer } from '../players/players.ts'
import { openSession } from '../sessions/sessions.ts'
import { restrictionOf } from '../../reference/index.ts'
import { hasTotp } from './second-factor.ts'

type Endpoint = typeof contract.autologin
type Refusal = 'tokenInvalid' | 'accountBlocked'

const attempts = (ip: string) => [
  { key: `link-sign-in:address:${addressOf(ip)}`, limit: perQuarterHour(20), isShared: true },
  { key: `link-sign-in:prefix:${prefixOf(ip)}`, limit: perQuarterHour(60), isShared: true },
]

export async function signInByLink(
  ctx: Ctx,
  { token, fingerprint = null }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (restrictionOf(ctx.settings, ctx.caller.country).restrictType === 2) return refuse('countryRestricted')
  const limits = attempts(ctx.caller.ip)
  if (!(await mayPass(ctx, limits))) return refuseCrowded(ctx)
  const entered = await ctx.db.transaction((tx) => enter(tx, ctx, { token, fingerprint }))
  if ('why' in entered) return refuseAs(ctx, entered.why, entered.playerId)
  await forgetAttempt(ctx, limits)
  return ok({ accessToken: entered.accessToken })
}

/**
 * The link is valid once, so it is consumed whatever the result. The player is locked first, so that a concurrent reset
 * of the password or closure either invalidates the link or ends the session.
 */
async function enter(
  tx: Tx,
  ctx: Ctx,
  { token, fingerprint }: { token: string; fingerprint: string | null },
): Promise<{ accessToken: string } | { why: Refusal; playerId: string | null }> {
  const link = { purpose: 'autologin', code: token } as const
  const playerId = await readLinkOwner(tx, ctx, link)
  const player = playerId && (await lockPlayer(tx, playerId))
  if (!player || !(await consumeLinkCode(tx, ctx, link))) return { why: 'tokenInvalid', playerId: null }
  if (player.status === PlayerStatus.blocked) return { why: 'accountBlocked', playerId }
  // Access to the mailbox does not replace a second factor, so players who have one cannot sign in by link.
  if (player.status === PlayerStatus.closed || (await hasTotp(tx, player.id))) return { why: 'tokenInvalid', playerId }
  const { sessionId, accessToken } = await openSession(tx, ctx, { playerId: player.id, fingerprint, method: 'link' })
  await audit(tx, ctx, { action: 'signed-in', playerId: player.id, sessionId, detail: { method: 'link' } })
  return { accessToken }
}

async function refuseAs(ctx: Ctx, why: Refusal, playerId: string | null) {
  await audit(ctx.db.kysely, ctx, { action: 'sign-in-refused', playerId, detail: { why, method: 'link' } })
  return refuse(why)
}
