/** Two processes send and cancel the same payouts at the same time; each payout must be sent once or never. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { toSubunits } from '#contract/money.ts'
import { connect, type Database } from '#server/kernel/db/connect.ts'
import { chainParts, createChainPay } from '#server/chain/chain-pay.ts'
import type { PaymentPartner } from '#server/partners/payments/port.ts'
import { runChainRound } from '#server/chain/worker.ts'
import { type Bank, bank, confirmations, evmFor, network, unusedAddress } from './evm-bank.ts'

let fixture: Bank
let other: Database
let partners: PaymentPartner[]
let rounds: Array<() => Promise<void>>
const nobody = { settle: async () => '', openExtra: async () => '' }
beforeAll(async () => {
  fixture = await bank()
  other = await connect({
    url: (fixture.deps.db as unknown as { url: string }).url,
    log: { info() {}, warn() {}, debug() {} },
  })
  const processes = [fixture.deps.db, other].map((db) =>
    chainParts(evmFor(fixture.node), { db, clock: fixture.deps.clock, log: fixture.parts.log }),
  )
  partners = processes.map((evm) => createChainPay({ evm, bitcoin: null }))
  rounds = processes.map((evm) => () => runChainRound(evm, nobody))
})
afterAll(async () => {
  await other.close()
  await fixture.close()
})

const wei = 1_000_000_000_000_000n
const request = (to: string) => ({
  invoiceId: randomUUID(),
  method: 'chain.crypto',
  currency: 'ETH',
  amount: toSubunits(1_000_000),
  fields: { crypto_network: network, wallet_id: to },
})
const stateOf = async (
  answer: ReturnType<PaymentPartner['sendPayout']> | ReturnType<PaymentPartner['cancelPayout']>,
) => {
  const outcome = await answer
  return outcome.ok ? outcome.value.state : outcome.refusal
}

longTest('a payout requested from both is queued once, signed once and paid once', async () => {
  const requests = Array.from({ length: 12 }, (_, index) => request(unusedAddress(7100 + index)))
  const answers = await Promise.all(
    requests.flatMap((one) =>
      partners.flatMap((partner) => [stateOf(partner.sendPayout(one)), stateOf(partner.sendPayout(one))]),
    ),
  )
  expect(new Set(answers)).toEqual(new Set(['review']))
  await Promise.all(rounds.map((round) => round()))
  await Promise.all([...requests.map((one) => partners[1]!.sendPayout(one)), ...rounds.map((round) => round())])
  await fixture.node.mine(confirmations)
  await rounds[0]!()
  for (const { invoiceId, fields } of requests) {
    expect(
      (
        await fixture.asOwner(
          'SELECT count(*)::int AS bytes, count(DISTINCT nonce)::int AS nonces FROM chain.transactions WHERE invoice_id = $1',
          [invoiceId],
        )
      ).rows,
    ).toEqual([{ bytes: 1, nonces: 1 }])
    expect(await fixture.node.etherOf(fields.wallet_id)).toBe(wei)
  }
})

test('a payout that both request, cancel and sign at once is sent once or never, and not after a confirmed cancellation', async () => {
  const requests = Array.from({ length: 16 }, (_, index) => request(unusedAddress(7200 + index)))
  const [first, second] = [partners[0]!, partners[1]!]
  const outcomes = await Promise.all([
    Promise.all(
      requests.map(async (one, index) => {
        // Half of the payouts are cancelled by a process that does not know that they are being sent, half by the one
        // that does.
        const ask =
          index % 2 === 0
            ? [first.sendPayout(one), second.cancelPayout(one), second.sendPayout(one)]
            : [second.cancelPayout(one), first.sendPayout(one), first.cancelPayout(one)]
        return Promise.all(ask.map(stateOf))
      }),
    ),
    ...rounds.map((round) => round()),
    ...rounds.map((round) => round()),
  ])
  await Promise.all(rounds.map((round) => round()))
  await fixture.node.mine(confirmations)
  await rounds[0]!()
  for (const [index, { invoiceId, fields }] of requests.entries()) {
    const [{ state }] = (await fixture.asOwner('SELECT state FROM chain.payouts WHERE invoice_id = $1', [invoiceId]))
      .rows
    const bytes = (await fixture.asOwner('SELECT 1 FROM chain.transactions WHERE invoice_id = $1', [invoiceId])).rows
      .length
    expect([state, bytes, await fixture.node.etherOf(fields.wallet_id)]).toEqual(
      state === 'cancelled' ? ['cancelled', 0, 0n] : ['paid', 1, wei],
    )
    if (outcomes[0][index]!.includes('cancelled')) expect(state).toBe('cancelled')
  }
})
