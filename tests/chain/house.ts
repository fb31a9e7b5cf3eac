/** The cashier with a chain behind it: real anvil, a real database, rounds of the chain's worker when the test says so. */
import type { Hex } from 'viem'
import { toSubunits } from '#contract/money.ts'
import { chainHouse } from '#server/modules/payments/chain-house.ts'
import { sendPayouts } from '#server/modules/payments/send-payouts.ts'
import { chainParts, createChainPay } from '#server/partners/chain/chain-pay.ts'
import type { ChainParts, House } from '#server/partners/chain/parts.ts'
import type { EvmSettings } from '#server/partners/chain/settings.ts'
import { runChainRound } from '#server/partners/chain/worker.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { startNode, type TestNode } from './node.ts'

export const confirmations = 3
export const network = 'testnet'

export type Bank = Cashier & {
  node: TestNode
  parts: ChainParts
  logged: string[]
  /** As many rounds of the worker as the blocks need. */
  round(): Promise<void>
  /** Mines and reads on. */
  mine(blocks?: number): Promise<void>
  /** A process that was killed comes back: nothing but the database is left of it. */
  restart(): void
  payouts(): Promise<Loose[]>
  transfers(): Promise<Loose[]>
}

export function evmFor(node: TestNode, change: Partial<EvmSettings> = {}): EvmSettings {
  return {
    rpcUrl: node.url, chainId: 31_337, network, networkName: 'Test chain', xpub: node.keys.xpub, usdt: { address: node.keys.token, decimals: 6 }, confirmations,
    ranges: { ETH: { min: toSubunits(5_000_000), max: toSubunits(100_000_000_000) }, USDT: { min: toSubunits(5_000_000), max: toSubunits(50_000_000_000) } },
    hotKey: node.keys.hot, maxFeeWei: 150n * 10n ** 9n, stuckAfterMs: 60_000, ...change,
  }
}

export async function bank(change: Partial<EvmSettings> = {}): Promise<Bank> {
  const node = await startNode()
  // No operator stands between these withdrawals and the chain.
  const house = await cashier({ env: { WITHDRAWAL_AUTO_LIMIT: '1000000000' } })
  const logged: string[] = []
  const note = (...words: unknown[]) => void logged.push(words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word, (_key, value) => (typeof value === 'bigint' ? String(value) : value)))).join(' '))
  const log = { info: note, warn: note, error: note } as never
  const make = () => {
    const parts = chainParts(evmFor(node, change), { db: house.deps.db, clock: house.deps.clock, log })
    house.deps.partners.payments.splice(1, 1, createChainPay({ evm: parts, bitcoin: null }))
    return parts
  }
  const told: House = chainHouse(house.deps)
  const made: Bank = {
    ...house, node, logged, parts: make(),
    round: () => runChainRound(made.parts, told),
    async mine(blocks = 1) {
      await node.mine(blocks)
      await made.round()
    },
    restart: () => void (made.parts = make()),
    payouts: () => house.asOwner('SELECT * FROM chain.payouts ORDER BY queued_at, invoice_id').then(({ rows }) => rows),
    transfers: () => house.asOwner('SELECT * FROM chain.transfers ORDER BY id').then(({ rows }) => rows),
    async close() {
      await house.close()
      await node.close()
    },
  }
  await made.round()
  return made
}

export type Awaited = { invoiceId: string; address: string; qr: string }

/** Asks for the player's address in a currency, as the wallet does. */
export async function addressOf(player: TestPlayer, currency: 'ETH' | 'USDT' = 'ETH'): Promise<Awaited> {
  const { status, body } = await player.call('POST', '/api/payment/invoices/deposit', { method: 'chain.crypto', currency, amount: 1, accountId: player.accounts[currency], fields: { crypto_network: network } })
  if (status !== 200) throw new Error(`the deposit answered ${status} ${JSON.stringify(body)}`)
  return body
}

export async function invoicesOf(player: TestPlayer): Promise<Loose[]> {
  return (await player.call('GET', '/api/payment/invoices')).body.data
}

export async function balanceOf(player: TestPlayer, currency = 'ETH'): Promise<number> {
  return (await player.account(currency)).balance
}

/** Asks for a withdrawal and hands it to the chain's queue. */
export async function withdraw({ deps }: Bank, player: TestPlayer, amount: number, wallet: string, currency: 'ETH' | 'USDT' = 'ETH'): Promise<Loose> {
  const answer = await player.call('POST', '/api/payment/invoices/withdrawal', { method: 'chain.crypto', currency, amount, accountId: player.accounts[currency], fields: { crypto_network: network, wallet_id: wallet } })
  await sendPayouts(deps)
  return answer.status === 200 ? answer.body : answer
}

/** An address that nobody has used: a fresh destination. */
export function somebody(index: number): Hex {
  return `0x${(0xabc0_0000_0000n + BigInt(index)).toString(16).padStart(40, '0')}`
}
