/**
 * Compares the balances of deposit addresses with the transfers in blocks. Coins that a contract sent within its
 * transaction, and tokens without the usual log, are not among those transfers. A trace finds the former; any remaining
 * difference is reported to payments as money of unknown origin.
 */
import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Tx } from '../kernel/db/connect.ts'
import { type Asset, countUnits, isDust } from './assets.ts'
import { lockCursor, readCursor } from './cursor.ts'
import { explainedAt } from './explained.ts'
import { ask, describe, isUnreachable, NodeUnavailable } from './node.ts'
import type { ChainParts, SeenTransfer } from './parts.ts'
import { recordTransfer } from './record-transfer.ts'
import { traceBlock } from './traces.ts'
import { tokenAbi } from './transaction.ts'

/** Balances read in one round. */
const perRound = 20
/** An address with recent transfers is compared again after this time, any other once a day. */
const activeIntervalMs = 15 * 60_000
const idleIntervalMs = 24 * 3_600_000
const latelyMs = 7 * idleIntervalMs
/** Most nodes keep the state of the last 128 blocks. */
const retainedStates = 96n
/** The number of blocks traced for one address in a comparison; the next one continues. */
const tracedAtOnce = 8

type Place = { number: bigint; hash: string }
type Held = { addressId: bigint; address: Hex; asset: Asset; since: bigint | null }
type Traced = { block: Place; transfer: SeenTransfer }

export async function compareBalances(parts: ChainParts): Promise<void> {
  const cursor = await readCursor(parts)
  const number = cursor && cursor.number - BigInt(parts.confirmations) + 1n
  if (number === undefined || number < 1n) return
  const hash = await parts.blocks.hashAt(number)
  const stored = await parts.db.kysely
    .selectFrom('chain.blocks')
    .select('hash')
    .where('network', '=', parts.network)
    .where('number', '=', number)
    .executeTakeFirst()
  // The node is on another chain than the stored blocks; following the chain resolves that first.
  if (hash === null || stored?.hash !== hash) return
  for (const asset of parts.assets)
    for (const held of await findDue(parts, asset, number)) await compare(parts, held, { number, hash })
}

async function findDue({ db, network, clock }: ChainParts, asset: Asset, number: bigint): Promise<Held[]> {
  const at = (ms: number) => new Date(clock.now().getTime() - ms)
  const { rows } = await sql<{ addressId: bigint; address: Hex; since: bigint | null }>`
    SELECT address.id AS "addressId", address.address, compared.block_number AS since FROM chain.addresses AS address
    LEFT JOIN chain.comparisons AS compared ON compared.address_id = address.id AND compared.asset = ${asset.currency}
    WHERE address.network = ${network} AND (compared.address_id IS NULL OR compared.block_number < ${number} AND (compared.compared_at <= ${at(idleIntervalMs)}
      OR compared.compared_at <= ${at(activeIntervalMs)} AND (
        EXISTS (SELECT FROM chain.awaiting WHERE address_id = address.id AND created_at > ${at(latelyMs)})
        OR EXISTS (SELECT FROM chain.transfers WHERE address_id = address.id AND first_seen_at > ${at(latelyMs)}))))
    ORDER BY compared.compared_at NULLS FIRST, address.id LIMIT ${perRound}`.execute(db.kysely)
  return rows.map((row) => ({ ...row, asset }))
}

async function compare(parts: ChainParts, held: Held, block: Place): Promise<void> {
  const balance = await ask(() => balanceAt(parts, held, block.number))
  const explained = await explainedAt(parts.db.kysely, balanceOf(held), block.number)
  const traced = balance > explained && held.asset.contract === null ? await findInner(parts, held, block) : []
  await parts.db.transaction(async (tx) => {
    await lockCursor(tx, parts.network)
    const last = await tx
      .selectFrom('chain.comparisons')
      .select('block_number')
      .where('address_id', '=', held.addressId)
      .where('asset', '=', held.asset.currency)
      .executeTakeFirst()
    // Another process has already compared this or a later block.
    if (last && last.block_number >= block.number) return
    for (const { block: its, transfer } of traced) await recordTransfer(parts, tx, its, transfer)
    const rest = balance - (await explainedAt(tx, balanceOf(held), block.number))
    if (rest > 0n) await recordUnexplained(parts, tx, held, block, rest)
    if (rest < 0n) await recordMissing(parts, tx, held, block, -rest, last !== undefined)
    const compared = { block_number: block.number, compared_at: parts.clock.now() }
    await tx
      .insertInto('chain.comparisons')
      .values({ address_id: held.addressId, asset: held.asset.currency, ...compared })
      .onConflict((conflict) => conflict.columns(['address_id', 'asset']).doUpdateSet(compared))
      .execute()
  })
}

