import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sportsbookConformance, type SportsbookFault } from './conformance.ts'
import { readJwt, signJwt } from './es256.ts'
import { createJwtSportsbook } from './jwt-http.ts'

const now = new Date('2026-11-22T12:00:00Z')
const clock = { now: () => now }
const [site, theirs, stranger] = [1, 2, 3].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))

const answers: Record<string, object> = {
  sports: { sports: [{ id: 'football', name: 'Football', slug: 'football', live: 2, upcoming: 9 }] },
  bets: {
    bets: [
      {
        transaction_id: 'b1',
        currency: 'EUR',
        amount: 500,
        open_amount: 0,
        paid: 1000.75,
        status: 'settled',
        decisions: 1,
        updated: 1_795_000_000.5,
      },
    ],
    next: null,
  },
  'cash-out': { quotes: [{ transaction_id: 'b1', amount: null }] },
}
const claimsAt = (at: Date, payload: unknown) => {
  const iat = Math.floor(at.getTime() / 1000)
  return { iat, exp: iat + 60, payload }
}

let fault: SportsbookFault = 'answers'
let server: Server
let host = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    const call = request.url!.split('/').at(-1)!
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { payload } = JSON.parse(Buffer.concat(parts).toString()) as { payload: string }
      // The calls of the site are signed as well.
      if (readJwt(payload, [site!.publicKey]) === null) return void response.writeHead(401).end()
      reply(response, call)
    })
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
  const claims = claimsAt(now, fault === 'answers nonsense' ? { sports: 5 } : answers[call])
  const key = fault === 'is forged' ? stranger! : theirs!
  response.writeHead(fault === 'fails' ? 500 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ payload: signJwt(claims, key.privateKey) }))
}

function sportsbook(at: string, timeoutMs = 10_000) {
  return createJwtSportsbook({
    slug: 'sportsbook',
    host: at,
    clientId: 'brand-1',
    integrity: null,
    ownKey: site!.privateKey,
    theirKeys: [theirs!.publicKey],
    clock,
    timeoutMs,
  })
}

sportsbookConformance('a sportsbook whose calls are tokens', now, (wanted) => {
  fault = wanted
  return {
    // Nothing listens at this address, as if the sportsbook were unavailable.
    sportsbook: sportsbook(wanted === 'is away' ? 'http://127.0.0.1:9' : host, wanted === 'is slow' ? 300 : 10_000),
    sign: (content, at) => ({
      rawBody: Buffer.from(JSON.stringify({ payload: signJwt(claimsAt(at, JSON.parse(content)), theirs!.privateKey) })),
      headers: {},
    }),
  }
})

test('its lists are converted to the terms of the protocol', async () => {
  fault = 'answers'
  const bets = await sportsbook(host).listBets({ from: now, to: now, after: null })
  expect(bets).toMatchObject({
    ok: true,
    value: { bets: [{ betId: 'b1', stake: 500, openStake: 0, payout: 1000, status: 'settled', sequence: 1 }] },
  })
})

// Shows: attack 206
test('a token with another algorithm, signer, encoding or lifetime is not accepted', () => {
  const at = sportsbook(host)
  const body = (token: string) => Buffer.from(JSON.stringify({ payload: token }))
  const isGenuine = (token: string) => at.isGenuine({ rawBody: body(token), now, header: () => undefined })
  const good = signJwt(claimsAt(now, {}), theirs!.privateKey)
  expect(isGenuine(good)).toBe(true)
  const [, claims, signature] = good.split('.')
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const longLived = { ...claimsAt(now, {}), exp: now.getTime() / 1000 + 86_400 }
  for (const token of [
    `${none}.${claims}.`,
    `${none}.${claims}.${signature}`,
    `${good}=`,
    `${good}.x`,
    signJwt(claimsAt(now, {}), stranger!.privateKey),
    signJwt(claimsAt(now, {}), site!.privateKey),
    signJwt(longLived, theirs!.privateKey),
    signJwt({ payload: {} }, theirs!.privateKey),
    '',
  ])
    expect(isGenuine(token)).toBe(false)
})
