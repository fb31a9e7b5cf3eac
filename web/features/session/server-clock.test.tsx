import { afterEach, expect, test, vi } from 'vitest'
import { markupOf } from '#tests/setup/markup.tsx'
import { Elapsed } from '../games/elapsed.tsx'
import { compareClocks, latestNow, serverNow } from './server-clock.ts'

const minute = 60_000
const now = Date.parse('2026-11-26T14:00:00Z')
afterEach(() => {
  vi.useRealTimers()
  compareClocks(0, 0)
})

/** Simulates a device whose clock differs by `minutes`. */
function onDevice(minutes: number): void {
  vi.useFakeTimers({ now: now + minutes * minute })
  compareClocks(now, Date.now())
}

// Shows: 10.16
test.each([-90, 0, 90])('with a device clock that differs by %i minutes, the play time is that of the server', (by) => {
  onDevice(by)
  expect(serverNow()).toBe(now)
  expect(markupOf(<Elapsed since={now - 5 * minute} />)).toBe('<time>0:05:00</time>')
})

test('latestNow corrects a slow device clock, but does not move back a correct one after a late answer', () => {
  onDevice(-90)
  expect(latestNow()).toBe(now)
  onDevice(0)
  compareClocks(now - 12_000, now)
  expect(latestNow()).toBe(now)
})
