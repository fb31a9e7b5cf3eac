import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { operator } from '#tests/setup/operator.ts'
import { routes as allRoutes } from '../../modules.ts'
import { answerCommunication } from './answer-communication.ts'

const url = '/api/notification/communications'
const hourMs = 3_600_000
let app: TestApp
beforeAll(async () => {
  app = await testApp({ routes: allRoutes, env: { TRUST_PROXY: '1' } })
})
afterAll(() => app.close())
beforeEach(() => app.moveClock(2 * hourMs))

const write = (
  payload: object,
  { token, ip = '203.0.113.1', locale = 'en' }: { token?: string; ip?: string; locale?: string } = {},
) => app.send({ method: 'POST', url, payload, token, headers: { 'x-forwarded-for': ip, 'x-locale': locale } })
const good = { email: 'guest@example.com', message: 'My withdrawal is on its way since Monday.' }
const storedMessages = () =>
  app.db.kysely.selectFrom('messages.communications').selectAll().orderBy('created_at', 'desc').execute()

async function player(email: string): Promise<string> {
  const payload = { email, password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 }
  return (await app.send({ method: 'POST', url: '/api/player/register', payload })).body.accessToken as string
}

// Shows: 7.3.9
test("a guest's message is stored unchanged except for trimming, with the language of the page", async () => {
  const { status, body } = await write(
    { email: ' guest@example.com ', message: '\n  أين سحبي؟ أنتظره منذ الاثنين.\n ' },
    { locale: 'ar' },
  )
  expect(status).toBe(200)
  expect((await storedMessages())[0]).toEqual({
    id: body.id,
    player_id: null,
    email: 'guest@example.com',
    message: 'أين سحبي؟ أنتظره منذ الاثنين.',
    locale: 'ar',
    created_at: app.deps.clock.now(),
  })
})

test("a player's message is linked to the player, regardless of the reply address", async () => {
  const token = await player('writer@example.com')
  expect((await write({ ...good, email: 'elsewhere@example.com' }, { token })).status).toBe(200)
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }
  expect((await storedMessages())[0]).toMatchObject({ player_id: sub, email: 'elsewhere@example.com' })
})

test.each([
  [{}, ['email', 'message']],
  [{ ...good, email: '' }, ['email']],
  [{ ...good, email: 'guest@' }, ['email']],
  [{ ...good, email: 'a@example.com\nbcc: b@example.com' }, ['email']],
  [{ ...good, message: '  ' }, ['message']],
  [{ ...good, message: 'too short' }, ['message']],
  [{ ...good, message: 'x'.repeat(4001) }, ['message']],
])('%j is refused at its fields, in the language of the page, and not stored', async (payload, fields) => {
  const before = (await storedMessages()).length
  const { status, body } = await write(payload, { locale: 'de' })
  expect([status, body.error.name, Object.keys(body.error.fields)]).toEqual([422, 'fieldsInvalid', fields])
  expect(await storedMessages()).toHaveLength(before)
})

test.each([
  { ...good, email: ['a@example.com'] },
  { ...good, message: 7 },
  { ...good, message: 'x'.repeat(20_001) },
  { ...good, message: `a message with \0 in it` },
])('a body of another shape: 422', async (payload) => {
  expect(await write(payload)).toMatchObject({ status: 422, body: { error: { name: 'validation' } } })
})

test('of twenty concurrent messages from one address exactly five are stored, and an hour later more are accepted', async () => {
  const before = (await storedMessages()).length
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, each) => write({ ...good, email: `guest${each}@example.com` })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(200), ...Array(15).fill(429)])
  expect(await storedMessages()).toHaveLength(before + 5)
  expect((await write(good)).body.error.name).toBe('captchaRequired')
  app.moveClock(hourMs)
  expect((await write(good)).status).toBe(200)
})

