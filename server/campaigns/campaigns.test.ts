/** Campaigns, with real mails: each player once by each channel, and nobody who may not receive it. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { inboxOf } from '#tests/setup/inbox.ts'
import { operator } from '#tests/setup/operator.ts'
import { barPromotions } from '../protection/promotions.ts'
import type { Deps } from '../deps.ts'
import { createSmtp } from '../partners/email/smtp.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { deliverDue } from '../messaging/deliveries/deliver.ts'
import { withdrawMarketing } from '../messaging/deliveries/withdraw-marketing.ts'
import { setStatus } from '../identity/sessions/set-status.ts'
import type { CampaignDefinition } from './campaign.ts'
import { previewCampaign, readCampaignReport, scheduleDeskCampaign } from './desk.ts'
import { mountUnsubscribe } from './mount-unsubscribe.ts'
import { reportCampaign } from './report-campaign.ts'
import { cancelCampaign, scheduleCampaign } from './schedule-campaign.ts'
import { sendCampaigns } from './send-campaigns.ts'
import { unsubscribeToken } from './unsubscribe-link.ts'

const hourMs = 3_600_000
let app: TestApp
let smtp: SMTPServer
/** Raw mails, by recipient. */
let mails: Array<{ to: string; source: string }>
/** Every test has a country of its own, so that its campaigns reach its players alone. */
let country: string
let countries: string[]

beforeAll(async () => {
  mails = []
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo[0]!.address, source: Buffer.concat(chunks).toString('utf8') })
        done(null)
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  const url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`
  app = await testApp({
    deps: (deps) => ({
      partners: { ...deps.partners, mail: createSmtp({ url, from: 'Fairhouse <no-reply@house.test>' }) },
    }),
    plugins: (deps) => [(app) => mountUnsubscribe(app, deps)],
  })
  countries = 'AT BE DK FI GR HU IE LU NO PL SI SK CH CZ EE LV LT HR RO BG PT IS LI AD MC SM NZ JP CL'.split(' ')
})
afterAll(async () => {
  await app.deps.partners.mail.close()
  await app.close()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})
beforeEach(async () => {
  country = countries.shift()!
  await deliver()
  mails.length = 0
})

type Over = {
  locale?: string
  email?: boolean
  sms?: boolean
  /** In digits; confirmed unless `isConfirmed` is false. */
  phone?: string
  status?: number
  isConfirmed?: boolean
  timeZone?: string
}
let players = 0
async function newPlayer(over: Over = {}): Promise<{ id: string; email: string }> {
  const id = randomUUID()
  const email = `player${++players}@example.test`
  const now = app.deps.clock.now()
  await app.db.asOwner(
    `INSERT INTO identity.players (id, email, country, currency, locale, status, receives_email_promo, receives_sms_promo, email_confirmed_at, details, closed_at, created_at, updated_at, phone, phone_confirmed_at)
     VALUES ($1, $2, $3, 'EUR', $4, $5::smallint, $6, $7, $8, $9, CASE WHEN $5::int = 4 THEN $10::timestamptz END, $10, $10, $11, CASE WHEN $11::text IS NULL THEN NULL ELSE $8::timestamptz END)`,
    [
      id,
      email,
      country,
      over.locale ?? 'en',
      over.status ?? 1,
      over.email ?? true,
      over.sms ?? false,
      (over.isConfirmed ?? true) ? now : null,
      over.timeZone ? { timeZone: over.timeZone } : {},
      now,
      over.phone ?? null,
    ],
  )
  return { id, email }
}
const several = async (count: number) => {
  const made = []
  for (let each = 0; each < count; each++) made.push(await newPlayer())
  return made
}

let campaigns = 0
async function schedule(change: Partial<CampaignDefinition> = {}, term: { inMs?: number; forMs?: number } = {}) {
  const identity = `campaign-${++campaigns}`
  const startsAt = new Date(app.deps.clock.now().getTime() + (term.inMs ?? 0))
  const definition = {
    purpose: 'marketing',
    channels: ['site', 'mail'],
    segment: { countries: [country] },
    words: { en: { title: 'New games', text: 'Three new slots.', button: 'Play' } },
    target: { kind: 'page', path: '/categories/slots' },
    ...change,
  } as CampaignDefinition
  const endsAt = new Date(startsAt.getTime() + (term.forMs ?? 72 * hourMs))
  expect(await scheduleCampaign(as, { identity, definition, startsAt, endsAt })).toMatchObject({ ok: true })
  return identity
}
let as: Deps & { actor: typeof operator }
beforeAll(() => {
  as = { ...app.deps, actor: operator }
})
async function outcomes(identity: string): Promise<string[]> {
  const { rows } = await app.db.asOwner(
    `SELECT channel, outcome, reason, count(*)::int AS count FROM campaigns.recipients
     WHERE campaign_id = (SELECT id FROM campaigns.campaigns WHERE identity = $1) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [identity],
  )
  return rows.map(({ channel, outcome, reason, count }) => `${channel} ${reason ?? outcome} ${count}`).toSorted()
}
const messagesOf = async (playerId: string) =>
  (await app.db.asOwner('SELECT title, description, link FROM messages.messages WHERE player_id = $1', [playerId])).rows
