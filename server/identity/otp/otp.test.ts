import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Inbox, inboxOf } from '#tests/setup/inbox.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'

let app: TestIdentityApp
let inbox: Inbox
beforeAll(async () => {
  app = await testIdentityApp({ TRUST_PROXY: '1' })
  inbox = inboxOf(app)
})
afterAll(() => app.close())
/** Every test starts after its counters have expired. */
beforeEach(() => app.moveClock(2 * 86_400_000))

const from = (ip: string) => ({ 'x-forwarded-for': ip })
let lastPhone = 1_000_000
const freshPhone = () => `4915${++lastPhone + 200_000_000}`
let lastIp = 0
const freshIp = () => `10.${Math.floor(++lastIp / 250)}.${lastIp % 250}.1`

const ask = (
  phone: string,
  {
    reason = 'registration',
    token,
    ip = freshIp(),
    to = app,
  }: { reason?: string; token?: string; ip?: string; to?: TestIdentityApp } = {},
) => to.post('/api/player/otp/send', { phone, reason }, token, from(ip))
const verify = (
  phone: string,
  code: string,
  { reason = 'registration', token }: { reason?: string; token?: string } = {},
) => app.post('/api/player/otp/verify', { phone, reason, code }, token, from(freshIp()))
const registration = (phone: string, code: string, over: Record<string, unknown> = {}) => ({
  ...app.registration(),
  email: undefined,
  phone,
  code,
  ...over,
})
const register = (phone: string, code: string, over: Record<string, unknown> = {}) =>
  app.post('/api/player/register/phone', registration(phone, code, over), undefined, from(freshIp()))
const codeFor = async (phone: string) => (await inbox.all({ to: phone })).at(-1)!.code!
/** One digit changed: a wrong code. */
const wrong = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))

async function newPlayer(phone = freshPhone()): Promise<{ phone: string; token: string; id: string }> {
  expect((await ask(phone)).status).toBe(200)
  const { status, body } = await register(phone, await codeFor(phone))
  expect(status, JSON.stringify(body)).toBe(200)
  return { phone, token: body.accessToken, id: (await app.get('/api/player/profile', body.accessToken)).body.id }
}
const stepUp = (id: string) =>
  app.db.pool.query('UPDATE identity.sessions SET stepped_up_at = $2 WHERE player_id = $1', [id, app.deps.clock.now()])
const phoneOf = async (token: string) => (await app.get('/api/player/profile', token)).body.phone

