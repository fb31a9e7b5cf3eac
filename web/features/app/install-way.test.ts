import { expect, test } from 'vitest'
import { installWay, isCalm, isDismissed } from './install-way.ts'

const chrome =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 Version/18.2 Mobile/15E148 Safari/604.1'
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Safari/605.1.15'
const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const device = { userAgent: chrome, touchPoints: 0, isStandalone: false, hasPrompt: false }

// Shows: 2.6.9
test.each([
  ["the browser's dialog if it has one", { hasPrompt: true }, 'prompt'],
  ['nothing in a Chromium without a dialog', {}, null],
  ['nothing if the site is installed', { hasPrompt: true, isStandalone: true }, null],
  ['instructions on an iPhone', { userAgent: iphone, touchPoints: 5 }, 'ios'],
  ['instructions on an iPad, which identifies itself as a Mac', { userAgent: mac, touchPoints: 5 }, 'ios'],
  ['instructions in Safari on a Mac', { userAgent: mac }, 'mac'],
  ['nothing in an old Safari', { userAgent: mac.replace('18.2', '16.1') }, null],
  ['instructions in other browsers on Android', { userAgent: firefox }, 'android'],
])('a visitor is offered %s', (_case, part, way) => expect(installWay({ ...device, ...part })).toBe(way))

test('the offer is dismissed for 30 days; a time in the future or an invalid one is ignored', () => {
  const now = Date.UTC(2026, 5, 1)
  const daysAgo = (days: number) => String(now - days * 86_400_000)
  expect([29.9, 30, -1].map((days) => isDismissed(daysAgo(days), now))).toEqual([true, false, false])
  expect([null, '', 'x'].map((note) => isDismissed(note, now))).toEqual([false, false, false])
})

// Shows: 2.6.9
test('isCalm is false on a game page, with an open game, and during a payment', () => {
  expect(isCalm({ path: '/', search: '', hasGame: false })).toBe(true)
  expect(isCalm({ path: '/games/:id', search: '', hasGame: false })).toBe(false)
  expect(isCalm({ path: '/', search: '', hasGame: true })).toBe(false)
  for (const key of ['wallet=deposit', 'deposit-success=true', 'withdrawal-requested=1'])
    expect(isCalm({ path: '/', search: `?a=1&${key}`, hasGame: false })).toBe(false)
})
