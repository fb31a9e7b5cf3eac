/**
 * Limits the costly password check by address, address block and account. Attackers may have many of all three, so
 * failed sign-ins from unfamiliar networks are also counted for the whole site. Strangers can use up every limit except
 * the account's own, so beyond those a sign-in is not refused but costs a proof of work.
 */
import type { Ctx, KernelDeps } from '../../../deps.ts'
import { prefixOf } from '../../../kernel/http/address-block.ts'
import {
  type Counted,
  countAttempt,
  countsOf,
  digest,
  forgetAttempt,
  limitedUntil,
  perQuarterHour,
  signInAttempt,
} from '../../../kernel/attempts.ts'

export type Approach = { login: string; isFamiliar: boolean }

/**
 * Unfamiliar networks share ten failures per account, existing or not, so they cannot lock its player out of familiar
 * networks.
 */
function accountLimits({ caller }: Ctx, { login, isFamiliar }: Approach): Counted[] {
  const place = isFamiliar ? `familiar:${prefixOf(caller.ip)}` : 'account'
  return [{ key: `sign-in:${place}:${digest(login)}`, limit: perQuarterHour(10) }]
}

const daySeconds = 86_400

/** Successful sign-ins from unfamiliar networks on a day, by which the site's limit grows. */
function successesOfDay(now: Date, daysAgo: number): Counted {
  const day = Math.floor(now.getTime() / 1000 / daySeconds) - daysAgo
  return { key: `sign-in:strangers-admitted:${day}`, limit: { max: Infinity, windowSeconds: 2 * daySeconds } }
}

/**
 * Failures at logins without an account are counted separately and allowed this many times as often: they guess
 * nothing.
 */
const unknownTimes = 5

/**
 * The failures allowed to unfamiliar networks in a window, at known logins and at unknown ones. The limit is the
 * configured one, or a tenth of a normal day's successes if that is more: players mistype less often than that.
 */
async function unfamiliarLimits({ settings, db, clock }: KernelDeps): Promise<[Counted, Counted]> {
  const now = clock.now()
  const days = await countsOf(db.kysely, now, [successesOfDay(now, 0), successesOfDay(now, 1)])
  const max = Math.max(settings.strangerSignInFailures, Math.floor(Math.max(...days) / 10))
  return [
    { key: 'sign-in:strangers', limit: perQuarterHour(max) },
    { key: 'sign-in:strangers-unknown', limit: perQuarterHour(max * unknownTimes) },
  ]
}

/**
 * Sign-ins are counted before any lookup, so that a flood costs one statement per call. This and `countAccount` return
 * when the limit ends, or null if it is not reached.
 */
export function countAddress(ctx: Ctx): Promise<Date | null> {
  return countAttempt(ctx.db.kysely, ctx.clock.now(), signInAttempt(ctx.caller.ip))
}
export function countAccount(ctx: Ctx, approach: Approach): Promise<Date | null> {
  return countAttempt(ctx.db.kysely, ctx.clock.now(), accountLimits(ctx, approach))
}

/** Called when a queued password check starts, so that sign-ins queued behind a flood see the limit it has used up. */
export async function crowdedUntil(ctx: Ctx, { isFamiliar }: Approach): Promise<Date | null> {
  if (isFamiliar) return null
  for (const counted of await unfamiliarLimits(ctx)) {
    const until = await limitedUntil(ctx.db.kysely, ctx.clock.now(), counted)
    if (until) return until
  }
  return null
}

export async function recordFailure(ctx: Ctx, { isFamiliar }: Approach, isKnown: boolean): Promise<void> {
  if (isFamiliar) return
  const [known, unknown] = await unfamiliarLimits(ctx)
  const isSpent = (await countAttempt(ctx.db.kysely, ctx.clock.now(), [isKnown ? known : unknown])) !== null
  if (isSpent)
    ctx.log.warn(
      'passwords are being guessed from many networks: a sign-in from an unfamiliar one costs a proof of work',
    )
}

export async function recordSuccess(ctx: Ctx, approach: Approach): Promise<void> {
  await forgetAttempt(ctx, [...accountLimits(ctx, approach), ...signInAttempt(ctx.caller.ip)])
  const now = ctx.clock.now()
  if (!approach.isFamiliar) await countAttempt(ctx.db.kysely, now, [successesOfDay(now, 0)])
}