describe('registration by phone', () => {
  // Shows: 2.6.4
  test('the code of the SMS opens an account with a proven phone, which signs in', async () => {
    const phone = freshPhone()
    expect(await ask(`+49 (0) ${phone.slice(2)}`)).toMatchObject({
      status: 200,
      body: { resendAfterSeconds: 60, hasLetters: false },
    })
    const text = await inbox.next({ to: phone })
    expect(text.code).toMatch(/^\d{6}$/)
    const { status, body } = await register(phone, ` ${text.code} `, {
      receiveSmsPromo: 1,
      currency: 'BRL',
      fingerprint: 'f-9',
      affiliateTag: 'aff-9',
      bonusCode: 'HARBOUR50',
    })
    expect(status).toBe(200)
    const profile = (await app.get('/api/player/profile', body.accessToken)).body
    expect(profile).toMatchObject({
      phone,
      email: null,
      isPhoneConfirmed: true,
      receiveSmsPromo: true,
      receiveEmailPromo: false,
    })
    expect(profile.nickname).toBe(`player-${profile.id.slice(0, 6)}`)
    expect(
      (await app.post('/api/player/sessions', { login: phone, password: validPassword }, undefined, from(freshIp())))
        .status,
    ).toBe(200)
    const stored = await app.db.pool.query(
      'SELECT fingerprint, affiliate_tag, bonus_code, currency FROM identity.players WHERE phone = $1',
      [phone],
    )
    expect(stored.rows[0]).toEqual({
      fingerprint: 'f-9',
      affiliate_tag: 'aff-9',
      bonus_code: 'HARBOUR50',
      currency: 'BRL',
    })
  })

  // Shows: attack 163, pair bonus/phone
  test('a bonus code opens its offer, and an unknown one is named on its field', async () => {
    const phone = freshPhone()
    await ask(phone)
    const code = await codeFor(phone)
    expect((await register(phone, code, { bonusCode: 'NOPE' })).body.error.fields).toHaveProperty('bonusCode')
    const { body } = await register(phone, code, { bonusCode: 'HARBOUR50' })
    const codes = await app.get('/api/game/bonuses/bonuscodes', body.accessToken)
    expect(codes.body).toMatchObject([{ bonusCode: 'HARBOUR50' }])
  })

  // Shows: ASVS 6.5.1, pair second tab/phone
  test('of several concurrent registrations with one code, one succeeds', async () => {
    const phone = freshPhone()
    await ask(phone)
    const code = await codeFor(phone)
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(phone, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422])
    expect(await register(phone, code)).toMatchObject({
      status: 422,
      body: { error: { name: 'codeInvalid', code: 11003, fields: { code: [expect.any(String)] } } },
    })
  })

  test('a form with errors leaves the code valid, and names the errors', async () => {
    const phone = freshPhone()
    await ask(phone)
    const code = await codeFor(phone)
    for (let time = 0; time < 6; time++)
      expect(await register(phone, code, { password: '123456', agreements: 0 })).toMatchObject({
        status: 422,
        body: {
          error: {
            name: 'fieldsInvalid',
            fields: { password: [expect.any(String)], agreements: [expect.any(String)] },
          },
        },
      })
    expect((await register(phone, code)).status).toBe(200)
  })

  test.each([
    ['letters', 'abc'],
    ['nothing', ''],
    ['too short a number', '4912'],
    ['a landline', '4930123456'],
    ['a premium line', '4990012345678'],
    ['a number of an excluded country', '12025550123'],
    ['a number of no plan', '49151'],
  ])('%s is refused as a phone', async (_case, phone) => {
    expect(await ask(phone)).toMatchObject({
      status: 422,
      body: { error: { name: 'fieldsInvalid', fields: { phone: [expect.any(String)] } } },
    })
    expect((await register(phone, '123456')).body.error.fields).toHaveProperty('phone')
  })

  // Shows: pair restricted country/phone
  test.each([
    ['the operator closed this way', { REGISTRATION_PHONE: 'false' }],
    ['no carrier takes text messages', { SANDBOX: 'false' }],
  ])('if %s registration by phone is closed, and a restricted country gets no code', async (_, env) => {
    const closed = await testIdentityApp({ ...env, TRUST_PROXY: '1' })
    expect(await ask(freshPhone(), { to: closed })).toMatchObject({
      status: 422,
      body: { error: { name: 'registrationOff' } },
    })
    expect(
      (await closed.get('/api/player/fields/validations?scenario=registration')).body.map(
        ({ id }: { id: string }) => id,
      ),
    ).not.toContain('phone')
    expect((await closed.get('/api/settings/constants')).body.player.registration).toMatchObject({
      email: true,
      phone: false,
    })
    await closed.close()
    expect(
      await app.post('/api/player/otp/send', { phone: freshPhone(), reason: 'registration' }, undefined, {
        ...from(freshIp()),
        'cf-ipcountry': 'US',
      }),
    ).toMatchObject({ body: { error: { name: 'countryRestricted' } } })
  })
})

