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
  let held = token
  return {
    owner,
    idled: () => isIdle(ctx),
    /** Like an open tab: the token is refreshed, pages are refetched. */
    async wait(minutes: number) {
      for (let left = minutes; left > 0; left -= 5) {
        app.moveClock(Math.min(left, 5) * minute)
        held = (await app.post('/api/player/sessions/refresh', undefined, held)).body.accessToken
        expect((await app.get('/api/player/profile', held)).status).toBe(200)
      }
    },
    act: async () => expect((await app.put('/api/player/profile', { pwaInstalled: true }, held)).status).toBe(200),
    prove: async () =>
      expect((await app.post('/api/player/step-up', { method: 'password', proof: validPassword }, held)).status).toBe(
        200,
      ),
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

test('who plays is not idle: bets are acts, a look at the balance is none', async () => {
  const { owner, idled, wait, act } = await newPlayer()
  for (let round = 0; round < 4; round++) {
    await wait(20)
    expect(await isSessionOpen(app.deps, owner, { isAct: true })).toBe(true)
  }
  await act()
  expect(await idled()).toBe(false)
  for (let look = 0; look < 4; look++) {
    await wait(10)
    await isSessionOpen(app.deps, owner)
  }
  expect(await isSessionOpen(app.deps, owner, { isAct: true })).toBe(true)
  expect(await idled()).toBe(true)
})

test('sessions are independent of each other', async () => {
  const [left, used] = [await newPlayer(), await newPlayer()]
  await left.wait(31)
  await left.act()
  expect([await left.idled(), await used.idled()]).toEqual([true, false])
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
