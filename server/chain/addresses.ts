/** Assigns each wallet account its own deposit address, the next child of the public key, permanently. */
import type { Tx } from '../kernel/db/connect.ts'
import type { ExtendedKey } from './extended-key.ts'

export type DepositAddress = { id: bigint; address: string }
type AddressRequest = { key: ExtendedKey; network: string; accountId: string; currency: string; at: Date }

/** The key's row is locked while a child is taken, so that concurrent calls never take the same one. */
export async function addressFor(
  tx: Tx,
  { key, network, accountId, currency, at }: AddressRequest,
): Promise<DepositAddress> {
  await tx
    .insertInto('chain.keys')
    .values({ id: key.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.selectFrom('chain.keys').select('id').where('id', '=', key.id).forUpdate().execute()
  const existing = await tx
    .selectFrom('chain.addresses')
    .select(['id', 'address'])
    .where('key_id', '=', key.id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (existing) return existing
  const { next_child } = await tx
    .updateTable('chain.keys')
    .set((row) => ({ next_child: row('next_child', '+', 1) }))
    .where('id', '=', key.id)
    .returning('next_child')
    .executeTakeFirstOrThrow()
  const child = next_child - 1
  return tx
    .insertInto('chain.addresses')
    .values({
      key_id: key.id,
      child,
      network,
      address: key.addressOf(child),
      account_id: accountId,
      currency,
      created_at: at,
    })
    .returning(['id', 'address'])
    .executeTakeFirstOrThrow()
}
