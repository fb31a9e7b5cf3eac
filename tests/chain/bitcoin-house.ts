/** The cashier with Bitcoin behind it: a chain for tests, a real database, rounds of the worker when the test says so. */
import { toSubunits } from '#contract/money.ts'
import { chainHouse } from '#server/modules/payments/chain-house.ts'
import { bitcoinParts } from '#server/partners/chain/bitcoin/bitcoin-parts.ts'
import type { BitcoinParts } from '#server/partners/chain/bitcoin/look-ahead.ts'
import type { BitcoinSettings } from '#server/partners/chain/bitcoin/settings.ts'
import { runBitcoinRound } from '#server/partners/chain/bitcoin/worker.ts'
import { createChainPay } from '#server/partners/chain/chain-pay.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { type BitcoinNode, startBitcoin } from './bitcoin-node.ts'
import type { Awaited } from './house.ts'

export const bitcoinNetwork = 'bitcoin-regtest'

export type BitcoinBank = Cashier & {
  node: BitcoinNode
  parts: BitcoinParts
  logged: string[]
  round(): Promise<void>
  /** Mines and reads on. */
  mine(blocks?: number): Promise<void>
  /** A process that was killed comes back: nothing but the database is left of it. */
  restart(): void
  transfers(): Promise<Loose[]>
}

export function bitcoinFor({ url, xpub }: Pick<BitcoinNode, 'url' | 'xpub'>): BitcoinSettings {
  return { esploraUrl: url, xpub, network: 'regtest', confirmations: 3, range: { min: toSubunits(20_000), max: toSubunits(1_000_000_000) }, pollMs: 1000 }
}

export async function bitcoinBank(): Promise<BitcoinBank> {
  const node = await startBitcoin()
  const house = await cashier()
  const logged: string[] = []
  const note = (...words: unknown[]) => void logged.push(JSON.stringify(words))
  const make = () => {
    const parts = bitcoinParts(bitcoinFor(node), { db: house.deps.db, clock: house.deps.clock, log: { info: note, warn: note, error: note } as never })
    house.deps.partners.payments.splice(1, 1, createChainPay({ evm: null, bitcoin: parts }))
    return parts
  }
  const told = chainHouse(house.deps)
  const made: BitcoinBank = {
    ...house, node, logged, parts: make(),
    round: () => runBitcoinRound(made.parts, told),
    async mine(blocks = 1) {
      await node.mine(blocks)
      await made.round()
    },
    restart: () => void (made.parts = make()),
    transfers: () => house.asOwner('SELECT * FROM chain.transfers ORDER BY id').then(({ rows }) => rows),
    async close() {
      await house.close()
      await node.close()
    },
  }
  await made.round()
  return made
}

/** Asks for the player's address, as the wallet does. */
export async function bitcoinAddressOf(player: TestPlayer): Promise<Awaited> {
  const { status, body } = await player.call('POST', '/api/payment/invoices/deposit', { method: 'chain.crypto', currency: 'BTC', amount: 1, accountId: player.accounts.BTC, fields: { crypto_network: bitcoinNetwork } })
  if (status !== 200) throw new Error(`the deposit answered ${status} ${JSON.stringify(body)}`)
  return body
}
