/** What operators have of a payment on a chain: an address, or the hash of a transaction. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../kernel/db/tables.ts'

type Wallet = { network: string; address: string }
export type FoundOnChain = {
  /** Of the payments that are this transaction, or came from this address. */
  invoiceIds: string[]
  /** Of the wallet accounts whose deposit address it is. */
  accountIds: string[]
  /** Hot wallets of the house at this address. */
  wallets: Wallet[]
}

/** Through the indexes only, which begin with the network. The newest payments first. */
export async function findOnChain(db: Kysely<Tables>, text: string, limit: number): Promise<FoundOnChain> {
  const lower = text.toLowerCase()
  const networks = db.selectFrom('chain.networks').select('network')
  const [byHash, bySender, sent, addresses, wallets] = await Promise.all([
    db
      .selectFrom('chain.transfers')
      .select('invoice_id')
      .where('network', 'in', networks)
      .where('tx_hash', 'in', [text, lower])
      .where('invoice_id', 'is not', null)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    // The latest of an address that has sent many; without the offset, the planner would read all transfers by id.
    db
      .selectFrom((from) =>
        from
          .selectFrom('chain.transfers')
          .select(['id', 'invoice_id'])
          .where(sql`lower(sender)`, '=', lower)
          .where('invoice_id', 'is not', null)
          .offset(0)
          .as('sent'),
      )
      .select('invoice_id')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
    db.selectFrom('chain.transactions').select('invoice_id').where('hash', 'in', [text, lower]).execute(),
    db
      .selectFrom('chain.addresses')
      .select('account_id')
      .where('network', 'in', networks)
      .where(sql`lower(address)`, '=', lower)
      .execute(),
    db
      .selectFrom('chain.wallets')
      .select(['network', 'address'])
      .where(sql`lower(address)`, '=', lower)
      .execute(),
  ])
  const invoices = [...byHash, ...bySender, ...sent].map(({ invoice_id }) => invoice_id!)
  return { invoiceIds: [...new Set(invoices)], accountIds: addresses.map(({ account_id }) => account_id), wallets }
}
