import { expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../api/use-api.ts'
import { EmailReminder } from './email-reminder.tsx'

const show = views()
const words = labelsOf('shell', 'en')
const profileOf = (profile: object): [readonly unknown[], unknown] => [apiKey('GET /api/player/profile'), profile]
const unconfirmed = { email: 'ada@example.com', isEmailConfirmed: false }
const reminded = (path: string, profile: object = unconfirmed) =>
  textOf(<EmailReminder />, { path, answers: [profileOf(profile)] }).includes(words.emailReminderLater!)

test.each([
  ['/', true],
  ['/profile/wallet', true],
  ['/profile/info', false],
  ['/profile/security', false],
  ['/games/{id}', false],
])('an unconfirmed address is named on %s: %s', (path, isReminded) => {
  expect(reminded(path)).toBe(isReminded)
})

test('a player without an address, or with a confirmed one, is not reminded', () => {
  expect(reminded('/', { email: null, isEmailConfirmed: false })).toBe(false)
  expect(reminded('/', { ...unconfirmed, isEmailConfirmed: true })).toBe(false)
})

test('a reminder that is postponed stays away for a day, on pages from the server too', async () => {
  const page = await show(<EmailReminder />, { answers: [profileOf(unconfirmed)] })
  expect(page.text).toContain('ada@example.com')
  const written = vi.fn<(cookie: string) => void>()
  Object.defineProperty(document, 'cookie', { get: () => 'access_token=abc', set: written })
  await page.press(words.emailReminderLater!)
  expect(document.documentElement.dataset.reminder).toBe('later')
  expect(written.mock.calls).toEqual([[expect.stringMatching(/^email-reminder=later;.*Max-Age=86400(;|$)/)]])
})

test('the link to confirm is sent again', async () => {
  const page = await show(<EmailReminder />, { answers: [profileOf(unconfirmed)] })
  await page.press(words.emailReminderSend!)
  expect(page.calls.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1)
})
