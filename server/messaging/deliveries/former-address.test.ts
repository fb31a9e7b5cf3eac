/** What waits for an address or a phone that the player leaves, or for an account that is closed or blocked. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ok, refuse } from '#contract/endpoint.ts'
import { changedMeanwhile } from '#tests/setup/barred-meanwhile.ts'
import { type TestIdentityApp, testIdentityApp, validPassword } from '#tests/setup/identity.ts'
import { operator } from '#tests/setup/operator.ts'
import { processMailRequests } from '../../identity/mail-requests/mail-requests.ts'
import { setStatus } from '../../identity/sessions/set-status.ts'
import { decideDocument } from '../../identity/verification/decide-document.ts'
import { deliverDue } from './deliver.ts'
import { type Delivery, send } from './send.ts'

let app: TestIdentityApp
/** Whether carriers take what they are handed. */
let isUp = false
let handed: Array<{ to: string; subject?: string; text: string }> = []
beforeAll(async () => {
  app = await testIdentityApp()
  const carry = async (message: { to: string; subject?: string; text: string }) => {
    if (!isUp) return refuse('unavailable')
    handed.push(message)
    return ok()
  }
  app.deps.partners.mail.send = carry
  app.deps.partners.sms.send = carry
})
beforeEach(async () => {
  isUp = false
  handed = []
  await app.db.asOwner('DELETE FROM deliveries.deliveries')
})
afterAll(() => app.close())

const fresh = () => app.registration().email
async function newPlayer(over: Record<string, unknown> = {}) {
  const body = app.registration(over)
  const token = (await app.post('/api/player/register', body)).body.accessToken as string
  await app.post('/api/player/step-up', { method: 'password', proof: validPassword }, token)
  const { id } = (await app.get('/api/player/profile', token)).body
  return { id: id as string, email: body.email, token }
}
const moveTo = async (token: string, email: string) => {
  expect((await app.put('/api/player/profile', { email }, token)).status).toBe(200)
}
/** Of everything that still waits: where it goes. */
const waiting = async () =>
  (
    await app.db.asOwner(
      `SELECT template, recipient FROM deliveries.deliveries WHERE state = 'waiting' ORDER BY template, recipient`,
    )
  ).rows.map(({ template, recipient }) => `${template} to ${recipient}`)
const queue = (delivery: Delivery) => app.db.transaction((tx) => send(tx, app.deps, delivery))
const decided = (playerId: string, to: string): Delivery => ({
  medium: 'mail',
  to,
  locale: 'en',
  playerId,
  template: 'document-decided',
  values: { document: 'passport.jpg', decision: 'declined', reason: 'Too dark', link: 'https://house.test/' },
})
const changed = (playerId: string, to: string): Delivery => ({
  medium: 'mail',
  to,
  locale: 'en',
  playerId,
  template: 'password-changed',
  values: { at: app.deps.clock.now().toISOString(), device: 'Firefox', country: 'DE', link: 'https://house.test/' },
})
const announcementText = (playerId: string, to: string): Delivery => ({
  medium: 'sms',
  to,
  locale: 'en',
  playerId,
  template: 'announcement-text',
  values: { text: 'The terms change.' },
})
const announcement = (playerId: string, to: string): Delivery => ({
  medium: 'mail',
  to,
  locale: 'en',
  playerId,
  template: 'announcement',
  values: { title: 'Terms', text: 'The terms change.', button: '', link: '' },
})
async function newDocument(playerId: string): Promise<string> {
  const { rows } = await app.db.asOwner(
    `INSERT INTO verification.documents (id, player_id, type, name, mime_type, size, created_at)
     VALUES (gen_random_uuid(), $1, 'identity', 'passport.jpg', 'image/jpeg', 100, $2) RETURNING id`,
    [playerId, app.deps.clock.now()],
  )
  return rows[0].id
}
const decline = (id: string) =>
  decideDocument({ ...app.deps, actor: operator }, { id, decision: 'declined', reason: 'Too dark' })

