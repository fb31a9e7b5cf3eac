/** Checks a one-time code. For a signed-in player it confirms the phone, or replaces it. */
import type * as contract from '#contract/identity.ts'
import { PlayerStatus } from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Ctx, PlayerCtx, Tx } from '../../deps.ts'
import { mayPass, refuseCrowded } from '../../kernel/crowd.ts'
import { audit } from '../../kernel/audit.ts'
import { checkPhone } from './check-phone.ts'
import { isOtpRight, type OtpOf, otpMinutes, type OtpReason, spendOtp } from './otp.ts'
import { otpGuessAttempts } from './otp-budget.ts'
import { changePhone } from '../players/change-phone.ts'
import { lockPlayer, readPlayer } from '../players/players.ts'
import { wasDone } from '../players/was-done.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { hasSteppedUp } from '../sessions/step-up.ts'
import { playerTexts } from '../../kernel/player-texts.ts'

type Endpoint = typeof contract.verifyOtp
type Refusal = RefusalOf<Endpoint>
const uniqueViolation = '23505'
const confirming: readonly OtpReason[] = ['confirmation', 'phone-change']

export async function verifyOtp(
  ctx: Ctx,
  { phone: entered, reason, code }: VerbInput<Endpoint>,
): Promise<Result<void, Refusal>> {
  if (reason !== 'registration' && !ctx.caller.player) return refuse('signInNeeded')
  const currentPhone = ctx.caller.player ? (await readPlayer(ctx.db.kysely, ctx.caller.player.id)).phone : null
  const phone = checkPhone(ctx, entered || currentPhone || '')
  if (phone.fault !== undefined) return refuse('fieldsInvalid', { fields: { phone: [phone.fault] } })
  if (reason === 'phone-change' && !(await hasSteppedUp(ctx as PlayerCtx))) return refuse('stepUpRequired')
  const otp: OtpOf = { phone: phone.digits, reason, playerId: reason === 'registration' ? null : ctx.caller.player!.id }
  if (!(await mayPass(ctx, otpGuessAttempts(ctx)))) return refuseCrowded(ctx)
  if (!(await isOtpRight(ctx, otp, code))) return (await isRepeated(ctx, otp)) ? ok() : refuseCode(ctx)
  // The code of a registration or step-up is consumed by the call that it authorises.
  if (!confirming.includes(reason)) return ok()
  const confirmed = ctx.db.transaction(async (tx): Promise<Result<void, Refusal>> => {
    if (!(await spendOtp(tx, ctx, otp, code))) return refuseCode(ctx)
    if (!(await confirm(tx, ctx as PlayerCtx, otp))) return refuseCode(ctx)
    return ok()
  })
  // A number belongs to one account: of two players who confirm it concurrently, the database accepts one.
  return confirmed.catch((error: { code?: string }) => {
    if (error.code === uniqueViolation) return refuseCode(ctx)
    throw error
  })
}

/**
 * Accepts a repeated call whose answer was lost: this session has just confirmed that phone, so nothing remains to do.
 */
async function isRepeated(ctx: Ctx, { phone, reason, playerId }: OtpOf): Promise<boolean> {
  const { player } = ctx.caller
  if (!player || playerId !== player.id || !confirming.includes(reason)) return false
  const since = new Date(ctx.clock.now().getTime() - otpMinutes * 60_000)
  const { sessionId } = player
  return (
    (await wasDone(ctx.db.kysely, { action: 'phone-confirmed', playerId, sessionId, since })) &&
    (await readPlayer(ctx.db.kysely, playerId)).phone === phone
  )
}

/** False if the account was closed, or the phone is not this player's and can no longer become so. */
async function confirm(tx: Tx, ctx: PlayerCtx, { phone, reason }: OtpOf): Promise<boolean> {
  const now = ctx.clock.now()
  const { id: playerId, sessionId } = ctx.caller.player
  const player = await lockPlayer(tx, playerId)
  // The account may have been closed after the call was authenticated.
  if (player.status === PlayerStatus.closed) return false
  await lockOpenSession(tx, ctx)
  if (reason === 'confirmation' && player.phone !== phone) return false
  if (!(await changePhone(tx, ctx, player, { phone, confirmedAt: now }))) return false
  await audit(tx, ctx, { action: 'phone-confirmed', playerId, sessionId, detail: { reason } })
  return true
}

function refuseCode(ctx: Ctx) {
  return refuse('codeInvalid', { message: playerTexts(ctx).notice('codeInvalid') })
}
