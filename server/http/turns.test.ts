import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('the permitted number begins at once, the others in later turns and in order', async () => {
  const turns = new Turns(3)
  const started: number[] = []
  const all = Array.from({ length: 8 }, (_, index) => turns.take().then(() => started.push(index)))
  await Promise.resolve()
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  await setImmediate()
  expect(started.length).toBeLessThanOrEqual(6)
  await Promise.all(all)
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('after a turn without anyone the next ones begin at once', async () => {
  const turns = new Turns(1)
  await turns.take()
  await setImmediate()
  await setImmediate()
  let isBegun = false
  void turns.take().then(() => (isBegun = true))
  await Promise.resolve()
  await Promise.resolve()
  expect(isBegun).toBe(true)
})
