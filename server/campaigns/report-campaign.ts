/** What has become of a campaign: sent and skipped by channel and reason, mails by state, messages read. */
import type { Kysely } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import { countDeliveries, countRead } from '../messaging/index.ts'

export type Report = {
  outcomes: Array<{ channel: string; outcome: string; reason: string | null; count: number }>
  deliveries: Array<{ medium: string; state: string; count: number }>
  messages: { held: number; read: number }
}

export async function reportCampaign(
  db: Kysely<Tables>,
  { id, identity }: { id: string; identity: string },
): Promise<Report> {
  const outcomes = await db
    .selectFrom('campaigns.recipients')
    .select(({ fn }) => ['channel', 'outcome', 'reason', fn.countAll<bigint>().as('count')])
    .where('campaign_id', '=', id)
    .groupBy(['channel', 'outcome', 'reason'])
    .orderBy('channel')
    .orderBy('outcome')
    .orderBy('reason')
    .execute()
  return {
    outcomes: outcomes.map(({ count, ...row }) => ({ ...row, count: Number(count) })),
    deliveries: await countDeliveries(db, id),
    messages: await countRead(db, identity),
  }
}
