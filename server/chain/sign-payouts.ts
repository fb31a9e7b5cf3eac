/**
 * Signs queued payouts in order: nonce, bytes and payout are recorded in a single transaction, before any bytes are
 * sent.
 */
import { BaseError, ExecutionRevertedError, type Hex, keccak256 } from 'viem'
import type { Tx } from '../kernel/db/connect.ts'
import type { Asset } from './assets.ts'
import { type Fees, suggestFees } from './fees.ts'
import type { HotWallet } from './hot-wallet.ts'
import { ask, NodeUnavailable, describe } from './node.ts'
import type { ChainParts } from './parts.ts'
import { recordHindrance } from './payouts.ts'
import { callFor, tokenAbi } from './transaction.ts'

/** Nodes accept a limited number of pending transactions per sender. */
const maxPending = 40
/** A destination that needs more gas is a contract that would spend it on its own purposes. */
const maxGas = 200_000n

type Queued = { invoiceId: string; currency: string; amount: bigint; destination: Hex }
/** Read from the chain once per round; reduced as payouts are signed. */
type Means = { fees: Fees; count: bigint; ether: bigint; tokens: Map<string, bigint> }

export async function signPayouts(parts: ChainParts, wallet: HotWallet): Promise<void> {
  const queued = await readQueue(parts)
  if (queued.length === 0) return
  const means = await readMeans(parts, wallet)
  const closed = new Set<string>()
  for (const payout of queued) {
    // Payouts of a currency are signed in order: a smaller one must not overtake a larger one that waits for funds.
    if (closed.has(payout.currency)) continue
    const hindrance = means ? await sign(parts, wallet, payout, means) : 'fees are above the limit'
    await recordHindrance(parts, payout.invoiceId, hindrance)
    if (hindrance) closed.add(payout.currency)
  }
}

async function readQueue({ db, evm }: ChainParts): Promise<Queued[]> {
  const { count } = await db.kysely
    .selectFrom('chain.payouts')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('network', '=', evm.network)
    .where('state', '=', 'signed')
    .executeTakeFirstOrThrow()
  const rows = await db.kysely
    .selectFrom('chain.payouts')
    .select(['invoice_id', 'currency', 'amount', 'destination'])
    .where('network', '=', evm.network)
    .where('state', '=', 'queued')
    .orderBy('queued_at')
    .orderBy('invoice_id')
    .limit(Math.max(0, maxPending - Number(count)))
    .execute()
  return rows.map((row) => ({
    invoiceId: row.invoice_id,
    currency: row.currency!,
    amount: row.amount!,
    destination: row.destination as Hex,
  }))
}

/** Null if fees are above the limit. Excludes the cost of signed transactions that are in no block yet. */
async function readMeans(parts: ChainParts, wallet: HotWallet): Promise<Means | null> {
  const { client, db, evm, assets } = parts
  const fees = await suggestFees(client, evm.maxFeeWei)
  if (!fees) return null
  const count = BigInt(await ask(() => client.getTransactionCount({ address: wallet.address, blockTag: 'latest' })))
  let ether = await ask(() => client.getBalance({ address: wallet.address, blockTag: 'latest' }))
  const tokens = new Map<string, bigint>()
  for (const { contract } of assets)
    if (contract)
      tokens.set(
        contract,
        await ask(() =>
          client.readContract({
            address: contract as Hex,
            abi: tokenAbi,
            functionName: 'balanceOf',
            args: [wallet.address],
          }),
        ),
      )
  const { rows } = await db.pool.query<{ currency: string; amount: string; fee: string }>(
    `SELECT payout.currency, payout.amount::text, (SELECT max(max_fee_wei * gas) FROM chain.transactions WHERE invoice_id = payout.invoice_id)::text AS fee FROM chain.payouts AS payout
      WHERE payout.network = $1 AND payout.sender = $2 AND payout.state = 'signed' AND payout.nonce >= $3`,
    [evm.network, wallet.address, String(count)],
  )
  for (const { currency, amount, fee } of rows) {
    const asset = assets.find((one) => one.currency === currency)
    if (!asset) continue
    const raw = BigInt(amount) * asset.unitsPerSubunit
    ether -= BigInt(fee) + (asset.contract ? 0n : raw)
    if (asset.contract) tokens.set(asset.contract, tokens.get(asset.contract)! - raw)
  }
  return { fees, count, ether, tokens }
}

