/** Attacks on account recovery by mail: attacks 23 and 37 in docs/threats.md. */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { type Inbox, inboxOf } from '#tests/setup/inbox.ts'
import { type Site, startSite } from '#tests/setup/site.ts'

type Answer = { status: number; body: string; ms: number }
const password = 'a quiet harbour'
let site: Site
let inbox: Inbox
beforeAll(async () => {
  site = await startSite({ env: { SEED: 'false', REGISTRATION_CONFIRMATION: 'first', TRUST_PROXY: '1' } })
  inbox = inboxOf(site)
})
afterAll(() => site.discard())

let lastIp = 0
/** Sends from an address in a separate block, as an unrelated visitor; `headers` can name another host. */
function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const from = `198.${18 + Math.floor(++lastIp / 200)}.${lastIp % 200}.7`
  const text = JSON.stringify(body)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(
      site.url + path,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          'x-forwarded-for': from,
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            body: Buffer.concat(chunks).toString(),
            ms: performance.now() - started,
          }),
        )
      },
    )
    call.on('error', reject)
    call.end(text)
  })
}
const registration = (email: string) => ({ email, password, country: 'DE', currency: 'EUR', agreements: 1 })
const codeIn = (link: string) => [...new URL(link).searchParams.values()][0]!

/** A player with a confirmed address, and an access token. */
async function newPlayer(): Promise<{ email: string; token: string }> {
  const email = `${randomUUID()}@example.com`
  await post('/api/player/register', registration(email))
  const { body } = await post('/api/player/profile/confirmations/email', {
    code: codeIn((await inbox.next({ to: email })).links[0]!),
  })
  const session = await post('/api/player/sessions/token', { token: JSON.parse(body).autologinToken })
  return { email, token: JSON.parse(session.body).accessToken }
}

// Shows: attack 23
longTest(
  '23: whatever host a password reset request names, the mail links to this site; its code works once and ends every session',
  async () => {
    const { email, token } = await newPlayer()
    const evil = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
      'x-original-host': 'evil.example',
    }
    expect((await post('/api/player/passwords/reset', { email }, evil)).status).toBe(200)
    const mail = await inbox.next({ to: email })
    expect(mail.html + mail.text).not.toContain('evil')
    for (const link of mail.links) expect(new URL(link).origin).toBe(site.url)
    const reset = () =>
      post('/api/player/passwords/confirm', {
        code: codeIn(mail.links[0]!),
        password: 'another harbour',
        password_confirmation: 'another harbour',
      })
    const answers = await Promise.all(Array.from({ length: 10 }, reset))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(422)])
    expect(
      (await fetch(`${site.url}/api/player/profile`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401)
    expect((await post('/api/player/sessions', { login: email, password })).status).toBe(401)
    expect((await post('/api/player/sessions', { login: email, password: 'another harbour' })).status).toBe(200)
  },
)

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/**
 * The trials alternate, so that the machine's load affects both kinds equally. Both kinds do the same work by
 * construction (module tests compare the statements), so this test finds only a large difference: a mail sent or a hash
 * calculated for one kind only.
 */
async function compare(trials: number, path: string, body: (email: string) => object, known: string): Promise<void> {
  const answers: Record<'known' | 'unknown', Answer[]> = { known: [], unknown: [] }
  for (let trial = 0; trial < trials; trial++) {
    const order = trial % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order)
      answers[kind].push(await post(path, body(kind === 'known' ? known : `${randomUUID()}@example.com`)))
  }
  expect(
    new Set(
      Object.values(answers)
        .flat()
        .map(({ status, body: text }) => `${status} ${text}`),
    ).size,
  ).toBe(1)
  const [a, b] = [median(answers.known.map(({ ms }) => ms)), median(answers.unknown.map(({ ms }) => ms))]
  expect(Math.abs(a - b), `known ${a.toFixed(1)} ms, unknown ${b.toFixed(1)} ms`).toBeLessThan(
    Math.max(5, 0.35 * Math.max(a, b)),
  )
}

// Shows: attack 37
longTest('37: a password reset for a known and an unknown address: same body, same time', async () => {
  const { email } = await newPlayer()
  await compare(60, '/api/player/passwords/reset', (address) => ({ email: address }), email)
})

// Shows: attack 37
longTest(
  '37: registering with a known and an unknown address, with confirmation first: same body, same time; only the mail differs',
  async () => {
    const { email } = await newPlayer()
    await compare(40, '/api/player/register', registration, email)
    expect((await inbox.next({ to: email })).subject).toContain('already have an account')
  },
)
