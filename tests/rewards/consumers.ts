/** The consumers of rewards, and of the reports that count the same play. */
import { consumers as cashback } from '#server/rewards/cashback/consumers.ts'
import { consumers as reports } from '#server/reports/count.ts'
import { consumers as loyalty } from '#server/rewards/loyalty/consumers.ts'
import { consumers as rakeback } from '#server/rewards/rakeback/consumers.ts'
import { consumers as quests } from '#server/rewards/quests/consumers.ts'
import { consumers as tournaments } from '#server/rewards/tournaments/consumers.ts'
import type { Consumer } from '#server/kernel/facts/consumer.ts'

export const consumers: ReadonlyArray<Consumer> = [
  ...cashback,
  ...rakeback,
  ...loyalty,
  ...tournaments,
  ...quests,
  ...reports,
]
