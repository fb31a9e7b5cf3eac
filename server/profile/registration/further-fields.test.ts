/** Optional registration fields, and their interaction with other tabs, codes, resets and second factors. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasLeadingZeros } from '#contract/fields/proof-of-work.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { checkSecurityAnswer } from '../../identity/credentials/check-security-answer.ts'

let app: TestIdentityApp
beforeAll(async () => {
  app = await testIdentityApp({
    REGISTRATION_FIELDS: 'captcha,receiveBonus,securityQuestion*,language,age*',
    CAPTCHA_BITS: '6',
    TRUST_PROXY: '1',
  })
})
afterAll(() => app.close())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
async function captcha(ip = '198.51.100.7'): Promise<string> {
  const { body } = await app.get('/api/player/captcha', undefined, from(ip))
  for (let counter = 0; ; counter++) {
    const answer = `${body.challenge}:${counter}`
    if (hasLeadingZeros(createHash('sha256').update(answer).digest(), body.difficulty)) return answer
  }
}
const formOf = async (over: Record<string, unknown> = {}) =>
  app.registration({
    captcha: await captcha(),
    age: '34',
    language: 'de',
    receiveBonus: 0,
    securityQuestion: 'pet',
    securityAnswer: 'Señor  Whiskers!',
    ...over,
  })
const register = (form: object, ip = '198.51.100.7') => app.post('/api/player/register', form, undefined, from(ip))
const rowOf = async (email: string) =>
  (await app.db.asOwner('SELECT id, details FROM identity.players WHERE email = $1', [email])).rows[0]

test("the form lists the configured fields, with texts and values of the caller's language and country", async () => {
  const { body } = await app.get('/api/player/fields/validations?scenario=registration', undefined, {
    'x-locale': 'de',
    'cf-ipcountry': 'BR',
    ...from('198.51.100.7'),
  })
  const field = (id: string) => body.find((each: { id: string }) => each.id === id)
  expect(field('age')).toMatchObject({ name: 'Alter', isRequired: true, rules: { integer: true, minValue: 18 } })
  expect(field('language')).toMatchObject({ isRequired: false, value: 'de' })
  expect(field('securityAnswer')).toMatchObject({ isRequired: true, description: expect.stringContaining('Support') })
  expect(field('captcha')).toMatchObject({ isRequired: true, description: expect.stringContaining('Browser') })
  expect([field('country').value, field('currency').value]).toEqual(['BR', 'BRL'])
  expect(field('receiveBonus')).toMatchObject({ value: false })
  expect(body.indexOf(field('receiveBonus'))).toBeGreaterThan(body.indexOf(field('agreements')))
})

test('language, age and the choice of no bonus are stored in the profile, the security answer only as a hash', async () => {
  const form = await formOf()
  const { status, body } = await register(form)
  expect(status).toBe(200)
  const { id, details } = await rowOf(form.email)
  expect(details).toEqual({ language: 'de', age: '34', receiveBonus: '0' })
  const { rows } = await app.db.asOwner(
    'SELECT question, answer_hash FROM identity.security_answers WHERE player_id = $1',
    [id],
  )
  expect(rows).toEqual([{ question: 'pet', answer_hash: expect.stringMatching(/^\$argon2id\$/) }])
  const profile = await app.get('/api/player/profile', body.accessToken)
  expect(JSON.stringify(profile.body)).not.toMatch(/argon2|whiskers/i)
})

test.each([
  [{ age: '17' }, 'age'],
  [{ age: 'twenty' }, 'age'],
  [{ age: '18', country: 'EE' }, 'age'],
  [{ age: undefined }, 'age'],
  [{ language: 'Deutsch' }, 'language'],
  [{ securityAnswer: '' }, 'securityAnswer'],
  [{ securityQuestion: '<b>' }, 'securityQuestion'],
  [{ receiveBonus: 0, captcha: undefined }, 'captcha'],
])('%j is refused at its field', async (over, id) => {
  const answer = await register(await formOf(over))
  expect(answer).toMatchObject({ status: 422, body: { error: { fields: { [id]: [expect.any(String)] } } } })
})

test('fields that are not configured are neither shown nor stored', async () => {
  const plain = await testIdentityApp()
  const form = plain.registration({
    age: '12',
    language: 'x',
    securityQuestion: 'pet',
    securityAnswer: 'rex',
    captcha: 'no',
  })
  expect((await plain.post('/api/player/register', form)).status).toBe(200)
  const { rows } = await plain.db.asOwner(
    'SELECT details, (SELECT count(*)::int FROM identity.security_answers) AS answers FROM identity.players WHERE email = $1',
    [form.email],
  )
  expect(rows).toEqual([{ details: {}, answers: 0 }])
  await plain.close()
})

describe('the captcha', () => {
  test('of ten tabs that send one solution at once, one registers', async () => {
    const solution = await captcha()
    const forms = await Promise.all(Array.from({ length: 10 }, () => formOf({ captcha: solution })))
    const answers = await Promise.all(forms.map((form) => register(form)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(422)])
    expect(answers.find(({ status }) => status === 422)!.body.error.fields).toEqual({
      captcha: ['The security check failed. Try again.'],
    })
  })

  test('two tabs with a challenge each both register', async () => {
    const forms = [await formOf(), await formOf()]
    const answers = await Promise.all(forms.map((form) => register(form)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test('is bound to the block of addresses and expires', async () => {
    const form = await formOf()
    expect((await register(form, '203.0.113.9')).body.error.fields).toHaveProperty('captcha')
    app.moveClock(10 * 60_000)
    expect((await register(form)).body.error.fields).toHaveProperty('captcha')
    expect((await register({ ...form, captcha: await captcha() })).status).toBe(200)
  })

  test('is not used up by a form with errors, and stays used if the process is killed before the player is created', async () => {
    const form = await formOf()
    expect((await register({ ...form, country: 'ZZ' })).body.error.fields).toHaveProperty('country')
    const { transaction } = app.deps.db
    app.deps.db.transaction = async () => {
      throw new Error('killed')
    }
    expect((await register(form)).status).toBe(500)
    app.deps.db.transaction = transaction
    expect((await register(form)).body.error.fields).toHaveProperty('captcha')
    expect(await rowOf(form.email)).toBeUndefined()
    expect((await register({ ...form, captcha: await captcha() })).status).toBe(200)
  })
})

test('a code entered together with the choice of no bonus still opens its offer, because the code is more specific', async () => {
  const form = await formOf({ bonusCode: ' harbour50 ', receiveBonus: 0 })
  const { body } = await register(form)
  const codes = await app.get('/api/game/bonuses/bonuscodes', body.accessToken)
  expect(codes.body).toMatchObject([{ bonusCode: 'HARBOUR50' }])
})

describe('the security answer', () => {
  const operator = { kind: 'operator', id: 'op', name: 'op' } as never
  const check = (playerId: string, answer: string) =>
    checkSecurityAnswer({ ...app.deps, actor: operator }, { playerId, answer })

  test('is accepted in any spelling, five attempts a day, each of which is recorded', async () => {
    const form = await formOf()
    await register(form)
    const { id } = await rowOf(form.email)
    expect(await check(id, 'senor whiskers')).toMatchObject({ ok: true, value: { isRight: false } })
    expect(await check(id, ' SEÑOR WHISKERS ')).toEqual({ ok: true, value: { question: 'pet', isRight: true } })
    for (let attempt = 0; attempt < 3; attempt++) await check(id, 'rex')
    expect(await check(id, 'señor whiskers')).toMatchObject({ ok: false, refusal: 'tooManyAttempts' })
    app.moveClock(86_400_001)
    expect(await check(id, 'señor whiskers')).toMatchObject({ ok: true, value: { isRight: true } })
    const { rows } = await app.db.asOwner(
      `SELECT count(*)::int FROM identity.audit WHERE player_id = $1 AND action = 'security-answer-checked'`,
      [id],
    )
    expect(rows).toEqual([{ count: 6 }])
  })

  // Shows: ASVS 6.4.2
  test('signs nobody in, neither in place of the password nor of the code of an authenticator', async () => {
    const answer = 'a long and easily guessed answer'
    const form = await formOf({ securityAnswer: answer })
    await register(form)
    const { id } = await rowOf(form.email)
    const signIn = (more: object) =>
      app.post('/api/player/sessions', { login: form.email, password: validPassword, ...more })
    expect((await signIn({ password: answer })).status).toBe(401)
    await app.db.asOwner(
      `INSERT INTO credentials.totps (player_id, secret, created_at, enabled_at) VALUES ($1, '\\x00', now(), now())`,
      [id],
    )
    expect((await signIn({ securityAnswer: answer })).body.error.name).toBe('secondFactorRequired')
  })
})

test('with twenty concurrent tabs one answer marks the player as new', async () => {
  const { body } = await register(await formOf())
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.get('/api/player/profile', body.accessToken)))
  expect(answers.filter((answer) => answer.body.isNewlyRegistered)).toHaveLength(1)
  expect((await app.get('/api/player/profile', body.accessToken)).body.isNewlyRegistered).toBe(false)
})
