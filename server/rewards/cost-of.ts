/** What the rewards of a source have cost, for operators. */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import { formatAmount } from '../reference/index.ts'
import type { RewardSource } from './sources.ts'

/** One line for each kind of reward, currency and status. */
export async function costOf(
  db: Kysely<Tables>,
  { source, sourceIds }: { source: RewardSource; sourceIds: string[] },
): Promise<string[]> {
  if (sourceIds.length === 0) return []
  const rows = await db
    .selectFrom('rewards.grants')
    .select(({ fn }) => [
      'reward',
      'currency',
      'offer_id',
      'status',
      fn.countAll<string>().as('count'),
      fn.sum<string | null>('amount').as('sum'),
    ])
    .where('source', '=', source)
    .where('source_id', 'in', sourceIds)
    .groupBy(['reward', 'currency', 'offer_id', 'status'])
    .orderBy('reward')
    .orderBy('currency')
    .orderBy('status')
    .execute()
  return rows.map(({ count, reward, offer_id, sum, currency, status }) =>
    [`${count}x`, reward, offer_id, textOfReward(sum === null ? null : BigInt(sum), currency), status]
      .filter((each) => each !== null)
      .join(' '),
  )
}

/** Cash in its currency, or a number of points; an offer has a currency alone. */
export function textOfReward(amount: bigint | null, currency: string | null): string | null {
  if (amount === null) return currency
  return currency ? formatAmount(amount, currency, 'en') : String(amount)
}
