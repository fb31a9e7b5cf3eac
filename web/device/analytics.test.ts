import { expect, test } from 'vitest'
import { createAnalytics } from './analytics.ts'
import type { Consent } from './preferences.ts'

function bench(gtm: string | null, consent: Consent = 'unasked') {
  const seen = { consent, layer: [] as unknown[], loaded: [] as string[], silenced: 0 }
  const analytics = createAnalytics({
    gtm,
    consent: () => seen.consent,
    layer: () => seen.layer,
    load: (address) => seen.loaded.push(address),
    silence: () => (seen.silenced += 1),
  })
  const answer = (given: Consent) => {
    seen.consent = given
    analytics.onConsent()
  }
  return { seen, analytics, answer, events: () => seen.layer.map((entry) => (entry as { event: string }).event) }
}

test('without a container nothing is stored and nothing is loaded', () => {
  const { seen, analytics, answer } = bench(null, 'accepted')
  analytics.track('registration', { step: 'open' })
  answer('accepted')
  expect([seen.layer, seen.loaded]).toEqual([[], []])
})

// Shows: 3.27.2
test('before the answer nothing leaves; agreement loads the container once and hands over what waited, in order', () => {
  const { seen, analytics, answer, events } = bench('GTM-AB12')
  analytics.track('pageLoad', { loadTime: 812 })
  analytics.track('registration', { step: 'open', regType: 'email' })
  expect([seen.layer, seen.loaded]).toEqual([[], []])
  answer('accepted')
  answer('accepted')
  analytics.track('registration', { step: 'sent', regType: 'email' })
  expect(seen.loaded).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-AB12'])
  expect(events()).toEqual(['gtm.js', 'pageLoad', 'registration', 'registration'])
  expect(seen.layer[1]).toEqual({ event: 'pageLoad', loadTime: 812 })
  expect(seen.layer.at(-1)).toEqual({ event: 'registration', step: 'sent', regType: 'email' })
})

test('who agreed on an earlier visit is measured from the first event', () => {
  const { seen, analytics, events } = bench('GTM-AB12', 'accepted')
  analytics.track('pageLoad', { loadTime: 10 })
  expect(seen.loaded).toHaveLength(1)
  expect(events()).toEqual(['gtm.js', 'pageLoad'])
})

test('a refusal discards queued and later events', () => {
  const { seen, analytics, answer } = bench('GTM-AB12')
  analytics.track('registration', { step: 'open' })
  answer('declined')
  analytics.track('registration', { step: 'sent' })
  expect([seen.layer, seen.loaded]).toEqual([[], []])
  answer('accepted')
  expect(seen.layer).toHaveLength(1)
})

// Shows: 3.27.3
test('consent withdrawn ends the tag manager once, and nothing after it is measured in that document', () => {
  const { seen, analytics, answer, events } = bench('GTM-AB12', 'accepted')
  analytics.track('pageLoad')
  answer('declined')
  answer('declined')
  analytics.track('registration', { step: 'sent' })
  answer('accepted')
  analytics.track('balance')
  expect([seen.silenced, seen.loaded.length, events()]).toEqual([1, 1, ['gtm.js', 'pageLoad']])
})

test('consent withdrawn in another tab is noticed before the next event is measured', () => {
  const { seen, analytics, events } = bench('GTM-AB12', 'accepted')
  analytics.track('pageLoad')
  seen.consent = 'declined'
  analytics.track('wallet', { step: 'open' })
  expect([seen.silenced, events()]).toEqual([1, ['gtm.js', 'pageLoad']])
})

test('a document that begins without consent measures once it is given', () => {
  const { seen, analytics, answer, events } = bench('GTM-AB12', 'declined')
  analytics.track('pageLoad')
  answer('declined')
  expect([seen.silenced, seen.layer, seen.loaded]).toEqual([0, [], []])
  answer('accepted')
  analytics.track('balance')
  expect(events()).toEqual(['gtm.js', 'balance'])
})

test('a page left open unanswered does not gather events for ever', () => {
  const { seen, analytics, answer } = bench('GTM-AB12')
  for (let index = 0; index < 500; index++) analytics.track('balance', { step: 'open' })
  answer('accepted')
  expect(seen.layer.length).toBeLessThanOrEqual(101)
})
