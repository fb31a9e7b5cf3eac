/** Verifies the authenticator's code, or a recovery code in its place. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Ctx, KernelDeps } from '../../deps.ts'
import { type Counted, forgetAttempt, mayAttempt, perQuarterHour, perDay } from '../../kernel/attempts.ts'
import { playerTexts } from '../../kernel/player-texts.ts'
import { secondsToNextCode, stepOf } from './authenticator.ts'
import { useRecoveryCode } from './internal/recovery-codes.ts'
import { unsealTotp } from './internal/sealed.ts'

/** `none`: the player has no second factor. */
export type SecondFactor = 'passed' | 'none' | 'required' | 'tooManyAttempts' | Exclude<TakenFactor, 'right'>
/** `used`: a valid code that was used before. `unreadable`: encrypted with a secret that this site no longer has. */
export type TakenFactor = 'right' | 'wrong' | 'used' | 'unreadable'

/** Limits attempts at a player's codes per quarter of an hour and per day, whether or not the password was right. */
function guessLimits(playerId: string): Counted[] {
  return [
    { key: `second-factor:player:${playerId}`, limit: perQuarterHour(5) },
    { key: `second-factor:day:${playerId}`, limit: perDay(50) },
  ]
}

/**
 * The message about a code that was not accepted; for a used one with the seconds until the app shows the next code.
 */
export function codeNotTaken(
  ctx: Ctx,
  taken: Exclude<TakenFactor, 'right'>,
): { message: string; retryAfterSeconds?: number } {
  if (taken === 'used') return usedCode(ctx)
  return { message: playerTexts(ctx).notice(taken === 'unreadable' ? 'factorUnreadable' : 'factorWrong') }
}

function usedCode(ctx: Ctx): {
  message: string
  retryAfterSeconds: number
} {
  const seconds = secondsToNextCode(ctx.clock.now())
  return { message: playerTexts(ctx).notice('factorUsed', { seconds }), retryAfterSeconds: seconds }
}

/** Checks the second factor. Call it only after a first proof, such as the password, has succeeded. */
export async function askSecondFactor(
  ctx: KernelDeps,
  playerId: string,
  code: string | undefined,
): Promise<SecondFactor> {
  if (!(await hasTotp(ctx.db.kysely, playerId))) return 'none'
  if (!code?.trim()) return 'required'
  const attempts = guessLimits(playerId)
  if (!(await mayAttempt(ctx, attempts))) return 'tooManyAttempts'
  const taken = await takeSecondFactor(ctx, playerId, code)
  if (taken !== 'right') return taken
  await forgetAttempt(ctx, attempts)
  return 'passed'
}

export async function hasTotp(db: Kysely<Tables>, playerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('credentials.totps')
    .select('player_id')
    .where('player_id', '=', playerId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Verifies and consumes a code. The caller limits the attempts. */
export async function takeSecondFactor(ctx: KernelDeps, playerId: string, code: string): Promise<TakenFactor> {
  const taken = await takeTotp(ctx, playerId, code)
  return (taken === 'wrong' || taken === 'unreadable') && (await useRecoveryCode(ctx, playerId, code)) ? 'right' : taken
}

/**
 * Accepts a code only if its time step is later than that of every code before; of two uses of one code, one succeeds.
 */
async function takeTotp(ctx: KernelDeps, playerId: string, code: string): Promise<TakenFactor> {
  const row = await ctx.db.kysely
    .selectFrom('credentials.totps')
    .select('secret')
    .where('player_id', '=', playerId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return 'wrong'
  const secret = unsealTotp(ctx.settings, playerId, row.secret)
  if (!secret) {
    ctx.log.error({ playerId }, 'an authenticator cannot be decrypted: SECRET and FORMER_SECRETS lack its secret')
    return 'unreadable'
  }
  const step = stepOf(secret, code, ctx.clock.now())
  if (!step) return 'wrong'
  const taken = await ctx.db.kysely
    .updateTable('credentials.totps')
    .set({ last_step: step })
    .where('player_id', '=', playerId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', BigInt(step))]))
    .returning('player_id')
    .executeTakeFirst()
  return taken ? 'right' : 'used'
}
