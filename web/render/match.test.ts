import { expect, test } from 'vitest'
import { localeCodes } from '#contract/locales.ts'
import type { Locale } from '#contract/settings.ts'
import { routeChunks } from '../route-chunks.ts'
import { routes } from '../routes.ts'
import { localePath, match, routeName, splitLocale } from './match.ts'

const locales = localeCodes.map((code): Locale => ({
  code,
  isDefault: code === 'en',
  name: code,
  direction: code === 'ar' ? 'rtl' : 'ltr',
}))
const features = { isLoyaltyEnabled: true, hidesDocuments: false, sportsbook: { host: 'x', clientId: 'y' } }
const find = (path: string, more: object = {}) => match(path, routes, locales, 'de', { ...features, ...more })
const fileOf = (path: string, more: object = {}) => {
  const found = find(path, more)
  return 'entry' in found ? found.entry.file : `to ${found.redirectTo}`
}

const everyPage = [
  '/',
  '/main',
  '/betting',
  '/bonus/summer',
  '/categories',
  '/categories/slots',
  '/contact',
  '/favorites',
  '/games/dice',
  '/loyalty',
  '/profile',
  '/profile/bonuses',
  '/profile/documents',
  '/profile/history',
  '/profile/info',
  '/profile/limits',
  '/profile/notifications',
  '/profile/protection',
  '/profile/security',
  '/profile/verification',
  '/profile/wallet',
  '/proof-of-liabilities',
  '/fairness-specification',
  '/providers',
  '/recently-played',
  '/safer-play',
  '/static/terms',
  '/tournaments',
  '/tournaments/spring',
  '/welcome-package',
  '/auth/autologin',
  '/auth/social/google/callback',
]

// Shows: 2.1.1, 2.1.2
test.each(everyPage)('%s matches the same page of its own with and without a locale prefix', (path) => {
  if (path !== '/static/terms') expect(fileOf(path)).not.toBe(fileOf('/any-page-of-content'))
  expect(fileOf(path)).not.toBe('routes/not-found.tsx')
  expect(fileOf(localePath(path, 'pt-BR', locales))).toBe(fileOf(path))
})

// Shows: 2.1.2
test('each profile path loads the file of the same name and requires a player', () => {
  const children = 'bonuses documents history info limits notifications security verification wallet'
  for (const name of children.split(' ')) {
    expect(fileOf(`/profile/${name}`)).toBe(`routes/profile/${name}.tsx`)
    expect(find(`/profile/${name}`)).toMatchObject({ entry: { access: 'player' } })
  }
})

// Shows: 2.1.8
test.each(['/questions', '/questions/start', '/verify/abc', '/password-reset/abc', '/unsubscribe/abc'])(
  "%s takes the visitor's language, and the same path with a locale prefix redirects to it",
  (path) => {
    expect(find(path)).toMatchObject({ locale: 'de', isPrefixed: false })
    expect(fileOf(`/ar${path}`)).toBe(`to ${path}`)
  },
)

// Shows: 2.1.6
test('a path without prefix is in the default locale, and the prefix of the default locale redirects to it', () => {
  expect(find('/favorites')).toMatchObject({ locale: 'en' })
  expect(fileOf('/en/favorites')).toBe('to /favorites')
  expect(fileOf('/en')).toBe('to /')
})

// Shows: 2.1.6
test('two letters that are not a locale of the site are matched as a content page', () => {
  expect(splitLocale('/xx/favorites', locales)).toMatchObject({ prefix: null, path: '/xx/favorites' })
  expect(fileOf('/xx/favorites')).toBe('routes/static-page.tsx')
})

// Shows: 1.4.1, 1.4.2, 2.1.9, 2.1.10
test('betting does not match without a sportsbook, loyalty when switched off, documents when the provider hides them', () => {
  expect(fileOf('/betting', { sportsbook: null })).not.toBe('routes/betting.tsx')
  expect(fileOf('/betting/event/football-1', { sportsbook: null })).not.toBe('routes/betting.tsx')
  expect(fileOf('/loyalty', { isLoyaltyEnabled: false })).not.toBe('routes/loyalty.tsx')
  expect(fileOf('/profile/documents', { hidesDocuments: true })).not.toBe('routes/profile/documents.tsx')
})

