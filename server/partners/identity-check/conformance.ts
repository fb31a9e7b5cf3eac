/** What every adapter of an identity check must do, whoever is behind it. An adapter's test calls this with a way to reach its provider. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { IdentityCheck } from './port.ts'

export type CheckBench = {
  check: IdentityCheck
  /** The same adapter, pointed at an address where nobody listens. */
  unreachable: IdentityCheck
  /** The same adapter with a key that is not the provider's. */
  mistaken: IdentityCheck
  /** A notice as the provider would send it now, about this player. */
  signedNotice(playerId: string): { rawBody: Buffer; header(name: string): string | undefined }
}

export function identityCheckConformance(bench: () => CheckBench): void {
  const request = () => ({ playerId: randomUUID(), email: 'player@example.com', phone: '4915112345678' })

  test('gives a token of its own for each asking, good for minutes', async () => {
    const asked = request()
    const [first, second] = [
      await bench().check.openToken(asked),
      await bench().check.openToken({ ...asked, email: null, phone: null }),
    ]
    if (!first.ok || !second.ok) throw new Error('no token came')
    expect(first.value.token).not.toBe(second.value.token)
    expect(first.value.expiresAt.getTime() - Date.now()).toBeGreaterThan(60_000)
  })

  test('knows nothing of a player who was never there', async () => {
    expect(await bench().check.readApplicant(randomUUID())).toEqual({ ok: true, value: null })
  })

  test('says refused where the keys do not fit, unavailable where nobody answers', async () => {
    expect(await bench().mistaken.openToken(request())).toMatchObject({ ok: false, refusal: 'refused' })
    expect(await bench().mistaken.readApplicant(randomUUID())).toEqual({ ok: false, refusal: 'unavailable' })
    expect(await bench().unreachable.openToken(request())).toEqual({ ok: false, refusal: 'unavailable' })
    expect(await bench().unreachable.readApplicant(randomUUID())).toEqual({ ok: false, refusal: 'unavailable' })
  })

  test('names the script of its page by an origin that the page may be told to allow', () => {
    const { scriptUrl, origins } = bench().check
    expect(origins.scripts).toEqual([new URL(scriptUrl).origin])
    for (const origin of origins.frames) expect(new URL(origin).origin).toBe(origin)
  })

  test('takes its own notices and no others: not unsigned, not of another body, not by another key, not by a kind of signature it does not name', () => {
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
    'makes nothing of the body %j',
    (body) => {
      expect(bench().check.readNotice(body)).toBeNull()
    },
  )
}
