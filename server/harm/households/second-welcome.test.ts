/** One welcome bonus a household: a second one is flagged, never taken without a decision and a message. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import type { OperatorActor } from '#server/kernel/actor.ts'
import { operator } from '#tests/setup/operator.ts'
import { type Decision, decideHousehold } from './decide-household.ts'

let app: Cashier
beforeAll(async () => {
  app = await cashier()
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})
afterEach(() => app.clock.reset())

async function player({ device = null }: { device?: string | null } = {}): Promise<TestPlayer> {
  const made = await app.player()
  await app.asOwner('UPDATE identity.sessions SET fingerprint = $2 WHERE player_id = $1', [made.id, device])
  return made
}
async function deposit(one: TestPlayer, bonusId?: string): Promise<void> {
  await pay(await start(one, bonusId))
}
async function pay(invoiceId: string): Promise<void> {
  app.sandbox.payments.decide(app.sandbox.payments.byReference(invoiceId)!.id, 'pay')
  await app.settle()
}
async function start(one: TestPlayer, bonusId?: string): Promise<string> {
  app.clock.forward(1000)
  const { body } = await one.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'EUR',
    amount: 5000,
    accountId: one.accounts.EUR,
    fields: {},
    ...(bonusId && { bonusId }),
  })
  return body.invoiceId
}
const withdraw = (one: TestPlayer, iban: string) =>
  one.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount: 1000,
    accountId: one.accounts.EUR,
    fields: { account_holder: 'Maria Muster', iban },
    idempotencyKey: randomUUID(),
    isBonusEndConfirmed: true,
  })
const lives = (one: TestPlayer, address: string) =>
  app.asOwner(
    `UPDATE identity.players SET details = details || jsonb_build_object('address', $2::text, 'postalCode', '10115') WHERE id = $1`,
    [one.id, address],
  )
const flags = async (one: TestPlayer): Promise<Loose[]> => {
  await catchUp(app.deps)
  const { rows } = await app.asOwner(
    'SELECT id, other_player_id AS other, matches, decision FROM bonuses.household_flags WHERE player_id = $1 ORDER BY flagged_at',
    [one.id],
  )
  return rows
}
const bonus = async (one: TestPlayer) => (await one.call('GET', '/api/game/player-bonuses')).body[0]
const decide = (decision: Decision, id: string, comment: string, actor: OperatorActor = operator) =>
  decideHousehold({ ...app.deps, actor }, { id, decision, comment })

test('one mailbox in two spellings is one household', async () => {
  const [first, second] = [await player(), await player()]
  const tag = randomUUID().slice(0, 8)
  const setEmail = (one: TestPlayer, email: string) =>
    app.asOwner('UPDATE identity.players SET email = $2 WHERE id = $1', [one.id, email])
  await setEmail(first, `${tag}.ann@gmail.com`)
  await setEmail(second, `${tag}ann+two@googlemail.com`)
  await deposit(first, 'welcome-100')
  await deposit(second, 'welcome-100')
  expect(await flags(second)).toMatchObject([{ other: first.id, matches: ['mailbox'] }])
})

// Shows: attack 162
test('the second welcome bonus on one device is flagged once, and nothing is taken', async () => {
  const device = randomUUID()
  const [first, second] = [await player({ device }), await player({ device })]
  await deposit(first, 'welcome-100')
  expect(await flags(first)).toEqual([])
  await deposit(second, 'welcome-100')
  expect(await flags(second)).toMatchObject([{ other: first.id, matches: ['device'], decision: null }])
  expect(await flags(first)).toEqual([])
  await deposit(second, 'welcome-spins')
  expect(await flags(second)).toHaveLength(1)
  expect(await bonus(second)).toMatchObject({ status: 2, amount: 5000 })
})

// Shows: attack 162
test('a sign-up code counts as a welcome bonus; a player without one, or with another device, is not flagged', async () => {
  const device = randomUUID()
  const [first, second, third, other] = [
    await player({ device }),
    await player({ device }),
    await player({ device }),
    await player({ device: randomUUID() }),
  ]
  await deposit(first, 'welcome-100')
  const code = { bonusCode: 'HARBOUR50', trigger: 3 }
  expect((await second.call('POST', '/api/game/bonuses/bonuscodes', code)).body).toMatchObject({ status: 1 })
  await deposit(second, 'harbour-50')
  await deposit(third)
  await deposit(other, 'welcome-100')
  expect(await flags(second)).toMatchObject([{ other: first.id, matches: ['device'] }])
  expect(await flags(third)).toEqual([])
  expect(await flags(other)).toEqual([])
})

// Shows: attack 162, pair bonus/details
test('an address, and a destination that is used later, are found, and added to the open flag', async () => {
  const [first, second] = [await player(), await player()]
  await lives(first, 'Lindenweg 4')
  await lives(second, 'LINDENWEG 4')
  await deposit(first, 'welcome-100')
  await deposit(second, 'welcome-100')
  expect(await flags(second)).toMatchObject([{ other: first.id, matches: ['address'] }])
  for (const one of [first, second])
    expect(await withdraw(one, 'DE89370400440532013000')).toMatchObject({ status: 200 })
  expect(await flags(second)).toMatchObject([{ other: first.id, matches: ['address', 'destination'] }])
})

// Shows: attack 162
test('a phone model that six players have is no household', async () => {
  const device = randomUUID()
  const players = await Promise.all(Array.from({ length: 6 }, () => player({ device })))
  for (const each of players.slice(0, 2)) await deposit(each, 'welcome-100')
  for (const each of players) expect(await flags(each)).toEqual([])
})

// Shows: attack 166
test('declined by five operators at once, it is decided once: the bonus ends with a message, cash stays, no further one is offered', async () => {
  const device = randomUUID()
  const [first, second] = [await player({ device }), await player({ device })]
  await deposit(first, 'welcome-100')
  await deposit(second, 'welcome-100')
  const [flag] = await flags(second)
  const five = Array.from({ length: 5 }, (_, at): OperatorActor => ({ ...operator, name: `olga-${at}` }))
  const decline = (actor: OperatorActor) => decide('declined', flag.id, 'one household', actor)
  const answers = await Promise.all(five.map(decline))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const decider = five[answers.findIndex(({ ok }) => ok)]!
  // Repeated by the same person, because its answer was lost, it is answered and does nothing again.
  expect(await decline(decider)).toMatchObject({ ok: true })
  expect(await bonus(second)).toMatchObject({ status: 3, result: 3 })
  expect(await second.account('EUR')).toMatchObject({ balance: 5000, bonusBalance: 0 })
  const { rows } = await app.asOwner('SELECT key FROM messages.messages WHERE player_id = $1', [second.id])
  expect(rows.map(({ key }) => key)).toContain('reward-revoked')
  const offered = async (one: TestPlayer) =>
    (await one.call('GET', '/api/game/bonuses?currency=EUR')).body.map(({ id }: Loose) => id)
  expect(await offered(second)).toEqual(['monday-10'])
  expect(await offered(first)).toContain('welcome-second')
  expect(await bonus(first)).toMatchObject({ status: 2 })
  const audited = await app.asOwner(
    `SELECT actor, detail FROM identity.audit WHERE action = 'household-decided' AND player_id = $1`,
    [second.id],
  )
  expect(audited.rows).toMatchObject([
    { actor: `operator:${decider.name}`, detail: { before: 'open', after: 'declined' } },
  ])
})

// Shows: attack 166
longTest(
  'declined, a deposit that was started for a second welcome bonus is credited without it, also at that moment',
  async () => {
    for (const isAtOnce of [false, true]) {
      const device = randomUUID()
      const [first, second] = [await player({ device }), await player({ device })]
      await deposit(first, 'welcome-100')
      await deposit(second, 'welcome-100')
      const [flag] = await flags(second)
      const started = await start(second, 'welcome-second')
      const declined = decide('declined', flag.id, 'one household')
      if (!isAtOnce) await declined
      await Promise.all([declined, pay(started)])
      expect((await second.account('EUR')).balance).toBe(10_000)
      const { rows } = await app.asOwner(
        'SELECT bonus_id, status FROM bonuses.player_bonuses WHERE player_id = $1 ORDER BY created_at',
        [second.id],
      )
      expect(rows[0]).toEqual({ bonus_id: 'welcome-100', status: 3 })
      expect(rows.slice(1)).toEqual(isAtOnce && rows.length > 1 ? [{ bonus_id: 'welcome-second', status: 3 }] : [])
    }
  },
)

// Shows: attack 166
test('allowed, nothing changes, and the pair is not flagged again', async () => {
  const device = randomUUID()
  const [first, second] = [await player({ device }), await player({ device })]
  await deposit(first, 'welcome-100')
  await deposit(second, 'welcome-100')
  const [flag] = await flags(second)
  expect(await decide('allowed', flag.id, 'two flats')).toMatchObject({ ok: true })
  await deposit(second, 'welcome-second')
  expect(await flags(second)).toMatchObject([{ decision: 'allowed' }])
  expect(await bonus(second)).toMatchObject({ bonusId: 'welcome-second' })
  expect(await decide('declined', flag.id, 'again')).toMatchObject({ refusal: 'isDecided' })
  expect(await decide('declined', randomUUID(), 'x')).toMatchObject({ refusal: 'flagNotFound' })
  expect(await decide('allowed', flag.id, '')).toMatchObject({ refusal: 'reasonMissing' })
})
