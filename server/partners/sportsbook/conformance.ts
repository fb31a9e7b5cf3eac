/** Requirements for every sportsbook adapter, run by the adapter's own test. */
import { describe, expect, test } from 'vitest'
import type { Sportsbook, SportsbookCallHead } from './port.ts'

export type SportsbookUnderTest = {
  sportsbook: Sportsbook
  /** A call of the sportsbook with this content, signed at the given time. */
  sign(content: string, at: Date): { rawBody: Buffer; headers: Record<string, string> }
}
/** How the sportsbook handles calls of the site. */
export type SportsbookFault =
  | 'answers'
  | 'is away'
  | 'loses its answers'
  | 'fails'
  | 'answers nonsense'
  | 'is forged'
  | 'is slow'

const client = {
  playerId: '0a4e4fd3-7c3e-4a2e-9d2c-3f0a1b2c3d4e',
  sessionId: '5b6c7d8e-9f0a-4b1c-8d2e-3f4a5b6c7d8e',
  currency: 'EUR',
}
const later = (from: Date, ms: number) => new Date(from.getTime() + ms)

export function sportsbookConformance(
  adapter: string,
  now: Date,
  make: (fault: SportsbookFault) => SportsbookUnderTest,
): void {
  describe(`${adapter} implements the sportsbook port`, () => {
    test('names a script of its own host', () => {
      const { client: page, slug } = make('answers').sportsbook
      expect(slug).toMatch(/^[a-z0-9][a-z0-9_-]{0,63}$/)
      expect(new URL(page.script).origin).toBe(page.host)
      expect(page.clientId).not.toBe('')
    })

    test('reads back a token as issued, for some minutes, and refuses an altered one', () => {
      const { sportsbook } = make('answers')
      const { token, expiresAt } = sportsbook.issueToken(client, now)
      expect(sportsbook.readToken(token, now)).toEqual({ ...client, expiresAt })
      expect(expiresAt.getTime() - now.getTime()).toBeLessThanOrEqual(3_600_000)
      expect(sportsbook.readToken(token, expiresAt)).toBeNull()
      const [head, , signature] = token.split('.')
      const forged = Buffer.from(JSON.stringify({ ...client, exp: 9_999_999_999 })).toString('base64url')
      for (const altered of ['', 'x', `${token}x`, token.slice(0, -1), `${head}.${forged}.${signature}`, `${head}..`])
        expect(sportsbook.readToken(altered, now)).toBeNull()
    })

    test('accepts only a recent signature over the exact bytes', () => {
      const { sportsbook, sign } = make('answers')
      const signed = sign('{"stake": 5}', now)
      const call = (over: Partial<typeof signed & { now: Date }> = {}): SportsbookCallHead => {
        const { rawBody, headers } = { ...signed, ...over }
        return { rawBody, now: over.now ?? now, header: (name) => headers[name] }
      }
      expect(sportsbook.isGenuine(call())).toBe(true)
      for (let at = 1; at < signed.rawBody.length; at += 7) {
        const rawBody = Buffer.from(signed.rawBody)
        rawBody[at] = rawBody[at] === 0x41 ? 0x42 : 0x41
        expect(sportsbook.isGenuine(call({ rawBody })), `byte ${at}`).toBe(false)
      }
      expect(sportsbook.isGenuine(call({ rawBody: Buffer.from('{"stake": 5}'), headers: {} }))).toBe(false)
      expect(sportsbook.isGenuine(call({ rawBody: Buffer.alloc(0) }))).toBe(false)
      expect(sportsbook.isGenuine(call({ now: later(now, 30_000) }))).toBe(true)
      expect(sportsbook.isGenuine(call({ now: later(now, 302_000) }))).toBe(false)
      expect(sportsbook.isGenuine(call({ now: later(now, -302_000) }))).toBe(false)
      for (const name of Object.keys(signed.headers))
        expect(sportsbook.isGenuine(call({ headers: { ...signed.headers, [name]: '0' } }))).toBe(false)
    })

    const calls = (sportsbook: Sportsbook) => [
      () => sportsbook.listSports('en'),
      ...(sportsbook.findEvents ? [() => sportsbook.findEvents!('en', 'alder')] : []),
      () => sportsbook.listBets({ from: now, to: later(now, 1000), after: null }),
      () => sportsbook.quoteCashOuts(['b1']),
    ]
    test('reads sports, bets and cash-out values', async () => {
      const { sportsbook } = make('answers')
      for (const call of calls(sportsbook)) expect(await call()).toMatchObject({ ok: true })
    })

    test.each(['is away', 'loses its answers', 'fails', 'answers nonsense', 'is forged', 'is slow'] as const)(
      'is unavailable, and throws nothing, while the sportsbook %s',
      async (fault) => {
        const { sportsbook } = make(fault)
        for (const call of calls(sportsbook)) expect(await call()).toMatchObject({ ok: false, refusal: 'unavailable' })
      },
    )
  })
}
