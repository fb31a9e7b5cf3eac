import { afterEach, expect, test, vi } from 'vitest'
import { dropReturnGame, keepReturnGame, readReturnGame } from './return-game.ts'

function storage(): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}
afterEach(() => vi.unstubAllGlobals())

// Shows: 2.6.7, ASVS 14.3.3
test('a kept game is stored in session storage as returnGame until it is dropped', () => {
  const stored = storage()
  keepReturnGame('/pt-BR/games/glacier-fox')
  expect(stored.get('returnGame')).toBe('/pt-BR/games/glacier-fox?play=real')
  expect(readReturnGame()).toBe('/pt-BR/games/glacier-fox?play=real')
  dropReturnGame()
  expect([stored.size, readReturnGame()]).toEqual([0, null])
})

test('a stored value that is not the page of a game is ignored', () => {
  const stored = storage()
  for (const evil of [
    '//evil.example/games/a?play=real',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://evil.example/games/a?play=real',
    '/games/a?play=real&wallet=withdraw',
    '/games/../profile?play=real',
    '/.//evil.example/games/a?play=real',
    '/profile/wallet',
    '',
  ]) {
    stored.set('returnGame', evil)
    expect(readReturnGame(), evil).toBeNull()
  }
})

test('without session storage the game is kept in memory', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepReturnGame('/games/dice')
  expect(readReturnGame()).toBe('/games/dice?play=real')
  dropReturnGame()
  expect(readReturnGame()).toBeNull()
})
