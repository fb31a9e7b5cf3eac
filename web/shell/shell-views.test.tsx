/** Tests of shell components, rendered from fixtures. */
import { expect, test } from 'vitest'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import { apiKey } from '../api/use-api.ts'
import { routes } from '../routes.ts'
import { BreakButton } from '../features/limits/break-button.tsx'
import { newestMessages, NotificationsBell } from './notifications-bell.tsx'
import { Preloader } from './preloader.tsx'
import { Rail } from './rail.tsx'
import { UserNav } from './user-nav.tsx'

const entryOf = (path: string) => routes.find((route) => route.path === path)!
const preloader = (path: string, search = '') => markupOf(<Preloader />, { path, search, entry: entryOf(path) })

// Shows: 2.1.13
test('the preloader covers a sign-in link with a state and the social callback, but not other pages', () => {
  const covers = (path: string, search?: string) => preloader(path, search).includes('data-cover')
  expect(covers('/auth/autologin', '?token=t&state=s')).toBe(true)
  expect(covers('/auth/autologin', '?token=t')).toBe(false)
  expect(covers('/auth/social/:connection/callback', '?code=c')).toBe(true)
  expect(covers('/')).toBe(false)
  expect(preloader('/')).toContain('data-stage="shown"')
})

test('the rail marks the section of the current page, and none on a game page', () => {
  const markedOn = (path: string) =>
    [...markupOf(<Rail />, { path }).matchAll(/<a href="([^"]+)" aria-current/g)].map(([, href]) => href)
  expect(markedOn('/tournaments/daily-race-1')).toEqual(['/tournaments'])
  expect(markedOn('/providers')).toEqual(['/providers'])
  expect(markedOn('/games/dice')).toEqual([])
})

// Shows: 1.4.1, 1.4.2
test('the rail leads to betting and loyalty only where they exist', () => {
  const leads = (config: object) =>
    [...markupOf(<Rail />, { init: { config } }).matchAll(/href="(\/betting|\/loyalty)"/g)].map(([, href]) => href)
  expect(leads({ sportsbook: null, isLoyaltyEnabled: false })).toEqual([])
  expect(leads({ sportsbook: { host: 'https://book.test', clientId: 'a' }, isLoyaltyEnabled: true })).toEqual([
    '/betting',
    '/loyalty',
  ])
})

test('the header has a break of 24 hours where the law asks for it, and not during a break', () => {
  const shown = (hasBreakButton: boolean, exclusion: object | null = null) =>
    markupOf(<BreakButton />, {
      init: { config: { hasBreakButton } },
      answers: [[apiKey('GET /api/player/profile'), { exclusion }]],
    })
  expect(shown(true)).toMatch(/<button[^>]*aria-label="Take a break of 24 hours, from now"/)
  expect(shown(false)).toBe('')
  expect(shown(true, { endsAt: null })).toBe('')
})

// Shows: 2.6.5, 9.8.2
test('the bell requests the first page of three messages, and shows them with the number of unread messages', () => {
  expect(newestMessages).toEqual({ query: { page: 1, perPage: 3 } })
  const message = (title: string, readAt: string | null = null) => ({
    id: title,
    readAt,
    state: readAt ? 2 : 1,
    createdAt: '2026-11-20T12:00:00.000Z',
    content: { title, description: null },
  })
  const data = [message('First'), message('Second'), message('Third', '2026-11-20T13:00:00.000Z')]
  const answers = [
    [
      apiKey('GET /api/notification/messenger/messages', newestMessages),
      { data, meta: { total: 9, totalUnread: 7, page: 1, perPage: 3 } },
    ] as [readonly unknown[], unknown],
  ]
  const shown = markupOf(<NotificationsBell />, { answers })
  expect(shown.match(/<li/g)).toHaveLength(3)
  expect(shown.match(/data-unread/g)).toHaveLength(2)
  expect(shown).toMatch(/aria-label="[^"]*\b7\b/)
  expect(textOf(<NotificationsBell />, { answers })).toMatch(/First .* Second .* Third/)
})

test.each([
  ['ana', '>A<'],
  ['3rd-player', '<use'],
  ['', '<use'],
])('the account button of “%s” shows an initial letter or the icon, but no digit', (nickname, shown) => {
  const profile = { id: '3f0c-1', email: nickname, nickname: null }
  const answers = [[apiKey('GET /api/player/profile'), profile] as [readonly unknown[], unknown]]
  const button = markupOf(<UserNav />, { answers }).split('</button>')[0]!
  expect(button).toContain(shown)
  expect(button).not.toContain('>3<')
})
