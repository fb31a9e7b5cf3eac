/** Rewards by hand at the desk: each kind, what the preview says, once, with a second person, and taken back. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { thresholdKind } from '#server/operators/thresholds.ts'
import { freeBetKind } from '#server/sports/free-bet-kind.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { deskEnvironment, deskOf, type DeskPerson } from '#tests/setup/desk.ts'

let app: Cashier
let desk: Awaited<ReturnType<typeof deskOf>>
let player: TestPlayer
let mark: DeskPerson
let molly: DeskPerson
beforeAll(async () => {
  app = await cashier({ env: deskEnvironment })
  await seedDefinitions(app.deps, [freeBetKind])
  desk = await deskOf(app.deps, app.clock.forward)
  mark = await desk.person('mark', 'marketing')
  molly = await desk.person('molly', 'marketing')
})
afterAll(async () => {
  await desk.close()
  await app.close()
})
beforeEach(async () => {
  player = await app.player()
})
afterEach(async () => expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([]))

const cash = { kind: 'cash', currency: 'EUR', amount: '12.50' }
const url = (path = '') => `/api/players/${player.id}/rewards${path}`
const grant = (reward: object, more: object = {}, by = mark) =>
  by.call({
    method: 'POST',
    url: url(),
    body: { id: randomUUID(), reward, title: 'A gesture', reason: 'Waited for support', ...more },
  })
const preview = (reward: object, title = 'A gesture') =>
  mark.call({ method: 'POST', url: url('/preview'), body: { reward, title } })
const list = async () => (await mark.call({ url: url() })).body
const revoke = (id: string, by = mark, reason = 'By mistake') =>
  by.call({ method: 'POST', url: url(`/${id}/revocation`), body: { reason } })
const acts = async (action: string) =>
  (
    await app.asOwner('SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = $2 ORDER BY id', [
      player.id,
      action,
    ])
  ).rows
test.each([
  [cash, { worth: { amount: '12.50', currency: 'EUR' }, wagering: null, expiresAt: null }],
  [
    { kind: 'freeBet', currency: 'EUR', id: 'free-bet-5' },
    { worth: { amount: '5.00' }, minOdds: expect.any(String) },
  ],
  [
    { kind: 'offer', currency: 'EUR', id: 'reward-spins-10' },
    { spins: { quantity: 10 }, expiresAt: expect.any(String) },
  ],
  [{ kind: 'points', points: 250 }, { worth: null }],
])('is granted once with one act, after a preview that grants nothing: %j', async (reward, shown) => {
  const seen = await preview(reward)
  expect(seen.body).toMatchObject({ ...shown, status: 'paid', needsSecondPerson: false, again: null })
  expect((await list()).rewards).toEqual([])
  const id = randomUUID()
  const answers = await Promise.all([grant(reward, { id }), grant(reward, { id })])
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, { status: 'paid' }],
    [200, { status: 'paid' }],
  ])
  expect((await grant(reward, { id, title: 'Another' })).body.error.name).toBe('sentBefore')
  expect(await acts('reward-granted')).toMatchObject([
    {
      actor: 'operator:mark',
      detail: { before: null, after: 'paid', reason: 'Waited for support', title: 'A gesture' },
    },
  ])
  expect((await list()).rewards.length).toBeGreaterThan(0)
  const again = (await preview(reward)).body.again
  expect((await grant(reward)).body.error).toMatchObject({
    name: 'grantedAlready',
    message: expect.stringMatching(/^Granted at \S+ already, for the same reason\. To grant it once more/),
  })
  expect((await grant(reward, { again: again.id })).status).toBe(200)
})

test('bonus money: the preview states what must be wagered, and it is revoked with a reason, once', async () => {
  const reward = { kind: 'offer', currency: 'EUR', id: 'reward-bonus-5' }
  expect((await preview(reward)).body).toMatchObject({
    worth: { amount: '5.00', currency: 'EUR' },
    wagering: { times: 5, amount: { amount: '25.00' } },
  })
  expect((await grant(reward)).status).toBe(200)
  const open = (await list()).rewards.find(({ isOpen }: { isOpen: boolean }) => isOpen)
  const other = await app.player()
  const elsewhere = await mark.call({
    method: 'POST',
    url: `/api/players/${other.id}/rewards/${open.id}/revocation`,
    body: { reason: 'By mistake' },
  })
  expect(elsewhere.body.error.name).toBe('nothingToRevoke')
  const answers = await Promise.all([revoke(open.id, mark), revoke(open.id, molly)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [winner, loser] = answers[0].status === 200 ? [mark, answers[1]] : [molly, answers[0]]
  expect(loser.body.error.message).toMatch(new RegExp(`^Revoked at \\S+ already, by ${winner.name}\\.$`))
  // Its answer was lost.
  expect((await revoke(open.id, winner)).status).toBe(200)
  expect(await acts('reward-revoked')).toMatchObject([
    { actor: `operator:${winner.name}`, detail: { before: 'open', after: 'revoked', reason: 'By mistake' } },
  ])
  expect((await list()).rewards.filter(({ isOpen }: { isOpen: boolean }) => isOpen)).toEqual([])
})

test('above the threshold a second person approves; parts of all kinds at the same moment count together', async () => {
  await putInForce(app.deps, thresholdKind, 'grant', { title: 'Grants', above: { base: '30' } })
  const parts = [
    { kind: 'cash', currency: 'EUR', amount: '14' },
    { kind: 'cash', currency: 'EUR', amount: '13' },
    { kind: 'freeBet', currency: 'EUR', id: 'free-bet-5' },
  ]
  const answers = await Promise.all(parts.map((part, at) => grant(part, {}, [mark, molly, mark][at])))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 202])
  const large = { ...cash, amount: '100' }
  expect((await preview(large)).body.needsSecondPerson).toBe(true)
  const asked = await grant(large)
  expect(asked.status).toBe(202)
  const approval = { method: 'POST', url: `/api/requests/${asked.body.waiting.request}/approval` } as const
  expect((await mark.call(approval)).status).toBe(403)
  expect((await molly.call(approval)).body).toMatchObject({ result: { status: 'paid' } })
  expect((await acts('reward-granted')).at(-1)).toMatchObject({ actor: 'operator:mark', detail: { approver: 'molly' } })
})

test('bad input and what would bring nothing are refused in a sentence, and nothing is granted', async () => {
  for (const [reward, name] of [
    [{ ...cash, amount: '0' }, 'amountInvalid'],
    [{ ...cash, amount: '1.005' }, 'amountInvalid'],
    [{ ...cash, currency: 'XXX' }, 'currencyNotOffered'],
    [{ ...cash, amount: '5000' }, 'aboveGrantLimit'],
    [{ kind: 'offer', currency: 'EUR', id: 'unknown' }, 'notDefined'],
    [{ kind: 'freeBet', currency: 'EUR', id: 'unknown' }, 'notDefined'],
    [{ kind: 'points', points: 0 }, 'validation'],
    [{ kind: 'wishes' }, 'validation'],
  ] as const) {
    expect([reward, (await grant(reward)).body.error?.name]).toEqual([reward, name])
    expect([reward, (await preview(reward)).body.error?.name]).toEqual([reward, name])
  }
  expect((await grant(cash, { reason: ' ' })).body.error.name).toBe('validation')
  expect((await grant(cash, { title: 'a'.repeat(201) })).body.error.name).toBe('validation')
  const closed = await app.player({ status: 3 })
  player = closed
  expect((await grant({ kind: 'freeBet', currency: 'EUR', id: 'free-bet-5' })).body.error.name).toBe('withheld')
  expect(await acts('reward-granted')).toEqual([])
})
