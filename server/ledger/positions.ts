/** What is where: all balances of players by currency, and each account that belongs to no player. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'

type Position = { address: string; currency: string; balance: bigint }

export async function readPositions(
  db: Kysely<Tables>,
): Promise<{ players: Array<{ currency: string; balance: bigint }>; accounts: Position[] }> {
  // One statement, so that a movement between two accounts is in both or in neither.
  const { rows } = await sql<{ address: string | null; currency: string; balance: bigint }>`
    SELECT NULL AS address, currency, sum(cash + bonus + held + vault)::bigint AS balance FROM wallet.accounts GROUP BY currency
    UNION ALL
    SELECT address, currency, balance FROM ledger.balances WHERE player_id IS NULL
    ORDER BY 1, 2`.execute(db)
  return {
    players: rows.flatMap(({ address, ...rest }) => (address === null ? [rest] : [])),
    accounts: rows.filter((row): row is Position => row.address !== null && row.balance !== 0n),
  }
}
