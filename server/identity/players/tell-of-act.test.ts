/** What a player is told of an operator's act: where, in which language and in the time of which zone. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#tests/setup/app.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { tellOfAct } from './tell-of-act.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: new Date('2026-07-01T10:00:00Z') })
})
afterAll(() => app.close())

let players = 0
async function playerWith(columns: { email?: string; phone?: string; locale?: string; timeZone?: string }) {
  const { email = null, phone = null, locale = 'en', timeZone } = columns
  const id = randomUUID()
  await app.db.asOwner(
    `INSERT INTO identity.players (id, email, phone, nickname, country, currency, locale, details, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'DE', 'EUR', $5, $6, now(), now())`,
    [id, email, phone, `Player ${++players}`, locale, { ...(timeZone && { timeZone }) }],
  )
  return id
}
const tell = (playerId: string, told: Parameters<typeof tellOfAct>[3]) =>
  app.deps.db.transaction((tx) => tellOfAct(tx, app.deps, playerId, told))
const messageOf = async (playerId: string) =>
  (
    await app.db.asOwner(
      `SELECT title, description, link->'target' AS target, link->>'label' AS label
       FROM messages.messages WHERE player_id = $1 AND key = 'operator-act'`,
      [playerId],
    )
  ).rows

test('times are in the zone of the player, and in UTC of a player without one', async () => {
  const until = new Date('2026-12-24T23:30:00Z')
  for (const [timeZone, at, end] of [
    ['America/New_York', 'July 1, 2026 at 06:00 AM EDT', 'December 24, 2026 at 06:30 PM EST'],
    ['Asia/Kolkata', 'July 1, 2026 at 03:30 PM GMT+5:30', 'December 25, 2026 at 05:00 AM GMT+5:30'],
    [undefined, 'July 1, 2026 at 10:00 AM UTC', 'December 24, 2026 at 11:30 PM UTC'],
  ] as const) {
    const id = await playerWith({ email: `${randomUUID()}@example.test`, ...(timeZone && { timeZone }) })
    await tell(id, { act: 'breakSet', values: { until } })
    const [{ description }] = (await messageOf(id)) as [{ description: string }]
    expect(description.replaceAll(/\s/g, ' ')).toContain(`began on ${at} and lasts until ${end}.`)
  }
})

test('a player with a mail address is told by mail, one with a phone alone by text message, each on the site as well', async () => {
  const inbox = inboxOf(app)
  const byMail = await playerWith({ email: 'both@example.test', phone: '4915112345678', locale: 'de' })
  const byPhone = await playerWith({ phone: '4915187654321' })
  for (const id of [byMail, byPhone]) await tell(id, { act: 'accountBlocked' })
  expect(await inbox.all({ to: 'both@example.test' })).toMatchObject([
    { channel: 'email', text: expect.stringContaining('Dein Konto wurde gesperrt') },
  ])
  expect(await inbox.all({ to: '4915112345678' })).toEqual([])
  expect(await inbox.all({ to: '4915187654321' })).toMatchObject([
    { channel: 'sms', text: expect.stringContaining('Your account has been blocked') },
  ])
  expect(await messageOf(byMail)).toMatchObject([{ title: 'Dein Konto wurde gesperrt' }])
  expect(await messageOf(byPhone)).toMatchObject([
    { title: 'Your account has been blocked', label: 'View profile', target: { kind: 'page', path: '/profile/info' } },
  ])
})

test('a message says what was done, and leads where it can be seen', async () => {
  const id = await playerWith({ email: 'limit@example.test' })
  await tell(id, {
    act: 'limitSet',
    values: { limit: 'Daily deposit limit', amount: '€100.00' },
    target: { kind: 'page', path: '/profile/limits' },
  })
  expect(await messageOf(id)).toMatchObject([
    { title: 'We have set a limit for you: Daily deposit limit, €100.00', target: { path: '/profile/limits' } },
  ])
})
