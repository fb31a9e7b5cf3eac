/**
 * Every decision of the desk's queues: bad input, two people at once, and an answer that was lost. Sports have their own
 * (server/sports/desk-work.test.ts), because they need a sportsbook.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lifecycle as harmLifecycle } from '#server/harm/module.ts'
import { seedDefinitions } from '#server/kernel/definitions/seed.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { freeBetKind } from '#server/sports/free-bet-kind.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { deskEnvironment, deskOf, type DeskCall, type DeskPerson } from '#tests/setup/desk.ts'
import { flaggedPayments } from '#tests/setup/flags.ts'

let app: Cashier
let desk: Awaited<ReturnType<typeof deskOf>>
let mia: DeskPerson
let max: DeskPerson
beforeAll(async () => {
  app = await cashier({ env: deskEnvironment, alsoLifecycles: [harmLifecycle] })
  desk = await deskOf(app.deps, app.clock.forward)
  app.deps.settings.withdrawals.autoLimit = 0
  await seedDefinitions(app.deps, [freeBetKind])
  mia = await desk.person('mia', 'manager')
  max = await desk.person('max', 'manager')
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await desk.close()
  await app.close()
})

type Subject = {
  call: Pick<DeskCall, 'method' | 'url'>
  /** What one operator decides, and another one at the same moment. */
  one: object
  other: object
}
type Decision = {
  name: string
  /** Of the audit log. */
  action: string
  subject(player: TestPlayer): Promise<Subject>
  /** Parts of a body that are refused. */
  bad: object[]
  /** Two operators may both do it: the key of the page keeps one of them from doing it twice. */
  isForEach?: true
}

const reason = 'Looked into it'
const post = (url: string) => ({ method: 'POST', url }) as const
const now = () => app.clock.now()
const id = async (sql: string, values: unknown[]) => String((await app.asOwner(sql, values)).rows[0].id)
const versionOf = async (number: string) => (await mia.call({ url: `/api/payments/${number}` })).body.version as number

