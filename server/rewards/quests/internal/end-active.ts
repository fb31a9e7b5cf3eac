/**
 * For verbs that end active quests. The consumer reads and advances them without locks, so that counting a round costs
 * no write more; whoever ends one waits for the batch in progress, before locking any quest.
 */
import type { Tx } from '../../../deps.ts'
import { lockPositions } from '../../../kernel/facts/positions.ts'
import { consumerName } from './consumer-name.ts'

export async function waitForBatch(tx: Tx): Promise<void> {
  await lockPositions(tx, consumerName)
}
