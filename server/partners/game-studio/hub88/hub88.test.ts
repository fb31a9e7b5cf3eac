import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ExactAmount, parseExactly } from '#contract/exact-number.ts'
import { gameStudioConformance } from '#server/partners/game-studio/conformance.ts'
import { isSigned, signBody as signInStudio } from '#studio-sdk/signature.ts'
import { keyPair, listedGame, studioServer } from '#tests/setup/outside-studio.ts'
import { maxTokenLength } from '../session-token.ts'
import { fromHub88, toHub88, wholeFromHub88 } from './amounts.ts'
import { catalogueCall } from '../catalogue.ts'
import { createHub88Studio } from './hub88.ts'
import { isSignedBy, readPublicKey, signatureHeader, signBody } from './signature.ts'
import type { StudioGame } from '../port.ts'

const [site, studio] = [keyPair(), keyPair()]
const server = await studioServer(site.publicKey)
beforeEach(() => {
  server.answerWith = null
})
afterAll(() => server.close())

const connect = (publicKeys = [studio.publicKey]) =>
  createHub88Studio({
    slug: 'lantern',
    name: 'Lantern Works',
    url: server.url,
    operatorId: 7,
    privateKey: createPrivateKey(site.privateKey),
    publicKeys: publicKeys.map(readPublicKey),
    tokenKey: 'a key of the site',
    timeoutMs: 1_000,
  })
/** A game as derived from the stored catalogue. */
const game = (code: string): StudioGame => ({
  slug: `lantern-${code}`,
  kind: 'slot',
  volatility: 'high',
  rtp: 96.5,
  rtpExact: { numerator: 965n, denominator: 1000n },
  hitRate: null,
  deviation: null,
  maxWinMultiplier: 5000,
  mathsVersion: null,
  mathsHash: null,
  releasedOn: null,
  features: [],
  tile: '',
  dominantColor: 'transparent',
  stakes: [{ currency: 'EUR', min: 10, max: 10_000 }],
  text: () => ({ name: code, description: '', rules: [], keywords: [] }),
  outside: {
    code,
    category: 'Video Slots',
    platforms: [],
    blockedCountries: [],
    currencies: [],
    languages: [],
    hasFreeRounds: true,
    hasDemo: true,
    isOffered: true,
  },
})

