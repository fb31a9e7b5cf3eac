/** The cashier with Bitcoin: a test chain, a real database, worker runs on request. */
import { toSubunits } from '#contract/money.ts'
import { bitcoinParts } from '#server/chain/bitcoin/bitcoin-parts.ts'
import type { BitcoinParts } from '#server/chain/bitcoin/look-ahead.ts'
import type { BitcoinSettings } from '#server/chain/bitcoin/settings.ts'
import { runBitcoinRound } from '#server/chain/bitcoin/worker.ts'
import { createChainPay } from '#server/chain/chain-pay.ts'
import type { TestPlayer } from '#tests/setup/cashier.ts'
import { type BitcoinNode, startBitcoin } from './bitcoin-node.ts'
import { addressOn, type Watching, watching } from './watching.ts'

export const bitcoinNetwork = 'bitcoin-regtest'

export type BitcoinBank = Watching<BitcoinNode, BitcoinParts>

export function bitcoinFor({ url, xpub }: Pick<BitcoinNode, 'url' | 'xpub'>): BitcoinSettings {
  return {
    esploraUrl: url,
    xpub,
    network: 'regtest',
    confirmations: 3,
    range: { min: toSubunits(20_000), max: toSubunits(1_000_000_000) },
    pollMs: 1000,
  }
}

export async function bitcoinBank(): Promise<BitcoinBank> {
  const node = await startBitcoin()
  return watching({
    node,
    parts: (needs) => bitcoinParts(bitcoinFor(node), needs),
    pay: (bitcoin) => createChainPay({ evm: null, bitcoin }),
    round: runBitcoinRound,
  })
}

export const bitcoinAddressOf = (player: TestPlayer) => addressOn(bitcoinNetwork, player, 'BTC')
