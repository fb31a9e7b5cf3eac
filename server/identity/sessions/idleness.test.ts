import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlayerCtx } from '../../deps.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { isIdle } from './idleness.ts'
import { isSessionOpen } from './is-session-open.ts'

let app: TestIdentityApp
beforeAll(async () => {
  app = await testIdentityApp()
})
afterAll(() => app.close())

const minute = 60_000
async function newPlayer() {
  const token = (await app.post('/api/player/register', app.registration())).body.accessToken as string
  const { sub: playerId, sid: sessionId } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    sub: string
    sid: string
  }
  const owner = { playerId, sessionId }
  const ctx = {
    ...app.deps,
    caller: { player: { id: owner.playerId, sessionId: owner.sessionId } },
  } as unknown as PlayerCtx
  let currentToken = token
  return {
    owner,
    idled: () => isIdle(ctx),
    /** Behaves like an open tab: it refreshes the token and fetches pages again. */
    async wait(minutes: number) {
      for (let remaining = minutes; remaining > 0; remaining -= 5) {
        app.moveClock(Math.min(remaining, 5) * minute)
        currentToken = (await app.post('/api/player/sessions/refresh', undefined, currentToken)).body.accessToken
        expect((await app.get('/api/player/profile', currentToken)).status).toBe(200)
      }
    },
    act: async () =>
      expect((await app.put('/api/player/profile', { pwaInstalled: true }, currentToken)).status).toBe(200),
    prove: async () =>
      expect(
        (await app.post('/api/player/step-up', { method: 'password', proof: validPassword }, currentToken)).status,
      ).toBe(200),
  }
}

// Shows: attack 89, ASVS 7.3.1
test('half an hour without activity requires a new proof, whatever is requested meanwhile', async () => {
  const { idled, wait, act, prove } = await newPlayer()
  await wait(29)
  await act()
  await wait(29)
  await act()
  expect(await idled()).toBe(false)
  await wait(31)
  await act()
  expect(await idled()).toBe(true)
  await wait(5)
  await act()
  expect(await idled()).toBe(true)
  await prove()
  expect(await idled()).toBe(false)
  await wait(31)
  await act()
  expect(await idled()).toBe(true)
})

test('bets count as activity, reading the balance does not', async () => {
  const { owner, idled, wait, act } = await newPlayer()
  for (let round = 0; round < 4; round++) {
    await wait(20)
    expect(await isSessionOpen(app.deps, owner, { isAct: true })).toBe(true)
  }
  await act()
  expect(await idled()).toBe(false)
  for (let read = 0; read < 4; read++) {
    await wait(10)
    await isSessionOpen(app.deps, owner)
  }
  expect(await isSessionOpen(app.deps, owner, { isAct: true })).toBe(true)
  expect(await idled()).toBe(true)
})

test('sessions are independent of each other', async () => {
  const [idlePlayer, activePlayer] = [await newPlayer(), await newPlayer()]
  await idlePlayer.wait(31)
  await idlePlayer.act()
  expect([await idlePlayer.idled(), await activePlayer.idled()]).toEqual([true, false])
})

// Shows: 10.18
test("player protection 18: the idle time is the policy's of the player's country", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairhouse-policy-'))
  const idleMinutes = { value: 10, source: 'the law of the test' }
  writeFileSync(join(folder, 'DE.json'), JSON.stringify({ place: 'DE', name: 'Germany', everyone: { idleMinutes } }))
  app.deps.settings.policyDir = folder
  const { owner, idled, wait, act } = await newPlayer()
  app.deps.settings.policyDir = null
  rmSync(folder, { recursive: true })
  await wait(9)
  await act()
  expect(await idled()).toBe(false)
  await wait(11)
  expect(await isSessionOpen(app.deps, owner, { isAct: true })).toBe(true)
  expect(await idled()).toBe(true)
})
