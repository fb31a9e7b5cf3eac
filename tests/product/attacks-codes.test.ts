/** Guessing and SMS pumping against a running site, with restarts: attacks 20, 21, 22 and 37 in docs/threats.md. */
import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { type Inbox, inboxOf } from '#tests/setup/inbox.ts'
import { prepareFolder, type Site, startSite } from '#tests/setup/site.ts'
import { type Reply, send } from './site-player.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'fairhouse-codes-'))
/** Limits are small, so that the test needs few requests; unit tests cover the default ones. */
const env = { SEED: 'false', TRUST_PROXY: '1', STRANGER_SIGN_IN_FAILURES: '10', OTP_PER_COUNTRY_HOUR: '40' }
/** The guests' part of the country's budget; the other part is reserved for signed-in players. */
const forGuests = 30
let site: Site
let inbox: Inbox
const start = async () => {
  site = await startSite({ env, dataDir })
  inbox = inboxOf(site)
}
beforeAll(async () => {
  await prepareFolder(dataDir, env)
  await start()
})
afterAll(async () => {
  await site.discard()
  rmSync(dataDir, { recursive: true, force: true })
})

const call = (path: string, body: object, ip: string): Promise<Reply> =>
  send(`${site.url}/api/player/${path}`, 'POST', { body, headers: { 'x-forwarded-for': ip } })
const password = 'a-Long-pass-9431'
const form = { password, country: 'DE', currency: 'EUR', agreements: 1 }
let lastPhone = 1_000_000
const freshPhone = () => `491512${++lastPhone}`
let lastIp = 0
const freshIp = () => `44.${Math.floor(++lastIp / 200)}.${lastIp % 200}.1`
/** The number of codes sent in all tests. */
let codesSent = 0
async function ask(phone: string, ip = freshIp()): Promise<Reply> {
  const answer = await call('otp/send', { phone, reason: 'registration' }, ip)
  if (answer.status === 200) codesSent++
  return answer
}
const signIn = (login: string, secret: string, ip: string) => call('sessions', { login, password: secret }, ip)

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now()
  return [await work(), performance.now() - startedAt]
}

// Shows: attack 21
longTest(
  '21: of 100 simultaneous guesses none succeeds, the right code is too late after five, and no other phone or purpose accepts it',
  async () => {
    const [phone, other] = [freshPhone(), freshPhone()]
    await ask(phone)
    await ask(other)
    const code = (await inbox.next({ to: phone })).code!
    expect((await call('register/phone', { ...form, phone: other, code }, freshIp())).body.error.code).toBe(11003)
    expect((await call('otp/verify', { phone, reason: 'step-up', code }, freshIp())).status).toBe(401)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => call('otp/verify', { phone, reason: 'registration', code: wrong }, freshIp())),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error.code}`))).toEqual(new Set(['422 11003']))
    expect((await call('register/phone', { ...form, phone, code }, freshIp())).body.error.code).toBe(11003)
  },
)

// Shows: attack 22, ASVS 2.4.1
longTest(
  '22: of 1,000 requests for codes all beyond the limits of an address and a country need a proof of work, after a restart too',
  async () => {
    const ip = freshIp()
    const phones = Array.from({ length: 1000 }, freshPhone)
    const answers: Reply[] = []
    for (let batch = 0; batch < 1000; batch += 100)
      answers.push(...(await Promise.all(phones.slice(batch, batch + 100).map((phone) => ask(phone, ip)))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(
      new Set(answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.error.name}`)),
    ).toEqual(new Set(['429 captchaRequired']))
    const scattered = await Promise.all(Array.from({ length: 20 }, () => ask(freshPhone())))
    expect(scattered.map(({ status }) => status)).toContain(429)
    expect(codesSent).toBe(forGuests)
    expect(await site.stop()).toBe(0)
    await start()
    expect((await ask(freshPhone())).body.error.name).toBe('captchaRequired')
    expect((await ask(phones[999]!, ip)).body.error.name).toBe('captchaRequired')
  },
)