describe('codes', () => {
  // Shows: 8.3.1, attack 21, ASVS 6.6.3
  test('of 100 concurrent guesses five are compared, and the right code is refused after them', async () => {
    const phone = freshPhone()
    await ask(phone)
    const code = await codeFor(phone)
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(phone, wrong(code))))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error.code}`))).toEqual(new Set(['422 11003']))
    const { rows } = await app.db.pool.query(
      'SELECT tries + stranger_tries AS tries FROM identity.otps WHERE phone = $1',
      [phone],
    )
    expect(rows).toEqual([{ tries: 5 }])
    expect((await verify(phone, code)).body.error.code).toBe(11003)
    expect((await register(phone, code)).body.error.code).toBe(11003)
  })

  test('wrong guesses by others do not use up the tries of the player who requested the code, before or in parallel', async () => {
    const phone = freshPhone()
    const home = freshIp()
    expect((await ask(phone, { ip: home })).status).toBe(200)
    const code = await codeFor(phone)
    const guess = (ip: string, entered: string) =>
      app.post('/api/player/otp/verify', { phone, reason: 'registration', code: entered }, undefined, from(ip))
    const strangers = Array.from({ length: 30 }, () => guess(freshIp(), wrong(code)))
    const [own] = await Promise.all([guess(home, code), ...strangers])
    expect(own.status).toBe(200)
    expect((await guess(home, code)).status).toBe(200)
    // A stranger's code does not replace the player's: both stay valid, each with the attempts of its own holder.
    const foreign = freshIp()
    expect((await ask(phone, { ip: foreign })).status).toBe(200)
    for (let time = 0; time < 8; time++) await guess(foreign, wrong(code))
    expect((await guess(home, code)).status).toBe(200)
  })

  test('a phone that changes networks between request and entry is accepted; other addresses get five tries', async () => {
    const phone = freshPhone()
    await ask(phone)
    const code = await codeFor(phone)
    expect((await verify(phone, code)).status).toBe(200)
    for (let time = 0; time < 4; time++) await verify(phone, wrong(code))
    expect((await verify(phone, code)).body.error.code).toBe(11003)
  })

  test("no player can use up the attempts, the waiting time or the messages of another player's step-up", async () => {
    const [player, rival] = [await newPlayer(), await newPlayer()]
    app.moveClock(61_000)
    expect((await ask(player.phone, { reason: 'step-up', token: player.token })).status).toBe(200)
    const code = await codeFor(player.phone)
    const claim = { reason: 'step-up', token: rival.token }
    await Promise.all(Array.from({ length: 20 }, () => verify(player.phone, wrong(code), claim)))
    // Guests and other players who enter the phone use up what strangers may send to it.
    for (let message = 0; message < 7; message++) {
      await ask(player.phone)
      await stepUp(rival.id)
      await ask(player.phone, { reason: 'phone-change', token: rival.token })
      app.moveClock(61_000)
    }
    expect((await ask(player.phone)).status).toBe(429)
    expect((await ask(player.phone, { reason: 'step-up', token: player.token })).status).toBe(200)
    const latest = await codeFor(player.phone)
    expect((await verify(player.phone, latest, { reason: 'step-up', token: player.token })).status).toBe(200)
  })

  test('without a reason a code is one for registration', async () => {
    const phone = freshPhone()
    await ask(phone)
    const sent = (code: string) =>
      app
        .post('/api/player/otp/verify', { phone, code }, undefined, from(freshIp()))
        .then(({ status, body }) => [status, body.error?.code])
    const code = await codeFor(phone)
    expect(await sent(code === '000000' ? '000001' : '000000')).toEqual([422, 11003])
    expect(await sent(code)).toEqual([200, undefined])
  })

  // Shows: attack 21, ASVS 6.6.2
  test('a code is refused for another phone, reason or player', async () => {
    const [one, other] = [freshPhone(), freshPhone()]
    await ask(one)
    await ask(other)
    expect((await verify(other, await codeFor(one))).status).toBe(
      (await codeFor(one)) === (await codeFor(other)) ? 200 : 422,
    )
    const [player, rival] = [await newPlayer(), await newPlayer()]
    const newPhone = freshPhone()
    await stepUp(player.id)
    await stepUp(rival.id)
    await ask(newPhone, { reason: 'phone-change', token: player.token })
    const code = await codeFor(newPhone)
    for (const claim of [
      {},
      { reason: 'phone-change', token: rival.token },
      { reason: 'confirmation', token: player.token },
      { reason: 'step-up', token: player.token },
    ])
      expect((await verify(newPhone, code, claim)).body.error?.code).toBe(11003)
    expect((await register(newPhone, code)).body.error.code).toBe(11003)
    expect((await verify(newPhone, code, { reason: 'phone-change', token: player.token })).status).toBe(200)
  })

  // Shows: ASVS 6.4.1, ASVS 6.5.5
  test('a code expires after ten minutes and is stored only as a keyed hash', async () => {
    const phone = freshPhone()
    await ask(phone)
    const code = await codeFor(phone)
    app.moveClock(599_000)
    expect((await verify(phone, code)).status).toBe(200)
    app.moveClock(2_000)
    expect((await verify(phone, code)).status).toBe(422)
    const stored = JSON.stringify([
      (await app.db.pool.query('SELECT * FROM identity.otps')).rows,
      (await app.db.pool.query('SELECT * FROM deliveries.deliveries')).rows,
      (await app.db.pool.query('SELECT * FROM identity.attempts')).rows,
    ])
    expect(stored).not.toContain(code)
  })

  // Shows: 5.2.1
  test('if configured, codes have letters, case-insensitive and without similar-looking ones', async () => {
    const lettered = await testIdentityApp({ OTP_LETTERS: 'true', TRUST_PROXY: '1' })
    const phone = freshPhone()
    expect((await ask(phone, { to: lettered })).body).toEqual({ resendAfterSeconds: 60, hasLetters: true })
    const { text } = await inboxOf(lettered).next({ to: phone })
    const code = /#([A-Z2-9]{6})/.exec(text)![1]!
    expect(code).not.toMatch(/[IO01]/)
    expect(
      (await lettered.post('/api/player/otp/verify', { phone, reason: 'registration', code: code.toLowerCase() }))
        .status,
    ).toBe(200)
    await lettered.close()
  })

  // Shows: ASVS 6.5.3
  test('codes are spread over all digits', async () => {
    const seen = new Set<string>()
    for (let time = 0; time < 40; time++) {
      const phone = freshPhone()
      await ask(phone)
      for (const digit of await codeFor(phone)) seen.add(digit)
    }
    expect(seen.size).toBeGreaterThan(7)
  })
})

describe('the answer reveals nothing about the account', () => {
  // Shows: attack 37
  test('a registered and an unknown phone get the same answers; the registered one gets a notice and no valid code', async () => {
    const { phone } = await newPlayer()
    const unknown = freshPhone()
    app.moveClock(61_000)
    const answers = [await ask(phone), await ask(unknown)]
    expect(answers[0]).toMatchObject({ status: 200, body: answers[1]!.body })
    const message = (await inbox.all({ to: phone })).at(-1)!
    expect([message.code, message.text]).toEqual([null, expect.stringContaining('already has an account')])
    const code = await codeFor(unknown)
    const guesses = [
      await register(phone, wrong(code)),
      await register(unknown, wrong(code)),
      await verify(phone, wrong(code)),
      await verify(unknown, wrong(code)),
    ]
    expect(guesses[0]!.body).toEqual(guesses[1]!.body)
    expect(guesses[2]!.body).toEqual(guesses[3]!.body)
    expect(
      (
        await app.db.pool.query('SELECT tries + stranger_tries AS tries FROM identity.otps WHERE phone = ANY($1)', [
          [phone, unknown],
        ])
      ).rows,
    ).toEqual([{ tries: 2 }, { tries: 2 }])
  })
})

describe('what messages may cost', () => {
  const sent = async (phone: string) => (await inbox.all({ to: phone })).length

  test('a second request within a minute leaves the code valid and sends no message', async () => {
    const phone = freshPhone()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(phone)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const code = await codeFor(phone)
    app.moveClock(25_000)
    expect((await ask(phone)).body).toEqual({ resendAfterSeconds: 35, hasLetters: false })
    expect(await sent(phone)).toBe(1)
    expect((await verify(phone, code)).status).toBe(200)
    app.moveClock(35_000)
    expect((await ask(phone)).body.resendAfterSeconds).toBe(60)
    expect(await sent(phone)).toBe(2)
  })

  // Shows: 8.2.1
  test('a phone gets five an hour and twelve a day; above that 11005, and the last code stays valid', async () => {
    const phone = freshPhone()
    let code = ''
    for (let message = 1; message <= 5; message++) {
      expect((await ask(phone)).status).toBe(200)
      code = await codeFor(phone)
      app.moveClock(61_000)
    }
    expect(await ask(phone)).toMatchObject({
      status: 429,
      body: { error: { name: 'limitReached', code: 11005, message: expect.any(String) } },
    })
    expect(await sent(phone)).toBe(5)
    expect((await verify(phone, code)).status).toBe(200)
    for (let hour = 0; hour < 4; hour++) {
      app.moveClock(3_600_000)
      for (let message = 0; message < 5; message++) {
        await ask(phone)
        await sent(phone)
        app.moveClock(61_000)
      }
    }
    expect(await sent(phone)).toBe(12)
  })

  test('1,000 requests from one address end in 12004, and few messages are sent', async () => {
    const ip = freshIp()
    const phones = Array.from({ length: 1000 }, freshPhone)
    const answers = []
    for (let batch = 0; batch < 1000; batch += 100)
      answers.push(...(await Promise.all(phones.slice(batch, batch + 100).map((phone) => ask(phone, { ip })))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(
      new Set(answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.error.code}`)),
    ).toEqual(new Set(['429 12004']))
    await inbox.all({ to: '' })
    expect(app.messages.filter(({ to }) => phones.includes(to))).toHaveLength(20)
  })

  // Shows: attack 22
  test.each([
    ['a block of addresses', { OTP_PER_PREFIX_HOUR: '7' }, (index: number) => `10.9.9.${index}`],
    ["a country's numbers", { OTP_PER_COUNTRY_HOUR: '9' }, freshIp],
    ['a day', { OTP_PER_DAY: '9' }, freshIp],
  ])('%s has a budget, which is stored in the database and so applies to every process', async (_case, env, ipOf) => {
    const small = await testIdentityApp({ TRUST_PROXY: '1', ...env })
    const answers = []
    for (let index = 1; index <= 10; index++) answers.push(await ask(freshPhone(), { to: small, ip: ipOf(index) }))
    expect(answers.map(({ status }) => status)).toEqual([...Array(7).fill(200), 429, 429, 429])
    await inboxOf(small).all({ to: '' })
    expect(small.messages).toHaveLength(7)
    await small.close()
  })
})

