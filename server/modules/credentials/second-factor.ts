/** The authenticator's code, or one of the recovery codes in its place. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Ctx } from '../../deps.ts'
import { type Counted, forgetAttempt, mayAttempt } from '../../platform/attempts.ts'
import { stepOf } from './internal/authenticator.ts'
import { useRecoveryCode } from './internal/recovery-codes.ts'
import { unseal } from './internal/sealed.ts'

type Needs = Pick<Ctx, 'settings' | 'db' | 'clock'>
export type SecondFactor = 'passed' | 'required' | 'wrong' | 'tooManyAttempts'

/** Guesses of a player's codes, right passwords or not: few at once, and few a day. */
function guesses(playerId: string): Counted[] {
  return [
    { key: `second-factor:player:${playerId}`, limit: { max: 5, windowSeconds: 900 } },
    { key: `second-factor:day:${playerId}`, limit: { max: 50, windowSeconds: 86_400 } },
  ]
}

/** What stands between a first proof, as a right password is, and the session. To be asked only once that was given. */
export async function askSecondFactor(ctx: Needs, playerId: string, code: string | undefined): Promise<SecondFactor> {
  if (!(await hasTotp(ctx.db.kysely, playerId))) return 'passed'
  if (!code?.trim()) return 'required'
  const counted = guesses(playerId)
  if (!(await mayAttempt(ctx, counted))) return 'tooManyAttempts'
  if (!(await takeSecondFactor(ctx, playerId, code))) return 'wrong'
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

/** Uncounted: the caller limits how often this may be tried. */
export async function takeSecondFactor(ctx: Needs, playerId: string, code: string): Promise<boolean> {
  return (await takeTotp(ctx, playerId, code)) || useRecoveryCode(ctx, playerId, code)
}

/** True for the one caller that brings a code of a step later than any before it; of two with one code, one. */
async function takeTotp(ctx: Needs, playerId: string, code: string): Promise<boolean> {
  const row = await ctx.db.kysely
    .selectFrom('credentials.totps')
    .select('secret')
    .where('player_id', '=', playerId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  const step = row && stepOf(unseal(ctx, playerId, row.secret), code, ctx.clock.now())
  if (!step) return false
  const taken = await ctx.db.kysely
    .updateTable('credentials.totps')
    .set({ last_step: step })
    .where('player_id', '=', playerId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', BigInt(step))]))
    .returning('player_id')
    .executeTakeFirst()
  return taken !== undefined
}
