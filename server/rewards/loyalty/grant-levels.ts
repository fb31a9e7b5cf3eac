/** Grants the rewards of levels that players reached, by the ladder that was active then. */
import type { Deps } from '../../deps.ts'
import { workThrough } from '../../kernel/jobs/work-through.ts'
import { baseCurrency, ratesAt } from '../../reference/index.ts'
import { grantReward } from '../grant-reward.ts'
import { inCurrency } from '../reward.ts'
import { readActiveCurrency } from '../../wallet/index.ts'
import { readLadderVersion } from './ladder.ts'

export const risesDue = 'SELECT min(reached_at) FROM rewards.loyalty_rises WHERE granted_at IS NULL'

type Rise = { player_id: string; level: number; version: number }

/** Returns how many levels it settled. */
export function grantLevels(deps: Deps): Promise<number> {
  return workThrough<Rise>(deps.log, {
    name: 'the rewards of a level',
    read: (last, size) =>
      deps.db.kysely
        .selectFrom('rewards.loyalty_rises')
        .select(['player_id', 'level', 'version'])
        .where('granted_at', 'is', null)
        .$if(last !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('player_id', 'level'), '>', tuple(last!.player_id, last!.level)),
          ),
        )
        .orderBy('player_id')
        .orderBy('level')
        .limit(size)
        .execute(),
    settle: (rise) => grant(deps, rise).then(() => true),
  })
}

/** Repeated, it grants nothing twice: every reward has its source, level and place. */
async function grant(deps: Deps, { player_id: playerId, level, version }: Rise): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const reached = (await readLadderVersion(tx, version))?.levels[level - 1]
    const currency = (await readActiveCurrency(tx, playerId)) ?? baseCurrency
    const rates = await ratesAt(tx, now)
    for (const [ordinal, reward] of (reached?.rewards ?? []).entries())
      await grantReward(tx, deps, {
        playerId,
        reward: inCurrency(reward, currency, rates),
        source: 'level',
        sourceId: String(level),
        ordinal,
        title: reached!.name,
      })
    await tx
      .updateTable('rewards.loyalty_rises')
      .set({ granted_at: now })
      .where('player_id', '=', playerId)
      .where('level', '=', level)
      .execute()
  })
}
