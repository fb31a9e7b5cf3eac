import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import type { CompiledMessage } from '#contract/message-format.ts'
import type { Locale, PlayerInit } from '#contract/settings.ts'
import type { PageRequest } from '#contract/pages.ts'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { renderPage, signInAddress } from './render.tsx'

const locales = localeCodes.map((code): Locale => ({
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
    minimumAge: 21,
    affiliateTagExpiration: 30,
    maxServerPingDelayMs: 10_000,
    freshchatParams: null,
    isLoyaltyEnabled: false,
    hidesDocuments: false,
    hasBreakButton: false,
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

function renderAt(
  url: string,
  more: Partial<PageRequest['visitor']> = {},
  read?: (route: string, request?: any) => Promise<unknown>,
  labels: PageRequest['labels'] = () => ({}),
) {
  return renderPage({
    url,
    origin: 'https://fairhouse.example',
    labels,
    visitor: { locale: 'en', isMobile: false, isSignedIn: false, init, locales, ...more },
    read: () =>
      read ??
      (async (route) => {
        if (route in answers) return answers[route]
        throw Object.assign(new Error(route), { status: 404 })
      }),
  })
}

async function withoutPages(route: string): Promise<unknown> {
  if (route.includes('/pages/')) throw Object.assign(new Error(), { status: 404 })
  return answers[route]
}

// Must run before every other test: parts that have been loaded once are always rendered.
test.each(['/?search=fox', '/', '/categories/slots', '/providers/mine'])(
  'the first rendering of %s contains all parts of the page',
  async (path) => {
    const read = async (route: string) => {
      if (route === 'GET /api/game/games') return { data: [], meta: { total: 7, page: 1, perPage: 48 } }
      if (route === 'GET /api/game/lobby') return { total: 0, games: [], rails: [] }
      if (route === 'GET /api/game/bonuses/pages/{identity}') return { currency: 'EUR', offers: [] }
      if (route === 'GET /api/game/collections')
        return [{ identity: 'slots', name: 'Slots', icon: 'reels', gamesCount: 7 }]
      if (route === 'GET /api/game/providers/{id}') return { id: 'mine', identity: 'mine', name: 'Mine', gamesCount: 7 }
      return answers[route] ?? []
    }
    const page = await renderAt(path, {}, read)
    // React marks a boundary that the server failed to render with this comment.
    expect(page.kind === 'page' && page.body).not.toContain('<!--$!-->')
    expect(page).toMatchObject({ kind: 'page', status: 200 })
  },
)

// Shows: 1.3.1
test('a page has its locale, files, canonical link and links to all languages', async () => {
  const answer = await renderAt('/de/static/terms?stag=1')
  expect(answer).toMatchObject({
    kind: 'page',
    status: 200,
    locale: 'de',
    direction: 'ltr',
    files: ['routes/static-page.tsx', 'route-chunks.ts'],
  })
  if (answer.kind !== 'page') return
  expect(answer.head).toContainEqual({
    tag: 'link',
    attributes: { rel: 'canonical', href: 'https://fairhouse.example/de/static/terms' },
  })
  expect(
    answer.head.filter(({ attributes }) => attributes.hreflang).map(({ attributes }) => attributes.hreflang),
  ).toEqual([...localeCodes, 'x-default'])
})

test('parts with their own chunk are rendered with the page, and their files are listed so that their styles load', async () => {
  const read = async (route: string) => {
    if (route === 'GET /api/game/games') return { data: [], meta: { total: 7, page: 1, perPage: 48 } }
    if (route === 'GET /api/game/lobby') return { total: 0, games: [], rails: [] }
    if (route === 'GET /api/game/bonuses/pages/{identity}') return { currency: 'EUR', offers: [] }
    return answers[route] ?? []
  }
  const labels = () => ({ lobby: { liveBets: 'Live bets', gamesFound: 'Seven games' } })
  const lobby = await renderAt('/', {}, read, labels)
  expect(lobby).toMatchObject({
    files: ['routes/index.tsx'],
    lateFiles: ['features/bonuses/guest-offer.tsx', 'features/games/life-strip.tsx', 'features/games/lower-lobby.tsx'],
  })
  expect(lobby.kind === 'page' && lobby.body).toContain('Live bets')
  const found = await renderAt('/?search=fox', {}, read, labels)
  expect(found).toMatchObject({
    files: ['routes/index.tsx', 'features/games/found-games.tsx', 'features/games/filters.tsx'],
  })
  expect(found.kind === 'page' && found.body).toContain('Seven games')
})

// Shows: 7.2.5
test('a page reads settings, collections and content for guests, and also profile, accounts and messages for players', async () => {
  const readBy = async (isSignedIn: boolean) => {
    const routes: string[] = []
    await renderAt('/static/terms', { isSignedIn }, async (route) => {
      routes.push(route)
      if (route in answers) return answers[route]
      throw Object.assign(new Error(route), { status: 404 })
    })
    return [...new Set(routes)].toSorted()
  }
  const guest = await readBy(false)
  expect(guest).toEqual(
    expect.arrayContaining([
      'GET /api/settings/currencies',
      'GET /api/game/collections',
      'GET /api/content/{locale}/{directory}',
    ]),
  )
  const onlyForPlayers = (await readBy(true)).filter((route) => !guest.includes(route))
  expect(onlyForPlayers).toEqual(
    expect.arrayContaining([
      'GET /api/player/profile',
      'GET /api/wallet/accounts',
      'GET /api/notification/messenger/messages',
    ]),
  )
  expect(guest.filter((route) => /player|wallet|notification/.test(route))).toEqual([])
})

test('link previews have a picture, and structured data has absolute URLs in the locale of the page', async () => {
  const answer = await renderAt('/de/static/terms')
  if (answer.kind !== 'page') throw new Error(answer.kind)
  const previews = Object.fromEntries(
    answer.head.flatMap(({ attributes: { property, content } }) => (property ? [[property, content]] : [])),
  )
  expect(previews).toMatchObject({
    'og:url': 'https://fairhouse.example/de/static/terms',
    'og:image': 'https://fairhouse.example/share/site.png',
    'og:image:width': '1200',
    'og:locale': 'de',
  })
  const { itemListElement } = JSON.parse(answer.jsonLd!) as { itemListElement: Array<{ item: string }> }
  expect(itemListElement.map(({ item }) => item)).toEqual([
    'https://fairhouse.example/de',
    'https://fairhouse.example/de/static/terms',
  ])
})

test('an unknown path is rendered as a page with status 404 and noindex', async () => {
  for (const url of ['/nothing/at/~all', '/games/%E0%A4%A']) {
    const answer = await renderAt(url)
    expect(answer).toMatchObject({ kind: 'page', status: 404 })
    if (answer.kind === 'page')
      expect(answer.head).toContainEqual({ tag: 'meta', attributes: { name: 'robots', content: 'noindex' } })
  }
  expect(await renderAt('/static/unknown', {}, withoutPages)).toMatchObject({ kind: 'page', status: 404 })
})

test.each(['//%5Cevil.example', '//%09/evil.example'])(
  '%s is treated as a path of this host and not found',
  async (path) => {
    const answer = await renderAt(path)
    expect(answer.kind === 'page' && answer.status).toBe(404)
  },
)

// Shows: 2.1.17
test.each([
  [503, 503],
  [undefined, 500],
])('a required query that fails with %s gives the error page with status %i', async (status, expected) => {
  const down = async (route: string) => {
    if (route.includes('/pages/')) throw Object.assign(new Error(), { status })
    return answers[route]
  }
  expect(await renderAt('/static/terms', {}, down)).toMatchObject({ kind: 'page', status: expected })
})

test('a page without locale prefix marks its links as current in another language', async () => {
  const answer = await renderAt('/questions', { locale: 'ar' }, async (route) =>
    route.endsWith('/questions') ? [] : answers[route],
  )
  expect(answer).toMatchObject({ kind: 'page', locale: 'ar' })
  if (answer.kind === 'page')
    expect(
      answer.body.match(/<a [^>]*aria-current="page"/g)?.every((link) => link.includes('href="/ar/questions"')),
    ).toBe(true)
})

// Shows: 2.1.16
test("the content's error.title, description and button label replace the texts of both error pages and their title", async () => {
  const layout = async (route: string) => {
    if (route.includes('/pages/')) throw Object.assign(new Error(), { status: 503 })
    const error = { title: 'Lost at sea', description: 'Ask the crew.', buttonLabel: 'Ashore' }
    return route.endsWith('/{directory}') ? { error } : answers[route]
  }
  for (const [url, status] of [
    ['/nothing/at/~all', 404],
    ['/categories/nothing', 404],
    ['/static/terms', 503],
  ] as const) {
    const answer = await renderAt(url, {}, layout)
    expect(answer).toMatchObject({ status, title: expect.stringContaining('Lost at sea') })
    if (answer.kind !== 'page') throw new Error('a page')
    expect(answer.body).toMatch(/<h1>Lost at sea<\/h1><p>Ask the crew\.<\/p>.*Ashore/)
    expect(answer.body).toContain('data-route="')
  }
})

// Shows: 2.1.15, 2.1.16
test.each([
  [{ title: 'Lost at sea' }, 'Lost at sea', 'description', 'homepage'],
  [{ description: 'Ask the crew.' }, 'title', 'Ask the crew.', 'homepage'],
  [{ buttonLabel: 'Ashore' }, 'title', 'description', 'Ashore'],
])('content that has only %j leaves the other texts of the error page', async (error, title, description, button) => {
  const layout = async (route: string) => {
    if (route.includes('/pages/')) throw Object.assign(new Error(), { status: 503 })
    return route.endsWith('/{directory}') ? { error } : answers[route]
  }
  const words = () => ({ errors: { title: 'title', description: 'description', homepage: 'homepage' } })
  const answer = await renderAt('/pt-BR/static/terms', {}, layout, words)
  if (answer.kind !== 'page') throw new Error('a page')
  expect(answer.body).toContain(`<h1>${title}</h1><p>${description}</p>`)
  expect(answer.body).toMatch(new RegExp(`<a [^>]*href="/pt-BR"[^>]*>(<[^>]+>)*${button}<`))
})

// Shows: 2.1.11
test.each([
  [404, 404],
  [422, 404],
  [429, 500],
  [503, 503],
])('a page whose content is refused with %i has status %i', async (refused, status) => {
  const read = async (route: string) => {
    if (route.includes('/pages/')) throw Object.assign(new Error(), { status: refused })
    return answers[route]
  }
  expect(await renderAt('/static/terms', {}, read)).toMatchObject({ kind: 'page', status })
})

// Shows: 2.1.11, 2.1.15
test('both error pages have the texts of the specification and link to the home page of their locale', async () => {
  const texts = (locale: string) => ({
    errors: Object.fromEntries(
      Object.entries(labelsOf('errors', locale)).map(([key, text]) => [key, compileMessage(text) as CompiledMessage]),
    ),
  })
  const down = async (route: string) => {
    if (route.includes('/pages/')) throw Object.assign(new Error(), { status: 503 })
    return route.endsWith('/{directory}') ? { error: contentOf('layout/error') } : answers[route]
  }
  for (const [url, title] of [
    ['/nothing/at/~all', 'Page Not Found'],
    ['/static/terms', 'Something went wrong'],
  ] as const) {
    const answer = await renderAt(url, {}, down, texts)
    if (answer.kind !== 'page') throw new Error('a page')
    expect(answer.body).toContain(`<h1>${title}</h1>`)
    expect(answer.body).toContain(
      'The page you are trying to access does not exist or has been moved. Try going back to our homepage.',
    )
    expect(answer.body).toMatch(/<a [^>]*href="\/"[^>]*>(<[^>]+>)*Homepage</)
  }
  const german = await renderAt('/de/nothing/at/~all', {}, down, texts)
  expect(german.kind === 'page' && german.body).toMatch(/<a [^>]*href="\/de"[^>]*>(<[^>]+>)*Homepage</)
})

test('a bonus page and a tournament that do not exist have status 404', async () => {
  for (const url of ['/bonus/summer', '/tournaments/spring', '/de/bonus/summer', '/de/tournaments/spring'])
    expect(await renderAt(url, {}, withoutPages)).toMatchObject({ kind: 'page', status: 404 })
})

// Shows: 2.1.4
test('every redirect keeps the query', async () => {
  const known = ['start', 'limits'].map((identity) => ({ identity, title: identity, description: '', questions: [] }))
  const languages = new Set<unknown>()
  const topics = async (route: string, { params }: { params?: { locale?: string } } = {}) => {
    if (!route.endsWith('/questions')) return answers[route]
    languages.add(params?.locale)
    return known
  }
  const to = async (url: string, more = {}) => (await renderAt(url, more, topics)) as { to?: string }
  expect((await to('/profile/history?stag=a&tab=spins')).to).toBe('/?stag=a&tab=spins&sign-in=true')
  expect((await to('/questions/unknown?stag=a')).to).toBe('/questions?stag=a')
  for (const topic of ['start', 'limits'])
    expect(await to(`/questions/${topic}?stag=a`)).toMatchObject({ kind: 'page', status: 200 })
  expect([...languages]).toEqual(['en'])
  // Topics are those of the visitor's language, which these pages do not have in their address.
  expect((await to('/questions/unknown', { locale: 'de' })).to).toBe('/questions')
  expect([...languages]).toEqual(['en', 'de'])
  expect((await to('/profile?wallet=deposit', { isSignedIn: true })).to).toBe('/profile/info?wallet=deposit')
  expect((await to('/pt-br/favorites?stag=a')).to).toBe('/pt-BR/favorites?stag=a')
})

test('signInAddress returns the home page with the query and sign-in, and null for entrance pages and for that address itself', () => {
  const visitor = { locale: 'en', isMobile: false, isSignedIn: false, init, locales }
  expect(signInAddress('/games/dice?play=demo', visitor)).toBe('/?play=demo&sign-in=true')
  expect(signInAddress('/de/profile/info?a=1', visitor)).toBe('/de?a=1&sign-in=true')
  expect(signInAddress('/?sign-in=true', visitor)).toBeNull()
  for (const path of [
    '/password-reset/code',
    '/verify/code',
    '/auth/autologin?state=x',
    '/auth/social/google/callback',
  ])
    expect(signInAddress(path, visitor)).toBeNull()
})

test("a guest who opens a player's page is redirected to the sign-in in the same locale", async () => {
  expect(await renderAt('/profile/history')).toEqual({ kind: 'redirect', to: '/?sign-in=true' })
  expect(await renderAt('/ar/profile/history')).toEqual({ kind: 'redirect', to: '/ar?sign-in=true' })
})

test("a path without prefix redirects to the visitor's language with its query, and a prefix that is removed is kept as the choice", async () => {
  expect(await renderAt('/favorites?a=1', { locale: 'de' })).toEqual({ kind: 'redirect', to: '/de/favorites?a=1' })
  expect(await renderAt('/en/favorites', { locale: 'de' })).toMatchObject({
    kind: 'redirect',
    to: '/favorites',
    chosenLocale: 'en',
  })
  expect(await renderAt('/ar/questions/start')).toEqual({
    kind: 'redirect',
    to: '/questions/start',
    chosenLocale: 'ar',
  })
})

// Shows: 2.1.3
test('/categories redirects to the first collection and keeps the query', async () => {
  const two = async (route: string) =>
    route === 'GET /api/game/collections' ? [{ identity: 'table' }, { identity: 'slots' }] : answers[route]
  expect(await renderAt('/categories?search=a', {}, two)).toEqual({
    kind: 'redirect',
    to: '/categories/table?search=a',
  })
  expect(await renderAt('/categories?search=a')).toEqual({ kind: 'redirect', to: '/categories/slots?search=a' })
  expect(await renderAt('/de/categories', { locale: 'de' })).toEqual({ kind: 'redirect', to: '/de/categories/slots' })
})

// Shows: 2.1.7
test('a page has the name of its route, with the prefix locale- if its address has a locale', async () => {
  for (const [url, name] of [
    ['/', 'index'],
    ['/de', 'locale-index'],
    ['/static/terms', 'static-pageIdentity'],
    ['/de/static/terms', 'locale-static-pageIdentity'],
  ] as const) {
    const answer = await renderAt(url)
    expect(answer.kind === 'page' && answer.body).toContain(`data-route="${name}"`)
  }
})

// Shows: 2.1.14, 6.4.1
test('restrictType 1 replaces the layout, but pages that must stay open are readable', async () => {
  const restricted = { init: { ...init, isRestricted: true, restrictType: 1 as const } }
  const lobby = await renderAt('/', restricted)
  const terms = await renderAt('/static/terms', restricted)
  if (lobby.kind !== 'page' || terms.kind !== 'page') throw new Error('both are pages')
  expect(lobby.body).toContain('data-layout="geo-restricted"')
  for (const part of ['id="drawer"', 'data-bar', 'type="search"']) expect(lobby.body).not.toContain(part)
  expect(terms.body).toContain('Terms &lt;/title&gt;&lt;script&gt;')
  const closed = await renderAt('/', { init: { ...init, isRestricted: true, restrictType: 2 as const } })
  if (closed.kind !== 'page') throw new Error('a page')
  expect(closed.body).toContain('data-layout="default"')
  const open = await renderAt('/')
  expect(open.kind === 'page' && open.body).toContain('data-layout="default"')
  const player = await renderAt('/', { ...restricted, isSignedIn: true })
  expect(player.kind === 'page' && player.body).toContain('data-layout="geo-restricted"')
})

test('markup in the data is escaped in the body and in the state', async () => {
  const answer = await renderAt('/static/terms')
  if (answer.kind !== 'page') throw new Error('a page')
  expect(answer.body).not.toContain('<script>')
  expect(answer.state.map((piece) => Buffer.from(piece as string).toString()).join('')).not.toContain('<')
})

// Shows: change 45
test('the links to other languages keep the query, so that a search, a filter or a modal stays open', async () => {
  const linkTo = async (code: string, path: string) => {
    const shown = await renderAt(path)
    return shown.kind === 'page' && shown.body.match(new RegExp(`<a href="([^"]*)" hrefLang="${code}"`))?.[1]
  }
  const query = '?search=a+%22fox%22&page=2'
  expect(await linkTo('de', `/static/terms${query}`)).toBe('/de/static/terms?search=a+%22fox%22&amp;page=2')
  expect(await linkTo('en', `/de/static/terms${query}`)).toBe('/en/static/terms?search=a+%22fox%22&amp;page=2')
  expect(await linkTo('de', '/static/terms')).toBe('/de/static/terms')
})