/** Resolves to the reason to wait; null if there is none. */
async function sign(parts: ChainParts, wallet: HotWallet, payout: Queued, means: Means): Promise<string | null> {
  const asset = parts.assets.find(({ currency }) => currency === payout.currency)
  if (!asset) return 'its currency is no longer configured'
  const raw = payout.amount * asset.unitsPerSubunit
  const balance = asset.contract ? means.tokens.get(asset.contract)! : means.ether
  if (balance < raw) return `the hot wallet has insufficient ${asset.currency}`
  const gas = await gasFor(parts, wallet, payout, asset)
  if (gas === 'reverts') return refusePayout(parts, payout.invoiceId)
  const fee = gas * means.fees.maxFeePerGas
  if (means.ether < fee + (asset.contract ? 0n : raw)) return 'the hot wallet has insufficient ETH for the fee'
  const isSigned = await parts.db.transaction((tx) =>
    storePayout(parts, tx, wallet, { ...payout, asset, gas, fees: means.fees, count: means.count }),
  )
  if (isSigned) {
    means.ether -= fee + (asset.contract ? 0n : raw)
    if (asset.contract) means.tokens.set(asset.contract, balance - raw)
  }
  return null
}

async function gasFor(
  { client }: ChainParts,
  wallet: HotWallet,
  payout: Queued,
  asset: Asset,
): Promise<bigint | 'reverts'> {
  try {
    const gas = await client.estimateGas({ account: wallet.address, ...callFor({ ...payout, asset }) })
    return gas > maxGas ? 'reverts' : gas === 21_000n ? gas : gas + gas / 5n
  } catch (error) {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError)) return 'reverts'
    throw new NodeUnavailable(describe(error))
  }
}

/** The destination rejects the transfer: detected before a nonce or a fee is spent. */
async function refusePayout({ db, clock }: ChainParts, invoiceId: string): Promise<null> {
  await db.kysely
    .updateTable('chain.payouts')
    .set({ state: 'refused', ended_at: clock.now(), hindrance: null })
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'queued')
    .execute()
  return null
}

type Sealed = Queued & { asset: Asset; gas: bigint; fees: Fees; count: bigint }

/** False if the payout was cancelled, or signed by another process, in the meantime. */
async function storePayout(parts: ChainParts, tx: Tx, wallet: HotWallet, payout: Sealed): Promise<boolean> {
  const { network } = parts.evm
  await tx
    .insertInto('chain.wallets')
    .values({ network, address: wallet.address, next_nonce: payout.count })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { next_nonce } = await tx
    .selectFrom('chain.wallets')
    .select('next_nonce')
    .where('network', '=', network)
    .where('address', '=', wallet.address)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const row = await tx
    .selectFrom('chain.payouts')
    .select('state')
    .where('invoice_id', '=', payout.invoiceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.state !== 'queued') return false
  // A higher nonce means that the key is also used elsewhere; a node's lower nonce is ignored.
  const nonce = next_nonce > payout.count ? next_nonce : payout.count
  await tx
    .updateTable('chain.payouts')
    .set({ state: 'signed', sender: wallet.address, nonce, hindrance: null })
    .where('invoice_id', '=', payout.invoiceId)
    .execute()
  await tx
    .updateTable('chain.wallets')
    .set({ next_nonce: nonce + 1n })
    .where('network', '=', network)
    .where('address', '=', wallet.address)
    .execute()
  await storeSigned(parts, tx, wallet, { ...payout, nonce })
  return true
}

export type ToSign = Pick<Sealed, 'invoiceId' | 'amount' | 'destination' | 'asset' | 'gas' | 'fees'> & { nonce: bigint }

/** Signing needs no network: the bytes are in the database before they are sent. */
export async function storeSigned(
  { evm, clock }: ChainParts,
  tx: Tx,
  wallet: HotWallet,
  payout: ToSign,
): Promise<void> {
  const raw = await wallet.sign({
    type: 'eip1559',
    chainId: evm.chainId,
    nonce: Number(payout.nonce),
    gas: payout.gas,
    ...payout.fees,
    ...callFor(payout),
  })
  await tx
    .insertInto('chain.transactions')
    .values({
      hash: keccak256(raw),
      invoice_id: payout.invoiceId,
      network: evm.network,
      sender: wallet.address,
      nonce: payout.nonce,
      raw,
      gas: payout.gas,
      max_fee_wei: String(payout.fees.maxFeePerGas),
      priority_fee_wei: String(payout.fees.maxPriorityFeePerGas),
      signed_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
