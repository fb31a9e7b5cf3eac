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

function ask(
  url: string,
  more: Partial<PageRequest['visitor']> = {},
  read?: (route: string) => Promise<unknown>,
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

// Before every other test: code that has been loaded once is always rendered.
test.each(['/?search=fox', '/', '/categories/slots', '/providers/mine'])(
  'the first rendering of %s has all of its parts',
  async (path) => {
    const read = async (route: string) => {
      if (route === 'GET /api/game/games') return { data: [], meta: { total: 7, page: 1, perPage: 48 } }
      if (route === 'GET /api/game/lobby') return { total: 0, games: [], rails: [] }
      if (route === 'GET /api/game/collections')
        return [{ identity: 'slots', name: 'Slots', icon: 'reels', gamesCount: 7 }]
      if (route === 'GET /api/game/providers/{id}') return { id: 'mine', identity: 'mine', name: 'Mine', gamesCount: 7 }
      return answers[route] ?? []
    }
    const page = await ask(path, {}, read)
    // A boundary that the server gives up on is an error in the browser.
    expect(page.kind === 'page' && page.body).not.toContain('<!--$!-->')
    expect(page).toMatchObject({ kind: 'page', status: 200 })
  },
)

// Shows: 1.3.1
test('a page comes with its title, description, canonical and all languages', async () => {
  const answer = await ask('/de/static/terms?stag=1')
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

test('parts of a page that have a chunk of their own are rendered with it, and named for their styles', async () => {
  const read = async (route: string) => {
    if (route === 'GET /api/game/games') return { data: [], meta: { total: 7, page: 1, perPage: 48 } }
    if (route === 'GET /api/game/lobby') return { total: 0, games: [], rails: [] }
    return answers[route] ?? []
  }
  const labels = () => ({ lobby: { liveBets: 'Live bets', gamesFound: 'Seven games' } })
  const lobby = await ask('/', {}, read, labels)
  expect(lobby).toMatchObject({ files: ['routes/index.tsx'], lateFiles: ['features/games/lower-lobby.tsx'] })
  expect(lobby.kind === 'page' && lobby.body).toContain('Live bets')
  const found = await ask('/?search=fox', {}, read, labels)
  expect(found).toMatchObject({
    files: ['routes/index.tsx', 'features/games/found-games.tsx', 'features/games/filters.tsx'],
  })
  expect(found.kind === 'page' && found.body).toContain('Seven games')
})

// Shows: 7.2.5
test('a page starts with the settings, collections and content of everyone, and with a token with those of its player', async () => {
  const readBy = async (isSignedIn: boolean) => {
    const asked: string[] = []
    await ask('/static/terms', { isSignedIn }, async (route) => {
      asked.push(route)
      if (route in answers) return answers[route]
      throw Object.assign(new Error(route), { status: 404 })
    })
    return [...new Set(asked)].toSorted()
  }
  const guest = await readBy(false)
  expect(guest).toEqual(
    expect.arrayContaining([
      'GET /api/settings/currencies',
      'GET /api/game/collections',
      'GET /api/content/{locale}/{directory}',
    ]),
  )
  const ofPlayer = (await readBy(true)).filter((route) => !guest.includes(route))
  expect(ofPlayer).toEqual(
    expect.arrayContaining([
      'GET /api/player/profile',
      'GET /api/wallet/accounts',
      'GET /api/notification/messenger/messages',
    ]),
  )
  expect(guest.filter((route) => /player|wallet|notification/.test(route))).toEqual([])
})

test('link previews have a picture, and structured data has full addresses in the language of the page', async () => {
  const answer = await ask('/de/static/terms')
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

test('an unknown path has the status 404, is not indexed, and is still a whole page', async () => {
  for (const url of ['/nothing/at/~all', '/games/%E0%A4%A']) {
    const answer = await ask(url)
    expect(answer).toMatchObject({ kind: 'page', status: 404 })
    if (answer.kind === 'page')
      expect(answer.head).toContainEqual({ tag: 'meta', attributes: { name: 'robots', content: 'noindex' } })
  }
  expect(await ask('/static/unknown', {}, withoutPages)).toMatchObject({ kind: 'page', status: 404 })
})

test.each(['//%5Cevil.example', '//%09/evil.example'])('%s is a path, not another host', async (path) => {
  const answer = await ask(path)
  expect(answer.kind === 'page' && answer.status).toBe(404)
})

// Shows: 2.1.17
test.each([
  [503, 503],
  [undefined, 500],
])(
  'what a page cannot do without fails with %s: the error page with the status %i, not a half page',
  async (status, expected) => {
    const down = async (route: string) => {
      if (route.includes('/pages/')) throw Object.assign(new Error(), { status })
      return answers[route]
    }
    expect(await ask('/static/terms', {}, down)).toMatchObject({ kind: 'page', status: expected })
  },
)

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

// Shows: 2.1.16
test("content's error.title, description and button replace the texts of both error pages, the title in the document too", async () => {
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
    const answer = await ask(url, {}, layout)
    expect(answer).toMatchObject({ status, title: expect.stringContaining('Lost at sea') })
    if (answer.kind !== 'page') throw new Error('a page')
    expect(answer.body).toMatch(/<h1>Lost at sea<\/h1><p>Ask the crew\.<\/p>.*Ashore/)
    expect(answer.body).toContain('data-route="')
  }
})

// Shows: 2.1.11, 2.1.15
test('both error pages have the texts of the specification, and lead to the home page of their locale', async () => {
  const words = (locale: string) => ({
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
    const answer = await ask(url, {}, down, words)
    if (answer.kind !== 'page') throw new Error('a page')
    expect(answer.body).toContain(`<h1>${title}</h1>`)
    expect(answer.body).toContain(
      'The page you are trying to access does not exist or has been moved. Try going back to our homepage.',
    )
    expect(answer.body).toMatch(/<a [^>]*href="\/"[^>]*>(<[^>]+>)*Homepage</)
  }
  const german = await ask('/de/nothing/at/~all', {}, down, words)
  expect(german.kind === 'page' && german.body).toMatch(/<a [^>]*href="\/de"[^>]*>(<[^>]+>)*Homepage</)
})

test('a bonus page and a tournament that do not exist are 404', async () => {
  for (const url of ['/bonus/summer', '/tournaments/spring', '/de/bonus/summer', '/de/tournaments/spring'])
    expect(await ask(url, {}, withoutPages)).toMatchObject({ kind: 'page', status: 404 })
})

// Shows: 2.1.4
test('every redirect of the table keeps the query', async () => {
  const known = [{ identity: 'start', title: 'Start', description: '', questions: [] }]
  const topics = async (route: string) => (route.endsWith('/questions') ? known : answers[route])
  const to = async (url: string, more = {}) => (await ask(url, more, topics)) as { to?: string }
  expect((await to('/profile/history?stag=a&tab=spins')).to).toBe('/?stag=a&tab=spins&sign-in=true')
  expect((await to('/questions/unknown?stag=a')).to).toBe('/questions?stag=a')
  expect(await to('/questions/start?stag=a')).toMatchObject({ kind: 'page', status: 200 })
  expect((await to('/profile?wallet=deposit', { isSignedIn: true })).to).toBe('/profile/info?wallet=deposit')
  expect((await to('/pt-br/favorites?stag=a')).to).toBe('/pt-BR/favorites?stag=a')
})

test('an ended session leads to the sign-in of the home page with its query, but not from pages open to visitors, and not twice', () => {
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

// Shows: 2.1.3
test('the bare categories path leads to the first collection and keeps the query', async () => {
  expect(await ask('/categories?search=a')).toEqual({ kind: 'redirect', to: '/categories/slots?search=a' })
  expect(await ask('/de/categories', { locale: 'de' })).toEqual({ kind: 'redirect', to: '/de/categories/slots' })
})

// Shows: 2.1.7
test('a page carries the name of its route, which begins with locale- where its address has a locale', async () => {
  for (const [url, name] of [
    ['/', 'index'],
    ['/de', 'locale-index'],
    ['/static/terms', 'static-pageIdentity'],
    ['/de/static/terms', 'locale-static-pageIdentity'],
  ] as const) {
    const answer = await ask(url)
    expect(answer.kind === 'page' && answer.body).toContain(`data-route="${name}"`)
  }
})

// Shows: 2.1.14, 6.4.1
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

// Shows: change 45
test('a language switch keeps the query: a search, a filter or an open modal continues in the other language', async () => {
  const linkTo = async (code: string, path: string) => {
    const shown = await ask(path)
    return shown.kind === 'page' && shown.body.match(new RegExp(`<a href="([^"]*)" hrefLang="${code}"`))?.[1]
  }
  const query = '?search=a+%22fox%22&page=2'
  expect(await linkTo('de', `/static/terms${query}`)).toBe('/de/static/terms?search=a+%22fox%22&amp;page=2')
  expect(await linkTo('en', `/de/static/terms${query}`)).toBe('/en/static/terms?search=a+%22fox%22&amp;page=2')
  expect(await linkTo('de', '/static/terms')).toBe('/de/static/terms')
})
