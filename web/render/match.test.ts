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

// Shows: 2.1.1, 2.1.2, 2.1.7, 2.1.8
test.each([
  ['/', 'index', 'index'],
  ['/main', 'main', 'index'],
  ['/betting', 'betting', 'betting'],
  ['/bonus/summer', 'bonus-pageIdentity', 'bonus-page'],
  ['/categories', 'categories', 'category'],
  ['/categories/slots', 'categories-categoryIdentity', 'category'],
  ['/contact', 'contact', 'contact'],
  ['/favorites', 'favorites', 'favorites'],
  ['/games/dice', 'games-id', 'game'],
  ['/loyalty', 'loyalty', 'loyalty'],
  ['/profile', 'profile', 'profile/info'],
  ['/profile/bonuses', 'profile-bonuses', 'profile/bonuses'],
  ['/profile/documents', 'profile-documents', 'profile/documents'],
  ['/profile/history', 'profile-history', 'profile/history'],
  ['/profile/info', 'profile-info', 'profile/info'],
  ['/profile/limits', 'profile-limits', 'profile/limits'],
  ['/profile/notifications', 'profile-notifications', 'profile/notifications'],
  ['/profile/protection', 'profile-protection', 'profile/protection'],
  ['/profile/security', 'profile-security', 'profile/security'],
  ['/profile/verification', 'profile-verification', 'profile/verification'],
  ['/profile/wallet', 'profile-wallet', 'profile/wallet'],
  ['/proof-of-liabilities', 'proof-of-liabilities', 'proof-of-liabilities'],
  ['/fairness-specification', 'fairness-specification', 'fairness-specification'],
  ['/providers', 'providers', 'providers'],
  ['/questions', 'questions', 'questions'],
  ['/questions/start', 'questions-pageIdentity', 'questions'],
  ['/recently-played', 'recently-played', 'recently-played'],
  ['/safer-play', 'safer-play', 'safer-play'],
  ['/static/terms', 'static-pageIdentity', 'static-page'],
  ['/tournaments', 'tournaments', 'tournaments'],
  ['/tournaments/spring', 'tournaments-identity', 'tournament'],
  ['/welcome-package', 'welcome-package', 'welcome-package'],
  ['/auth/autologin', 'auth-autologin', 'auth/autologin'],
  ['/auth/social/google/callback', 'auth-social-connection-callback', 'auth/social-callback'],
  ['/verify/abc', 'verify-confirmCode', 'verify'],
  ['/password-reset/abc', 'password-reset-resetCode', 'password-reset'],
  ['/any-page/of-content', 'slug', 'static-page'],
])('%s is the page %s in the file %s, with and without a locale prefix', (path, name, file) => {
  const found = find(path)
  if (!('entry' in found)) throw new Error(`${path} is a page`)
  expect([routeName(found.entry.path, false), found.entry.file]).toEqual([name, `routes/${file}.tsx`])
  const prefixed = fileOf(localePath(path, 'pt-BR', locales))
  expect(prefixed).toBe(found.entry.isUnprefixed ? `to ${path}` : found.entry.file)
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
test('which locale has no prefix is a setting of the site', () => {
  const french = locales.map((locale) => ({ ...locale, isDefault: locale.code === 'fr-CA' }))
  const at = (path: string) => match(path, routes, french, 'de', features)
  expect(at('/favorites')).toMatchObject({ locale: 'fr-CA', isPrefixed: false })
  expect(at('/en/favorites')).toMatchObject({ locale: 'en', isPrefixed: true })
  expect(at('/fr-CA/favorites')).toEqual({ redirectTo: '/favorites' })
  const path = (locale: string, to: string) => localePath(to, locale, french)
  expect(['/', '/?a=1', '/favorites'].map((to) => path('fr-CA', to))).toEqual(['/', '/?a=1', '/favorites'])
  expect(['/', '/?a=1', '/favorites'].map((to) => path('en', to))).toEqual(['/en', '/en?a=1', '/en/favorites'])
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

// Shows: 2.1.12
test('only a topic of the questions keeps the position of the page', () => {
  expect(routes.filter(({ scroll }) => scroll).map(({ path }) => path)).toEqual(['/questions/:pageIdentity'])
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
