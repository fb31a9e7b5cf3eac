import { afterEach, expect, test, vi } from 'vitest'
import { createAnalytics } from './analytics.ts'
import { type Consent, measuringConsent } from './preferences.ts'

afterEach(() => vi.unstubAllGlobals())

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

/** A page in which the tag manager has left its cookies; `last` is the script or policy that was added last. */
async function startedPage(consent: Consent) {
  const written: string[] = []
  const added: Array<Record<string, unknown>> = []
  const target = new EventTarget()
  vi.resetModules()
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', { hostname: 'play.house.test', protocol: 'https:' })
  vi.stubGlobal('performance', { now: () => 812.4 })
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target))
  vi.stubGlobal('document', {
    documentElement: { dataset: { chat: 'https://chat.test' } },
    querySelector: () => ({ nonce: 'n1' }),
    createElement: (name: string) => ({ name }),
    head: { append: (element: Record<string, unknown>) => void added.push(element) },
    get cookie() {
      return '_ga=1; _gid=2; _gat_UA=3; _gcl_au=4; _gaming=5; locale=de'
    },
    set cookie(text: string) {
      written.push(text)
    },
  })
  const { startAnalytics, track } = await import('./analytics.ts')
  track('registration', { step: 'open', regType: 'phone' })
  let current = consent
  startAnalytics('GTM-AB12', () => current)
  const tell = (type: string, more: object = {}) => target.dispatchEvent(Object.assign(new Event(type), more))
  const { readStored } = await import('./storage.ts')
  const removed = () => new Set(written.filter((text) => text.includes('max-age=0')).map((text) => text.split('=')[0]))
  return {
    added,
    removed,
    tell,
    hasToldTabs: () => readStored('local', 'cookies-answered') !== null,
    layer: () => (window.dataLayer ?? []).slice(1),
    answer: (next: Consent) => (current = next),
  }
}

// Shows: 3.27.2, 3.27.3
test('a page measures first when it could be used, then what happened before that', async () => {
  const page = await startedPage('accepted')
  expect(page.layer()).toEqual([
    { event: 'pageLoad', loadTime: 812 },
    { event: 'registration', step: 'open', regType: 'phone' },
  ])
  expect(page.added).toMatchObject([
    { name: 'script', nonce: 'n1', src: 'https://www.googletagmanager.com/gtm.js?id=GTM-AB12' },
  ])
  expect(page.removed().size).toBe(0)
})

// Shows: 3.27.3
test.each([
  ['this tab', 'fairhouse:consent', {}, true],
  ['another tab', 'storage', { key: 'cookies-answered' }, false],
  ['another tab while this page was kept', 'pageshow', {}, false],
])('consent withdrawn in %s forbids its requests and removes its cookies alone', async (_, type, more, isTold) => {
  const page = await startedPage('accepted')
  page.answer('declined')
  page.tell('storage', { key: 'other' })
  expect(page.added).toHaveLength(1)
  page.tell(type, more)
  expect(page.hasToldTabs()).toBe(isTold)
  expect(page.added.slice(1)).toMatchObject([
    {
      name: 'meta',
      httpEquiv: 'Content-Security-Policy',
      content: expect.stringMatching(
        /^connect-src 'self' https:\/\/chat\.test;.*script-src 'self' https:\/\/chat\.test$/,
      ),
    },
  ])
  expect(page.removed()).toEqual(new Set(['_ga', '_gid', '_gat_UA', '_gcl_au']))
})

// Shows: 3.27.3
test('a page that begins after a refusal removes cookies that another tab has written since, and loads nothing', async () => {
  const page = await startedPage('declined')
  expect(page.removed()).toEqual(new Set(['_ga', '_gid', '_gat_UA', '_gcl_au']))
  expect([page.added, page.layer()]).toEqual([[], []])
})

// Shows: 3.27.3
test.each<[string | null, Consent]>([
  [null, 'unasked'],
  ['accepted', 'accepted'],
  ['declined', 'declined'],
  ['read', 'declined'],
  ['', 'declined'],
])('the stored answer %j to the notice means %s', (answer, consent) => {
  vi.stubGlobal('document', { cookie: answer === null ? '' : `cookies-notice=${answer}` })
  expect(measuringConsent()).toBe(consent)
})