const stateOf = async (identity: string) =>
  (await app.db.asOwner('SELECT state FROM campaigns.campaigns WHERE identity = $1', [identity])).rows[0].state
const deliver = () => deliverDue(app.deps)

describe('sending', () => {
  // Shows: attack 213
  test('reaches each player once by each channel, however often and by how many processes', async () => {
    const reached = await several(12)
    const identity = await schedule()
    await Promise.all(Array.from({ length: 4 }, () => sendCampaigns(app.deps)))
    await sendCampaigns(app.deps)
    await Promise.all([deliver(), deliver()])
    expect(await outcomes(identity)).toEqual(['mail sent 12', 'site sent 12'])
    expect(mails.map(({ to }) => to).toSorted()).toEqual(reached.map(({ email }) => email).toSorted())
    for (const { id } of reached)
      expect(await messagesOf(id)).toEqual([
        {
          title: 'New games',
          description: 'Three new slots.',
          link: { label: 'Play', target: { kind: 'page', path: '/categories/slots' } },
        },
      ])
    expect(await stateOf(identity)).toBe('sent')
  })

  // Shows: attack 213, pair kill/consent
  test('continues after a kill at any point, and reaches nobody twice', async () => {
    await several(5)
    const identity = await schedule()
    // Of the transactions, the first, then the first two, and so on are committed before the process dies.
    for (let commits = 0; commits < 14; commits++) {
      let left = commits
      const dying = {
        ...app.deps,
        db: {
          ...app.db,
          kysely: app.db.kysely,
          transaction: ((work: never) => {
            if (left-- <= 0) throw new Error('killed')
            return app.db.transaction(work)
          }) as Deps['db']['transaction'],
        } as Deps['db'],
      }
      await sendCampaigns(dying).catch(() => undefined)
      if ((await stateOf(identity)) === 'sent') break
    }
    await sendCampaigns(app.deps)
    await deliver()
    expect(await outcomes(identity)).toEqual(['mail sent 5', 'site sent 5'])
    expect(new Set(mails.map(({ to }) => to)).size).toBe(5)
    expect(mails).toHaveLength(5)
  })

  test('waits for its start, and sends nothing after its end', async () => {
    await newPlayer({ timeZone: 'UTC' })
    const later = await schedule({}, { inMs: hourMs })
    await sendCampaigns(app.deps)
    expect([await stateOf(later), await outcomes(later)]).toEqual(['scheduled', []])
    app.moveClock(2 * hourMs)
    const short = await schedule({ channels: ['site'] }, { forMs: 1000 })
    app.moveClock(2000)
    await sendCampaigns(app.deps)
    expect(await outcomes(later)).toEqual(['mail sent 1', 'site sent 1'])
    expect([await stateOf(short), await outcomes(short)]).toEqual(['sent', []])
    app.moveClock(-2 * hourMs - 2000)
  })

  test('reaches exactly the segment', async () => {
    const [german, verified] = [await newPlayer({ locale: 'de' }), await newPlayer()]
    await newPlayer()
    await app.db.asOwner('UPDATE identity.players SET identity_verified_at = now() WHERE id = $1', [verified.id])
    const reachedBy = async (segment: object) => {
      const identity = await schedule({ channels: ['site'], segment: { countries: [country], ...segment } })
      await sendCampaigns(app.deps)
      const { rows } = await app.db.asOwner(
        'SELECT player_id FROM campaigns.recipients JOIN campaigns.campaigns ON id = campaign_id WHERE identity = $1',
        [identity],
      )
      return rows.map(({ player_id }) => player_id)
    }
    const [past, future] = ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z']
    expect(await reachedBy({ locales: ['de'] })).toEqual([german.id])
    expect(await reachedBy({ isVerified: true })).toEqual([verified.id])
    expect(await reachedBy({ registered: { after: past, before: future } })).toHaveLength(3)
    expect(await reachedBy({ registered: { before: past } })).toEqual([])
    for (const nobody of [{ hasDeposited: true }, { lastPlayed: { after: past } }, { currencies: ['BTC'] }])
      expect(await reachedBy(nobody)).toEqual([])
    expect(await reachedBy({ levels: { to: 1 }, hasDeposited: false })).toHaveLength(3)
    expect(await reachedBy({ levels: { from: 2 } })).toEqual([])
    await app.db.asOwner(
      `INSERT INTO limits.deposits (invoice_id, player_id, currency, amount, at, is_credited) VALUES ($1, $2, 'EUR', 1000, now(), true)`,
      [randomUUID(), german.id],
    )
    await app.db.asOwner(`INSERT INTO wallet.accounts (player_id, currency) VALUES ($1, 'BTC')`, [german.id])
    await app.db.asOwner(`INSERT INTO rewards.loyalty_accounts (player_id, level) VALUES ($1, 3)`, [german.id])
    for (const [round, at] of [
      [1, '2026-02-01T00:00:00Z'],
      [2, '2026-03-01T00:00:00Z'],
    ])
      await app.db.asOwner(
        `INSERT INTO games.rounds (id, studio, game_id, player_id, currency, first_movement_id, last_movement_id, created_at)
         VALUES ($1, 'test', 'dice', $2, 'EUR', $3, $3, $4)`,
        [randomUUID(), german.id, round, at],
      )
    const between = (after: string, before: string) => ({ lastPlayed: { after, before } })
    for (const own of [
      { hasDeposited: true },
      { currencies: ['USD', 'BTC'] },
      { levels: { from: 3, to: 3 } },
      between('2026-02-15T00:00:00Z', '2026-03-15T00:00:00Z'),
      { hasDeposited: true, levels: { from: 2 }, locales: ['de'], lastPlayed: { before: future } },
    ])
      expect(await reachedBy(own)).toEqual([german.id])
    // The newest round decides.
    expect(await reachedBy(between(past, '2026-02-15T00:00:00Z'))).toEqual([])
    expect(await reachedBy({ hasDeposited: false })).toHaveLength(2)
    expect(await reachedBy({ hasDeposited: true, isVerified: true })).toEqual([])
  })

  test("uses each player's language, falls back to the default one, and skips whom no text is for", async () => {
    const [german, arab] = [await newPlayer({ locale: 'de' }), await newPlayer({ locale: 'ar' })]
    const text = (title: string) => ({ title, text: 'Text', button: 'Go' })
    const both = await schedule({ words: { en: text('Hello'), de: text('Hallo') } })
    await sendCampaigns(app.deps)
    await deliver()
    expect([(await messagesOf(german.id))[0].title, (await messagesOf(arab.id))[0].title]).toEqual(['Hallo', 'Hello'])
    const to = (email: string) => mails.find((mail) => mail.to === email)!.source
    expect(to(german.email)).toContain('Subject: Fairhouse: Hallo')
    expect(to(german.email)).toContain('Content-Language: de')
    expect(to(arab.email)).toContain('Content-Language: en')
    expect(await outcomes(both)).toEqual(['mail sent 2', 'site sent 2'])
    const german1 = await schedule({ channels: ['site'], words: { de: text('Nur') } })
    await sendCampaigns(app.deps)
    expect(await outcomes(german1)).toEqual(['site noWords 1', 'site sent 1'])
  })
})

