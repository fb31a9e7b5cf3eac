/** Which process sends what and when, if processes crash, partners are unavailable and refusals are ambiguous. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refuse } from '#contract/endpoint.ts'
import { noFaults } from '#sandbox/faults.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { sendPayouts } from './send-payouts.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
beforeEach(async () => {
  Object.assign(app.sandbox.faults, noFaults)
  app.clock.reset()
  // From the previous test.
  await sendPayouts(app.deps)
  player = await app.player()
  await player.fund('EUR', 10_000n)
})

async function started({ amount = 10_000 }: { amount?: number } = {}): Promise<string> {
  const { status, body } = await player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount,
    accountId: player.accounts.EUR,
    fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
  })
  expect([status, body.status]).toEqual([200, 1])
  return body.id
}
const payoutRow = async (id: string) =>
  (await app.asOwner('SELECT state, attempts FROM payments.payouts WHERE invoice_id = $1', [id])).rows[0]
async function money() {
  const { withdrawalBalance, lockedBalance } = await player.account('EUR')
  return { cash: withdrawalBalance, held: lockedBalance }
}

// Shows: 7.7.4
test('an automatic withdrawal is announced as it starts', async () => {
  const id = await started()
  const { rows } = await app.asOwner(
    `SELECT payload->>'stage' AS stage FROM outbox.events WHERE channel = $1 AND event = 'invoice.withdrawal.updated' ORDER BY id`,
    [`payment:invoices#${player.id}`],
  )
  expect([id, rows]).toEqual([expect.any(String), [{ stage: 'created' }]])
})

test('that one process is sending is skipped by the others, until its lease ends', async () => {
  const partner = app.deps.partners.payments[0]!
  const { sendPayout } = partner
  const asked: Array<(sent: Awaited<ReturnType<typeof sendPayout>>) => void> = []
  const id = await started()
  partner.sendPayout = () => new Promise((resolve) => asked.push(resolve))
  try {
    const first = sendPayouts(app.deps)
    await expect.poll(() => asked.length).toBe(1)
    app.clock.forward(15_000)
    await sendPayouts(app.deps)
    expect([asked.length, await payoutRow(id)]).toEqual([1, { state: 'sending', attempts: 1 }])
    app.clock.forward(16_000)
    const second = sendPayouts(app.deps)
    await expect.poll(() => asked.length).toBe(2)
    for (const answer of asked) answer(refuse('unavailable'))
    await Promise.all([first, second])
    expect(await payoutRow(id)).toEqual({ state: 'sending', attempts: 2 })
  } finally {
    partner.sendPayout = sendPayout
  }
})

test('refused on a repeated request while the partner cannot report on the first: it waits, and nothing is returned', async () => {
  const partner = app.deps.partners.payments[0]!
  const { sendPayout, inquirePayout, cancelPayout } = partner
  const asked: string[] = []
  const id = await started()
  const saying = (what: string, refusal: 'unavailable' | 'refused') => (of: string | { invoiceId: string }) => {
    if ((typeof of === 'string' ? of : of.invoiceId) === id) asked.push(what)
    return Promise.resolve(refuse(refusal))
  }
  try {
    Object.assign(partner, {
      sendPayout: saying('send', 'unavailable'),
      inquirePayout: saying('inquire', 'unavailable'),
      cancelPayout: saying('cancel', 'unavailable'),
    })
    await sendPayouts(app.deps)
    Object.assign(partner, { sendPayout: saying('send', 'refused') })
    app.clock.forward(60_000)
    await sendPayouts(app.deps)
  } finally {
    Object.assign(partner, { sendPayout, inquirePayout, cancelPayout })
  }
  expect([asked, await payoutRow(id), await money()]).toEqual([
    ['send', 'send', 'inquire'],
    { state: 'sending', attempts: 2 },
    { cash: 0, held: 10_000 },
  ])
})

test('whose partner is unavailable is retried after two seconds, with growing delays up to a minute', async () => {
  const id = await started()
  const partner = { ...app.deps.partners.payments[0]!, sendPayout: async () => refuse('unavailable') }
  let at = app.clock.now().getTime()
  const deps = {
    ...app.deps,
    clock: { now: () => new Date(at) },
    partners: { ...app.deps.partners, payments: [partner] },
  }
  const due = async () =>
    (await app.asOwner('SELECT attempts, next_attempt_at AS due FROM payments.payouts WHERE invoice_id = $1', [id]))
      .rows[0] as { attempts: number; due: Date }
  for (const [index, seconds] of [2, 4, 8, 16, 32, 60, 60].entries()) {
    await sendPayouts(deps)
    expect(await due()).toEqual({ attempts: index + 1, due: new Date(at + seconds * 1000) })
    at += seconds * 1000 - 1
    await sendPayouts(deps)
    expect((await due()).attempts).toBe(index + 1)
    at++
  }
})

test.each([10, 11])('of %d that wait together all are sent in one round', async (count) => {
  await player.fund('EUR', 1000n * BigInt(count))
  const ids = await Promise.all(Array.from({ length: count }, () => started({ amount: 1000 })))
  await sendPayouts(app.deps)
  expect(ids.filter((id) => !app.sandbox.payouts.byReference(id))).toEqual([])
})
