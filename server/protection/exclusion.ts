/**
 * Cooling-off and self-exclusion: no bets and no deposits; withdrawals and the history remain available (player
 * protection, 10 to 14).
 */
import type { Kysely } from 'kysely'
import type { Exclusion } from '#contract/identity.ts'
import { LimitDefinition } from '#contract/limits.ts'
import type { Tables } from '../kernel/db/tables.ts'
import type { KernelDeps, Tx } from '../deps.ts'
import { isOver, type LimitRow, lockPlayer } from './internal/rows.ts'

type Term = Pick<LimitRow, 'definition' | 'ends_at' | 'pending_until'>

const isInForce = (limit: Term, now: Date): boolean => limit.ends_at !== null && !isOver(limit, now)

/** True while one of them is in force. */
export function isBarred(limits: Term[], now: Date): boolean {
  return limits.some((limit) => isInForce(limit, now))
}

/**
 * What is in force for any of the player's accounts, for the player to read: a self-exclusion before a cooling-off
 * period, the longest of each.
 */
export async function readExclusion(db: Kysely<Tables>, playerId: string, now: Date): Promise<Exclusion | null> {
  const shown = await inForce(db, playerId, now)
    .select(['definition', 'ends_at', 'is_forced'])
    .where('definition', 'is not', null)
    .orderBy(({ eb }) => eb('definition', '=', LimitDefinition.selfExclusion), 'desc')
    .orderBy('ends_at', 'desc')
    .executeTakeFirst()
  if (!shown) return null
  const { definition, ends_at: endsAt, is_forced: isForced } = shown
  return { definition: definition!, endsAt: endsAt!.toISOString(), isTermOver: endsAt! <= now, isForced: isForced! }
}

/** Of all the player's accounts: one mailbox in several spellings has one right to play. */
function inForce(db: Kysely<Tables>, playerId: string, now: Date) {
  return db.selectFrom('limits.breaks').where('player_id', '=', playerId).where('until', '>', now)
}

/** Checked before a game opens for real money; one indexed query. */
export async function isExcluded({ db, clock }: KernelDeps, playerId: string): Promise<boolean> {
  const { rows } = await db.pool.query({
    name: 'limits-exclusion',
    text: 'SELECT FROM limits.breaks WHERE player_id = $1 AND until > $2 LIMIT 1',
    values: [playerId, clock.now()],
  })
  return rows.length > 0
}

/** As `isExcluded`, under the lock of new exclusions: none starts until the transaction ends. */
export async function isExcludedIn(tx: Tx, deps: KernelDeps, playerId: string): Promise<boolean> {
  await lockPlayer(tx, playerId)
  return isExcludedNow(tx, deps, playerId)
}

/** As `isExcluded`, within a transaction and without the lock: for a caller that may start one. */
export async function isExcludedNow(db: Kysely<Tables>, { clock }: KernelDeps, playerId: string): Promise<boolean> {
  return (await inForce(db, playerId, clock.now()).select('player_id').limit(1).executeTakeFirst()) !== undefined
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