describe('protection and consent, at the moment of sending', () => {
  // Shows: attack 214
  test('skips each player who may not receive marketing, with the reason', async () => {
    await newPlayer()
    await newPlayer({ email: false })
    await newPlayer({ email: false, sms: true })
    await newPlayer({ isConfirmed: false })
    await newPlayer({ status: 2 })
    await newPlayer({ status: 3 })
    await newPlayer({ status: 4 })
    const excluded = await newPlayer()
    await exclude(excluded.id)
    const protectedPlayer = await newPlayer()
    await app.deps.db.transaction((tx) => barPromotions(tx, protectedPlayer.id, app.deps.clock.now()))
    const identity = await schedule()
    await sendCampaigns(app.deps)
    await deliver()
    expect(await outcomes(identity)).toEqual([
      'mail blocked 1',
      'mail excluded 2',
      'mail limited 1',
      'mail noAddress 1',
      'mail noConsent 2',
      'mail sent 1',
      'site blocked 1',
      'site excluded 2',
      'site limited 1',
      'site noConsent 1',
      'site sent 3',
    ])
    expect(mails).toHaveLength(1)
  })

  test('a service message needs no consent, reaches excluded players, and has no link to unsubscribe', async () => {
    const { id, email } = await newPlayer({ email: false })
    await exclude(id)
    await newPlayer({ status: 4 })
    const identity = await schedule({ purpose: 'service', target: { kind: 'page', path: '/static/terms' } })
    await sendCampaigns(app.deps)
    await deliver()
    expect(await outcomes(identity)).toEqual(['mail sent 1', 'site sent 1'])
    expect(mails.map(({ to }) => to)).toEqual([email])
    expect(mails[0]!.source).not.toMatch(/unsubscribe/i)
  })

  // Shows: pair exclusion/consent
  test('consent withdrawn, exclusion and closure after the schedule count, not those at the schedule', async () => {
    const [withdrawn, excluded, closed, agreed] = [
      await newPlayer(),
      await newPlayer(),
      await newPlayer(),
      await newPlayer({ email: false }),
    ]
    const identity = await schedule({ channels: ['mail'] }, { inMs: hourMs })
    await app.db.asOwner('UPDATE identity.players SET receives_email_promo = id = $2 WHERE id IN ($1, $2)', [
      withdrawn.id,
      agreed.id,
    ])
    await exclude(excluded.id)
    await app.db.asOwner('UPDATE identity.players SET status = 4, closed_at = now() WHERE id = $1', [closed.id])
    app.moveClock(hourMs)
    await sendCampaigns(app.deps)
    await deliver()
    app.moveClock(-hourMs)
    expect(await outcomes(identity)).toEqual(['mail excluded 1', 'mail noConsent 1', 'mail sent 1'])
    expect(mails.map(({ to }) => to)).toEqual([agreed.email])
  })

  // Shows: attack 214, pair details/consent
  test('outside the hours it waits until the next morning of the player', async () => {
    await newPlayer({ timeZone: 'America/Los_Angeles' })
    await newPlayer({ timeZone: 'Europe/Berlin' })
    const identity = await schedule({ channels: ['site'] })
    await sendCampaigns(app.deps)
    await sendCampaigns(app.deps)
    expect(await outcomes(identity)).toEqual(['site sent 1', 'site waiting 1'])
    expect(await stateOf(identity)).toBe('sending')
    // Nine o'clock in Los Angeles.
    app.moveClock(5 * hourMs)
    await sendCampaigns(app.deps)
    app.moveClock(-5 * hourMs)
    expect([await outcomes(identity), await stateOf(identity)]).toEqual([['site sent 2'], 'sent'])
  })

  // Shows: attack 214
  test('a third campaign in seven days is skipped; one by two channels counts once', async () => {
    await newPlayer()
    const sent = []
    for (let each = 0; each < 3; each++) {
      sent.push(await schedule())
      await sendCampaigns(app.deps)
    }
    expect(await Promise.all(sent.map(outcomes))).toEqual([
      ['mail sent 1', 'site sent 1'],
      ['mail sent 1', 'site sent 1'],
      ['mail tooOften 1', 'site tooOften 1'],
    ])
    app.moveClock(7 * 24 * hourMs + 1)
    const next = await schedule({ channels: ['site'] })
    await sendCampaigns(app.deps)
    app.moveClock(-7 * 24 * hourMs - 1)
    expect(await outcomes(next)).toEqual(['site sent 1'])
  })
})

