/** What an operator watches of the chain, read from the database when metrics are scraped. */
import { sql } from 'kysely'
import { gauge } from '../../http/metrics.ts'
import type { ChainParts } from './parts.ts'

export function measureChain({ db, evm, clock }: ChainParts): void {
  const count = (query: ReturnType<typeof sql<{ count: bigint }>>) => async () => Number((await query.execute(db.kysely)).rows[0]?.count ?? 0)
  const { network } = evm
  gauge('fairhouse_chain_block', 'Newest block of the chain that was read', count(sql`SELECT number AS count FROM chain.networks WHERE network = ${network}`))
  gauge('fairhouse_chain_seconds_since_block', 'Since a block was last read', async () => {
    const row = await db.kysely.selectFrom('chain.networks').select('read_at').where('network', '=', network).executeTakeFirst()
    return row ? (clock.now().getTime() - row.read_at.getTime()) / 1000 : 0
  })
  gauge('fairhouse_chain_transfers_unconfirmed', 'Transfers seen and not yet deep enough', count(sql`SELECT count(*) AS count FROM chain.transfers WHERE network = ${network} AND state = 'seen'`))
  gauge('fairhouse_chain_transfers_odd', 'Transfers that no player gets by itself: dust, unknown tokens, and credited ones that left the chain', count(sql`SELECT count(*) AS count FROM chain.transfers WHERE network = ${network} AND state IN ('dust', 'foreign', 'undone')`))
  gauge('fairhouse_chain_payouts_open', 'Pay-outs queued or under way', count(sql`SELECT count(*) AS count FROM chain.payouts WHERE network = ${network} AND state IN ('queued', 'signed')`))
  gauge('fairhouse_chain_payouts_hindered', 'Pay-outs that wait for money, fees or a person', count(sql`SELECT count(*) AS count FROM chain.payouts WHERE network = ${network} AND hindrance IS NOT NULL`))
}
