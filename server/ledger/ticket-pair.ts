/** Whether the stakes of a wallet buy tickets of a jackpot. Stands on the wallet, so that other bets read nothing more. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'
import type { Tx } from '../kernel/db/connect.ts'
import type { Wallet } from './kinds.ts'

/** Called with the wallet's lock; null ends it. */
export async function setTicketPair(tx: Tx, { playerId, currency }: Wallet, pair: bigint | null): Promise<void> {
  await sql`SELECT ledger.set_ticket_pair(${playerId}, ${currency}, ${pair})`.execute(tx)
}

/** Null while the player takes no part, or without such a wallet. */
export async function readTicketPair(db: Kysely<Tables>, { playerId, currency }: Wallet): Promise<bigint | null> {
  const wallet = await db
    .selectFrom('wallet.accounts')
    .select('ticket_pair')
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return wallet?.ticket_pair ?? null
}