function balanceOf({ addressId, asset }: Held): { addressId: bigint; asset: string } {
  return { addressId, asset: asset.currency }
}

function balanceAt({ client }: ChainParts, { address, asset }: Held, blockNumber: bigint): Promise<bigint> {
  return asset.contract === null
    ? client.getBalance({ address, blockNumber })
    : client.readContract({
        address: asset.contract as Hex,
        abi: tokenAbi,
        functionName: 'balanceOf',
        args: [address],
        blockNumber,
      })
}

/**
 * The inner payments to the address since its last comparison, in the blocks in which its balance grew by more than
 * was read. Fewer or none if the node cannot trace or no longer has the states.
 */
async function findInner(parts: ChainParts, held: Held, until: Place): Promise<Traced[]> {
  const found: Traced[] = []
  const unexplained = async (number: bigint) =>
    (await balanceAt(parts, held, number)) - (await explainedAt(parts.db.kysely, balanceOf(held), number))
  try {
    const oldest = until.number > retainedStates ? until.number - retainedStates : 0n
    let low = held.since !== null && held.since > oldest ? held.since : oldest
    let known = await unexplained(low)
    const all = await unexplained(until.number)
    for (let blocks = 0; known < all && blocks < tracedAtOnce; blocks++) {
      let high = until.number
      let below = low
      while (high - below > 1n) {
        const middle = (below + high) / 2n
        if ((await unexplained(middle)) > known) high = middle
        else below = middle
      }
      const hash = await parts.blocks.hashAt(high)
      const inner = hash && (await traceBlock(parts.client, { number: high, hash }))
      if (!inner) return found
      for (const { txHash, position, from, to, raw } of inner)
        if (to === held.address.toLowerCase())
          found.push({
            block: { number: high, hash },
            transfer: { txHash, position, from, to, raw, contract: null },
          })
      low = high
      known = await unexplained(high)
    }
  } catch (error) {
    if (error instanceof NodeUnavailable || isUnreachable(error)) throw new NodeUnavailable(describe(error))
    parts.log.warn(
      { address: held.address, reason: describe(error) },
      'what arrived at a deposit address could not be traced',
    )
  }
  return found
}

/** Records an unexplained balance. It is deep enough to be reported at once, but only the amount is known. */
async function recordUnexplained(
  { network, clock, log }: ChainParts,
  tx: Tx,
  { addressId, address, asset }: Held,
  block: Place,
  raw: bigint,
): Promise<void> {
  const { amount, rest } = countUnits(asset, raw)
  await tx
    .insertInto('chain.transfers')
    .values({
      network,
      tx_hash: `balance of ${address} at block ${block.number}`,
      position: 0,
      address_id: addressId,
      asset: asset.currency,
      raw: String(raw),
      amount: String(amount),
      rest: String(rest),
      sender: 'unknown',
      block_number: block.number,
      block_hash: block.hash,
      state: isDust(asset, amount) ? 'dust' : 'confirmed',
      is_unexplained: true,
      first_seen_at: clock.now(),
    })
    .execute()
  log.error(
    { network, address, currency: asset.currency, raw: String(raw) },
    'money at a deposit address is in no transaction that the node shows, and is put in suspense',
  )
}

/** Records a missing balance, except at an address's first comparison: departures before it were not recorded. */
async function recordMissing(
  { network, log }: ChainParts,
  tx: Tx,
  { addressId, address, asset }: Held,
  block: Place,
  raw: bigint,
  wasCompared: boolean,
): Promise<void> {
  await tx
    .insertInto('chain.departures')
    .values({
      network,
      tx_hash: `balance of ${address} at block ${block.number}`,
      address_id: addressId,
      asset: asset.currency,
      raw: String(raw),
      block_number: block.number,
    })
    .execute()
  if (wasCompared)
    log.error(
      { network, address, currency: asset.currency, raw: String(raw) },
      'a deposit address holds less than arrived there and left it',
    )
}
