import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { KernelDeps } from '../../deps.ts'
import { readLadderOfTerm } from './ladder.ts'

/**
 * Cashback of the player's current level, in percent, by the ladder of that time: what was promised for it does not
 * change with another version. 0 while loyalty is switched off.
 */
export async function readCashbackPercent(
  db: Kysely<Tables>,
  deps: KernelDeps,
  { playerId, start, end }: { playerId: string; start: Date; end: Date },
): Promise<number> {
  const ladder = await readLadderOfTerm(db, deps, { start, end })
  if (!ladder) return 0
  const account = await db
    .selectFrom('rewards.loyalty_accounts')
    .select('level')
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  const { levels } = ladder.data
  return levels[Math.min(account?.level ?? 1, levels.length) - 1]!.cashbackPercent
}
