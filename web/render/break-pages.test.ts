import { expect, test } from 'vitest'
import { routes } from '../routes.ts'
import { isClosedOnBreak } from './break-pages.ts'

const isClosed = (path: string, search = '') =>
  isClosedOnBreak(
    routes.find((entry) => entry.path === path)!,
    new URLSearchParams(search),
  )

test.each([
  '/',
  '/main',
  '/categories/:categoryIdentity',
  '/games/:id',
  '/tournaments',
  '/welcome-package',
  '/loyalty',
])('%s, which offers play, is closed during a break', (path) => expect(isClosed(path)).toBe(true))

test.each(['/break', '/profile/wallet', '/profile/documents', '/profile/bonuses', '/contact', '/safer-play'])(
  '%s stays open during a break',
  (path) => expect(isClosed(path)).toBe(false),
)

test('a game opens for real money, to finish its round, but not as a demo', () => {
  expect(isClosed('/games/:id', 'play=real')).toBe(false)
  expect(isClosed('/games/:id', 'play=demo')).toBe(true)
})
