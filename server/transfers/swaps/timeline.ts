/** Swaps in the timeline of a player. */
import { sql } from 'kysely'
import { timelineSource } from '../../kernel/timeline.ts'
import { inUnits } from '../../reference/index.ts'

type Swap = { from_currency: string; to_currency: string; from_amount: bigint; to_amount: bigint; rate: string }

export const timeline = [
  timelineSource<Swap>({
    name: 'swaps',
    kind: 'money',
    scope: 'cashier:read',
    from: sql`wallet.swaps`,
    where: (playerId) => sql`player_id = ${playerId} AND confirmed_at IS NOT NULL`,
    at: sql`confirmed_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`from_currency, to_currency, from_amount, to_amount, rate`,
    show: ({ from_currency, to_currency, from_amount, to_amount, rate }) => ({
      what: 'swap',
      detail: [inUnits(to_amount, to_currency), rate],
      amount: inUnits(-from_amount, from_currency),
    }),
  }),
]
