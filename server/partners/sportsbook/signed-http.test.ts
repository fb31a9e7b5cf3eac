import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { sportsbookConformance, type SportsbookFault } from './conformance.ts'
import { sportsbookOf } from './from-settings.ts'
import { createSignedSportsbook, sportsbookKeys } from './signed-http.ts'
import { signedHeaders } from './signature.ts'

const now = new Date('2026-11-21T12:00:00Z')
const clock = { now: () => now }
const secret = 'the secret shared with the sportsbook'
const keys = sportsbookKeys(secret)

const answers: Record<string, object> = {
  sports: { sports: [{ id: 'football', name: 'Football', path: '/football', liveEvents: 2, upcomingEvents: 9 }] },
  events: {
    events: [
      {
        id: 'football-1',
        name: 'Alder – Birch',
        league: 'Nordliga',
        sport: 'Football',
        path: '/event/football-1',
        startsAt: '2026-05-01T12:00:00.000Z',
        isLive: true,
      },
    ],
  },
  bets: { bets: [], next: null },
  'cash-out-quotes': { quotes: [{ betId: 'b1', amount: null }] },
}
let fault: SportsbookFault = 'answers'
let server: Server
let host = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    const call = request.url!.split('/').at(-1)!
    request.resume().on('end', () => reply(response, call))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function reply(response: ServerResponse, call: string): void {
  if (fault === 'is slow') return
  if (fault === 'loses its answers') return void response.socket?.destroy()
  const text = JSON.stringify(fault === 'answers nonsense' ? { sports: 5 } : answers[call])
  const key = fault === 'is forged' ? keys.toSite : keys.toSportsbook
  response.writeHead(fault === 'fails' ? 500 : 200, signedHeaders(key, text, now))
  response.end(text)
}

sportsbookConformance('a sportsbook over signed HTTP', now, (wanted) => {
  fault = wanted
  return {
    sportsbook: createSignedSportsbook({
      slug: 'sportsbook',
      // Nothing listens at this address, as if the sportsbook were unavailable.
      host: fault === 'is away' ? 'http://127.0.0.1:9' : host,
      clientId: 'client-1',
      integrity: null,
      secrets: [secret],
      clock,
      // The timeout is long enough for a busy machine, and short if the answer is delayed on purpose.
      timeoutMs: wanted === 'is slow' ? 300 : 10_000,
    }),
    sign: (content, at) => ({ rawBody: Buffer.from(content), headers: signedHeaders(keys.toSite, content, at) }),
  }
})

// Shows: attack 180
test('a secret that is being replaced is still accepted, any other is not', () => {
  const body = Buffer.from('{}')
  const of = (secrets: string[]) =>
    createSignedSportsbook({ slug: 's', host: 'https://sports.test', clientId: 'c', integrity: null, secrets, clock })
  const headers = signedHeaders(keys.toSite, body, now)
  const call = { rawBody: body, now, header: (name: string) => headers[name] }
  expect(of(['the secret that replaces it', secret]).isGenuine(call)).toBe(true)
  expect(of(['another secret altogether']).isGenuine(call)).toBe(false)
})

// Shows: 1.4.1
test('the settings choose an outside sportsbook, the sandbox, or none', () => {
  const read = (env: Record<string, string>) => sportsbookOf(readSettings({ NODE_ENV: 'test', ...env }), clock)
  expect(read({ SANDBOX: 'false' })).toBeNull()
  expect(read({ SPORTSBOOK_HOST: 'off' })).toBeNull()
  expect(read({ SPORTSBOOK_HOST: 'sandbox', SANDBOX_PORT: '4001' })?.client.script).toBe(
    'http://localhost:4001/sportsbook/client.js',
  )
  const outside = { SPORTSBOOK_HOST: 'https://sports.test/', SPORTSBOOK_CLIENT_ID: 'c', SPORTSBOOK_SECRET: secret }
  expect(read(outside)?.client).toMatchObject({ script: 'https://sports.test/client.js', clientId: 'c' })
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { SPORTSBOOK_SECRET: _secret, ...open } = outside
  const tokens = {
    ...open,
    SPORTSBOOK_SIGNING_KEY: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    SPORTSBOOK_PUBLIC_KEYS: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  }
  expect(read(tokens)?.client).toMatchObject({ script: 'https://sports.test/renderer.js', renderer: 'initialize' })
  expect(() => read({ ...tokens, SPORTSBOOK_SECRET: secret })).toThrow(/set one of them/)
  expect(() => read({ ...tokens, SPORTSBOOK_PUBLIC_KEYS: '' })).toThrow(/both or neither/)
  for (const [missing, words] of [
    ['SPORTSBOOK_HOST', /both or neither/],
    ['SPORTSBOOK_CLIENT_ID', /both or neither/],
    ['SPORTSBOOK_SECRET', /SPORTSBOOK_SECRET: required/],
  ] as const) {
    const { [missing]: _missing, ...rest } = outside
    expect(() => read(rest)).toThrow(words)
  }
})
