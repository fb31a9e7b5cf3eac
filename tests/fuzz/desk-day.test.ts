/**
 * A day at the desk: operators of each role do random acts, with bad input, without the right, and two at once. Afterwards
 * the database itself says which rows changed, and each of them has exactly one entry of the audit log.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import * as HttpStatus from '#contract/statuses.ts'
import { allInvariants } from '#server/modules.ts'
import { lifecycle as harmLifecycle } from '#server/harm/module.ts'
import { lifecycle as operatorsLifecycle } from '#server/operators/notes.ts'
import { routes as gameRoutes } from '#server/play/games/routes.ts'
import { loadContent } from '#server/reference/index.ts'
import { routes as sportsRoutes } from '#server/sports/module.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { type Cashier, cashier } from '#tests/setup/cashier.ts'
import { deskEnvironment, type DeskAnswer, type DeskCall, deskOf, type DeskPerson } from '#tests/setup/desk.ts'
import { flaggedPayments } from '#tests/setup/flags.ts'
import { acceptOf, placeOf, settleOf, signedCall, signedSportsbook } from '#tests/setup/sportsbook.ts'
import { type Change, keepJournal, readJournal } from '#tests/setup/journal.ts'
import { longTest, repetitions } from '#tests/setup/length.ts'
import { acts, type Random, randomOf, spoil, type World } from './desk-acts.ts'

const roles = ['support', 'payments', 'risk', 'content', 'marketing', 'manager', 'auditor', 'regulator'] as const
/** DESK_DAY_SEED replays a day. */
const seed = Number(process.env.DESK_DAY_SEED ?? Date.now() % 1_000_000_000)
const calls = repetitions(500, 5_000)

let app: Cashier
let desk: Awaited<ReturnType<typeof deskOf>>
let audrey: DeskPerson
const people: DeskPerson[] = []
const world: World = {
  players: [],
  closed: [],
  payments: [],
  flags: [],
  documents: [],
  markers: [],
  households: [],
  conversations: [],
  messages: [],
  notes: [],
  requests: [],
  people: [],
  read: async (url) => call(audrey, { url }),
}

beforeAll(async () => {
  app = await cashier({
    env: { ...deskEnvironment, DESK_OWNER: 'owner@example.com' },
    alsoLifecycles: [harmLifecycle, operatorsLifecycle],
    alsoRoutes: [...gameRoutes, ...sportsRoutes],
    sportsbook: signedSportsbook,
  })
  app.deps.settings.withdrawals.autoLimit = 0
  // Of its own: other tests of this process share the texts that are not edited.
  app.deps.content = loadContent()
  desk = await deskOf(app.deps, app.clock.forward)
  audrey = await desk.person('audrey', 'auditor')
  for (const role of roles) for (const name of [`${role}-1`, `${role}-2`]) people.push(await desk.person(name, role))
  world.people = people.map(({ name }) => name)
  await openCases()
  await closeAccounts()
  await oweForBets()
  await keepJournal(app)
}, 60_000)
afterAll(async () => {
  await desk?.close()
  await app?.close()
})

/** Withdrawals, flagged deposits, documents, markers, households, conversations and messages that wait. */
async function openCases(): Promise<void> {
  const now = app.deps.clock.now()
  for (let each = 0; each < 12; each++) {
    const player = await app.player()
    world.players.push(player.id)
    await player.fund('EUR', 500_000n)
    const flagged = flaggedPayments(app, player)
    for (let more = 0; more < 2; more++)
      world.payments.push((await flagged.withdrawal(20_000 + 100 * more, false)).number)
    const deposit = await flagged.deposit()
    await flagged.reportDeposit(deposit, { amount: 4900n as never })
    world.flags.push(deposit.number)
    const [document, conversation, message] = [randomUUID(), randomUUID(), randomUUID()]
    await app.asOwner(
      `INSERT INTO verification.documents (id, player_id, type, name, mime_type, size, created_at) VALUES ($1, $2, 'identity', 'passport.png', 'image/png', 10, $3)`,
      [document, player.id, now],
    )
    await app.asOwner(
      `INSERT INTO chat.conversations (id, player_id, locale, last_number, created_at, last_message_at) VALUES ($1, $2, 'en', 1, $3, $3)`,
      [conversation, player.id, now],
    )
    await app.asOwner(
      `INSERT INTO chat.messages (id, conversation_id, number, author, body, created_at) VALUES ($1, $2, 1, 'visitor', 'Hello', $3)`,
      [randomUUID(), conversation, now],
    )
    await app.asOwner(
      `INSERT INTO messages.communications (id, email, message, locale, created_at) VALUES ($1, 'guest@example.com', 'Hello', 'en', $2)`,
      [message, now],
    )
    const { rows } = await app.asOwner(
      `INSERT INTO harm.markers (player_id, rule, indicator, measure, level, definition_version, day, days, counted, threshold, raised_at, acted_at)
       VALUES ($1, 'losses', 'spend', 'netDeposits', 'strong', 1, '2026-01-01', 7, 10, 5, $2, $2) RETURNING id`,
      [player.id, now],
    )
    const [other] = world.players
    const household = randomUUID()
    if (other !== player.id) {
      await app.asOwner(
        `INSERT INTO bonuses.household_flags (id, player_id, other_player_id, matches, flagged_at) VALUES ($1, $2, $3, '{device}', $4)`,
        [household, player.id, other, now],
      )
      world.households.push(household)
    }
    world.documents.push(document)
    world.conversations.push(conversation)
    world.messages.push(message)
    world.markers.push(String(rows[0].id))
  }
}

