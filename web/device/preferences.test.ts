import { beforeEach, expect, test, vi } from 'vitest'
import { answerCookies, askCookiesAgain, consentEvent, measuringConsent, setPreference } from './preferences.ts'

let page: { cookie: string; documentElement: { dataset: Record<string, string> }; querySelector: () => null }
let decisions: string[]
beforeEach(() => {
  page = { cookie: '', documentElement: { dataset: { cookies: 'unasked', drawer: 'wide' } }, querySelector: () => null }
  decisions = []
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => decisions.push(type))
  return () => vi.unstubAllGlobals()
})
const kept = '; Path=/; Max-Age=31536000; SameSite=Lax'

// Shows: 2.6.6
test.each(['compact', 'wide'] as const)('the drawer that is %s is so at once, and stays so for a year', (state) => {
  setPreference('drawer', state)
  expect([page.documentElement.dataset.drawer, page.cookie]).toEqual([state, `drawer=${state}${kept}`])
})

// Shows: 2.6.8
test.each([
  ['read', 'declined'],
  ['accepted', 'accepted'],
  ['declined', 'declined'],
] as const)('the answer %s hides the cookie notice for a year, and counts as %s', (answer, consent) => {
  expect(measuringConsent()).toBe('unasked')
  answerCookies(answer)
  expect([page.documentElement.dataset.cookies, page.cookie]).toEqual(['asked', `cookies-notice=${answer}${kept}`])
  expect([measuringConsent(), decisions]).toEqual([consent, [consentEvent]])
})

// Shows: 2.6.8
test('a notice that is asked for again is shown, and the answer applies until there is a new one', () => {
  answerCookies('accepted')
  askCookiesAgain()
  expect([page.documentElement.dataset.cookies, measuringConsent()]).toEqual(['unasked', 'accepted'])
})