async function exclude(playerId: string): Promise<void> {
  await app.db.asOwner('INSERT INTO limits.players (player_id) VALUES ($1) ON CONFLICT DO NOTHING', [playerId])
  await app.db.asOwner(
    `INSERT INTO limits.limits (id, player_id, definition, period, created_at, ends_at) VALUES ($1, $2, 5, '1-day', $3, $4)`,
    [randomUUID(), playerId, app.deps.clock.now(), new Date(app.deps.clock.now().getTime() + 24 * hourMs)],
  )
}

async function register(): Promise<{ id: string; email: string; token: string }> {
  const email = `signed${++players}@example.test`
  const payload = { email, password: 'a quiet harbour', country, currency: 'EUR', agreements: 1, receiveEmailPromo: 1 }
  const { body } = await app.send({ method: 'POST', url: '/api/player/register', payload })
  const id = JSON.parse(Buffer.from(body.accessToken.split('.')[1], 'base64url').toString()).sub as string
  await app.db.asOwner('UPDATE identity.players SET email_confirmed_at = now() WHERE id = $1', [id])
  return { id, email, token: body.accessToken }
}
describe('by text message', () => {
  const phoneOf = (number: number) => `49151${String(20_000_000 + number)}`
  const words = { en: { title: 'New games', text: 'Three new slots.', sms: 'Three new slots are here.' } }
  const byText = { channels: ['sms'], words, target: undefined } as unknown as Partial<CampaignDefinition>
  const textsTo = async (phone: string) => (await inboxOf(app).all({ to: phone })).map(({ text }) => text)

  // Shows: attack 216, pair phone/consent
  test('reaches players who agreed to text messages, at a confirmed number, with a link that ends that consent alone', async () => {
    const [agreed, byMailOnly, unconfirmed] = [phoneOf(1), phoneOf(2), phoneOf(3)]
    const { id } = await newPlayer({ sms: true, phone: agreed })
    await newPlayer({ sms: false, email: true, phone: byMailOnly })
    await newPlayer({ sms: true, phone: unconfirmed, isConfirmed: false })
    await newPlayer({ sms: true })
    const identity = await schedule(byText)
    await Promise.all([sendCampaigns(app.deps), sendCampaigns(app.deps)])
    await deliver()
    await deliver()
    expect(await outcomes(identity)).toEqual(['sms noAddress 2', 'sms noConsent 1', 'sms sent 1'])
    const [text, ...others] = await textsTo(agreed)
    expect(others).toEqual([])
    const address = `${app.deps.settings.publicUrl}/unsubscribe/${unsubscribeToken(app.deps.settings, id, 'sms')}`
    expect(text).toBe(`Fairhouse: Three new slots are here. Stop: ${address}?by=sms`)
    expect([...(await textsTo(byMailOnly)), ...(await textsTo(unconfirmed))]).toEqual([])

    const consents = async () =>
      (
        await app.db.asOwner('SELECT receives_email_promo, receives_sms_promo FROM identity.players WHERE id = $1', [
          id,
        ])
      ).rows[0]
    const token = unsubscribeToken(app.deps.settings, id, 'sms')
    for (let times = 0; times < 2; times++)
      expect((await call(undefined, 'POST', '/api/notification/unsubscribe', { token })).status).toBeLessThan(300)
    expect(await consents()).toEqual({ receives_email_promo: true, receives_sms_promo: false })
    const { rows } = await app.db.asOwner(
      `SELECT detail FROM identity.audit WHERE player_id = $1 AND action = 'unsubscribed'`,
      [id],
    )
    expect(rows).toEqual([{ detail: { channel: 'sms' } }])
    const again = await schedule(byText)
    await sendCampaigns(app.deps)
    expect(await outcomes(again)).toEqual(['sms noAddress 2', 'sms noConsent 2'])
  })

  // Shows: attack 216
  test('that waits in the queue is withdrawn with its consent, by link or exclusion, and leaves the mail alone', async () => {
    const [first, second] = [phoneOf(11), phoneOf(12)]
    const unsubscribed = await newPlayer({ sms: true, phone: first })
    const excluded = await newPlayer({ sms: true, phone: second })
    const identity = await schedule({ ...byText, channels: ['sms', 'mail'] })
    await sendCampaigns(app.deps)
    expect(await outcomes(identity)).toEqual(['mail sent 2', 'sms sent 2'])
    const token = unsubscribeToken(app.deps.settings, unsubscribed.id, 'sms')
    await call(undefined, 'POST', '/api/notification/unsubscribe', { token })
    await app.deps.db.transaction((tx) => withdrawMarketing(tx, app.deps, { playerId: excluded.id }))
    await deliver()
    expect([...(await textsTo(first)), ...(await textsTo(second))]).toEqual([])
    expect(campaignMails().map(({ to }) => to)).toEqual([unsubscribed.email])
  })

  test('about what players must know needs no consent and has no link', async () => {
    const phone = phoneOf(21)
    await exclude((await newPlayer({ email: false, phone })).id)
    const service = { en: { title: 'Terms', text: 'New terms.', sms: 'Our terms change on 1 December.' } }
    const identity = await schedule({ ...byText, purpose: 'service', words: service })
    await sendCampaigns(app.deps)
    await deliver()
    expect(await outcomes(identity)).toEqual(['sms sent 1'])
    expect(await textsTo(phone)).toEqual(['Fairhouse: Our terms change on 1 December.'])
  })
})

