import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

/** How many deliveries of a campaign are in each state, by medium. */
export async function countDeliveries(
  db: Kysely<Tables>,
  campaignId: string,
): Promise<Array<{ medium: string; state: string; count: number }>> {
  const rows = await db
    .selectFrom('deliveries.deliveries')
    .select(({ fn }) => ['medium', 'state', fn.countAll<bigint>().as('count')])
    .where('campaign_id', '=', campaignId)
    .groupBy(['medium', 'state'])
    .orderBy('medium')
    .orderBy('state')
    .execute()
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }))
}
