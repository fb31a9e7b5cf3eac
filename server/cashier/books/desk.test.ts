/** The books at the desk: cover and positions are those of the ledger, and a difference is accepted once, as it is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cashier, cashier } from '#tests/setup/cashier.ts'
import { deskEnvironment, deskOf, type DeskPerson } from '#tests/setup/desk.ts'
import { type Break, storeDiscrepancies } from './discrepancies.ts'

let app: Cashier
let desk: Awaited<ReturnType<typeof deskOf>>
let paula: DeskPerson
let pete: DeskPerson
beforeAll(async () => {
  app = await cashier({ env: deskEnvironment })
  desk = await deskOf(app.deps, app.clock.forward)
  paula = await desk.person('paula', 'payments')
  pete = await desk.person('pete', 'payments')
})
afterAll(async () => {
  await desk.close()
  await app.close()
})

const books = async () => (await paula.call({ url: '/api/books' })).body

test('what players have, partners hold and the house has sums to zero', async () => {
  const player = await app.player({ currencies: ['EUR', 'BTC'] })
  await player.fund('EUR', 12_345n)
  await player.fund('BTC', 7n)
  const { cover, positions } = await books()
  expect(cover).toEqual([
    expect.objectContaining({ currency: 'BTC', players: { amount: '0.00000007', currency: 'BTC' } }),
    expect.objectContaining({ currency: 'EUR', players: { amount: '123.45', currency: 'EUR' } }),
  ])
  const { rows } = await app.asOwner(
    `SELECT address, balance FROM ledger.balances WHERE player_id IS NULL AND balance <> 0 ORDER BY address`,
  )
  expect(positions.map(({ account }: { account: string }) => account)).toEqual(rows.map(({ address }) => address))
})

test('a difference is accepted once, leaves the open ones, and opens again when a side changes', async () => {
  const happenedAt = app.clock.now()
  const period = { from: new Date(happenedAt.getTime() - 1000), to: new Date(happenedAt.getTime() + 1000) }
  const found = (amount: string): Break => ({
    kind: 'other-amount',
    subject: 'payment',
    externalId: 'pay-1',
    invoiceId: null,
    happenedAt,
    detail: { partner: { amount, currency: 'EUR' }, house: null },
  })
  await storeDiscrepancies(app.deps, 'sandbox', period, [found('500')])
  const [open] = (await books()).discrepancies
  expect(open).toMatchObject({
    externalId: 'pay-1',
    theirs: { amount: '5.00', currency: 'EUR' },
    ours: null,
    accepted: null,
  })
  const accept = (by: DeskPerson, reason: string) =>
    by.call({ method: 'POST', url: `/api/discrepancies/${open.id}/acceptance`, body: { reason } })
  const answers = await Promise.all([accept(paula, 'A fee of the bank'), accept(pete, 'Known since Monday')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [winner, name, reason] =
    answers[0].status === 200 ? [paula, 'paula', 'A fee of the bank'] : [pete, 'pete', 'Known since Monday']
  expect(answers.find(({ status }) => status === 409)!.body.error.message).toBe(`${name} has accepted this difference.`)
  // Its answer was lost.
  expect((await accept(winner, reason)).status).toBe(200)
  const { rows } = await app.asOwner(`SELECT actor FROM identity.audit WHERE action = 'discrepancy-accepted'`)
  expect(rows).toEqual([{ actor: `operator:${name}` }])
  app.clock.forward(1000)
  await storeDiscrepancies(app.deps, 'sandbox', period, [found('500')])
  expect((await books()).discrepancies).toMatchObject([{ accepted: { by: name, reason } }])
  await storeDiscrepancies(app.deps, 'sandbox', period, [found('400')])
  expect((await books()).discrepancies).toMatchObject([{ accepted: null }])
  app.clock.forward(1000)
  await storeDiscrepancies(app.deps, 'sandbox', period, [])
  expect((await accept(paula, 'too late')).body.error.name).toBe('discrepancyNotFound')
})

test('both sides of a difference are in units, also where the partner names a currency that the site has not', async () => {
  const happenedAt = app.clock.now()
  const period = { from: new Date(happenedAt.getTime() - 1000), to: new Date(happenedAt.getTime() + 1000) }
  const house = { number: 'D-7', status: 2, flag: null, booked: '4000', currency: 'EUR' }
  const found = (externalId: string, detail: Break['detail']): Break => ({
    kind: 'other-amount',
    subject: 'payment',
    externalId,
    invoiceId: null,
    happenedAt,
    detail,
  })
  await storeDiscrepancies(app.deps, 'sandbox', period, [
    found('a', { partner: { amount: '500', currency: 'BTC' }, house }),
    found('b', { partner: { amount: null, currency: 'XAU' }, house: { ...house, booked: null } }),
    found('c', { partner: null, house }),
  ])
  const ours = { number: 'D-7', amount: { amount: '40.00', currency: 'EUR' } }
  const listed = (await books()).discrepancies.toSorted((one: { externalId: string }, other: { externalId: string }) =>
    one.externalId < other.externalId ? -1 : 1,
  )
  expect(listed).toMatchObject([
    { theirs: { amount: '0.00000500', currency: 'BTC' }, ours },
    { theirs: { amount: null, currency: 'XAU' }, ours: { number: 'D-7', amount: null } },
    { theirs: null, ours },
  ])
  app.clock.forward(1000)
  await storeDiscrepancies(app.deps, 'sandbox', period, [])
})

test("a partner's statement is compared with the ledger; an unknown partner or invalid period is refused", async () => {
  const compare = (partner: string, from: string, to: string) =>
    paula.call({ method: 'POST', url: `/api/books/${partner}/comparison`, body: { from, to } })
  expect(await compare('sandbox', '2020-01-01', '2100-01-01')).toMatchObject({
    status: 200,
    body: { transactions: 0, booked: 0, differences: [] },
  })
  const invoice = await app.player().then(async (player) => {
    const started = await player.call('POST', '/api/payment/invoices/deposit', {
      method: 'sandbox.card',
      currency: 'EUR',
      amount: 5000,
      accountId: player.accounts.EUR,
      fields: {},
    })
    return started.body.invoiceId as string
  })
  const { id } = app.sandbox.payments.byReference(invoice)!
  app.sandbox.payments.decide(id, 'pay')
  await app.settle()
  expect((await compare('sandbox', '2020-01-01', '2100-01-01')).body).toMatchObject({
    transactions: 1,
    booked: 1,
    differences: [],
  })
  for (const [partner, from, to, refusal] of [
    ['nobody', '2026-01-01', '2026-02-01', 'partnerUnknown'],
    ['sandbox', '2026-02-01', '2026-01-01', 'periodInvalid'],
    ['sandbox', 'now', 'then', 'validation'],
  ] as const)
    expect((await compare(partner, from, to)).body.error.name).toBe(refusal)
})

test('remainders of a period are listed with their sums', async () => {
  const url = '/api/remainders?from=2020-01-01&to=2100-01-01'
  expect((await paula.call({ url })).body).toEqual({ sums: [], notes: [] })
  await app.asOwner(
    `INSERT INTO ledger.remainders (actor, idempotency_key, currency, amount, noted_at)
     VALUES ('studio:x', 'a', 'EUR', 0.25, '2026-01-02'), ('studio:x', 'b', 'EUR', 0.5, '2026-01-03')`,
  )
  expect((await paula.call({ url })).body).toMatchObject({
    sums: [{ actor: 'studio:x', currency: 'EUR', amount: '0.75', credits: 2 }],
    notes: [{ idempotencyKey: 'b', amount: '0.5' }, { idempotencyKey: 'a' }],
  })
  expect((await paula.call({ url: '/api/remainders?to=2026-01-03' })).body.notes).toHaveLength(1)
})
