import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changedMeanwhile } from '#tests/setup/barred-meanwhile.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { setIdentityVerified } from '../identity/players/set-identity-verified.ts'

let app: TestIdentityApp
let token: string
let email: string
beforeAll(async () => {
  app = await testIdentityApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ token, email } = await newPlayer())
})

async function newPlayer(over: Record<string, unknown> = {}): Promise<{ token: string; email: string }> {
  const registration = app.registration(over)
  const { body } = await app.post('/api/player/register', registration)
  return { token: body.accessToken, email: registration.email }
}
const put = (body: object, by = token) => app.put('/api/player/profile', body, by)
const read = async (by = token) => (await app.get('/api/player/profile', by)).body
/** Records a step-up as a proof does. */
const stepUp = () =>
  app.db.asOwner(
    'UPDATE identity.sessions s SET stepped_up_at = $2 FROM identity.players p WHERE p.id = s.player_id AND p.email = $1',
    [email, app.deps.clock.now()],
  )
const form = async (by?: string) =>
  (await app.get('/api/player/fields/validations?scenario=profile', by)).body as Array<{
    id: string
    isVisible: boolean
    editable: boolean
    rules: Record<string, unknown>
  }>

describe('the form', () => {
  test('accepts a profile as it was read, with flags as booleans and unknown values as null', async () => {
    const profile = await read()
    expect(profile).toMatchObject({ receiveEmailPromo: false, firstName: null, freshchatRestoreId: null })
    const changed = { nickname: 'dana', receiveEmailPromo: true, firstName: null, freshchatRestoreId: null }
    expect(await put({ ...profile, ...changed })).toMatchObject({ status: 200, body: changed })
    expect(await put({ ...profile, receiveEmailPromo: '0' })).toMatchObject({ body: { receiveEmailPromo: false } })
    expect((await put({ receiveEmailPromo: 'maybe' })).status).toBe(422)
  })

  test('checkboxes of a registration may be booleans too', async () => {
    const { token: other } = await newPlayer({ agreements: true, receiveEmailPromo: true })
    expect(await read(other)).toMatchObject({ receiveEmailPromo: true })
    const refused = await app.post('/api/player/register', app.registration({ agreements: false }))
    expect(refused).toMatchObject({ status: 422, body: { error: { fields: { agreements: [expect.any(String)] } } } })
  })

  test('is saved completely, returned unchanged, and cleared field by field', async () => {
    const details = {
      birthdate: '1990-5-1',
      gender: 'female',
      nationality: 'DE',
      placeOfBirth: 'Köln',
      address: 'Ring 1',
      additionalAddress: '3. Stock',
      city: 'Bonn',
      postalCode: '53111',
      profession: 'Pilot',
      timeZone: 'Europe/Berlin',
      personalIdNumber: 'L01X00T47',
    }
    const { status, body } = await put({
      firstName: ' Dana ',
      lastName: 'Demo',
      nickname: 'dana',
      locale: 'de',
      receiveEmailPromo: 1,
      receiveSmsPromo: 0,
      pwaInstalled: true,
      freshchatRestoreId: 'r-1',
      ...details,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      firstName: 'Dana',
      lastName: 'Demo',
      nickname: 'dana',
      locale: 'de',
      receiveEmailPromo: true,
      receiveSmsPromo: false,
      pwaInstalled: true,
      freshchatRestoreId: 'r-1',
    })
    expect(body.details).toEqual({ ...details, birthdate: '1990-05-01' })
    expect(await read()).toMatchObject({ details: body.details })
    await put({ city: '', profession: ' ', firstName: '' })
    const { city: _city, profession: _profession, ...rest } = body.details
    expect(await read()).toMatchObject({ firstName: null, lastName: 'Demo' })
    expect((await read()).details).toEqual(rest)
  })

  test.each([
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Europe/Kyiv',
    'America/Argentina/Buenos_Aires',
    'Asia/Kathmandu',
    'Etc/UTC',
    'UTC',
    'US/Eastern',
    'EST5EDT',
    'Etc/GMT+5',
    'America/North_Dakota/New_Salem',
  ])('%s is a time zone, and a limit is counted in it', async (timeZone) => {
    const { token: own } = await newPlayer()
    expect((await app.put('/api/player/profile', { timeZone }, own)).body).toMatchObject({ details: { timeZone } })
    const body = { definition: 3, period: 'daily', amount: 10_00, currency: 'EUR' }
    expect((await app.post('/api/player/limits', body, own)).status).toBe(200)
    const { id } = (await app.get('/api/player/profile', own)).body
    const row = await app.db.kysely.selectFrom('limits.limits').select('zone').where('player_id', '=', id).execute()
    expect(row).toEqual([{ zone: timeZone }])
  })

  // Shows: 9.2.1
  test.each([
    ['birthdate', '2009-01-01', 'You must be at least 18 years old'],
    ['birthdate', '2008-11-22', '18'],
    ['birthdate', '1890-01-01', '120 years old or younger'],
    ['birthdate', '1990-02-30', 'date'],
    ['birthdate', '2031-01-01', '18'],
    ['gender', 'robot', ''],
    ['timeZone', 'Mars/Olympus', 'list'],
    ['timeZone', 'Foo5', 'list'],
    ['nationality', 'Germany', ''],
    ['cpf_number', '111.111.111-11', 'CPF'],
    ['locale', 'xx', 'Choose a language'],
    ['nickname', 'x', '2'],
    ['nickname', '', 'required'],
    ['firstName', 'D', '2'],
    ['personalIdNumber', '1', '2'],
    ['postalCode', 'x'.repeat(17), '16'],
  ])('%s may not be %j', async (field, value, words) => {
    const { status, body } = await put({ [field]: value, city: 'Bonn' })
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]])
    expect(body.error.fields[field][0]).toContain(words)
    expect((await read()).details).toEqual({})
  })

  // Shows: 11.11
  test('other players see a masked name until the player agrees to show it, and again when the consent is withdrawn', async () => {
    await put({ nickname: 'daphne' })
    expect(await read()).toMatchObject({ showsNickname: false, publicName: 'da***' })
    expect((await put({ showsNickname: true })).body).toMatchObject({ showsNickname: true, publicName: 'daphne' })
    expect((await put({ nickname: 'flora' })).body.publicName).toBe('flora')
    expect((await put({ showsNickname: 'yes' })).status).toBe(422)
    expect((await put({ showsNickname: false })).body.publicName).toBe('fl***')
    const { rows } = await app.db.asOwner(
      "SELECT detail->'showsNickname' AS value FROM identity.audit JOIN identity.players p ON p.id = player_id WHERE action = 'profile-changed' AND p.email = $1 AND detail ? 'showsNickname' ORDER BY audit.id",
      [email],
    )
    expect(rows.map(({ value }) => value)).toEqual([true, false])
  })

  test('players are of age on the birthday itself, at the age that their country requires', async () => {
    expect((await put({ birthdate: '2008-11-21' })).status).toBe(200)
    const greek = await newPlayer({ country: 'GR' })
    expect((await form(greek.token)).find(({ id }) => id === 'birthdate')!.rules.minAge).toBe(21)
    expect((await put({ birthdate: '2007-01-01' }, greek.token)).body.error.fields.birthdate[0]).toContain('21')
    expect((await form()).find(({ id }) => id === 'birthdate')!.rules.minAge).toBe(18)
  })

  test('the tax id is required in Brazil and stored without its dots', async () => {
    const brazilian = await newPlayer({ country: 'BR', currency: 'BRL' })
    expect((await form(brazilian.token)).find(({ id }) => id === 'cpf_number')!.isVisible).toBe(true)
    expect((await form(token)).find(({ id }) => id === 'cpf_number')!.isVisible).toBe(false)
    expect((await put({ cpf_number: '529.982.247-25' }, brazilian.token)).body.details.cpf_number).toBe('52998224725')
  })

  test('fields that the form does not offer are ignored', async () => {
    await read() // only the first one has `isNewlyRegistered`
    const before = await read()
    expect(
      (
        await put({
          status: 4,
          country: 'US',
          phone: '4915112345678',
          id: 'x',
          isEmailConfirmed: true,
          details: { a: 'b' },
          balance: 1,
        })
      ).status,
    ).toBe(200)
    expect(await read()).toEqual(before)
  })

  // Shows: pair address change/details, pair address change/second tab, pair second tab/details
  test('two parts saved in parallel are both stored', async () => {
    const fields = ['city', 'address', 'profession', 'placeOfBirth', 'postalCode']
    await Promise.all(fields.map((field) => put({ [field]: 'x1' })))
    expect((await read()).details).toEqual(Object.fromEntries(fields.map((field) => [field, 'x1'])))
  })
})

