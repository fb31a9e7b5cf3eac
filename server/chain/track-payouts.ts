/**
 * Tracks signed payouts until they are final: sends their bytes until a block has them, raises the fee of a stuck one,
 * and reads the receipt.
 */
import type { Hex } from 'viem'
import { type Fees, raiseFees, suggestFees } from './fees.ts'
import type { HotWallet } from './hot-wallet.ts'
import { ask, describe, isUnreachable, NodeUnavailable, type Receipt, readReceipt } from './node.ts'
import type { ChainParts } from './parts.ts'
import { recordHindrance } from './payouts.ts'
import { storeSigned } from './sign-payouts.ts'
import { outcomeOf, type Payment } from './transaction.ts'

type Signed = {
  invoice_id: string
  currency: string | null
  amount: bigint | null
  destination: string | null
  nonce: bigint | null
}
type Sent = { hash: string; gas: bigint; max_fee_wei: string; priority_fee_wei: string; signed_at: Date }

export async function trackPayouts(parts: ChainParts, wallet: HotWallet): Promise<void> {
  const { client, db, evm } = parts
  const signed = await db.kysely
    .selectFrom('chain.payouts')
    .select(['invoice_id', 'currency', 'amount', 'destination', 'nonce'])
    .where('network', '=', evm.network)
    .where('sender', '=', wallet.address)
    .where('state', '=', 'signed')
    .orderBy('nonce')
    .execute()
  const isAnythingSigned = await db.kysely
    .selectFrom('chain.wallets')
    .select('next_nonce')
    .where('network', '=', evm.network)
    .where('address', '=', wallet.address)
    .executeTakeFirst()
  if (!isAnythingSigned) return
  const head = await ask(() => client.getBlockNumber())
  const count = BigInt(await ask(() => client.getTransactionCount({ address: wallet.address, blockTag: 'latest' })))
  let isFirst = true
  for (const payout of signed) {
    const receipt = await receiptOf(parts, payout)
    if (receipt) await concludeOnceDeep(parts, wallet, payout, receipt, head)
    else if (count > payout.nonce!)
      await recordHindrance(parts, payout.invoice_id, 'its nonce was used by another transaction: needs review')
    // Only the payout with the lowest nonce can block the others.
    else if (isFirst) {
      isFirst = false
      await raiseFeeIfStuck(parts, wallet, payout)
    }
  }
  await broadcast(parts, wallet, count)
}

/** Any of its transactions may have been included. */
async function receiptOf({ client, db }: ChainParts, { invoice_id }: Signed): Promise<Receipt | null> {
  const hashes = await db.kysely
    .selectFrom('chain.transactions')
    .select('hash')
    .where('invoice_id', '=', invoice_id)
    .orderBy('signed_at', 'desc')
    .execute()
  for (const { hash } of hashes) {
    const receipt = await readReceipt(client, hash)
    if (receipt) return receipt
  }
  return null
}

async function concludeOnceDeep(
  parts: ChainParts,
  wallet: HotWallet,
  payout: Signed,
  receipt: Receipt,
  head: bigint,
): Promise<void> {
  await recordHindrance(parts, payout.invoice_id, null)
  const depth = head - receipt.blockNumber + 1n
  const payment = paymentOf(parts, payout)
  if (depth < BigInt(parts.evm.confirmations) || !payment) return
  const outcome = outcomeOf(receipt, payment, wallet.address)
  await parts.db.transaction(async (tx) => {
    await tx
      .updateTable('chain.transactions')
      .set({ block_number: receipt.blockNumber, fee_wei: String(receipt.gasUsed * receipt.gasPrice) })
      .where('hash', '=', receipt.transactionHash)
      .execute()
    await tx
      .updateTable('chain.payouts')
      .set({
        state: outcome,
        ended_at: parts.clock.now(),
        hindrance: outcome === 'odd' ? 'the token transfer differs from the request: needs review' : null,
      })
      .where('invoice_id', '=', payout.invoice_id)
      .where('state', '=', 'signed')
      .execute()
  })
  if (outcome === 'odd')
    parts.log.error(
      { invoice: payout.invoice_id, transaction: receipt.transactionHash },
      'a payout succeeded on the chain, but its token transfer differs from the request and needs review',
    )
}

