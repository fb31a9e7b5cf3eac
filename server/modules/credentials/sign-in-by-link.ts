/** Exchanges the one-time token of a link for a session. */
import type * as contract from '#contract/identity.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx } from '../../deps.ts'
import { addressOf, prefixOf } from '../../http/address-block.ts'
import { forgetAttempt, mayAttempt } from '../../platform/attempts.ts'
import { audit } from '../../platform/audit.ts'
import { consumeLinkCode } from '../../platform/link-codes.ts'
import { readPlayer } from '../players/players.ts'
import { openSession } from '../sessions/sessions.ts'
import { playerTexts } from '../../platform/player-texts.ts'
import { restrictionOf } from '../reference/country.ts'
import { hasTotp } from './second-factor.ts'

type Endpoint = typeof contract.autologin
type Refusal = 'tokenInvalid' | 'accountBlocked'

const attempts = (ip: string) => [
  { key: `link-sign-in:address:${addressOf(ip)}`, limit: { max: 20, windowSeconds: 900 }, isShared: true },
  { key: `link-sign-in:prefix:${prefixOf(ip)}`, limit: { max: 60, windowSeconds: 900 }, isShared: true },
]

export async function signInByLink(
  ctx: Ctx,
  { token, fingerprint = null }: VerbInput<Endpoint>,
): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  if (restrictionOf(ctx.settings, ctx.caller.country).restrictType === 2) return refuse('countryRestricted')
  const counted = attempts(ctx.caller.ip)
  if (!(await mayAttempt(ctx, counted)))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  // Consumed whatever the result: a link is valid for a single use.
  const link = await ctx.db.transaction((tx) => consumeLinkCode(tx, ctx, { purpose: 'autologin', code: token }))
  if (!link) return refuseAs(ctx, 'tokenInvalid', null)
  const player = await readPlayer(ctx.db.kysely, link.playerId)
  if (player.status === PlayerStatus.blocked) return refuseAs(ctx, 'accountBlocked', player.id)
  // Access to the mailbox is not a second factor: a player who has one must use it.
  if (player.status === PlayerStatus.closed || (await hasTotp(ctx.db.kysely, player.id)))
    return refuseAs(ctx, 'tokenInvalid', player.id)
  await forgetAttempt(ctx, counted)
  return ctx.db.transaction(async (tx) => {
    const { sessionId, accessToken } = await openSession(tx, ctx, { playerId: player.id, fingerprint, method: 'link' })
    await audit(tx, ctx, { action: 'signed-in', playerId: player.id, sessionId, detail: { method: 'link' } })
    return ok({ accessToken })
  })
}

async function refuseAs(ctx: Ctx, why: Refusal, playerId: string | null) {
  await audit(ctx.db.kysely, ctx, { action: 'sign-in-refused', playerId, detail: { why, method: 'link' } })
  return refuse(why)
}
