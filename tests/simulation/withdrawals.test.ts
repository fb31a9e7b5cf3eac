/**
 * Random withdrawals through the verbs of players, operators and partners, on PostgreSQL: none is held without a reason,
 * nobody is asked twice for the same thing, every broken promise is paid for once, and the books balance.
 * `WITHDRAWALS=10000` sets their number, `SEED=…` repeats a run.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { noFaults } from '#sandbox/faults.ts'
import { breakPromises } from '#server/cashier/payouts/break-promises.ts'
import { decideWithdrawal } from '#server/cashier/payouts/decide-withdrawal.ts'
import { promiseKind } from '#server/cashier/payouts/promise.ts'
import { reviewUnsent } from '#server/cashier/payouts/review-unsent.ts'
import { sendPayouts } from '#server/cashier/payouts/send-payouts.ts'
import { holdStuckPayouts } from '#server/cashier/payouts/stuck-payouts.ts'
import { reconcileInvoices } from '#server/cashier/books/reconcile-invoices.ts'
import { processWebhooks } from '#server/cashier/webhooks/process-webhooks.ts'
import { invariants } from '#server/cashier/invariants.ts'
import type { Deps } from '#server/deps.ts'
import { decideDocument } from '#server/identity/verification/decide-document.ts'
import { routes as verificationRoutes } from '#server/identity/verification/routes.ts'
import { lockPlayer } from '#server/identity/players/players.ts'
import { findBreaches, ledgerInvariants } from '#server/ledger/invariants.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { longTest } from '#tests/setup/length.ts'
import { operator } from '#tests/setup/operator.ts'
import { formOf, validFiles } from '#tests/setup/sample-files.ts'
import { seeded } from './random.ts'

const total = Number(process.env.WITHDRAWALS ?? 50)
const seed = process.env.SEED ?? String(Date.now())
const random = seeded(seed)
const hourMs = 3_600_000
/** A slower answer is lost; the call takes effect nevertheless. */
const timeoutMs = 60

let app: Cashier
beforeAll(async () => {
  app = await cashier({ alsoRoutes: verificationRoutes, sandbox: { sendMs: 1 }, partnerTimeoutMs: timeoutMs })
  app.deps.settings.licences = new Set(['MT', 'SE'])
  app.deps.settings.withdrawals.autoLimit = 300
})
afterAll(() => app.close())

type Member = TestPlayer & { open: Map<string, string>; documents: Array<{ id: string; type: string; status: number }> }
const types = ['identity', 'address'] as const
const bank = { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' }
/** Found by this file's own record of what was uploaded and decided. */
const isWanting = ({ documents }: Member, type: string) =>
  !documents.some((document) => document.type === type && document.status !== 3)

/** The ledger of a process that is killed at some postings: their transactions are rolled back. */
function killedAtTimes(deps: Deps): Deps {
  const postIn: Deps['ledger']['postIn'] = async (...input) => {
    if (random.chance(0.1)) throw new Error('killed')
    return deps.ledger.postIn(...input)
  }
  return { ...deps, log: { ...deps.log, error() {} } as never, ledger: { ...deps.ledger, postIn } }
}

async function newMember(): Promise<Member> {
  const player = await app.player({ currencies: ['EUR'] })
  const country = random.pick(['MT', 'SE', 'DE', 'DE'])
  await app.asOwner('UPDATE identity.players SET country = $2 WHERE id = $1', [player.id, country])
  await player.fund('EUR', 10_000_000n)
  return { ...player, open: new Map(), documents: [] }
}

/** The clock moves by months, in which sessions end. */
const signInAgain = (member: Member) =>
  app.asOwner('UPDATE identity.sessions SET created_at = $2, rotated_at = $2, last_used_at = $2 WHERE player_id = $1', [
    member.id,
    app.clock.now(),
  ])

async function request(member: Member): Promise<void> {
  const amount = 1000 + random.int(60_000)
  const preview = await member.call(
    'GET',
    `/api/payment/requirements?method=sandbox.bank&currency=EUR&amount=${amount}`,
  )
  expect(preview.status).toBe(200)
  const expected = preview.body.checks.filter(({ state }: Loose) => state !== 'met').map(({ code }: Loose) => code)
  const ask = () =>
    member.call('POST', '/api/payment/invoices/withdrawal', {
      method: 'sandbox.bank',
      currency: 'EUR',
      amount,
      accountId: member.accounts.EUR,
      fields: bank,
      idempotencyKey,
    })
  const idempotencyKey = randomUUID()
  let { status, body } = await ask()
  // A busy machine may answer that it is busy; a client then repeats the request.
  for (let again = 0; status === 503 && again < 10; again++) ({ status, body } = await ask())
  expect([status, body.error]).toEqual([200, undefined])
  expect((body.hold?.checks ?? []).map(({ code }: Loose) => code)).toEqual(expected)
  for (const type of types)
    if (!isWanting(member, type)) expect(body.hold?.checks ?? []).not.toContainEqual({ code: type, state: 'open' })
  member.open.set(body.id, body.number)
}

async function upload(member: Member): Promise<void> {
  const type = random.pick(types)
  if (!isWanting(member, type)) return
  const answer = await fetch(`${app.url}/api/player/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await member.token()}` },
    body: formOf(validFiles[0]!, type),
  })
  // Read in every case: a connection with an unread answer delays the end of the server.
  const { id } = (await answer.json()) as { id: string }
  // The quota of documents is reached.
  if (answer.status !== 200) return
  member.documents.push({ id, type, status: 1 })
}

