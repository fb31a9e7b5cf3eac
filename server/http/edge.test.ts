import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '#tests/setup/app.ts'
import { refuseBusy } from '../kernel/http/compress.ts'
import { Busy } from '../kernel/http/slots.ts'

const get = (app: TestApp, url: string, ip: string) =>
  app.send({ method: 'GET', url, headers: { 'x-forwarded-for': ip } })

// Shows: ASVS 2.4.1
test('the API limit applies to every encoding of a path, and to all addresses of one IPv6 /64', async () => {
  const app = await testApp({ env: { RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: '1' } })
  const written = ['/api/settings/locales', '/%61pi/settings/locales', '/ap%69/settings/locales?x=1']
  const statuses = []
  for (let index = 0; index < 8; index++) statuses.push((await get(app, written[index % 3]!, '198.51.100.7')).status)
  expect(statuses).toEqual([...Array(5).fill(200), 429, 429, 429])
  const household = []
  for (let index = 0; index < 8; index++)
    household.push((await get(app, '/api/settings/locales', `2001:db8:1:2:${index}::${index}`)).status)
  expect(household).toEqual([...Array(5).fill(200), 429, 429, 429])
  expect((await get(app, '/api/settings/locales', '2001:db8:1:3::1')).status).toBe(200)
  await app.close()
})

// Shows: ASVS 3.2.1, ASVS 3.4.1, ASVS 3.4.3, ASVS 3.4.4, ASVS 3.4.6, ASVS 12.2.1, ASVS 13.4.4
test('every answer keeps its type, its frames to this site, and later visits to https; TRACE is answered with 404', async () => {
  const app = await testApp({ env: { PUBLIC_URL: 'https://house.test', RATE_LIMIT_PER_MINUTE: '6' } })
  const answers = [
    await app.send({ method: 'GET', url: '/api/settings/locales' }),
    await app.send({ method: 'GET', url: '/api/player/profile' }),
    await app.send({ method: 'GET', url: '/api/content/en/nothing' }),
    await app.send({ method: 'GET', url: '/nothing' }),
    await app.send({ method: 'GET', url: '/api/%zz' }),
    await app.send({ method: 'GET', url: '/healthz' }),
    await app.send({
      method: 'POST',
      url: '/api/player/sessions',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    }),
    await app.send({ method: 'TRACE', url: '/api/settings/locales' }),
  ]
  const traced = answers.at(-1)!
  expect([traced.status, JSON.stringify(traced.body)]).toEqual([404, expect.not.stringContaining('TRACE')])
  while (answers.at(-1)!.status !== 429) answers.push(await app.send({ method: 'GET', url: '/api/settings/locales' }))
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400, 401, 404, 422, 429]))
  for (const { status, headers } of answers)
    expect([status, headers]).toEqual([
      status,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "frame-ancestors 'self'; object-src 'none'; base-uri 'none'",
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      }),
    ])
  await app.close()
})

test('the addresses of one block together have ten times the limit of one', async () => {
  const app = await testApp({ env: { RATE_LIMIT_PER_MINUTE: '3', TRUST_PROXY: '1' } })
  const statuses = []
  for (let index = 0; index < 40; index++)
    statuses.push((await get(app, '/api/settings/locales', `198.51.100.${index}`)).status)
  expect(statuses).toEqual([...Array(30).fill(200), ...Array(10).fill(429)])
  await app.close()
})

test("a refusal, a missing session, invalid input and the address limit are answered in the reader's language", async () => {
  const app = await testApp({ env: { RATE_LIMIT_PER_MINUTE: '3', TRUST_PROXY: '1' } })
  const messageOf = async (url: string, locale: string) => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'x-locale': locale }
    return (await app.send({ method: 'GET', url, headers })).body.error.message
  }
  expect(await messageOf('/api/content/xx/alerts', 'de')).toBe('Diese Sprache ist nicht verfügbar.')
  expect(await messageOf('/api/player/profile', 'pt-BR')).toBe('Entre na sua conta para continuar.')
  expect(await messageOf('/api/content/en/nothing', 'ar')).toBe('تحقق من القيم التي أدخلتها.')
  expect(await messageOf('/api/settings/locales', 'de')).toBe(
    'Zu viele Anfragen. Bitte warte einen Moment und versuche es erneut.',
  )
  await app.close()
})

