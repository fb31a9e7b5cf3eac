import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { current, dismissToast, pause, showToast } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('an alert stands for 3000 ms between 300 ms in and 300 ms out', () => {
  showToast({ type: 'success', title: 'Saved' })
  vi.advanceTimersByTime(3299)
  expect(current()).toMatchObject([{ isLeaving: false }])
  vi.advanceTimersByTime(1)
  expect(current()).toMatchObject([{ isLeaving: true }])
  vi.advanceTimersByTime(300)
  expect(current()).toEqual([])
})

test('the same alert again within 400 ms is dropped, after them it is shown', () => {
  showToast({ type: 'error', title: 'Again' })
  vi.advanceTimersByTime(399)
  showToast({ type: 'error', title: 'Again' })
  expect(current()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  showToast({ type: 'error', title: 'Again' })
  expect(current()).toHaveLength(2)
})

test('an alert under the pointer waits to be read', () => {
  showToast({ type: 'info', title: 'Read me' })
  pause(current()[0]!.id)
  vi.advanceTimersByTime(60_000)
  expect(current()).toHaveLength(1)
  dismissToast(current()[0]!.id)
})
