import { expect, test } from 'vitest'
import type { Locale, PlayerInit } from '#contract/settings.ts'
import type { PageRequest } from './render.tsx'
import { renderPage } from './render.tsx'

const locales = (['en', 'pt-BR', 'de', 'ar'] as const).map((code): Locale => ({
  code,
  isDefault: code === 'en',
  name: code,
  direction: code === 'ar' ? 'rtl' : 'ltr',
}))
const init: PlayerInit = {
  country: 'DE',
  locale: 'en',
  currency: 'EUR',
  isRestricted: false,
  restrictType: null,
  config: {
    gtm: null,
    affiliateTagExpiration: 30,
    freshchatParams: null,
    isLoyaltyEnabled: false,
    hidesDocuments: false,
    showFilled: false,
    sportsbook: null,
  },
}
const page = {
  identity: 'terms',
  title: 'Terms </title><script>',
  description: 'All of "them"',
  updatedAt: null,
  blocks: [],
}
const answers: Record<string, unknown> = {
  'GET /api/settings/currencies': [],
  'GET /api/game/collections': [{ identity: 'slots', name: 'Slots', countries: [], gamesCount: 1, icon: 'slots' }],
  'GET /api/content/{locale}/{directory}': {},
  'GET /api/content/{locale}/pages/{identity}': page,
}

function ask(url: string, more: Partial<PageRequest['visitor']> = {}, read?: (route: string) => Promise<unknown>) {
  return renderPage({
    url,
    origin: 'https://fairhouse.example',
    labels: () => ({}),
    visitor: { locale: 'en', isMobile: false, isSignedIn: false, init, locales, ...more },
    read: () =>
      read ??
      (async (route) => {
        if (route in answers) return answers[route]
        throw Object.assign(new Error(route), { status: 404 })
      }),
  })
}

test('a page comes with its title, description, canonical and all languages', async () => {
  const answer = await ask('/de/static/terms?stag=1')
  expect(answer).toMatchObject({
    kind: 'page',
    status: 200,
    locale: 'de',
    direction: 'ltr',
    files: ['routes/static/static-page.tsx'],
  })
  if (answer.kind !== 'page') return
  expect(answer.head).toContainEqual({
    tag: 'link',
    attributes: { rel: 'canonical', href: 'https://fairhouse.example/de/static/terms' },
  })
  expect(
    answer.head.filter(({ attributes }) => attributes.hreflang).map(({ attributes }) => attributes.hreflang),
  ).toEqual(['en', 'pt-BR', 'de', 'ar', 'x-default'])
})

test('what is not there has the status 404, is kept out of search engines, and still is a whole page', async () => {
  for (const url of ['/nothing/at/all', '/games/%E0%A4%A']) {
    const answer = await ask(url)
    expect(answer).toMatchObject({ kind: 'page', status: 404 })
    if (answer.kind === 'page')
      expect(answer.head).toContainEqual({ tag: 'meta', attributes: { name: 'robots', content: 'noindex' } })
  }
  const missing = async (route: string) => {
    if (route.includes('/pages/')) throw Object.assign(new Error(), { status: 404 })
    return answers[route]
  }
  expect(await ask('/static/unknown', {}, missing)).toMatchObject({ kind: 'page', status: 404 })
})

test('an outage of what a page cannot do without is a 500 with the error page, not a half page', async () => {
  const down = async (route: string) => {
    if (route.includes('/pages/')) throw Object.assign(new Error(), { status: 503 })
    return answers[route]
  }
  expect(await ask('/static/terms', {}, down)).toMatchObject({ kind: 'page', status: 500 })
})

test('a page without a prefix marks itself in every language', async () => {
  const answer = await ask('/questions', { locale: 'ar' }, async (route) =>
    route.endsWith('/questions') ? [] : answers[route],
  )
  expect(answer).toMatchObject({ kind: 'page', locale: 'ar' })
  if (answer.kind === 'page')
    expect(
      answer.body.match(/<a [^>]*aria-current="page"/g)?.every((link) => link.includes('href="/ar/questions"')),
    ).toBe(true)
})

test("a guest at a player's page is led to the sign-in of the same locale", async () => {
  expect(await ask('/profile/history')).toEqual({ kind: 'redirect', to: '/?sign-in=true' })
  expect(await ask('/ar/profile/history')).toEqual({ kind: 'redirect', to: '/ar?sign-in=true' })
})

test("the visitor's own language leads from a path without prefix to its own, query and all", async () => {
  expect(await ask('/favorites?a=1', { locale: 'de' })).toEqual({ kind: 'redirect', to: '/de/favorites?a=1' })
  expect(await ask('/en/favorites', { locale: 'de' })).toMatchObject({
    kind: 'redirect',
    to: '/favorites',
    chosenLocale: 'en',
  })
  expect(await ask('/ar/questions/start')).toEqual({ kind: 'redirect', to: '/questions/start', chosenLocale: 'ar' })
})

test('the bare categories path leads to the first collection and keeps the query', async () => {
  expect(await ask('/categories?search=a')).toEqual({ kind: 'redirect', to: '/categories/slots?search=a' })
  expect(await ask('/de/categories', { locale: 'de' })).toEqual({ kind: 'redirect', to: '/de/categories/slots' })
})

test('restrictType 1 swaps the layout, but the pages that must stay open are readable', async () => {
  const restricted = { init: { ...init, isRestricted: true, restrictType: 1 as const } }
  const lobby = await ask('/', restricted)
  const terms = await ask('/static/terms', restricted)
  if (lobby.kind !== 'page' || terms.kind !== 'page') throw new Error('both are pages')
  expect(lobby.body).toContain('data-layout="geo-restricted"')
  expect(lobby.body).not.toContain('id="drawer"')
  expect(terms.body).toContain('Terms &lt;/title&gt;&lt;script&gt;')
})

test('no text of the data can leave its place in the document', async () => {
  const answer = await ask('/static/terms')
  if (answer.kind !== 'page') throw new Error('a page')
  expect(answer.body).not.toContain('<script>')
  expect(answer.state.map((piece) => Buffer.from(piece as string).toString()).join('')).not.toContain('<')
})
