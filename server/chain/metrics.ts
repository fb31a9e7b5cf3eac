/** Metrics of the chains, read from the database when metrics are scraped. */
import { type RawBuilder, sql } from 'kysely'
import { gaugeOfEach } from '../kernel/http/metrics.ts'
import type { ChainNeeds, Watch } from './parts.ts'

type Row = { network: string; value: bigint | number }

export function measureChain(
  { db, clock }: Pick<ChainNeeds, 'db' | 'clock'>,
  watches: Array<Pick<Watch, 'network'>>,
): void {
  const networks = watches.map(({ network }) => network)
  const measure = (name: string, help: string, query: () => RawBuilder<Row>) =>
    gaugeOfEach(`fairhouse_chain_${name}`, help, 'network', async () => {
      const { rows } = await query().execute(db.kysely)
      const found = new Map(rows.map(({ network, value }) => [network, Number(value)]))
      return new Map(networks.map((network) => [network, found.get(network) ?? 0]))
    })
  measure(
    'block',
    'Newest block of the chain that was read',
    () => sql`SELECT network, number AS value FROM chain.networks`,
  )
  measure(
    'seconds_since_block',
    'Since a block was last read',
    () =>
      sql`SELECT network, extract(epoch FROM ${clock.now()}::timestamptz - read_at)::float8 AS value FROM chain.networks`,
  )
  measure('transfers_unconfirmed', 'Transfers on their way, or seen and not yet deep enough', () =>
    transfers(['pending', 'seen']),
  )
  measure(
    'transfers_odd',
    'Transfers that no player gets by itself: dust, unknown tokens, and credited ones that left the chain',
    () => transfers(['dust', 'foreign', 'undone']),
  )
  measure(
    'payouts_open',
    'Pay-outs queued or under way',
    () =>
      sql`SELECT network, count(*) AS value FROM chain.payouts WHERE state IN ('queued', 'signed') GROUP BY network`,
  )
  measure(
    'payouts_hindered',
    'Pay-outs that wait for money, fees or a person',
    () => sql`SELECT network, count(*) AS value FROM chain.payouts WHERE hindrance IS NOT NULL GROUP BY network`,
  )
}

function transfers(states: string[]): RawBuilder<Row> {
  return sql<Row>`SELECT network, count(*) AS value FROM chain.transfers WHERE state = ANY (${states}::text[]) GROUP BY network`
}
