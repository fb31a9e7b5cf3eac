/** Lists every page of the site as data. Order matters only where two paths could match the same address. */
import type { RouteEntry } from './render/page.ts'

const slug = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
const slugs = (params: Record<string, string>) => Object.values(params).every((value) => slug.test(value))
/** Validates the path of a content page, whose file may be in nested folders. */
const nestedSlugs = (params: Record<string, string>) => params['*']!.split('/').every((value) => slug.test(value))

export const notFoundEntry: RouteEntry = {
  path: '*',
  file: 'routes/not-found.tsx',
  isOpenToAll: true,
}

export const routes: RouteEntry[] = [
  { path: '/', file: 'routes/index.tsx', load: () => import('./routes/index.tsx'), isInSitemap: true },
  { path: '/main', file: 'routes/index.tsx', load: () => import('./routes/index.tsx') },
  {
    // The sportsbook routes the part after /betting itself.
    path: '/betting/*?',
    file: 'routes/betting.tsx',
    isDocument: true,
    validate: (params) => /^[\w/~.,:+-]{0,800}$/.test(params['*'] ?? ''),
    isDropped: ({ sportsbook }) => !sportsbook,
  },
  { path: '/break', file: 'routes/break.tsx', isOpenToAll: true },
  {
    path: '/bonus/:pageIdentity',
    file: 'routes/bonus-page.tsx',
    validate: slugs,
  },
  {
    path: '/categories',
    file: 'routes/category.tsx',
    async redirect(_input, read) {
      const [first] = await read('GET /api/game/collections').catch(() => [])
      return first ? `/categories/${first.identity}` : null
    },
  },
  { path: '/categories/:categoryIdentity', file: 'routes/category.tsx', validate: slugs },
  {
    path: '/complaints/:id?',
    file: 'routes/complaints.tsx',
    isOpenToAll: true,
    validate: ({ id }) => !id || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id),
  },
  { path: '/contact', file: 'routes/contact.tsx', isOpenToAll: true, isInSitemap: true },
  { path: '/favorites', file: 'routes/favorites.tsx' },
  { path: '/games/:id', file: 'routes/game.tsx', validate: slugs },
  { path: '/jackpots', file: 'routes/jackpots.tsx' },
  {
    path: '/loyalty',
    file: 'routes/loyalty.tsx',
    isDropped: ({ isLoyaltyEnabled }) => !isLoyaltyEnabled,
  },
  {
    path: '/profile',
    file: 'routes/profile/info.tsx',
    access: 'player',
    redirect: () => '/profile/info',
  },
  {
    path: '/profile/bonuses',
    file: 'routes/profile/bonuses.tsx',
    access: 'player',
  },
  {
    path: '/profile/documents',
    file: 'routes/profile/documents.tsx',
    access: 'player',
    isDropped: ({ hidesDocuments }) => hidesDocuments,
  },
  {
    path: '/profile/history',
    file: 'routes/profile/history.tsx',
    access: 'player',
    isOpenToAll: true,
  },
  {
    path: '/profile/info',
    file: 'routes/profile/info.tsx',
    access: 'player',
    isOpenToAll: true,
  },
  {
    path: '/profile/limits',
    file: 'routes/profile/limits.tsx',
    access: 'player',
    isOpenToAll: true,
  },
  {
    path: '/profile/notifications',
    file: 'routes/profile/notifications.tsx',
    access: 'player',
    isOpenToAll: true,
  },
  {
    path: '/profile/protection',
    file: 'routes/profile/protection.tsx',
    access: 'player',
    isOpenToAll: true,
  },
  {
    path: '/profile/security',
    file: 'routes/profile/security.tsx',
    access: 'player',
    isOpenToAll: true,
  },
  {
    path: '/profile/audit',
    file: 'routes/profile/audit.tsx',
    access: 'player',
    isOpenToAll: true,
  },
  {
    path: '/profile/statements/:period?',
    file: 'routes/profile/statements.tsx',
    access: 'player',
    isOpenToAll: true,
    validate: ({ period }) => !period || /^\d{4}(-\d\d)?$/.test(period),
  },
  {
    path: '/profile/verification',
    file: 'routes/profile/verification.tsx',
    access: 'player',
    isOpenToAll: true,
    isDocument: true,
  },
  {
    path: '/profile/wallet',
    file: 'routes/profile/wallet.tsx',
    access: 'player',
    isOpenToAll: true,
  },
  { path: '/providers', file: 'routes/providers.tsx', isInSitemap: true },
  { path: '/providers/:id', file: 'routes/provider.tsx', validate: slugs },
  {
    path: '/questions',
    file: 'routes/questions.tsx',
    isUnprefixed: true,
    isOpenToAll: true,
    isInSitemap: true,
  },
  {
    path: '/questions/:pageIdentity',
    file: 'routes/questions.tsx',
    isUnprefixed: true,
    isOpenToAll: true,
    scroll: 'keep',
    validate: slugs,
    // An unknown topic redirects to the first one.
    async redirect({ params, locale }, read) {
      const topics = await read('GET /api/content/{locale}/questions', { params: { locale } })
      return topics.some(({ identity }) => identity === params.pageIdentity) ? null : '/questions'
    },
  },
  {
    path: '/quests',
    file: 'routes/quests.tsx',
    access: 'player',
  },
  { path: '/recently-played', file: 'routes/recently-played.tsx' },
  {
    path: '/rounds/:id?',
    file: 'routes/round.tsx',
    validate: ({ id }) => !id || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id),
    isOpenToAll: true,
  },
  { path: '/proof-of-liabilities', file: 'routes/proof-of-liabilities.tsx', isOpenToAll: true, isInSitemap: true },
  {
    path: '/fairness-specification',
    file: 'routes/fairness-specification.tsx',
    isOpenToAll: true,
    isInSitemap: true,
  },
  { path: '/safer-play', file: 'routes/safer-play.tsx', isOpenToAll: true, isInSitemap: true },
  {
    path: '/static/:pageIdentity',
    file: 'routes/static-page.tsx',
    validate: slugs,
    isOpenToAll: true,
  },
  {
    path: '/tournaments',
    file: 'routes/tournaments.tsx',
    isInSitemap: true,
  },
  {
    path: '/tournaments/:identity',
    file: 'routes/tournament.tsx',
    validate: slugs,
  },
  { path: '/welcome-package', file: 'routes/welcome-package.tsx', isInSitemap: true },
  {
    path: '/auth/autologin',
    file: 'routes/auth/autologin.tsx',
    holdsPreloader: (search) => search.has('state'),
    isEntrance: true,
    isOpenToAll: true,
  },
  {
    path: '/auth/social/:connection/callback',
    file: 'routes/auth/social-callback.tsx',
    validate: slugs,
    holdsPreloader: () => true,
    isEntrance: true,
    isOpenToAll: true,
  },
  {
    path: '/verify/:confirmCode?',
    file: 'routes/verify.tsx',
    isUnprefixed: true,
    isEntrance: true,
    isOpenToAll: true,
  },
  {
    path: '/approve/:approvalCode?',
    file: 'routes/approve.tsx',
    isUnprefixed: true,
    isEntrance: true,
    isOpenToAll: true,
  },
  {
    path: '/unsubscribe/:token?',
    file: 'routes/unsubscribe.tsx',
    isUnprefixed: true,
    isEntrance: true,
    isOpenToAll: true,
  },
  {
    path: '/password-reset/:resetCode?',
    file: 'routes/password-reset.tsx',
    isUnprefixed: true,
    isEntrance: true,
    isOpenToAll: true,
  },
  { path: '/*', file: 'routes/static-page.tsx', validate: nestedSlugs, isOpenToAll: true },
  notFoundEntry,
]
