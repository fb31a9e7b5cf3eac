/** The cashier with a chain: real anvil, a real database, runs of the chain's worker on request. */
import type { Hex } from 'viem'
import { toSubunits } from '#contract/money.ts'
import { sendPayouts } from '#server/cashier/payouts/send-payouts.ts'
import { chainParts, createChainPay } from '#server/chain/chain-pay.ts'
import type { ChainParts } from '#server/chain/parts.ts'
import type { EvmSettings } from '#server/chain/settings.ts'
import { runChainRound } from '#server/chain/worker.ts'
import type { Loose, TestPlayer } from '#tests/setup/cashier.ts'
import { startNode, type TestNode } from './node.ts'
import { addressOn, type Watching, watching } from './watching.ts'

export const confirmations = 3
export const network = 'testnet'

export type Bank = Watching<TestNode, ChainParts> & { payouts(): Promise<Loose[]> }

export function evmFor(node: TestNode, change: Partial<EvmSettings> = {}): EvmSettings {
  return {
    rpcUrl: node.url,
    chainId: 31_337,
    network,
    networkName: 'Test chain',
    xpub: node.keys.xpub,
    usdt: { address: node.keys.token, decimals: 6 },
    confirmations,
    ranges: {
      ETH: { min: toSubunits(5_000_000), max: toSubunits(100_000_000_000) },
      USDT: { min: toSubunits(5_000_000), max: toSubunits(50_000_000_000) },
    },
    hotKey: node.keys.hot,
    maxFeeWei: 150n * 10n ** 9n,
    stuckAfterMs: 60_000,
    ...change,
  }
}

export async function bank(change: Partial<EvmSettings> = {}): Promise<Bank> {
  const node = await startNode()
  const app = await watching({
    // These withdrawals need no review.
    node,
    env: { WITHDRAWAL_AUTO_LIMIT: '1000000000' },
    parts: (needs) => chainParts(evmFor(node, change), needs),
    pay: (evm) => createChainPay({ evm, bitcoin: null }),
    round: runChainRound,
  })
  return Object.assign(app, {
    payouts: () => app.asOwner('SELECT * FROM chain.payouts ORDER BY queued_at, invoice_id').then(({ rows }) => rows),
  })
}

export const addressOf = (player: TestPlayer, currency: 'ETH' | 'USDT' = 'ETH') => addressOn(network, player, currency)

export async function invoicesOf(player: TestPlayer): Promise<Loose[]> {
  return (await player.call('GET', '/api/payment/invoices')).body.data
}

export async function balanceOf(player: TestPlayer, currency = 'ETH'): Promise<number> {
  return (await player.account(currency)).balance
}

/** Requests a withdrawal and adds it to the chain's queue. */
export async function withdraw(
  { deps }: Bank,
  player: TestPlayer,
  amount: number,
  wallet: string,
  currency: 'ETH' | 'USDT' = 'ETH',
): Promise<Loose> {
  const answer = await player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'chain.crypto',
    currency,
    amount,
    accountId: player.accounts[currency],
    fields: { crypto_network: network, wallet_id: wallet },
  })
  await sendPayouts(deps)
  return answer.status === 200 ? answer.body : answer
}

/** An unused address: a new destination. */
export function unusedAddress(index: number): Hex {
  return `0x${(0xabc0_0000_0000n + BigInt(index)).toString(16).padStart(40, '0')}`
}
