/** Rewards in the timeline of a player. */
import { sql } from 'kysely'
import { word } from '../kernel/desk-words.ts'
import { timelineSource } from '../kernel/timeline.ts'
import { inUnits } from '../reference/index.ts'

type Grant = { source: string; reward: string; status: string; currency: string | null; amount: bigint | null }

export const timeline = [
  timelineSource<Grant>({
    name: 'rewards',
    kind: 'bonuses',
    scope: 'rewards:read',
    from: sql`rewards.grants`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`source, reward, status, currency, amount`,
    show: ({ source, reward, status, currency, amount }) => ({
      what: 'reward',
      detail: [
        word(`source.${source}`),
        reward === 'points' ? word('pointsOf', { count: String(amount) }) : word(reward),
      ],
      state: status,
      amount: currency === null || amount === null ? null : inUnits(amount, currency),
    }),
  }),
]
