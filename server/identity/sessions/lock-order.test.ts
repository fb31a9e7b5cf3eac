/** Locks are taken in the order of the ladder: the player, then wallets, then sessions and links. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LimitDefinition } from '#contract/limits.ts'
import type { Tx } from '#server/kernel/db/connect.ts'
import { lockWallets } from '#server/ledger/lock-wallets.ts'
import { issueLinkCode, type LinkPurpose } from '#server/kernel/link-codes.ts'
import { countWaiting } from '#tests/setup/lock-waits.ts'
import { type TestIdentityApp, testIdentityApp, validPassword } from '#tests/setup/identity.ts'
import { operator } from '#tests/setup/operator.ts'
import { lockPlayer } from '../players/players.ts'
import { setStatus } from './set-status.ts'

let app: TestIdentityApp
beforeAll(async () => {
  app = await testIdentityApp()
})
afterAll(() => app.close())

type Player = { id: string; email: string; token: string }
type Answer = { status: number }

async function newPlayer(): Promise<Player> {
  const body = app.registration()
  const token = (await app.post('/api/player/register', body)).body.accessToken as string
  const { id } = (await app.get('/api/player/profile', token)).body
  return { id, email: body.email, token }
}

/** Starts a call while `lock` is held and waits until the call waits for it; the rows of `table` must then be free. */
async function waitsFor<T>(
  player: Player,
  lock: (tx: Tx) => Promise<unknown>,
  begin: () => Promise<T>,
  table: string,
): Promise<T> {
  const { started } = await app.deps.db.transaction(async (tx) => {
    await lock(tx)
    const started = begin()
    await expect.poll(() => countWaiting(app.db), { interval: 5, timeout: 10_000 }).toBeGreaterThan(0)
    await app.db.asOwner(`SELECT FROM ${table} WHERE player_id = $1 FOR UPDATE NOWAIT`, [player.id])
    return { started }
  })
  return started
}

const newPassword = 'another quiet harbour'
const uses: Array<[LinkPurpose, (code: string) => Promise<Answer>]> = [
  [
    'password-reset',
    (code) =>
      app.post('/api/player/passwords/confirm', { code, password: newPassword, password_confirmation: newPassword }),
  ],
  ['sign-in-approval', (code) => app.post('/api/player/sessions/approval/confirm', { code })],
  ['email-confirmation', (code) => app.post('/api/player/profile/confirmations/email', { code })],
]

// Shows: pair address change/password
test.each(uses)('using a link (%s) locks its player before the link', async (purpose, use) => {
  const player = await newPlayer()
  const code = await app.deps.db.transaction((tx) =>
    issueLinkCode(tx, app.deps, { purpose, playerId: player.id, address: player.email, ttlSeconds: 600 }),
  )
  const answer = await waitsFor(
    player,
    (tx) => lockPlayer(tx, player.id),
    () => use(code),
    'identity.link_codes',
  )
  expect(answer.status).toBe(200)
})

// Shows: pair sign-out/password
test('a new password locks wallets before the session, as a sign-out does', async () => {
  const player = await newPlayer()
  await app.post('/api/player/sessions', { login: player.email, password: validPassword })
  const body = { currentPassword: validPassword, newPassword, repeatNewPassword: newPassword }
  const answer = await waitsFor(
    player,
    (tx) => lockWallets(tx, player.id),
    () => app.put('/api/player/passwords', body, player.token),
    'identity.sessions',
  )
  expect(answer.status).toBe(200)
})

/** A browser with push notifications and offers, and an offer that waits to be sent to it. */
async function addOffer({ id, token }: Player): Promise<void> {
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
  const subscription = randomUUID()
  await app.db.asOwner(
    `INSERT INTO push.subscriptions (id, player_id, session_id, endpoint, p256dh, auth, receives_offers, created_at)
     VALUES ($1::uuid, $2, $3, 'https://push.example.com/' || $1, repeat('A', 87), repeat('A', 22), true, now())`,
    [subscription, id, sid],
  )
  await app.db.asOwner(
    `INSERT INTO deliveries.deliveries (id, medium, recipient, locale, template, values, player_id, is_marketing, next_attempt_at, created_at, expires_at)
     VALUES ($1, 'push', $1::uuid::text, '', 'offer', '{}', $2, true, now() + interval '1 day', now(), now() + interval '2 days')`,
    [subscription, id],
  )
}
const offers = async ({ id }: Player) =>
  (
    await app.db.asOwner(
      `SELECT state, (SELECT bool_or(receives_offers) FROM push.subscriptions AS own WHERE own.player_id = offer.player_id) AS wanted
       FROM deliveries.deliveries AS offer WHERE player_id = $1 AND template = 'offer'`,
      [id],
    )
  ).rows

// Shows: pair exclusion/push
test.each(['push.subscriptions', 'deliveries.deliveries'])(
  'a break locks wallets, as a sign-out does, before it ends offers (%s)',
  async (table) => {
    const player = await newPlayer()
    await addOffer(player)
    const answer = await waitsFor(
      player,
      (tx) => lockWallets(tx, player.id),
      () => app.post('/api/player/limits', { definition: LimitDefinition.coolingOff, period: '1-day' }, player.token),
      table,
    )
    expect(answer.status).toBe(200)
    expect(await offers(player)).toEqual([{ state: 'withdrawn', wanted: false }])
  },
)

const blocking: Array<[string, (tx: Tx, playerId: string) => Promise<unknown>]> = [
  ['the player, as a change of the password does', lockPlayer],
  ['wallets, as a sign-out does', lockWallets],
]
// Shows: pair block/password, pair block/push
test.each(blocking)('a block locks %s, before it ends offers', async (_case, lock) => {
  const player = await newPlayer()
  await addOffer(player)
  const block = { playerId: player.id, status: 'blocked', reason: 'test' } as const
  const answer = await waitsFor(
    player,
    (tx) => lock(tx, player.id),
    () => setStatus({ ...app.deps, actor: operator }, block),
    'push.subscriptions',
  )
  expect(answer).toMatchObject({ ok: true })
  expect(await offers(player)).toEqual([{ state: 'withdrawn', wanted: null }])
})

const ends: Record<string, (player: Player) => Promise<Answer>> = {
  'a self-exclusion': ({ token }) =>
    app.post('/api/player/limits', { definition: LimitDefinition.selfExclusion, period: '1-year' }, token),
  'a block': async ({ id }) => {
    const block = { playerId: id, status: 'blocked', reason: 'test' } as const
    return { status: (await setStatus({ ...app.deps, actor: operator }, block)).ok ? 200 : 422 }
  },
}
test.each(Object.keys(ends))(
  '%s locks the session, whose browser may be subscribing, before it ends offers',
  async (name) => {
    const player = await newPlayer()
    await addOffer(player)
    const answer = await waitsFor(
      player,
      (tx) =>
        tx.selectFrom('identity.sessions').select('id').where('player_id', '=', player.id).forNoKeyUpdate().execute(),
      () => ends[name]!(player),
      'push.subscriptions',
    )
    expect(answer.status).toBe(200)
    expect(await offers(player)).toEqual([{ state: 'withdrawn', wanted: null }])
  },
)