describe('a signed-in player', () => {
  test.each<Record<string, string>>([{ OTP_PER_COUNTRY_HOUR: '8' }, { OTP_PER_DAY: '8' }])(
    'finds a quarter of the budget left when guests have spent theirs: %o',
    async (env) => {
      const small = await testIdentityApp({ TRUST_PROXY: '1', ...env })
      const { body } = await small.post('/api/player/register', small.registration(), undefined, from(freshIp()))
      const token = body.accessToken as string
      const guests = []
      for (let index = 0; index < 9; index++) guests.push((await ask(freshPhone(), { to: small })).status)
      expect(guests).toEqual([...Array(6).fill(200), 429, 429, 429])
      await small.post('/api/player/step-up', { method: 'password', proof: validPassword }, token)
      const own = []
      for (let index = 0; index < 3; index++)
        own.push((await ask(freshPhone(), { to: small, reason: 'phone-change', token })).status)
      expect(own).toEqual([200, 200, 429])
      await small.close()
    },
  )

  test('a guest gets 401 for every reason except registration', async () => {
    for (const reason of ['confirmation', 'phone-change', 'step-up']) {
      expect(await ask(freshPhone(), { reason })).toMatchObject({ status: 401 })
      expect(await verify(freshPhone(), '123456', { reason })).toMatchObject({ status: 401 })
    }
  })

  // Shows: ASVS 7.5.1
  test('a new phone needs a step-up, replaces the old one, and the old one is notified', async () => {
    const { phone, token, id } = await newPlayer()
    const newPhone = freshPhone()
    expect(await ask(newPhone, { reason: 'phone-change', token })).toMatchObject({
      status: 422,
      body: { error: { name: 'stepUpRequired', code: 12003 } },
    })
    await stepUp(id)
    expect((await ask(newPhone, { reason: 'phone-change', token })).status).toBe(200)
    expect((await verify(newPhone, await codeFor(newPhone), { reason: 'phone-change', token })).status).toBe(200)
    expect(await phoneOf(token)).toBe(newPhone)
    expect((await inbox.all({ to: phone })).at(-1)!.text).toContain('phone number of your account was changed')
    expect(
      (await app.post('/api/player/sessions', { login: phone, password: validPassword }, undefined, from(freshIp())))
        .status,
    ).toBe(401)
  })

  // Shows: pair phone/consent
  test('an offer that waits for the former phone is not sent once there is a new one', async () => {
    const { phone, token, id } = await newPlayer()
    const values = { text: 'New games', link: 'https://house.test', unsubscribe: 'https://house.test' }
    await app.db.asOwner(
      `INSERT INTO deliveries.deliveries (id, medium, recipient, locale, template, values, player_id, is_marketing, next_attempt_at, created_at, expires_at)
       VALUES (gen_random_uuid(), 'sms', $1, 'en', 'offer', $2, $3, true, $4::timestamptz + interval '1 hour', $4, $4::timestamptz + interval '2 hours')`,
      [phone, JSON.stringify(values), id, app.deps.clock.now()],
    )
    const newPhone = freshPhone()
    await stepUp(id)
    await ask(newPhone, { reason: 'phone-change', token })
    await verify(newPhone, await codeFor(newPhone), { reason: 'phone-change', token })
    const { rows } = await app.db.pool.query(
      `SELECT state FROM deliveries.deliveries WHERE player_id = $1 AND is_marketing`,
      [id],
    )
    expect(rows).toEqual([{ state: 'withdrawn' }])
  })

  // Shows: pair second tab/phone
  test('a session may repeat the confirmation of a new phone whose answer was lost; another may not, nor may it later', async () => {
    const { token, id, phone } = await newPlayer()
    const newPhone = freshPhone()
    await stepUp(id)
    await ask(newPhone, { reason: 'phone-change', token })
    const code = await codeFor(newPhone)
    const confirm = (by: string, entered = newPhone) => verify(entered, code, { reason: 'phone-change', token: by })
    expect([(await confirm(token)).status, (await confirm(token)).status]).toEqual([200, 200])
    const login = { login: newPhone, password: validPassword }
    const other = (await app.post('/api/player/sessions', login, undefined, from(freshIp()))).body.accessToken
    await stepUp(id)
    expect((await confirm(other)).body.error.code).toBe(11003)
    expect((await confirm(token, phone)).body.error.code).toBe(11003)
    app.moveClock(300_000)
    const later = (await app.post('/api/player/sessions/refresh', undefined, token)).body.accessToken
    app.moveClock(300_001)
    await stepUp(id)
    expect((await confirm(later)).body.error.code).toBe(11003)
  })

  test("a request for another player's phone gets the usual answer, and no code transfers the phone", async () => {
    const [holder, thief] = [await newPlayer(), await newPlayer()]
    await stepUp(thief.id)
    app.moveClock(61_000)
    expect((await ask(holder.phone, { reason: 'phone-change', token: thief.token })).status).toBe(200)
    expect((await inbox.all({ to: holder.phone })).at(-1)!.code).toBeNull()
    // A code that was valid when it was sent is refused once the phone belongs to another player.
    const newPhone = freshPhone()
    await ask(newPhone, { reason: 'phone-change', token: thief.token })
    const code = await codeFor(newPhone)
    await app.db.pool.query('UPDATE identity.players SET phone = $1 WHERE id = $2', [newPhone, holder.id])
    expect((await verify(newPhone, code, { reason: 'phone-change', token: thief.token })).body.error.code).toBe(11003)
    expect(await phoneOf(thief.token)).toBe(thief.phone)
  })

  // Shows: 3.8.1
  test('confirmation and step-up send to the own phone and to no other', async () => {
    const { phone, token } = await newPlayer()
    for (const reason of ['confirmation', 'step-up']) {
      expect((await ask(freshPhone(), { reason, token })).body.error.fields).toHaveProperty('phone')
      app.moveClock(61_000)
      expect((await ask('', { reason, token })).status).toBe(200)
      const code = await codeFor(phone)
      expect(code).toMatch(/^\d{6}$/)
      expect((await verify('', code, { reason, token })).status).toBe(200)
    }
  })
})

test('garbage in any field is never a 5xx', async () => {
  const { token } = await newPlayer()
  const values: unknown[] = [
    null,
    0,
    -1,
    true,
    [],
    [1],
    {},
    '',
    ' ',
    '٣٣٣',
    'x'.repeat(9000),
    '\u0000',
    '\ud800',
    { toString: 1 },
    '49151\u00001234567',
    '+',
    '(((((',
    '4915123456789'.repeat(30),
  ]
  for (const path of ['otp/send', 'otp/verify', 'register/phone']) {
    for (const field of ['phone', 'reason', 'code', 'password', 'country']) {
      for (const value of values) {
        const payload = { ...registration('4915123456789', '123456'), reason: 'phone-change', [field]: value }
        for (const bearer of [undefined, token])
          expect(
            (await app.post(`/api/player/${path}`, payload, bearer, from(freshIp()))).status,
            `${path} ${field} ${JSON.stringify(value)?.slice(0, 40)}`,
          ).toBeLessThan(500)
      }
    }
  }
})