const campaignMails = () => mails.filter(({ source }) => source.includes('Subject: Fairhouse: New games'))
const call = (token: string | undefined, method: 'POST' | 'PUT', url: string, payload: object) =>
  app.send({ method, url, payload, token })

describe('a mail that waits in the queue', () => {
  const ends: Array<[string, (player: Awaited<ReturnType<typeof register>>) => Promise<{ status: number }>]> = [
    [
      'consent is withdrawn in the profile',
      ({ token }) => call(token, 'PUT', '/api/player/profile', { receiveEmailPromo: 0 }),
    ],
    [
      'the player unsubscribes',
      ({ id }) =>
        call(undefined, 'POST', '/api/notification/unsubscribe', { token: unsubscribeToken(app.deps.settings, id) }),
    ],
    [
      'the address is changed',
      async ({ token }) => {
        await call(token, 'POST', '/api/player/step-up', { method: 'password', proof: 'a quiet harbour' })
        return call(token, 'PUT', '/api/player/profile', { email: `moved${++players}@example.test` })
      },
    ],
    [
      'a cooling-off period starts',
      ({ token }) => call(token, 'POST', '/api/player/limits', { definition: 5, period: '1-day' }),
    ],
    [
      'a self-exclusion starts',
      ({ token }) => call(token, 'POST', '/api/player/limits', { definition: 4, period: '1-year' }),
    ],
    [
      'the account is closed',
      async ({ token }) => {
        await call(token, 'POST', '/api/player/step-up', { method: 'password', proof: 'a quiet harbour' })
        return call(token, 'POST', '/api/player/profile/closure', {})
      },
    ],
    ...(['blocked', 'limited'] as const).map((status): (typeof ends)[number] => [
      `an operator makes the player ${status}`,
      async ({ id: playerId }) => {
        const set = await setStatus({ ...app.deps, actor: operator }, { playerId, status, reason: 'test' })
        return { status: set.ok ? 200 : 422 }
      },
    ]),
  ]
  // Shows: attack 215, pair address change/consent, pair block/consent, pair closure/consent, pair exclusion/consent
  test.each(ends)('is not sent once %s, before or at the same moment', async (_what, end) => {
    const player = await register()
    const first = await schedule({ channels: ['mail'] })
    await sendCampaigns(app.deps)
    expect(await outcomes(first)).toEqual(['mail sent 1'])
    const second = await schedule({ channels: ['mail'] })
    const [{ status }] = await Promise.all([end(player), sendCampaigns(app.deps)])
    expect(status).toBe(200)
    await deliver()
    expect(campaignMails()).toEqual([])
    const { rows } = await app.db.asOwner(
      `SELECT DISTINCT state FROM deliveries.deliveries WHERE player_id = $1 AND is_marketing`,
      [player.id],
    )
    expect(rows).toEqual([{ state: 'withdrawn' }])
    expect((await outcomes(second)).length).toBeLessThanOrEqual(1)
  })
})

