import { expect, test } from 'vitest'
import { createRealtime, notifyExpired } from './create.ts'
import { sessionChannel, sessionClosed } from './session-closed.ts'

const now = (): number => 1_000_000
const session = { playerId: 'p', sessionId: 's', expiresAt: new Date(now() + 60_000) }
const tokenUntil = (exp: unknown): string => `h.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`

test("a token that stands is its player's; one that does not is told apart by the expiry it names", async () => {
  const check = notifyExpired(async (token) => (token === 'good' ? session : null), now)
  expect(await check('good')).toBe(session)
  expect(await check(tokenUntil(999))).toBe('expired')
  expect(await check(tokenUntil(1_001))).toBeNull()
  for (const token of ['', 'a', 'a.b.c', 'h.bnVsbA.s', tokenUntil('999'), tokenUntil(null)])
    expect(await check(token)).toBeNull()
})

test('the settings decide who holds the connections', async () => {
  const needs = { clock: { now: () => new Date(now()) }, log: { error: () => {} }, checkSession: async () => session }
  const settings = { publicUrl: 'https://house.example/', realtimeOrigins: [], trustProxy: 0, socketsPerAddress: 0 }
  const local = createRealtime({ ...needs, settings: { ...settings, centrifugo: null } })
  expect(local).toHaveProperty('sweep')
  await local.close()
  const cluster = createRealtime({
    ...needs,
    settings: { ...settings, centrifugo: { url: 'http://127.0.0.1:1/api', apiKey: 'k' } },
  })
  expect(cluster).not.toHaveProperty('sweep')
  // Nothing answers there: what is not handed on cannot fail.
  await cluster.publish(sessionChannel, sessionClosed('s', 'p') as never)
  await expect(
    cluster.publish('tournaments', { event: 'tournament.completed', payload: {}, version: 1 }),
  ).rejects.toThrow()
  await cluster.close()
})
