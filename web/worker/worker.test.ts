import { describe, expect, test } from 'vitest'
import { internalLink, readMessage } from './message.ts'
import { kindOf, localeOf } from './request-kind.ts'

const origin = 'https://site.example'
const requestOf = (path: string, part: Partial<Request> = {}) =>
  ({ method: 'GET', mode: 'cors', destination: '', url: new URL(path, origin).href, ...part }) as Request
const visit = { mode: 'navigate', destination: 'document' } as const

describe('requests that the worker answers', () => {
  test.each(['/', '/de', '/games/dice?play=demo', '/profile/wallet', '/auth/sign-in'])('%s is a page', (path) => {
    expect(kindOf(requestOf(path, visit), origin)).toBe('page')
  })

  test.each([
    '/assets/house-1a2b.js',
    '/labels/de/shell.json?v=1',
    '/brand/ab.svg',
    '/icons/ab/192.png',
    '/studio/art/dice/tile-216.webp?v=1a2b',
  ])('%s is a versioned file and is stored', (path) => expect(kindOf(requestOf(path), origin)).toBe('asset'))

  test.each(['/studio/art/dice/tile.svg', '/images/signature/https%3A%2F%2Fcdn%2Fa.png'])('%s is public art', (path) =>
    expect(kindOf(requestOf(path), origin)).toBe('art'),
  )

  test.each<[string, Partial<Request>]>([
    ['/api/player/profile', {}],
    ['/api/game/games', {}],
    ['/api/player/sessions/social/google/redirect', visit],
    ['/api/player/documents/1', visit],
    ['/builds/latest.json', {}],
    ['/labels/de/shell.json', {}],
    ['/studio/art/dice/tile-216.webp', {}],
    ['/studio/play/dice', { mode: 'navigate', destination: 'iframe' }],
    ['/studio/api/session', {}],
    ['/', { mode: 'navigate', destination: 'iframe' }],
    ['/auth/sign-in', { ...visit, method: 'POST' }],
    ['https://partner.example/assets/a.js', {}],
    ['/worker.js', {}],
  ])('%s %o goes to the network', (path, part) => expect(kindOf(requestOf(path, part), origin)).toBeNull())
})

test('the offline page is in the language of the address, else of the last page, else of the site', () => {
  const known = ['en', 'de', 'pt-BR']
  expect(localeOf('/pt-BR/games/dice', known, 'de', 'en')).toBe('pt-BR')
  expect(localeOf('/games/dice', known, 'de', 'en')).toBe('de')
  expect(localeOf('/', known, 'xx', 'en')).toBe('en')
})

describe('a pushed message', () => {
  test('with a title and optional text, link and tag is parsed', () => {
    expect(
      readMessage(JSON.stringify({ title: 'Paid', body: '€10', link: '/profile/wallet#a', tag: 'p1' }), origin),
    ).toEqual({
      title: 'Paid',
      body: '€10',
      link: '/profile/wallet#a',
      tag: 'p1',
    })
    expect(readMessage('{"title":"Paid"}', origin)).toEqual({ title: 'Paid', body: '', link: '/', tag: undefined })
  })

  test.each([undefined, '', 'text', 'null', '[]', '{}', '{"title":" "}', '{"title":1}'])(
    '%s is not a message',
    (text) => expect(readMessage(text, origin)).toBeNull(),
  )

  // Shows: attack 223
  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'games',
    1,
    null,
  ])('a link to %s is replaced by the lobby', (link) => expect(internalLink(link, origin)).toBe('/'))
})