describe('unsubscribing', () => {
  const promo = async (id: string) =>
    (await app.db.asOwner('SELECT receives_email_promo FROM identity.players WHERE id = $1', [id])).rows[0]
      .receives_email_promo
  const oneClick = (
    address: string,
    payload = 'List-Unsubscribe=One-Click',
    type = 'application/x-www-form-urlencoded',
  ) => app.send({ method: 'POST', url: new URL(address).pathname, payload, headers: { 'content-type': type } })

  // Shows: attack 212
  test('by the headers of a real mail: a GET changes nothing, the one-click request withdraws the consent', async () => {
    const { id } = await newPlayer()
    await schedule({ channels: ['mail'] })
    await sendCampaigns(app.deps)
    await deliver()
    const source = mails[0]!.source.replaceAll(/\r\n[ \t]+/g, ' ')
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const address = /^List-Unsubscribe: <([^>]+)>\r$/m.exec(source)![1]!
    expect(address).toBe(`${app.deps.settings.publicUrl}/unsubscribe/${unsubscribeToken(app.deps.settings, id)}`)
    await app.send({ method: 'GET', url: new URL(address).pathname })
    await app.app.inject({ method: 'HEAD', url: new URL(address).pathname })
    expect(await promo(id)).toBe(true)
    expect(await oneClick(address)).toMatchObject({ status: 200, body: 'Unsubscribed\n' })
    expect(await promo(id)).toBe(false)
    expect((await oneClick(address)).status).toBe(200)
    const { rows } = await app.db.asOwner(
      `SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = 'unsubscribed'`,
      [id],
    )
    expect(rows).toEqual([{ actor: 'guest', detail: { channel: 'mail' } }])
  })

  test('by a form of several parts as well, and by no other body or link', async () => {
    const { id } = await newPlayer()
    const address = `https://house.test/unsubscribe/${unsubscribeToken(app.deps.settings, id)}`
    for (const body of ['', 'List-Unsubscribe=Two-Clicks', 'x=1'])
      expect((await oneClick(address, body)).status).toBe(422)
    expect((await oneClick(address, '{}', 'application/json')).status).toBe(422)
    expect((await oneClick('https://house.test/unsubscribe/AAAA')).status).toBe(422)
    expect(await promo(id)).toBe(true)
    const part = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    expect((await oneClick(address, part, 'multipart/form-data; boundary=b')).status).toBe(200)
    expect(await promo(id)).toBe(false)
  })

  test('is reflected in the profile, where the player can agree again', async () => {
    const { id, token } = await register()
    const read = async () =>
      (await app.send({ method: 'GET', url: '/api/player/profile', token })).body.receiveEmailPromo
    expect(await read()).toBe(true)
    const link = { token: unsubscribeToken(app.deps.settings, id) }
    expect(await call(undefined, 'POST', '/api/notification/unsubscribe', link)).toMatchObject({ status: 200 })
    expect(await read()).toBe(false)
    await call(token, 'PUT', '/api/player/profile', { receiveEmailPromo: 1 })
    expect(await read()).toBe(true)
    expect(await call(undefined, 'POST', '/api/notification/unsubscribe', { token: `${link.token}x` })).toMatchObject({
      status: 422,
      body: { error: { name: 'linkInvalid' } },
    })
  })
})