describe('the published vectors', () => {
  const vectors = join(import.meta.dirname, 'vectors')
  const publicKey = readFileSync(join(vectors, 'public.pem'), 'utf8')
  const rows = readFileSync(join(vectors, 'signatures.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => ({ body: line.slice(0, line.lastIndexOf(';')), signature: line.slice(line.lastIndexOf(';') + 1) }))

  // Shows: 11.40, fault 20
  test('are accepted by the site and by the SDK, and no other bytes are', () => {
    expect(rows).toHaveLength(5)
    const keys = [readPublicKey(publicKey)]
    for (const { body, signature } of rows) {
      expect(isSignedBy(keys, Buffer.from(body), signature), body).toBe(true)
      expect(isSigned(body, signature, publicKey), body).toBe(true)
      for (const other of [`${body} `, body.slice(1), body.replace(/.$/, 'x')])
        expect(isSignedBy(keys, Buffer.from(other), signature), other).toBe(false)
      expect(isSignedBy([readPublicKey(studio.publicKey)], Buffer.from(body), signature)).toBe(false)
    }
  })
})

test('site and SDK create the same signature, and during a replacement both keys are accepted', () => {
  const body = '{"amount":150000}'
  const signature = signBody(body, site.privateKey)
  expect(signInStudio(body, site.privateKey)).toBe(signature)
  expect(
    isSignedBy(
      [studio, site].map(({ publicKey }) => readPublicKey(publicKey)),
      Buffer.from(body),
      signature,
    ),
  ).toBe(true)
  for (const forged of ['', 'x', signature.slice(0, -4), 'A'.repeat(344), `${signature}\n`])
    expect(isSignedBy([readPublicKey(site.publicKey)], Buffer.from(body), forged)).toBe(false)
})

test('a public key that is short or of another kind is refused', () => {
  expect(() => readPublicKey('-----BEGIN PUBLIC KEY-----')).toThrow()
})

test('stakes are converted exactly or refused, credits are rounded down, and a balance is never overstated', () => {
  const read = (json: string) => ExactAmount.parse(parseExactly(json))
  const whole = (json: string, subunitToUnit = 100) => wholeFromHub88(read(json), subunitToUnit)
  const cut = (json: string) => fromHub88(read(json), 100)
  expect([whole('150000'), whole('0'), whole('1', 100_000_000)]).toEqual([150n, 0n, 1000n])
  for (const amount of ['1', '999', '150001', '1000.5']) expect(whole(amount)).toBe(null)
  expect(whole(String(Number.MAX_SAFE_INTEGER), 1_000_000_000)).toBe(null)
  expect(cut('150001')).toEqual({ amount: 150n, remainder: '0.001' })
  expect(cut('999')).toEqual({ amount: 0n, remainder: '0.999' })
  expect(cut('1999.9999999999999999')).toEqual({ amount: 1n, remainder: '0.9999999999999999999' })
  expect(toHub88(150n, 100)).toBe(150_000)
  expect(toHub88(1_999n, 100_000_000)).toBe(1)
})

gameStudioConformance('the Hub88 adapter', () => {
  const adapter = connect()
  adapter.outside!.setGames([game('moths'), game('tides')])
  return {
    studio: adapter,
    sign: (rawBody) => ({ [signatureHeader]: signInStudio(rawBody.toString(), studio.privateKey) }),
    tokenOf: () => server.opened.at(-1)!.token!,
    isDated: false,
  }
})

test('a launch identifies the player to the studio, in at most 255 characters, and play money has no player', async () => {
  const adapter = connect()
  adapter.outside!.setGames([game('moths')])
  const launch = {
    playerId: '6f0b8a52-7a0e-4a53-9d54-1f0f4f1c2b3a',
    sessionId: '0d4f3f5e-92b6-4b0c-8f43-a7a0f3c5e6d1',
    game: 'lantern-moths',
    currency: 'EUR',
    mode: 'real',
    locale: 'pt-BR',
    theme: 'light',
  } as const
  const place = { ip: '203.0.113.7', country: 'DE', isMobile: false, siteUrl: 'https://site.example' }
  await adapter.launchUrl(launch, new Date(), place)
  const real = server.opened.at(-1)!
  expect(real).toMatchObject({
    operator_id: 7,
    game_code: 'moths',
    user: launch.playerId,
    currency: 'EUR',
    country: 'DE',
    platform: 'GPL_DESKTOP',
  })
  expect(real.token!.length).toBeLessThanOrEqual(maxTokenLength)
  await adapter.launchUrl({ ...launch, mode: 'demo', playerId: null }, new Date(), { ...place, isMobile: true })
  const demo = server.opened.at(-1)!
  expect(demo).toMatchObject({ currency: 'XXX', platform: 'GPL_MOBILE' })
  expect(demo).not.toHaveProperty('token')
  expect(demo).not.toHaveProperty('user')
})

test('if a studio is unavailable or answers nonsense, no game is opened', async () => {
  const adapter = connect()
  adapter.outside!.setGames([game('moths')])
  const open = () =>
    adapter.launchUrl(
      {
        playerId: null,
        sessionId: 's',
        game: 'lantern-moths',
        currency: 'EUR',
        mode: 'demo',
        locale: 'en',
        theme: 'dark',
      },
      new Date(),
      { ip: '203.0.113.7', country: null, isMobile: false, siteUrl: 'https://site.example' },
    )
  for (const bytes of ['nothing', '{}', '<html>', '{"url":"javascript:alert(1)"}', '{"url":"/relative"}', '[]']) {
    server.answerWith = bytes === 'nothing' ? bytes : Buffer.from(bytes)
    expect(await open(), bytes).toMatchObject({ refusal: 'studioUnavailable' })
  }
})

describe('a catalogue', () => {
  const read = async () => {
    const catalogue = await connect().outside!.catalogue()
    if (!catalogue.ok) throw new Error(catalogue.refusal)
    return catalogue.value
  }

  // Shows: 11.41
  test('is read with every field of an entry', async () => {
    server.games = [listedGame('moths', { blocked_countries: ['US', 'us', 'FRANCE'], retirement_date: '2027-02-30' })]
    expect(await read()).toEqual([
      {
        code: 'moths',
        name: 'Game moths',
        studio: 'Paper Lantern',
        category: 'Video Slots',
        platforms: ['GPL_DESKTOP', 'GPL_MOBILE'],
        thumbnail: 'http://127.0.0.1:9/moths.png',
        isEnabled: true,
        blockedCountries: ['US'],
        currencies: ['EUR', 'USD', 'BTC'],
        languages: ['en', 'de'],
        hasFreeRounds: true,
        hasDemo: true,
        rtp: '96.5',
        volatility: 'high',
        maxWin: 5000,
        stakes: [{ currency: 'EUR', min: 10, max: 10_000 }],
        releasedOn: '2026-01-15',
        retiredOn: null,
      },
    ])
  })

  // Shows: fault 24
  test('with hostile names and pictures is cleaned, and an unreadable entry does not affect the others', async () => {
    server.games = [
      listedGame('a', { name: '\u202e\u0000 <b>Moths</b>\n\n  of\u200b night ' }),
      listedGame('b', { url_thumb: 'javascript:alert(1)' }),
      listedGame('c', { url_thumb: 'https://user:secret@cdn.example/c.png' }),
      listedGame('d', { name: 'x'.repeat(1_000) }),
      listedGame('e', { name: '\u0007\u202e' }),
      listedGame('f', { rtp: '1e3', volatility: 'wild' as never, max_win_multiplier: -1 }),
      listedGame('a', { name: 'A second one' }),
      null as never,
      'moths' as never,
      { game_code: '../../etc' } as never,
      listedGame('with space'),
    ]
    const games = await read()
    expect(games.map(({ code }) => code)).toEqual(['a', 'b', 'c', 'd', 'f'])
    expect(games[0]!.name).toBe('<b>Moths</b> of night')
    expect(games.map(({ thumbnail }) => thumbnail)).toEqual([
      'http://127.0.0.1:9/a.png',
      null,
      null,
      'http://127.0.0.1:9/d.png',
      'http://127.0.0.1:9/f.png',
    ])
    expect(games[3]!.name).toHaveLength(120)
    expect(games[4]).toMatchObject({ rtp: null, volatility: null, maxWin: null })
  })

  // Shows: fault 24
  test('that is not a list, too large or incomplete is refused', async () => {
    const outcome = async (bytes: Buffer | 'nothing' | 'endless') => {
      server.answerWith = bytes
      const catalogue = await connect().outside!.catalogue()
      return catalogue.ok ? 'read' : catalogue.refusal
    }
    expect(await outcome(Buffer.from('{"games":[]}'))).toBe('malformed')
    expect(await outcome(Buffer.from('<html>'))).toBe('malformed')
    expect(await outcome('nothing')).toBe('unavailable')
    expect(await outcome(Buffer.alloc(catalogueCall.maxBytes + 1, ' '))).toBe('tooLarge')
    expect(await outcome('endless')).toBe('tooLarge')
  })
})

test.each([
  ['{"used_count":3,"total_win":700001}', { used: 3, won: 700n }],
  ['{"used_count":3,"total_win":700999.9999999999999999}', { used: 3, won: 700n }],
  ['{"used_count":3}', { used: 3, won: 0n }],
  ['{"status":"RS_ERROR_TRANSACTION_DOES_NOT_EXIST"}', null],
])('reports the wins of free rounds, rounded down: %s', async (answer, value) => {
  server.answerWith = Buffer.from(answer)
  expect(await connect().outside!.reportFreeRounds({ id: 'r', currency: 'EUR' })).toEqual({ ok: true, value })
})