describe('a mail that waits for an address the player leaves', () => {
  // Shows: attack 62, pair address change/documents
  test('links are withdrawn, a decision follows to the new address, notices of changes still reach the former one', async () => {
    const { id, email, token } = await newPlayer()
    await app.post('/api/player/passwords/reset', { email })
    await processMailRequests(app.deps)
    await queue(decided(id, email))
    await queue(changed(id, email))
    await deliverDue(app.deps)
    expect(await waiting()).toContain(`password-reset to ${email}`)
    const next = fresh()
    await moveTo(token, next)
    expect(await waiting()).toEqual([
      `document-decided to ${next}`,
      `email-changed to ${email}`,
      `email-confirmation to ${next}`,
      `password-changed to ${email}`,
    ])
    isUp = true
    app.moveClock(60_000)
    await deliverDue(app.deps)
    expect(handed.map(({ to }) => to).toSorted()).toEqual([email, email, next, next].toSorted())
  })

  // Shows: attack 62, pair address change/documents
  test('of two players who swap their addresses, each receives what concerns them', async () => {
    const [a, b] = [await newPlayer(), await newPlayer()]
    await app.db.asOwner('DELETE FROM deliveries.deliveries')
    await queue(decided(a.id, a.email))
    await queue(decided(b.id, b.email))
    const between = fresh()
    await moveTo(a.token, between)
    await moveTo(b.token, a.email)
    await moveTo(a.token, b.email)
    const { rows } = await app.db.asOwner(
      `SELECT player_id, recipient FROM deliveries.deliveries WHERE template = 'document-decided' AND state = 'waiting'`,
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { player_id: a.id, recipient: b.email },
        { player_id: b.id, recipient: a.email },
      ]),
    )
    const notices = (await waiting()).filter((line) => line.startsWith('email-changed'))
    expect(notices).toEqual([a.email, b.email, between].map((to) => `email-changed to ${to}`).toSorted())
  })

  // Shows: pair address change/documents
  test('a decision at the moment of the change goes to the new address', async () => {
    const { id, email } = await newPlayer()
    const next = fresh()
    const document = await newDocument(id)
    await changedMeanwhile(
      app,
      id,
      () => decline(document),
      (tx) => tx.updateTable('identity.players').set({ email: next }).where('id', '=', id).execute(),
    )
    expect(await waiting()).toEqual([`document-decided to ${next}`, `email-confirmation to ${email}`])
  })

  // Shows: pair address change/password
  test('a link asked for at the moment of the change is not mailed to the former address', async () => {
    const { id, email } = await newPlayer()
    await app.db.asOwner('DELETE FROM deliveries.deliveries')
    await app.post('/api/player/passwords/reset', { email })
    const next = fresh()
    await changedMeanwhile(
      app,
      id,
      () => processMailRequests(app.deps),
      (tx) => tx.updateTable('identity.players').set({ email: next }).where('id', '=', id).execute(),
    )
    expect(await waiting()).toEqual([])
  })

  // Shows: pair address change/second tab
  test('a confirmation asked for at the moment of the change is mailed to the new address', async () => {
    const { id, token } = await newPlayer()
    await app.db.asOwner('DELETE FROM deliveries.deliveries')
    const next = fresh()
    await changedMeanwhile(
      app,
      id,
      () => app.post('/api/player/profile/confirmations/email/resend', {}, token),
      (tx) => tx.updateTable('identity.players').set({ email: next }).where('id', '=', id).execute(),
    )
    expect(await waiting()).toEqual([`email-confirmation to ${next}`])
  })
})

// Shows: pair address change/consent
test('an offer waits on for a player who saves the profile with the same address', async () => {
  const { id, email, token } = await newPlayer()
  await app.db.asOwner('DELETE FROM deliveries.deliveries')
  const values = { title: 'Offer', text: 'Play.', button: '', link: '', unsubscribe: 'https://house.test/u' }
  await queue({ medium: 'mail', to: email, locale: 'en', playerId: id, template: 'campaign', values })
  expect((await app.put('/api/player/profile', { email, locale: 'de' }, token)).status).toBe(200)
  expect(await waiting()).toEqual([`campaign to ${email}`])
  await moveTo(token, fresh())
  expect((await waiting()).filter((line) => line.startsWith('campaign'))).toEqual([])
})

// Shows: attack 62, pair phone/consent
test('an announcement that waits for a former phone reaches the new one, the notice of the change the former', async () => {
  const { id, token } = await newPlayer()
  const [former, next] = ['4915123450701', '4915123450702']
  isUp = true
  const confirm = async (phone: string) => {
    app.moveClock(61_000)
    await app.post('/api/player/step-up', { method: 'password', proof: validPassword }, token)
    await app.post('/api/player/otp/send', { phone, reason: 'phone-change' }, token)
    await deliverDue(app.deps)
    const code = /\d{6}/.exec(handed.findLast(({ to }) => to === phone)!.text)![0]
    if (phone === next) await queue(announcementText(id, former))
    expect((await app.post('/api/player/otp/verify', { phone, reason: 'phone-change', code }, token)).status).toBe(200)
  }
  await confirm(former)
  await confirm(next)
  expect((await waiting()).filter((line) => line.includes('to 49'))).toEqual([
    `announcement-text to ${next}`,
    `phone-changed to ${former}`,
  ])
})

describe('mails and text messages that wait', () => {
  // Shows: attack 62, pair closure/address change
  test('of an account that is closed: only notices of what happened to it are still sent', async () => {
    const { id, email, token } = await newPlayer()
    await app.post('/api/player/passwords/reset', { email })
    await processMailRequests(app.deps)
    await queue(decided(id, email))
    await queue(changed(id, email))
    await queue(announcement(id, email))
    await queue(announcementText(id, '4915123450703'))
    expect((await app.post('/api/player/profile/closure', {}, token)).status).toBe(200)
    expect(await waiting()).toEqual([`account-closed to ${email}`, `password-changed to ${email}`])
  })

  // Shows: pair block/documents
  test('of a player who is blocked: announcements are withdrawn', async () => {
    const { id, email } = await newPlayer()
    await app.db.asOwner('DELETE FROM deliveries.deliveries')
    await app.post('/api/player/passwords/reset', { email })
    await processMailRequests(app.deps)
    await queue(decided(id, email))
    await queue(announcement(id, email))
    const block = { playerId: id, status: 'blocked', reason: 'test' } as const
    expect((await setStatus({ ...app.deps, actor: operator }, block)).ok).toBe(true)
    const told = ['account-notice', 'document-decided', 'password-reset']
    expect(await waiting()).toEqual(told.map((template) => `${template} to ${email}`))
  })
})