test('an absolute-form request is answered like its path, and an asterisk-form request is no fault', async () => {
  const app = await testApp()
  const { port } = new URL(await app.listen())
  const statusOf = (line: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`${line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (bytes) => (text += bytes))
      socket.on('end', () => resolve(text.split(' ')[1] ?? ''))
      socket.on('error', reject)
    })
  expect(await statusOf('GET http://localhost/api/settings/locales')).toBe('200')
  expect(await statusOf('GET HTTPS://elsewhere.test/api/settings/locales?x=1')).toBe('200')
  for (const line of ['GET *', 'OPTIONS *', 'GET http://localhost', 'GET http://localhost?x', 'GET x:y', 'GET //'])
    expect(['400', '404'], line).toContain(await statusOf(line))
  await app.close()
})

// Shows: ASVS 16.3.4
test('a flood of one failure logs ten lines a minute, then the number suppressed', async () => {
  const lines: Array<Record<string, unknown>> = []
  const log = pino(
    new Writable({
      write(line, _encoding, done) {
        lines.push(JSON.parse(String(line)))
        done()
      },
    }),
  )
  const app = await testApp({
    deps: () => ({ log }),
    plugins: () => [
      (app) => {
        app.get('/broken/:id', async () => {
          throw new TypeError('broken')
        })
      },
    ],
  })
  for (let index = 0; index < 500; index++)
    expect((await get(app, `/broken/${index}`, '198.51.100.7')).status).toBe(500)
  expect(lines.filter(({ msg }) => msg === 'request failed')).toHaveLength(10)
  app.moveClock(61_000)
  await get(app, '/broken/again', '198.51.100.7')
  expect(lines.at(-1)).toMatchObject({ msg: 'request failed', suppressed: 490, url: '/broken/again' })
  await app.close()
})

test('an answer that waits for too many others is refused with 503, and is no failure', async () => {
  const lines: string[] = []
  const log = pino(new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }))
  const app = await testApp({
    deps: () => ({ log }),
    plugins: () => [
      (app) => {
        app.get('/busy', async () => {
          throw new Busy()
        })
      },
    ],
  })
  const answer = await app.send({ method: 'GET', url: '/busy' })
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('1')
  expect(lines.filter((line) => line.includes('request failed'))).toEqual([])
  await app.close()
})

test('overload is logged once a minute with the number of refused requests, not for each', async () => {
  const lines: Array<Record<string, unknown>> = []
  const log = pino(new Writable({ write: (line, _encoding, done) => (lines.push(JSON.parse(String(line))), done()) }))
  const app = await testApp({
    deps: () => ({ log }),
    plugins: () => [
      (app) => {
        app.get('/busy/:id', async () => {
          throw new Busy()
        })
        app.get('/refused', async (_request, reply) => refuseBusy(reply))
      },
    ],
  })
  const overload = () => lines.filter(({ msg }) => msg === 'requests refused for overload')
  for (let index = 0; index < 50; index++) expect((await get(app, `/busy/${index}`, '198.51.100.7')).status).toBe(503)
  expect((await get(app, '/refused', '198.51.100.7')).status).toBe(503)
  expect(overload()).toMatchObject([
    { route: '/busy/:id', refused: 1 },
    { route: '/refused', refused: 1 },
  ])
  app.moveClock(61_000)
  await get(app, '/busy/again', '198.51.100.7')
  expect(overload()).toHaveLength(3)
  expect(overload().at(-1)).toMatchObject({ route: '/busy/:id', refused: 50 })
  await app.close()
})

// Shows: ASVS 16.2.1, ASVS 16.3.2
test('a denied call is logged with what, who and why, ten lines a minute for each caller', async () => {
  const lines: Array<Record<string, unknown>> = []
  const log = pino(
    new Writable({
      write(line, _encoding, done) {
        lines.push(JSON.parse(String(line)))
        done()
      },
    }),
  )
  const app = await testApp({ deps: () => ({ log }), env: { TRUST_PROXY: '1' } })
  const denied = () => lines.filter(({ msg }) => msg === 'call denied')
  const { body } = await app.send({
    method: 'POST',
    url: '/api/player/register',
    payload: { email: 'a@example.com', password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 },
  })
  const foreign = '/api/wallet/accounts/00000000-0000-4000-8000-000000000000/switch'
  await app.send({ method: 'PUT', url: foreign, token: body.accessToken })
  expect(denied()).toMatchObject([
    {
      method: 'PUT',
      path: '/api/wallet/accounts/{id}/switch',
      status: 404,
      refusal: 'accountNotFound',
      player: expect.any(String),
      session: expect.any(String),
    },
  ])
  for (let index = 0; index < 30; index++) await get(app, '/api/player/profile', '198.51.100.7')
  await get(app, '/api/player/profile', '198.51.100.8')
  expect(denied().filter(({ ip }) => ip === '198.51.100.7')).toHaveLength(10)
  expect(denied().at(-1)).toMatchObject({ status: 401, refusal: 'unauthorized', ip: '198.51.100.8' })
  expect(JSON.stringify(lines)).not.toContain(body.accessToken)
  await app.close()
})

test.each(['0000-01-01T00:00:00Z', '0999-12-31T23:59:59Z', '3001-01-01T00:00:00Z'])(
  'a period outside the range of years is refused at its field: %s',
  async (moment) => {
    const app = await testApp()
    const { body } = await app.send({
      method: 'POST',
      url: '/api/player/register',
      payload: { email: 'a@example.com', password: 'a quiet harbour', country: 'DE', currency: 'EUR', agreements: 1 },
    })
    for (const path of [
      'wallet/statement',
      'wallet/totals',
      'wallet/ledger',
      'payment/invoices',
      'payment/invoices/statistics',
    ])
      for (const key of ['from', 'to']) {
        const answer = await app.send({
          method: 'GET',
          url: `/api/${path}?${key}=${moment}`,
          token: body.accessToken,
        })
        expect(answer.status, path).not.toBe(500)
        if (answer.status !== 404)
          expect(answer, path).toMatchObject({ status: 422, body: { error: { fields: { [key]: expect.any(Array) } } } })
      }
    await app.close()
  },
)
