/** Requirements for every studio adapter, run by the adapter's own test. */
import { describe, expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import type { GameStudio, LaunchRequest, StudioCallHead } from './port.ts'

export type StudioUnderTest = {
  studio: GameStudio
  /** Signs a raw body as the studio would at the given time. */
  sign(rawBody: Buffer, at: Date): Record<string, string>
}

const now = new Date('2026-11-21T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const tokenOf = (url: string) => new URL(url, 'http://house.test').searchParams.get('token')!

export function gameStudioConformance(adapter: string, make: () => StudioUnderTest): void {
  describe(`${adapter} implements the game studio port`, () => {
    const { studio, sign } = make()
    const launch = (over: Partial<LaunchRequest> = {}): LaunchRequest => ({
      playerId: 'p',
      sessionId: 's',
      game: studio.games[0]!.slug,
      currency: 'EUR',
      mode: 'real',
      locale: 'en',
      theme: 'dark',
      ...over,
    })

    test('has a complete catalogue in every locale', () => {
      expect(new Set(studio.games.map((game) => game.slug)).size).toBe(studio.games.length)
      for (const game of studio.games) {
        expect(game.slug).toMatch(/^[a-z0-9][a-z0-9_-]{0,63}$/)
        expect(game.rtp).toBeGreaterThan(90)
        expect(game.rtp).toBeLessThan(100)
        expect((Number(game.rtpExact.numerator) / Number(game.rtpExact.denominator)) * 100).toBeCloseTo(game.rtp, 2)
        expect(game.deviation).toBeGreaterThan(0)
        expect(game.hitRate === null || (game.hitRate > 0 && game.hitRate <= 100)).toBe(true)
        expect(game.mathsHash).toMatch(/^[0-9a-f]{64}$/)
        expect(game.stakes.length).toBeGreaterThan(0)
        for (const { min, max } of game.stakes)
          expect(min > 0 && max >= min && Number.isSafeInteger(max * game.maxWinMultiplier)).toBe(true)
        for (const locale of localeCodes) {
          const { name, description, rules } = game.text(locale)
          expect(name && description && rules.length > 0 && rules.every((rule) => rule.title && rule.text)).toBeTruthy()
        }
      }
    })

    test('reads back a launch as requested, until it expires', () => {
      for (const asked of [launch(), launch({ mode: 'demo', playerId: null })]) {
        const token = tokenOf(studio.launchUrl(asked, now))
        expect(studio.readLaunch(token, { now })).toMatchObject(asked)
        expect(studio.readLaunch(token, { now: later(86_400_000) })).toBeNull()
        expect(studio.readLaunch(token, { now: null })).toMatchObject(asked)
      }
    })

    test('refuses an altered launch', () => {
      const token = tokenOf(studio.launchUrl(launch(), now))
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
      expect(studio.isGenuine(call({ now: later(302_000) }))).toBe(false)
      expect(studio.isGenuine(call({ now: later(-302_000) }))).toBe(false)
      expect(studio.isGenuine(call({ headers: {} }))).toBe(false)
      for (const name of Object.keys(sign(rawBody, now)))
        expect(studio.isGenuine(call({ headers: { ...sign(rawBody, now), [name]: '0' } }))).toBe(false)
    })
  })
}
