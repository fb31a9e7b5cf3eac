/**
 * Cooling-off and self-exclusion: no bets and no deposits; withdrawals and the history remain available (player
 * protection, 10 to 14).
 */
import type { Kysely } from 'kysely'
import type { Exclusion } from '#contract/identity.ts'
import { LimitDefinition } from '#contract/limits.ts'
import type { Tables } from '../../db/tables.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isOver, type LimitRow, lockPlayer, currentLimits } from './internal/rows.ts'

type Term = Pick<LimitRow, 'definition' | 'ends_at' | 'pending_until'>

const isInForce = (limit: Term, now: Date): boolean => limit.ends_at !== null && !isOver(limit, now)

/** True while one of them is in force. */
export function isBarred(limits: Term[], now: Date): boolean {
  return limits.some((limit) => isInForce(limit, now))
}

/** What is in force, for the player to read: a self-exclusion before a cooling-off period, the longest of each. */
export async function readExclusion(db: Kysely<Tables>, playerId: string, now: Date): Promise<Exclusion | null> {
  const limits = (await currentLimits(db, playerId)).filter((limit) => isInForce(limit, now))
  const shown =
    lastOf(limits.filter(({ definition }) => definition === LimitDefinition.selfExclusion)) ?? lastOf(limits)
  if (!shown) return null
  const { definition, ends_at: endsAt, is_forced: isForced } = shown
  return { definition, endsAt: endsAt!.toISOString(), isTermOver: endsAt! <= now, isForced }
}

const lastOf = (limits: LimitRow[]): LimitRow | undefined =>
  limits.toSorted((a, b) => Number(b.ends_at) - Number(a.ends_at))[0]

/** Checked before a game opens for real money; one indexed query. */
export async function isExcluded({ db, clock }: Pick<Deps, 'db' | 'clock'>, playerId: string): Promise<boolean> {
  const { rows } = await db.pool.query<Term>({
    name: 'limits-exclusion',
    text: 'SELECT definition, ends_at, pending_until FROM limits.limits WHERE player_id = $1 AND removed_at IS NULL AND ends_at IS NOT NULL',
    values: [playerId],
  })
  return isBarred(rows, clock.now())
}

/** As `isExcluded`, under the lock of new exclusions: none starts until the transaction ends. */
export async function isExcludedIn(tx: Tx, { clock }: Pick<Deps, 'clock'>, playerId: string): Promise<boolean> {
  await lockPlayer(tx, playerId)
  return isBarred(await currentLimits(tx, playerId), clock.now())
}

/** As `isExcluded`, within a transaction and without the lock: for a caller that may start one. */
export async function isExcludedNow(tx: Tx, { clock }: Pick<Deps, 'clock'>, playerId: string): Promise<boolean> {
  return isBarred(await currentLimits(tx, playerId), clock.now())
}

/** True if a cooling-off period or self-exclusion was in force at some time since then. */
export async function wasExcludedSince(
  tx: Tx,
  { playerId, since, now }: { playerId: string; since: Date; now: Date },
): Promise<boolean> {
  const limits = await tx
    .selectFrom('limits.limits')
    .select(['definition', 'ends_at', 'pending_until'])
    .where('player_id', '=', playerId)
    .where('ends_at', 'is not', null)
    .execute()
  return isBarred(limits, since) || limits.some((limit) => limit.ends_at! >= since) || isBarred(limits, now)
}