async function judge(member: Member): Promise<void> {
  const waiting = member.documents.find(({ status }) => status === 1)
  if (!waiting) return
  const decision = random.chance(0.7) ? 'approved' : 'declined'
  const decided = await decideDocument(
    { ...app.deps, actor: operator },
    { id: waiting.id, decision, reason: decision === 'declined' ? 'Unreadable' : null },
  )
  expect(decided.ok).toBe(true)
  waiting.status = decision === 'approved' ? 2 : 3
}

async function decide(member: Member): Promise<void> {
  const number = random.pick([...member.open.values(), ''])
  const decision = random.chance(0.8) ? 'approved' : 'declined'
  await decideWithdrawal({ ...app.deps, actor: operator }, { number, decision, reason: 'Looked at' })
}

async function cancel(member: Member): Promise<void> {
  const id = random.pick([...member.open.keys(), ''])
  if (id) await member.call('PUT', `/api/payment/invoices/${id}/decline`)
}

async function flag(member: Member): Promise<void> {
  await app.deps.db.transaction(async (tx) => {
    await lockPlayer(tx, member.id)
    await reviewUnsent(app.deps, tx, member.id, 'flagged')
  })
}

/** The partner's own review. */
async function approvePayouts(share: number): Promise<void> {
  const { state, payouts } = app.sandbox
  for (const { id, status } of Object.values(state.payouts))
    if (status === 'review' && random.chance(share)) payouts.approve(id)
}

async function work(): Promise<void> {
  const { faults } = app.sandbox
  Object.assign(faults, noFaults, random.pick([{}, {}, { outages: 3 }, { slowMs: 2 * timeoutMs }, { copies: 2 }]))
  await sendPayouts(app.deps)
  Object.assign(faults, noFaults)
  await approvePayouts(0.5)
  await app.sandbox.notices.flush()
  await processWebhooks(app.deps)
  await holdStuckPayouts(app.deps)
  await Promise.all([breakPromises(app.deps), breakPromises(killedAtTimes(app.deps))])
}

/** Whom the site asks for something now, it does not have yet. */
async function checkAsked(member: Member): Promise<void> {
  const { rows } = await app.asOwner(
    `SELECT hold.todo, hold.reasons FROM payments.holds AS hold JOIN payments.invoices AS invoice ON invoice.id = hold.invoice_id
      WHERE invoice.player_id = $1 AND hold.ended_at IS NULL`,
    [member.id],
  )
  for (const { todo, reasons } of rows) {
    expect(reasons.length).toBeGreaterThan(0)
    for (const type of types)
      expect([type, todo.includes(type)]).toEqual([type, reasons.includes(type) && isWanting(member, type)])
  }
}

const terms = [
  {
    title: 'Pays',
    hours: { amount: 6, identity: 12, address: 12, partner: 8 },
    compensation: { percent: 2, fixed: { base: '1' }, most: { base: '10' } },
  },
  { title: 'Pays nothing', hours: { amount: 4, identity: 4, address: 4, partner: 2, flagged: 2 } },
  {
    title: 'Pays a sum',
    hours: { amount: 3, flagged: 1 },
    compensation: { percent: 0, fixed: { base: '5' }, most: { base: '5' } },
  },
]

