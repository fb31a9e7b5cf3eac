/** Verifies the authenticator's code, or a recovery code in its place. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Ctx, KernelDeps } from '../../deps.ts'
import { type Counted, forgetAttempt, mayAttempt } from '../../kernel/attempts.ts'
import { playerTexts } from '../../kernel/player-texts.ts'
import { secondsToNextCode, stepOf } from './internal/authenticator.ts'
import { useRecoveryCode } from './internal/recovery-codes.ts'
import { unsealTotp } from './internal/sealed.ts'

/** `none`: the player has none. */
export type SecondFactor = 'passed' | 'none' | 'required' | 'tooManyAttempts' | Exclude<TakenFactor, 'right'>
/** `used`: it is the player's, and was good once. `unreadable`: sealed under a secret that this site does not have. */
export type TakenFactor = 'right' | 'wrong' | 'used' | 'unreadable'

/** Attempts at a player's codes, with or without the right password: few at once, and few a day. */
function guesses(playerId: string): Counted[] {
  return [
    { key: `second-factor:player:${playerId}`, limit: { max: 5, windowSeconds: 900 } },
    { key: `second-factor:day:${playerId}`, limit: { max: 50, windowSeconds: 86_400 } },
  ]
}

/** What a player reads about a code that was not accepted; for a used one, with the seconds until the app shows the next. */
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

/** The check between a first proof, such as the password, and the session. Call it only after the first proof. */
export async function askSecondFactor(
  ctx: KernelDeps,
  playerId: string,
  code: string | undefined,
): Promise<SecondFactor> {
  if (!(await hasTotp(ctx.db.kysely, playerId))) return 'none'
  if (!code?.trim()) return 'required'
  const counted = guesses(playerId)
  if (!(await mayAttempt(ctx, counted))) return 'tooManyAttempts'
  const taken = await takeSecondFactor(ctx, playerId, code)
  if (taken !== 'right') return taken
  await forgetAttempt(ctx, counted)
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

/** Not counted here: the caller limits the attempts. */
export async function takeSecondFactor(ctx: KernelDeps, playerId: string, code: string): Promise<TakenFactor> {
  const taken = await takeTotp(ctx, playerId, code)
  return (taken === 'wrong' || taken === 'unreadable') && (await useRecoveryCode(ctx, playerId, code)) ? 'right' : taken
}

/** Right for the one caller with a code of a later step than any before; of two with the same code, one. */
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
