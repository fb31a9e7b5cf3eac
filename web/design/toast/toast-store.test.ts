import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { current, dismissToast, pause, restart, showState, showToast } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

// Shows: 4.13.1, 9.8.1, 9.8.2
test('an alert is shown for 3000 ms between 300 ms of entry and 300 ms of exit', () => {
  showToast({ type: 'success', title: 'Saved' })
  vi.advanceTimersByTime(3299)
  expect(current()).toMatchObject([{ isLeaving: false }])
  vi.advanceTimersByTime(1)
  expect(current()).toMatchObject([{ isLeaving: true }])
  vi.advanceTimersByTime(300)
  expect(current()).toEqual([])
})

// Shows: 4.13.1, 9.8.1
test('an alert with the same text is shown 400 ms after the last one, and another text immediately', () => {
  for (let times = 0; times < 3; times++) showToast({ type: 'error', title: 'Again' })
  showToast({ type: 'error', title: 'Another' })
  const shown = () => current().map(({ title }) => title)
  expect(shown()).toEqual(['Again', 'Another'])
  vi.advanceTimersByTime(399)
  expect(shown()).toEqual(['Again', 'Another'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual(['Again', 'Another', 'Again'])
  vi.advanceTimersByTime(399)
  expect(shown()).toHaveLength(3)
  vi.advanceTimersByTime(1)
  expect(shown()).toHaveLength(4)
  vi.advanceTimersByTime(400)
  showToast({ type: 'error', title: 'Again' })
  expect(shown().at(-1)).toBe('Again')
})

test('a paused alert stays visible', () => {
  showToast({ type: 'info', title: 'Read me' })
  pause(current()[0]!.id)
  vi.advanceTimersByTime(60_000)
  expect(current()).toHaveLength(1)
  dismissToast(current()[0]!.id)
})

test('a dismissed alert keeps its space until those below it are dismissed', () => {
  const shown = () => current().map(({ title, isLeaving }) => (isLeaving ? `(${title})` : title))
  showToast({ type: 'info', title: 'First' })
  vi.advanceTimersByTime(1000)
  showToast({ type: 'info', title: 'Second' })
  vi.advanceTimersByTime(2600)
  expect(shown()).toEqual(['(First)', 'Second'])
  vi.advanceTimersByTime(700)
  expect(shown()).toEqual(['(First)', '(Second)'])
  vi.advanceTimersByTime(300)
  expect(shown()).toEqual([])
})

test('the lowest alert is removed immediately after it is dismissed', () => {
  showToast({ type: 'info', title: 'Upper' })
  showToast({ type: 'info', title: 'Lower' })
  pause(current()[0]!.id)
  vi.advanceTimersByTime(3600)
  expect(current()).toMatchObject([{ title: 'Upper', isLeaving: false }])
  dismissToast(current()[0]!.id)
})

test('a state is shown above the alerts until it ends or is dismissed', () => {
  const shown = () => current().map(({ title, isLeaving }) => (isLeaving ? `(${title})` : title))
  showToast({ type: 'info', title: 'Before' })
  const end = showState({ type: 'warning', title: 'Lost' })
  showToast({ type: 'info', title: 'After' })
  expect(shown()).toEqual(['Lost', 'Before', 'After'])
  pause(current()[0]!.id)
  restart(current()[0]!.id)
  vi.advanceTimersByTime(60_000)
  expect(shown()).toEqual(['Lost'])
  for (const title of ['1', '2', '3', '4', '5']) showToast({ type: 'info', title })
  expect(shown()).toEqual(['Lost', '3', '4', '5'])
  end()
  vi.advanceTimersByTime(60_000)
  expect(shown()).toEqual([])
  const endDismissed = showState({ type: 'warning', title: 'Lost' })
  dismissToast(current()[0]!.id)
  vi.advanceTimersByTime(300)
  endDismissed()
  vi.advanceTimersByTime(300)
  expect(shown()).toEqual([])
})