/** Accounts that were closed, and into which a correction of a sports bet has paid since. */
async function closeAccounts(): Promise<void> {
  for (let each = 0; each < 3; each++) {
    const player = await app.player()
    await player.fund('EUR', 500_000n)
    await app.asOwner(`UPDATE identity.players SET status = 4 WHERE id = $1`, [player.id])
    await app.asOwner(`INSERT INTO sports.late_payouts (player_id, currency, at) VALUES ($1, 'EUR', $2)`, [
      player.id,
      app.deps.clock.now(),
    ])
    world.closed.push(player.id)
  }
}

/** Players who have spent what a corrected bet had paid: some debts are above the threshold of a second person. */
async function oweForBets(): Promise<void> {
  const send = async (name: string, content: object) => {
    const { url, payload, headers } = signedCall(app.clock, name, content)
    const { status, body } = await app.post(url, payload, headers)
    expect(status, `${name}: ${JSON.stringify(body)}`).toBe(HttpStatus.ok)
    return body
  }
  for (const stake of [1_000, 1_000, 1_500, 10_000, 12_000]) {
    const player = await app.player()
    await player.fund('EUR', BigInt(stake))
    const { body } = await player.call('POST', '/api/game/sportsbook/start', {})
    const placed = placeOf(body.token, { stake })
    await send('place', placed)
    await send('accept', acceptOf(placed))
    await send('settle', settleOf(placed.betId, 1, 3 * stake))
    const spent = await app.deps.ledger.post({
      kind: 'deposit-reversed',
      actor: 'test',
      idempotencyKey: randomUUID(),
      requestHash: '',
      reference: { kind: 'other', id: 'test' },
      transfers: [
        { from: `player:${player.id}:cash:EUR`, to: 'clearing:test:EUR', amount: BigInt(3 * stake) as never },
      ],
    })
    expect(spent.ok).toBe(true)
    expect((await send('settle', settleOf(placed.betId, 2, 0))).debt).toBe(3 * stake)
  }
}

/** Payments are named by their numbers. */
const numbers = new Map<string, string>()
const stepUp = '/api/session/step-up'
const answers: Array<{ person: string; call: DeskCall; answer: DeskAnswer }> = []

/**
 * The clock moves to the next code of an authenticator, so no other code may be on its way: the server would find it old
 * after the time that the password takes.
 */
let codes: Promise<unknown> = Promise.resolve()
const sendCode = (sent: () => Promise<DeskAnswer>): Promise<DeskAnswer> => {
  const turn = codes.then(() => {
    app.clock.forward(30_000)
    return sent()
  })
  codes = turn
  return turn
}

/** Signs in again if the session has ended, as a person would. */
async function call(person: DeskPerson, made: DeskCall): Promise<DeskAnswer> {
  const answer = await person.call(made)
  if (answer.status !== HttpStatus.unauthorized) {
    answers.push({ person: person.name, call: made, answer })
    if (answer.body?.error?.name === 'stepUpRequired') {
      await sendCode(() => person.call({ method: 'POST', url: stepUp, body: { code: desk.codeOf(person) } }))
      return call(person, made)
    }
    if (answer.status === HttpStatus.accepted) world.requests.push(answer.body.waiting.request)
    return answer
  }
  const entered = await sendCode(() =>
    desk.call({
      method: 'POST',
      url: '/api/session',
      body: { name: person.name, password: person.password, code: desk.codeOf(person) },
    }),
  )
  expect(entered.status, `${person.name} signs in: ${JSON.stringify(entered.body)}`).toBe(HttpStatus.ok)
  const headers = { cookie: entered.cookie!, 'x-desk-token': entered.body.forgeryToken as string }
  person.call = (each) => desk.call({ ...each, headers: { ...headers, ...each.headers } })
  return call(person, made)
}

async function doOne(random: Random): Promise<void> {
  const name = random.pick(Object.keys(acts))
  const right = await acts[name]!(random, world)
  const made = random.chance(0.15) ? spoil(random, right) : right
  // A manager may do most of them, so that most acts are permitted.
  const person = () =>
    random.chance(0.4) ? random.pick(people.filter((each) => each.name.startsWith('manager'))) : random.pick(people)
  if (!random.chance(0.2)) return void (await call(person(), made))
  const [one, other] = [person(), person()]
  if (one === other) return void (await call(one, made))
  await Promise.all([call(one, made), call(other, made)])
}