// Shows: 2.1.9
test('every valid path below /betting matches the betting page, in every locale', () => {
  for (const path of ['/betting', '/betting/live', '/betting/event/football-12', '/de/betting/event/football-12'])
    expect(fileOf(path)).toBe('routes/betting.tsx')
  expect(fileOf('/betting/a b')).toBe('routes/not-found.tsx')
  expect(fileOf('/bettings')).not.toBe('routes/betting.tsx')
})

// Shows: 2.1.7
test('a route is named after its path, with the prefix locale- if the address has a locale', () => {
  const names = (isPrefixed: boolean) =>
    ['/', '/main', '/categories/:categoryIdentity', '/profile/wallet', '/verify/:confirmCode?', '/*', '*'].map((path) =>
      routeName(path, isPrefixed),
    )
  expect(names(false)).toEqual([
    'index',
    'main',
    'categories-categoryIdentity',
    'profile-wallet',
    'verify-confirmCode',
    'slug',
    'slug',
  ])
  expect(names(true)).toEqual(names(false).map((name) => `locale-${name}`))
})

// Shows: 2.1.5
test('any other path, also with several segments, matches the content page', () => {
  expect(fileOf('/terms')).toBe('routes/static-page.tsx')
  expect(fileOf('/de/terms')).toBe('routes/static-page.tsx')
  expect(fileOf('/terms/of/use')).toBe('routes/static-page.tsx')
  expect(fileOf('/pt-BR/help/deposits')).toBe('routes/static-page.tsx')
  expect(fileOf('/help//deposits')).toBe('routes/not-found.tsx')
})

// Shows: 2.1.13
test('only a sign-in link with a state and the social callback keep the preloader visible', () => {
  const keeps = routes.filter(({ holdsPreloader }) => holdsPreloader)
  expect(keeps.map(({ path }) => path)).toEqual(['/auth/autologin', '/auth/social/:connection/callback'])
  const [autologin, callback] = keeps.map(({ holdsPreloader }) => holdsPreloader!)
  expect([autologin!(new URLSearchParams('state=x')), autologin!(new URLSearchParams('token=x'))]).toEqual([
    true,
    false,
  ])
  expect(callback!(new URLSearchParams())).toBe(true)
})

// Shows: 2.1.11, 8.8.1
test.each([
  '/games/..%2Fetc',
  '/games/%00',
  '/categories/a b',
  '/games/%E0%A4%A',
  '/a/b/~c',
  '/bonus/a b',
  '/providers/a b',
  '/questions/a b',
  '/rounds/a b',
  '/static/a b',
  '/tournaments/a b',
  '/auth/social/a b/callback',
])('%s fails validation and matches the not-found page', (path) => {
  expect(fileOf(path)).toBe('routes/not-found.tsx')
})

// Shows: 2.1.6
test.each([
  ['/pt-br', '/pt-BR'],
  ['/PT-BR/games/dice', '/pt-BR/games/dice'],
  ['/DE/', '/de'],
  ['/De/favorites', '/de/favorites'],
  ['/EN/favorites', '/en/favorites'],
])('%s, a locale in another case, redirects permanently to %s', (path, canonical) => {
  expect(find(path)).toEqual({ redirectTo: canonical, isPermanent: true })
})

test('a path with a trailing slash redirects to the path without it', () => {
  expect(fileOf('/de/favorites/')).toBe('to /de/favorites')
})

test('no path redirects to another host', () => {
  for (const path of [
    '//evil.example',
    '//evil.example/',
    '/de//evil.example',
    '/en//evil.example',
    '/en//evil.example/',
    '/DE//evil.example/',
  ]) {
    const found = find(path)
    if ('redirectTo' in found) expect(found.redirectTo).toMatch(/^\/(?!\/)/)
  }
})

test('each page in the table has a file, and each file of a page is in the table', () => {
  const named = new Set(routes.flatMap(({ file, load }) => (load ? [] : [file])))
  expect(Object.keys(routeChunks).toSorted()).toEqual([...named].toSorted())
  const home = routes.filter(({ load }) => load)
  expect(home.map(({ file, load }) => String(load).includes(file.replace(/\.tsx$/, '')))).toEqual(home.map(() => true))
})
