/** Cash that a player received as rewards of the operator, other than what is computed from losses. */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import { notDeducted } from './sources.ts'

/** In subunits of `currency`, for what was paid from `from` to before `to`. */
export async function sumCashRewards(
  db: Kysely<Tables>,
  { playerId, currency, from, to }: { playerId: string; currency: string; from: Date; to: Date },
): Promise<bigint> {
  const { sum } = await db
    .selectFrom('rewards.grants')
    .select(({ fn }) => fn.sum<string | null>('amount').as('sum'))
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .where('reward', '=', 'cash')
    .where('status', '=', 'paid')
    .where('source', 'not in', notDeducted)
    .where('settled_at', '>=', from)
    .where('settled_at', '<', to)
    .executeTakeFirstOrThrow()
  return BigInt(sum ?? 0)
}
