/** Verifies by any available method that the user of this session is the player. The proof is valid for ten minutes. */
import type * as contract from '#contract/credentials.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { type Counted, forgetAttempt, mayAttempt, perQuarterHour, perDay } from '../../kernel/attempts.ts'
import { audit } from '../../kernel/audit.ts'
import { isOtpRight, spendOtp } from '../otp/otp.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import type { Player } from '../players/players.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { recordStepUp } from '../sessions/step-up.ts'
import { playerTexts } from '../../kernel/player-texts.ts'
import { takeAssertion } from './passkey-assertion.ts'
import { codeNotTaken, hasTotp, takeSecondFactor, type TakenFactor } from './second-factor.ts'
import { stepUpMethodsOf } from './step-up-methods.ts'

type Endpoint = typeof contract.stepUp
type Proof = VerbInput<Endpoint>

/** A stolen session must not be used to guess the password. */
function attempts(playerId: string): Counted[] {
  return [
    { key: `step-up:player:${playerId}`, limit: perQuarterHour(10) },
    { key: `step-up:day:${playerId}`, limit: perDay(50) },
  ]
}

/** The message for each kind of failed proof; a second factor has its own. */
const wrong = { password: 'passwordNotRight', passkey: 'codeInvalid', otp: 'codeInvalid' } as const

export async function stepUp(ctx: PlayerCtx, input: Proof): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> {
  const { id: playerId, sessionId } = ctx.caller.player
  const { methods, player } = await stepUpMethodsOf(ctx)
  if (!methods.includes(input.method)) return refuse('methodUnavailable')
  const limits = attempts(playerId)
  if (!(await mayAttempt(ctx, limits)))
    return refuse('tooManyAttempts', { message: playerTexts(ctx).notice('tooManyAttempts') })
  const proof = await prove(ctx, player, input)
  if (proof !== 'right') {
    await audit(ctx.db.kysely, ctx, {
      action: 'step-up-refused',
      playerId,
      sessionId,
      detail: { method: input.method },
    })
    const { message, ...more } =
      input.method === 'totp' ? codeNotTaken(ctx, proof) : { message: playerTexts(ctx).notice(wrong[input.method]) }
    return refuse('proofWrong', { fields: { proof: [message] }, ...more })
  }
  await forgetAttempt(ctx, limits)
  return ctx.db.transaction(async (tx): Promise<Result<ReplyOf<Endpoint>, RefusalOf<Endpoint>>> => {
    await lockOpenSession(tx, ctx)
    // An authenticator may have been added since the methods were read.
    if (input.method !== 'totp' && input.method !== 'passkey' && (await hasTotp(tx, playerId)))
      return refuse('methodUnavailable')
    await audit(tx, ctx, { action: 'stepped-up', playerId, sessionId, detail: { method: input.method } })
    return ok({ validUntil: (await recordStepUp(tx, ctx)).toISOString() })
  })
}

async function prove(ctx: PlayerCtx, player: Player, input: Proof): Promise<TakenFactor> {
  if (input.method === 'totp') return takeSecondFactor(ctx, player.id, input.proof ?? '')
  return (await isProven(ctx, player, input)) ? 'right' : 'wrong'
}

async function isProven(ctx: PlayerCtx, player: Player, { method, proof = '', assertion }: Proof): Promise<boolean> {
  if (method === 'password') return verifyPassword(proof, player.password_hash)
  if (method === 'passkey')
    return (await takeAssertion(ctx, assertion, { purpose: 'step-up', playerId: player.id })) !== null
  const otp = { phone: player.phone!, reason: 'step-up', playerId: player.id } as const
  return (await isOtpRight(ctx, otp, proof)) && ctx.db.transaction((tx) => spendOtp(tx, ctx, otp, proof))
}