test('the limit applies to an account across networks, and to an e-mail address across accounts', async () => {
  const token = await player('wanderer@example.com')
  const far = (host: number) => `198.51.${host}.7`
  for (let sent = 0; sent < 5; sent++)
    expect((await write({ ...good, email: `wanderer${sent}@example.com` }, { token, ip: far(sent) })).status).toBe(200)
  expect((await write({ ...good, email: 'wanderer5@example.com' }, { token, ip: far(5) })).status).toBe(429)
  for (let sent = 0; sent < 5; sent++)
    expect((await write({ ...good, email: 'Victim@example.com' }, { ip: far(10 + sent) })).status).toBe(200)
  expect((await write({ ...good, email: 'victim@example.com' }, { ip: far(15) })).status).toBe(429)
})

test("a provider's address block may send thirty an hour, an IPv6 household five", async () => {
  for (let sent = 0; sent < 30; sent++)
    expect((await write({ ...good, email: `block${sent}@example.com` }, { ip: `192.0.2.${sent}` })).status).toBe(200)
  expect((await write({ ...good, email: 'block30@example.com' }, { ip: '192.0.2.30' })).status).toBe(429)
  for (let sent = 0; sent < 5; sent++)
    expect(
      (await write({ ...good, email: `home${sent}@example.com` }, { ip: `2001:db8:1:2::${sent + 1}` })).status,
    ).toBe(200)
  expect((await write({ ...good, email: 'home5@example.com' }, { ip: '2001:db8:1:2:ffff::1' })).status).toBe(429)
})

const reply = (id: string, answer = 'It was paid this morning.') =>
  answerCommunication({ ...app.deps, actor: operator }, { id, answer })
const listOf = async (token: string) =>
  (await app.send({ method: 'GET', url: '/api/notification/messenger/messages', token })).body.data

test('a reply reaches a guest by mail, in the language of the page, and is written to the audit log', async () => {
  const { body } = await write({ ...good, email: 'asker@example.com' }, { locale: 'de' })
  expect(await reply(body.id)).toEqual({ ok: true, value: { email: 'asker@example.com' } })
  const mail = await inboxOf(app).next({ to: 'asker@example.com' })
  expect(mail).toMatchObject({ subject: 'Antwort vom Support von Fairhouse', replyTo: 'support@fairhouse.example' })
  expect(mail.text).toContain('It was paid this morning.')
  expect(mail.text).toContain(good.message)
  const { rows } = await app.db.asOwner(
    `SELECT actor, player_id FROM identity.audit WHERE action = 'communication-answered' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ actor: 'operator:olga', player_id: null }])
})

test('a reply reaches a player on the site as well, with a button', async () => {
  const token = await player('waiting@example.com')
  const { body } = await write({ ...good, email: 'waiting@example.com' }, { token })
  await reply(body.id, '  $& <b>Paid</b> {answer}  ')
  expect((await listOf(token)).map(({ content }: { content: object }) => content)).toEqual([
    {
      title: 'Reply from support',
      description: '$& <b>Paid</b> {answer}',
      link: { label: 'Contact us', target: { kind: 'page', path: '/contact' } },
    },
  ])
  expect((await inboxOf(app).all({ to: 'waiting@example.com' })).map(({ subject }) => subject)).toContain(
    'Reply from Fairhouse support',
  )
})

// Shows: attack 219
test('of replies by two operators at once one is sent', async () => {
  const { body } = await write({ ...good, email: 'once@example.com' })
  const replied = await Promise.all(Array.from({ length: 8 }, (_, each) => reply(body.id, `Reply ${each}`)))
  expect(replied.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await reply(body.id)).toMatchObject({ refusal: 'alreadyAnswered' })
  expect(await inboxOf(app).all({ to: 'once@example.com' })).toHaveLength(1)
})

test.each(['', '   ', 'x'.repeat(4001)])('a reply without text, or with too much of it, is refused', async (text) => {
  const { body } = await write({ ...good, email: 'patient@example.com' })
  expect(await reply(body.id, text)).toMatchObject({ refusal: 'answerInvalid' })
})
