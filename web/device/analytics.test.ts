import { expect, test } from 'vitest'
import { createAnalytics } from './analytics.ts'
import type { Consent } from './preferences.ts'

function setUp(gtm: string | null, consent: Consent = 'unasked') {
  const state = { consent, layer: [] as unknown[], loaded: [] as string[], silenced: 0 }
  const analytics = createAnalytics({
    gtm,
    consent: () => state.consent,
    layer: () => state.layer,
    load: (address) => state.loaded.push(address),
    silence: () => (state.silenced += 1),
  })
  const answer = (consent: Consent) => {
    state.consent = consent
    analytics.onConsent()
  }
  return { state, analytics, answer, events: () => state.layer.map((entry) => (entry as { event: string }).event) }
}

test('without a container nothing is stored and nothing is loaded', () => {
  const { state, analytics, answer } = setUp(null, 'accepted')
  analytics.track('registration', { step: 'open' })
  answer('accepted')
  expect([state.layer, state.loaded]).toEqual([[], []])
})

// Shows: 3.27.2
test('nothing is sent before the answer; consent loads the container once and passes on the queued events in order', () => {
  const { state, analytics, answer, events } = setUp('GTM-AB12')
  analytics.track('pageLoad', { loadTime: 812 })
  analytics.track('registration', { step: 'open', regType: 'email' })
  expect([state.layer, state.loaded]).toEqual([[], []])
  answer('accepted')
  answer('accepted')
  analytics.track('registration', { step: 'sent', regType: 'email' })
  expect(state.loaded).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-AB12'])
  expect(events()).toEqual(['gtm.js', 'pageLoad', 'registration', 'registration'])
  expect(state.layer[1]).toEqual({ event: 'pageLoad', loadTime: 812 })
  expect(state.layer.at(-1)).toEqual({ event: 'registration', step: 'sent', regType: 'email' })
})

test('with consent from an earlier visit, the first event loads the container and is recorded', () => {
  const { state, analytics, events } = setUp('GTM-AB12', 'accepted')
  analytics.track('pageLoad', { loadTime: 10 })
  expect(state.loaded).toHaveLength(1)
  expect(events()).toEqual(['gtm.js', 'pageLoad'])
})

test('a refusal discards queued and later events', () => {
  const { state, analytics, answer } = setUp('GTM-AB12')
  analytics.track('registration', { step: 'open' })
  answer('declined')
  analytics.track('registration', { step: 'sent' })
  expect([state.layer, state.loaded]).toEqual([[], []])
  answer('accepted')
  expect(state.layer).toHaveLength(1)
})

// Shows: 3.27.3
test('withdrawn consent stops the tag manager once, and later events of the document are dropped', () => {
  const { state, analytics, answer, events } = setUp('GTM-AB12', 'accepted')
  analytics.track('pageLoad')
  answer('declined')
  answer('declined')
  analytics.track('registration', { step: 'sent' })
  answer('accepted')
  analytics.track('balance')
  expect([state.silenced, state.loaded.length, events()]).toEqual([1, 1, ['gtm.js', 'pageLoad']])
})

test('consent withdrawn in another tab stops the tag manager before the next event', () => {
  const { state, analytics, events } = setUp('GTM-AB12', 'accepted')
  analytics.track('pageLoad')
  state.consent = 'declined'
  analytics.track('wallet', { step: 'open' })
  expect([state.silenced, events()]).toEqual([1, ['gtm.js', 'pageLoad']])
})

test('a document that starts without consent records events after consent is given', () => {
  const { state, analytics, answer, events } = setUp('GTM-AB12', 'declined')
  analytics.track('pageLoad')
  answer('declined')
  expect([state.silenced, state.layer, state.loaded]).toEqual([0, [], []])
  answer('accepted')
  analytics.track('balance')
  expect(events()).toEqual(['gtm.js', 'balance'])
})

test('at most 100 events are queued while the consent question is unanswered', () => {
  const { state, analytics, answer } = setUp('GTM-AB12')
  for (let index = 0; index < 500; index++) analytics.track('balance', { step: 'open' })
  answer('accepted')
  expect(state.layer.length).toBeLessThanOrEqual(101)
})
