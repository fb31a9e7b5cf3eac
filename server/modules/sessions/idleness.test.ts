import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlayerCtx } from '../../deps.ts'
import { validPassword, type TestIdentityApp, testIdentityApp } from '#tests/setup/identity.ts'
import { isIdle } from './idleness.ts'
import { isSessionOpen } from './is-session-open.ts'

let house: TestIdentityApp
beforeAll(async () => {
  house = await testIdentityApp()
})
afterAll(() => house.close())

const minute = 60_000
async function newPlayer() {
  const token = (await house.post('/api/player/register', house.registration())).body.accessToken as string
  const { sub: playerId, sid: sessionId } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    sub: string
    sid: string
  }
  const owner = { playerId, sessionId }
  const ctx = {
    ...house.deps,
    caller: { player: { id: owner.playerId, sessionId: owner.sessionId } },
  } as unknown as PlayerCtx
  let held = token
  return {
    owner,
    idled: () => isIdle(ctx),
    /** Like an open tab: the token is refreshed, pages are refetched. */
    async wait(minutes: number) {
      for (let left = minutes; left > 0; left -= 5) {
        house.moveClock(Math.min(left, 5) * minute)
        held = (await house.post('/api/player/sessions/refresh', undefined, held)).body.accessToken
        expect((await house.get('/api/player/profile', held)).status).toBe(200)
      }
    },
    act: async () => expect((await house.put('/api/player/profile', { pwaInstalled: true }, held)).status).toBe(200),
    prove: async () =>
      expect((await house.post('/api/player/step-up', { method: 'password', proof: validPassword }, held)).status).toBe(
        200,
      ),
  }
}

test('half an hour without an act is noticed with the next one, and holds until a new proof, whatever is done meanwhile', async () => {
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
    expect(await isSessionOpen(house.deps, owner, { isAct: true })).toBe(true)
  }
  await act()
  expect(await idled()).toBe(false)
  for (let look = 0; look < 4; look++) {
    await wait(10)
    await isSessionOpen(house.deps, owner)
  }
  expect(await isSessionOpen(house.deps, owner, { isAct: true })).toBe(true)
  expect(await idled()).toBe(true)
})

test('one session says nothing of another', async () => {
  const [left, used] = [await newPlayer(), await newPlayer()]
  await left.wait(31)
  await left.act()
  expect([await left.idled(), await used.idled()]).toEqual([true, false])
})

test("player protection 18: the idle time is the policy's of the player's country", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairhouse-policy-'))
  const idleMinutes = { value: 10, source: 'the law of the test' }
  writeFileSync(join(folder, 'DE.json'), JSON.stringify({ place: 'DE', name: 'Germany', everyone: { idleMinutes } }))
  house.deps.settings.policyDir = folder
  const { owner, idled, wait, act } = await newPlayer()
  house.deps.settings.policyDir = null
  rmSync(folder, { recursive: true })
  await wait(9)
  await act()
  expect(await idled()).toBe(false)
  await wait(11)
  expect(await isSessionOpen(house.deps, owner, { isAct: true })).toBe(true)
  expect(await idled()).toBe(true)
})