const decisions: Decision[] = [
  {
    name: 'a withdrawal',
    action: 'withdrawal-decided',
    async subject(player) {
      const { body } = await player.call('POST', '/api/payment/invoices/withdrawal', {
        method: 'sandbox.bank',
        currency: 'EUR',
        amount: 20_000,
        accountId: player.accounts['EUR'],
        fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
      })
      const seen = await versionOf(body.number)
      return {
        call: post(`/api/withdrawals/${body.number}/decision`),
        one: { decision: 'approved', reason, seen },
        other: { decision: 'declined', reason, seen },
      }
    },
    bad: [{ decision: 'perhaps' }, { seen: 'now' }, { seen: 9_999 }, { decision: 'declined', reason: ' ' }],
  },
  {
    name: 'a flagged payment',
    action: 'flag-settled',
    async subject(player) {
      const flagged = flaggedPayments(app, player)
      const invoice = await flagged.deposit(5000)
      await flagged.reportDeposit(invoice, { amount: 7000n as never, currency: 'USD' })
      const seen = await versionOf(invoice.number)
      return {
        call: post(`/api/flags/${invoice.number}/decision`),
        one: { decision: 'credit', reason, seen },
        other: { decision: 'send-back', reason, seen },
      }
    },
    bad: [{ decision: 'give-back' }, { reason: '' }, { seen: 9_999 }, { paid: 'much' }],
  },
  {
    name: 'a document',
    action: 'document-decided',
    async subject(player) {
      const document = await id(
        `INSERT INTO verification.documents (id, player_id, type, name, mime_type, size, created_at)
         VALUES (gen_random_uuid(), $1, 'identity', 'passport.png', 'image/png', 4, $2) RETURNING id`,
        [player.id, now()],
      )
      return {
        call: post(`/api/documents/${document}/decision`),
        one: { decision: 'approved', seen: null },
        other: { decision: 'declined', reason, seen: null },
      }
    },
    bad: [{ decision: 'perhaps' }, { decision: 'declined', reason: ' ' }, { seen: 'then' }],
  },
  {
    name: 'a marker of harm',
    action: 'harm-marker-decided',
    async subject(player) {
      const marker = await id(
        `INSERT INTO harm.markers (player_id, rule, indicator, measure, level, definition_version, day, days, counted, threshold, raised_at, acted_at)
         VALUES ($1, $2, 'spend', 'netDeposits', 'strong', 1, $3::timestamptz::date, 7, 10, 5, $3, $3) RETURNING id`,
        [player.id, randomUUID(), now()],
      )
      return {
        call: post(`/api/markers/${marker}/decision`),
        one: { decision: 'upheld', reason, seen: 'open' },
        other: { decision: 'dismissed', reason, seen: 'open' },
      }
    },
    bad: [{ decision: 'perhaps' }, { reason: ' ' }, { seen: 'upheld' }],
  },
  {
    name: 'a household',
    action: 'household-decided',
    async subject(player) {
      const other = await app.player()
      const flag = await id(
        `INSERT INTO bonuses.household_flags (id, player_id, other_player_id, matches, flagged_at)
         VALUES (gen_random_uuid(), $1, $2, '{device}', $3) RETURNING id`,
        [player.id, other.id, now()],
      )
      return {
        call: post(`/api/households/${flag}/decision`),
        one: { decision: 'allowed', reason },
        other: { decision: 'declined', reason },
      }
    },
    bad: [{ decision: 'perhaps' }, { reason: ' ' }],
  },
  {
    name: 'a contact message',
    action: 'communication-answered',
    async subject() {
      const message = await id(
        `INSERT INTO messages.communications (id, email, message, locale, created_at)
         VALUES (gen_random_uuid(), 'guest@example.test', 'Hello', 'en', $1) RETURNING id`,
        [now()],
      )
      return {
        call: post(`/api/contact-messages/${message}/answer`),
        one: { answer: 'Thank you' },
        other: { answer: 'Thanks a lot' },
      }
    },
    bad: [{ answer: ' ' }, { answer: 'x'.repeat(4001) }],
  },
  {
    name: 'a reply in the chat',
    action: 'chat-replied',
    async subject(player) {
      const conversation = await id(
        `WITH opened AS (INSERT INTO chat.conversations (id, player_id, locale, last_number, created_at, last_message_at)
           VALUES (gen_random_uuid(), $1, 'en', 1, $2, $2) RETURNING id)
         INSERT INTO chat.messages (id, conversation_id, number, author, body, created_at)
         SELECT gen_random_uuid(), id, 1, 'visitor', 'Hello', $2 FROM opened RETURNING conversation_id AS id`,
        [player.id, now()],
      )
      return {
        call: post(`/api/conversations/${conversation}/messages`),
        one: { id: randomUUID(), text: 'How can I help?', seen: 1 },
        other: { id: randomUUID(), text: 'Good day', seen: 1 },
      }
    },
    bad: [{ text: ' ' }, { text: 'x'.repeat(2001) }, { seen: -1 }, { id: 'mine' }],
  },
  {
    name: 'the status of a player',
    action: 'player-status-changed',
    async subject(player) {
      return {
        call: { method: 'PUT', url: `/api/players/${player.id}/status` },
        one: { status: 'limited', reason, seen: 'active' },
        other: { status: 'blocked', reason, seen: 'active' },
      }
    },
    bad: [{ status: 'happy' }, { reason: '' }, { seen: 'blocked' }],
  },
  {
    name: 'an adjustment',
    action: 'balance-adjusted',
    async subject(player) {
      const form = { direction: 'credit', currency: 'EUR', amount: '1.50', cause: 'goodwill', reason }
      return {
        call: post(`/api/players/${player.id}/adjustments`),
        one: { id: randomUUID(), ...form },
        other: { id: randomUUID(), ...form },
      }
    },
    bad: [{ amount: '1.005' }, { amount: '0' }, { currency: 'XYZ' }, { cause: 'mood' }, { reason: ' ' }, { id: '7' }],
    isForEach: true,
  },
  {
    name: 'a reward by hand',
    action: 'reward-granted',
    async subject(player) {
      const form = { reward: { kind: 'cash', currency: 'EUR', amount: '5' }, reason }
      return {
        call: post(`/api/players/${player.id}/rewards`),
        one: { id: randomUUID(), title: 'A gesture', ...form },
        other: { id: randomUUID(), title: 'A gesture', ...form },
      }
    },
    bad: [{ title: ' ' }, { reason: ' ' }, { id: '7' }, { reward: { kind: 'cash', currency: 'EUR', amount: '0' } }],
  },
  {
    name: 'the revocation of a reward',
    action: 'reward-revoked',
    async subject(player) {
      const rewards = `/api/players/${player.id}/rewards`
      const reward = { kind: 'freeBet', currency: 'EUR', id: 'free-bet-5' }
      const body = { id: randomUUID(), reward, title: 'A gesture', reason }
      expect((await mia.call({ ...post(rewards), body })).status).toBe(200)
      const listed = (await mia.call({ url: rewards })).body.rewards
      const open = listed.find(({ isOpen }: { isOpen: boolean }) => isOpen)
      return {
        call: post(`${rewards}/${open.id}/revocation`),
        one: { reason },
        other: { reason: 'By mistake' },
      }
    },
    bad: [{ reason: ' ' }],
  },
]

