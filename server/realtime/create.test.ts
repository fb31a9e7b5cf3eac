import { expect, test } from 'vitest'
import { createRealtime, notifyExpired } from './create.ts'
import { sessionChannel, sessionClosed } from './session-closed.ts'

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

test('the settings select the realtime server', async () => {
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
  // Nothing listens on this address: a publication that is not sent cannot fail.
  await cluster.publish(sessionChannel, sessionClosed('s', 'p') as never)
  await expect(
    cluster.publish('tournaments', {
      event: 'tournament.completed',
      payload: { identity: 'race', title: 'Race', prizes: [] },
      version: 1,
    }),
  ).rejects.toThrow()
  await cluster.close()
})
