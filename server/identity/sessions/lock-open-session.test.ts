/** A call whose session ends after it was authenticated must change nothing that outlives the session. */
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PlayerStatus } from '#contract/identity.ts'
import { authenticator } from '#tests/setup/authenticator.ts'
import { barredMeanwhile } from '#tests/setup/barred-meanwhile.ts'
import { type TestIdentityApp, testIdentityApp, validPassword } from '#tests/setup/identity.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { formOf, jpeg } from '#tests/setup/sample-files.ts'

let app: TestIdentityApp
let address: string
beforeAll(async () => {
  app = await testIdentityApp()
  address = await app.listen()
})
afterAll(() => app.close())

type Call = () => Promise<{ status: number; body: any }>
const phone = '4915123459872'
const newPassword = 'another quiet harbour'

async function newPasskey(token: string) {
  const { challenge } = (await app.post('/api/player/passkeys/options', {}, token)).body
  return { name: 'Laptop', attestation: authenticator().create({ challenge }) }
}
async function totp(token: string) {
  const { secret } = (await app.post('/api/player/totp', {}, token)).body
  const timestamp = app.deps.clock.now().getTime()
  return { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp }) }
}
async function upload(token: string, path = '/api/player/documents') {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: formOf({ type: 'image/jpeg', bytes: jpeg(), name: 'passport.jpg' }),
  })
  return { status: answer.status, body: await answer.json() }
}
const remove = (url: string, token: string) => () => app.send({ method: 'DELETE', url, token })

/** Prepares each change by a session with a step-up, and returns the call that makes it. */
const changes: Record<string, (token: string) => Promise<Call>> = {
  'a new passkey': async (token) => {
    const body = await newPasskey(token)
    return () => app.post('/api/player/passkeys', body, token)
  },
  'a passkey that is removed': async (token) => {
    const { id } = (await app.post('/api/player/passkeys', await newPasskey(token), token)).body
    return remove(`/api/player/passkeys/${id}`, token)
  },
  'a new authenticator': async (token) => {
    const body = await totp(token)
    return () => app.post('/api/player/totp/confirm', body, token)
  },
  'an authenticator that is removed': async (token) => {
    expect((await app.post('/api/player/totp/confirm', await totp(token), token)).status).toBe(200)
    return remove('/api/player/totp', token)
  },
  'a new password': async (token) => {
    const body = { currentPassword: validPassword, newPassword, repeatNewPassword: newPassword }
    return () => app.put('/api/player/passwords', body, token)
  },
  'a new address': async (token) => () => app.put('/api/player/profile', { email: app.registration().email }, token),
  'a new phone': async (token) => {
    await app.post('/api/player/otp/send', { phone, reason: 'phone-change' }, token)
    const { code } = (await inboxOf(app).all({ to: phone })).at(-1)!
    return () => app.post('/api/player/otp/verify', { phone, reason: 'phone-change', code }, token)
  },
  'the closure of the account': async (token) => () => app.post('/api/player/profile/closure', {}, token),
  'another session that is ended': async (token) => {
    const { email } = (await app.get('/api/player/profile', token)).body
    await app.post('/api/player/sessions', { login: email, password: validPassword })
    const { data } = (await app.get('/api/player/sessions', token)).body
    const { id } = data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    return () => app.put(`/api/player/sessions/${id}/close`, {}, token)
  },
  'an export of the personal data': async (token) => () => app.get('/api/player/profile/export', token),
  'a confirmation link that is sent again': async (token) => () =>
    app.post('/api/player/profile/confirmations/email/resend', {}, token),
  'a message to support': async (token) => () =>
    app.post('/api/support/chat/messages', { id: randomUUID(), text: 'Hello' }, token),
  "a guest's conversation that is taken over": async (token) => {
    const guest = (await app.post('/api/support/chat/guest')).body.token as string
    await app.post('/api/support/chat/messages', { id: randomUUID(), text: 'Hello' }, guest)
    return () => app.post('/api/support/chat/guest/take-over', { token: guest }, token)
  },
  'a file for support': async (token) => () => upload(token, '/api/support/chat/attachments'),
  'a new document': async (token) => () => upload(token),
  'a document that is deleted': async (token) =>
    remove(`/api/player/documents/${(await upload(token)).body.id}`, token),
}

async function stateOf(id: string) {
  const { rows } = await app.db.asOwner(
    `SELECT email, phone, password_hash, closed_at,
       (SELECT array_agg(id) FROM credentials.passkeys WHERE player_id = player.id) AS passkeys,
       (SELECT enabled_at FROM credentials.totps WHERE player_id = player.id) AS totp,
       (SELECT count(*)::int FROM chat.messages JOIN chat.conversations AS c ON c.id = conversation_id WHERE c.player_id = player.id) AS messages,
       (SELECT array_agg(id) FROM verification.documents WHERE player_id = player.id) AS documents,
       (SELECT count(*)::int FROM chat.attachments WHERE player_id = player.id) AS files,
       (SELECT count(*)::int FROM identity.audit WHERE player_id = player.id) AS noted
     FROM identity.players AS player WHERE id = $1`,
    [id],
  )
  return rows[0]
}

// Shows: attack 58, attack 66, pair address change/block, pair block/chat, pair block/documents, pair block/phone
// Shows: pair closure/block, pair closure/chat, pair closure/documents, pair closure/export, pair password/chat
// Shows: pair password/documents, pair second factor/block, pair sign-out/address change, pair sign-out/chat
// Shows: pair sign-out/documents, pair sign-out/phone
test.each([
  ...Object.keys(changes).map((name) => [name, 'a block', PlayerStatus.blocked] as const),
  ['a new passkey', 'the end of its session alone', PlayerStatus.active] as const,
])('%s at the moment of %s is refused, and changes nothing', async (name, _end, status) => {
  const { token, id } = await provenPlayer()
  const call = await changes[name]!(token)
  const before = await stateOf(id)
  const answer = await barredMeanwhile(app, id, status, call)
  expect(answer).toMatchObject({ status: 401, body: { error: { name: 'unauthorized' } } })
  expect(await stateOf(id)).toEqual(before)
})

// Shows: attack 61
test('an account that is closed in two tabs at once is closed once, with one mail', async () => {
  const { token, id, email } = await provenPlayer()
  const close = () => app.post('/api/player/profile/closure', {}, token)
  const answers = await Promise.all(Array.from({ length: 5 }, close))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])
  const { rows } = await app.db.asOwner(
    `SELECT (SELECT count(*)::int FROM deliveries.deliveries WHERE recipient = $2 AND template = 'account-closed') AS mails,
       (SELECT count(*)::int FROM facts.facts WHERE subject = $1::text AND kind = 'accountClosed') AS facts`,
    [id, email],
  )
  expect(rows).toEqual([{ mails: 1, facts: 1 }])
})

async function provenPlayer() {
  const body = app.registration()
  const token = (await app.post('/api/player/register', body)).body.accessToken as string
  await app.post('/api/player/step-up', { method: 'password', proof: validPassword }, token)
  const { id } = (await app.get('/api/player/profile', token)).body
  return { token, id: id as string, email: body.email }
}
