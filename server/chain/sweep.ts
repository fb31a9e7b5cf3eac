/**
 * Moves deposits from the EVM chain's deposit addresses to one address. The amounts follow from the balances and nonces
 * that the node reports, so a sweep can be interrupted, repeated or run twice concurrently: one nonce moves a balance
 * once. It never moves more than is booked, so that nothing leaves an address before the ledger has it.
 */
import { type Hex, isAddress, keccak256 } from 'viem'
import type { Asset } from './assets.ts'
import { readCursor } from './cursor.ts'
import { bookedOn } from './explained.ts'
import { type Fees, suggestFees } from './fees.ts'
import type { HotWallet } from './hot-wallet.ts'
import { ask, describe, isUnreachable, NodeUnavailable } from './node.ts'
import type { ChainParts } from './parts.ts'
import type { SweepKeys } from './sweep-keys.ts'
import { callFor, tokenAbi } from './transaction.ts'

/** A move whose fee exceeds this fraction of its amount waits for a larger balance or lower fees. */
const minFeeMultiple = 10n

type Holder = {
  id: bigint
  child: number
  address: Hex
  ether: bigint
  tokens: bigint
  nonce: number
  isBooked: boolean
}
export type Move = {
  kind: 'swept' | 'fuelled'
  child: number
  address: string
  currency: string
  raw: bigint
  hash: string
}
/**
 * `waiting`: addresses whose last transaction is in no block that was read yet. `unbooked`: addresses with a balance
 * larger than booked. `short`: addresses with tokens for whose fee no address has coins.
 */
export type Swept = { moves: Move[]; waiting: number; unbooked: number; short: number }

/** Throws an Error with a message if it cannot sweep, NodeUnavailable if the node does not respond. */
export async function sweep(parts: ChainParts, keys: SweepKeys, to: string): Promise<Swept> {
  const destination = await checkDestination(parts, to)
  const chainId = await ask(() => parts.client.getChainId())
  if (chainId !== parts.evm.chainId)
    throw new Error(`the node is on chain ${chainId}, but CHAIN_EVM_CHAIN_ID is ${parts.evm.chainId}`)
  const fees = await suggestFees(parts.client, parts.evm.maxFeeWei)
  if (!fees) throw new Error('fees are above CHAIN_EVM_MAX_FEE_GWEI')
  const { ready, waiting, unbooked } = await readHolders(parts)
  const round: SweepRound = { parts, keys, fees, destination, moves: [] }
  const lackingFees = await sweepTokens(round, ready)
  const short = await sendFees(round, ready, lackingFees)
  for (const holder of ready) if (!lackingFees.has(holder)) await sweepEther(round, holder)
  return { moves: round.moves, waiting, unbooked, short }
}

type SweepRound = { parts: ChainParts; keys: SweepKeys; fees: Fees; destination: Hex; moves: Move[] }

async function checkDestination({ db, network, assets }: ChainParts, to: string): Promise<Hex> {
  if (!isAddress(to, { strict: true })) throw new Error('the destination is not an address, or its checksum is invalid')
  const lower = to.toLowerCase()
  if (/^0x0{40}$/.test(lower) || assets.some(({ contract }) => contract === lower))
    throw new Error('nobody can spend from the destination')
  const { rows } = await db.pool.query('SELECT 1 FROM chain.addresses WHERE network = $1 AND lower(address) = $2', [
    network,
    lower,
  ])
  if (rows.length > 0)
    throw new Error("the destination is a player's deposit address, so the amount would be credited to that player")
  return to
}

/** Number of addresses queried concurrently. */
const atOnce = 20

/** Addresses with a pending transaction are skipped: their balance is already committed. */
async function readHolders(parts: ChainParts): Promise<{ ready: Holder[]; waiting: number; unbooked: number }> {
  const { db, network, key } = parts
  const cursor = await readCursor(parts)
  if (!cursor) throw new Error('the chain was never read')
  const rows = await db.kysely
    .selectFrom('chain.addresses')
    .select(['id', 'child', 'address'])
    .where('network', '=', network)
    .where('key_id', '=', key.id)
    .orderBy('child')
    .execute()
  const found: Array<Holder | 'waits' | null> = []
  for (let start = 0; start < rows.length; start += atOnce) {
    found.push(
      ...(await Promise.all(
        rows
          .slice(start, start + atOnce)
          .map(({ id, child, address }) => readHolder(parts, cursor.number, { id, child, address: address as Hex })),
      )),
    )
  }
  const ready = found.filter((holder) => holder !== null && holder !== 'waits')
  return {
    ready: ready.filter(({ ether, tokens }) => ether > 0n || tokens > 0n),
    unbooked: ready.filter(({ isBooked }) => !isBooked).length,
    waiting: found.filter((holder) => holder === 'waits').length,
  }
}

/** Null if the address is empty, `waits` if a transaction of it is not in the books yet. */
async function readHolder(
  { client, assets, db }: ChainParts,
  read: bigint,
  { id, child, address }: Pick<Holder, 'id' | 'child' | 'address'>,
): Promise<Holder | 'waits' | null> {
  const token = assets.find(({ contract }) => contract !== null)
  const coins = await ask(() => client.getBalance({ address, blockTag: 'latest' }))
  const units = token
    ? await ask(() =>
        client.readContract({
          address: token.contract as Hex,
          abi: tokenAbi,
          functionName: 'balanceOf',
          args: [address],
        }),
      )
    : 0n
  if (coins === 0n && units === 0n) return null
  const nonce = await ask(() => client.getTransactionCount({ address, blockTag: 'latest' }))
  const pending = await ask(() => client.getTransactionCount({ address, blockTag: 'pending' }))
  if (pending > nonce || (await ask(() => client.getTransactionCount({ address, blockNumber: read }))) !== nonce)
    return 'waits'
  const most = async (asset: Asset | undefined, balance: bigint) => {
    const booked = asset && balance > 0n ? await bookedOn(db.kysely, { addressId: id, asset: asset.currency }) : 0n
    return booked < 0n ? 0n : booked < balance ? booked : balance
  }
  const ether = await most(
    assets.find(({ contract }) => contract === null),
    coins,
  )
  const tokens = await most(token, units)
  return { id, child, address, ether, tokens, nonce, isBooked: ether === coins && tokens === units }
}

