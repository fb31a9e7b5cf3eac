import { expect, test } from 'vitest'
import { controlGuard, guardMs } from './control-guard.ts'

test('a control can be used from its first function on, and again 400 ms after its function has changed', () => {
  let now = 1_000
  const guard = controlGuard(() => now)
  guard.note('deal')
  expect(guard.refuses()).toBe(false)
  guard.note('stand')
  expect(guard.leftMs()).toBe(guardMs)
  now += 100
  guard.note('stand')
  expect(guard.leftMs()).toBe(300)
  now += 300
  expect(guard.refuses()).toBe(false)
})

test('each press that comes too early begins the wait again', () => {
  let now = 0
  const guard = controlGuard(() => now)
  guard.note('deal')
  guard.note('stand')
  for (let taps = 0; taps < 3; taps++) {
    now += 250
    expect(guard.refuses()).toBe(true)
  }
  now += 399
  expect(guard.refuses()).toBe(true)
  now += 400
  expect(guard.refuses()).toBe(false)
})
