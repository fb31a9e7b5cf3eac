/** Breaks and self-exclusion: no wagers and no deposits meanwhile; money can be taken out and history read (player protection, 10 to 14). */
import { LimitDefinition } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { waitMs } from './internal/periods.ts'
import { type LimitRow, lockPlayer, standingLimits } from './internal/rows.ts'

/** A self-exclusion ends a day after its term, a break with it. */
export function isBarred(limits: Pick<LimitRow, 'definition' | 'ends_at'>[], now: Date): boolean {
  return limits.some(
    ({ definition, ends_at }) =>
      ends_at !== null &&
      now.getTime() < ends_at.getTime() + (definition === LimitDefinition.selfExclusion ? waitMs : 0),
  )
}

/** Asked before a bet is taken or a game is opened for money; one indexed query. */
export async function isExcluded({ db, clock }: Pick<Deps, 'db' | 'clock'>, playerId: string): Promise<boolean> {
  const { rows } = await db.pool.query<Pick<LimitRow, 'definition' | 'ends_at'>>({
    name: 'limits-exclusion',
    text: 'SELECT definition, ends_at FROM limits.limits WHERE player_id = $1 AND removed_at IS NULL AND ends_at IS NOT NULL',
    values: [playerId],
  })
  return isBarred(rows, clock.now())
}

/** As `isExcluded`, under the lock that exclusions are made with: none begins until the transaction ends. */
export async function isExcludedIn(tx: Tx, { clock }: Pick<Deps, 'clock'>, playerId: string): Promise<boolean> {
  await lockPlayer(tx, playerId)
  return isBarred(await standingLimits(tx, playerId), clock.now())
}
