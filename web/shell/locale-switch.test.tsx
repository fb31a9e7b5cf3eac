import { expect, test, vi } from 'vitest'
import { views } from '#tests/setup/hook.tsx'
import { LocaleLink } from './locale-switch.tsx'

const show = views()

// Shows: 1.3.1, 9.6.1
test.each([
  ['de', '/games/dice', '/de/games/dice?play=demo'],
  ['pt-BR', '/', '/pt-BR?play=demo'],
  // The prefix of the default language says that it was chosen.
  ['en', '/de/games/dice', '/en/games/dice?play=demo'],
  // A page without a prefix finds the language in the cookie.
  ['de', '/questions', '/questions?play=demo'],
])('the choice of %s on %s leads to %s, and is stored for a year', async (code, path, address) => {
  const entry = { path, isUnprefixed: path === '/questions' }
  const page = await show(<LocaleLink code={code}>Other</LocaleLink>, { path, entry, search: '?play=demo' })
  expect(page.find('Other').getAttribute('href')).toBe(address)
  const written = vi.fn<(cookie: string) => void>()
  Object.defineProperty(document, 'cookie', { get: () => '', set: written })
  await page.press('Other')
  expect(written.mock.calls).toEqual([[expect.stringMatching(new RegExp(`^locale=${code};.*Max-Age=31536000(;|$)`))]])
})
