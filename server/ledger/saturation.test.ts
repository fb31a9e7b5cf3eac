import { beforeEach, expect, test } from 'vitest'
import { createSaturation, type Saturation } from './saturation.ts'

let ms: number
let saturation: Saturation
beforeEach(() => {
  ms = 0
  saturation = createSaturation(() => ms)
})
/** For so long: all writers busy for the first part of every ten milliseconds. */
function pass(forMs: number, busyMs: number): void {
  for (const end = ms + forMs; ms < end;) {
    saturation.note(true)
    ms += busyMs
    saturation.note(false)
    ms += 10 - busyMs
  }
}

test('is reached after about a second in which all writers were busy, not sooner', () => {
  pass(800, 9.9)
  expect(saturation.isReached()).toBe(false)
  pass(300, 9.9)
  expect(saturation.isReached()).toBe(true)
})

test('is never reached while a writer is free for a quarter of the time', () => {
  pass(60_000, 7.5)
  expect(saturation.isReached()).toBe(false)
})

test('ends within a fifth of a second once a writer is free', () => {
  pass(60_000, 10)
  expect(saturation.isReached()).toBe(true)
  ms += 200
  expect(saturation.isReached()).toBe(false)
})

test('of a batch that lasts is seen before it ends', () => {
  saturation.note(true)
  ms += 1_100
  expect(saturation.isReached()).toBe(true)
})