/** From the turns alone: the time that was not the player's. */
const recount = `SELECT hold.id, hold.outcome, hold.compensation, hold.promise, spent.seconds > hold.hours * 3600 AS is_broken FROM (
    SELECT hold.*, invoice.promise_version AS promise FROM payments.holds AS hold JOIN payments.invoices AS invoice ON invoice.id = hold.invoice_id) AS hold
  CROSS JOIN LATERAL (SELECT coalesce(sum(extract(epoch FROM coalesce(turn.ended_at, $1) - turn.began_at)) FILTER (WHERE holder <> 'player'), 0) AS seconds
    FROM payments.hold_turns AS turn WHERE turn.hold_id = hold.id) AS spent`

longTest(
  `${total} withdrawals: each hold has a reason, nothing is asked twice, and each broken promise is paid for once`,
  async () => {
    const paying = new Set<number>()
    const renew = async () => {
      const data = random.pick(terms)
      const version = await putInForce(app.deps, promiseKind, 'withdrawal', data)
      if (data.compensation) paying.add(version)
    }
    await renew()
    const members: Member[] = []
    let requested = 0
    for (let step = 0; requested < total; step++) {
      // A player withdraws about twenty times, so that some totals pass the amounts of their policies.
      if (members.length * 20 <= requested) members.push(await newMember())
      const member = random.chance(0.5) ? members.at(-1)! : random.pick(members)
      await signInAgain(member)
      const share = random.int(100)
      if (share < 35) {
        await request(member)
        requested++
      } else if (share < 50) await upload(member)
      else if (share < 65) await judge(member)
      else if (share < 82) await decide(member)
      else if (share < 86) await cancel(member)
      else if (share < 88) await flag(member)
      else if (share < 89) await renew()
      else await work()
      app.clock.forward(random.int(hourMs))
      await checkAsked(member)
    }
    // What is left is decided, sent and settled.
    for (const { open } of members)
      for (const number of open.values())
        await decideWithdrawal({ ...app.deps, actor: operator }, { number, decision: 'approved', reason: null })
    const count = async (sql: string) => Number((await app.asOwner(`SELECT count(*) AS n FROM ${sql}`)).rows[0].n)
    for (let turn = 0; turn < 200 && (await count('payments.invoices WHERE type = 2 AND status = 1')) > 0; turn++) {
      app.clock.forward(2 * hourMs)
      await sendPayouts(app.deps)
      await approvePayouts(1)
      await new Promise((resolve) => setTimeout(resolve, 10))
      await app.sandbox.notices.flush()
      await processWebhooks(app.deps)
      await reconcileInvoices(app.deps)
    }
    await breakPromises(app.deps)
    expect(await findBreaches(app.deps.db.pool, [...invariants, ...ledgerInvariants]), seed).toEqual([])
    const { rows } = await app.asOwner(recount, [app.deps.clock.now()])
    const wrong = rows.filter(
      ({ outcome, compensation, promise, is_broken: isBroken }) =>
        isBroken !== (outcome === 'broken') || (compensation !== null) !== (isBroken && paying.has(promise)),
    )
    expect(wrong.slice(0, 5), seed).toEqual([])
    const figures = {
      withdrawals: await count('payments.invoices WHERE type = 2'),
      open: await count('payments.invoices WHERE type = 2 AND status = 1'),
      holds: rows.length,
      turnsOfPlayers: await count(`payments.hold_turns WHERE holder = 'player'`),
      broken: rows.filter(({ outcome }) => outcome === 'broken').length,
      paidFor: rows.filter(({ compensation }) => compensation !== null).length,
      movements: await count(`ledger.movements WHERE kind = 'payout-compensation'`),
    }
    expect(figures).toMatchObject({ withdrawals: total, open: 0, movements: figures.paidFor })
    expect(figures.holds).toBeGreaterThan(0)
    if (process.env.WITHDRAWALS) console.log(seed, figures)
  },
  // A busy machine needs a second for each.
  120_000 + total * 2_000,
)