/** Returns the amount that each address lacks for the fee of moving its tokens. */
async function sweepTokens(round: SweepRound, holders: Holder[]): Promise<Map<Holder, bigint>> {
  const {
    parts: { assets },
    fees,
    destination,
  } = round
  const lackingFees = new Map<Holder, bigint>()
  const token = assets.find(({ contract }) => contract !== null)
  if (!token) return lackingFees
  for (const holder of holders) {
    // Whole subunits only: the ledger has no others.
    const amount = holder.tokens / token.unitsPerSubunit
    if (amount < token.range.min) continue
    const gas = await estimate(round, holder, token, amount).catch(async (error: unknown) => {
      // Another sweep may have sent the tokens since they were read; then the estimate is reverted.
      if (await hasNewTransaction(round, holder)) return null
      throw error
    })
    if (gas === null) {
      holder.ether = 0n
      continue
    }
    const lacking = gas * fees.maxFeePerGas - holder.ether
    if (lacking > 0n) lackingFees.set(holder, lacking)
    else {
      await send(
        round,
        holder,
        { ...callFor({ destination, amount, asset: token }), gas },
        { kind: 'swept', currency: token.currency, raw: amount * token.unitsPerSubunit },
      )
      holder.ether = 0n
    }
  }
  return lackingFees
}

async function hasNewTransaction({ parts: { client } }: SweepRound, { address, nonce }: Holder): Promise<boolean> {
  return (await ask(() => client.getTransactionCount({ address, blockTag: 'pending' }))) > nonce
}

async function estimate(
  { parts: { client }, destination }: SweepRound,
  { address }: Holder,
  asset: Asset,
  amount: bigint,
): Promise<bigint> {
  const gas = await ask(() => client.estimateGas({ account: address, ...callFor({ destination, amount, asset }) }))
  return gas === 21_000n ? gas : gas + gas / 4n
}

/**
 * The richest address without tokens sends the others their fee; its own balance moves in a later sweep. Resolves to
 * the number of addresses left without.
 */
async function sendFees(round: SweepRound, holders: Holder[], lackingFees: Map<Holder, bigint>): Promise<number> {
  const richest = holders
    .filter((holder) => !lackingFees.has(holder))
    .toSorted((a, b) => (a.ether < b.ether ? 1 : -1))[0]
  const fee = 21_000n * round.fees.maxFeePerGas
  let short = 0
  let isUsed = false
  for (const [holder, lacking] of lackingFees) {
    // Fees may rise before the next sweep.
    const value = lacking + lacking / 2n
    if (!richest || richest.ether < value + fee) {
      short += 1
      continue
    }
    isUsed = true
    await send(
      round,
      richest,
      { to: holder.address, value, gas: 21_000n },
      { kind: 'fuelled', currency: 'ETH', raw: value, fuels: holder },
    )
    richest.ether -= value + fee
    richest.nonce += 1
  }
  if (richest && isUsed) richest.ether = 0n
  return short
}

async function sweepEther(round: SweepRound, holder: Holder): Promise<void> {
  const {
    parts: { assets, client },
    fees,
    destination,
  } = round
  if (holder.ether === 0n) return
  const ether = assets.find(({ contract }) => contract === null)!
  // A receiving contract, such as a multi-signature wallet, needs more gas than an account.
  const used = await ask(() => client.estimateGas({ account: holder.address, to: destination, value: 1n }))
  const gas = used === 21_000n ? used : used + used / 4n
  const raw = holder.ether - gas * fees.maxFeePerGas
  if (raw < minFeeMultiple * gas * fees.maxFeePerGas) return
  await send(round, holder, { to: destination, value: raw, gas }, { kind: 'swept', currency: ether.currency, raw })
}

type Call = { to: Hex; value: bigint; data?: Hex; gas: bigint }
type ReportedMove = Pick<Move, 'kind' | 'currency' | 'raw'> & { fuels?: Holder }

/** A node's rejection (already known, nonce used) only means that another sweep was faster. */
async function send(
  { parts, keys, fees, moves }: SweepRound,
  holder: Holder,
  call: Call,
  { fuels, ...reported }: ReportedMove,
): Promise<void> {
  const { client, evm, db, clock } = parts
  const wallet: HotWallet = keys.walletAt(holder.child)
  if (wallet.address.toLowerCase() !== holder.address.toLowerCase())
    throw new Error(`the key does not belong to address ${holder.address}`)
  const raw = await wallet.sign({ type: 'eip1559', chainId: evm.chainId, nonce: holder.nonce, ...fees, ...call })
  const hash = keccak256(raw)
  if (fuels)
    await db.kysely
      .insertInto('chain.fuel')
      .values({ hash, network: evm.network, address_id: fuels.id, wei: String(call.value), signed_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  try {
    await client.sendRawTransaction({ serializedTransaction: raw })
  } catch (error) {
    if (isUnreachable(error)) throw new NodeUnavailable(describe(error))
    parts.log.warn({ address: holder.address, reason: describe(error) }, 'the node rejects a transaction of a sweep')
    return
  }
  moves.push({ ...reported, child: holder.child, address: fuels?.address ?? holder.address, hash })
}
