/** Bonuses and free spins in the timeline of a player. */
import { sql } from 'kysely'
import { timelineSource } from '../kernel/timeline.ts'
import { inUnits } from '../reference/index.ts'

const states = ['running', 'played', 'cancelled', 'expired', 'lost']
const common = {
  kind: 'bonuses',
  scope: 'rewards:read',
  where: (playerId: string) => sql`player_id = ${playerId}`,
  at: sql`created_at`,
  id: sql`id`,
  idType: 'uuid',
} as const

export const timeline = [
  timelineSource<{ bonus_id: string; result: number; currency: string; amount: bigint }>({
    ...common,
    name: 'bonuses',
    from: sql`bonuses.player_bonuses`,
    select: sql`bonus_id, result, currency, amount`,
    show: ({ bonus_id, result, currency, amount }) => ({
      what: 'bonus',
      detail: [bonus_id],
      state: states[result - 1]!,
      amount: inUnits(amount, currency),
    }),
  }),
  timelineSource<{ bonus_id: string; result: number; game_id: string; count: number; used: number }>({
    ...common,
    name: 'free-spins',
    from: sql`bonuses.player_freespins`,
    select: sql`bonus_id, result, game_id, count, used`,
    show: ({ bonus_id, result, game_id, count, used }) => ({
      what: 'freeSpins',
      detail: [bonus_id, game_id, `${used}/${count}`],
      state: states[result - 1]!,
    }),
  }),
]
