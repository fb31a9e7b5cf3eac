import { afterEach, expect, test, vi } from 'vitest'
import { dropReturnGame, keepReturnGame, readReturnGame } from './return-game.ts'

function storage(): Map<string, string> {
  const held = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  })
  return held
}
afterEach(() => vi.unstubAllGlobals())

// Shows: 2.6.7, ASVS 14.3.3
test('a game that was left is in session storage as returnGame until the player closes it', () => {
  const held = storage()
  keepReturnGame('/pt-BR/games/glacier-fox')
  expect(held.get('returnGame')).toBe('/pt-BR/games/glacier-fox?play=real')
  expect(readReturnGame()).toBe('/pt-BR/games/glacier-fox?play=real')
  dropReturnGame()
  expect([held.size, readReturnGame()]).toEqual([0, null])
})

test('any other value there is ignored', () => {
  const held = storage()
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
    held.set('returnGame', evil)
    expect(readReturnGame(), evil).toBeNull()
  }
})

test('in a browser without storage the mini player lasts as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepReturnGame('/games/dice')
  expect(readReturnGame()).toBe('/games/dice?play=real')
  dropReturnGame()
  expect(readReturnGame()).toBeNull()
})
