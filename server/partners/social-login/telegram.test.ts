import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '#sandbox/main.ts'
import { sandboxBotToken, sandboxTelegramUrl } from '#sandbox/social/keys.ts'
import { signTelegram } from '#sandbox/social/telegram.ts'
import { passProvider } from '#tests/setup/social.ts'
import { newFlow, socialLoginConformance } from './conformance.ts'
import { createTelegramLogin } from './telegram.ts'

const secret = 'the secret shared with the sandbox'
const token = sandboxBotToken(secret)
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, operatorUrl: 'http://127.0.0.1:9', secret, statePath: null })
})
afterAll(() => sandbox.close())

describe('against the sandbox', () => {
  socialLoginConformance(() => ({
    login: createTelegramLogin({ token, authUrl: sandboxTelegramUrl(sandbox.url) }),
    unreachable: null,
    agree: (to) => passProvider(to, { person: '7000000001' }),
    expected: { email: null, isEmailVerified: false },
  }))
})

const login = createTelegramLogin({ token })
const now = new Date('2026-11-21T12:00:00Z')
const fields = (over: Record<string, string> = {}) => ({
  id: '42',
  first_name: 'Tara',
  username: 'tara',
  auth_date: String(now.getTime() / 1000),
  ...over,
})
const finish = (query: Record<string, string>, at = now) =>
  login.finish({ ...newFlow(), query: { ...query, state: 'any' }, now: at })

test("redirects to Telegram's own page with the bot's id, and back with the state", async () => {
  const flow = newFlow()
  const begun = await login.begin({ ...flow, connection: null })
  if (!begun.ok) throw new Error('refused')
  expect(begun.value.origin + begun.value.pathname).toBe('https://oauth.telegram.org/auth')
  expect(begun.value.searchParams.get('bot_id')).toBe(token.split(':')[0])
  expect(new URL(begun.value.searchParams.get('return_to')!).searchParams.get('state')).toBe(flow.state)
})

test('a hash computed by the published rule is accepted', async () => {
  // Computed independently: SHA-256 of the token as key, HMAC-SHA256 of the sorted lines.
  const known = createTelegramLogin({ token: '123456:a-token-made-up-for-this-test' })
  const query = signTelegram('123456:a-token-made-up-for-this-test', { id: '1', auth_date: '1795262400' })
  expect(query.hash).toBe('71719f8bbc254a5e99119380083afdc634958247e8f77308eada5105a4888106')
  expect(await known.finish({ ...newFlow(), query, now: new Date(1795262400_000) })).toMatchObject({
    ok: true,
    value: { subject: '1' },
  })
})

test.each([
  [0, true],
  [300, true],
  [301, false],
  [86_400, false],
  [-30, true],
  [-31, false],
])('signed %d seconds ago: %s', async (age, isTaken) => {
  expect((await finish(signTelegram(token, fields({ auth_date: String(now.getTime() / 1000 - age) })))).ok).toBe(
    isTaken,
  )
})

// Shows: ASVS 6.8.2
test("another bot's hash, a shortened one, none, and fields added or left out are refused", async () => {
  const good = signTelegram(token, fields())
  const { username: _left, ...without } = good
  for (const query of [
    signTelegram('1:another', fields()),
    { ...good, hash: good.hash!.slice(2) },
    { ...good, hash: '' },
    fields(),
    { ...good, photo_url: 'x' },
    without,
    { ...good, id: '43' },
    signTelegram(token, fields({ id: '' })),
    signTelegram(token, fields({ auth_date: 'soon' })),
  ]) {
    expect(await finish(query as Record<string, string>)).toMatchObject({ ok: false, refusal: 'refused' })
  }
})

test('a repeated response is recognized in any spelling of its hash', async () => {
  const good = signTelegram(token, fields())
  const [lower, upper] = [await finish(good), await finish({ ...good, hash: good.hash!.toUpperCase() })]
  expect(lower.ok && upper.ok && lower.value.note === upper.value.note).toBe(true)
})
