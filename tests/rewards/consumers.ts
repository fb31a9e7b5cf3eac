/** The consumers of rewards. */
import { consumers as cashback } from '#server/modules/cashback/consumers.ts'
import { consumers as loyalty } from '#server/modules/loyalty/consumers.ts'
import { consumers as rakeback } from '#server/modules/rakeback/consumers.ts'
import { consumers as quests } from '#server/modules/quests/consumers.ts'
import { consumers as tournaments } from '#server/modules/tournaments/consumers.ts'
import type { Consumer } from '#server/facts/consumer.ts'

export const consumers: ReadonlyArray<Consumer> = [...cashback, ...rakeback, ...loyalty, ...tournaments, ...quests]
