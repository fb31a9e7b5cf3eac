import { expect, test } from 'vitest'
import { isSitePath } from './site-path.ts'

test.each([
  '/',
  '/games/dice',
  '/de/games?search=a%20b&x=1',
  '/questions#top',
  '/?sign-in=true',
  '/a//b',
  '/ä',
  '/@evil.example',
  '/:80',
])('%j is a path of this site', (path) => {
  expect(isSitePath(path)).toBe(true)
})

// Shows: ASVS 1.2.2
test.each([
  '',
  'games',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '////evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://evil.example',
  'https:/evil.example',
  'http://localhost@evil.example',
  '/\u0000',
  '/\u0085',
  `/${'x'.repeat(2000)}`,
  null,
  1,
  {},
  ['/'],
])('%j is not a path of this site', (path) => {
  expect(isSitePath(path)).toBe(false)
})
