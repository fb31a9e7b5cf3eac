import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlayerStatus } from '#contract/identity.ts'
import { barredMeanwhile } from '#tests/setup/barred-meanwhile.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { type Inbox, inboxOf } from '#tests/setup/inbox.ts'
import { operator } from '#tests/setup/operator.ts'
import { statementsOf } from '#tests/setup/statements.ts'
import { switchCurrency } from '../../reference/switch-currency.ts'

const codeIn = (link: string | undefined) => new URL(link!).searchParams.get('confirmCode')!
let lastIp = 0
const from = () => ({ 'x-forwarded-for': `203.0.${Math.floor(++lastIp / 200)}.${lastIp % 200}` })

describe('confirming later', () => {
  let app: TestIdentityApp
  let inbox: Inbox
  beforeAll(async () => {
    app = await testIdentityApp({ PUBLIC_URL: 'https://house.test' })
    inbox = inboxOf(app)
  })
  afterAll(() => app.close())
  const confirm = (code: string) => app.post('/api/player/profile/confirmations/email', { code })
  const resend = (token?: string) => app.post('/api/player/profile/confirmations/email/resend', undefined, token)
  const isConfirmed = async (token: string) => (await app.get('/api/player/profile', token)).body.isEmailConfirmed
  async function newPlayer(over: Record<string, unknown> = {}) {
    const body = app.registration(over)
    const {
      body: { accessToken },
    } = await app.post('/api/player/register', body)
    return {
      email: body.email,
      token: accessToken as string,
      code: codeIn((await inbox.next({ to: body.email })).links[0]),
    }
  }

  test("registering sends a link in the form's language; it confirms the address, and opening it again gives the same answer", async () => {
    const { email, token, code } = await newPlayer({ locale: 'ar' })
    expect(await isConfirmed(token)).toBe(false)
    const [mail] = await inbox.all({ to: email })
    expect(mail!.subject).toBe('أكّد بريدك الإلكتروني لدى Fairhouse')
    expect(mail!.html).toContain('dir="rtl"')
    expect(mail!.links[0]).toMatch(/^https:\/\/house\.test\/verify\?confirmCode=[\w-]{43}$/)
    for (let time = 0; time < 2; time++)
      expect(await confirm(code)).toMatchObject({ status: 200, body: { autologinToken: null } })
    expect(await isConfirmed(token)).toBe(true)
  })

  test('"this was not me" releases the address; the session that registered stays open, but its password no longer signs in', async () => {
    const { email, token, code } = await newPlayer()
    const disown = (by: string) => app.post('/api/player/profile/confirmations/email', { code: by, isMine: false })
    for (const bad of ['', 'x', `${code}x`])
      expect(await disown(bad)).toMatchObject({ status: 422, body: { error: { name: 'codeInvalid' } } })
    expect(await disown(code)).toMatchObject({ status: 200, body: { autologinToken: null } })
    expect((await disown(code)).status).toBe(422)
    expect((await confirm(code)).status).toBe(422)
    expect((await app.get('/api/player/profile', token)).body).toMatchObject({ email: null, isEmailConfirmed: false })
    expect((await app.post('/api/player/sessions', { login: email, password: validPassword })).status).toBe(401)
    expect((await app.post('/api/player/register', app.registration({ email }))).status).toBe(200)
  })

  test('an address that was confirmed is not removed by a link that was mailed before', async () => {
    const { token, code } = await newPlayer()
    expect((await confirm(code)).status).toBe(200)
    expect((await app.post('/api/player/profile/confirmations/email', { code, isMine: false })).status).toBe(422)
    expect(await isConfirmed(token)).toBe(true)
  })

  test('a registration that is refused sends nothing', async () => {
    const { email } = await newPlayer()
    await app.post('/api/player/register', app.registration({ email }))
    expect(await inbox.all({ to: email })).toHaveLength(1)
  })

  test('a code that is wrong, expired, of another purpose or for a former address confirms nothing', async () => {
    const { email, token, code } = await newPlayer()
    await app.post('/api/player/passwords/reset', { email })
    const resetCode = new URL((await inbox.next({ to: email })).links[0]!).searchParams.get('resetCode')!
    for (const bad of ['', 'x', `${code}x`, 'x'.repeat(256), resetCode])
      expect(await confirm(bad), bad).toMatchObject({ status: 422, body: { error: { name: 'codeInvalid' } } })
    await app.db.pool.query(`UPDATE identity.players SET email = 'moved-' || email WHERE email = $1`, [email])
    expect((await confirm(code)).status).toBe(422)
    expect(await isConfirmed(token)).toBe(false)
    const late = await newPlayer()
    app.moveClock(24 * 3_600_000)
    expect((await confirm(late.code)).status).toBe(422)
  })

  test('a link that was mailed before the account was closed confirms nothing', async () => {
    const { email, token, code } = await newPlayer()
    const { id } = (await app.get('/api/player/profile', token)).body
    const answer = await barredMeanwhile(app, id, PlayerStatus.closed, () => confirm(code))
    expect(answer).toMatchObject({ status: 422, body: { error: { name: 'codeInvalid' } } })
    expect((await confirm(code)).status).toBe(422)
    const { rows } = await app.db.pool.query('SELECT email_confirmed_at FROM identity.players WHERE email = $1', [
      email,
    ])
    expect(rows).toEqual([{ email_confirmed_at: null }])
  })

  // Shows: 7.3.4
  test('the mail is sent again on request, four times an hour, until the address is confirmed', async () => {
    const { email, token } = await newPlayer()
    const statuses = []
    for (let index = 0; index < 6; index++) statuses.push((await resend(token)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    expect(await inbox.all({ to: email })).toHaveLength(5)
    expect((await confirm(codeIn((await inbox.next({ to: email })).links[0]))).status).toBe(200)
    expect(await resend(token)).toMatchObject({ status: 422, body: { error: { name: 'alreadyConfirmed' } } })
    expect((await resend()).status).toBe(401)
  })
})

describe('confirming first', () => {
  let app: TestIdentityApp
  let inbox: Inbox
  beforeAll(async () => {
    app = await testIdentityApp({
      PUBLIC_URL: 'https://house.test',
      REGISTRATION_CONFIRMATION: 'first',
      TRUST_PROXY: '1',
    })
    inbox = inboxOf(app)
  })
  afterAll(() => app.close())
  const confirm = (code: string) => app.post('/api/player/profile/confirmations/email', { code }, undefined, from())
  const register = (body: object) => app.post('/api/player/register', body, undefined, from())
  const signIn = (login: string) =>
    app.post('/api/player/sessions', { login, password: validPassword }, undefined, from())

  // Shows: attack 87
  test('one mailbox gets four mails an hour, whatever the spellings of its address', async () => {
    const spellings = Array.from({ length: 6 }, (_, tag) => `flooded+${tag}@gmail.com`)
    for (const email of spellings) expect((await register(app.registration({ email }))).status).toBe(200)
    const sent = async () => (await Promise.all(spellings.map((to) => inbox.all({ to })))).flat().length
    // A mail is sent after its registration was answered.
    await expect.poll(sent).toBe(4)
  })

  test('"this was not me" deletes the registration', async () => {
    const body = app.registration()
    expect((await register(body)).status).toBe(200)
    const code = codeIn((await inbox.next({ to: body.email })).links[0])
    const disowned = await app.post(
      '/api/player/profile/confirmations/email',
      { code, isMine: false },
      undefined,
      from(),
    )
    expect(disowned).toMatchObject({ status: 200, body: { autologinToken: null } })
    expect((await confirm(code)).status).toBe(422)
    expect((await signIn(body.email)).status).toBe(401)
  })

  test('no player exists before the link is opened; it creates the player, and its token signs in once', async () => {
    const body = app.registration({
      currency: 'BRL',
      country: 'BR',
      bonusCode: 'HARBOUR50',
      affiliateTag: 'aff-1',
      locale: 'pt-BR',
    })
    expect(await register(body)).toMatchObject({ status: 200, body: { accessToken: null } })
    expect((await signIn(body.email)).status).toBe(401)
    const mail = await inbox.next({ to: body.email })
    expect(mail.subject).toBe('Confirme seu e-mail no Fairhouse')
    expect(
      (await app.db.pool.query('SELECT count(*)::int AS players FROM identity.players WHERE email = $1', [body.email]))
        .rows,
    ).toEqual([{ players: 0 }])
    const {
      body: { autologinToken },
    } = await confirm(codeIn(mail.links[0]))
    const session = await app.post('/api/player/sessions/token', { token: autologinToken }, undefined, from())
    expect((await app.get('/api/player/profile', session.body.accessToken)).body).toMatchObject({
      email: body.email,
      isEmailConfirmed: true,
      locale: 'pt-BR',
      country: 'BR',
    })
    expect(
      (await app.db.pool.query('SELECT bonus_code, affiliate_tag FROM identity.players WHERE email = $1', [body.email]))
        .rows,
    ).toEqual([{ bonus_code: 'HARBOUR50', affiliate_tag: 'aff-1' }])
    expect(await confirm(codeIn(mail.links[0]))).toMatchObject({ status: 200, body: { autologinToken: null } })
    expect((await signIn(body.email)).status).toBe(200)
  })

  // Shows: pair currency/phone, pair currency/social sign-in
  test('a currency that is switched off before the link is opened is replaced by one that is offered', async () => {
    const turn = async (isEnabled: boolean) => {
      await switchCurrency({ ...app.deps, actor: operator }, { code: 'BRL', isEnabled, comment: 'test' })
      await app.deps.reference.reload()
    }
    const body = app.registration({ currency: 'BRL', country: 'BR' })
    await register(body)
    const code = codeIn((await inbox.next({ to: body.email })).links[0])
    await turn(false)
    const { autologinToken } = (await confirm(code)).body
    await turn(true)
    const session = await app.post('/api/player/sessions/token', { token: autologinToken }, undefined, from())
    const accounts = (await app.get('/api/wallet/accounts', session.body.accessToken)).body
    expect(accounts).toMatchObject([{ currency: 'EUR', status: 1 }])
  })

  // Shows: attack 37
  test('37: a known address gets the same answer after the same work, and its owner gets a mail', async () => {
    const body = app.registration()
    await register(body)
    await confirm(codeIn((await inbox.next({ to: body.email })).links[0]))
    const answers: unknown[] = []
    const known = await statementsOf(app.deps, async () =>
      answers.push(await register(app.registration({ email: body.email.toUpperCase() }))),
    )
    const unknown = await statementsOf(app.deps, async () => answers.push(await register(app.registration())))
    expect(known).toEqual(unknown)
    expect((answers[0] as { body: unknown }).body).toEqual((answers[1] as { body: unknown }).body)
    expect(await inbox.next({ to: body.email })).toMatchObject({
      subject: 'You already have an account at Fairhouse',
      links: ['https://house.test/?sign-in=true', 'https://house.test/?forgot-pass=true', 'https://house.test'],
    })
    // The mail to the owner is in the language of the account.
    const german = app.registration({ locale: 'de' })
    await register(german)
    await confirm(codeIn((await inbox.next({ to: german.email })).links[0]))
    await register(app.registration({ email: german.email }))
    expect((await inbox.next({ to: german.email })).links.slice(0, 2)).toEqual([
      'https://house.test/de?sign-in=true',
      'https://house.test/de?forgot-pass=true',
    ])
  })

  test('of two registrations of one address, the one whose link is opened becomes the player, with its password', async () => {
    const mine = app.registration()
    await register(app.registration({ email: mine.email, password: 'of somebody else' }))
    await inbox.next({ to: mine.email })
    await register(mine)
    await confirm(codeIn((await inbox.next({ to: mine.email })).links[0]))
    const [first] = await inbox.all({ to: mine.email })
    expect((await confirm(codeIn(first!.links[0]))).status).toBe(422)
    expect((await signIn(mine.email)).status).toBe(200)
  })

  // Shows: pair address change/second tab
  test('if another player takes the address before, during or after the confirmation, one of them has it', async () => {
    for (const order of ['before', 'at once', 'at once', 'at once', 'after']) {
      const other = app.registration()
      await app.post('/api/player/register', other, undefined, from())
      const confirmed = await confirm(codeIn((await inbox.next({ to: other.email })).links[0]))
      const entered = await app.post('/api/player/sessions/token', { token: confirmed.body.autologinToken })
      const token = entered.body.accessToken as string
      await app.post('/api/player/step-up', { method: 'password', proof: validPassword }, token)
      const registration = app.registration()
      await app.post('/api/player/register', registration, undefined, from())
      const code = codeIn((await inbox.next({ to: registration.email })).links[0])
      const acts = [
        () => app.put('/api/player/profile', { email: registration.email }, token),
        async () => confirm(code),
      ] as const
      const run = async () => {
        if (order === 'at once') return Promise.all([acts[0](), acts[1]()])
        if (order === 'before') return [await acts[0](), await acts[1]()]
        const later = await acts[1]()
        return [await acts[0](), later]
      }
      const [moved, registered] = await run()
      const isMoved = moved!.status === 200
      expect([200, 422]).toContain(moved!.status)
      expect(registered!.status).toBe(200)
      expect(registered!.body.autologinToken === null).toBe(isMoved)
      if (order !== 'at once') expect(isMoved).toBe(order === 'before')
      const { rows } = await app.db.pool.query('SELECT count(*)::int AS count FROM identity.players WHERE email = $1', [
        registration.email,
      ])
      expect(rows).toEqual([{ count: 1 }])
    }
  })

  test('a link opened twenty times at once creates one player', async () => {
    const body = app.registration()
    await register(body)
    const code = codeIn((await inbox.next({ to: body.email })).links[0])
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(code)))
    expect(answers.filter((answer) => answer.body.autologinToken)).toHaveLength(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  test('a registration that nobody confirms leaves nothing behind after a day', async () => {
    const body = app.registration()
    await register(body)
    const code = codeIn((await inbox.next({ to: body.email })).links[0])
    app.moveClock(24 * 3_600_000)
    expect((await confirm(code)).status).toBe(422)
    await inbox.all({ to: body.email })
    expect(
      (
        await app.db.pool.query('SELECT count(*)::int AS kept FROM identity.mail_requests WHERE email = $1', [
          body.email,
        ])
      ).rows,
    ).toEqual([{ kept: 0 }])
  })
})
