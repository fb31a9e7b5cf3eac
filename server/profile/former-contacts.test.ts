import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { inboxOf } from '#tests/setup/inbox.ts'

let app: TestIdentityApp
beforeAll(async () => {
  app = await testIdentityApp()
})
afterAll(() => app.close())

async function newPlayer() {
  const body = app.registration()
  const answer = await app.post('/api/player/register', body)
  expect(answer.status).toBe(200)
  return { email: body.email, token: answer.body.accessToken as string }
}
const fresh = () => app.registration().email
async function changeEmail(token: string, email: string) {
  await app.post('/api/player/step-up', { method: 'password', proof: validPassword }, token)
  return app.put('/api/player/profile', { email }, token)
}
const exclude = (token: string) => app.post('/api/player/limits', { definition: 4, period: '6-months' }, token)
const register = (email: string) => app.post('/api/player/register', app.registration({ email }))
const signIn = async (login: string) =>
  (await app.post('/api/player/sessions', { login, password: validPassword })).body.accessToken as string

// Shows: pair exclusion/address change
test('an excluded player cannot register again with an address given up before or during the exclusion', async () => {
  const before = await newPlayer()
  const moved = fresh()
  expect((await changeEmail(before.token, moved)).status).toBe(200)
  expect((await exclude(before.token)).status).toBe(200)
  expect(await register(before.email)).toMatchObject({
    status: 422,
    body: { error: { fields: { email: expect.any(Array) } } },
  })
  expect(await register(before.email.toUpperCase())).toMatchObject({ status: 422 })

  const during = await newPlayer()
  expect((await exclude(during.token)).status).toBe(200)
  expect((await changeEmail(await signIn(during.email), fresh())).status).toBe(200)
  expect((await register(during.email)).status).toBe(422)
  const { rows } = await app.db.pool.query(
    'SELECT count(*)::int AS count FROM identity.players WHERE email IN ($1, $2)',
    [before.email, during.email],
  )
  expect(rows[0].count).toBe(0)
})

test.each([
  ['first.last@gmail.com', ['firstlast@gmail.com', 'f.irst.last+x@googlemail.com', 'FirstLast+@gmail.com'], []],
  ['ann.lee@house.example', ['ann.lee+casino@house.example', 'Ann.Lee+1+2@HOUSE.example'], ['annlee@house.example']],
  ['ann_lee+me@pm.me', ['ann_lee@proton.me', 'ann_lee+2@protonmail.com'], ['ann.lee@proton.me']],
  ['ann@me.com', ['ann+x@icloud.com', 'ann@mac.com'], ['ann@icloud.example']],
])('an excluded, a blocked and a closed player do not return as %s spelled otherwise', async (email, same, others) => {
  const tag = randomUUID().slice(0, 8)
  /** The prefix gives each run a separate mailbox. */
  const withPrefix = (address: string) => `${tag}${address}`
  const { body } = await register(withPrefix(email))
  expect((await register(withPrefix(same[0]!).replace('@', '+early@'))).status).toBe(200)
  expect((await exclude(body.accessToken)).status).toBe(200)
  for (const spelling of same) expect(await register(withPrefix(spelling))).toMatchObject({ status: 422 })
  const other = await newPlayer()
  for (const spelling of same) expect((await changeEmail(other.token, withPrefix(spelling))).status).toBe(422)
  for (const spelling of others) expect((await register(withPrefix(spelling))).status).toBe(200)
  for (const status of [3, 4]) {
    await app.db.asOwner('DELETE FROM limits.limits WHERE currency IS NULL')
    await app.db.asOwner('UPDATE identity.players SET status = $2 WHERE email = $1', [withPrefix(email), status])
    for (const spelling of same) expect((await register(withPrefix(spelling))).status).toBe(422)
  }
  const { rows } = await app.db.pool.query('SELECT email FROM identity.players WHERE email = $1', [withPrefix(email)])
  expect(rows).toEqual([{ email: withPrefix(email) }])
})

// Shows: attack 87
test('a mailbox that an excluded player gave up is barred in every spelling', async () => {
  const { token, email } = await newPlayer()
  expect((await changeEmail(token, fresh())).status).toBe(200)
  expect((await exclude(token)).status).toBe(200)
  expect((await register(email.replace('@', '+back@'))).status).toBe(422)
})

// Shows: pair exclusion/address change
longTest('while an address is given up, a registration with it either comes too early or is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const player = await newPlayer()
    expect((await exclude(player.token)).status).toBe(200)
    const token = await signIn(player.email)
    const answers = await Promise.all([
      changeEmail(token, fresh()),
      ...Array.from({ length: 4 }, () => register(player.email)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 422, 422])
  }
})

test('another player does not move to such an address; the excluded player may return to it', async () => {
  const player = await newPlayer()
  expect((await exclude(player.token)).status).toBe(200)
  const token = await signIn(player.email)
  expect((await changeEmail(token, fresh())).status).toBe(200)
  const other = await newPlayer()
  expect((await changeEmail(other.token, player.email)).status).toBe(422)
  expect((await changeEmail(token, player.email)).status).toBe(200)
})

test('after the exclusion, and with an address that an unrestricted player gave up, registration is possible', async () => {
  const free = await newPlayer()
  expect((await changeEmail(free.token, fresh())).status).toBe(200)
  expect((await register(free.email)).status).toBe(200)

  const player = await newPlayer()
  expect((await changeEmail(player.token, fresh())).status).toBe(200)
  expect((await exclude(player.token)).status).toBe(200)
  // The exclusion is past its term, and its player ended it a day ago.
  const hoursAgo = (hours: number) => new Date(app.deps.clock.now().getTime() - hours * 3_600_000)
  await app.db.asOwner(
    `UPDATE limits.limits SET ends_at = $1, pending_since = $2::timestamptz, pending_until = $2::timestamptz + interval '24 hours' WHERE ends_at IS NOT NULL`,
    [hoursAgo(26), hoursAgo(25)],
  )
  expect((await register(player.email)).status).toBe(200)
})

// Shows: pair exclusion/phone
test('a phone that an excluded player left opens no account, and cannot be read in the database', async () => {
  const inbox = inboxOf(app)
  const [phone, next] = ['4915123450301', '4915123450302']
  const player = await newPlayer()
  const send = async (to: string, reason: string, token?: string) => {
    app.moveClock(61_000)
    expect((await app.post('/api/player/otp/send', { phone: to, reason }, token)).status).toBe(200)
    return (await inbox.all({ to })).at(-1)!.code
  }
  for (const to of [phone, next]) {
    await app.post('/api/player/step-up', { method: 'password', proof: validPassword }, player.token)
    const code = await send(to, 'phone-change', player.token)
    expect(
      (await app.post('/api/player/otp/verify', { phone: to, reason: 'phone-change', code }, player.token)).status,
    ).toBe(200)
  }
  expect((await exclude(player.token)).status).toBe(200)
  const code = await send(phone, 'registration')
  const { email: _, ...form } = app.registration()
  expect(await app.post('/api/player/register/phone', { ...form, phone, code })).toMatchObject({
    status: 422,
    body: { error: { name: 'codeInvalid' } },
  })
  const { rows } = await app.db.pool.query(
    `SELECT encode(contact_digest, 'escape') AS kept FROM identity.former_contacts`,
  )
  for (const { kept } of rows) expect(kept).not.toContain(phone)
})