async function funded(): Promise<TestPlayer> {
  const player = await app.player()
  await player.fund('EUR', 1_000_000n)
  return player
}
const lastAct = async () => (await app.asOwner('SELECT coalesce(max(id), 0) AS id FROM identity.audit')).rows[0].id
const actsSince = async (action: string, after: string) =>
  (await app.asOwner('SELECT actor FROM identity.audit WHERE action = $1 AND id > $2', [action, after])).rows

describe.each(decisions)('$name', ({ action, subject, bad, isForEach }) => {
  test('is refused in a sentence for bad input, and nothing happens', async () => {
    const { call, one } = await subject(await funded())
    const before = await lastAct()
    for (const part of bad) {
      const { status, body } = await mia.call({ ...call, body: { ...one, ...part } })
      expect([part, status >= 400 && status < 500]).toEqual([part, true])
      expect(body.error.message.length).toBeGreaterThan(10)
    }
    expect(await actsSince(action, before)).toEqual([])
    expect((await mia.call({ ...call, body: one })).status).toBe(200)
  })

  test('of two people at once is made once, and the other reads why not', async () => {
    for (let round = 0; round < 3; round++) {
      const { call, one, other } = await subject(await funded())
      const before = await lastAct()
      const answers = await Promise.all([mia.call({ ...call, body: one }), max.call({ ...call, body: other })])
      expect(answers.map(({ status }) => status).toSorted()).toEqual(isForEach ? [200, 200] : [200, 409])
      const refused = answers.find(({ status }) => status === 409)
      if (refused) expect(refused.body.error.message.length).toBeGreaterThan(10)
      const winners = answers.flatMap(({ status }, at) => (status === 200 ? [['mia', 'max'][at]] : []))
      const actors = (await actsSince(action, before)).map(({ actor }) => actor.replace('operator:', ''))
      expect(actors.toSorted()).toEqual(winners.toSorted())
    }
  })

  test('is made once when its answer is lost and the page sends it again, at once or later', async () => {
    const { call, one } = await subject(await funded())
    const before = await lastAct()
    const answers = await Promise.all([mia.call({ ...call, body: one }), mia.call({ ...call, body: one })])
    answers.push(await mia.call({ ...call, body: one }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await actsSince(action, before)).toEqual([{ actor: 'operator:mia' }])
  })
})
