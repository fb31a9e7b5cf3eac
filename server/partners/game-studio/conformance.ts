/** Requirements for every studio adapter, run by the adapter's own test. */
import { describe, expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import type { GameStudio, LaunchPlace, LaunchRequest, StudioCallHead } from './port.ts'

export type StudioUnderTest = {
  studio: GameStudio
  /** Signs a raw body as the studio would at the given time. */
  sign(rawBody: Buffer, at: Date): Record<string, string>
  /** The token of a launch, as the studio received it; by default it is in the address. */
  tokenOf?(url: string): string
  /** False for a protocol whose signature covers only the body. */
  isDated?: boolean
}

const now = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const inAddress = (url: string) => new URL(url, 'http://house.test').searchParams.get('token')!
const place: LaunchPlace = { ip: '203.0.113.7', country: 'DE', isMobile: false, siteUrl: 'http://house.test' }
const [playerId, sessionId] = ['6f0b8a52-7a0e-4a53-9d54-1f0f4f1c2b3a', '0d4f3f5e-92b6-4b0c-8f43-a7a0f3c5e6d1']

export function gameStudioConformance(adapter: string, make: () => StudioUnderTest): void {
  describe(`${adapter} implements the game studio port`, () => {
    const { studio, sign, tokenOf = inAddress, isDated = true } = make()
    const launch = (over: Partial<LaunchRequest> = {}): LaunchRequest => ({
      playerId,
      sessionId,
      game: studio.games[0]!.slug,
      currency: 'EUR',
      mode: 'real',
      locale: 'en',
      theme: 'dark',
      ...over,
    })
    const tokenFor = async (request: LaunchRequest) => {
      const opened = await studio.launchUrl(request, now, place)
      if (!opened.ok) throw new Error(opened.refusal)
      return tokenOf(opened.value)
    }

    test('has a complete catalogue in every locale', () => {
      expect(new Set(studio.games.map((game) => game.slug)).size).toBe(studio.games.length)
      for (const game of studio.games) {
        expect(game.slug).toMatch(/^[a-z0-9][a-z0-9_-]{0,63}$/)
        expect(game.rtp).toBeGreaterThan(90)
        expect(game.rtp).toBeLessThan(100)
        expect((Number(game.rtpExact.numerator) / Number(game.rtpExact.denominator)) * 100).toBeCloseTo(game.rtp, 2)
        expect(game.hitRate === null || (game.hitRate > 0 && game.hitRate <= 100)).toBe(true)
        for (const { min, max } of game.stakes)
          expect(min > 0 && max >= min && Number.isSafeInteger(max * (game.maxWinMultiplier ?? 1))).toBe(true)
        for (const locale of localeCodes) expect(game.text(locale).name).toBeTruthy()
        // Catalogues of other companies do not state the remaining figures.
        if (game.outside) continue
        expect(game.deviation).toBeGreaterThan(0)
        expect(game.mathsHash).toMatch(/^[0-9a-f]{64}$/)
        expect(game.stakes.length).toBeGreaterThan(0)
        for (const locale of localeCodes) {
          const { description, rules } = game.text(locale)
          expect(description && rules.length > 0 && rules.every((rule) => rule.title && rule.text)).toBeTruthy()
        }
      }
    })

    test('reads back a launch as requested, until it expires', async () => {
      // An outside studio gets no token for play money.
      const demo = studio.outside ? [] : [launch({ mode: 'demo', playerId: null })]
      for (const request of [launch(), ...demo]) {
        const token = await tokenFor(request)
        expect(studio.readLaunch(token, { now })).toMatchObject(request)
        expect(studio.readLaunch(token, { now: later(86_400_000) })).toBeNull()
        expect(studio.readLaunch(token, { now: null })).toMatchObject(request)
      }
    })

    test('opens its games with play money', async () => {
      const opened = await studio.launchUrl(launch({ mode: 'demo', playerId: null }), now, place)
      expect(opened.ok && URL.canParse(opened.value, 'http://house.test')).toBe(true)
    })

    test('refuses an altered launch', async () => {
      const token = await tokenFor(launch())
      for (const touched of [
        '',
        'x',
        `${token}x`,
        token.slice(0, -1),
        token.split('.').slice(0, 2).join('.'),
        token.replace('.', '..'),
      ]) {
        expect(studio.readLaunch(touched, { now: null })).toBeNull()
      }
    })

    test('accepts only a recent signature over the exact bytes', () => {
      const rawBody = Buffer.from('{"amount": 5}')
      const call = (
        over: Partial<{ rawBody: Buffer; now: Date; headers: Record<string, string> }> = {},
      ): StudioCallHead => {
        const headers = over.headers ?? sign(rawBody, now)
        return { rawBody: over.rawBody ?? rawBody, now: over.now ?? now, header: (name) => headers[name] }
      }
      expect(studio.isGenuine(call())).toBe(true)
      expect(studio.isGenuine(call({ now: later(299_000) }))).toBe(true)
      expect(studio.isGenuine(call({ rawBody: Buffer.from('{"amount":5}') }))).toBe(false)
      // A repeated call has no effect because of its transaction's id, whether or not its signature is dated.
      expect(studio.isGenuine(call({ now: later(302_000) }))).toBe(!isDated)
      expect(studio.isGenuine(call({ now: later(-302_000) }))).toBe(!isDated)
      expect(studio.isGenuine(call({ headers: {} }))).toBe(false)
      for (const name of Object.keys(sign(rawBody, now)))
        expect(studio.isGenuine(call({ headers: { ...sign(rawBody, now), [name]: '0' } }))).toBe(false)
    })
  })
}
