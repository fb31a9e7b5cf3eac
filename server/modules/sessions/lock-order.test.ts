/** Calls that wait for a lock hold none that whoever has it takes next: the player, then wallets, then sessions and links. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { lockWallets } from '#server/ledger/lock-wallets.ts'
import { issueLinkCode, type LinkPurpose } from '#server/platform/link-codes.ts'
import { countWaiting } from '#tests/setup/barred-meanwhile.ts'
import { type TestIdentityApp, testIdentityApp, validPassword } from '#tests/setup/identity.ts'
import { lockPlayer } from '../players/players.ts'

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

/** Begins while `lock` is held, and waits for it. Then the rows of `table` are free. */
async function waitsFor(
  player: Player,
  lock: (tx: Tx) => Promise<unknown>,
  begin: () => Promise<Answer>,
  table: string,
): Promise<Answer> {
  const { begun } = await app.deps.db.transaction(async (tx) => {
    await lock(tx)
    const begun = begin()
    await expect.poll(() => countWaiting(app.db), { interval: 5, timeout: 10_000 }).toBeGreaterThan(0)
    await app.db.asOwner(`SELECT FROM ${table} WHERE player_id = $1 FOR UPDATE NOWAIT`, [player.id])
    return { begun }
  })
  return begun
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

test.each(uses)(
  'a link (%s) is used after the lock of its player, who may be making it invalid',
  async (purpose, use) => {
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
  },
)

test('a new password waits for wallets, which a sign-out of its session may have, before that session', async () => {
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
