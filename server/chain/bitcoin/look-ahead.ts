/**
 * Reads unconfirmed transactions, so that a payer soon sees that the payment was detected. Nothing is credited because
 * of them: only blocks count.
 */
import type { Tx } from '../../kernel/db/connect.ts'
import { countUnits, isDust } from '../assets.ts'
import { lockCursor } from '../cursor.ts'
import { findReplaced, findTransfer, namesOf } from '../record-transfer.ts'
import { takeAwaiting } from '../report-deposits.ts'
import type { SeenTransfer, Watch } from '../parts.ts'
import type { Esplora, Waiting } from './esplora.ts'

export type BitcoinParts = Watch & { esplora: Esplora; genesis: string }

/** Each address costs a request. Payments to other addresses are seen once they are in a block. */
const maxAddresses = 40
const watchedForMs = 24 * 3_600_000

export async function lookAhead(parts: BitcoinParts, signal: AbortSignal): Promise<void> {
  for (const { id, address } of await addressesToLookAt(parts)) {
    if (signal.aborted) return
    const { transactions, isWhole } = await parts.esplora.waitingAt(address)
    const seen = transactions.flatMap((transaction) => transfersTo(address, transaction))
    await parts.db.transaction((tx) => recordUnconfirmed(parts, tx, id, { seen, isWhole }))
  }
}

/** First addresses with unconfirmed payments, then recently assigned ones. */
async function addressesToLookAt({ db, network, clock }: Watch): Promise<Array<{ id: bigint; address: string }>> {
  const { rows } = await db.pool.query<{ id: bigint; address: string }>(
    `SELECT address.id, address.address FROM chain.addresses AS address JOIN (
        SELECT address_id, 0 AS turn, first_seen_at AS at FROM chain.transfers WHERE network = $1 AND state IN ('pending', 'vanished')
        UNION ALL
        SELECT address_id, 1, created_at FROM chain.awaiting AS waiting WHERE created_at > $2 AND NOT EXISTS (SELECT FROM chain.transfers AS transfer WHERE transfer.invoice_id = waiting.invoice_id)
      ) AS wanted ON wanted.address_id = address.id
      WHERE address.network = $1 GROUP BY address.id ORDER BY min(wanted.turn), max(wanted.at) DESC LIMIT $3`,
    [network, new Date(clock.now().getTime() - watchedForMs), maxAddresses],
  )
  return rows
}

function transfersTo(address: string, { id, inputs, outputs }: Waiting): SeenTransfer[] {
  return outputs
    .filter((output) => output.address === address && output.value > 0n && inputs.length > 0)
    .map(({ position, value }) => ({
      txHash: id,
      position,
      to: address,
      from: inputs[0]!,
      contract: null,
      raw: value,
      spends: inputs,
    }))
}

/**
 * Records unconfirmed transfers under the lock of the blocks, so that a confirmed one never becomes unconfirmed again.
 */
async function recordUnconfirmed(
  parts: Watch,
  tx: Tx,
  addressId: bigint,
  { seen, isWhole }: { seen: SeenTransfer[]; isWhole: boolean },
): Promise<void> {
  const { network } = parts
  const cursor = await lockCursor(tx, network)
  for (const transfer of seen) await recordUnconfirmedTransfer(parts, tx, addressId, transfer)
  if (!isWhole) return
  const gone = tx
    .updateTable('chain.transfers')
    .set({ state: 'vanished', vanished_at: cursor.number })
    .where('network', '=', network)
    .where('address_id', '=', addressId)
    .where('state', '=', 'pending')
  await (
    seen.length > 0
      ? gone.where(
          'tx_hash',
          'not in',
          seen.map(({ txHash }) => txHash),
        )
      : gone
  ).execute()
}

async function recordUnconfirmedTransfer(parts: Watch, tx: Tx, addressId: bigint, seen: SeenTransfer): Promise<void> {
  const {
    network,
    assets: [asset],
  } = parts
  const { amount, rest } = countUnits(asset!, seen.raw)
  if (isDust(asset!, amount)) return
  const values = {
    ...namesOf(seen),
    asset: asset!.currency,
    raw: String(seen.raw),
    amount: String(amount),
    rest: String(rest),
    address_id: addressId,
    block_number: null,
    block_hash: null,
    state: 'pending',
    vanished_at: null,
  }
  const known = await findTransfer(tx, network, seen)
  if (known && known.state !== 'vanished') return
  const former = known ?? (await findReplaced(tx, network, addressId, seen))
  if (former) return void (await tx.updateTable('chain.transfers').set(values).where('id', '=', former.id).execute())
  // No deposit is awaited here: creating invoices for payments that can be replaced at no cost would invite abuse.
  const invoiceId = await takeAwaiting(tx, addressId)
  if (invoiceId)
    await tx
      .insertInto('chain.transfers')
      .values({ ...values, network, invoice_id: invoiceId, first_seen_at: parts.clock.now() })
      .execute()
}
