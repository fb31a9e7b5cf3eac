/** Grants the rewards of a completed quest. The caller has locked the player and the quest. */
import type { GameDeps, LedgerDeps, Tx } from '../../../deps.ts'
import { grantReward } from '../../grant-reward.ts'
import type { QuestData } from '../quest-kind.ts'
import { type QuestRow, readRewards, updateQuest } from './rows.ts'

export async function grantQuest(
  tx: Tx,
  deps: LedgerDeps & GameDeps,
  row: QuestRow,
  { name }: QuestData,
  sessionId?: string,
): Promise<QuestRow> {
  for (const [ordinal, reward] of readRewards(row).entries())
    await grantReward(tx, deps, {
      playerId: row.player_id,
      reward,
      source: 'quest',
      sourceId: row.id,
      ordinal,
      promisedAt: row.activated_at,
      ...(sessionId && { sessionId }),
      title: name,
    })
  return updateQuest(tx, row, { reward_state: 'granted' })
}