// Shows: attack 20
longTest(
  '20: guesses from many blocks of addresses end in a proof of work for unfamiliar places, also after a restart; players can sign in from familiar ones',
  async () => {
    const home = freshIp()
    const email = `${randomUUID()}@example.test`
    expect((await call('register', { ...form, email }, home)).status).toBe(200)
    const guesses = await Promise.all(
      Array.from({ length: 100 }, () => signIn(`${randomUUID()}@example.test`, 'guess', freshIp())),
    )
    const checked = guesses.filter(({ status }) => status === 401).length
    // No account has these logins: five times as many are checked as at logins that exist.
    expect(checked).toBeGreaterThanOrEqual(50)
    // A few more can be checked: the number of hashes that can be in progress at once.
    expect(checked).toBeLessThanOrEqual(53)
    expect(await site.stop('SIGKILL')).not.toBe(0)
    await start()
    expect(await signIn(email, password, freshIp())).toMatchObject({
      status: 429,
      body: { error: { name: 'captchaRequired', message: expect.stringMatching(/\d+ min/) } },
    })
    expect((await signIn(email, password, home)).status).toBe(200)
  },
)

// Shows: attack 37
longTest(
  '37: a known and an unknown login, and a known and an unknown phone, get the same body in the same time',
  { timeout: 180_000 },
  async () => {
    const open = await startSite({ env: { SEED: 'false', TRUST_PROXY: '1' } })
    const there = (path: string, body: object) =>
      send(`${open.url}/api/player/${path}`, 'POST', { body, headers: { 'x-forwarded-for': freshIp() } })
    try {
      const phones = Array.from({ length: 12 }, freshPhone)
      const emails = phones.map(() => `${randomUUID()}@example.test`)
      for (const email of emails) await there('register', { ...form, email })
      const theirs = inboxOf(open)
      for (const phone of phones) {
        await there('otp/send', { phone, reason: 'registration' })
        expect(
          (await there('register/phone', { ...form, phone, code: (await theirs.next({ to: phone })).code })).status,
        ).toBe(200)
      }
      const pairs: Array<[string, (index: number) => object, (index: number) => object]> = [
        [
          'sessions',
          (index) => ({ login: emails[index], password: 'guess' }),
          () => ({ login: `${randomUUID()}@example.test`, password: 'guess' }),
        ],
        [
          'sessions',
          (index) => ({ login: phones[index], password: 'guess' }),
          () => ({ login: freshPhone(), password: 'guess' }),
        ],
        // The code that opened the account was used, so both are invalid.
        [
          'otp/send',
          (index) => ({ phone: phones[index], reason: 'registration' }),
          () => ({ phone: freshPhone(), reason: 'registration' }),
        ],
        [
          'register/phone',
          (index) => ({ ...form, phone: phones[index], code: '000000' }),
          () => ({ ...form, phone: freshPhone(), code: '000000' }),
        ],
      ]
      for (const [path, known, unknown] of pairs) {
        const [knownMs, unknownMs]: [number[], number[]] = [[], []]
        for (let index = 0; index < phones.length; index++) {
          const [one, oneMs] = await timed(() => there(path, known(index)))
          const [other, otherMs] = await timed(() => there(path, unknown(index)))
          expect([one.status, one.body], path).toEqual([other.status, other.body])
          knownMs.push(oneMs)
          unknownMs.push(otherMs)
        }
        // A busy machine only adds time, so the fastest of each are compared.
        const [fastest, other] = [Math.min(...knownMs), Math.min(...unknownMs)]
        expect(Math.abs(fastest - other), `${path} ${fastest} ${other}`).toBeLessThan(
          Math.max(10, 0.5 * Math.max(fastest, other)),
        )
      }
    } finally {
      await open.stop()
    }
  },
)