describe('cancelling', () => {
  // Shows: attack 213
  test('while it is being sent: nobody receives it afterwards, and what was sent is counted', async () => {
    await several(30)
    const identity = await schedule()
    const sending = Promise.all([sendCampaigns(app.deps), sendCampaigns(app.deps)])
    await expect.poll(async () => (await outcomes(identity)).some((line) => line.includes(' sent '))).toBe(true)
    expect(await cancelCampaign(as, identity)).toEqual({ ok: true, value: undefined })
    const at = await outcomes(identity)
    await sending
    await sendCampaigns(app.deps)
    expect(await outcomes(identity)).toEqual(at)
    await deliver()
    expect(mails).toEqual([])
    expect(at.every((line) => / (sent|cancelled) /.test(line))).toBe(true)
    expect(await stateOf(identity)).toBe('cancelled')
    expect(await cancelCampaign(as, identity)).toMatchObject({ refusal: 'campaignOver' })
  })
})

test('a preview counts by consent and language and stores nothing; a report counts what was sent and read', async () => {
  const [reader] = [await newPlayer(), await newPlayer({ email: false }), await newPlayer({ locale: 'ar' })]
  const definition = {
    purpose: 'marketing',
    channels: ['site', 'mail'],
    segment: { countries: [country] },
    words: { en: { title: 'New games', text: 'Three new slots.', button: 'Play' } },
    target: { kind: 'page', path: '/categories/slots' },
  }
  const ctx = as as unknown as DeskCtx
  const preview = await previewCampaign(ctx, { definition })
  expect(preview).toMatchObject({ ok: true, value: { faults: [], players: 3 } })
  if (!preview.ok) return
  const mail = preview.value.channels.find(({ channel }) => channel === 'mail')!
  expect(mail.results).toEqual(
    expect.arrayContaining([
      { name: 'now', count: 2 },
      { name: 'noConsent', count: 1 },
    ]),
  )
  expect(preview.value.locales).toContainEqual({ locale: 'ar', players: 1, reads: 'en' })
  expect(preview.value.sample).toEqual(
    expect.arrayContaining(['[Play] /categories/slots', '--- en, mail: Fairhouse: New games']),
  )
  expect(await messagesOf(reader.id)).toEqual([])
  const now = { startsAt: null, endsAt: null }
  expect(await scheduleDeskCampaign(ctx, { identity: 'reported', definition, ...now })).toMatchObject({ ok: true })
  expect(await scheduleDeskCampaign(ctx, { identity: 'reported', definition, ...now })).toMatchObject({
    refusal: 'identityTaken',
  })
  await sendCampaigns(app.deps)
  await deliver()
  await app.db.asOwner('UPDATE messages.messages SET read_at = now() WHERE player_id = $1', [reader.id])
  const report = await readCampaignReport(ctx, { identity: 'reported' })
  expect(report).toMatchObject({
    value: {
      state: 'sent',
      operator: 'olga',
      deliveries: [{ medium: 'mail', results: [{ name: 'sent', count: 2 }] }],
      messages: { held: 2, read: 1 },
    },
  })
  expect(report.ok && report.value.channels.find(({ channel }) => channel === 'mail')!.results).toEqual(
    expect.arrayContaining([
      { name: 'sent', count: 2 },
      { name: 'noConsent', count: 1 },
    ]),
  )
  expect(await readCampaignReport(ctx, { identity: 'nothing' })).toMatchObject({ refusal: 'campaignNotFound' })
  const { rows } = await app.db.asOwner(
    `SELECT actor, detail->>'identity' AS identity FROM identity.audit WHERE action = 'campaign-scheduled' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ actor: 'operator:olga', identity: 'reported' }])
})

// Shows: pair consent/export
test("a player's export lists the campaigns that were sent to them", async () => {
  const { token } = await register()
  await call(token, 'POST', '/api/player/step-up', { method: 'password', proof: 'a quiet harbour' })
  const identity = await schedule({ channels: ['site'] })
  await sendCampaigns(app.deps)
  const answer = await app.send({ method: 'GET', url: '/api/player/profile/export', token })
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  expect(text).toContain(identity)
  expect(await reportCampaign(app.db.kysely, { id: randomUUID(), identity: 'none' })).toEqual({
    outcomes: [],
    deliveries: [],
    messages: { held: 0, read: 0 },
  })
})

// Shows: change 30
test('a campaign that only a newer build can read is left to it, and delays no other', async () => {
  await several(2)
  // A service message may be sent at any hour.
  const service = { purpose: 'service', target: { kind: 'page', path: '/profile/limits' } } as const
  const [newer, known] = [await schedule(service), await schedule(service)]
  const form = (change: string) =>
    app.db.asOwner(`UPDATE campaigns.campaigns SET definition = definition ${change} WHERE identity = $1`, [newer])
  await form(`|| '{"ofANewerBuild": true}'`)
  await sendCampaigns(app.deps)
  expect([await outcomes(newer), await outcomes(known)]).toEqual([[], ['mail sent 2', 'site sent 2']])
  expect(await stateOf(newer)).not.toBe('sent')
  await form(`- 'ofANewerBuild'`)
  await sendCampaigns(app.deps)
  expect(await outcomes(newer)).toEqual(['mail sent 2', 'site sent 2'])
})
