import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { issueAutologinToken } from '../sessions/autologin.ts'
import { issueLinkCode } from '../../kernel/link-codes.ts'

let app: TestIdentityApp
beforeAll(async () => {
  app = await testIdentityApp({ TRUST_PROXY: '1', RESTRICTED_COUNTRIES: 'TR:2' })
})
afterAll(() => app.close())

let last = 0
async function newPlayer(): Promise<string> {
  const answer = await app.post('/api/player/register', app.registration())
  return (await app.get('/api/player/profile', answer.body.accessToken)).body.id
}
const issue = (playerId: string, ttlSeconds?: number) =>
  app.db.transaction((tx) => issueAutologinToken(tx, app.deps, playerId, ttlSeconds))
const use = (token: unknown, headers: Record<string, string> = { 'x-forwarded-for': `198.51.100.${++last}` }) =>
  app.post('/api/player/sessions/token', { token, fingerprint: 'f'.repeat(32) }, undefined, headers)
const refused = (name: string, status = 422) => ({ status, body: { error: { name } } })

// Shows: 7.3.2
test('a token opens one session, even if many present it concurrently', async () => {
  const playerId = await newPlayer()
  const token = await issue(playerId)
  const answers = await Promise.all(Array.from({ length: 20 }, () => use(token)))
  const [opened] = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status === 422).length).toBe(19)
  expect((await app.get('/api/player/profile', opened!.body.accessToken)).body.id).toBe(playerId)
  expect(await use(token)).toMatchObject(refused('tokenInvalid'))
  const { rows } = await app.db.pool.query(
    `SELECT fingerprint FROM identity.sessions WHERE player_id = $1 AND method = 'link'`,
    [playerId],
  )
  expect(rows).toEqual([{ fingerprint: 'f'.repeat(32) }])
})

// Shows: ASVS 6.4.1, ASVS 6.5.5
test('a token is valid for ten minutes, or as long as specified', async () => {
  const playerId = await newPlayer()
  const [short, plain, late] = [await issue(playerId, 60), await issue(playerId), await issue(playerId)]
  app.moveClock(61_000)
  expect(await use(short)).toMatchObject(refused('tokenInvalid'))
  expect((await use(plain)).status).toBe(200)
  app.moveClock(540_000)
  expect(await use(late)).toMatchObject(refused('tokenInvalid'))
})

test('unknown tokens and codes for other purposes open no session', async () => {
  const playerId = await newPlayer()
  const token = await issue(playerId)
  const reset = await app.db.transaction((tx) =>
    issueLinkCode(tx, app.deps, { purpose: 'password-reset', playerId, ttlSeconds: 600 }),
  )
  for (const invalid of [
    reset,
    '',
    ' ',
    'x',
    `${token} `,
    token.toUpperCase(),
    token.slice(1),
    `${token}=`,
    'null',
    "' OR 1=1 --",
    '../..',
    'x'.repeat(256),
  ])
    expect(await use(invalid), invalid).toMatchObject(refused('tokenInvalid'))
  for (const invalid of [null, 1, [token], { token }, '\u0000', 'x'.repeat(257)])
    expect((await use(invalid)).status).toBe(422)
  expect((await use(token)).status).toBe(200)
})

// Shows: ASVS 6.3.4
test('blocked and closed players, restricted countries, and players with an authenticator get no session', async () => {
  const [blocked, closed, careful] = [await newPlayer(), await newPlayer(), await newPlayer()]
  await app.db.asOwner('UPDATE identity.players SET status = CASE id WHEN $1 THEN 3 ELSE 4 END WHERE id IN ($1, $2)', [
    blocked,
    closed,
  ])
  await app.db.asOwner(
    `INSERT INTO credentials.totps (player_id, secret, created_at, enabled_at) VALUES ($1, '\\x00', now(), now())`,
    [careful],
  )
  expect(await use(await issue(blocked))).toMatchObject(refused('accountBlocked', 403))
  for (const id of [closed, careful]) expect(await use(await issue(id))).toMatchObject(refused('tokenInvalid'))
  const token = await issue(await newPlayer())
  expect(await use(token, { 'x-forwarded-for': '198.51.100.250', 'cf-ipcountry': 'TR' })).toMatchObject(
    refused('countryRestricted'),
  )
  expect((await use(token)).status).toBe(200)
})

test('attempts of one address cost a proof of work past a limit', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.5' }
  for (let guess = 0; guess < 20; guess++) expect((await use(`guess-${guess}`, headers)).status).toBe(422)
  expect(await use(await issue(await newPlayer()), headers)).toMatchObject(refused('captchaRequired', 429))
})
