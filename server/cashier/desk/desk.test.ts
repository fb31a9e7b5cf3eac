/** Payments at the desk: queues, the case of a payment, and decisions of several people at once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { allInvariants } from '#server/modules.ts'
import { lifecycle as harmLifecycle } from '#server/harm/module.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { thresholdKind } from '#server/operators/thresholds.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { deskEnvironment, deskOf, type DeskPerson } from '#tests/setup/desk.ts'
import { flaggedPayments } from '#tests/setup/flags.ts'
import { sendPayouts } from '../payouts/send-payouts.ts'

let app: Cashier
let desk: Awaited<ReturnType<typeof deskOf>>
let player: TestPlayer
let paula: DeskPerson
let pete: DeskPerson
let audrey: DeskPerson
beforeAll(async () => {
  app = await cashier({ env: deskEnvironment, alsoLifecycles: [harmLifecycle] })
  desk = await deskOf(app.deps, app.clock.forward)
  app.deps.settings.withdrawals.autoLimit = 0
  paula = await desk.person('paula', 'payments')
  pete = await desk.person('pete', 'payments')
  audrey = await desk.person('audrey', 'auditor')
})
afterAll(async () => {
  await desk.close()
  await app.close()
})
beforeEach(async () => {
  player = await app.player()
  await player.fund('EUR', 1_000_000n)
})
afterEach(async () => expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([]))

const bank = { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' }
async function waiting(amount = 200_000, by = player): Promise<{ id: string; number: string }> {
  const { status, body } = await by.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount,
    accountId: by.accounts.EUR,
    fields: bank,
  })
  expect([status, body.stage]).toEqual([200, 'review'])
  return body
}
const read = async (number: string, by = paula) => by.call({ url: `/api/payments/${number}` })
const version = async (number: string) => (await read(number)).body.version as number
const decide = (number: string, body: object, by = paula) =>
  by.call({ method: 'POST', url: `/api/withdrawals/${number}/decision`, body })
const acts = async () =>
  (
    await app.asOwner(
      `SELECT actor, action, detail FROM identity.audit WHERE player_id = $1 AND actor LIKE 'operator:%' ORDER BY id`,
      [player.id],
    )
  ).rows

test('a withdrawal is read as one case, and decided with exactly one act', async () => {
  await app.asOwner(
    `INSERT INTO harm.markers (player_id, rule, indicator, measure, level, definition_version, day, days, counted, threshold, raised_at)
     VALUES ($1, 'losses', 'spend', 'netDeposits', 'strong', 1, '2026-01-01', 7, 10, 5, now())`,
    [player.id],
  )
  const earlier = await waiting(150_000)
  const { number } = await waiting()
  expect((await read(number)).body).toMatchObject({
    payment: {
      number,
      type: 'withdrawal',
      state: 'review',
      amount: { amount: '2000.00', currency: 'EUR' },
      reasons: ['amount'],
    },
    review: { state: 'open', by: null },
    fields: bank,
    destination: { paidBefore: 0, others: [] },
    player: { id: player.id, status: 'active' },
    wallets: [{ cash: { amount: '6500.00' }, locked: { amount: '3500.00' } }],
    play: { since: null, totals: [] },
    concerns: [
      {
        kind: 'marker',
        detail: [{ key: 'word.spend' }, { key: 'word.strong' }],
        state: 'open',
        path: `/players/${player.id}/acts`,
      },
    ],
    others: [{ number: earlier.number, state: 'review' }],
    movements: [{ kind: 'withdrawal-hold', amount: { amount: '2000.00', currency: 'EUR' } }],
    history: [{ stage: 'created' }, { stage: 'review' }],
  })
  const seen = await version(number)
  expect((await decide(number, { decision: 'declined', seen })).body.error.name).toBe('reasonMissing')
  expect((await decide(number, { decision: 'approved', seen }, audrey)).status).toBe(403)
  expect((await decide(number, { decision: 'approved', reason: 'known address', seen })).status).toBe(200)
  expect((await read(number)).body).toMatchObject({
    payment: { state: 'open', stage: 'approved' },
    review: { state: 'approved', by: 'paula', reason: 'known address' },
  })
  expect((await acts()).filter(({ action }) => action === 'withdrawal-decided')).toEqual([
    {
      actor: 'operator:paula',
      action: 'withdrawal-decided',
      detail: expect.objectContaining({ invoice: number, before: 'open', after: 'approved', reason: 'known address' }),
    },
  ])
  expect((await acts()).filter(({ action }) => action === 'payment-read').length).toBeGreaterThan(2)
})

test('of two people who decide at once one does, and the other reads who decided what', async () => {
  for (let round = 0; round < 10; round++) {
    const { number } = await waiting(20_000 + round)
    const seen = await version(number)
    const answers = await Promise.all([
      decide(number, { decision: 'approved', seen }, paula),
      decide(number, { decision: 'declined', reason: 'not the owner', seen }, pete),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const loser = answers.find(({ status }) => status === 409)!
    expect(loser.body.error.name).toBe('notInReview')
    expect(loser.body.error.message).toMatch(
      answers[0].status === 200
        ? `${number} is not in review: it was approved by paula.`
        : `${number} is not in review: it was declined by pete.`,
    )
  }
})

test('a decision whose answer was lost can be sent again, by the same person only', async () => {
  const { number } = await waiting()
  const body = { decision: 'declined', reason: 'Use your own account', seen: await version(number) }
  expect((await decide(number, body)).status).toBe(200)
  const balance = (await player.account('EUR')).withdrawalBalance
  expect((await decide(number, body)).status).toBe(200)
  expect((await decide(number, body, pete)).body.error.message).toContain('declined by paula')
  expect((await decide(number, { ...body, decision: 'approved' })).status).toBe(409)
  expect((await player.account('EUR')).withdrawalBalance).toBe(balance)
  expect((await acts()).filter(({ action }) => action === 'withdrawal-decided')).toHaveLength(1)
})

test('a withdrawal that its player cancels while the case is open is not decided', async () => {
  const { id, number } = await waiting()
  const seen = await version(number)
  expect((await player.call('PUT', `/api/payment/invoices/${id}/decline`)).status).toBe(200)
  const answer = await decide(number, { decision: 'approved', seen })
  expect([answer.status, answer.body.error.message]).toEqual([
    409,
    `${number} is not in review: it was cancelled by the player.`,
  ])
})

test('a player who is blocked while the case is open must be seen as blocked before the decision', async () => {
  const { number } = await waiting()
  const seen = await version(number)
  for (const { reviewUnsent } of app.deps.lifecycles)
    await app.deps.db.transaction(async (tx) => reviewUnsent?.(app.deps, tx, player.id, 'blocked'))
  expect((await decide(number, { decision: 'approved', seen })).body.error.name).toBe('changedMeanwhile')
  const { payment, version: now } = (await read(number)).body
  expect(payment.reasons).toEqual(['amount', 'blocked'])
  expect((await decide(number, { decision: 'declined', reason: 'blocked', seen: now })).status).toBe(200)
})

test('a form that is open when the rights of its operator end decides nothing', async () => {
  const { number } = await waiting()
  const leaver = await desk.person('leaver', 'payments')
  const seen = (await read(number, leaver)).body.version
  await app.asOwner(`UPDATE operators.operators SET roles = '{support}' WHERE name = 'leaver'`)
  expect((await decide(number, { decision: 'approved', seen }, leaver)).body.error.name).toBe('notPermitted')
  expect((await read(number)).body.review.state).toBe('open')
})

test('the queue tells how many wait, for how long, and who is looking at which; asking for it is no act', async () => {
  const { number } = await waiting()
  const state = async (by = paula) => (await by.call({ url: '/api/queues/withdrawals' })).body
  const { rows: before } = await app.asOwner('SELECT count(*)::int AS count FROM identity.audit')
  const shown = await state()
  expect(shown.ids.at(-1)).toBe(number)
  expect(shown.waiting).toBe(shown.ids.length)
  expect((await app.asOwner('SELECT count(*)::int AS count FROM identity.audit')).rows).toEqual(before)
  const claim = (by: DeskPerson) =>
    by.call({ method: 'POST', url: '/api/claims', body: { kind: 'withdrawal', id: number } })
  const answers = await Promise.all([claim(paula), claim(pete)])
  const [one, other] = answers.map(({ body }) => body)
  expect(one.operator).toBe(other.operator)
  expect([one.isOwn, other.isOwn].toSorted()).toEqual([false, true])
  const owner = one.isOwn ? paula : pete
  const second = one.isOwn ? pete : paula
  expect((await state(second)).claims).toMatchObject([{ id: number, operator: owner.name, isOwn: false }])
  // Only whoever has it gives it up.
  const release = (by: DeskPerson) => by.call({ method: 'DELETE', url: `/api/claims/withdrawal/${number}` })
  await release(second)
  expect((await claim(second)).body.isOwn).toBe(false)
  await release(owner)
  expect((await claim(second)).body).toMatchObject({ isOwn: true, operator: second.name })
  app.clock.forward(4 * 60_000)
  expect((await state(owner)).claims).toEqual([])
  expect((await claim(owner)).body.isOwn).toBe(true)
  // A claim keeps nobody from deciding.
  expect((await decide(number, { decision: 'approved', seen: await version(number) }, second)).status).toBe(200)
  expect((await state()).ids).not.toContain(number)
  expect((await state()).medianMs).toBeGreaterThanOrEqual(0)
  const marketing = await desk.person('mark', 'marketing')
  expect((await claim(marketing)).body.error.name).toBe('notPermitted')
})

longTest('pages of the queue show each withdrawal once while others are decided', async () => {
  const numbers: string[] = []
  for (let each = 0; each < 55; each++) numbers.push((await waiting(10_000 + each, player)).number)
  const first = (await paula.call({ url: '/api/withdrawals' })).body
  const decided = first.payments[0].number
  await decide(decided, { decision: 'declined', reason: 'a test', seen: await version(decided) })
  const second = (await paula.call({ url: `/api/withdrawals?after=${first.next}` })).body
  const seen = [...first.payments, ...second.payments].map((payment: { number: string }) => payment.number)
  expect(new Set(seen).size).toBe(seen.length)
  expect(numbers.filter((number) => !seen.includes(number))).toEqual([])
})

test('a flagged deposit is decided once, whoever decides first', async () => {
  const flagged = flaggedPayments(app, player)
  const invoice = await flagged.deposit(5000)
  await flagged.reportDeposit(invoice, { amount: 7000n as never, currency: 'USD' })
  const { payment, version: seen, flags } = (await read(invoice.number)).body
  expect(payment.flag).toMatchObject({ reported: { amount: '70.00', currency: 'USD' } })
  expect(flags).toHaveLength(1)
  expect((await paula.call({ url: '/api/queues/flags' })).body.ids).toContain(invoice.number)
  const settle = (decision: string, by: DeskPerson) =>
    by.call({
      method: 'POST',
      url: `/api/flags/${invoice.number}/decision`,
      body: { decision, reason: 'asked the partner', seen },
    })
  expect((await settle('give-back', paula)).body.error.name).toBe('notForThisFlag')
  const [one, other] = await Promise.all([settle('credit', paula), settle('send-back', pete)])
  expect([one.status, other.status].toSorted()).toEqual([200, 409])
  const loser = one.status === 409 ? one : other
  expect(loser.body.error.message).toBe(
    one.status === 200 ? 'paula has decided it meanwhile: credit.' : 'pete has decided it meanwhile: send-back.',
  )
  expect((await settle(one.status === 200 ? 'credit' : 'send-back', one.status === 200 ? paula : pete)).status).toBe(
    200,
  )
})

test('payments are found by type, state, method, amount, day and player', async () => {
  const other = await app.player()
  await other.fund('EUR', 1_000_000n)
  const small = await waiting(30_000)
  const large = await waiting(300_000)
  await waiting(300_000, other)
  const found = async (query: Record<string, string>) => {
    const answer = await paula.call({ url: `/api/payments?${new URLSearchParams(query)}` })
    expect(answer.status).toBe(200)
    return answer.body.payments.map((payment: { number: string }) => payment.number)
  }
  const mine = { player: player.id }
  expect(await found(mine)).toEqual([large.number, small.number])
  expect(await found({ player: `${player.id}@example.test` })).toEqual([large.number, small.number])
  expect(await found({ player: 'nobody@example.test' })).toEqual([])
  expect(await found({ ...mine, least: '300.01' })).toEqual([large.number])
  expect(await found({ ...mine, most: '300' })).toEqual([small.number])
  expect(
    await found({ ...mine, state: 'review', type: 'withdrawal', method: 'sandbox.bank', currency: 'eur' }),
  ).toEqual([large.number, small.number])
  for (const query of [{ state: 'succeeded' }, { type: 'deposit' }, { currency: 'BTC' }, { method: 'sandbox.card' }])
    expect(await found({ ...mine, ...(query as object) })).toEqual([])
  const today = app.clock.now().toISOString().slice(0, 10)
  expect(await found({ ...mine, from: today, to: today })).toEqual([large.number, small.number])
  expect(await found({ ...mine, to: '2001-01-01' })).toEqual([])
  expect((await paula.call({ url: '/api/payments?least=many' })).status).toBe(422)
  expect((await paula.call({ url: '/api/payments/F1' })).body.error.name).toBe('paymentNotFound')
})

test('an approval above the threshold waits for a second person, and is then made in the name of whoever asked', async () => {
  const above = { base: '1000' }
  await putInForce(app.deps, thresholdKind, 'withdrawal', { title: 'Withdrawals', above })
  const { number } = await waiting(150_000)
  const asked = await decide(number, { decision: 'approved', seen: await version(number) })
  expect(asked.status).toBe(202)
  expect((await read(number)).body.review).toMatchObject({ state: 'open' })
  const approve = (by: DeskPerson) =>
    by.call({ method: 'POST', url: `/api/requests/${asked.body.waiting.request}/approval` })
  expect((await approve(paula)).status).toBe(403)
  expect((await approve(pete)).status).toBe(200)
  expect((await read(number)).body.review).toMatchObject({ state: 'approved', by: 'paula' })
  const decided = (await acts()).find(({ action }) => action === 'withdrawal-decided')
  expect(decided).toMatchObject({ actor: 'operator:paula', detail: { approver: 'pete' } })
})

test('approvals for a player at the same moment count together', async () => {
  await putInForce(app.deps, thresholdKind, 'withdrawal', { title: 'Withdrawals', above: { base: '1000' } })
  for (let round = 0; round < 5; round++) {
    player = await app.player()
    await player.fund('EUR', 1_000_000n)
    const numbers = [(await waiting(60_000)).number, (await waiting(60_001)).number]
    const seen = await Promise.all(numbers.map((number) => version(number)))
    const answers = await Promise.all(
      numbers.map((number, at) => decide(number, { decision: 'approved', seen: seen[at] }, [paula, pete][at])),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 202])
  }
})

test('a large flagged deposit is credited after a second person has approved it', async () => {
  await putInForce(app.deps, thresholdKind, 'flag', { title: 'Flags', above: { base: '50' } })
  const flagged = flaggedPayments(app, player)
  const invoice = await flagged.deposit(5000)
  await flagged.reportDeposit(invoice, { amount: 7000n as never, currency: 'USD' })
  const { version: seen } = (await read(invoice.number)).body
  const body = { decision: 'send-back', reason: 'asked the partner', seen }
  const asked = await paula.call({ method: 'POST', url: `/api/flags/${invoice.number}/decision`, body })
  expect(asked.status).toBe(202)
  const approval = { method: 'POST', url: `/api/requests/${asked.body.waiting.request}/approval` } as const
  expect((await pete.call(approval)).status).toBe(200)
  // Its answer was lost.
  expect((await paula.call({ method: 'POST', url: `/api/flags/${invoice.number}/decision`, body })).status).toBe(200)
  expect((await acts()).find(({ action }) => action === 'flag-settled')).toMatchObject({
    actor: 'operator:paula',
    detail: { approver: 'pete' },
  })
})

// Shows: attack 154
test('a withdrawal that is stuck at its partner is flagged once, and settled with the amount that an operator enters', async () => {
  for (const identity of ['withdrawal', 'flag'])
    await putInForce(app.deps, thresholdKind, identity, { title: 'Not reached here', above: { base: '10000' } })
  const flagged = flaggedPayments(app, player)
  const { number } = await waiting(200_000)
  const flag = (by = paula) =>
    by.call({ method: 'POST', url: `/api/withdrawals/${number}/flag`, body: { reason: 'stuck for days' } })
  expect((await flag()).body.error.name).toBe('notOpen')
  expect((await decide(number, { decision: 'approved', seen: await version(number) })).status).toBe(200)
  await sendPayouts(app.deps)
  expect((await flag(audrey)).status).toBe(403)
  const answers = await Promise.all([flag(), flag(pete)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await acts()).filter(({ action }) => action === 'flag-raised')).toHaveLength(1)
  const seen = await version(number)
  const settle = (more: object) =>
    paula.call({
      method: 'POST',
      url: `/api/flags/${number}/decision`,
      body: { decision: 'charge-house', reason: 'paid by hand', seen, ...more },
    })
  expect((await settle({})).body.error.name).toBe('amountUnknown')
  for (const paid of ['15000.00', '150.00']) expect((await settle({ paid })).body.error.name).toBe('amountFar')
  expect((await settle({ paid: 'x' })).status).toBe(422)
  expect((await settle({ paid: '1500.00' })).status).toBe(200)
  expect(await flagged.money()).toEqual({ cash: 850_000, held: 0 })
})

test('beside a withdrawal stands what went in and out before it', async () => {
  const paid = await flaggedPayments(app, player).withdrawal(1000, false)
  expect((await decide(paid.number, { decision: 'approved', seen: await version(paid.number) })).status).toBe(200)
  await sendPayouts(app.deps)
  app.sandbox.payouts.approve(app.sandbox.payouts.byReference(paid.id)!.id)
  await app.settle()
  const { number } = await waiting(200_000)
  expect((await read(number)).body).toMatchObject({
    destination: { paidBefore: 1 },
    totals: [{ currency: 'EUR', deposited: { amount: '0.00' }, withdrawn: { amount: '10.00' } }],
  })
})

test('what a player owes for a payment is listed and written off once; above the threshold by two people', async () => {
  await putInForce(app.deps, thresholdKind, 'adjustment', { title: 'Adjustments', above: { base: '100' } })
  player = await app.player()
  const flagged = flaggedPayments(app, player)
  const owe = async (amount: number) => {
    const invoice = await flagged.deposit(amount)
    await flagged.reportDeposit(invoice, { amount: BigInt(amount) as never })
    await waiting((await flagged.money())!.cash)
    await flagged.reportDeposit(invoice, { state: 'failed' })
    expect((await flagged.settle(invoice, 'charge-player')).ok).toBe(true)
    return invoice
  }
  const invoice = await owe(5000)
  const listed = async () =>
    (await paula.call({ url: '/api/payment-debts' })).body.debts.filter(
      ({ playerId }: { playerId: string }) => playerId === player.id,
    )
  expect(await listed()).toMatchObject([{ number: invoice.number, amount: { amount: '50.00', currency: 'EUR' } }])
  const clear = (number: string, seen: string, by = paula) =>
    by.call({
      method: 'POST',
      url: `/api/payment-debts/${number}/clearance`,
      body: { reason: 'cannot be recovered', seen },
    })
  expect((await clear(invoice.number, '50.01')).body.error.name).toBe('changedMeanwhile')
  expect((await clear(invoice.number, '50.00', audrey)).status).toBe(403)
  expect((await clear('F1', '50.00')).body.error.name).toBe('paymentNotFound')
  expect((await clear(invoice.number, '50.00')).body).toEqual({ amount: { amount: '50.00', currency: 'EUR' } })
  // Its answer was lost.
  expect((await clear(invoice.number, '50.00')).status).toBe(200)
  expect((await clear(invoice.number, '50.00', pete)).body.error.message).toBe('paula has written it off.')
  expect((await acts()).filter(({ action }) => action === 'payment-debt-cleared')).toHaveLength(1)
  expect(await listed()).toEqual([])
  const second = await owe(6000)
  const asked = await clear(second.number, '60.00')
  expect(asked.status).toBe(202)
  expect(await listed()).toHaveLength(1)
  expect((await desk.approved(asked)).status).toBe(200)
  expect(await listed()).toEqual([])
})

test('a withdrawal says what it waits for: a decision, its partner to accept it, the result, nothing', async () => {
  const { number } = await waiting()
  const waitsFor = async () => (await read(number)).body.waitsFor
  expect(await waitsFor()).toEqual({ what: 'review', attempts: 0, nextAt: null })
  expect((await decide(number, { decision: 'approved', seen: await version(number) })).status).toBe(200)
  expect(await waitsFor()).toMatchObject({ what: 'sending', attempts: 0, nextAt: expect.any(String) })

  // The partner does not answer, then a release no longer has it, then it is back.
  const { payments } = app.deps.partners
  const sendPayout = () => Promise.reject(new Error('the partner is down'))
  app.deps.partners.payments = payments.map((each) => ({ ...each, sendPayout }))
  await sendPayouts(app.deps).catch(() => undefined)
  const tried = await waitsFor()
  expect(tried).toMatchObject({ what: 'sending', attempts: 1 })
  expect(Date.parse(tried.nextAt)).toBeGreaterThan(app.clock.now().getTime())
  app.deps.partners.payments = []
  expect(await waitsFor()).toEqual({ what: 'no-partner', attempts: 1, nextAt: null })
  app.deps.partners.payments = payments
  app.clock.forward(60_000)
  await sendPayouts(app.deps)
  expect((await waitsFor())?.what).toBe('result')
  const other = (await waiting(100_000)).number
  const declined = { decision: 'declined', reason: 'another account', seen: await version(other) }
  expect((await decide(other, declined)).status).toBe(200)
  expect((await read(other)).body.waitsFor).toBe(null)
})