// Shows: pair documents/details
test('a name that the identity check confirms concurrently is changed before that or not at all', async () => {
  const { id } = await read()
  const answer = await changedMeanwhile(
    app,
    id,
    () => put({ firstName: 'Other', nickname: 'other' }),
    (tx) => setIdentityVerified(tx, id, app.deps.clock.now()),
  )
  expect(answer).toMatchObject({ status: 422, body: { error: { fields: { firstName: [expect.any(String)] } } } })
  expect(await read()).toMatchObject({ firstName: null })
  expect((await read()).nickname).not.toBe('other')
})

describe('the e-mail', () => {
  const fresh = () => `n${crypto.randomUUID()}@example.com`

  // Shows: ASVS 7.5.1, pair address change/second factor
  test('needs a step-up to be changed, but not to be saved unchanged', async () => {
    const refused = await put({ email: fresh() })
    expect([refused.status, refused.body.error]).toEqual([
      422,
      expect.objectContaining({ name: 'stepUpRequired', code: 12003 }),
    ])
    expect((await put({ email, city: 'Bonn' })).status).toBe(200)
    expect((await put({ email: email.toUpperCase() })).status).toBe(200)
    expect((await read()).email).toBe(email)
  })

  test('changes at once and is unconfirmed; a confirmation goes to the new address, a notice without a link to the old, and old links stop working', async () => {
    await stepUp()
    await app.db.asOwner('UPDATE identity.players SET email_confirmed_at = now() WHERE email = $1', [email])
    const address = fresh()
    const { status, body } = await put({ email: address })
    expect([status, body.email, body.isEmailConfirmed]).toEqual([200, address, false])
    const inbox = inboxOf(app)
    const confirmation = await inbox.next({ to: address })
    expect(confirmation.links.some((link) => link.includes('confirmCode='))).toBe(true)
    const mails = await inbox.all({ to: email })
    const notice = mails.find(({ subject }) => subject.includes('changed'))!
    expect(notice.text).toContain(`${address[0]}•••@example.com`)
    expect(notice.text).not.toContain(address)
    const code = new URL(confirmation.links.find((link) => link.includes('confirmCode='))!).searchParams.get(
      'confirmCode',
    )
    expect((await app.post('/api/player/profile/confirmations/email', { code })).status).toBe(200)
    expect((await read()).isEmailConfirmed).toBe(true)
    const { rows } = await app.db.asOwner(
      'SELECT count(*)::int AS open FROM identity.link_codes WHERE used_at IS NULL AND address = $1',
      [email],
    )
    expect(rows[0]!.open).toBe(0)
  })

  test.each(['', 'nobody', 'a@b', `${'x'.repeat(250)}@example.com`])('may not be %j', async (address) => {
    await stepUp()
    const { status, body } = await put({ email: address })
    expect(status).toBe(422)
    expect(body.error.fields.email[0]).toBeTruthy()
  })

  test('of another player is refused, in any case of letters, five times an hour at most', async () => {
    const other = await newPlayer()
    await stepUp()
    const faults = []
    for (let turn = 0; turn < 6; turn++)
      faults.push((await put({ email: other.email.toUpperCase() })).body.error.fields.email[0])
    expect(new Set(faults.slice(0, 5)).size).toBe(1)
    expect(faults[5]).toContain('Too many attempts')
    expect((await read()).email).toBe(email)
  })

  // Shows: pair address change/second tab
  test('claimed by two players concurrently goes to one of them', async () => {
    const address = fresh()
    const players = [{ token, email }, ...(await Promise.all(Array.from({ length: 7 }, () => newPlayer())))]
    await app.db.asOwner('UPDATE identity.sessions SET stepped_up_at = $1', [app.deps.clock.now()])
    const answers = await Promise.all(players.map((player) => put({ email: address }, player.token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect(body.error.fields).toHaveProperty('email')
  })
})