/** Rows that say nothing about what was done: counters, and who looks at what or was active when. */
function isBookkeeping({ table, before, after }: Change): boolean {
  // The chart of accounts: an account is opened when it is first needed, without money.
  if (table === 'ledger.accounts' && before === null) return true
  if (['identity.attempts', 'operators.claims', 'operators.challenges'].includes(table)) return true
  if (table !== 'operators.sessions' || !before || !after) return false
  return Object.keys(after).every((column) => column === 'active_at' || before[column] === after[column])
}

type Entry = {
  transaction: string
  actor: string
  action: string
  player_id: string | null
  session_id: string | null
  detail: Record<string, unknown>
}

/** Acts that change nothing but what is known about who read what. */
const isReading = ({ action }: Entry): boolean => /-(read|saved|exported)$/.test(action)

/** Nothing is replaced: a session begins or is confirmed, a mail goes out. */
const isEvent = ({ action }: Entry): boolean =>
  ['operator-signed-in', 'operator-stepped-up', 'reset-link-sent'].includes(action)

longTest(`each change of a day at the desk has exactly one act, and each act its change (seed ${seed})`, async () => {
  const random = randomOf(seed)
  const { rows: first } = await app.asOwner('SELECT coalesce(max(id), 0) AS id FROM identity.audit')
  for (let each = 0; each < calls; each++) {
    if (random.chance(0.3)) app.clock.forward(random.below(240_000))
    await doOne(random)
  }
  const said = (what: string) => `${what}; DESK_DAY_SEED=${seed} replays it`
  const failed = answers.filter(({ answer }) => answer.status >= 500)
  expect(
    failed.map(({ call: { method, url, body } }) => `${method} ${url} ${JSON.stringify(body)}`),
    said('no call fails'),
  ).toEqual([])
  const changes = (await readJournal(app)).filter((change) => !isBookkeeping(change))
  const { rows } = await app.asOwner(
    'SELECT transaction_id::text AS transaction, actor, action, player_id, session_id, detail FROM identity.audit WHERE id > $1 ORDER BY id',
    [first[0].id],
  )
  const entries = rows as Entry[]
  const acted = entries.filter(
    ({ actor, action }) => actor.startsWith('operator:') && !['operator-called', 'operator-refused'].includes(action),
  )
  const byTransaction = Map.groupBy(changes, ({ transaction }) => transaction)
  const actsOf = Map.groupBy(acted, ({ transaction }) => transaction)

  const { rows: invoices } = await app.asOwner('SELECT id, number FROM payments.invoices')
  for (const { id, number } of invoices) numbers.set(id, number)
  const unnamed = changes.flatMap((change) => {
    const own = actsOf.get(change.transaction) ?? []
    const named = own.filter((act) => isNamed(change, act))
    if (named.length === 1 || (own.length === 1 && isConsequence(change))) return []
    return [`${change.table} is named by ${named.length} of ${own.map(({ action }) => action).join(', ') || 'no act'}`]
  })
  expect.soft([...new Set(unnamed)].toSorted(), said('each changed row has one act that names it')).toEqual([])

  const rowless = acted.filter((entry) => !isReading(entry) && !byTransaction.has(entry.transaction))
  expect.soft([...new Set(rowless.map(({ action }) => action))], said('each act has changed something')).toEqual([])

  const silent = acted.filter(
    (act) => !isReading(act) && !isEvent(act) && !('before' in act.detail && 'after' in act.detail),
  )
  expect
    .soft([...new Set(silent.map(({ action }) => action))].toSorted(), said('each act says what it changed, and how'))
    .toEqual([])

  const refusedCalls = answers.filter(
    ({ answer: { status, body } }) => status === HttpStatus.forbidden && body.error.name !== 'stepUpRequired',
  )
  const refusals = entries.filter(({ action, detail }) => action === 'operator-refused' && 'path' in detail)
  expect.soft(refusals.length, said('each refused call is recorded')).toBe(refusedCalls.length)
  expect.soft(refusedCalls.length).toBeGreaterThan(calls / 20)

  expect.soft(new Set(acted.map(({ action }) => action)).size, said('most kinds of acts happen')).toBeGreaterThan(25)
  expect(await findBreaches(app.deps.db.pool, allInvariants), said('the books are right')).toEqual([])
})

/** What follows from the act for others: money in the ledger, messages, facts, the clock of a withdrawal. Their own keys are not in the act. */
const isConsequence = ({ table }: Change): boolean =>
  /^(outbox|facts|ledger|deliveries|messages)\./.test(table) ||
  ['identity.mail_requests', 'payments.holds', 'payments.hold_turns'].includes(table)

/** By all parts of the key of the row, or by what it belongs to: a player, a payment, an operator. */
function isNamed({ key, before, after }: Change, { player_id, session_id, actor, detail }: Entry): boolean {
  const named = new Set([player_id, session_id, actor.replace('operator:', ''), ...valuesIn(detail)])
  const row = { ...before, ...after } as Record<string, unknown>
  const invoice = numbers.get(String(row.invoice_id))
  const belongsTo = [row.player_id, row.number, row.name, invoice]
  const isKnown = (value: unknown) => value !== null && value !== undefined && named.has(String(value))
  return (key.length > 0 && key.every((part) => part === '' || isKnown(part))) || belongsTo.some(isKnown)
}

const valuesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [String(value)]
