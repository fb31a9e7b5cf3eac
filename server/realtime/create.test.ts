import { expect, test } from 'vitest'
import { notifyExpired } from './create.ts'

const now = (): number => 1_000_000
const session = { playerId: 'p', sessionId: 's', expiresAt: new Date(now() + 60_000) }
const tokenUntil = (exp: unknown): string => `h.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`

test('a valid token identifies its player; an invalid one is expired or refused, by its own expiry', async () => {
  const check = notifyExpired(async (token) => (token === 'good' ? session : null), now)
  expect(await check('good')).toBe(session)
  expect(await check(tokenUntil(999))).toBe('expired')
  expect(await check(tokenUntil(1_001))).toBeNull()
  for (const token of ['', 'a', 'a.b.c', 'h.bnVsbA.s', tokenUntil('999'), tokenUntil(null)])
    expect(await check(token)).toBeNull()
})
