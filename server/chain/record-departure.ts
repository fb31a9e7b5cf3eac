/** Records what a transaction took from a deposit address, so that its balance can be explained. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db/connect.ts'
import type { SeenBlock, SeenDeparture, Watch } from './parts.ts'

export async function recordDeparture(
  { network, assets }: Watch,
  tx: Tx,
  { number }: Pick<SeenBlock, 'number'>,
  { txHash, from, contract, raw }: SeenDeparture,
): Promise<void> {
  const asset = assets.find((known) => known.contract === contract)
  if (!asset) return
  await sql`INSERT INTO chain.departures AS known (network, tx_hash, address_id, asset, raw, block_number)
    SELECT ${network}, ${txHash}, id, ${asset.currency}, ${String(raw)}::numeric, ${number} FROM chain.addresses
    WHERE network = ${network} AND lower(address) = ${from}
    ON CONFLICT (network, tx_hash, address_id, asset) DO UPDATE SET raw = known.raw + excluded.raw`.execute(tx)
}
