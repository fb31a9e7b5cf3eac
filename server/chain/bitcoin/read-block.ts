/** One block, and its transfers to our addresses. The whole block is read, so that addresses are watched forever. */
import { Address } from '@scure/btc-signer'
import { NodeUnavailable } from '../node.ts'
import type { Blocks, FindOwnAddresses, SeenBlock, SeenTransfer } from '../parts.ts'
import { type Block, type BlockTransaction, outpointOf, readBlockBytes } from './block.ts'
import type { Esplora } from './esplora.ts'
import type { BitcoinNetwork } from './network-names.ts'
import { bitcoinNetworks } from './networks.ts'

export function bitcoinBlocks(esplora: Esplora, network: BitcoinNetwork): Blocks {
  return {
    // Few at a time, because a block has one or two megabytes.
    atOnce: 2,
    head: () => esplora.height(),
    hashAt: (number) => esplora.hashAt(number),
    async read(number, oursAmong) {
      const hash = await esplora.hashAt(number)
      const bytes = hash && (await esplora.block(hash))
      return bytes ? transfersOf(number, readChecked(bytes, hash), network, oursAmong) : null
    },
  }
}

function readChecked(bytes: Buffer, hash: string): Block {
  let block: Block
  try {
    block = readBlockBytes(bytes)
  } catch {
    throw new NodeUnavailable('it returned a malformed block')
  }
  if (block.hash !== hash) throw new NodeUnavailable('it returned a different block than requested')
  return block
}

async function transfersOf(
  number: bigint,
  { hash, parentHash, transactions }: Block,
  network: BitcoinNetwork,
  oursAmong: FindOwnAddresses,
): Promise<SeenBlock> {
  const { encode } = Address(bitcoinNetworks[network].params)
  const paid = transactions.flatMap((transaction) =>
    transaction.outputs.flatMap(({ value, script }, position) => {
      const program = keyHashOf(script)
      return program && value > 0n
        ? [{ transaction, position, value, to: encode({ type: 'wpkh', hash: program }) }]
        : []
    }),
  )
  const ours = await oursAmong([...new Set(paid.map(({ to }) => to))])
  const transfers = paid
    .filter(({ to }) => ours.has(to))
    .map(({ transaction, position, value, to }): SeenTransfer => {
      const spends = spendsOf(transaction)
      return { txHash: transaction.id, position, to, from: spends[0]!, contract: null, raw: value, spends }
    })
  // A Bitcoin balance is the sum of unspent outputs, all of which are in blocks, so departures need no record.
  return { number, hash, parentHash, transfers, departures: [] }
}

/** All our addresses have the same form: witness version 0 with the hash of a key. */
function keyHashOf(script: Buffer): Buffer | null {
  return script.length === 22 && script[0] === 0 && script[1] === 20 ? script.subarray(2) : null
}

/** A coinbase transaction spends nothing: its input refers to no output and is the same in every block. */
function spendsOf({ id, inputs }: BlockTransaction): string[] {
  const isReward = inputs.length === 1 && inputs[0]!.subarray(0, 32).every((byte) => byte === 0)
  return isReward ? [`${id}:reward`] : inputs.map(outpointOf)
}
