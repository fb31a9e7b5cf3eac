import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paceOf, wait } from './timing.ts'

let hasReducedMotion = false
beforeEach(() => {
  hasReducedMotion = false
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: hasReducedMotion }))
  vi.stubGlobal('requestAnimationFrame', (draw: (now: number) => void) =>
    setTimeout(() => draw(performance.now()), 100),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Whether the promise has resolved after each of these times. */
async function resolvedAfter(promise: Promise<unknown>, ...times: number[]): Promise<boolean[]> {
  let isResolved = false
  void promise.then(() => (isResolved = true))
  const seen: boolean[] = []
  for (const ms of times) {
    await vi.advanceTimersByTimeAsync(ms)
    seen.push(isResolved)
  }
  return seen
}

test('a wait takes its time, and none if that is below zero', async () => {
  expect(await resolvedAfter(wait(500), 499, 1)).toEqual([false, true])
  expect(await resolvedAfter(wait(-5), 0)).toEqual([true])
  expect(await resolvedAfter(paceOf().wait(500), 499, 1)).toEqual([false, true])
  expect(await resolvedAfter(paceOf().wait(0), 0)).toEqual([true])
})

test('a skip ends all waits in progress and later ones, until the next result begins', async () => {
  const pace = paceOf()
  const both = Promise.all([pace.wait(5000), pace.wait(9000)])
  expect(await resolvedAfter(both, 10)).toEqual([false])
  pace.skip()
  expect(await resolvedAfter(both, 0)).toEqual([true])
  expect(await resolvedAfter(pace.wait(5000), 0)).toEqual([true])
  pace.begin()
  expect(await resolvedAfter(pace.wait(5000), 4999, 1)).toEqual([false, true])
})

test('quick results skip from the next result on, and normal ones again after them', async () => {
  const pace = paceOf()
  pace.setQuick(true)
  expect(pace.isQuick).toBe(true)
  expect(await resolvedAfter(pace.wait(1000), 999, 1)).toEqual([false, true])
  pace.begin()
  expect(await resolvedAfter(pace.wait(1000), 0)).toEqual([true])
  pace.setQuick(false)
  pace.begin()
  expect(await resolvedAfter(pace.wait(1000), 999, 1)).toEqual([false, true])
})

test('a ramp rises to exactly 1, faster at first', async () => {
  const shares: number[] = []
  await resolvedAfter(
    paceOf().ramp(1000, (share) => shares.push(share)),
    1000,
  )
  expect(shares.length).toBeGreaterThan(5)
  expect(shares).toEqual([...shares].sort((one, other) => one - other))
  expect(shares[0]).toBeGreaterThan(0.2)
  expect(shares.at(-1)).toBe(1)
})

test('a skipped ramp ends at 1 at once and is never drawn again', async () => {
  const pace = paceOf()
  const shares: number[] = []
  const ramp = pace.ramp(1000, (share) => shares.push(share))
  await resolvedAfter(ramp, 150)
  pace.skip()
  expect(await resolvedAfter(ramp, 0, 2000)).toEqual([true, true])
  expect(shares.filter((share) => share === 1)).toHaveLength(1)
  expect(shares.at(-1)).toBe(1)
})

test('with reduced motion, or where the page draws nothing, a ramp has its last value alone or ends late', async () => {
  const shares: number[] = []
  hasReducedMotion = true
  expect(
    await resolvedAfter(
      paceOf().ramp(1000, (share) => shares.push(share)),
      0,
    ),
  ).toEqual([true])
  expect(shares).toEqual([1])
  hasReducedMotion = false
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const unseen = paceOf().ramp(1000, (share) => shares.push(share))
  expect(await resolvedAfter(unseen, 1000, 1000)).toEqual([false, true])
  expect(shares).toEqual([1, 1])
})

test('an animation that the page does not draw counts as ended some time after its own; a skip ends it', async () => {
  const finish = vi.fn()
  const animation = () =>
    ({ finish, currentTime: 400, effect: { getComputedTiming: () => ({ endTime: 1000 }) } }) as unknown as Animation
  const pace = paceOf()
  expect(await resolvedAfter(pace.ended(animation()), 600, 400)).toEqual([false, true])
  expect(finish).not.toHaveBeenCalled()
  const skipped = pace.ended(animation())
  pace.skip()
  expect(await resolvedAfter(skipped, 0)).toEqual([true])
  expect(finish).toHaveBeenCalledOnce()
  await pace.ended(animation())
  expect(finish).toHaveBeenCalledTimes(2)
})
