/** Requirements for every identity check adapter. An adapter's test calls this with the means to reach its provider. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { IdentityCheck } from './port.ts'

export type CheckBench = {
  check: IdentityCheck
  /** The same adapter with an address where nothing listens. */
  unreachable: IdentityCheck
  /** The same adapter with an invalid key. */
  mistaken: IdentityCheck
  /** A webhook about this player, as the provider would send it now. */
  signedNotice(playerId: string): { rawBody: Buffer; header(name: string): string | undefined }
}

export function identityCheckConformance(bench: () => CheckBench): void {
  const request = () => ({ playerId: randomUUID(), email: 'player@example.com', phone: '4915112345678' })

  test('issues a new token for each request, valid for minutes', async () => {
    const tokenRequest = request()
    const [first, second] = [
      await bench().check.openToken(tokenRequest),
      await bench().check.openToken({ ...tokenRequest, email: null, phone: null }),
    ]
    if (!first.ok || !second.ok) throw new Error('no token issued')
    expect(first.value.token).not.toBe(second.value.token)
    expect(first.value.expiresAt.getTime() - Date.now()).toBeGreaterThan(60_000)
  })

  test('reports an unknown player as unknown', async () => {
    expect(await bench().check.readApplicant(randomUUID())).toEqual({ ok: true, value: null })
  })

  test('returns refused for invalid keys, unavailable without a response', async () => {
    expect(await bench().mistaken.openToken(request())).toMatchObject({ ok: false, refusal: 'refused' })
    expect(await bench().mistaken.readApplicant(randomUUID())).toEqual({ ok: false, refusal: 'unavailable' })
    expect(await bench().unreachable.openToken(request())).toEqual({ ok: false, refusal: 'unavailable' })
    expect(await bench().unreachable.readApplicant(randomUUID())).toEqual({ ok: false, refusal: 'unavailable' })
  })

  test("names its script by an origin that the page's policy can allow", () => {
    const { scriptUrl, origins } = bench().check
    expect(origins.scripts).toEqual([new URL(scriptUrl).origin])
    for (const origin of origins.frames) expect(new URL(origin).origin).toBe(origin)
  })

  test('accepts only webhooks with its own signature: not unsigned or altered ones, nor another key or algorithm', () => {
    const { check, mistaken } = bench()
    const playerId = randomUUID()
    const notice = bench().signedNotice(playerId)
    expect(check.isGenuine(notice)).toBe(true)
    expect(check.readNotice(notice.rawBody.toString())).toMatchObject({ report: { playerId, state: 'approved' } })
    expect(mistaken.isGenuine(notice)).toBe(false)
    expect(check.isGenuine({ ...notice, header: () => undefined })).toBe(false)
    expect(check.isGenuine({ ...notice, header: () => '' })).toBe(false)
    expect(check.isGenuine({ ...notice, rawBody: Buffer.concat([notice.rawBody, Buffer.from(' ')]) })).toBe(false)
    for (const kind of ['HMAC_SHA1_HEX', 'none', '__proto__', 'constructor']) {
      expect(
        check.isGenuine({ ...notice, header: (name) => (name.endsWith('alg') ? kind : notice.header(name)) }),
      ).toBe(false)
    }
  })

  test.each(['', '{}', '[]', 'null', '{"type":"applicantReviewed"}', '\0', '{"type":1,"applicantId":"x"}'])(
    'ignores the body %j',
    (body) => {
      expect(bench().check.readNotice(body)).toBeNull()
    },
  )
}