function paymentOf({ assets }: ChainParts, { currency, amount, destination }: Signed): Payment | null {
  const asset = assets.find((one) => one.currency === currency)
  return asset ? { asset, amount: amount!, destination: destination as Hex } : null
}

/** The same nonce with a higher fee: at most one of the two can ever be in the chain. */
async function raiseFeeIfStuck(parts: ChainParts, wallet: HotWallet, payout: Signed): Promise<void> {
  const { db, evm, clock } = parts
  const last = await db.kysely
    .selectFrom('chain.transactions')
    .select(['hash', 'gas', 'max_fee_wei', 'priority_fee_wei', 'signed_at'])
    .where('invoice_id', '=', payout.invoice_id)
    .orderBy('signed_at', 'desc')
    .orderBy('max_fee_wei', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (clock.now().getTime() - last.signed_at.getTime() < evm.stuckAfterMs) return
  const fees = raiseFees(feesOf(last), await suggestFees(parts.client, evm.maxFeeWei), evm.maxFeeWei)
  if (!fees) return recordHindrance(parts, payout.invoice_id, 'stuck, and a higher fee is above the limit')
  const payment = paymentOf(parts, payout)
  if (!payment) return recordHindrance(parts, payout.invoice_id, 'stuck, and its currency is no longer configured')
  await db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('chain.payouts')
      .select('state')
      .where('invoice_id', '=', payout.invoice_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const newest = await tx
      .selectFrom('chain.transactions')
      .select('hash')
      .where('invoice_id', '=', payout.invoice_id)
      .orderBy('signed_at', 'desc')
      .orderBy('max_fee_wei', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    if (row.state !== 'signed' || newest.hash !== last.hash) return
    await storeSigned(parts, tx, wallet, {
      ...payment,
      invoiceId: payout.invoice_id,
      gas: last.gas,
      fees,
      nonce: payout.nonce!,
    })
  })
  await recordHindrance(parts, payout.invoice_id, 'stuck; sent again with a higher fee')
}

function feesOf({ max_fee_wei, priority_fee_wei }: Sent): Fees {
  return { maxFeePerGas: BigInt(max_fee_wei), maxPriorityFeePerGas: BigInt(priority_fee_wei) }
}

/** Transactions are sent again at this interval, because a node may forget those that it accepted. */
const sendAgainAfterMs = 20_000
/** Errors that mean that the node, or a block, already has the transaction. */
const isKnown = /already known|already imported|known transaction|nonce too low|underpriced/i

/**
 * Sends every signed transaction that is in no block, in the order of nonces: after a crash, a dropped transaction, or
 * a reorganization. Of several with one nonce only the one with the highest fee is sent. The node's response is
 * ignored.
 */
async function broadcast(parts: ChainParts, wallet: HotWallet, count: bigint): Promise<void> {
  const { client, db, evm, clock } = parts
  const now = clock.now()
  const { rows } = await db.pool.query<{ hash: string; raw: Hex; invoice_id: string }>(
    `SELECT hash, raw, invoice_id FROM (SELECT DISTINCT ON (nonce) * FROM chain.transactions WHERE network = $1 AND sender = $2 AND nonce >= $3 ORDER BY nonce, max_fee_wei DESC) AS dearest
      WHERE sent_at IS NULL OR sent_at <= $4 ORDER BY nonce`,
    [evm.network, wallet.address, String(count), new Date(now.getTime() - sendAgainAfterMs)],
  )
  for (const { hash, raw, invoice_id } of rows) {
    try {
      await client.sendRawTransaction({ serializedTransaction: raw })
    } catch (error) {
      const reason = describe(error)
      if (isUnreachable(error)) throw new NodeUnavailable(reason)
      if (!isKnown.test(reason)) {
        await recordHindrance(parts, invoice_id, `the node rejects it: ${reason}`)
        continue
      }
    }
    await db.kysely.updateTable('chain.transactions').set({ sent_at: now }).where('hash', '=', hash).execute()
  }
}
